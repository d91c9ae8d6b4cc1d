"""The web edge and the command line. Constructs no event and judges no move."""
