"""Bots: what each remembers, what it decides, when it moves.

A bot knows what its seat was shown and its own seed, nothing else. The same of both is the
same move for ever, so that a game can be checked when it is over.
"""
