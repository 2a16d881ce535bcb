"""The options table: every value, every wrong one, presets, conflicts, text."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from teenpatti.game.errors import Code, InvalidRules
from teenpatti.game.rules import OPTIONS, PRESETS, Rules, format_value
from tests.helpers import random_rules

# option: the default, other values, and some that it does not take
TABLE: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "boot": (1, [2, 7, 10**30], [0, -1]),
    "ace_run": ("top", ["second", "lowest", "none"], ["Top", "first", ""]),
    "top_trail": ("ace", ["three"], ["two", "3"]),
    "lowball": (False, [True], [0, 1, "false"]),
    "wild": ("none", ["ak47", "joker", "lowest", "highest"], ["jokers", "AK47", ""]),
    "cards_dealt": (3, [4], [2, 5, 0, -3]),
    "raise_factor": (2, [0, 3, 4, 10**30], [1, -1, -2]),
    "bet_steps": ("any", ["double"], ["doubled"]),
    "blind_limit": (0, [1, 2, 4, 99], [-1]),
    "max_seen_bet": (0, [2, 4, 10**30], [1, 3, -2]),
    "pot_limit": (0, [1, 2, 3, 10**30], [-1]),
    "max_raises": (0, [1, 2, 5], [-1]),
    "look": ("own_turn", ["any_time"], ["always"]),
    "seen_may_show_blind": (False, [True], [0]),
    "show_multiplier": (1, [2], [0, 3, -1]),
    "show_tie": ("payer_loses", ["split"], ["splits"]),
    "side_show": (True, [False], [1]),
    "side_show_with": ("previous", ["any"], ["next"]),
    "side_show_all_seen": (True, [False], [0]),
    "side_show_min_players": (2, [3], [1, 4, 0]),
    "side_show_multiplier": (1, [2], [0, 3]),
    "short_stack": ("pack", ["cover"], ["all_in"]),
    "lone_blind": ("wins", ["carries"], ["carry"]),
}
NEVER: list[Any] = [None, 1.0, 2.0, float("nan"), "1", "2", b"top", [], {}, (1,), "true", 3 + 0j]
"""What no option takes."""


def test_the_table_is_the_whole_table() -> None:
    """In the order of the rules, with the defaults of the sources."""
    assert list(OPTIONS) == list(TABLE)
    assert Rules() == Rules(**{name: default for name, (default, _, _) in TABLE.items()})


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (default, others, _) in TABLE.items() for value in [default, *others]]
)
def test_every_value_of_every_option(name: str, value: Any) -> None:
    """It stands in the rules, and is read back from text."""
    rules = Rules(**{name: value})
    assert getattr(rules, name) == value
    assert type(getattr(rules, name)) is type(value)
    assert OPTIONS[name].accepts(value)
    assert OPTIONS[name].parse(format_value(value)) == value
    assert Rules.from_options({name: value}) == rules
    assert rules.to_options() == ({} if value == TABLE[name][0] else {name: value})


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, _, wrong) in TABLE.items() for value in [*wrong, *NEVER]]
)
def test_every_other_value_is_refused(name: str, value: Any) -> None:
    """Named with what was expected."""
    with pytest.raises(InvalidRules) as caught:
        Rules(**{name: value})
    if name == "max_seen_bet" and type(value) is int and value > 0:
        assert caught.value.code is Code.OPTIONS_CONFLICT
        return
    assert caught.value.code is Code.BAD_OPTION_VALUE
    assert str(caught.value).startswith(f"{name} is ")
    assert OPTIONS[name].expected in str(caught.value)
    assert not OPTIONS[name].accepts(value)
    with pytest.raises(InvalidRules):
        Rules.from_options({name: value})
    with pytest.raises(InvalidRules):
        Rules.preset("club", **{name: value})


@pytest.mark.parametrize("name", [name for name, (default, _, _) in TABLE.items() if type(default) is int])
@pytest.mark.parametrize("value", [True, False])
def test_a_bool_is_no_number(name: str, value: Any) -> None:
    """Though Python thinks so."""
    with pytest.raises(InvalidRules):
        Rules(**{name: value})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("boot", "0"),
        ("boot", "01"),
        ("boot", "+1"),
        ("boot", "1.0"),
        ("boot", "1e3"),
        ("boot", " 1"),
        ("boot", "1_000"),
        ("boot", "١"),
        ("boot", ""),
        ("boot", "true"),
        ("boot", "9" * 1001),
        ("lowball", "True"),
        ("lowball", "yes"),
        ("lowball", "1"),
        ("show_multiplier", "true"),
        ("ace_run", "TOP"),
    ],
)
def test_text_that_is_no_value(name: str, text: str) -> None:
    """Numbers are ASCII digits without leading zero."""
    with pytest.raises(InvalidRules) as caught:
        OPTIONS[name].parse(text)
    assert caught.value.code is Code.BAD_OPTION_VALUE


def test_expected_in_words() -> None:
    """As the messages say it."""
    assert OPTIONS["boot"].expected == "a whole number of at least 1"
    assert OPTIONS["raise_factor"].expected == "0 (none) or a whole number of at least 2"
    assert OPTIONS["ace_run"].expected == "one of top, second, lowest, none"
    assert OPTIONS["lowball"].expected == "one of false, true"
    assert OPTIONS["wild"].expected == "one of none, ak47, joker, lowest, highest"
    assert OPTIONS["cards_dealt"].expected == "one of 3, 4"


@pytest.mark.parametrize(("boot", "limit"), [(1, 3), (2, 2), (5, 8), (5, 11), (10**30, 10**30)])
def test_max_seen_bet_is_even_and_at_least_twice_the_boot(boot: int, limit: int) -> None:
    """Two options that cannot stand together."""
    with pytest.raises(InvalidRules, match=f"max_seen_bet {limit} does not fit boot {boot}") as caught:
        Rules(boot=boot, max_seen_bet=limit)
    assert caught.value.code is Code.OPTIONS_CONFLICT


@pytest.mark.parametrize("wild", ["lowest", "highest"])
def test_r21_four_cards_do_not_go_with_the_holders_own_rank(wild: Any) -> None:
    """All other wild cards do."""
    with pytest.raises(InvalidRules, match=f"cards_dealt 4 does not go with wild {wild}") as caught:
        Rules(cards_dealt=4, wild=wild)
    assert caught.value.code is Code.OPTIONS_CONFLICT
    assert Rules(cards_dealt=4, wild="ak47").ranking.cards == Rules(cards_dealt=4, wild="joker").ranking.cards == 4


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("boot", [1, 10])
def test_presets(name: str, boot: int) -> None:
    """Only what they name differs from classic; their own amounts are in boots."""
    wanted: dict[str, dict[str, Any]] = {
        "classic": {},
        "club": {
            "ace_run": "second",
            "bet_steps": "double",
            "look": "any_time",
            "blind_limit": 4,
            "max_seen_bet": 128 * boot,
            "pot_limit": 1024 * boot,
            "side_show_all_seen": False,
            "side_show_min_players": 3,
            "short_stack": "cover",
        },
        "brag": {
            "top_trail": "three",
            "raise_factor": 0,
            "show_multiplier": 2,
            "side_show": False,
            "short_stack": "cover",
            "lone_blind": "carries",
        },
        "muflis": {"lowball": True},
        "ak47": {"wild": "ak47"},
        "joker": {"wild": "joker"},
        "lowest": {"wild": "lowest"},
        "highest": {"wild": "highest"},
        "best-of-four": {"cards_dealt": 4},
    }
    rules = Rules.preset(name, boot)
    assert rules == Rules(boot=boot, **wanted[name])
    assert Rules.from_options({"preset": name, "boot": boot}) == rules


def test_the_presets_there_are() -> None:
    """In the order of the rules."""
    assert list(PRESETS) == [
        *("classic", "club", "brag", "muflis", "ak47", "joker", "lowest", "highest", "best-of-four"),
    ]
    assert Rules.preset() == Rules()


def test_overrides_are_in_chips() -> None:
    """Only a preset's own amounts are multiplied by the boot."""
    rules = Rules.preset("club", boot=10, max_seen_bet=400, blind_limit=0)
    assert (rules.max_seen_bet, rules.pot_limit, rules.blind_limit) == (400, 10240, 0)
    assert Rules.from_options({"preset": "club", "boot": 10, "pot_limit": 50}).pot_limit == 50


