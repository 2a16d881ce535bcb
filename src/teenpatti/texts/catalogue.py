"""The texts themselves: one TOML file for each language, the same keys and placeholders in all.

A key is a dotted path such as ``options.boot.label``. A text spoken with a number has a table of plural forms in its
place, and its placeholder ``n`` chooses the form.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias, cast

from teenpatti.game.errors import Code
from teenpatti.texts.numerals import PLURALS, format_number, plural

Message: TypeAlias = str | dict[str, str]
"""A text, or its plural forms."""

LANGUAGES: Final = {
    "en": "English",
    "hi": "हिन्दी",
    "de": "Deutsch",
    "ru": "Русский",
    "id": "Bahasa Indonesia",
}
"""Every language by its code, with its own name in its own script."""

_FORMS: Final = frozenset(form for forms in PLURALS.values() for form in forms)


@cache
def messages(lang: str) -> dict[str, Message]:
    """Every text of a language by key. Raises ValueError for a language that has none."""
    if lang not in LANGUAGES:
        raise ValueError(f"There are no texts in {lang[:20]!r}: expected one of {', '.join(LANGUAGES)}.")
    source = files("teenpatti.texts").joinpath("catalogue", f"{lang}.toml")
    found: dict[str, Message] = {}
    _flatten(tomllib.loads(source.read_text(encoding="utf-8")), "", found)
    return found


def _flatten(table: dict[str, Any], path: str, found: dict[str, Message]) -> None:
    for name, value in table.items():
        if isinstance(value, dict) and not _FORMS.issuperset(value):
            _flatten(value, f"{path}{name}.", found)
        else:
            found[path + name] = cast("Message", value)


def text(lang: str, key: str, **values: int | str) -> str:
    """The text of ``key`` with its placeholders filled in; numbers are written as the language writes them.

    >>> text("en", "options.boot.values.number", n=1000)
    'Before the cards are dealt, every player puts a boot of 1,000 chips into the pot. The boot is the first stake.'
    """
    message = messages(lang)[key]
    if isinstance(message, dict):
        message = message[plural(lang, int(values["n"]))]
    return message.format_map(
        {name: value if isinstance(value, str) else format_number(lang, value) for name, value in values.items()}
    )


def error_text(lang: str, code: Code) -> str:
    """What was wrong and what to do, for people."""
    return text(lang, f"errors.{code}")
