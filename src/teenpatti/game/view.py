"""What one viewer may know: the only door from the truth to a client, a bot, a file or a spectator.

A viewer is a player of the deal (from 0), or None for a spectator. What a viewer gets does not differ between two decks
that differ only in cards he may not know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from teenpatti.game.actions import Which
from teenpatti.game.cards import Card, Hand, quote
from teenpatti.game.events import DealStarted, Event, Saw, SideAccepted
from teenpatti.game.legal import NOTHING, Legal
from teenpatti.game.moves import legal
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import Rules
from teenpatti.game.state import CarriedPot, CoveredPot, OpenSideShow, Player, State

Viewer: TypeAlias = int | None


class SeatView(NamedTuple):
    """What all know of one player: chips (``stack`` None: unlimited) and standing."""

    stack: int | None
    paid: int
    seen: bool
    packed: bool
    covered: bool
    has_bet: bool
    blind_bets: int
    two: bool
    """Whether he holds two hands, one of them kept from the deal before (R20)."""


class Looking(NamedTuple):
    """The one of his two hands that the viewer has looked at, and must now keep or drop (R20)."""

    which: Which
    hand: Hand | None


class View(NamedTuple):
    """A deal as ``viewer`` may know it."""

    viewer: Viewer
    rules: Rules
    seats: tuple[SeatView, ...]
    own_hand: Hand | None
    """The viewer's cards, only once he has looked."""
    looking: Looking | None
    """Where the viewer has looked at one of two hands and must decide about it."""
    shown: dict[int, Hand]
    """Hands that the viewer has seen: shown to all, or to him at a side show."""
    joker: Card | None
    """The card turned up for all to see, if the rules have one (R21)."""
    pot: int
    """All chips in the pots."""
    carried: int
    """Those of them that were carried over from the deal before (R20)."""
    covers: tuple[CoveredPot, ...]
    price: int
    raises: int
    turn: int | None
    asked: OpenSideShow | None
    """The side show that is open, if one is."""
    legal: Legal
    """What the viewer may do."""
    over: bool
    carries: CarriedPot | None
    """The pot that carries over to the next deal, once this one is over (R20)."""
    events: tuple[Event, ...]
    """This deal's events, redacted."""

    @property
    def ranking(self) -> Ranking:
        """The order of hands in this deal."""
        return self.rules.ranking_with(self.joker)

    @property
    def left(self) -> tuple[int, ...]:
        """The players left: not packed and not covering."""
        return tuple(i for i, seat in enumerate(self.seats) if not (seat.packed or seat.covered))


E = TypeVar("E", bound=Event)


def redact(event: E, viewer: Viewer) -> E:
    """``event`` without the cards that ``viewer`` may not know.

    Of the cards dealt or kept nobody knows any; a look tells the one who looked; a side show the two (R14). All else,
    the joker too, is public.
    """
    if isinstance(event, DealStarted):
        return replace(event, hands=(None,) * len(event.hands), kept=None)
    if isinstance(event, Saw):
        return event if viewer == event.player else replace(event, hand=None)
    if isinstance(event, SideAccepted):
        return event if viewer in (event.player, event.asker) else replace(event, hands=(None, None))
    return event


def view(deal: State, viewer: Viewer = None) -> View:
    """``deal`` as ``viewer`` may know it. Raises IndexError for a player who is not in the deal."""
    me = None if viewer is None else _player(deal, viewer)
    events = tuple(redact(event, viewer) for event in deal.events)
    return View(
        viewer=viewer,
        rules=deal.rules,
        seats=tuple(
            SeatView(p.stack, p.paid, p.seen, p.packed, p.covered, p.has_bet, p.blind_bets, p.two) for p in deal.players
        ),
        own_hand=me.hand if me and me.seen else None,
        looking=None if me is None else looking_at(me),
        shown=known_hands(deal, viewer),
        joker=deal.joker,
        pot=deal.chips_in,
        carried=deal.carried,
        covers=deal.covers,
        price=deal.price,
        raises=deal.raises,
        turn=deal.turn,
        asked=deal.side,
        legal=NOTHING if viewer is None else legal(deal, viewer),
        over=deal.over,
        carries=deal.carries,
        events=events,
    )


def look_after(deal: State, player: int) -> Hand | None:
    """The player's own cards once the deal is over, for him alone (R8); None before, or if the engine never knew them.

    None, too, for one who keeps his hand for the next deal: it stays unseen (R20). Nothing else tells the cards to one
    who did not look in the deal. Raises IndexError for a player who is not in it.
    """
    me = _player(deal, player)
    keeps = deal.carries is not None and deal.carries.player == player
    return me.hand if deal.over and not keeps else None


def looking_at(me: Player) -> Looking | None:
    """The one of two hands that the player has looked at and must decide about."""
    if me.looking is None:
        return None
    return Looking(me.looking, me.hand if me.looking == "old" else me.second)


def _player(deal: State, player: int) -> Player:
    if type(player) is not int or not 0 <= player < len(deal.players):
        raise IndexError(f"{quote(player)} is no player of this deal: expected 0 to {len(deal.players) - 1}, or None.")
    return deal.players[player]


def known_hands(deal: State, viewer: Viewer) -> dict[int, Hand]:
    """The hands that have been shown to ``viewer``, by player: to all, or to him at a side show."""
    shown = {i: player.shown for i, player in enumerate(deal.players) if player.shown is not None}
    for event in deal.side_shows:
        if viewer in (event.player, event.asker):
            for player, hand in zip((event.player, event.asker), event.hands, strict=True):
                if hand is not None and player != viewer:
                    shown.setdefault(player, hand)
    return shown
