"""What is promised about shuffles, what is not, and how it is tested, in the words of the page about trust."""

from __future__ import annotations

from typing import Final

from teenpatti.texts.catalogue import messages, text
from teenpatti.texts.numerals import format_number
from teenpatti.texts.sheet import Bullets, Paragraph, Section, Sheet, Table

WRONG_SHUFFLES: Final = 7
CHECK_SECONDS: Final = 5
FIGURES: Final = {
    "decks": 100_000,
    "twice": 10_000,
    "fields": 10_000,
    "forks": 100_000,
    "killed": 30,
}
"""How much the tests do each time; the tests hold these to be true."""

_LISTS: Final = ("how", "promised", "not_promised", "yourself", "checked", "unchecked")


def trust(lang: str = "en") -> Sheet:
    """The page about trust. Raises ValueError for a language without texts."""
    return Sheet(
        lang=lang,
        title=text(lang, "trust.title"),
        subtitle=text(lang, "trust.subtitle"),
        sections=(*(_list(lang, name) for name in _LISTS), _tested(lang)),
        footer=text(lang, "trust.footer"),
    )


def _list(lang: str, name: str) -> Section:
    items = [key for key in messages(lang) if key.startswith(f"trust.{name}.") and not key.endswith(".heading")]
    return Section(name, text(lang, f"trust.{name}.heading"), (Bullets(tuple(text(lang, key) for key in items)),))


def _tested(lang: str) -> Section:
    def say(key: str, **values: int) -> str:
        return text(lang, f"trust.tested.{key}", **values)

    rows = [(say(key), format_number(lang, count)) for key, count in FIGURES.items()]
    rows.insert(1, (say("wrong"), say("of", found=WRONG_SHUFFLES, n=WRONG_SHUFFLES)))
    rows.append((say("speed"), say("seconds", n=CHECK_SECONDS)))
    table = Table((say("what"), say("how_much")), tuple(rows), numeric=True)
    return Section("tested", say("heading"), (Paragraph(say("text")), table))
