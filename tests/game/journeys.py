"""Random deals on their way, and the same deals with cards taken away or exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from teenpatti.game.actions import Action, Best, ShowHand
from teenpatti.game.cards import CARDS, Card, Hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted, Packed, Saw, SideAccepted
from teenpatti.game.record import hand_file
from teenpatti.game.view import Viewer
from teenpatti.game.words import is_dealing, read_action, split
from tests.helpers import random_action


def journey(deal: Deal, rng: Random) -> list[Deal]:
    """The deal at each of its moments, played at random to its end; then some show their hands."""
    moments = [deal]
    while not deal.over:
        deal = deal.play(random_action(deal, rng))
        moments.append(deal)
    for player in range(len(deal.players)):
        kept = deal.carries is not None and deal.carries.player == player
        if deal.players[player].hand is not None and not kept and rng.random() < 0.2:
            deal = deal.play(ShowHand(player))
            moments.append(deal)
    return moments


def names(deal: Deal) -> list[str]:
    """A name for each player."""
    return [f"player {i}" for i in range(1, len(deal.players) + 1)]


def actions(deal: Deal) -> list[Action]:
    """The actions that led to the deal."""
    lines = [split(line) for line in hand_file(deal, names(deal)).actions]
    return [read_action(words) for words in lines if not is_dealing(words)]


def beginning(deal: Deal) -> DealStarted:
    """The deal's first event."""
    event = deal.events[0]
    assert isinstance(event, DealStarted)
    return event


def again(deal: Deal, hands: tuple[Hand | None, ...], kept: Hand | None = None) -> Deal:
    """The deal with the same actions and other hands. Where cards are not known the dealer says the truth."""
    began = beginning(deal)
    start = Deal.start(
        began.rules,
        began.stacks,
        hands,
        joker=began.joker,
        carried=began.carried,
        keeper=began.keeper,
        kept=kept,
    )
    # What counts is settled before anything is compared.
    truth = tuple(player.hand for player in deal.players)
    twin = _told(start, truth)
    for action in actions(deal):
        twin = _told(twin.play(action), truth)
    return twin


def _told(deal: Deal, truth: tuple[Hand | None, ...]) -> Deal:
    strength = deal.ranking.evaluator.strength
    while deal.comparing is not None:
        worth = {i: strength(hand) for i in deal.comparing.players if (hand := truth[i]) is not None}
        deal = deal.play(Best(tuple(i for i in worth if worth[i] == max(worth.values()))))
    return deal


def known_to(deal: Deal, viewer: Viewer) -> set[Hand | None]:
    """The hands the viewer has seen by the rules: his own after a look, those shown to all, those of his side shows."""
    players = deal.players
    known = {player.hand for player in players if player.shown is not None}
    if viewer is not None:
        if players[viewer].seen:
            known.add(players[viewer].hand)
        for event in deal.events:
            if isinstance(event, SideAccepted) and viewer in (event.player, event.asker):
                known |= {players[event.player].hand, players[event.asker].hand}
            if isinstance(event, Saw) and event.player == viewer and event.which is not None:
                known.add(beginning(deal).kept if event.which == "old" else beginning(deal).hands[viewer])
    return known


def exchanged(deal: Deal, viewer: Viewer, rng: Random) -> Deal | None:
    """The deal dealt from another deck that differs only in cards the viewer may not know; None if none was found.

    Who lost a side show is known to all (R14), so the hidden hands of a side show keep their order, and so do those of
    a show whose payer was beaten and need not show (R20).
    """
    began = beginning(deal)
    known = known_to(deal, viewer)
    fixed = {card for hand in known for card in hand or ()} | {began.joker}
    strength = deal.ranking.evaluator.strength
    for _ in range(40):
        rest = [card for card in CARDS if card not in fixed]
        rng.shuffle(rest)
        size = deal.rules.cards_dealt
        hands = tuple(hand if hand in known else _drawn(rest, size) for hand in began.hands)
        kept = began.kept if began.kept is None or began.kept in known else _drawn(rest, size)
        counts = [
            kept if player.hand == began.kept and i == began.keeper else hands[i]
            for i, player in enumerate(deal.players)
        ]
        worth = [0 if hand is None else strength(hand) for hand in counts]
        in_order = all(
            (asked if worth[asker] > worth[asked] else asker) == loser for asker, asked, loser in side_shows(deal)
        )
        if in_order and all(worth[payer] < worth[asked] + ties for payer, asked, ties in beaten_payers(deal)):
            return again(deal, hands, kept)
    return None


def _drawn(rest: list[Card], size: int) -> Hand:
    return tuple(rest.pop() for _ in range(size))


def beaten_payers(deal: Deal) -> Iterator[tuple[int, int, bool]]:
    """The payer of a show who lost and did not show, the player asked, and whether he loses a tie, too."""
    if deal.rules.carries and deal.payer is not None and not (won := deal.players[deal.payer]).won and not won.shown:
        (asked,) = (i for i in deal.left if i != deal.payer)
        yield deal.payer, asked, deal.rules.show_tie == "payer_loses"


def side_shows(deal: Deal) -> Iterator[tuple[int, int, int]]:
    """Asker, asked and loser of each side show decided so far."""
    pair = (-1, -1)
    for event in deal.events:
        if isinstance(event, SideAccepted):
            pair = (event.asker, event.player)
        elif isinstance(event, Packed) and event.cause == "side":
            yield *pair, event.player
