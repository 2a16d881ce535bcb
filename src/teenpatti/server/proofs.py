"""Proof files of deals, for one viewer each: the public record, and the cards that he may know, opened.

A card leaves the server here only if :func:`teenpatti.game.view.known_hands` and the viewer's own looking let it.
"""

from __future__ import annotations

from teenpatti.fair.proof import joker_place, places_of, proof
from teenpatti.fair.salted import salted_deck
from teenpatti.fair.transcript import Transcript
from teenpatti.game.deal import Deal
from teenpatti.game.view import known_hands
from teenpatti.server.fairness import Proven


def proof_file(proven: Proven, deal: Deal, player: int | None, *, looked: bool) -> str:
    """The file of a running or finished deal for its player ``player``, or for an onlooker (None).

    ``looked``: the player has looked at his own cards after the deal (R8).
    """
    public = proven.record
    transcript = Transcript.from_json(public["shuffle"])
    deck = salted_deck(bytes.fromhex(proven.seed), transcript.digest())
    count, each, kept = len(deal.players), deal.rules.cards_dealt, public["kept"]
    known = set(known_hands(deal, player))
    if player is not None and (deal.players[player].seen or looked):
        known.add(player)
    places = [place for one in known for place in places_of(one, count, each, kept)]
    if public["rules"]["wild"] == "joker":
        places.append(joker_place(count, each, kept))
    return proof(public, deck, places)
