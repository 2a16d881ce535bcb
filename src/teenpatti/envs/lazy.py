"""A deal whose cards are dealt only when somebody comes to see them.

The engine plays it with unknown hands, so nothing it holds can tell a card. A hand is dealt when its owner looks, or
when it is compared and its owner has not looked; the cards of a hand come in ascending order, so that each hand is
dealt in one way only. Where hands are compared the deal says by itself who is best. So the tree of all deals has no
branch that nobody can tell from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple, Self, TypeVar

from teenpatti.envs import choices
from teenpatti.envs.choices import Costs
from teenpatti.envs.setting import Setting
from teenpatti.game.actions import Best
from teenpatti.game.cards import Card, Hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import (
    BetMade,
    Compared,
    Covered,
    Event,
    Packed,
    Saw,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.once import once


class Move(NamedTuple):
    """One choice made. ``won``: it accepted a side show, and the one who asked won it."""

    player: int
    choice: int
    won: bool


class _Fields(NamedTuple):
    deal: Deal
    deck: tuple[Card, ...]
    """All cards, ascending."""
    hands: tuple[Hand, ...]
    """What each player has been dealt so far."""
    dealing: int | None
    """The player whose hand is being dealt."""
    moves: tuple[Move, ...]
    line: tuple[str, ...]
    """What has happened, in words that all may know."""


class LazyDeal(_Fields):
    """A deal as it stands. Immutable: :meth:`choose` and :meth:`dealt` give the deal after."""

    @classmethod
    def start(cls, setting: Setting, deck: Sequence[Card]) -> Self:
        """The deal after the boots; no card has been dealt. ``deck`` holds at least all hands, ascending."""
        deal = Deal.start(setting.rules, setting.stacks)
        return cls(deal, tuple(deck), ((),) * setting.players, None, (), ())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @property
    def turn(self) -> int | None:
        """Who has to choose; None while a card is due, or when the deal is over."""
        return None if self.dealing is not None else self.deal.turn

    @once
    def costs(self) -> Costs:
        """What each choice costs who has to choose, None if it is not legal."""
        return choices.NOTHING if self.turn is None else choices.costs(self.deal.legal())

    def choose(self, choice: int) -> Self:
        """The deal after who has to choose has chosen. Raises IllegalAction."""
        player = self.turn
        assert player is not None
        after = self.deal.play(choices.action(self.deal, choice, self.costs))
        return _settled(self._replace(deal=after, moves=(*self.moves, Move(player, choice, False))), self.deal)

    def outcomes(self) -> list[tuple[Card, float]]:
        """The cards that can be dealt now, ascending, each with its chance."""
        assert self.dealing is not None
        hand = self.hands[self.dealing]
        out = {card for held in self.hands for card in held}
        above = [card for card in self.deck if card not in out and (not hand or card > hand[-1])]
        # The other cards of the hand must still find place above the card: so many ways for each.
        missing = self.deal.rules.cards_dealt - len(hand) - 1
        ways = [comb(len(above) - 1 - i, missing) for i in range(len(above))]
        total = sum(ways)
        return [(card, count / total) for card, count in zip(above, ways, strict=True) if count]

    def dealt(self, card: Card) -> Self:
        """The deal after ``card``, one of :meth:`outcomes`, has been dealt."""
        player = self.dealing
        assert player is not None
        hand = (*self.hands[player], card)
        hands = (*self.hands[:player], hand, *self.hands[player + 1 :])
        if len(hand) < self.deal.rules.cards_dealt:
            return self._replace(hands=hands)
        return _settled(self._replace(hands=hands, dealing=None), self.deal)

    def known_to(self, viewer: int | None) -> dict[int, Hand]:
        """The hands that ``viewer`` knows: his own once he has looked, those of his side shows, those shown to all."""
        known: set[int] = set()
        for event in self.deal.events:
            if isinstance(event, Saw) and event.player == viewer:
                known.add(viewer)
            elif isinstance(event, SideAccepted) and viewer in (event.player, event.asker):
                known |= {event.player, event.asker}
            elif isinstance(event, Compared) and event.contest != "side":
                known |= set(event.players)
        size = self.deal.rules.cards_dealt
        return {i: self.hands[i] for i in sorted(known) if len(self.hands[i]) == size}


L = TypeVar("L", bound=LazyDeal)


def _settled(state: L, before: Deal) -> L:
    """Go on until somebody has to choose, a card is due or the deal is over; ``before`` is the deal as last told."""
    size = state.deal.rules.cards_dealt
    while True:
        deal = state.deal
        comparing = deal.comparing
        wanted = [i for i, player in enumerate(deal.players) if player.seen]
        if comparing is not None:
            wanted += comparing.players
        due = next((i for i in wanted if len(state.hands[i]) < size), None)
        if due is not None or comparing is None:
            break
        state = _judged(state, comparing.players)
    new = (_in_words(event) for event in deal.events[len(before.events) :])
    return state._replace(dealing=due, line=(*state.line, *(words for words in new if words is not None)))


def _judged(state: L, players: tuple[int, ...]) -> L:
    """The dealer's word who of ``players`` is best."""
    strength = state.deal.rules.ranking.evaluator.strength
    worth = [strength(state.hands[i]) for i in players]
    best = tuple(i for i, value in zip(players, worth, strict=True) if value == max(worth))
    side, moves = state.deal.side, state.moves
    if side is not None:
        moves = (*moves[:-1], moves[-1]._replace(won=best == (side.asker,)))
    return state._replace(deal=state.deal.play(Best(best)), moves=moves)


def longest(setting: Setting) -> int:
    """The most choices that one deal can take.

    Every payment is at least a boot, and a side show, which takes two choices, at least two. Of looking and giving up
    or covering, which cost nothing, all but one player can do both; for the last a look costs a bet, since a seen bet
    is two boots.
    """
    rules, players = setting.rules, setting.players
    boots = players * (setting.stack - 1)
    if rules.pot_limit:
        boots = min(boots, -(-rules.pot_limit // rules.boot) - players)
    return boots + 2 * (players - 1)


def _in_words(event: Event) -> str | None:
    """An event of betting as hand files write it, None for any other."""
    who = f"p{getattr(event, 'player', -1) + 1}"
    match event:
        case Saw():
            return f"{who} see"
        case BetMade():
            return f"{who} bet {event.amount}"
        case Packed():
            return f"{who} loses" if event.cause == "side" else f"{who} pack"
        case SideAsked():
            return f"{who} side p{event.target + 1}"
        case SideAccepted():
            return f"{who} accept"
        case SideRefused():
            return f"{who} refuse"
        case ShowPaid():
            return f"{who} show"
        case Covered():
            return f"{who} cover"
    return None
