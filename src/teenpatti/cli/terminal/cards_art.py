"""Cards drawn with box characters and suit colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from teenpatti.cli.terminal.words import card_mark, rank_mark, suit_mark
from teenpatti.game.cards import Card

HEIGHT: Final = 5
"""Lines of a drawn card."""

_FACE: Final = "on #f4efe2"
_BACK: Final = "#e0a526 on #4a1942"
# Clubs, diamonds, hearts, spades.
_TWO_COLOURS: Final = ("#1d1d1f", "#b3202c", "#b3202c", "#1d1d1f")
_FOUR_COLOURS: Final = ("#1a7a34", "#1f5fbf", "#b3202c", "#1d1d1f")
# The same on the terminal's own ground, dark or light.
_TWO_INKS: Final = ("default", "#e5484d", "#e5484d", "default")
_FOUR_INKS: Final = ("#30a46c", "#3e8ef7", "#e5484d", "default")


def drawn(cards: Sequence[Card | None], *, four_colours: bool, dim: bool = False) -> list[Text]:
    """The cards side by side, :data:`HEIGHT` lines; None is a card seen from behind."""
    lines = [Text() for _ in range(HEIGHT)]
    for place, card in enumerate(cards):
        for line, part in zip(lines, _face(card, four_colours) if card is not None else _back(), strict=True):
            if place:
                line.append(" ")
            line.append_text(part)
    if dim:
        for line in lines:
            line.stylize("dim")
    return lines


def _face(card: Card, four_colours: bool) -> list[Text]:
    rank, suit = rank_mark(card), suit_mark(card)
    ink = (_FOUR_COLOURS if four_colours else _TWO_COLOURS)[card.suit]
    rows = ("╭─────╮", f"│{rank:<5}│", f"│  {suit}  │", f"│{rank:>5}│", "╰─────╯")
    edge = Text(rows[0], f"#b9ae93 {_FACE}"), Text(rows[4], f"#b9ae93 {_FACE}")
    middle = []
    for row in rows[1:4]:
        text = Text(row, f"bold {ink} {_FACE}")
        text.stylize(f"not bold #b9ae93 {_FACE}", 0, 1)
        text.stylize(f"not bold #b9ae93 {_FACE}", len(row) - 1, len(row))
        middle.append(text)
    return [edge[0], *middle, edge[1]]


def _back() -> list[Text]:
    rows = ("╭─────╮", "│◇ ◆ ◇│", "│◆ ◇ ◆│", "│◇ ◆ ◇│", "╰─────╯")
    return [Text(row, _BACK) for row in rows]


def inked(cards: Sequence[Card], *, four_colours: bool, apart: bool = True) -> Text:
    """The cards as marks in a line of text, with blanks between them where ``apart``."""
    inks = _FOUR_INKS if four_colours else _TWO_INKS
    return Text(" " if apart else "").join(Text(card_mark(card), f"bold {inks[card.suit]}") for card in cards)


def ink_marks(text: Text, *, four_colours: bool) -> None:
    """Colour all card marks in a sentence."""
    inks = _FOUR_INKS if four_colours else _TWO_INKS
    for suit, mark in enumerate("♣♦♥♠"):
        text.highlight_regex(rf"(?:10|[2-9JQKA]){mark}", f"bold {inks[suit]}")
