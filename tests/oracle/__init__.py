"""A second opinion: the rules written once more, for tests to compare the service with."""

from tests.oracle.bots import Request, Temper, choose, random_commands, request_of
from tests.oracle.dealing import COLOURS, KINDS, SLOTS, deal
from tests.oracle.logcheck import check_log, command_of
from tests.oracle.model import Json, Model, Refused
from tests.oracle.options import DEFAULTS, READINGS, random_options, seats_for
from tests.oracle.play import START, next_command, on_board, opening, random_game, seated
from tests.oracle.truce import truce_game
from tests.oracle.view import differences, may, view
from tests.oracle.wrongs import Wrong, wrong_request

__all__ = [
    "COLOURS",
    "DEFAULTS",
    "KINDS",
    "READINGS",
    "SLOTS",
    "START",
    "Json",
    "Model",
    "Refused",
    "Request",
    "Temper",
    "Wrong",
    "check_log",
    "choose",
    "command_of",
    "deal",
    "differences",
    "may",
    "next_command",
    "on_board",
    "opening",
    "random_commands",
    "random_game",
    "random_options",
    "request_of",
    "seated",
    "seats_for",
    "truce_game",
    "view",
    "wrong_request",
]
