"""Games so small that another program solves them exactly, and what it found.

The values below are those of OpenSpiel 2.0.2's sequence-form linear program. To find them again, with `cvxpy` at hand,
which is not among the packages of the tests: ``PYTHONPATH=src:. python -m tests.lab.small_games``.
"""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

from teenpatti.game.actions import Accept, Action, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import CARDS, Hand
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules

RANKS, SUITS = 4, 2
"""The deck: 2c 2d 3c 3d 4c 4d 5c 5d."""

GAMES: dict[str, tuple[dict[str, object], int]] = {
    "classic": ({}, 3),
    "double show": ({"show_multiplier": 2}, 3),
    "side shows at double price": ({"side_show_multiplier": 2}, 4),
    "seen may show, ties split": ({"seen_may_show_blind": True, "show_tie": "split"}, 3),
    "small pot": ({"pot_limit": 6, "ace_run": "none"}, 4),
    "one blind bet": ({"blind_limit": 1, "max_raises": 1}, 4),
}
"""Options and stack in boots, by name."""

VALUES: dict[str, float] = {
    "classic": -0.257142857,
    "double show": -0.257142857,
    "side shows at double price": -0.287281419,
    "seen may show, ties split": -0.257142857,
    "small pot": -0.177356117,
    "one blind bet": -0.287301587,
}
"""What player 0 wins in boots a deal."""


def rules(name: str) -> Rules:
    """The rules of one of the games."""
    return Rules.from_options({"short_stack": "cover", **GAMES[name][0]})


def _moves(deal: Deal) -> list[Action]:
    me, legal = deal.turn, deal.legal()
    assert me is not None
    bets = () if legal.bet is None else sorted({legal.bet.lowest, legal.bet.highest or 0})
    found: list[tuple[object, Action]] = [
        (legal.see, See(me)),
        *((True, Bet(me, amount)) for amount in bets),
        (legal.show is not None, Show(me)),
        (legal.side is not None, Side(me, 1 - me)),
        (legal.cover is not None, Cover(me)),
        (legal.accept, Accept(me)),
        (legal.refuse, Refuse(me)),
        (legal.pack, Pack(me)),
    ]
    return [move for allowed, move in found if allowed]


class Writer:
    """Writes a game in Gambit's extensive form, every side show in it."""

    def __init__(self, name: str) -> None:
        self.rules, self.stack = rules(name), GAMES[name][1]
        self.sets: tuple[dict[tuple[str, Hand | None], int], ...] = ({}, {})
        self.outcomes: list[str] = []
        self.lines: list[str] = []

    def text(self) -> str:
        """The whole file."""
        deck = [CARDS[4 * rank + suit] for rank in range(RANKS) for suit in range(SUITS)]
        deals = [(one, two) for one in combinations(deck, 3) for two in combinations(deck, 3) if not {*one} & {*two}]
        chances = " ".join(f'"{i}" 1/{len(deals)}' for i in range(len(deals)))
        self.lines = ['EFG 2 R "teenpatti" { "p1" "p2" }', f'c "" 1 "" {{ {chances} }} 0']
        for hands in deals:
            self._node(Deal.start(self.rules, [self.stack * self.rules.boot] * 2, hands), "")
        return "\n".join(self.lines) + "\n"

    def _node(self, deal: Deal, line: str) -> None:
        if deal.over:
            net = (deal.players[0].won - deal.players[0].paid) / self.rules.boot
            self.outcomes.append(line)
            self.lines.append(f't "" {len(self.outcomes)} "" {{ {net} {-net} }}')
            return
        me = deal.turn
        assert me is not None
        key = line, deal.players[me].hand if deal.players[me].seen else None
        number = self.sets[me].setdefault(key, len(self.sets[me]) + 1)
        moves = _moves(deal)
        names = " ".join(f'"{move}"' for move in moves)
        self.lines.append(f'p "" {me + 1} {number} "" {{ {names} }} 0')
        for move in moves:
            self._node(deal.play(move), f"{line},{move}")


def main() -> None:
    """Print the values."""
    pyspiel = import_module("pyspiel")
    sequence_form_lp = import_module("open_spiel.python.algorithms.sequence_form_lp")

    for name in GAMES:
        game = pyspiel.load_efg_game(Writer(name).text())
        print(f"    {name!r}: {sequence_form_lp.solve_zero_sum_game(game)[0]:.9f},", flush=True)
    print("    kuhn:", sequence_form_lp.solve_zero_sum_game(pyspiel.load_game("kuhn_poker"))[0])


if __name__ == "__main__":
    main()
