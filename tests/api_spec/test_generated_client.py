"""Somebody who knows nothing but the contract plays a whole game, by doing what `you.may` says."""

from random import Random
from typing import Any

import httpx

from tests.api_spec.conftest import Module
from tests.service.world import World
from workers import bots


class Player:
    """One seat, with the generated client."""

    def __init__(self, generated: Module, world: World, rng: Random) -> None:
        self._generated = generated
        self._models = generated("models")
        self._rng = rng
        self._transport = httpx.WSGITransport(world.app)
        self.game = ""
        self.raised: list[int] = []
        self._client = self._made("Client")

    def sit(self, name: str, game: str | None = None) -> None:
        if game is None:
            options = self._models.OptionsAsked(advanced=True)
            body = self._models.TableAsked(name=name, options=options)
            seated = self._call("games.open_game", body=body)
        else:
            body = self._models.PlayerAsked(name=name)
            seated = self._call("games.join_game", game=game, body=body)
        self.game = seated.game.id
        self._client = self._made("AuthenticatedClient", token=seated.token)

    def act(self) -> bool:
        """Does one of the things that it may, if there is one; says whether the game is over."""
        shown = self._call("games.get_game", game=self.game)
        if shown.status.value == "finished":
            return True
        unwanted = {
            "leave",
            "add_bot",
            "remove_player",
            *(["dispute"] if len(self.raised) > 4 else []),
        }
        words = [word for word in shown.you.may if word not in unwanted]
        if words:
            getattr(self, f"_{self._rng.choice(words)}")(shown)
        return False

    def ask_bot(self, bot: str) -> Any:
        """The new seat, to which nobody has a token."""
        body = self._models.PlayerAsked(bot=self._models.Bot(bot))
        return self._call("games.join_game", game=self.game, body=body)

    def events(self) -> list[Any]:
        page = self._call("log.list_events", game=self.game, limit=100)
        items: list[Any] = page.items
        return items

    def poll(self, dispute: int) -> Any:
        """A dispute as it stands; asked for again and again until it is ruled."""
        return self._call("disputes.get_dispute", game=self.game, dispute=dispute)

    def audits(self) -> list[Any]:
        items: list[Any] = self._call("audits.list_audits", game=self.game).items
        return items

    def _dispute(self, shown: Any) -> None:
        claim = self._models.Claim(self._rng.choice(["verdict", "removal", "passing"]))
        version = self._rng.randint(1, shown.version)
        body = self._models.DisputeAsked(version=version, claim=claim, statement="I saw it.")
        raised = self._call("disputes.raise_dispute", game=self.game, body=body)
        assert (raised.status.value, raised.statement) == ("waiting", None)
        self.raised.append(raised.id)

    def _start(self, _: Any) -> None:
        self._send("games.start_game", self._models.Empty())

    def _mask(self, _: Any) -> None:
        self._send("turns.put_mask_on", self._models.Empty())

    def _decline(self, _: Any) -> None:
        self._send("turns.decline_answer", self._models.Empty())

    def _remove(self, shown: Any, count: int = 1) -> None:
        slots = ("left", "right", "long")
        there = [
            {"window": window.window, "slot": slot}
            for window in shown.board
            for slot in slots
            if getattr(window.sticks, slot) is not None
        ]
        body = {"sticks": self._rng.sample(there, count)}
        self._send("turns.remove_sticks", self._models.RemovalAsked.from_dict(body))

    def _remove_two(self, shown: Any) -> None:
        self._remove(shown, 2)

    def _answer(self, shown: Any) -> None:
        stick = {"window": self._rng.randint(1, 12), "length": "short", "colour": "red"}
        body = {"sticks": [stick] * shown.removed.count}
        self._send("turns.give_answer", self._models.AnswerAsked.from_dict(body))

    def _send(self, operation: str, body: Any) -> None:
        self._call(operation, game=self.game, body=body)

    def _call(self, operation: str, **arguments: Any) -> Any:
        answer = self._generated(f"api.{operation}").sync(client=self._client, **arguments)
        assert answer is not None
        assert not isinstance(answer, self._models.Problem), answer
        return answer

    def _made(self, kind: str, **more: Any) -> Any:
        return getattr(self._generated("client"), kind)(
            base_url="http://127.0.0.1",
            httpx_args={"transport": self._transport},
            raise_on_unexpected_status=True,
            **more,
        )


def test_a_generated_client_plays_disputes_and_reads_the_ruling(generated: Module) -> None:
    world, rng = World(), Random(7)
    players = [Player(generated, world, rng) for _ in range(3)]
    players[0].sit("Ana")
    for player, name in zip(players[1:], ("Ben", "Cleo"), strict=True):
        player.sit(name, players[0].game)
    seated = players[0].ask_bot("magpie")
    assert (seated.seat, seated.token, seated.game.you.seat) == (4, None, 1)
    while not any(player.act() for player in players):
        world.later(1.4)
        bots.step(world.store, world.play, world.now)
    last = players[0].events()[-1]
    assert last.outcome.winner in {1, 2, 3, 4}
    assert last.outcome.phase is None
    raised = [(player, dispute) for player in players for dispute in player.raised]
    assert raised
    assert {player.poll(dispute).status.value for player, dispute in raised} == {"queued"}
    world.work()
    for player, dispute in raised:
        ruled = player.poll(dispute)
        assert (ruled.status.value, ruled.statement) == ("ruled", "I saw it.")
        assert ruled.ruling.verdict.value in {"dismissed", "silent"}
    assert [audit.found for audit in players[0].audits()] == [0]
