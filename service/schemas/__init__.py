"""What requests and answers look like. Shape only: no rule of the game is here."""
