"""Servers and players that cheat, each played out and caught by the checker."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from teenpatti.fair import chain
from teenpatti.fair.hashing import canonical
from teenpatti.fair.proof import places_of, proof
from teenpatti.fair.record import Dealt, Voided, fingerprint, record
from teenpatti.fair.salted import SaltedDeck, salted_deck
from teenpatti.fair.transcript import Transcript, outcome
from teenpatti.fair.verify import BadProof, check_files
from tests.fair.tables import FairTable, resum


def fault(*lines: str) -> BadProof | None:
    """The first fault of some files."""
    found = check_files([(f"file {i}", line.encode()) for i, line in enumerate(lines)])
    return next((one.fault for one in found if one.fault), None)


def named(*lines: str) -> str:
    """The field that does not fit."""
    found = fault(*lines)
    assert found is not None
    return found.field


def rewritten(line: str, change: Any) -> str:
    """A file of a server that lies throughout: it changes the record, its fingerprint and the sums."""
    body = json.loads(line)
    change(body["record"])
    body["fingerprint"] = fingerprint(body["record"])
    return resum((canonical(body) + b"\n").decode())


# --- a server that swaps a card ---------------------------------------------------------------------------------------


def test_a_card_swapped_after_the_roots_were_published() -> None:
    """The server deals another card than the one it committed to. It cannot open it."""
    table = FairTable(1)
    table.deal([1, 2, 3])
    assert fault(table.proof([0])) is None
    cards = list(table.deck.cards)
    cards[0], cards[51] = cards[51], cards[0]
    honest = table.deck
    table.deck = SaltedDeck(tuple(cards), honest.salts, honest.tree)
    assert named(table.proof([0])) == "openings[0]"
    # Hands that hold no swapped card still open.
    assert fault(table.proof([1])) is None


def test_the_same_card_dealt_twice() -> None:
    """A deck that is none: its root is published in time, and still two aces of spades show."""
    table = FairTable(2)

    def with_two_aces(table: FairTable, transcript: Transcript) -> Transcript:
        decks = []
        for deck in table.decks:
            cards = list(deck.cards)
            cards[0] = cards[1]
            decks.append(retold(transcript, tuple(cards), deck.salts))
        table.decks = tuple(decks)
        return replace(transcript, roots=tuple(deck.root for deck in decks))

    table.deal([1, 2, 3], cheat=with_two_aces)
    assert named(table.proof([0, 1])) == "openings[1].card"


def retold(transcript: Transcript, cards: Any, salts: tuple[bytes, ...]) -> SaltedDeck:
    """A deck of the server's own making, properly committed to."""
    import hashlib

    from teenpatti.fair import merkle

    head = b"\0" + transcript.digest()
    leaves = [
        hashlib.sha256(head + bytes((place, card)) + salt).digest()
        for place, (card, salt) in enumerate(zip(cards, salts, strict=True))
    ]
    return SaltedDeck(tuple(cards), salts, merkle.levels(leaves))


# --- a server that tries a second shuffle -----------------------------------------------------------------------------


def test_another_shuffle_behind_the_scenes() -> None:
    """The server sees all values, tries seeds until it likes a deck, and publishes its root in the place of one.

    Seven of the eight decks are opened, so it is caught unless chance deals that very deck.
    """
    caught = dealt = 0
    for seed in range(64):
        table = FairTable(seed)

        def reshuffle(table: FairTable, transcript: Transcript, seed: int = seed) -> Transcript:
            wanted = max((bytes([seed, i] * 16) for i in range(4)), key=lambda one: deck_of(one, transcript).cards[0])
            decks = list(table.decks)
            decks[seed % 8] = deck_of(wanted, transcript)
            table.decks = tuple(decks)
            return replace(transcript, roots=tuple(deck.root for deck in decks))

        table.deal([1, 2, 3], cheat=reshuffle)
        found = fault(table.proof([0, 1, 2]))
        if table.record["chosen"] == seed % 8:
            dealt += 1
            assert found is None
        else:
            caught += 1
            assert found is not None
            assert found.field == f"record.shuffle.roots[{seed % 8}]"
    assert caught + dealt == 64
    assert caught >= 48


def deck_of(seed: bytes, transcript: Transcript) -> SaltedDeck:
    """The deck of any seed."""
    return salted_deck(seed, transcript.digest())


