"""The game and its memory: rules, log, audit. Imports nothing of the other rooms.

Pure but for `store` (Redis) and `play` (the one door through which a game changes):
no clock, no randomness, no environment; those come in as arguments.
"""