@pytest.mark.parametrize("name", ["", "Classic", "Brag", "AK47", "best_of_four", "muflis ", None, 1, [], {}])
def test_no_such_preset(name: Any) -> None:
    """The message names those there are."""
    for make in (Rules.preset, lambda preset: Rules.from_options({"preset": preset})):
        with pytest.raises(
            InvalidRules, match=r"There is no preset .* expected one of classic, club, brag, .*best-of-four\.$"
        ) as caught:
            make(name)
        assert caught.value.code is Code.UNKNOWN_PRESET


@pytest.mark.parametrize("name", ["Boot", "boots", "", "ante", "preset "])
def test_no_such_option(name: str) -> None:
    """The message names those there are."""
    for make in (Rules.from_options, lambda options: Rules.preset("classic", **options)):
        with pytest.raises(InvalidRules, match=r"There is no option .* expected one of boot, ace_run, ") as caught:
            make({name: 1})
        assert caught.value.code is Code.UNKNOWN_OPTION


@pytest.mark.parametrize("boot", [0, True, 1.0, "1", None])
def test_a_preset_needs_a_boot(boot: Any) -> None:
    """Before its amounts are multiplied."""
    with pytest.raises(InvalidRules, match="boot is "):
        Rules.preset("club", boot)


def test_to_options_gives_the_rules_back() -> None:
    """The shortest table, over random rules."""
    rng = Random(1)
    for _ in range(200):
        rules = random_rules(rng)
        table = rules.to_options()
        assert Rules.from_options(table) == rules
        assert all(value != OPTIONS[name].default for name, value in table.items())


def test_rules_are_a_value() -> None:
    """Equal, hashable, not to be changed; they know how many can play (R5)."""
    assert hash(Rules(boot=2)) == hash(Rules(boot=2))
    with pytest.raises(AttributeError):
        Rules().boot = 2  # type: ignore[misc]
    assert Rules().max_players == 17


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (False, "false"), (12, "12"), ("any", "any")])
def test_format_value(value: Any, text: str) -> None:
    """As files write it."""
    assert format_value(value) == text
