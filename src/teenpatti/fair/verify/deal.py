"""Whether one deal's proof holds."""

from __future__ import annotations

from typing import Any

from teenpatti.fair.verify.faults import BadProof
from teenpatti.fair.verify.hashes import canonical, climb, labelled, leaf, number
from teenpatti.fair.verify.shape import DECKS
from teenpatti.fair.verify.shuffle import NUMBERS, root_of

CHAIN = 256
"""Shuffles of one chain of seeds."""


def check_deal(proof: dict[str, Any]) -> None:
    """Raises BadProof for the first thing that does not fit. The proof has the right shape already."""
    record = proof["record"]
    _check_rules(record)
    _check_shuffles(record)
    _check_choice(record)
    _check_opened(record)
    _check_players(record)
    _check_openings(record, proof["openings"])
    if labelled("teenpatti/record/1", canonical(record)).hex() != proof["fingerprint"]:
        raise BadProof("record", "fingerprint", "is not the record's: one of the two was changed")
    # Last, since it takes the longest: seven decks are shuffled anew.
    _check_roots(record)


def _check_rules(record: dict[str, Any]) -> None:
    if labelled("teenpatti/rules/1", canonical(record["rules"])).hex() != record["rules_hash"]:
        raise BadProof("rules", "record.rules_hash", "is not the hash of record.rules")
    if record["rules"].get("cards_dealt", 3) not in (3, 4):
        raise BadProof("rules", "record.rules.cards_dealt", "expected 3 or 4")


# --- the shuffles -----------------------------------------------------------------------------------------------------


def _check_shuffles(record: dict[str, Any]) -> None:
    barred: set[int] = set()
    before: dict[str, Any] | None = None
    for i, void in enumerate(record["voided"]):
        name = f"record.voided[{i}]"
        _check_shuffle(void, name, barred)
        _check_void(void, name)
        check_next(before, void, name)
        barred |= set(void["withheld"])
        before = void
    shuffle = record["shuffle"]
    _check_shuffle(shuffle, "record.shuffle", barred)
    for i, part in enumerate(shuffle["parts"]):
        for kind in ("value", "choice"):
            if part["commits"] is not None and part[kind] is None:
                raise BadProof("seeds", f"record.shuffle.parts[{i}].{kind}", "was committed to, and is missing")
    check_next(before, shuffle, "record.shuffle")
    first = record["voided"][0] if record["voided"] else shuffle
    if first["deal"] == 1:
        if record["previous"] is not None:
            raise BadProof("seeds", "record.previous", "the first deal has no deal before it")
        if first["chain"] != record["table"]:
            raise BadProof("seeds", "record.table", "is not the tip of the chain that the first deal uses")
    elif record["previous"] is None:
        raise BadProof("seeds", "record.previous", "is missing, and this is not the first deal")


def _check_shuffle(shuffle: dict[str, Any], name: str, barred: set[int]) -> None:
    committed = b"".join(map(bytes.fromhex, shuffle["commitments"]))
    if labelled("teenpatti/link/1", committed, bytes.fromhex(shuffle["next_link"])).hex() != shuffle["link"]:
        raise BadProof("seeds", f"{name}.link", "the commitments and the next link do not give it")
    if shuffle["number"] == 1 and shuffle["link"] != shuffle["chain"]:
        raise BadProof("seeds", f"{name}.chain", "is not the first link of the chain")
    if shuffle["number"] == CHAIN and shuffle["next_link"] != "00" * 32:
        raise BadProof("seeds", f"{name}.next_link", "the chain ends here")
    seats = [part["seat"] for part in shuffle["parts"]]
    for i, part in enumerate(shuffle["parts"]):
        at = f"{name}.parts[{i}]"
        if (i == 0) != (part["seat"] == 0) or (i and part["seat"] <= seats[i - 1]):
            raise BadProof("seeds", f"{at}.seat", "expected the house, which is 0, and then each seat once in order")
        if (part["kind"] == "house") != (part["seat"] == 0):
            raise BadProof("seeds", f"{at}.kind", "the house is 0, and no seat is the house")
        _check_part(shuffle, part, at)
        if part["seat"] in barred and part["commits"] is not None:
            raise BadProof("seeds", f"{at}.commits", "this seat withheld its part of a shuffle for this deal")


