"""The deals of conformance/ are those of their script, and the engine answers each as they say."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from teenpatti.game.errors import Code
from teenpatti.game.notation import parse_json
from teenpatti.game.replay import replay_json
from tests import conformance

FOLDER = Path(__file__).resolve().parent.parent / "conformance"


def test_every_deal_is_answered_as_expected() -> None:
    found = conformance.read(FOLDER / "deals.jsonl.gz")
    assert len(found) == conformance.COUNT
    for number, line in enumerate(found):
        answer = replay_json(parse_json(json.dumps(line["deal"])))
        if answer["error"]:
            del answer["error"]["message"]
        assert answer == line["expected"], f"line {number + 1}"


def test_the_script_makes_these_deals() -> None:
    made = list(islice(conformance.deals(), 150))
    assert made == conformance.read(FOLDER / "deals.jsonl.gz")[:150]


def test_the_table_of_error_codes_is_complete() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [code for code in Code if f"| `{code}` |" not in text] == []
