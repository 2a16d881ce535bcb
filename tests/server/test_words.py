"""What people type is made safe, and measured as they count."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teenpatti.server.words import clean, graphemes


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("abc", 3),
        ("नमस्ते", 3),
        ("क्षत्रिय", 3),
        ("e\u0301", 1),
        ("👩‍👩‍👧‍👦", 1),
        ("👍🏽👍", 2),
        ("🇮🇳🇩🇪", 2),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 1),
        ("❤️", 1),
        ("Привет", 6),
    ],
)
def test_signs(text: str, signs: int) -> None:
    """Letters with their marks, conjuncts, emoji sequences and flags are one sign each."""
    assert len(list(graphemes(text))) == signs


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  two   words\n", "two words"),
        ("\u202eabc\u202c\u2066d\u2069", "abcd"),
        ("a\x00\x1b[31mb\x7f", "a[31mb"),
        ("\ud800x", "x"),
        ("\u200b\u200e\u2060", ""),
        ("\u200d\u200c", ""),
        ("\u0301\u0301", ""),
        ("👩‍🚀", "👩‍🚀"),
        ("क्\u200dष", "क्\u200dष"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_cleaning(text: str, cleaned: str) -> None:
    """No controls, no bidi, no lone surrogates; joiners where scripts and emoji need them."""
    assert clean(text, 40) == cleaned


def test_limit_never_cuts_a_sign() -> None:
    """As many whole signs as fit."""
    assert clean("👩‍👩‍👧‍👦" * 5, 2) == "👩‍👩‍👧‍👦" * 2
    assert clean("नमस्ते", 2) == "नम"


def test_towers_of_marks() -> None:
    """A sign carries a few marks, not hundreds; and a chain of joiners ends."""
    assert len(clean("a" + "\u0316" * 300, 10)) <= 9
    assert len(clean("\u200d".join("👩" * 300), 1)) <= 24


@given(st.text(), st.integers(1, 50))
def test_any_text(text: str, limit: int) -> None:
    """Short, one line, encodable, and cleaning again changes nothing that shows."""
    cleaned = clean(text, limit)
    cleaned.encode()
    assert len(cleaned) <= 24 * limit
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in cleaned)
    assert not any(char in cleaned for char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
    assert clean(cleaned, limit) == cleaned
