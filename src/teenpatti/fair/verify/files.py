"""Proof files as they lie on a disk: read, checked one by one, and against each other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from teenpatti.fair.verify.deal import check_deal, check_next, layout
from teenpatti.fair.verify.faults import BadProof
from teenpatti.fair.verify.hashes import canonical
from teenpatti.fair.verify.shape import MOST, check_shape

MOST_BYTES = 1 << 20
"""No proof of one deal is near it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One line of a file, and what came of it."""

    source: str
    """The file, and the line if it has several."""
    fault: BadProof | None
    """None: it holds."""
    proof: dict[str, Any] | None
    """What it says, if it holds."""
    notes: tuple[str, ...] = ()
    """What could not be checked, or should be known."""

    @property
    def deal(self) -> int | None:
        """The number of the deal."""
        return None if self.proof is None else int(self.proof["record"]["shuffle"]["deal"])

    def cards(self) -> dict[str, list[str]]:
        """The cards opened, by whose they are, in the order dealt."""
        if self.proof is None:
            return {}
        where = layout(self.proof["record"])
        found: dict[str, list[str]] = {}
        for opening in self.proof["openings"]:
            found.setdefault(where[opening["place"]], []).append(opening["card"])
        return found


def check_files(files: Iterable[tuple[str, bytes]]) -> list[Checked]:
    """Each proof in those files, given by name and content; deals of one table are also checked against each other."""
    return check_lines(line for name, content in files for line in _lines(name, content))


def check_lines(lines: Iterable[tuple[str, bytes]]) -> list[Checked]:
    """The same for single lines, each with the name it goes by."""
    found = [_check_line(name, line) for name, line in lines]
    return _check_together(found)


def _lines(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    if not content.endswith(b"\n"):
        yield name, content
        return
    lines = content[:-1].split(b"\n")
    for i, line in enumerate(lines, 1):
        yield (name if len(lines) == 1 else f"{name}:{i}"), line + b"\n"


def _check_line(name: str, line: bytes) -> Checked:
    try:
        proof = read(line)
        check_shape(proof, "")
        _check_proof(proof)
    except BadProof as fault:
        return Checked(name, fault, None)
    return Checked(name, None, proof, tuple(_notes(proof)))


def read(line: bytes) -> Any:
    """The content of a line. Raises BadProof unless it is written in the one way there is."""
    if len(line) > MOST_BYTES:
        raise BadProof("file", "file", f"longer than {MOST_BYTES} bytes")
    if not line.endswith(b"\n"):
        raise BadProof("file", "file", "the end of the line is missing, so the file may have been cut off")
    try:
        value = json.loads(
            line[:-1].decode("ascii"), parse_constant=_no_number, parse_int=_number, parse_float=_fraction
        )
        again = canonical(value) + b"\n"
    except UnicodeDecodeError as error:
        raise BadProof("file", "file", f"byte {error.start + 1} is none that a proof has") from None
    except json.JSONDecodeError as error:
        raise BadProof("file", "file", f"no JSON at byte {error.pos + 1}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise BadProof("file", "file", "no JSON that can be read") from None
    if again != line:
        at = next((i for i, (a, b) in enumerate(zip(again, line, strict=False)) if a != b), min(len(again), len(line)))
        raise BadProof("file", "file", f"not written in the one way there is, from byte {at + 1} on")
    return value


def _no_number(text: str) -> None:
    raise ValueError(text)


def _fraction(text: str) -> float:
    """No field holds one; which field it is is told later. One that is whole is not written so."""
    if abs(number := float(text)) > MOST or number.is_integer():
        raise ValueError(text)
    return number


def _number(text: str) -> int:
    """A whole number that a browser can count, too."""
    if len(text) > 17 or not abs(number := int(text)) <= MOST:
        raise ValueError(text)
    return number


def _check_proof(proof: dict[str, Any]) -> None:
    """If something does not fit, the sums tell which field was changed since the file was written."""
    changed, whole = _changed_field(proof)
    try:
        check_deal(proof)
    except BadProof as fault:
        if changed is None or fault.field == changed:
            raise
        raise BadProof(
            "changed", changed, f"was changed since the file was written; now {fault.field} {fault.reason}"
        ) from fault
    if changed is not None:
        # All that is proven holds. So either the sums were changed, or cards opened were taken out.
        raise BadProof("changed", "sums" if whole else changed, "the fields and their sums do not fit each other")


def _changed_field(proof: dict[str, Any]) -> tuple[str | None, bool]:
    """The first field that does not fit its sum, or None; and whether there are as many sums as fields."""
    sums = proof["sums"]
    fields = list(_fields({key: value for key, value in proof.items() if key != "sums"}, ""))
    whole = len(sums) == 8 * len(fields)
    for at, (name, value) in enumerate(fields):
        if hashlib.sha256(name.encode() + b"=" + canonical(value)).hexdigest()[:8] != sums[8 * at : 8 * at + 8]:
            return name, whole
    return (None if whole else "sums"), whole


def _fields(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list) and name:
        yield name, len(value)
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _fields(value[key], f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for i, one in enumerate(value):
            yield from _fields(one, f"{name}[{i}]")
    else:
        yield name, value


def _notes(proof: dict[str, Any]) -> Iterator[str]:
    record = proof["record"]
    parts = record["shuffle"]["parts"]
    people = [part for part in parts if part["kind"] == "person"]
    if not any(part["commits"] for part in people):
        yield "no player took part in this shuffle: the server alone made it"
    asleep = [str(part["seat"]) for part in people if not part["commits"]]
    if asleep and len(asleep) < len(people):
        yield f"took no part in the shuffle: seat {', '.join(asleep)}"
    for void in record["voided"]:
        if void["withheld"]:
            seats = ", ".join(map(str, void["withheld"]))
            yield f"a shuffle for this deal was void: seat {seats} withheld its {void['stage']}"
        else:
            yield "a shuffle for this deal was given up before the cards were dealt"


# --- deals against each other -----------------------------------------------------------------------------------------


def _check_together(found: list[Checked]) -> list[Checked]:
    """Deals of one table follow each other; two files of one deal tell the same."""
    order = sorted(
        (one for one in found if one.proof is not None), key=lambda one: (one.proof or {})["record"]["shuffle"]["deal"]
    )
    results = {id(one): one for one in found}
    latest: dict[str, Checked] = {}
    for one in order:
        assert one.proof is not None
        table = one.proof["record"]["table"]
        before = latest.get(table)
        latest[table] = one
        try:
            results[id(one)] = _check_after(before, one)
        except BadProof as fault:
            results[id(one)] = Checked(one.source, fault, None)
    return [results[id(one)] for one in found]


def _check_after(before: Checked | None, one: Checked) -> Checked:
    assert one.proof is not None
    record, deal = one.proof["record"], one.deal or 0
    if before is None or before.proof is None:
        note = [] if deal == 1 else [f"the link to deal {deal - 1} was not checked, since its file is not here"]
        return Checked(one.source, None, one.proof, (*one.notes, *note))
    old = before.proof["record"]
    if before.deal == deal:
        if before.proof["fingerprint"] != one.proof["fingerprint"]:
            raise BadProof(
                "twice", "fingerprint", f"{before.source} holds another deal {deal} of this table: it was dealt twice"
            )
        return one
    if before.deal != deal - 1:
        note = [f"the link to deal {deal - 1} was not checked, since its file is not here"]
        return Checked(one.source, None, one.proof, (*one.notes, *note))
    if record["previous"] != before.proof["fingerprint"]:
        raise BadProof("record", "record.previous", f"is not the fingerprint of deal {deal - 1} in {before.source}")
    if record["voided"]:
        check_next(old["shuffle"], record["voided"][0], "record.voided[0]")
    else:
        check_next(old["shuffle"], record["shuffle"], "record.shuffle")
    dealer, seats = old["players"][-1], sorted(record["players"])
    if next((seat for seat in seats if seat > dealer), seats[0]) != record["players"][-1]:
        raise BadProof("record", "record.players", "the dealer's place did not move on by one")
    return one