def _check_part(shuffle: dict[str, Any], part: dict[str, Any], name: str) -> None:
    if part["commits"] is None:
        if part["kind"] == "house":
            raise BadProof("value", f"{name}.commits", "the house always takes part")
        for kind in ("value", "choice"):
            if part[kind] is not None:
                raise BadProof("value", f"{name}.{kind}", "was not committed to")
        return
    place = bytes.fromhex(shuffle["chain"]) + number(shuffle["number"]) + bytes([part["seat"]])
    for kind, commit in zip(("value", "choice"), part["commits"], strict=True):
        shown = part[kind]
        if shown is not None and labelled(f"teenpatti/{kind}/1", place, bytes.fromhex(shown)).hex() != commit:
            raise BadProof("value", f"{name}.{kind}", "is not what was committed to")


def _check_void(void: dict[str, Any], name: str) -> None:
    stage = void["stage"]
    missing = [part["seat"] for part in void["parts"] if part["commits"] is not None and part.get(stage, 0) is None]
    if void["withheld"] and (void["withheld"] != missing or 0 in missing):
        raise BadProof(
            "void", f"{name}.withheld", "expected the seats whose part is missing, or none if the deal was given up"
        )
    if len(void["roots"]) != (DECKS if stage == "choice" else 0):
        raise BadProof("void", f"{name}.roots", f"do not fit a shuffle that ended waiting for a {stage}")
    for i, part in enumerate(void["parts"]):
        if stage != "choice" and part["choice"] is not None:
            raise BadProof("void", f"{name}.parts[{i}].choice", "was revealed before all values were")
        if stage == "commit" and part["value"] is not None:
            raise BadProof("void", f"{name}.parts[{i}].value", "was revealed before all had committed")
        if stage == "choice" and part["commits"] is not None and part["value"] is None:
            raise BadProof("void", f"{name}.parts[{i}].value", "is missing, and the shuffle went on")


def check_next(before: dict[str, Any] | None, shuffle: dict[str, Any], name: str) -> None:
    """Whether a shuffle uses the seeds that come next after those of the shuffle before it."""
    if before is None:
        return
    if shuffle["chain"] != before["chain"]:
        if before["number"] != CHAIN:
            raise BadProof("seeds", f"{name}.chain", "another chain, though the one before is not used up")
        if shuffle["number"] != 1:
            raise BadProof("seeds", f"{name}.number", "a new chain begins with 1")
        return
    if shuffle["number"] != before["number"] + 1:
        raise BadProof("seeds", f"{name}.number", f"expected {before['number'] + 1}, the next of its chain")
    if shuffle["link"] != before["next_link"]:
        raise BadProof("seeds", f"{name}.link", "is not the one that the shuffle before announced")


# --- the deck ---------------------------------------------------------------------------------------------------------


def transcript_of(shuffle: dict[str, Any]) -> bytes:
    """The digest of all that was public before the decks were made."""
    seen = {key: shuffle[key] for key in ("deal", "chain", "number", "link", "commitments", "next_link")}
    parts = [{key: part[key] for key in ("seat", "kind", "commits", "value")} for part in shuffle["parts"]]
    return labelled("teenpatti/transcript/1", canonical(seen | {"parts": parts}))


def drawn(shuffle: dict[str, Any]) -> bytes:
    """The hash that chooses the deck and draws the first dealer."""
    return labelled(
        "teenpatti/chosen/1",
        transcript_of(shuffle),
        *map(bytes.fromhex, shuffle["roots"]),
        *(bytes.fromhex(part["choice"]) for part in shuffle["parts"] if part["choice"] is not None),
    )