def test_other_decks_for_all_eight() -> None:
    """It is caught for certain."""
    for seed in range(20):
        table = FairTable(seed)

        def reshuffle(table: FairTable, transcript: Transcript) -> Transcript:
            table.decks = tuple(deck_of(bytes([i]) * 32, transcript) for i in range(8))
            return replace(transcript, roots=tuple(deck.root for deck in table.decks))

        table.deal([1, 2, 3], cheat=reshuffle)
        assert named(table.proof([0])).startswith("record.shuffle.roots[")


def test_seeds_that_were_not_announced() -> None:
    """Other commitments do not give the link that was published when the table opened, or by the deal before."""
    table = FairTable(3)
    table.deal([1, 2])
    first = table.proof()
    kept = table.table
    table.secret = bytes([9]) * 32
    table.deal([1, 2])
    assert table.record["table"] == kept
    assert named(first, table.proof()) == "record.shuffle.chain"

    def own_seeds(body: dict[str, Any]) -> None:
        fresh = chain.commitments(bytes([9]) * 32, 1)
        body["shuffle"]["commitments"] = [one.hex() for one in fresh]

    assert named(rewritten(first, own_seeds)) == "record.shuffle.link"


def test_a_shuffle_left_out() -> None:
    """A shuffle that the server did not like and does not tell of leaves a gap in the chain."""
    table = FairTable(4)
    table.deal([1, 2])
    first = table.proof()
    table.begin([1, 2])
    table.deal([1, 2])
    assert named(first, table.proof()) == "record.shuffle.number"


def test_one_deal_told_in_two_ways() -> None:
    """Two players compare their files of one deal, and see that the server told them different things."""
    table, other = FairTable(5), FairTable(5)
    table.deal([1, 2, 3])
    other.begin([1, 2, 3])
    other.number = 0
    other.deal([1, 2, 3])
    assert table.table == other.table
    assert fault(table.proof([0])) is None
    assert fault(other.proof([1])) is None
    found = fault(table.proof([0]), other.proof([1]))
    assert found is not None
    assert "it was dealt twice" in found.reason


def test_the_history_rewritten() -> None:
    """A record changed later, fingerprint and all, is not the one that the next deal names."""
    table = FairTable(6)
    lines = []
    for _ in range(3):
        table.deal([1, 2, 3])
        lines.append(table.proof([0]))
    assert fault(*lines) is None
    forged = rewritten(lines[1], lambda body: body.update(version="0.2.0"))
    assert fault(forged) is None
    assert named(lines[0], forged, lines[2]) == "record.previous"


# --- choices and values -----------------------------------------------------------------------------------------------


def test_another_deck_than_the_one_chosen() -> None:
    """The choices are all public, so everybody knows which deck they come to."""
    table = FairTable(7)
    table.deal([1, 2, 3])

    def another(body: dict[str, Any]) -> None:
        body["chosen"] = (body["chosen"] + 1) % 8

    assert named(rewritten(table.proof([0]), another)) == "record.chosen"


@pytest.mark.parametrize("kind", ["value", "choice"])
def test_another_value_for_a_seat(kind: str) -> None:
    """What a seat revealed is what it had committed to, and stays so."""
    table = FairTable(8)
    table.deal([1, 2, 3])

    def another(body: dict[str, Any]) -> None:
        body["shuffle"]["parts"][2][kind] = "00" * 32

    assert named(rewritten(table.proof([0]), another)) == f"record.shuffle.parts[2].{kind}"


def test_a_withholding_player() -> None:
    """Who sees the values of others and keeps his own back voids the shuffle; the next is made without him."""
    table = FairTable(10)
    table.deal([1, 2, 3])
    first = table.proof()
    begun = table.begin([1, 2, 3])
    begun = table.reveal(begun, "value")
    voided = Voided(table.reveal(begun, "choice", [2]), "choice", (2,))
    table.deal([1, 3], voided=(voided,))
    (_, second) = check_files([("1", first.encode()), ("2", table.proof().encode())])
    assert second.fault is None
    assert "a shuffle for this deal was void: seat 2 withheld its choice" in second.notes


def test_a_withholder_who_takes_part_again() -> None:
    """His second try would be the re-roll he wanted."""
    table = FairTable(11)
    begun = table.begin([1, 2, 3])
    voided = Voided(table.reveal(begun, "value", [2]), "value", (2,))
    table.deal([1, 2, 3], voided=(voided,))
    assert named(table.proof()) == "record.shuffle.parts[2].commits"


