"""Decks that nobody can predict or choose."""
