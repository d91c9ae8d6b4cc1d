"""What happens without a request. A job changes a game only through `events.play` and is safe to run twice."""
