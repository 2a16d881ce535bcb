"""What the solution does in a described situation."""

from __future__ import annotations

from typing import NamedTuple

from teenpatti.game.cards import Hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted
from teenpatti.lab.follow import OffTree, actual, follow
from teenpatti.lab.solution import Solution


class Advised(NamedTuple):
    """One thing to do."""

    action: str
    """As hand files write it, in the chips of the table."""
    frequency: float
    """How often the solution does it, 0 to 1."""
    value: float
    """What it wins on average, in boots a deal; NaN where the other never lets it come so far."""


class Advice(NamedTuple):
    """What to do, most frequent first."""

    player: int
    looked: bool
    actions: tuple[Advised, ...]
    exact: bool
    """Whether the solution knows every bet so far to the chip, and the stacks."""


def advise(solution: Solution, deal: Deal, hand: Hand | None = None) -> Advice:
    """What the player to act in ``deal`` does by ``solution``, with ``hand`` if he has looked (default: the deal's).

    Raises OffTree if the solution does not reach there, ValueError if his cards are missing or he has nothing to do.
    """
    me = deal.turn
    if me is None:
        raise ValueError("The deal is over: nobody has anything to decide.")
    player = deal.players[me]
    hand = hand or player.hand
    place = follow(solution, deal.events)
    if place.deal.turn != me:
        raise OffTree("A side show is open, which the solution refuses: to refuse is as good as anything.")
    frequency, value = place.mix(hand if player.seen else None)
    boot = deal.rules.boot
    found: dict[str, Advised] = {}
    for move, often, worth in zip(place.moves, frequency.tolist(), value.tolist(), strict=True):
        action = actual(move, deal.legal(), boot, place)
        said = str(move) if action is None else str(action)
        before = found[said].frequency if said in found else 0.0
        found[said] = Advised(said, before + often, worth)
    started = deal.events[0]
    assert isinstance(started, DealStarted)
    stacks = {None if stack is None else stack / boot for stack in started.stacks}
    actions = tuple(sorted(found.values(), key=lambda advised: -advised.frequency))
    return Advice(me, player.seen, actions, place.exact and stacks == {solution.game.stack})
