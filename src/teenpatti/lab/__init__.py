"""Studying the game: exact odds, millions of deals a second, bot matches, the heads-up solver (extra ``[lab]``)."""

# The solved bot registers its name when the lab is there.
from teenpatti.lab import solved as _solved  # noqa: F401
