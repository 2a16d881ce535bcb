"""Exact counts of every state of small games, as perft counts chess positions.

``perft.txt`` holds the counts. A change of the rules shows there as another number, and ``scripts/perft --divide NAME``
tells below which first actions it lies.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, zip_longest
from pathlib import Path
from typing import Any, Final, TypeAlias

from teenpatti.game.actions import Accept, Action, Best, Bet, Cover, Drop, Keep, Leave, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import Hand, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from tests.game.dealing import TIED, TRAILS

RESULTS: Final = Path(__file__).with_name("perft.txt")

BARE: Final[tuple[tuple[str, type[Any]], ...]] = (
    ("see", See),
    ("pack", Pack),
    ("show", Show),
    ("cover", Cover),
    ("accept", Accept),
    ("refuse", Refuse),
    ("keep", Keep),
    ("drop", Drop),
)


@dataclass(frozen=True)
class Game:
    """Rules, stacks, and the hands of each deal that is counted; ``leave``: leaving counts as an action too."""

    rules: Rules
    stacks: tuple[int | None, ...]
    deals: Callable[[int], Iterator[tuple[Hand | None, ...]]]
    leave: bool = False
    quick: bool = True
    start: dict[str, Any] = field(default_factory=dict)
    """What else the deals begin with: the joker, and a pot and a hand carried over."""


def _of(*texts: str) -> Callable[[int], Iterator[tuple[Hand | None, ...]]]:
    return lambda players: iter([tuple(None if text == "?" else parse_hand(text) for text in texts[:players])])


def _every(deck: str) -> Callable[[int], Iterator[tuple[Hand | None, ...]]]:
    """Every way to give three cards each from a small deck."""

    def deals(players: int, rest: tuple[Any, ...] = parse_hand(deck)) -> Iterator[tuple[Hand | None, ...]]:
        if not players:
            yield ()
            return
        for hand in combinations(rest, 3):
            for others in deals(players - 1, tuple(card for card in rest if card not in hand)):
                yield (hand, *others)

    return deals


_BEST_FIRST = _of(*TRAILS)
_BEST_LAST = _of(*TRAILS[3::-1])
_ALIKE = _of(*TIED)
_UNKNOWN = _of("?", "?", "?")
_CLUB = {"bet_steps": "double", "look": "any_time", "side_show_all_seen": False, "short_stack": "cover"}


def _rules(**options: Any) -> Rules:
    return Rules(**options)


_BRAG = Rules.preset("brag")
_CARRIED = {"carried": 4, "keeper": 1, "kept": parse_hand("2c5d9c")}

GAMES: Final[dict[str, Game]] = {
    "classic-2": Game(Rules(), (6, 6), _BEST_FIRST),
    "classic-2-uneven": Game(Rules(), (9, 5), _BEST_LAST),
    "classic-3": Game(Rules(), (4, 4, 4), _BEST_FIRST),
    "classic-3-tied": Game(Rules(), (4, 4, 4), _ALIKE),
    "classic-3-leave": Game(Rules(), (3, 3, 3), _BEST_FIRST, leave=True),
    "any-time-2": Game(_rules(look="any_time"), (6, 6), _BEST_FIRST),
    "no-upper-limit-2": Game(_rules(raise_factor=0), (6, 6), _BEST_LAST),
    "double-steps-2": Game(_rules(raise_factor=4, bet_steps="double"), (9, 9), _BEST_FIRST),
    "raises-and-blinds-2": Game(_rules(blind_limit=2, max_raises=1, max_seen_bet=4), (8, 8), _BEST_FIRST),
    "dear-shows-2": Game(
        _rules(show_multiplier=2, side_show_multiplier=2, seen_may_show_blind=True, show_tie="split"), (7, 7), _ALIKE
    ),
    "cover-2": Game(_rules(short_stack="cover"), (7, 4), _BEST_LAST),
    "cover-3": Game(_rules(short_stack="cover"), (3, 4, 4), _BEST_LAST),
    "cover-3-pot-limit": Game(_rules(short_stack="cover", pot_limit=8), (3, 4, 5), _ALIKE),
    "pot-limit-3": Game(_rules(pot_limit=7), (None, None, None), _BEST_FIRST),
    "side-show-any-3": Game(_rules(side_show_with="any", side_show_min_players=3), (4, 5, 4), _BEST_LAST),
    "no-side-show-3": Game(_rules(side_show=False), (4, 4, 4), _BEST_FIRST),
    "club-like-3": Game(_rules(**_CLUB), (4, 4, 4), _BEST_FIRST),
    "unknown-2": Game(Rules(), (5, 5), _UNKNOWN),
    "unknown-3-cover-leave": Game(_rules(short_stack="cover", pot_limit=8), (3, 2, 3), _UNKNOWN, leave=True),
    "seven-cards-2": Game(Rules(), (4, 4), _every("AsAhKsKhQsQhJs")),
    "seven-cards-2-muflis": Game(_rules(lowball=True, ace_run="lowest"), (3, 3), _every("As2s3s4sAh2h3h")),
    "nine-cards-3-cover": Game(_rules(short_stack="cover"), (1, 2, 2), _every("AsAhAdKsKhKd2s2h2d"), quick=False),
    "brag-2": Game(_BRAG, (6, 6), _BEST_FIRST),
    "brag-2-carried": Game(_BRAG, (5, 5), _BEST_LAST, start=_CARRIED),
    "brag-3-carried": Game(_BRAG, (3, 4, 3), _BEST_FIRST, start=_CARRIED),
    "brag-2-carried-leave": Game(_BRAG, (4, 4), _BEST_FIRST, leave=True, start=_CARRIED),
    "joker-2": Game(Rules(wild="joker"), (6, 6), _BEST_LAST, start={"joker": parse_hand("Ac")[0]}),
    "seven-cards-2-lowest": Game(Rules(wild="lowest"), (3, 3), _every("As2s3s4sAh2h3h")),
    "classic-2-deep": Game(Rules(), (12, 12), _BEST_FIRST, quick=False),
    "classic-3-deep": Game(Rules(), (6, 6, 6), _BEST_FIRST, quick=False),
    "club-like-3-deep": Game(_rules(**_CLUB), (5, 6, 5), _BEST_LAST, quick=False),
}


@dataclass(frozen=True)
class Count:
    """Sequences of actions by their length, those that end the deal, and the sum of what each player won in them."""

    nodes: tuple[int, ...] = ()
    ended: int = 0
    net: tuple[int, ...] = ()
    states: int = field(default=0, compare=False)

    def __add__(self, other: Count) -> Count:
        return Count(_sum(self.nodes, other.nodes), self.ended + other.ended, _sum(self.net, other.net))

    def __str__(self) -> str:
        parts = {"sequences": self.nodes, "ended": (self.ended,), "net": self.net, "states": (self.states,)}
        return "".join(f"  {name}: {' '.join(map(str, numbers))}\n" for name, numbers in parts.items())


def _sum(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(ours, theirs, fillvalue=0))


_Memo: TypeAlias = dict[tuple[Any, ...], Count]


def actions(deal: Deal, leave: bool) -> Iterator[Action]:
    """Every legal action, in the order of the legal moves: of who is to act, then what others may do out of turn."""
    for player in sorted(range(len(deal.players)), key=lambda player: player != deal.turn):
        legal = deal.legal(player)
        yield from (kind(player) for name, kind in BARE[:2] if getattr(legal, name))
        if legal.see_one:
            yield from (See(player, which) for which in ("old", "new"))
        if legal.bet is not None:
            amounts = legal.bet.steps or range(legal.bet.lowest, (legal.bet.highest or 0) + 1)
            yield from (Bet(player, amount) for amount in amounts)
        if legal.side is not None:
            yield from (Side(player, target) for target in legal.side.targets)
        for name, kind in BARE[2:]:
            value = getattr(legal, name)
            if value is not None and value is not False:
                yield kind(player)
        if leave and legal.leave:
            yield Leave(player)
    yield from _words(deal)


def _words(deal: Deal) -> Iterator[Action]:
    candidates = deal.legal().best or ()
    assert not candidates or deal.comparing is not None
    tied = set(deal.winners) if deal.comparing is not None and deal.comparing.contest == "cover" else set()
    for size in range(1, len(candidates) + 1):
        for players in combinations(candidates, size):
            if tied & {*players} in (set(), tied):
                yield Best(players)


def count(deal: Deal, leave: bool, memo: _Memo) -> Count:
    """All sequences of actions from here to the end."""
    if deal.over:
        return Count((1,), 1, tuple(player.won - player.paid for player in deal.players))
    key = tuple(getattr(deal, name) for name in deal._fields if name not in ("events", "rules"))
    if key not in memo:
        total = Count()
        for action in actions(deal, leave):
            total += count(deal.play(action), leave, memo)
        memo[key] = Count((1, *total.nodes), total.ended, total.net)
    return memo[key]


def perft(game: Game) -> Count:
    """The counts of a game over all its deals; ``states`` are those in which somebody is to act."""
    total, states = Count(), 0
    for deal in begin(game):
        memo: _Memo = {}
        total += count(deal, game.leave, memo)
        states += len(memo)
    return Count(total.nodes, total.ended, total.net, states)


def begin(game: Game) -> Iterator[Deal]:
    """Its deals, just begun."""
    return (Deal.start(game.rules, game.stacks, hands, **game.start) for hands in game.deals(len(game.stacks)))


def divide(game: Game) -> dict[str, Count]:
    """The counts below each first action, summed over the deals."""
    parts: dict[str, Count] = {}
    for deal in begin(game):
        memo: _Memo = {}
        for action in actions(deal, game.leave):
            parts[str(action)] = parts.get(str(action), Count()) + count(deal.play(action), game.leave, memo)
    return parts


def entry(name: str, result: Count) -> str:
    """A game as the file holds it."""
    return f"{name}\n{result}"


def main(arguments: list[str]) -> int:
    """Compare all games with the file, write it anew, or print one game divided."""
    parser = ArgumentParser(prog="scripts/perft", description=__doc__)
    parser.add_argument("names", nargs="*", help="games to count; all if none is named")
    parser.add_argument("--divide", metavar="NAME", choices=GAMES, help="print the counts below each first action")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args(arguments)
    if options.divide:
        for action, result in divide(GAMES[options.divide]).items():
            print(f"{action}: {sum(result.nodes)}  ended {result.ended}  net {' '.join(map(str, result.net))}")
        return 0
    entries = [entry(name, perft(GAMES[name])) for name in options.names or GAMES]
    print(*entries, sep="\n", end="")
    if options.write:
        RESULTS.write_text("\n".join(entries), encoding="utf-8")
    known = RESULTS.read_text(encoding="utf-8")
    changed = [found.partition("\n")[0] for found in entries if found not in known]
    if changed:
        print(f"not as in {RESULTS.name}: {', '.join(changed)}", file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
