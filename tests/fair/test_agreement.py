"""Python and JavaScript say the same: the server's decks, the checker's verdicts, and the browser's of both."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from teenpatti.fair.hashing import tagged
from teenpatti.fair.salted import salted_deck
from teenpatti.fair.transcript import Kind, Part, Transcript
from teenpatti.fair.verify import check_files
from teenpatti.fair.verify.deal import drawn, transcript_of
from teenpatti.fair.verify.shuffle import CARDS, order
from tests.fair.changes import changed
from tests.fair.tables import evening, resum
from tests.test_web import ROOT, node

SCRIPT = ROOT / "tests" / "fair" / "agreement.mjs"


def ask_node(what: str, given: Iterable[Any], folder: Path) -> list[str]:
    """What the browser's code answers, line by line."""
    path = folder / what
    path.write_text("".join(f"{json.dumps(one)}\n" for one in given), encoding="ascii")
    return node("--disable-warning=ExperimentalWarning", SCRIPT, what, path).splitlines()


def some_transcript(rng: Random) -> Transcript:
    """Any shuffle whose values are known, be they well committed to or not."""

    def text() -> str:
        return rng.randbytes(32).hex()

    parts = [Part(0, "house", (text(), text()), text(), text())]
    for seat in sorted(rng.sample(range(1, 18), rng.randint(1, 7))):
        kind: Kind = rng.choice(("person", "bot"))
        takes_part = rng.random() < 0.9
        parts.append(Part(seat, kind, (text(), text()), text(), text()) if takes_part else Part(seat, kind))
    return Transcript(
        rng.randint(1, 2**53),
        text(),
        rng.randint(1, 256),
        text(),
        tuple(text() for _ in range(8)),
        text(),
        tuple(parts),
    )


def test_decks_and_roots(tmp_path: Path, long: bool) -> None:
    """10,000 transcripts: the same deck, root, choice and lot from the server, the checker and the browser."""
    rng = Random(20261130)
    given, expected = [], []
    for _ in range(100_000 if long else 10_000):
        transcript, seed = some_transcript(rng), rng.randbytes(32)
        shuffle = transcript.to_json()
        made = salted_deck(seed, transcript.digest())
        assert transcript_of(shuffle) == transcript.digest()
        chosen = drawn(shuffle | {"roots": [made.root] * 8})
        given.append({"seed": seed.hex(), "shuffle": shuffle})
        expected.append(f"{''.join(map(str, made.cards))} {made.root} {chosen.hex()}")
    assert ask_node("decks", given, tmp_path) == expected


def test_the_checker_shuffles_alike() -> None:
    """Its own deck is the server's, card by card."""
    from teenpatti.fair.deck import deck

    assert tuple(str(card) for card in sorted(deck(bytes(32)))) == CARDS
    for number in range(500):
        seed = tagged("alike", bytes([number & 255, number >> 8]))
        assert order(seed) == list(deck(seed))


def test_verdicts(tmp_path: Path, long: bool) -> None:
    """Honest files, changed ones and forged ones: both checkers say the same of each, to the very field."""
    rng = Random(7)
    lines = evening(30, 7)
    files = list(lines)
    for _ in range(20_000 if long else 1_500):
        line = rng.choice(lines)
        files.append(changed(line, rng)[0])
        if rng.random() < 0.5:
            files[-1] = resum(files[-1])
    files += [
        "",
        "{}\n",
        "[]\n",
        "nonsense\n",
        '{"a":NaN}\n',
        "1e400\n",
        '{"__proto__":1}\n',
        "\xff\n",
        "-0\n",
        "1.0\n",
    ]
    verdicts = []
    for text in files:
        fault = check_files([("file", text.encode("latin-1"))])[0].fault
        verdicts.append("holds" if fault is None else f"{fault.code} {fault.field}")
    assert verdicts[:30] == ["holds"] * 30
    assert len(set(verdicts)) > 200
    assert ask_node("verdicts", files, tmp_path) == verdicts
