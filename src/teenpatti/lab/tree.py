"""The public tree of a deal between two players, grown by the reference engine with unknown hands.

While neither has looked nobody knows anything, so such a state is a game of its own: states that are reached in several
ways are kept once (:class:`Situation`). From the first look on the game is a tree (:class:`Tree`), since what a player
did before tells about his hand. Prices, turns, what is legal and who gets what are the engine's.

Actions stand in one order everywhere: see, bets from the lowest, show, side, cover, pack; or accept, refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from teenpatti.game.actions import Accept, Action, Best, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.deal import Deal
from teenpatti.game.legal import BetRange
from teenpatti.game.rules import Rules
from teenpatti.lab.terminal import Floats

SIZES: Final = ("lowest", "middle", "highest", "all")
"""Names of bet sizes; a number from 0 (lowest) to 1 (highest) names any other."""

Outcome: TypeAlias = tuple[float, float, float]
"""What player 0 wins, in boots, when his hand is better, equal, worse; all the same after a pack."""


class CannotSolve(ValueError):
    """Rules, stacks or sizes that the solver does not take, in a sentence."""


@dataclass(frozen=True)
class Game:
    """What is solved: two players with ``stack`` boots each, the boot included, and the bets they think of."""

    rules: Rules
    stack: int
    sizes: tuple[str, ...] = ("lowest", "highest")
    keep_side_shows: bool = False
    """Whether side shows that cannot matter are in the tree too; see :meth:`moves`."""
    deck: tuple[int, int] = (13, 4)
    """Ranks, from the two up, and suits; smaller decks are for comparison with other programs."""

    def __post_init__(self) -> None:
        if type(self.stack) is not int or self.stack < 2:
            raise CannotSolve(f"A stack of {self.stack} boots leaves nothing to play: expected a whole number from 2.")
        for size in self.sizes:
            if size not in SIZES and _share(size) is None:
                raise CannotSolve(f"{size!r:.40} is no bet size: expected {', '.join(SIZES)} or a number from 0 to 1.")
        if "lowest" not in self.sizes and "all" not in self.sizes:
            raise CannotSolve("The lowest bet is always among the sizes.")
        wanted = {"look": "own_turn", "short_stack": "cover", "lone_blind": "wins", "wild": "none", "cards_dealt": 3}
        for option, value in wanted.items():
            if getattr(self.rules, option) != value:
                raise CannotSolve(f"The solver needs {option} {value}, here is {getattr(self.rules, option)}.")

    @classmethod
    def like(cls, rules: Rules, stack: int, sizes: tuple[str, ...] = ("lowest", "highest")) -> Game:
        """The game at a table with ``rules`` whose players look on their own turn and cover when short."""
        return cls(replace(rules, look="own_turn", short_stack="cover"), stack, sizes)

    @property
    def chips(self) -> int:
        """The stack of each player in chips."""
        return self.stack * self.rules.boot

    def start(self) -> Deal:
        """The deal after the boots, the hands unknown."""
        return self.plain(Deal.start(self.rules, [self.chips, self.chips]))

    def plain(self, deal: Deal) -> Deal:
        """``deal`` without its past and all that cannot matter any more, so that equal situations are equal."""
        rules = self.rules
        asks = rules.side_show and rules.side_show_min_players == 2 and self._side_shows_matter
        players = tuple(
            p._replace(blind_bets=p.blind_bets if rules.blind_limit and not p.seen else 0, has_bet=p.has_bet and asks)
            for p in deal.players
        )
        return deal._replace(players=players, raises=deal.raises if rules.max_raises else 0, events=deal.events[:1])

    @cached_property
    def _side_shows_matter(self) -> bool:
        return self.keep_side_shows or self.rules.side_show_multiplier != 1

    def moves(self, deal: Deal) -> list[Action]:
        """What the player to act thinks of doing.

        Of two players left, who asks for a side show at the lowest bet's price gets nothing for it that the bet does
        not give: refused, it leaves the same state, and the other need not accept. So it is left out unless it is
        dearer. Whoever is asked all the same refuses and goes on as after the lowest bet, and loses nothing by it.
        """
        legal, me = deal.legal(), deal.turn
        assert me is not None
        if legal.accept:
            return [Accept(me), Refuse(me)]
        found: list[Action] = [See(me)] if legal.see else []
        if legal.bet is not None:
            found += [Bet(me, amount) for amount in amounts(legal.bet, self.sizes)]
        if legal.show is not None:
            found.append(Show(me))
        if legal.side is not None and self._side_shows_matter:
            found.append(Side(me, legal.side.targets[0]))
        if legal.cover is not None:
            found.append(Cover(me))
        if legal.pack:
            found.append(Pack(me))
        return found

    def outcome(self, deal: Deal) -> Outcome:
        """What ``deal``, in which nobody has anything left to do, brings player 0."""
        if deal.over:
            net = self._net(deal)
            return net, net, net
        words = ((0,), (0, 1), (1,))
        better, equal, worse = (self._net(_settled(deal, word)) for word in words)
        return better, equal, worse

    def _net(self, deal: Deal) -> float:
        return (deal.players[0].won - deal.players[0].paid) / self.rules.boot


def _settled(deal: Deal, best: tuple[int, ...]) -> Deal:
    while not deal.over:
        deal = deal.play(Best(best))
    return deal


def amounts(bet: BetRange, sizes: tuple[str, ...]) -> list[int]:
    """The amounts in chips that ``sizes`` name within ``bet``, ascending."""
    assert bet.highest is not None
    if bet.steps is not None:
        among = list(bet.steps)
    elif "all" in sizes:
        return list(range(bet.lowest, bet.highest + 1))
    else:
        shares = [share for size in sizes if (share := _share(size)) is not None]
        return sorted({bet.lowest + round(share * (bet.highest - bet.lowest)) for share in shares})
    if "all" in sizes:
        return among
    shares = [share for size in sizes if (share := _share(size)) is not None]
    return sorted({among[round(share * (len(among) - 1))] for share in shares})


def _share(size: str) -> float | None:
    if size in SIZES:
        return {"lowest": 0.0, "middle": 0.5, "highest": 1.0}.get(size)
    try:
        share = float(size)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


class Tree(NamedTuple):
    """A tree as flat arrays, decisions in preorder (each before all that follows from it)."""

    player: NDArray[np.int8]
    """[decisions] who decides, 0 or 1."""
    seen: NDArray[np.bool_]
    """[decisions, 2] whether each player has looked."""
    depth: NDArray[np.int32]
    """[decisions] decisions before it."""
    via: NDArray[np.int32]
    """[decisions] which of the actions of the decision before leads here."""
    end: NDArray[np.int32]
    """[decisions] one past the last decision that follows from it."""
    first: NDArray[np.int32]
    """[decisions + 1] the place of its first action among all actions."""
    child: NDArray[np.int32]
    """[actions] the decision that follows, -1 if the deal is over."""
    pay: Floats
    """[actions, 3] the outcome where the deal is over, as :data:`Outcome`."""
    row: NDArray[np.int32]
    """[decisions] its first row in the strategies of seen or of blind players."""
    seen_rows: int
    """Rows of seen players, one for each action; each row holds all classes."""
    blind_rows: int
    """Rows of blind players, each one number."""

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return len(self.player)


class Situation(NamedTuple):
    """A state in which neither has looked."""

    deal: Deal
    line: tuple[Action, ...]
    """A shortest line of play to it."""
    moves: tuple[Action, ...]
    follows: tuple[int | Outcome | None, ...]
    """What each move leads to: a situation's number, the outcome, or None for the first look (always move 0)."""


