"""Whole games as they were once stored, and what everybody saw: they must replay for ever."""
