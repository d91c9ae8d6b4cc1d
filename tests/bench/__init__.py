"""What an action, a read, a fold and a game's memory cost, each beside a rival or a limit."""
