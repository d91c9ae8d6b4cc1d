"""Thousands of random games over HTTP against the whole service, and against kill -9."""
