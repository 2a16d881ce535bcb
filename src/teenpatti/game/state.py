"""The state of one deal, and how each event changes it. Only assignments: what is legal and who wins is decided
elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from teenpatti.game.actions import Which
from teenpatti.game.cards import Card, Hand
from teenpatti.game.events import (
    BestNamed,
    BetMade,
    Compared,
    Contest,
    Covered,
    DealEnded,
    DealStarted,
    Event,
    HandDropped,
    HandKept,
    HandShown,
    LeftCovering,
    Packed,
    PayerExposed,
    PotCarried,
    PotWon,
    Saw,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.once import once
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import Rules


class Player(NamedTuple):
    """One player's part of a deal. ``stack`` is what he has left to bet, None for unlimited."""

    stack: int | None
    paid: int
    hand: Hand | None
    """The hand that counts at a show; of two hands the one kept from the deal before (R20)."""
    won: int = 0
    seen: bool = False
    packed: bool = False
    covered: bool = False
    has_bet: bool = False
    blind_bets: int = 0
    shown: Hand | None = None
    """The hand as all have seen it, at a show or of his own will."""
    gone: bool = False
    """Covering, and has left the deal; his hand stays (R16)."""
    two: bool = False
    """Whether he holds two hands, none of them folded (R20)."""
    second: Hand | None = None
    """The hand dealt in this deal, beside the one kept."""
    looking: Which | None = None
    """At which of his two hands he has looked and must now keep or drop it."""

    @property
    def left(self) -> bool:
        """Not packed and not covering."""
        return not (self.packed or self.covered)


class CoveredPot(NamedTuple):
    """The chips that a covering ``player`` plays for (R16)."""

    player: int
    amount: int


class CarriedPot(NamedTuple):
    """A pot that carries over to the next deal, for which ``player`` keeps his hand (R20)."""

    player: int
    amount: int


class OpenSideShow(NamedTuple):
    """A side show not yet decided: who paid and asked, and who was asked."""

    asker: int
    target: int


class Comparison(NamedTuple):
    """Hands being compared. ``word_due``: the dealer's word is awaited."""

    contest: Contest
    players: tuple[int, ...]
    word_due: bool


class _Fields(NamedTuple):
    """One deal as it stands. ``pot`` is the newest pot, ``covers`` the covered pots before it, oldest first."""

    rules: Rules
    players: tuple[Player, ...]
    pot: int
    price: int
    turn: int | None
    """Who is to act: on turn, or asked for a side show. None when over or when the dealer's word is due."""
    events: tuple[Event, ...]
    covers: tuple[CoveredPot, ...] = ()
    raises: int = 0
    side: OpenSideShow | None = None
    payer: int | None = None
    """Who paid for the show."""
    comparing: Comparison | None = None
    winners: tuple[int, ...] = ()
    """Winners of the last pot decided, who go on to the covered pots."""
    over: bool = False
    joker: Card | None = None
    """The card turned up, if the rules have one and it is known."""
    carried: int = 0
    """Chips of the pot that was carried over to this deal."""
    carries: CarriedPot | None = None
    """The pot that carries over from this deal, when it is over."""


class State(_Fields):
    """One deal as it stands: fields that change by events alone, and what follows from them, found out once."""

    @once
    def left(self) -> tuple[int, ...]:
        """The players left: not packed and not covering."""
        return tuple([i for i, player in enumerate(self.players) if not (player.packed or player.covered)])

    @once
    def ranking(self) -> Ranking:
        """The order of hands in this deal."""
        return self.rules.ranking_with(self.joker)

    @property
    def joker_unknown(self) -> bool:
        """Whether the rules turn up a joker and it is not known, so that nobody can tell which hand is better."""
        return self.rules.turns_up and self.joker is None

    @once
    def side_shows(self) -> tuple[SideAccepted, ...]:
        """The side shows of this deal that were accepted: the only events that let a player see another's hand."""
        return tuple([event for event in self.events if isinstance(event, SideAccepted)])

    @property
    def chips_in(self) -> int:
        """All chips in the pots, those carried over to this deal too; keeps its last value when the deal is over."""
        return self.carried + sum(player.paid for player in self.players)

    @classmethod
    def started(cls, event: DealStarted) -> Self:
        """The state after the boots."""
        boot = event.rules.boot
        players = tuple(
            Player(None if stack is None else stack - boot, boot, hand)
            for stack, hand in zip(event.stacks, event.hands, strict=True)
        )
        if event.keeper is not None:
            keeper = players[event.keeper]
            keeper = keeper._replace(hand=event.kept, second=keeper.hand, two=True)
            players = (*players[: event.keeper], keeper, *players[event.keeper + 1 :])
        pot = event.carried + boot * len(players)
        return cls(
            event.rules, players, pot, event.price, event.turn, (event,), joker=event.joker, carried=event.carried
        )

    def evolve(self, event: Event) -> Self:
        """The state after ``event``, which must be the next event of this deal."""
        return self._replace(events=(*self.events, event), **_CHANGES[type(event)](self, event))

    def next_left(self, seat: int, without: int | None = None) -> int:
        """The first player left clockwise of ``seat``, passing over ``without`` (R6, R15)."""
        players = self.players
        i = seat
        while True:
            i = (i + 1) % len(players)
            if players[i].left and i != without:
                return i


def _changed(state: State, i: int, **changes: Any) -> tuple[Player, ...]:
    return (*state.players[:i], state.players[i]._replace(**changes), *state.players[i + 1 :])


