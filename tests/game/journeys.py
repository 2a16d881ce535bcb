"""Random deals on their way, and the same deals with cards taken away or exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from teenpatti.game.actions import Action, Best, ShowHand
from teenpatti.game.cards import CARDS, Card, Hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted, Packed, SideAccepted
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
        if deal.players[player].hand is not None and rng.random() < 0.2:
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


def again(deal: Deal, hands: tuple[Hand | None, ...]) -> Deal:
    """The deal with the same actions and other hands. Where cards are not known the dealer says the truth."""
    truth = beginning(deal).hands
    began = beginning(deal)
    twin = _told(Deal.start(began.rules, began.stacks, hands), truth)
    for action in actions(deal):
        twin = _told(twin.play(action), truth)
    return twin


def _told(deal: Deal, truth: tuple[Hand | None, ...]) -> Deal:
    strength = deal.rules.ranking.evaluator.strength
    while deal.comparing is not None:
        worth = {i: strength(hand) for i in deal.comparing.players if (hand := truth[i]) is not None}
        deal = deal.play(Best(tuple(i for i in worth if worth[i] == max(worth.values()))))
    return deal


def known_to(deal: Deal, viewer: Viewer) -> set[int]:
    """Whose cards the viewer has seen by the rules: his own after a look, those shown to all, those of his side
    shows."""
    known = {i for i, player in enumerate(deal.players) if player.shown is not None}
    if viewer is not None:
        if deal.players[viewer].seen:
            known.add(viewer)
        for event in deal.events:
            if isinstance(event, SideAccepted) and viewer in (event.player, event.asker):
                known |= {event.player, event.asker}
    return known


def exchanged(deal: Deal, viewer: Viewer, rng: Random) -> Deal | None:
    """The deal dealt from another deck that differs only in cards the viewer may not know; None if none was found.

    Who lost a side show is known to all (R14), so the hidden hands of a side show keep their order.
    """
    hands = beginning(deal).hands
    known = known_to(deal, viewer)
    fixed = {card for i in known for card in hands[i] or ()}
    strength = deal.rules.ranking.evaluator.strength
    for _ in range(40):
        rest = [card for card in CARDS if card not in fixed]
        rng.shuffle(rest)
        other = tuple(hand if i in known else _drawn(rest) for i, hand in enumerate(hands))
        worth = [0 if hand is None else strength(hand) for hand in other]
        if all((asked if worth[asker] > worth[asked] else asker) == loser for asker, asked, loser in side_shows(deal)):
            return again(deal, other)
    return None


def _drawn(rest: list[Card]) -> Hand:
    return tuple(rest.pop() for _ in range(3))


def side_shows(deal: Deal) -> Iterator[tuple[int, int, int]]:
    """Asker, asked and loser of each side show decided so far."""
    pair = (-1, -1)
    for event in deal.events:
        if isinstance(event, SideAccepted):
            pair = (event.asker, event.player)
        elif isinstance(event, Packed) and event.cause == "side":
            yield *pair, event.player