def _check_choice(record: dict[str, Any]) -> None:
    chosen = drawn(record["shuffle"])[0] % DECKS
    if record["chosen"] != chosen:
        raise BadProof("chosen", "record.chosen", f"the choices came to deck {chosen}, another one was dealt")


def _check_opened(record: dict[str, Any]) -> None:
    for i, seed in enumerate(record["opened"]):
        name = f"record.opened[{i}]"
        if (seed is None) != (i == record["chosen"]):
            raise BadProof("seeds", name, "all decks are opened but the one dealt, which never is")
        if seed is None:
            continue
        if labelled("teenpatti/commitment/1", bytes.fromhex(seed)).hex() != record["shuffle"]["commitments"][i]:
            raise BadProof("seeds", name, "is not the seed that the server committed to")


def _check_roots(record: dict[str, Any]) -> None:
    transcript = transcript_of(record["shuffle"])
    for i, (seed, root) in enumerate(zip(record["opened"], record["shuffle"]["roots"], strict=True)):
        if seed is not None and root_of(bytes.fromhex(seed), transcript).hex() != root:
            raise BadProof("deck", f"record.shuffle.roots[{i}]", "the server prepared another deck than its seed gives")


def _check_players(record: dict[str, Any]) -> None:
    players, kept = record["players"], record["kept"]
    ordered = sorted(players)
    if len(set(players)) != len(players):
        raise BadProof("players", "record.players", "a seat stands in it twice")
    dealer = ordered.index(players[-1])
    if players != ordered[dealer + 1 :] + ordered[: dealer + 1]:
        raise BadProof(
            "players", "record.players", "expected the seats clockwise from the dealer's left, the dealer last"
        )
    if record["shuffle"]["deal"] == 1:
        lot = int.from_bytes(drawn(record["shuffle"])[8:16], "big")
        if ordered[lot * len(ordered) >> 64] != players[-1]:
            raise BadProof("players", "record.players", "the lot drew another dealer for the first deal")
    if kept != sorted(set(kept)):
        raise BadProof("players", "record.kept", "expected each place once, in order")
    if _needed(record) > 52 - len(kept):
        raise BadProof("players", "record.players", "need more cards than the deck has")


def _needed(record: dict[str, Any]) -> int:
    each: int = record["rules"].get("cards_dealt", 3)
    count = len(record["players"])
    return each * count + int(record["rules"].get("wild") == "joker")


def layout(record: dict[str, Any]) -> dict[int, str]:
    """What becomes of the places that matter: whose card it is (``seat 3``), the joker, or a card kept before."""
    players, kept, needed = record["players"], set(record["kept"]), _needed(record)
    owners = [f"seat {seat}" for seat in players]
    free = [place for place in range(52) if place not in kept]
    found = {place: owners[i % len(owners)] for i, place in enumerate(free[:needed])}
    if record["rules"].get("wild") == "joker":
        found[free[needed - 1]] = "joker"
    return found | dict.fromkeys(record["kept"], "kept")


def _check_openings(record: dict[str, Any], openings: list[dict[str, Any]]) -> None:
    transcript = transcript_of(record["shuffle"])
    root = record["shuffle"]["roots"][record["chosen"]]
    where = layout(record)
    seen: set[str] = set()
    last = -1
    for i, opening in enumerate(openings):
        name, place = f"openings[{i}]", opening["place"]
        if place <= last:
            raise BadProof("card", f"{name}.place", "expected each place once, in order")
        if place not in where:
            raise BadProof("card", f"{name}.place", "nobody was dealt the card at this place")
        start = leaf(transcript, place, NUMBERS[opening["card"]], bytes.fromhex(opening["salt"]))
        top = climb(start, place, [bytes.fromhex(one) for one in opening["path"]], 52)
        if top is None or top.hex() != root:
            raise BadProof(
                "card", name, f"{opening['card']} is not the card that was at place {place} when the deal began"
            )
        if opening["card"] in seen:
            raise BadProof("card", f"{name}.card", "this card was dealt twice")
        seen.add(opening["card"])
        last = place
