"""What people type: names, avatars and chat, made safe to show, and measured as people count.

Control characters and those that turn the direction of writing are taken out, so that no text can disguise itself or
its
neighbours; joiners stay where emoji and the scripts of India need them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

_JOINER: Final = "\u200d"
_NON_JOINER: Final = "\u200c"
_TAGS: Final = range(0xE0020, 0xE0080)
_SKIN: Final = range(0x1F3FB, 0x1F400)
_FLAGS: Final = range(0x1F1E6, 0x1F200)
_VIRAMA_CLASS: Final = 9
MAX_MARKS: Final = 8
"""Marks that one sign may carry; more are a tower, and no writing."""
MAX_SIGN: Final = 24
"""Characters that one sign may have; a family of four with skin tones has eleven."""


def clean(text: str, limit: int) -> str:
    """``text`` in one line of at most ``limit`` signs as people count them; empty if nothing readable is left."""
    kept = (_kept(char) for char in unicodedata.normalize("NFC", text))
    signs = list(graphemes(" ".join("".join(kept).split())))
    return "".join(signs[:limit]).strip(" " + _JOINER + _NON_JOINER) if any(map(_shows, signs)) else ""


def _kept(char: str) -> str:
    if char in (_JOINER, _NON_JOINER) or ord(char) in _TAGS:
        return char
    category = unicodedata.category(char)
    if category in ("Zl", "Zp", "Zs") or char in "\t\n\r":
        return " "
    # Cc control, Cf format (bidi among them), Cs lone surrogates, Co private, Cn unassigned.
    return "" if category.startswith("C") else char


def _shows(sign: str) -> bool:
    return any(unicodedata.category(char)[0] not in "CZM" for char in sign)


def graphemes(text: str) -> Iterator[str]:
    """The signs of ``text`` as people count them: letters with their marks, emoji sequences, flags."""
    sign = ""
    for char in text:
        if sign and not _joins(sign, char):
            yield sign
            sign = ""
        if len(sign) < MAX_SIGN and (not _is_mark(char) or sum(map(_is_mark, sign)) < MAX_MARKS):
            sign += char
    if sign:
        yield sign


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _joins(sign: str, char: str) -> bool:
    """Whether ``char`` belongs to the sign before it."""
    code, last = ord(char), sign[-1]
    if sign == " " or char == " ":
        return False
    if _is_mark(char) or char in (_JOINER, _NON_JOINER):
        return True
    if code in _SKIN or code in _TAGS:
        return True
    if last == _JOINER:
        # A joiner binds emoji, and after a virama the letters of a conjunct.
        return unicodedata.category(char)[0] in "SL"
    if code in _FLAGS:
        return len(sign) == 1 and ord(sign) in _FLAGS
    return unicodedata.combining(last) == _VIRAMA_CLASS and unicodedata.category(char).startswith("L")