class Graph:
    """All states of a game, each played out once by the engine."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Deal, tuple[list[Action], list[Deal]]] = {}
        self._sizes: dict[Deal, tuple[int, int, int]] = {}

    def after(self, deal: Deal) -> tuple[list[Action], list[Deal]]:
        """The moves in a plain state and the plain states after each."""
        found = self._known.get(deal)
        if found is None:
            moves = self.game.moves(deal)
            found = self._known[deal] = (moves, [self.game.plain(deal.play(move)) for move in moves])
        return found

    def situations(self) -> list[Situation]:
        """The states in which neither has looked, each before those that follow from it."""
        lines: dict[Deal, tuple[Action, ...]] = {self.game.start(): ()}
        queue = list(lines)
        for deal in queue:
            for move, state in zip(*self.after(deal), strict=True) if deal.turn is not None else ():
                if state.turn is not None and not any(p.seen for p in state.players) and state not in lines:
                    lines[state] = (*lines[deal], move)
                    queue.append(state)
        # Chips only ever go in, so the sum paid puts every state before its successors.
        queue.sort(key=lambda deal: deal.chips_in)
        number = {deal: i for i, deal in enumerate(queue)}
        return [
            Situation(
                deal,
                lines[deal],
                tuple(self.after(deal)[0]),
                tuple(
                    self.game.outcome(state) if state.turn is None else number.get(state)
                    for state in self.after(deal)[1]
                ),
            )
            for deal in queue
            if deal.turn is not None
        ]

    def decisions(self, root: Deal) -> Iterator[tuple[Deal, int, int]]:
        """The decisions from ``root`` on in preorder: state, decisions before it, and which action led to it."""
        stack = [(root, 0, 0)]
        while stack:
            deal, depth, via = stack.pop()
            yield deal, depth, via
            states = self.after(deal)[1]
            stack += [(s, depth + 1, i) for i, s in reversed(list(enumerate(states))) if s.turn is not None]

    def tree(self, root: Deal) -> Tree:
        """The tree from ``root`` on."""
        first, rows = [0], [0, 0]
        row: list[int] = []
        child: list[int] = []
        pay: list[Outcome] = []
        player: list[int] = []
        seen: list[tuple[bool, bool]] = []
        depths: list[int] = []
        vias: list[int] = []
        open_at: list[int] = []
        for n, (deal, depth, via) in enumerate(self.decisions(root)):
            assert deal.turn is not None
            del open_at[depth:]
            if open_at:
                child[first[open_at[-1]] + via] = n
            open_at.append(n)
            looked = deal.players[deal.turn].seen
            player.append(deal.turn)
            seen.append((deal.players[0].seen, deal.players[1].seen))
            depths.append(depth)
            vias.append(via)
            row.append(rows[looked])
            states = self.after(deal)[1]
            rows[looked] += len(states)
            child += [-1] * len(states)
            pay += [self.game.outcome(state) if state.turn is None else (0.0, 0.0, 0.0) for state in states]
            first.append(len(child))
        deep = np.array(depths, dtype=np.int32)
        end = np.full(len(player), len(player), dtype=np.int32)
        for n in range(len(player) - 1):
            later = np.flatnonzero(deep[n + 1 :] <= deep[n])
            end[n] = n + 1 + later[0] if len(later) else len(player)
        return Tree(
            np.array(player, dtype=np.int8),
            np.array(seen, dtype=np.bool_),
            deep,
            np.array(vias, dtype=np.int32),
            end,
            np.array(first, dtype=np.int32),
            np.array(child, dtype=np.int32),
            np.array(pay, dtype=np.float64),
            np.array(row, dtype=np.int32),
            rows[True],
            rows[False],
        )

    def size(self, root: Deal) -> tuple[int, int, int]:
        """Decisions, rows of seen and of blind players that the tree from ``root`` would have, without growing it."""
        stack = [root]
        while stack:
            deal = stack[-1]
            if deal in self._sizes:
                stack.pop()
                continue
            states = [state for state in self.after(deal)[1] if state.turn is not None]
            waiting = [state for state in states if state not in self._sizes]
            if waiting:
                stack += waiting
                continue
            assert deal.turn is not None
            rows = len(self.after(deal)[0])
            looked = deal.players[deal.turn].seen
            sizes = [self._sizes[state] for state in states]
            self._sizes[deal] = (
                1 + sum(size[0] for size in sizes),
                rows * looked + sum(size[1] for size in sizes),
                rows * (not looked) + sum(size[2] for size in sizes),
            )
            stack.pop()
        return self._sizes[root]
