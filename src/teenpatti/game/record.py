"""A deal as a hand file, whole or masked for one viewer.

A masked file holds only the cards its viewer may know. Where a comparison rests on other cards, the file says who was
best, so that it replays to the same chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from teenpatti.game.actions import Accept, Best, Bet, Cover, Drop, Keep, Leave, Pack, Refuse, See, Show, ShowHand, Side
from teenpatti.game.cards import Hand, format_hand
from teenpatti.game.events import (
    BestNamed,
    BetMade,
    Compared,
    Covered,
    DealStarted,
    Event,
    HandDropped,
    HandKept,
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
    known = _known(deal, viewer)
    dealt = [hand if hand in cards else None for hand, cards in zip(start.hands, known, strict=True)]
    unknown = "??" * deal.rules.cards_dealt
    lines = [f"d dh p{i} {format_hand(hand) if hand else unknown}" for i, hand in enumerate(dealt, 1)]
    if start.keeper is not None:
        kept = start.kept if start.kept in known[start.keeper] else None
        lines.append(f"d kh p{start.keeper + 1} {format_hand(kept) if kept else unknown}")
    if start.joker is not None:
        lines.append(f"d tj {start.joker}")
    # Where a hand compared, or the joker, is not in the file, the file says who was best.
    compared = [
        not deal.joker_unknown and player.hand in cards for player, cards in zip(deal.players, known, strict=True)
    ]
    finishing = _limited(tuple(player.stack for player in deal.players)) if deal.over else None
    return HandFile(
        players=tuple(players),
        actions=(*lines, *_lines(deal.events, compared)),
        rules=deal.rules,
        starting_stacks=_limited(start.stacks),
        carried=start.carried,
        finishing_stacks=finishing,
        extra=dict(extra or {}),
    )


def _limited(stacks: tuple[int | None, ...]) -> tuple[int, ...] | None:
    """The stacks, or None if they are unlimited; a tab holds for all or for nobody."""
    limited = tuple(stack for stack in stacks if stack is not None)
    return limited if len(limited) == len(stacks) else None


def _known(deal: State, viewer: Viewer | Everything) -> list[set[Hand]]:
    """The hands of each player, as dealt or kept, that the file may hold. One that the engine never knew stays unknown,
    whatever was shown later."""
    start = deal.events[0]
    assert isinstance(start, DealStarted)
    held = [{hand} if hand else set() for hand in start.hands]
    if start.keeper is not None and start.kept is not None:
        held[start.keeper].add(start.kept)
    if viewer == EVERYTHING:
        return held
    known: list[set[Hand]] = [set() for _ in held]
    for i, hand in known_hands(deal, viewer).items():
        known[i].add(hand)
    if viewer is not None:
        known[viewer].update(
            event.hand for event in deal.events if isinstance(event, Saw) and event.player == viewer and event.hand
        )
    # A hand may be shown with its cards in another order.
    return [
        {hand for hand in mine if any(set(hand) == set(cards) for cards in shown)}
        for mine, shown in zip(held, known, strict=True)
    ]


def _lines(events: Sequence[Event], compared: Sequence[bool]) -> list[str]:
    """The actions. ``compared`` tells of each player whether the file holds what he shows at a comparison."""
    lines: list[str] = []
    pending: Compared | None = None
    for event in events:
        if isinstance(event, Compared):
            pending = None if all(compared[i] for i in event.players) else event
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
        case Saw(player=player, which=which):
            return str(See(player, which))
        case HandKept(player=player, chosen=True):
            return str(Keep(player))
        case HandDropped(player=player):
            return str(Drop(player))
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
