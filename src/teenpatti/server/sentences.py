"""What a refusal says to people, in their language."""

from __future__ import annotations

from teenpatti.game.errors import Code
from teenpatti.server.errors import RoomCode
from teenpatti.texts.catalogue import LANGUAGES, error_text, text


def sentence(language: str, code: RoomCode | Code) -> str:
    """The sentence of a code; in English where the language is none of ours."""
    known = language if language in LANGUAGES else "en"
    return text(known, f"refusals.{code}") if isinstance(code, RoomCode) else error_text(known, code)
