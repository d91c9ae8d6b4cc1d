"""A game of three scripted players, played over HTTP and told in sentences."""
