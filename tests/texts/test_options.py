"""Options and their values in words."""

from __future__ import annotations

import pytest

from teenpatti.game.rules import OPTIONS, Rules
from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.options import option_help, option_label, option_sentence, value_label


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_form_can_tell_everything_apart(lang: str) -> None:
    """No two options share a label, no two values of an option a name."""
    assert len({option_label(lang, name) for name in OPTIONS}) == len(OPTIONS)
    for name, option in OPTIONS.items():
        assert option_help(lang, name) != option_label(lang, name)
        choices = option.choices or ((0, 1, 1000) if option.zero else (1, 1000))
        assert len({value_label(lang, name, value) for value in choices}) == len(choices)


def test_value_labels() -> None:
    """Yes and no, zero as a limit, numbers as the language writes them, choices by name."""
    assert value_label("en", "side_show", True) == "yes"
    assert value_label("en", "pot_limit", 0) == "no limit"
    assert value_label("hi", "pot_limit", 100000) == "1,00,000"
    assert value_label("de", "show_tie", "split") == "beide teilen"
    assert value_label("en", "show_multiplier", 2) == "twice the lowest bet"


def test_sentences_name_the_numbers_of_the_table() -> None:
    """In chips, worked out by the rules of prices (R9, R13)."""
    rules = Rules(boot=10, raise_factor=4, max_seen_bet=640, show_multiplier=2, side_show_multiplier=2)
    assert option_sentence("en", rules, "raise_factor").startswith(
        "A blind player bets from 1 to 4 times the stake, a seen player from 2 to 8 times."
    )
    assert "640 for a seen player, 320 for a blind one" in option_sentence("en", rules, "max_seen_bet")
    assert option_sentence("en", rules, "show_multiplier").endswith("at the start 20 and 40.")
    assert "at the start 40." in option_sentence("en", rules, "side_show_multiplier")
