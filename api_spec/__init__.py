"""Builds the published contract from the declarations of `service`."""
