"""The game drawn in a terminal of at least 80 columns and 24 lines, one picture after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final

from rich.console import Console
from rich.text import Text

from teenpatti.cli.terminal.cards_art import drawn, ink_marks, inked
from teenpatti.cli.terminal.keys import Offer, offers
from teenpatti.cli.terminal.plain import HELP, ranking_help, summary
from teenpatti.cli.terminal.scene import Scene
from teenpatti.cli.terminal.words import (
    card_mark,
    chips,
    hand_name,
    in_order,
    listed,
    marks,
    sentences,
    short_stands_for,
)
from teenpatti.game.events import (
    BetMade,
    Covered,
    DealEnded,
    Event,
    PotWon,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.table import Table

_KEY: Final = "bold #e0a526"
_QUIET: Final = "#8a8a8a"
_ACCENT: Final = "bold #e0a526"
_WIN: Final = "bold #30a46c"

_TALL: Final = 9
"""With more players than this the seats stand in two columns."""


class ScreenFront:
    """Draws on ``console``, reads lines with ``read_line``, and calls ``pause`` after what others do."""

    def __init__(
        self,
        console: Console,
        read_line: Callable[[], str | None],
        pause: Callable[[], None],
        *,
        four_colours: bool = False,
    ) -> None:
        self._console = console
        self._read_line = read_line
        self._pause = pause
        self._four = four_colours
        self._log: list[Text] = []

    def opened(self, table: Table, styles: Sequence[str]) -> None:
        """Who sits at the table."""
        self._console.set_alt_screen(True)
        self._tell("Teen Patti with play chips. ? explains the keys, q ends the game.", _QUIET)
        for seat, style in zip(table.seats[1:], styles, strict=True):
            self._tell(f"{seat.person if seat else ''}: {style}", _QUIET)

    def happened(self, scene: Scene, since: int) -> None:
        """Tell and draw it, and leave time to see it if others did it."""
        if since == 0:
            out = f"; not in it: {listed(scene.out)}" if scene.out else ""
            self._tell(f"Deal {scene.number}{out}", _ACCENT)
        events = scene.view.events[since:]
        for sentence in sentences(scene, since, marks):
            self._tell(sentence)
        self._draw(scene, [])
        if getattr(events[0], "player", None) != scene.me or scene.view.over:
            self._pause()

    def ask(self, scene: Scene) -> str | None:
        """Draw what can be done and read what he types."""
        asked = scene.view.asked
        question = f"{scene.names[asked.asker]} asks you for a side show: compare hands?" if asked else "Your turn."
        self._draw(scene, [Text(question, "bold"), keys(offers(scene))])
        return self._answer()

    def ask_hand(self) -> str | None:
        """Ask for old or new, below the picture."""
        self._console.print(Text("The pot carries over again. Which hand do you keep, unseen: old or new? Enter: old."))
        return self._answer()

    def told(self, sentence: str) -> None:
        """Among the events."""
        self._tell(sentence)

    def explain(self, scene: Scene, sentence: str) -> None:
        """Among the events, where it stands beside what led to it."""
        self._tell(sentence, "#e5484d")

    def help(self, scene: Scene) -> None:
        """The keys and the order of hands, on a page of their own."""
        self._console.clear()
        for line in (*HELP, ranking_help(scene)):
            self._console.print(Text(line))
        self._console.print(Text.assemble(("Enter", _KEY), " goes back to the game."))
        self._answer()

    def deal_over(self, scene: Scene, table: Table) -> bool:
        """The result, until he has seen it."""
        self._draw(scene, [Text.assemble(("Enter", _KEY), " goes on, ", ("q", _KEY), " ends the game.")])
        answer = self._answer()
        return answer is not None and answer.strip().lower() not in ("q", "quit", "exit", "leave")

    def closed(self, table: Table, why: str) -> None:
        """The last word, on the screen that was there before."""
        self._console.set_alt_screen(False)
        self._console.print(Text(f"{why} {summary(table)}"))

    def _tell(self, sentence: str, style: str = "") -> None:
        line = Text(sentence, style)
        ink_marks(line, four_colours=self._four)
        if " win " in sentence or " wins " in sentence:
            line.stylize(_WIN, 0, line.plain.find(":") + 1)
        self._log.append(line)
        del self._log[:-200]

    def _draw(self, scene: Scene, footer: Sequence[Text]) -> None:
        width, height = self._console.size
        self._console.clear()
        for line in picture(scene, self._log, footer, width, height - 1, four_colours=self._four):
            self._console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    def _answer(self) -> str | None:
        self._console.print(Text("> ", _KEY), end="")
        return self._read_line()


def picture(
    scene: Scene, log: Sequence[Text], footer: Sequence[Text], width: int, height: int, *, four_colours: bool = False
) -> list[Text]:
    """The table as lines of text, ``height`` of them: standing, seats, own cards, what happened, what can be done."""
    rule = Text("─" * width, _QUIET)
    top = [_header(scene, width), rule, *_seats(scene, width, four_colours), rule, *_hand(scene, four_colours), rule]
    bottom = [line for text in footer for line in _wrapped(text, width)]
    room = max(0, height - len(top) - len(bottom))
    told = [line for text in log[-room:] for line in _wrapped(text, width)] if room else []
    told = told[-room:] if room else []
    filled = [*told, *[Text()] * (room - len(told))]
    return [*top, *filled, *bottom]


def keys(found: Sequence[Offer]) -> Text:
    """What can be typed, with prices: ``s look · b bet 2 to 4 · p pack``."""
    parts = []
    for offer in found:
        part = Text.assemble((offer.key, _KEY), " ", offer.name)
        if offer.price and offer.price != "free":
            part.append(f" {offer.price}", "bold")
        parts.append(part)
    parts.append(Text.assemble(("?", _KEY), " help"))
    return Text.assemble(("  ·  ", _QUIET)).join(parts)


def _wrapped(text: Text, width: int) -> list[Text]:
    return list(text.wrap(Console(width=width), width)) if text.cell_len > width else [text]


def _header(scene: Scene, width: int) -> Text:
    view = scene.view
    left = Text.assemble(("Teen Patti", _ACCENT), f"  deal {scene.number}")
    if view.joker is not None:
        left.append_text(Text.assemble("   joker ", (card_mark(view.joker), "bold")))
    if view.carried:
        left.append(f"   carried over {view.carried:,}", _ACCENT)
    stake = f"{(view.price + 1) // 2:,}"
    right = Text.assemble(
        "pot ",
        (f"{view.pot:,}", "bold"),
        "   blind pays ",
        (stake, "bold"),
        "   seen pays ",
        (f"{view.price:,}", "bold"),
    )
    gap = width - left.cell_len - right.cell_len
    return Text.assemble(left, " " * max(2, gap), right)


def _seats(scene: Scene, width: int, four_colours: bool) -> list[Text]:
    players = sorted(range(len(scene.names)), key=lambda player: scene.seats[player])
    if len(players) <= _TALL:
        return [_seat(scene, player, width, four_colours) for player in players]
    half = (len(players) + 1) // 2
    column = width // 2 - 1
    rows = []
    for left, right in zip_longest(players[:half], players[half:]):
        row = _seat(scene, left, column, four_colours)
        row.truncate(column, pad=True)
        row.append("  ")
        if right is not None:
            row.append_text(_seat(scene, right, column, four_colours))
        row.truncate(width)
        rows.append(row)
    return rows


def _seat(scene: Scene, player: int, width: int, four_colours: bool) -> Text:
    view = scene.view
    seat = view.seats[player]
    wide = width > 60
    won = any(isinstance(event, PotWon) and player in event.players for event in view.events)
    faint = _QUIET if seat.packed else ""
    line = Text()
    line.append("▸ " if player == view.turn else "  ", _ACCENT)
    line.append(f"{scene.seats[player] + 1:>2} ", _QUIET)
    name = scene.names[player]
    if player == len(scene.names) - 1:
        name += " (dealer)" if wide else "*"
    room = 30 if wide else 16
    style = _WIN if won else _ACCENT if player == view.turn else faint or ("bold" if player == scene.me else "")
    line.append(f"{name:<{room}.{room}}", style)
    line.append(f" {'∞' if seat.stack is None else f'{seat.stack:,}':>7}", faint)
    shown = None if player == scene.me else view.shown.get(player)
    if view.over and (wide or shown is None):
        net = next(event for event in view.events if isinstance(event, DealEnded)).net[player]
        line.append(f" {net:<+9,}" if wide else f" {net:<+6,}", _WIN if net > 0 else _QUIET)
    elif wide:
        line.append(f" paid {seat.paid:<6,}", _QUIET)
    standing = "packed" if seat.packed else "covered" if seat.covered else "seen" if seat.seen else "blind"
    if wide or not (view.over or shown):
        line.append(f" {standing:<7} " if wide else f" {standing}", _QUIET if standing in ("packed", "blind") else "")
    if shown is not None:
        cards = inked(in_order(shown, scene.ranking), four_colours=four_colours, apart=wide)
        line.append("" if wide else " ").append_text(cards)
    elif wide and not seat.packed:
        line.append(_last_act(view.events, player))
    return line


def _last_act(events: Sequence[Event], player: int) -> str:
    """What a player did last that is not seen from his standing."""
    for event in reversed(events):
        if getattr(event, "player", None) != player:
            continue
        match event:
            case BetMade(amount=amount, blind=blind):
                return f"bet {amount:,}" + (" blind" if blind else "")
            case ShowPaid(amount=amount):
                return f"show {amount:,}"
            case SideAsked(amount=amount):
                return f"side show {amount:,}"
            case SideAccepted():
                return "accepted"
            case SideRefused():
                return "refused"
            case Covered(amount=amount):
                return f"all in {amount:,}"
            case _:
                continue
    return ""


def _hand(scene: Scene, four_colours: bool) -> list[Text]:
    view = scene.view
    me = view.seats[scene.me]
    hand = scene.hand
    if hand is None:
        cards = drawn([None] * scene.rules.cards_dealt, four_colours=four_colours, dim=me.packed)
        name = "Two hands, unseen; the old one counts" if me.two else "Your cards, not looked at"
    else:
        cards = drawn(in_order(hand, scene.ranking), four_colours=four_colours, dim=me.packed)
        name = hand_name(hand, scene.ranking)
        name = name[0].upper() + name[1:]
    stack = "chips without limit" if me.stack is None else chips(me.stack)
    paid = f"You have {stack}, in this deal you paid {me.paid:,}."
    if scene.rules.cards_dealt == 4:
        paid = f"You have {stack}, paid {me.paid:,}."
    beside = ["", name, paid, "", "" if hand is None else short_stands_for(hand, scene.ranking)]
    looking = view.looking
    if looking is not None:
        beside[3] = f"This is your {looking.which} hand."
    if me.packed:
        beside[3] = "You have packed."
    elif me.covered:
        beside[3] = "You cover and have no more turns."
    styles = ("", "bold", "", _QUIET, "")
    return [
        Text.assemble("  ", card, "   ", (words, style))
        for card, words, style in zip(cards, beside, styles, strict=True)
    ]
