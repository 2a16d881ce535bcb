"""A deal as a hand file, whole or masked for one viewer.

A masked file holds only the cards its viewer may know. Where a comparison rests on other cards, the file says who was
best, so that it replays to the same chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from teenpatti.game.actions import Accept, Best, Bet, Cover, Leave, Pack, Refuse, See, Show, ShowHand, Side
from teenpatti.game.cards import Hand, format_hand
from teenpatti.game.events import (
    BestNamed,
    BetMade,
    Compared,
    Covered,
    DealStarted,
    Event,
    HandShown,
    LeftCovering,
    Packed,
    PotWon,
    Saw,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.handfile import HandFile
from teenpatti.game.state import State
from teenpatti.game.view import Viewer, known_hands

Everything: TypeAlias = Literal["everything"]
EVERYTHING: Final[Everything] = "everything"
"""The viewer of the whole truth: the table's own record."""


def hand_file(
    deal: State,
    players: Sequence[str],
    viewer: Viewer | Everything = EVERYTHING,
    *,
    extra: Mapping[str, Any] | None = None,
) -> HandFile:
    """``deal`` as a hand file for ``viewer``: a player, None for a spectator, or EVERYTHING.

    ``players`` are the names in playing order; ``extra`` holds author, event, date or user fields. A deal that is not
    over gives a file that ends where the deal stands.
    """
    start = deal.events[0]
    assert isinstance(start, DealStarted)
    hands = _hands_known(deal, viewer)
    lines = [
        f"d dh p{i} {format_hand(hand) if hand else '??' * deal.rules.cards_dealt}" for i, hand in enumerate(hands, 1)
    ]
    starting = _limited(start.stacks)
    finishing = _limited(tuple(player.stack for player in deal.players)) if deal.over else None
    return HandFile(
        players=tuple(players),
        actions=(*lines, *_lines(deal.events, hands)),
        rules=deal.rules,
        starting_stacks=starting,
        finishing_stacks=finishing,
        extra=dict(extra or {}),
    )


def _limited(stacks: tuple[int | None, ...]) -> tuple[int, ...] | None:
    """The stacks, or None if they are unlimited; a tab holds for all or for nobody."""
    limited = tuple(stack for stack in stacks if stack is not None)
    return limited if len(limited) == len(stacks) else None


def _hands_known(deal: State, viewer: Viewer | Everything) -> list[Hand | None]:
    """The hands as dealt that the file may hold. One that the engine never knew stays unknown, whatever was shown
    later."""
    if viewer == EVERYTHING:
        return [player.hand for player in deal.players]
    known = known_hands(deal, viewer)
    return [
        player.hand if i in known or (i == viewer and player.seen) else None for i, player in enumerate(deal.players)
    ]


def _lines(events: Sequence[Event], hands: Sequence[Hand | None]) -> list[str]:
    lines: list[str] = []
    pending: Compared | None = None
    for event in events:
        if isinstance(event, Compared):
            pending = event if any(hands[i] is None for i in event.players) else None
            continue
        best = _best(event, pending)
        if best:
            lines.append(str(best))
        if best or (pending and isinstance(event, Packed) and event.player in pending.players):
            pending = None
        line = _line(event)
        if line is not None:
            lines.append(line)
    return lines


def _best(event: Event, pending: Compared | None) -> Best | None:
    """The dealer's word that stands for a comparison of cards that the file does not hold."""
    if pending is None:
        return None
    if isinstance(event, (BestNamed, PotWon)):
        return Best(event.players)
    if isinstance(event, Packed) and event.cause == "side":
        return Best(tuple(i for i in pending.players if i != event.player))
    return None


def _line(event: Event) -> str | None:
    match event:
        case Saw(player=player):
            return str(See(player))
        case BetMade(player=player, amount=amount):
            return str(Bet(player, amount))
        case Packed(player=player, cause="pack"):
            return str(Pack(player))
        case Packed(player=player, cause="leave") | LeftCovering(player=player):
            return str(Leave(player))
        case Covered(player=player):
            return str(Cover(player))
        case ShowPaid(player=player):
            return str(Show(player))
        case SideAsked(player=player, target=target):
            return str(Side(player, target))
        case SideRefused(player=player):
            return str(Refuse(player))
        case SideAccepted(player=player):
            return str(Accept(player))
        case HandShown(player=player, hand=hand):
            return str(ShowHand(player, hand))
        case _:
            return None
