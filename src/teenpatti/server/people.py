"""Who is at a table: the plain value that the sessions layer makes for each browser."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guest:
    """A person as his browser is known. ``id`` is lasting and public at the tables he visits; it is no secret."""

    id: str
    name: str
    avatar: str = ""
    """One emoji, or empty for initials."""
    language: str = "en"
