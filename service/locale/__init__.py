"""Catalogues of translations, one folder for each language."""