def _stack_less(player: Player, amount: int) -> int | None:
    return None if player.stack is None else player.stack - amount


def _saw(state: State, event: Saw) -> dict[str, Any]:
    if event.which is not None:
        return {"players": _changed(state, event.player, looking=event.which)}
    return {"players": _changed(state, event.player, seen=True)}


def _hand_kept(state: State, event: HandKept) -> dict[str, Any]:
    return {"players": _with_one(state, event.player, event.which, seen=True)}


def _hand_dropped(state: State, event: HandDropped) -> dict[str, Any]:
    return {"players": _with_one(state, event.player, "new" if event.which == "old" else "old", seen=False)}


def _with_one(state: State, i: int, which: Which, seen: bool) -> tuple[Player, ...]:
    """The players, number ``i`` left with one of his two hands."""
    me = state.players[i]
    hand = me.hand if which == "old" else me.second
    return _changed(state, i, hand=hand, two=False, second=None, looking=None, seen=seen)


def _bet(state: State, event: BetMade) -> dict[str, Any]:
    player = state.players[event.player]
    players = _changed(
        state,
        event.player,
        stack=_stack_less(player, event.amount),
        paid=player.paid + event.amount,
        has_bet=True,
        blind_bets=player.blind_bets + event.blind,
    )
    return {
        "players": players,
        "pot": state.pot + event.amount,
        "price": event.price,
        "raises": state.raises + event.raised,
        "turn": event.turn,
    }


def _packed(state: State, event: Packed) -> dict[str, Any]:
    changes = {"players": _changed(state, event.player, packed=True, looking=None), "turn": event.turn}
    if state.side is not None and event.player in state.side:
        changes |= {"side": None, "comparing": None}
    return changes


def _left_covering(state: State, event: LeftCovering) -> dict[str, Any]:
    return {"players": _changed(state, event.player, gone=True)}


def _covered(state: State, event: Covered) -> dict[str, Any]:
    player = state.players[event.player]
    players = _changed(
        state, event.player, stack=_stack_less(player, event.amount), paid=player.paid + event.amount, covered=True
    )
    covers = (*state.covers, CoveredPot(event.player, event.pot))
    return {"players": players, "pot": 0, "covers": covers, "turn": event.turn}


def _pay(state: State, i: int, amount: int) -> dict[str, Any]:
    player = state.players[i]
    players = _changed(state, i, stack=_stack_less(player, amount), paid=player.paid + amount, has_bet=True)
    return {"players": players, "pot": state.pot + amount}


def _show_paid(state: State, event: ShowPaid) -> dict[str, Any]:
    return _pay(state, event.player, event.amount) | {"payer": event.player, "turn": None}


def _side_asked(state: State, event: SideAsked) -> dict[str, Any]:
    side = None if event.turn is None else OpenSideShow(event.player, event.target)
    return _pay(state, event.player, event.amount) | {"side": side, "turn": event.turn}


def _side_refused(state: State, event: SideRefused) -> dict[str, Any]:
    return {"side": None, "turn": event.turn}


def _side_accepted(state: State, event: SideAccepted) -> dict[str, Any]:
    return {"turn": None}


def _compared(state: State, event: Compared) -> dict[str, Any]:
    players = state.players
    if event.contest != "side":
        for i, hand in zip(event.players, event.hands, strict=True):
            players = (*players[:i], players[i]._replace(shown=hand or players[i].shown), *players[i + 1 :])
    return {"players": players, "comparing": Comparison(event.contest, event.players, event.word_due)}


def _best_named(state: State, event: BestNamed) -> dict[str, Any]:
    assert state.comparing is not None
    return {"comparing": state.comparing._replace(word_due=False)}


def _pot_won(state: State, event: PotWon) -> dict[str, Any]:
    players = list(state.players)
    for i, share in zip(event.players, event.shares, strict=True):
        player = players[i]
        players[i] = player._replace(won=player.won + share, stack=_stack_less(player, -share))
    changes: dict[str, Any] = {"players": tuple(players), "winners": event.players, "comparing": None}
    return changes | ({"pot": 0} if event.covered_by is None else {"covers": state.covers[:-1]})


def _payer_exposed(state: State, event: PayerExposed) -> dict[str, Any]:
    return {"players": _changed(state, event.player, shown=event.hand)}


def _pot_carried(state: State, event: PotCarried) -> dict[str, Any]:
    return {"pot": 0, "carries": CarriedPot(event.player, event.amount)}


def _ended(state: State, event: DealEnded) -> dict[str, Any]:
    return {"over": True}


def _hand_shown(state: State, event: HandShown) -> dict[str, Any]:
    return {"players": _changed(state, event.player, shown=event.hand)}


_CHANGES: dict[type[Event], Callable[[State, Any], dict[str, Any]]] = {
    Saw: _saw,
    HandKept: _hand_kept,
    HandDropped: _hand_dropped,
    BetMade: _bet,
    Packed: _packed,
    LeftCovering: _left_covering,
    Covered: _covered,
    ShowPaid: _show_paid,
    SideAsked: _side_asked,
    SideRefused: _side_refused,
    SideAccepted: _side_accepted,
    Compared: _compared,
    BestNamed: _best_named,
    PayerExposed: _payer_exposed,
    PotCarried: _pot_carried,
    PotWon: _pot_won,
    DealEnded: _ended,
    HandShown: _hand_shown,
}
