"""The fields of a hand file, each checked."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from teenpatti.game.errors import Code, InvalidHistory
from teenpatti.game.handfile import FIELDS, MAX_ACTIONS, HandFile, from_fields
from teenpatti.game.rules import Rules

GOOD: dict[str, Any] = {"format": "tph/1", "variant": "TP", "players": ["A", "B"], "actions": []}


def test_the_least_file() -> None:
    """Classic rules, unlimited stacks, unknown hands."""
    assert from_fields(GOOD) == HandFile(("A", "B"), ())
    assert from_fields(GOOD).rules == Rules()


def test_all_fields_and_their_order() -> None:
    """As they are written, user fields last."""
    fields = {
        "format": "tph/1",
        "variant": "TP",
        "author": "me",
        "event": "Diwali",
        "date": date(2024, 11, 1),
        "rules": {"preset": "brag", "boot": 2, "max_raises": 3},
        "players": ["A", "B"],
        "starting_stacks": [5, 6],
        "carried": 7,
        "actions": ["p1 pack"],
        "finishing_stacks": [3, 8],
        "_note": {"a": [1, 2]},
        "_z": "",
    }
    file = from_fields(fields)
    assert file.rules == Rules.preset("brag", boot=2, max_raises=3)
    assert list(file.to_fields()) == list(fields)
    assert file.to_fields() == fields
    assert file.carried == 7
    assert list(FIELDS) == [name for name in fields if not name.startswith("_")]


def test_rules_are_written_as_they_were_read_or_as_short_as_can_be() -> None:
    """A file made from rules names what differs from classic, and no table if nothing does."""
    assert from_fields(GOOD | {"rules": {"preset": "classic", "boot": 1}}).to_fields()["rules"] == {
        "preset": "classic",
        "boot": 1,
    }
    assert HandFile(("A", "B"), (), Rules(boot=3)).to_fields()["rules"] == {"boot": 3}
    assert "rules" not in HandFile(("A", "B"), ()).to_fields()
    assert "rules" not in from_fields(GOOD | {"rules": {}}).to_fields()


@pytest.mark.parametrize("value", [date(2024, 1, 2), datetime(2024, 1, 2, 3, 4, tzinfo=UTC), "yesterday"])
def test_a_date_is_a_date_or_text(value: Any) -> None:
    """JSON has no dates."""
    assert from_fields(GOOD | {"date": value}).extra == {"date": value}


BAD: list[tuple[dict[Any, Any], Code, str]] = [
    ({"format": "tph/2"}, Code.BAD_FIELD, "format is 'tph/2': expected \"tph/1\""),
    ({"format": 1}, Code.BAD_FIELD, "format is 1"),
    ({"format": None}, Code.BAD_FIELD, "format is None"),
    ({"variant": "NT"}, Code.BAD_FIELD, "variant is 'NT': expected \"TP\""),
    ({"nonsense": 1}, Code.UNKNOWN_FIELD, "There is no field 'nonsense'"),
    ({"Rules": {}}, Code.UNKNOWN_FIELD, "There is no field 'Rules'"),
    ({"": 1}, Code.UNKNOWN_FIELD, "There is no field ''"),
    ({7: 1}, Code.UNKNOWN_FIELD, "There is no field 7"),
    ({None: 1}, Code.UNKNOWN_FIELD, "There is no field None"),
    ({"carried": 5}, Code.BAD_FIELD, "carried is 5: expected no such field under these rules"),
    ({"players": "AB"}, Code.BAD_FIELD, "players is 'AB': expected a list of texts"),
    ({"players": ["A", 2]}, Code.BAD_FIELD, "players is "),
    ({"players": []}, Code.BAD_FIELD, "expected 2 to 17 names (R5)"),
    ({"players": ["A"]}, Code.BAD_FIELD, "expected 2 to 17 names (R5)"),
    ({"players": ["A"] * 18}, Code.BAD_FIELD, "expected 2 to 17 names (R5)"),
    ({"actions": "p1 pack"}, Code.BAD_FIELD, "actions is "),
    ({"actions": [1]}, Code.BAD_FIELD, "actions is "),
    ({"actions": None}, Code.BAD_FIELD, "actions is None"),
    ({"actions": [None]}, Code.BAD_FIELD, "actions is "),
    ({"actions": ["p1 see"] * (MAX_ACTIONS + 1)}, Code.TOO_LONG, "no deal takes more than"),
    ({"starting_stacks": 5}, Code.BAD_FIELD, "expected a list of 2 whole numbers"),
    ({"starting_stacks": [5]}, Code.BAD_FIELD, "expected a list of 2 whole numbers"),
    ({"starting_stacks": [5, 5, 5]}, Code.BAD_FIELD, "expected a list of 2 whole numbers"),
    ({"starting_stacks": [5, 5.0]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, True]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, None]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, float("nan")]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, -1]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, 10**200]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, 10**5000]}, Code.BAD_FIELD, "expected whole numbers"),
    ({"starting_stacks": [5, 0]}, Code.BAD_STACK, "starting_stacks: p2 has 0, which is under the boot of 1 (R18)"),
    ({"starting_stacks": [9, 8], "rules": {"boot": 9}}, Code.BAD_STACK, "p2 has 8"),
    ({"finishing_stacks": [1]}, Code.BAD_FIELD, "finishing_stacks is "),
    ({"finishing_stacks": {"A": 1}}, Code.BAD_FIELD, "finishing_stacks is "),
    ({"finishing_stacks": ["1", 1]}, Code.BAD_FIELD, "finishing_stacks is "),
    ({"starting_stacks": [5, 5], "finishing_stacks": [11, -1]}, Code.BAD_FIELD, "finishing_stacks is "),
    ({"rules": "club"}, Code.BAD_FIELD, "rules is 'club': expected a table"),
    ({"rules": None}, Code.BAD_FIELD, "rules is None"),
    ({"rules": [["boot", 1]]}, Code.BAD_FIELD, "rules is "),
    ({"rules": {"preset": "poker"}}, Code.UNKNOWN_PRESET, "rules: There is no preset 'poker'"),
    ({"rules": {"jokers": 2}}, Code.UNKNOWN_OPTION, "rules: There is no option 'jokers'"),
    ({"rules": {7: 2}}, Code.UNKNOWN_OPTION, "rules: There is no option 7"),
    ({"rules": {"boot": 0}}, Code.BAD_OPTION_VALUE, "rules: boot is 0"),
    ({"rules": {"boot": 1.0}}, Code.BAD_OPTION_VALUE, "rules: boot is 1.0"),
    ({"rules": {"lowball": 1}}, Code.BAD_OPTION_VALUE, "rules: lowball is 1"),
    ({"rules": {"wild": "jack"}}, Code.BAD_OPTION_VALUE, "rules: wild is 'jack': expected one of none, ak47, "),
    ({"rules": {"wild": "lowest", "cards_dealt": 4}}, Code.OPTIONS_CONFLICT, "rules: cards_dealt 4 does not go with"),
    ({"rules": {"preset": "best-of-four"}, "players": ["A"] * 14}, Code.BAD_FIELD, "expected 2 to 13 names (R5)"),
    ({"rules": {"preset": "brag"}, "carried": -1}, Code.BAD_FIELD, "carried is -1: expected a whole number of chips"),
    ({"rules": {"preset": "brag"}, "carried": True}, Code.BAD_FIELD, "carried is True"),
    ({"rules": {"preset": "brag"}, "carried": 2.0}, Code.BAD_FIELD, "carried is 2.0"),
    ({"rules": {"preset": "brag"}, "carried": [2]}, Code.BAD_FIELD, "carried is [2]"),
    ({"rules": {"preset": "brag"}, "carried": None}, Code.BAD_FIELD, "carried is None"),
    ({"rules": {"preset": "brag"}, "carried": 10**200}, Code.BAD_FIELD, "carried is "),
    ({"rules": {"max_seen_bet": 3}}, Code.OPTIONS_CONFLICT, "rules: max_seen_bet 3"),
    ({"rules": {"boot": 10**200}}, Code.BAD_FIELD, "expected numbers of at most 200 digits"),
    ({"author": 5}, Code.BAD_FIELD, "author is 5: expected text"),
    ({"event": ["x"]}, Code.BAD_FIELD, "event is "),
    ({"date": 2024}, Code.BAD_FIELD, "date is 2024: expected a date"),
    ({"date": time(3, 4)}, Code.BAD_FIELD, "date is "),
]


@pytest.mark.parametrize(("changes", "code", "message"), BAD, ids=[f"{i}-{code}" for i, (_, code, _) in enumerate(BAD)])
def test_defects(changes: dict[Any, Any], code: Code, message: str) -> None:
    """Each named with what was expected; the place is the file itself."""
    with pytest.raises(InvalidHistory) as caught:
        from_fields(GOOD | changes)
    assert caught.value.code is code
    assert message in str(caught.value)
    assert caught.value.place is None


@pytest.mark.parametrize("name", GOOD)
def test_missing_fields(name: str) -> None:
    """The four without which there is no deal."""
    with pytest.raises(InvalidHistory, match=f"The field {name} is missing: expected ") as caught:
        from_fields({key: value for key, value in GOOD.items() if key != name})
    assert caught.value.code is Code.MISSING_FIELD


@pytest.mark.parametrize("data", [None, 5, "x", [], [GOOD], True])
def test_no_table_at_all(data: Any) -> None:
    """A file is a table of fields."""
    with pytest.raises(InvalidHistory, match="is no hand file: expected a table of fields") as caught:
        from_fields(data)
    assert caught.value.code is Code.BAD_SYNTAX
