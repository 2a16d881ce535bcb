"""The parts of a fair shuffle, and vectors that never change."""

from __future__ import annotations

import ast
import hashlib
import json
import multiprocessing
import os
import secrets
from dataclasses import replace
from pathlib import Path

import pytest

from teenpatti.fair import chain, merkle
from teenpatti.fair.deck import deck, new_seed
from teenpatti.fair.hashing import canonical, hkdf, tagged
from teenpatti.fair.salted import eight_decks, salted_deck
from teenpatti.fair.transcript import Part, Transcript, commit, fits, outcome, rules_hash
from teenpatti.game.cards import CARDS
from tests.fair.tables import FairTable, evening

ROOT = Path(__file__).resolve().parents[2]
VECTORS = Path(__file__).with_name("vectors.json")


def test_hkdf_is_that_of_the_standard() -> None:
    """RFC 5869, test case 1: the first 32 bytes, with its info in the place of ours."""
    info = bytes(range(0xF0, 0xFA)).decode("latin-1")
    key, salt = b"\x0b" * 22, bytes(range(13))
    with pytest.raises(UnicodeEncodeError):
        hkdf(key, salt, info)
    # Its test case 3 has neither salt nor info.
    assert hkdf(key, b"", "").hex() == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"


def test_canonical_json() -> None:
    """One content, one text."""
    assert canonical({"b": [1, None, True], "a": "é\n"}) == b'{"a":"\\u00e9\\n","b":[1,null,true]}'
    with pytest.raises(ValueError, match="Out of range"):
        canonical(float("nan"))


