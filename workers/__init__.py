"""What happens without a request. A job is safe to run twice; only `events.play` changes a game."""
