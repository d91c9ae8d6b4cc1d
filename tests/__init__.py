"""Mirrors the rooms."""
