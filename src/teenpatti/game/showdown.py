"""Comparing hands and giving out the pots (R8, R12, R14, R16, R17), or carrying one over (R20).

The newest pot is decided first. Its winners meet the latest coverer for his pot, the winners of that the coverer
before, and so on. Where a compared hand is unknown the deal stops and waits for the dealer's word, then goes on from
there.
"""

from __future__ import annotations

from typing import TypeVar

from teenpatti.game.cards import Hand
from teenpatti.game.events import (
    Compared,
    Contest,
    DealEnded,
    HandKept,
    Packed,
    PayerExposed,
    PotCarried,
    PotWon,
)
from teenpatti.game.state import State

S = TypeVar("S", bound=State)


def compare(state: S, contest: Contest, players: tuple[int, ...]) -> S:
    """Compare the hands of ``players``, and go on unless the dealer's word is due."""
    hands = tuple(state.players[i].hand for i in players)
    word_due = None in hands or state.joker_unknown
    state = state.evolve(Compared(contest, players, _revealed(state, contest, players), word_due))
    if word_due:
        return state
    strength = state.ranking.evaluator.strength
    strengths = [strength(hand) for hand in hands if hand is not None]
    highest = max(strengths)
    return judge(state, tuple(i for i, value in zip(players, strengths, strict=True) if value == highest))


def _revealed(state: State, contest: Contest, players: tuple[int, ...]) -> tuple[Hand | None, ...]:
    """The hands that all see as they are compared. Where pots carry over, the player asked for a show exposes first."""
    if contest == "side":
        return ()
    hidden = state.payer if contest == "show" and state.rules.carries else None
    return tuple(None if i == hidden else state.players[i].hand for i in players)


def judge(state: S, best: tuple[int, ...]) -> S:
    """Go on with ``best`` being best of those compared; several are equal."""
    assert state.comparing is not None
    contest = state.comparing.contest
    if contest == "side":
        return _side_show_decided(state, best)
    if contest == "show" and len(best) == 2 and state.rules.show_tie == "payer_loses":
        best = tuple(i for i in best if i != state.payer)
    elif contest == "cover" and best != (state.covers[-1].player,):
        # Equal: the coverer loses. Winners tied by the dealer's word stay tied, whatever their cards.
        best = state.winners
    if contest == "show" and state.payer in best:
        state = _expose_payer(state)
    return award(state, best)


def _expose_payer(state: S) -> S:
    """A payer who is not beaten shows, too, if he has not."""
    assert state.payer is not None
    payer = state.players[state.payer]
    if payer.hand is None or payer.shown is not None:
        return state
    return state.evolve(PayerExposed(state.payer, payer.hand))


def award(state: S, winners: tuple[int, ...]) -> S:
    """Give the pot in question to ``winners``, then go on to the covered pots, or end the deal."""
    newest = not state.winners
    amount = state.pot if newest else state.covers[-1].amount
    covered_by = None if newest else state.covers[-1].player
    state = state.evolve(PotWon(winners, _shares(amount, len(winners)), covered_by))
    if state.covers:
        return compare(state, "cover", tuple(sorted((*winners, state.covers[-1].player))))
    return _end(state)


def _end(state: S) -> S:
    net = tuple(player.won - player.paid for player in state.players)
    return state.evolve(DealEnded(net, tuple(player.stack for player in state.players)))


def last_left(state: S) -> S:
    """Only one player is left: he wins the newest pot unseen (R8), or it carries over (R20)."""
    (last,) = state.left
    looking = state.players[last].looking
    if looking is not None:
        # The others left before he said what becomes of the hand he looked at; silence keeps it.
        state = state.evolve(HandKept(last, looking, chosen=False))
    if state.rules.carries and not state.players[last].seen and not state.covers:
        return _end(state.evolve(PotCarried(last, state.pot)))
    return award(state, (last,))


def _side_show_decided(state: S, best: tuple[int, ...]) -> S:
    """The lower hand packs, of equal ones the asker's; the turn goes on from the asker's seat, whoever packed (R14,
    R15)."""
    assert state.side is not None
    asker, target = state.side
    loser = target if best == (asker,) else asker
    if len(state.left) == 2:
        return last_left(state.evolve(Packed(loser, "side", None)))
    return state.evolve(Packed(loser, "side", state.next_left(asker, without=loser)))


def _shares(amount: int, count: int) -> tuple[int, ...]:
    """Equal parts; odd chips go one each in order clockwise from the dealer's left (R17)."""
    share, odd = divmod(amount, count)
    return tuple(share + (i < odd) for i in range(count))
