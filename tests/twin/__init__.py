"""The twin-world law: what was removed shows in nothing that the wearer or the public can ask."""
