"""How the events of a shuffle change a room. Only assignments: the events carry their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as other
from typing import Any, Final

from msgspec.structs import replace

from teenpatti.fair.record import Voided
from teenpatti.fair.transcript import Part, Stage, Transcript
from teenpatti.server import room_events as e
from teenpatti.server.fairness import Fairness, Proven, Shuffling
from teenpatti.server.room import Room

Changes = dict[str, Any]


def _chain_opened(room: Room, event: e.ChainOpened, at: int) -> Changes:
    known = room.fairness
    if known is None:
        return {"fairness": Fairness(event.tip, event.tip, event.secret)}
    return {"fairness": replace(known, tip=event.tip, secret=event.secret, used=0)}


def _shuffle_began(room: Room, event: e.ShuffleBegan, at: int) -> Changes:
    known = _known(room)
    transcript = Transcript(
        event.deal,
        known.tip,
        event.number,
        event.link,
        event.commitments,
        event.next_link,
        tuple(Part(taker.seat, taker.kind) for taker in event.takers),
    )
    guests = {taker.seat: taker.guest for taker in event.takers if taker.kind == "person"}
    return {
        "fairness": replace(known, used=event.number),
        "shuffle": Shuffling(transcript, "commit", guests, event.secret),
        **_clock(at),
    }


def _committed(room: Room, event: e.Committed, at: int) -> Changes:
    commits = {seat: (value, choice) for seat, value, choice in event.commits}
    shuffle = _shuffle(room)
    parts = {
        part.seat: other(part, commits=commits[part.seat]) for part in shuffle.transcript.parts if part.seat in commits
    }
    return _next_stage(shuffle, shuffle.transcript.with_parts(parts), "value", at)


def _revealed(room: Room, event: e.Revealed, at: int) -> Changes:
    shuffle = _shuffle(room)
    transcript = other(shuffle.transcript.shown("value", event.values), roots=event.roots)
    return _next_stage(shuffle, transcript, "choice", at)


def _next_stage(shuffle: Shuffling, transcript: Transcript, stage: Stage, at: int) -> Changes:
    return {"shuffle": replace(shuffle, transcript=transcript, stage=stage), **_clock(at)}


def _voided(room: Room, event: e.ShuffleVoided, at: int) -> Changes:
    known, shuffle = _known(room), _shuffle(room)
    transcript = shuffle.transcript.shown(event.stage, event.shown)
    guests = {shuffle.guests[seat] for seat in event.withheld if seat in shuffle.guests}
    return {
        "fairness": replace(
            known,
            voided=(*known.voided, Voided(transcript, event.stage, event.withheld)),
            barred=known.barred | guests,
        ),
        "shuffle": None,
        **_clock(at),
    }


def _proven(room: Room, event: e.DealProven, at: int) -> Changes:
    known = _known(room)
    proven = Proven(event.record, event.deal, event.fingerprint, event.seed)
    return {
        "fairness": replace(known, previous=event.fingerprint, voided=(), barred=frozenset(), proven=proven),
        "shuffle": None,
    }


def given_up(room: Room, *, lifted: bool = False) -> Changes:
    """The deal that was being prepared is not dealt: its shuffle, if it had begun, stands in the next deal's record.

    ``lifted``: who withheld something has missed his deal, and may be dealt in again.
    """
    known, shuffle = room.fairness, room.shuffle
    if known is None:
        return {}
    barred = frozenset[str]() if lifted else known.barred
    voided = known.voided if shuffle is None else (*known.voided, Voided(shuffle.transcript, shuffle.stage))
    return {"fairness": replace(known, voided=voided, barred=barred), "shuffle": None}


def _clock(at: int) -> Changes:
    return {"since": at, "spent": 0}


def _known(room: Room) -> Fairness:
    assert room.fairness is not None
    return room.fairness


def _shuffle(room: Room) -> Shuffling:
    assert room.shuffle is not None
    return room.shuffle


CHANGES: Final[dict[type, Callable[[Room, Any, int], Changes]]] = {
    e.ChainOpened: _chain_opened,
    e.ShuffleBegan: _shuffle_began,
    e.Committed: _committed,
    e.Revealed: _revealed,
    e.ShuffleVoided: _voided,
    e.DealProven: _proven,
}
"""By class of event."""
