"""Teeth: every fault that an audit looks for is planted, and named where it is."""