def test_the_tree_is_that_of_certificate_transparency() -> None:
    """RFC 6962, worked out by its recursive definition, for every number of leaves and every path."""

    def recursive(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return leaves[0]
        split = 1 << (len(leaves) - 1).bit_length() - 1
        return hashlib.sha256(b"\1" + recursive(leaves[:split]) + recursive(leaves[split:])).digest()

    from teenpatti.fair.verify.hashes import climb, tree_root

    for count in range(1, 60):
        leaves = [tagged("leaf", bytes([i])) for i in range(count)]
        tree = merkle.levels(leaves)
        assert merkle.root(tree) == recursive(leaves) == tree_root(leaves)
        for place, leaf in enumerate(leaves):
            path = merkle.path(tree, place)
            assert climb(leaf, place, path, count) == merkle.root(tree)
            assert climb(leaf, place, (*path, leaf), count) is None
            if path:
                assert climb(leaf, place, path[:-1], count) is None
            if count > 1:
                assert climb(leaf, (place + 1) % count, path, count) != merkle.root(tree)


def test_the_chain_commits_to_every_seed() -> None:
    """From the tip on, each link is made of the commitments of its shuffle and of the next link."""
    secret = bytes(range(32))
    for number in range(1, chain.LENGTH + 1):
        committed = tuple(chain.commitment(chain.seed(secret, number, deck)) for deck in range(chain.DECKS))
        assert committed == chain.commitments(secret, number)
        assert chain.link(secret, number) == chain.link_of(committed, chain.link(secret, number + 1))
    assert chain.link(secret, chain.LENGTH + 1) == chain.END
    assert chain.link(bytes(32), 1) != chain.link(secret, 1)
    seeds = {chain.seed(secret, number, deck) for number in range(1, 257) for deck in range(8)}
    assert len(seeds) == 256 * 8


def test_a_commit_is_for_one_purpose_shuffle_and_seat() -> None:
    """What fixes a value fixes no choice, in no other shuffle, and for nobody else."""
    tip, value = "ab" * 32, "cd" * 32
    made = {
        commit("value", tip, 1, 3, value),
        commit("choice", tip, 1, 3, value),
        commit("value", "ac" * 32, 1, 3, value),
        commit("value", tip, 2, 3, value),
        commit("value", tip, 1, 4, value),
        commit("value", tip, 1, 3, "ce" * 32),
    }
    assert len(made) == 6
    transcript = Transcript(1, tip, 1, tip, (), tip, ())
    part = Part(3, "person", (commit("value", tip, 1, 3, value), commit("choice", tip, 1, 3, tip)))
    assert fits(transcript, part, "value", value)
    assert fits(transcript, part, "choice", tip)
    assert not fits(transcript, part, "choice", value)
    assert not fits(transcript, replace(part, commits=None), "value", value)


def test_every_value_counts() -> None:
    """Another value, of whomever, gives eight other decks; another choice changes no deck, only which is dealt."""
    table = FairTable(1)
    transcript = table.reveal(table.begin([1, 2]), "value")
    roots = set(transcript.roots)
    for i, part in enumerate(transcript.parts):
        other = replace(part, value="00" * 32)
        changed = replace(transcript, parts=(*transcript.parts[:i], other, *transcript.parts[i + 1 :]))
        assert not roots & {deck.root for deck in eight_decks(table.secret, changed)}
    chosen = table.reveal(transcript, "choice")
    assert chosen.digest() == transcript.digest()
    seen = {outcome(chosen.with_parts({2: replace(chosen.parts[2], choice=f"{i:064x}")})).chosen for i in range(200)}
    assert seen == set(range(8))


def test_a_salted_deck_is_the_deck_of_its_seed() -> None:
    """Version 1 of docs/deck.md, under HKDF; 52 salts, none twice."""
    made = salted_deck(bytes(32), bytes(range(32)))
    assert made.cards == deck(hkdf(bytes(32), bytes(range(32)), "teenpatti/deck/1"))
    assert sorted(made.cards) == list(CARDS)
    assert len(set(made.salts)) == 52
    assert {len(salt) for salt in made.salts} == {16}


def test_rules_have_a_fingerprint() -> None:
    """Whatever the order of the options."""
    assert rules_hash({"boot": 1, "look": "own_turn"}) == rules_hash({"look": "own_turn", "boot": 1})
    assert rules_hash({"boot": 1}) != rules_hash({"boot": True})


# --- frozen -----------------------------------------------------------------------------------------------------------


def test_the_vectors_never_change() -> None:
    """A table's secret, the values of its seats, and all that follows, as frozen with version 1."""
    frozen = json.loads(VECTORS.read_text(encoding="ascii"))
    secret = bytes.fromhex(frozen["secret"])
    shuffle = frozen["shuffle"]
    assert chain.link(secret, 1).hex() == shuffle["chain"]
    assert [one.hex() for one in chain.commitments(secret, shuffle["number"])] == shuffle["commitments"]
    transcript = Transcript.from_json(shuffle)
    assert transcript.to_json() == shuffle
    assert transcript.digest().hex() == frozen["transcript"]
    decks = eight_decks(secret, transcript)
    assert [deck.root for deck in decks] == shuffle["roots"]
    assert ["".join(map(str, deck.cards)) for deck in decks] == frozen["decks"]
    table = FairTable(20261130)
    table.deal([1, 2, 4], bots=[4])
    assert json.loads(table.proof([0, 2]))["record"]["shuffle"] == shuffle
    assert table.proof([0, 2]) == frozen["proof"]
    assert outcome(transcript).chosen == frozen["chosen"]


def test_the_vectors_stand_in_the_docs() -> None:
    """Who ports the fairness steps reads them there."""
    frozen = json.loads(VECTORS.read_text(encoding="ascii"))
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    for value in (frozen["secret"], frozen["transcript"], frozen["shuffle"]["chain"], *frozen["shuffle"]["roots"]):
        assert value in page


def test_an_evening_never_changes() -> None:
    """Sleepers, bots and void shuffles: the hash of forty files."""
    assert (
        hashlib.sha256("".join(evening(40)).encode()).hexdigest()
        == (json.loads(VECTORS.read_text(encoding="ascii"))["evening"])
    )


# --- randomness -------------------------------------------------------------------------------------------------------

DEAL_PATH = ("fair", "game", "server")
"""Where no randomness may come from but from ``secrets``."""
OTHER_SOURCES = (
    "random",
    "numpy",
    "uuid",
    "time.time_ns_seed",
    "os.urandom",
    "os.getrandom",
    "secrets.SystemRandom",
    "cryptography.hazmat.primitives.asymmetric",
)
WHIMS = {"server/bot_players.py", "server/odds.py"}
"""Bots may be whimsical, and chances are tried out on hands that nobody is dealt."""


def other_sources(source: str) -> list[str]:
    """The sources of randomness but ``secrets`` that a module imports or calls."""
    found = []
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [f"{node.value.id}.{node.attr}"]
        found += [name for name in names if any(name == one or name.startswith(f"{one}.") for one in OTHER_SOURCES)]
    return found


def test_secrets_is_the_only_source_on_the_deal_path() -> None:
    """Nothing else that gives random numbers is used where decks are made and dealt."""
    package = ROOT / "src" / "teenpatti"
    found = {
        name: bad
        for folder in DEAL_PATH
        for path in sorted((package / folder).rglob("*.py"))
        if (name := path.relative_to(package).as_posix()) not in WHIMS
        and (bad := other_sources(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from random import Random",
        "import numpy.random",
        "import numpy as np",
        "import os\nos.urandom(32)",
        "from os import getrandom",
        "import secrets\nsecrets.SystemRandom()",
        "from secrets import SystemRandom",
        "def f():\n    import uuid",
    ],
)
def test_other_sources_are_seen(source: str) -> None:
    """Otherwise the ban would prove nothing."""
    assert other_sources(source)


def test_the_deal_function_sees_neither_players_nor_chips() -> None:
    """A deck follows from a seed of the server and the digest of what was published; there is nothing else to give."""
    import inspect

    assert list(inspect.signature(salted_deck).parameters) == ["server_seed", "transcript"]
    assert list(inspect.signature(eight_decks).parameters) == ["secret", "transcript"]
    assert list(Transcript.__dataclass_fields__) == [
        "deal",
        "chain",
        "number",
        "link",
        "commitments",
        "next_link",
        "parts",
        "roots",
    ]


def test_secrets_come_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """And its failure is not hidden."""

    def none(count: int) -> bytes:
        raise OSError("no randomness")

    assert len({chain.new_secret() for _ in range(50)}) == 50
    monkeypatch.setattr(secrets, "token_bytes", none)
    for source in (chain.new_secret, new_seed):
        with pytest.raises(OSError, match="no randomness"):
            source()


def _deal_many(count: int, pipe: multiprocessing.connection.Connection) -> None:
    """What a forked process deals, as hashes."""
    decks = [deck(new_seed()) for _ in range(count)]
    pipe.send_bytes(b"".join(hashlib.sha256(bytes(one)).digest()[:16] for one in decks))
    pipe.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_forked_processes_repeat_nothing() -> None:
    """100 processes forked at once deal 1,000 decks each."""
    context = multiprocessing.get_context("fork")
    pipes, processes = [], []
    for _ in range(100):
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_deal_many, args=(1_000, there))
        process.start()
        there.close()
        pipes.append(here)
        processes.append(process)
    decks: set[bytes] = set()
    for pipe in pipes:
        body = pipe.recv_bytes()
        decks |= {body[at : at + 16] for at in range(0, len(body), 16)}
    for process in processes:
        process.join()
        assert process.exitcode == 0
    assert len(decks) == 100_000
