"""What the person may do now, and what the words that he types mean."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from teenpatti.cli.terminal.scene import Scene
from teenpatti.cli.terminal.words import listed
from teenpatti.game.actions import Accept, Action, Bet, Cover, Drop, Keep, Pack, Refuse, See, Show, Side, Which
from teenpatti.game.legal import BetRange
from teenpatti.game.rules import MAX_DIGITS


class Offer(NamedTuple):
    """One thing to do: the key, its name, and its price in words."""

    key: str
    name: str
    price: str = ""


class NotUnderstoodError(Exception):
    """Nothing that can be done; the message says what was expected."""


class HelpWanted(Exception):
    """The person asked what all this means."""


class QuitWanted(Exception):
    """The person wants to stop."""


_VERBS: Final = {
    "s": "see", "see": "see", "look": "see",
    "b": "bet", "bet": "bet", "chaal": "bet", "raise": "bet",
    "p": "pack", "pack": "pack", "fold": "pack",
    "w": "show", "show": "show",
    "e": "side", "side": "side", "sideshow": "side",
    "a": "accept", "accept": "accept", "y": "accept", "yes": "accept",
    "r": "refuse", "refuse": "refuse", "n": "refuse", "no": "refuse",
    "c": "cover", "cover": "cover",
    "k": "keep", "keep": "keep",
    "d": "drop", "drop": "drop",
    "q": "quit", "quit": "quit", "exit": "quit", "leave": "quit",
    "?": "help", "h": "help", "help": "help",
}  # fmt: skip
_BARE: Final[dict[str, type[Pack | Show | Accept | Refuse | Cover | Keep | Drop]]] = {
    "pack": Pack,
    "show": Show,
    "accept": Accept,
    "refuse": Refuse,
    "cover": Cover,
    "keep": Keep,
    "drop": Drop,
}
_NUMBER: Final = re.compile(r"[0-9]+(?:[,_][0-9]{3})*", re.ASCII)


def offers(scene: Scene) -> list[Offer]:
    """Everything legal for the person, with prices in chips, in the order of the rules."""
    legal = scene.view.legal
    found = []
    if legal.accept:
        found += [Offer("a", "accept"), Offer("r", "refuse")]
    if legal.keep:
        found += [Offer("k", "keep this hand"), Offer("d", "fold it and play the other blind")]
    if legal.see:
        found.append(Offer("s", "look", "free"))
    if legal.see_one:
        found += [Offer(f"s {which}", f"look at the {which} hand", "free") for which in ("old", "new")]
    if legal.bet is not None:
        found.append(Offer("b", "bet", amounts(legal.bet)))
    if legal.show is not None:
        found.append(Offer("w", "show", f"{legal.show:,}"))
    if legal.side is not None:
        # One name for the key where nobody else can be asked, else a number for each.
        several = len(legal.side.targets) > 1
        for target in legal.side.targets:
            key = f"e {scene.seats[target] + 1}" if several else "e"
            found.append(Offer(key, f"side show with {scene.names[target]}", f"{legal.side.price:,}"))
    if legal.cover is not None:
        found.append(Offer("c", "cover", f"{legal.cover:,}"))
    if legal.pack:
        found.append(Offer("p", "pack"))
    return found


def amounts(bet: BetRange) -> str:
    """The legal bets as players say them: ``2 or 4``, ``2 to 4``, ``2 or more``."""
    if bet.steps is not None:
        return listed([f"{step:,}" for step in bet.steps], "or")
    if bet.highest is None:
        return f"{bet.lowest:,}, doubled as often as you like" if bet.doubling else f"{bet.lowest:,} or more"
    if bet.highest == bet.lowest:
        return f"{bet.lowest:,}"
    joined = "or" if bet.highest == bet.lowest + 1 else "to"
    return f"{bet.lowest:,} {joined} {bet.highest:,}"


def read(text: str, scene: Scene) -> Action:
    """The action that ``text`` means; whether it is legal is for the game to say.

    Raises NotUnderstoodError, HelpWanted or QuitWanted.
    """
    words = text.lower().split()
    if not words:
        raise NotUnderstoodError("Type the letter of what you want to do, then Enter; ? explains the letters.")
    if _NUMBER.fullmatch(words[0]) and len(words) == 1:
        words = ["bet", *words]
    verb = _VERBS.get(words[0])
    rest = words[1:]
    if verb == "side" and rest[:1] == ["show"]:
        rest = rest[1:]
    if verb is None:
        raise NotUnderstoodError(f"{_shortened(text)} means nothing here; ? explains the letters.")
    if verb == "help":
        raise HelpWanted
    if verb == "bet":
        return Bet(scene.me, _amount(rest, scene))
    if verb == "side":
        return Side(scene.me, _target(rest, scene))
    if verb == "see":
        return See(scene.me, _which(rest, scene))
    if rest:
        raise NotUnderstoodError(f"Type {words[0]} alone; nothing goes with it.")
    if verb == "quit":
        raise QuitWanted
    return _BARE[verb](scene.me)


def _which(rest: list[str], scene: Scene) -> Which | None:
    """At which of two hands he looks; who has one names none."""
    if not scene.view.seats[scene.me].two:
        if rest:
            raise NotUnderstoodError("Type s alone; you hold one hand.")
        return None
    if rest in (["old"], ["o"]):
        return "old"
    if rest in (["new"], ["n"]):
        return "new"
    raise NotUnderstoodError("You hold two hands: type s old or s new.")


def _amount(rest: list[str], scene: Scene) -> int:
    bet = scene.view.legal.bet
    if not rest:
        return bet.lowest if bet else 1
    if len(rest) > 1 or not _NUMBER.fullmatch(rest[0]) or len(rest[0]) > MAX_DIGITS:
        raise NotUnderstoodError("After b comes one whole number of chips, such as b 2; b alone is the lowest bet.")
    return int(re.sub("[,_]", "", rest[0]))


def _target(rest: list[str], scene: Scene) -> int:
    side = scene.view.legal.side
    left = scene.view.left
    if not rest:
        if side is not None and len(side.targets) > 1:
            raise NotUnderstoodError("Say whom you ask, by the number in front of the name.")
        # Where there is no side show the game says why.
        return side.targets[0] if side else left[left.index(scene.me) - 1]
    numbers = {str(seat + 1): player for player, seat in enumerate(scene.seats)}
    if len(rest) > 1 or rest[0] not in numbers:
        raise NotUnderstoodError("After e comes the number in front of a player's name.")
    return numbers[rest[0]]


def _shortened(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return f'"{shown if len(shown) <= 40 else shown[:37] + "..."}"'
