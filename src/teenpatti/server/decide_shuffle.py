"""A fair shuffle, from its seeds to the deal. The protocol stands in teenpatti.fair.transcript.

The pages' part is gathered outside (shuffle_desk.py) and comes here a stage at a time, so that a shuffle is four
entries in the store, whatever the number of seats.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from teenpatti.fair import chain
from teenpatti.fair.record import Dealt, fingerprint, record
from teenpatti.fair.salted import eight_decks
from teenpatti.fair.transcript import HOUSE, Reveal, Transcript, commit, fits, outcome
from teenpatti.game.table_events import DealOpened
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.draft import Draft, refuse
from teenpatti.server.errors import RoomCode
from teenpatti.server.fairness import Fairness, Shuffling
from teenpatti.server.flow import deal_events, send_lost_away
from teenpatti.server.public_state import options_of
from teenpatti.server.room import COMMIT_MS, REVEAL_MS, WAIT_FOR_LOST_MS, Room

VERSION: Final = f"teenpatti {version('teenpatti')}"


def chain_made(draft: Draft, guest: str, command: c.ChainMade) -> None:
    """Seeds for the next shuffles: when the table opens, and when those it had are used up."""
    known = draft.room.fairness
    if known is not None and not known.used_up:
        refuse(RoomCode.LATE)
    draft.add(e.ChainOpened(command.secret.hex(), chain.link(command.secret, 1).hex()))


def starts(draft: Draft, guest: str, command: c.ShuffleStarts) -> None:
    """A shuffle begins, once all are here or have been waited for; who withheld before is not dealt in."""
    room, known = draft.room, draft.room.fairness
    if room.phase != "shuffling" or command.deal != room.table.deals + 1 or room.shuffle is not None or known is None:
        refuse(RoomCode.LATE)
    if room.paused or known.used_up or (room.lost and room.elapsed(draft.at) < WAIT_FOR_LOST_MS):
        refuse(RoomCode.TOO_EARLY)
    send_lost_away(draft)
    send_barred_away(draft, known)
    if not draft.room.can_deal:
        draft.add(e.DealDropped(command.deal, "too_few"))
        return
    takers = takers_of(draft.room)
    owned = [taker.seat for taker in takers if taker.kind != "person"]
    if len(command.own) != len(owned):
        # Somebody came or went while they were drawn.
        refuse(RoomCode.TOO_EARLY)
    secret, number = bytes.fromhex(known.secret), known.used + 1
    draft.add(
        e.ShuffleBegan(
            deal=command.deal,
            number=number,
            link=chain.link(secret, number).hex(),
            commitments=tuple(one.hex() for one in chain.commitments(secret, number)),
            next_link=chain.link(secret, number + 1).hex(),
            takers=takers,
            secret=tuple((seat, *pair) for seat, pair in zip(owned, command.own, strict=True)),
        )
    )


def takers_of(room: Room) -> tuple[e.Taker, ...]:
    """The house, and everybody who would be dealt in as things stand."""
    takers = [e.Taker(HOUSE, "house", "")]
    for seat in sorted(room.table.ready):
        member = room.at(seat)
        if member is not None:
            takers.append(e.Taker(seat + 1, "bot" if member.bot else "person", member.guest))
    return tuple(takers)


def send_barred_away(draft: Draft, known: Fairness) -> None:
    """Who withheld his part of a shuffle for this deal is not in it."""
    for seat in draft.room.table.ready:
        member = draft.room.at(seat)
        if member is not None and member.guest in known.barred:
            draft.away(member.guest, "withheld")


def contributions(draft: Draft, guest: str, command: c.Contributions) -> None:
    """A stage is over: all have sent their part, or its time is up."""
    room, shuffle = draft.room, draft.room.shuffle
    if shuffle is None or (command.deal, command.number, command.stage) != stage_of(shuffle):
        refuse(RoomCode.LATE)
    if room.paused:
        refuse(RoomCode.TOO_EARLY)
    if shuffle.stage == "commit":
        _commits(draft, shuffle, command.given)
    else:
        _reveals(draft, shuffle, shuffle.stage, command.given)


def stage_of(shuffle: Shuffling) -> tuple[int, int, str]:
    """Deal, shuffle and stage, by which what is sent for it is known."""
    return shuffle.transcript.deal, shuffle.transcript.number, shuffle.stage


def stage_ms(room: Room) -> int:
    """How long the stage waits for those who are silent. To commit costs nothing, so that is soon over."""
    if room.shuffle is not None and room.shuffle.stage == "commit":
        return WAIT_FOR_LOST_MS if room.lost else COMMIT_MS
    return REVEAL_MS


def _commits(draft: Draft, shuffle: Shuffling, given: dict[int, tuple[str, ...]]) -> None:
    transcript = shuffle.transcript
    barred = {seat for void in _known(draft).voided for seat in void.withheld}
    pages = shuffle.guests.keys() - barred
    commits = [(seat, *_own_commits(transcript, seat, value, choice)) for seat, value, choice in shuffle.own]
    commits += [(seat, pair[0], pair[1]) for seat, pair in given.items() if seat in pages]
    draft.add(e.Committed(tuple(sorted(commits))))


def _own_commits(transcript: Transcript, seat: int, value: str, choice: str) -> tuple[str, str]:
    place = transcript.chain, transcript.number, seat
    return commit("value", *place, value), commit("choice", *place, choice)


def _reveals(draft: Draft, shuffle: Shuffling, stage: Reveal, given: dict[int, tuple[str, ...]]) -> None:
    transcript = shuffle.transcript
    shown = {seat: value if stage == "value" else choice for seat, value, choice in shuffle.own}
    shown |= {seat: one[0] for seat, one in given.items()}
    fitting = {
        part.seat: shown[part.seat]
        for part in transcript.parts
        if part.seat in shown and fits(transcript, part, stage, shown[part.seat])
    }
    missing = tuple(part.seat for part in transcript.missing(stage) if part.seat not in fitting)
    pairs = tuple(sorted(fitting.items()))
    if missing:
        _void(draft, stage, missing, pairs)
    elif stage == "value":
        secret = bytes.fromhex(_known(draft).secret)
        decks = eight_decks(secret, transcript.shown("value", pairs))
        draft.add(e.Revealed(pairs, tuple(deck.root for deck in decks)))
    else:
        _deal(draft, transcript.shown("choice", pairs), pairs)


def _void(draft: Draft, stage: Reveal, missing: tuple[int, ...], shown: tuple[tuple[int, str], ...]) -> None:
    draft.add(e.ShuffleVoided(stage, missing, shown))
    send_barred_away(draft, _known(draft))


def _known(draft: Draft) -> Fairness:
    known = draft.room.fairness
    assert known is not None
    return known


def _deal(draft: Draft, transcript: Transcript, choices: tuple[tuple[int, str], ...]) -> None:
    """All is known: the deck that was chosen is dealt, and its record is fixed before its first card."""
    known = _known(draft)
    came = outcome(transcript)
    secret = bytes.fromhex(known.secret)
    deck = eight_decks(secret, transcript)[came.chosen]
    send_barred_away(draft, known)
    events = deal_events(draft, transcript.deal, deck.cards, came.lot)
    if events is None:
        return
    opened = events[0]
    assert isinstance(opened, DealOpened)
    dealt = Dealt(
        known.table,
        known.previous,
        dict(options_of(draft.room.table.rules)),
        tuple(seat + 1 for seat in opened.dealt_in),
        kept=tuple(place for place, card in enumerate(deck.cards) if card in draft.room.table.kept),
        voided=known.voided,
    )
    seeds = tuple(chain.seed(secret, transcript.number, number) for number in range(chain.DECKS))
    public = record(VERSION, dealt, transcript, seeds)
    draft.add(
        e.DealProven(transcript.deal, choices, came.chosen, fingerprint(public), public, seeds[came.chosen].hex())
    )
    for event in events:
        draft.add(e.AtTable(event))
