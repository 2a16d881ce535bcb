"""The game in sentences, for a pipe or a screen reader: no drawing, no colours, nothing ever moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from teenpatti.cli.terminal.keys import Offer, offers
from teenpatti.cli.terminal.scene import Scene
from teenpatti.cli.terminal.words import chips, hand_name, in_order, listed, sentences, spoken
from teenpatti.game.table import Table
from teenpatti.texts.catalogue import text
from teenpatti.texts.options import option_sentence

HELP = (
    "s: look at your cards. It is free, but from then on you pay double.",
    "b: bet the lowest amount; b and a number, or the number alone: bet so many chips.",
    "p: pack, that is give up.",
    "w: pay for a show and compare with the last other player.",
    "e: pay for a side show and compare in private with one other player; the lower hand packs.",
    "a and r: accept or refuse a side show you are asked for.",
    "c: cover, that is stay in with all you have when it is less than the lowest bet.",
    "s old and s new: look at one of your two hands, where a pot was carried over; then k: keep it, or d: fold it.",
    "q: leave the game. Words such as look, bet 4, pack or show do as well.",
)
"""What can be typed."""


def ranking_help(scene: Scene) -> str:
    """The order of hands in one sentence."""
    classes = ("trail", "pure_sequence", "sequence", "colour", "pair", "high_card")
    names = [text("en", f"classes.{name}.name").lower() for name in classes]
    if scene.rules.lowball:
        order = f"The lowest hand wins. From best to worst: {', '.join(reversed(names))}."
    else:
        order = f"Hands from best to worst: {', '.join(names)}."
    wild = option_sentence("en", scene.rules, "wild") if scene.rules.wild != "none" else ""
    four = "The best three of your four cards count." if scene.rules.cards_dealt == 4 else ""
    return " ".join(filter(None, (order, wild, four)))


class PlainFront:
    """Writes sentences with ``write`` and reads lines with ``read_line`` (None at the end of input)."""

    def __init__(self, write: Callable[[str], None], read_line: Callable[[], str | None]) -> None:
        self._write = write
        self._read_line = read_line

    def opened(self, table: Table, styles: Sequence[str]) -> None:
        """Who sits at the table."""
        self._write("Teen Patti with play chips. ? explains what you can type, q ends the game.")
        seats = [seat for seat in table.seats if seat is not None]
        self._write(f"You have {chips(seats[0].chips)}. At the table, clockwise from you:")
        for seat, style in zip(seats[1:], styles, strict=True):
            self._write(f"{seat.person}, {chips(seat.chips)}. {style}")

    def happened(self, scene: Scene, since: int) -> None:
        """Tell it."""
        if since == 0:
            self._write("")
            out = f" Not in it: {listed(scene.out)}." if scene.out else ""
            self._write(f"Deal {scene.number}.{out}")
        for sentence in sentences(scene, since, spoken):
            self._write(sentence)

    def ask(self, scene: Scene) -> str | None:
        """Say where things stand and what can be done."""
        view = scene.view
        me = view.seats[scene.me]
        if view.asked is not None:
            asker = scene.names[view.asked.asker]
            self._write(f"{asker} asks you to compare hands: accept (a) or refuse (r)?")
        else:
            stack = "no limit of chips" if me.stack is None else chips(me.stack)
            standing = "seen" if me.seen else "blind, with two hands," if me.two else "blind"
            self._write(f"Your turn. The pot is {view.pot:,}; you are {standing} and have {stack}.")
            self._write(f"You can {listed([_said(offer) for offer in offers(scene)], 'or')}.")
        return self._read_line()

    def ask_hand(self) -> str | None:
        """Ask for old or new."""
        self._write("The pot carries over again, and you keep one of your two hands, unseen: old or new? Enter: old.")
        return self._read_line()

    def told(self, sentence: str) -> None:
        """Say it."""
        self._write(sentence)

    def explain(self, scene: Scene, sentence: str) -> None:
        """Say it; the question follows again."""
        self._write(sentence)

    def help(self, scene: Scene) -> None:
        """The letters and the order of hands."""
        for line in (*HELP, ranking_help(scene)):
            self._write(line)

    def deal_over(self, scene: Scene, table: Table) -> bool:
        """The standing; the next deal follows at once."""
        me = scene.view.seats[scene.me]
        if scene.held and not me.seen:
            held = in_order(scene.held, scene.ranking)
            self._write(f"You had {spoken(held)}: {hand_name(scene.held, scene.ranking)}.")
        self._write(f"Chips: {standing(table)}.")
        return True

    def closed(self, table: Table, why: str) -> None:
        """The last word."""
        self._write("")
        self._write(f"{why} {summary(table)}")


def _said(offer: Offer) -> str:
    price = "" if offer.price in ("", "free") else f" for {offer.price}" if offer.name != "bet" else f" {offer.price}"
    return f"{offer.name}{price} ({offer.key})"


def standing(table: Table) -> str:
    """``You 990, Tight bot 1,010``; the first seat is the person's."""
    names = ["you", *[seat.person for seat in table.seats[1:] if seat]]
    stacks = [seat.chips for seat in table.seats if seat]
    return ", ".join(f"{name} {stack:,}" for name, stack in zip(names, stacks, strict=True))


def summary(table: Table) -> str:
    """What the person won or lost in all."""
    account = next(iter(table.accounts.values()))
    won = (
        f"won {chips(account.net)}"
        if account.net > 0
        else f"lost {chips(-account.net)}"
        if account.net
        else "won and lost nothing"
    )
    deals = "1 deal" if account.deals == 1 else f"{account.deals:,} deals"
    return f"In {deals} you {won}. Chips: {standing(table)}."
