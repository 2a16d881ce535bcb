"""House rules in words: what a form says about an option, and what the rules sheet says about its value."""

from __future__ import annotations

from teenpatti.game.prices import show_price, side_show_price
from teenpatti.game.rules import OPTIONS, Rules, Value, format_value
from teenpatti.texts.catalogue import text
from teenpatti.texts.numerals import format_number


def option_label(lang: str, name: str) -> str:
    """The short name of an option."""
    return text(lang, f"options.{name}.label")


def option_help(lang: str, name: str) -> str:
    """One line that explains an option."""
    return text(lang, f"options.{name}.help")


def value_label(lang: str, name: str, value: Value) -> str:
    """A value of an option in a word or two, for a list of choices.

    >>> value_label("en", "side_show", False), value_label("en", "blind_limit", 0), value_label("en", "blind_limit", 4)
    ('no', 'no limit', '4')
    """
    if isinstance(value, bool):
        return text(lang, "words.yes" if value else "words.no")
    if OPTIONS[name].choices is None and isinstance(value, int):
        return text(lang, f"options.{name}.choices.zero") if value == 0 else format_number(lang, value)
    return text(lang, f"options.{name}.choices.{format_value(value)}")


def option_sentence(lang: str, rules: Rules, name: str) -> str:
    """What ``rules`` say on one option, as a sentence of the rules sheet."""
    value: Value = getattr(rules, name)
    form = format_value(value)
    if OPTIONS[name].choices is None:
        form = "number" if value else "zero"
    return text(lang, f"options.{name}.values.{form}", **_numbers(rules, name))


def _numbers(rules: Rules, name: str) -> dict[str, int]:
    """The numbers that the sentence of an option names."""
    price = 2 * rules.boot
    match name:
        case "raise_factor":
            return {"n": rules.raise_factor, "twice": 2 * rules.raise_factor}
        case "max_seen_bet":
            return {"n": rules.max_seen_bet, "half": rules.max_seen_bet // 2}
        case "boot" | "blind_limit" | "pot_limit" | "max_raises":
            return {"n": getattr(rules, name)}
        case "show_multiplier":
            return {"blind": show_price(rules, price, seen=False), "seen": show_price(rules, price, seen=True)}
        case "side_show_multiplier":
            return {"price": side_show_price(rules, price)}
    return {}


def preset_title(lang: str, name: str) -> str:
    """What people call a preset."""
    return text(lang, f"presets.{name}.title")


def preset_summary(lang: str, name: str) -> str:
    """A preset in one plain line."""
    return text(lang, f"presets.{name}.summary")