def test_a_seat_that_is_blamed_for_nothing() -> None:
    """Only who is missing can have withheld, and only in a shuffle that came so far."""
    table = FairTable(12)
    begun = table.begin([1, 2, 3])
    missing = table.reveal(begun, "value", [2])
    for void, field in (
        (Voided(missing, "value", (3,)), "withheld"),
        (Voided(missing, "choice", (2,)), "withheld"),
        (Voided(table.reveal(begun, "value"), "value", (2,)), "withheld"),
        (Voided(table.reveal(missing, "choice", [2]), "value", (2,)), "parts[0].choice"),
    ):
        copy = FairTable(12)
        copy.begin([1, 2, 3])
        copy.deal([1, 3], voided=(void,))
        assert named(copy.proof()).startswith(f"record.voided[0].{field}")


# --- the rest of the record -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda body: body["players"].reverse(), "record.players"),
        (lambda body: body["players"].append(body["players"][0]), "record.players"),
        (lambda body: body.update(players=[*body["players"][1:], body["players"][0]]), "record.players"),
        (lambda body: body.update(kept=[7, 3]), "record.kept"),
        (lambda body: body.update(previous="00" * 32), "record.previous"),
        (lambda body: body.update(table="00" * 32), "record.table"),
        (lambda body: body["rules"].update(boot=20), "record.rules_hash"),
        (lambda body: body["shuffle"]["parts"].pop(0), "record.shuffle.parts[0].seat"),
        (lambda body: body["shuffle"]["parts"].reverse(), "record.shuffle.parts[0].seat"),
        (lambda body: body["shuffle"]["parts"][1].update(kind="house"), "record.shuffle.parts[1].kind"),
        (lambda body: body["shuffle"]["parts"][0].update(commits=None), "record.shuffle.parts[0].commits"),
        (lambda body: body["shuffle"]["parts"][1].update(commits=None), "record.shuffle.parts[1].value"),
        (lambda body: body["shuffle"]["parts"][1].update(value=None), "record.shuffle.parts[1].value"),
        (lambda body: body["opened"].__setitem__(body["chosen"], "00" * 32), "record.opened"),
        (lambda body: body["opened"].__setitem__((body["chosen"] + 1) % 8, "00" * 32), "record.opened"),
        (lambda body: body["opened"].__setitem__((body["chosen"] + 1) % 8, None), "record.opened"),
        (lambda body: body["shuffle"].update(chain="00" * 32), "record.shuffle.chain"),
        (lambda body: body["shuffle"].update(number=2), "record.shuffle.parts[0].value"),
    ],
)
def test_a_record_that_contradicts_itself(change: Any, field: str) -> None:
    """Each statement must fit the others, whoever wrote the file."""
    table = FairTable(13)
    table.deal([1, 2, 3])
    assert named(rewritten(table.proof([0, 1]), change)).startswith(field)


def test_the_first_dealer_is_drawn_by_all() -> None:
    """R19: the lot follows from the choices, so the server cannot pick the dealer."""
    dealers = set()
    for seed in range(40):
        table = FairTable(seed)
        table.deal([2, 5, 6])
        dealers.add(table.record["players"][-1])
        assert fault(table.proof()) is None
    assert dealers == {2, 5, 6}


def test_the_dealer_moves_on() -> None:
    """R19: a place at a time, so the server cannot keep it."""
    table = FairTable(14)
    table.deal([1, 2, 3])
    first = table.proof()
    table.dealer = table.dealer % 3 + 1
    table.deal([1, 2, 3])
    assert named(first, table.proof()) == "record.players"


def test_a_card_that_nobody_was_dealt() -> None:
    """Such a card stays closed for ever; a file that opens it is no proof that our server gave."""
    table = FairTable(15)
    table.deal([1, 2, 3])
    assert named(proof(table.record, table.deck, [9])) == "openings[0].place"


def test_a_new_chain_only_when_the_old_one_is_used_up() -> None:
    """Its 256 shuffles go by before the server may draw another secret."""
    table = FairTable(16, start=chain.LENGTH - 1)
    table.deals, table.previous, table.dealer = 5, "00" * 32, 1
    lines = []
    for _ in range(4):
        table.deal([1, 2, 3])
        lines.append(table.proof())
    assert fault(*lines) is None
    assert json.loads(lines[2])["record"]["shuffle"]["number"] == 1
    # The last link of a chain is followed by nothing.
    table = FairTable(17)
    transcript = replace(table.begin([1, 2]), number=chain.LENGTH)
    seeds = tuple(chain.seed(table.secret, 1, number) for number in range(8))
    transcript = table.reveal(transcript, "value")
    body = record("1", Dealt(table.table, None, {"boot": 1}, (1, 2)), transcript, seeds)
    assert named(resum(proof(body, table.decks[outcome(transcript).chosen], places_of(0, 2, 3)))) == (
        "record.shuffle.next_link"
    )
