"""The rules sheet says exactly what the rules say, for every option and value, in every language."""

from __future__ import annotations

import dataclasses
from typing import Any, cast

import pytest

from teenpatti.game.cards import parse_hand
from teenpatti.game.prices import bet_range, show_price, side_show_price
from teenpatti.game.ranking import HandClass, Ranking, classify, strength
from teenpatti.game.rules import OPTIONS, PRESETS, Rules, Value
from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.options import option_sentence
from teenpatti.texts.sheet import MOST_ROWS, Bullets, Paragraph, Section, Sheet, Table, examples, sheet

NUMBERS: dict[str, tuple[int, ...]] = {
    "boot": (1, 2, 10, 1000),
    "raise_factor": (0, 2, 3, 8),
    "blind_limit": (0, 1, 4),
    "max_seen_bet": (0, 2, 64, 128),
    "pot_limit": (0, 1, 50, 1024),
    "max_raises": (0, 1, 3),
}
VALUES: dict[str, tuple[Value, ...]] = {
    name: option.choices if option.choices is not None else NUMBERS[name] for name, option in OPTIONS.items()
}
EVERY_VALUE = [(name, value) for name, values in VALUES.items() for value in values]


def make(**options: Value) -> Rules:
    """Rules with some options."""
    return Rules(**cast("dict[str, Any]", options))


def section(found: Sheet, key: str) -> Section:
    """One section by its key."""
    return next(part for part in found.sections if part.key == key)


def words(found: Sheet | Section) -> str:
    """Everything a reader sees."""
    if isinstance(found, Sheet):
        return "\n".join([found.title, found.subtitle, *map(words, found.sections), found.footer])
    lines = [found.heading]
    for block in found.blocks:
        match block:
            case Paragraph(text=text):
                lines.append(text)
            case Bullets(items=items):
                lines += items
            case Table(header=header, rows=rows):
                lines += ["\t".join(row) for row in (header, *rows)]
    return "\n".join(lines)


def body(rules: Rules, lang: str) -> str:
    """The sheet without its summary, which lists changed options in any case."""
    return "\n".join(words(part) for part in sheet(rules, lang).sections if part.key != "table")


def price_card(rules: Rules, lang: str = "en") -> Table:
    """The price card of a sheet."""
    return next(block for block in section(sheet(rules, lang), "prices").blocks if isinstance(block, Table))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_changes_the_sheet(name: str, lang: str) -> None:
    """No two values of an option give the same sheet."""
    bodies = {body(make(**{name: value}), lang) for value in VALUES[name]}
    assert len(bodies) == len(VALUES[name])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "value"), EVERY_VALUE)
def test_every_option_is_told(name: str, value: Value, lang: str) -> None:
    """The sentence of each option stands in the sheet, whatever its value; without side shows theirs are left out."""
    rules = make(**{name: value})
    told = body(rules, lang)
    for option in OPTIONS:
        expected = rules.side_show or not option.startswith("side_show_")
        assert (option_sentence(lang, rules, option) in told) == expected, option


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_placeholder_is_left(lang: str) -> None:
    """Every text is filled in."""
    for preset in PRESETS:
        assert "{" not in words(sheet(Rules.preset(preset, boot=10), lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_the_same_sheet(lang: str) -> None:
    """The same sections with blocks of the same kind and size."""
    for preset in PRESETS:
        rules = Rules.preset(preset, boot=10, show_tie="split", blind_limit=2)
        shapes = [
            [
                (
                    part.key,
                    [(block.kind, len(getattr(block, "items", getattr(block, "rows", ())))) for block in part.blocks],
                )
                for part in sheet(rules, each).sections
            ]
            for each in (lang, "en")
        ]
        assert shapes[0] == shapes[1]


def test_title_names_the_nearest_preset() -> None:
    """A table that is a preset says so; another names the nearest and what is changed."""
    assert sheet(Rules()).subtitle == "Traditional · boot of 1 chip"
    assert sheet(Rules.preset("club", boot=20)).subtitle == "Like the phone games · boot of 20 chips"
    changed = sheet(Rules.preset("club", boot=20, blind_limit=6, show_tie="split"))
    assert changed.subtitle == "Like the phone games, with changes · boot of 20 chips"
    assert words(section(changed, "table")).splitlines()[-2:] == [
        "Limit of blind bets: 6",
        "Equal hands at a show: they share",
    ]
    assert "Changed" not in words(section(sheet(Rules.preset("muflis")), "table"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_play_chips_only(lang: str) -> None:
    """The last line of every sheet."""
    assert sheet(Rules(), lang).footer
    assert sheet(Rules()).footer == "Play chips only, no cash value."


def ranking_rows(rules: Rules) -> list[tuple[str, str, str]]:
    """Class, best and worst hand of the ranking table, in order."""
    table = next(block for block in section(sheet(rules), "ranking").blocks if isinstance(block, Table))
    return [(row[0], row[2].replace("\u00a0", " "), row[3].replace("\u00a0", " ")) for row in table.rows]


def test_r1_r2_r3_ranking_table() -> None:
    """The classes in order with their best and worst hands."""
    assert ranking_rows(Rules()) == [
        ("Trail", "A♠ A♥ A♦", "2♠ 2♥ 2♦"),
        ("Pure sequence", "A♠ 2♠ 3♠", "4♠ 3♠ 2♠"),
        ("Sequence", "A♠ 2♥ 3♦", "4♠ 3♥ 2♦"),
        ("Colour", "A♠ K♠ J♠", "5♠ 3♠ 2♠"),
        ("Pair", "A♠ A♥ K♦", "2♠ 2♥ 3♦"),
        ("High card", "A♠ K♥ J♦", "5♠ 3♥ 2♦"),
    ]


@pytest.mark.parametrize(
    ("ace_run", "best", "worst", "first"),
    [
        ("top", "A♠ 2♠ 3♠", "4♠ 3♠ 2♠", "A-2-3, A-K-Q, K-Q-J"),
        ("second", "A♠ K♠ Q♠", "4♠ 3♠ 2♠", "A-K-Q, A-2-3, K-Q-J"),
        ("lowest", "A♠ K♠ Q♠", "A♠ 2♠ 3♠", "A-K-Q, K-Q-J, Q-J-10"),
        ("none", "A♠ K♠ Q♠", "4♠ 3♠ 2♠", "A-K-Q, K-Q-J, Q-J-10"),
    ],
)
def test_r2_place_of_the_ace_run(ace_run: str, best: str, worst: str, first: str) -> None:
    """Table and list of sequences follow ace_run."""
    rules = make(ace_run=ace_run)
    assert ranking_rows(rules)[1] == ("Pure sequence", best, worst)
    told = words(section(sheet(rules), "ranking"))
    assert f"best first: {first}" in told
    assert ("A-2-3" in told.splitlines()[-1]) == (ace_run != "none")


def test_r1_threes_on_top() -> None:
    """top_trail three."""
    assert ranking_rows(Rules(top_trail="three"))[0] == ("Trail", "3♠ 3♥ 3♦", "2♠ 2♥ 2♦")


def test_r21_lowball_reverses_the_table() -> None:
    """Muflis: best and worst exchanged, the classes from the bottom up, the sequences backwards."""
    usual, reverse = ranking_rows(Rules()), ranking_rows(Rules(lowball=True))
    assert reverse == [(name, worst, best) for name, best, worst in reversed(usual)]
    assert "best first: 4-3-2, 5-4-3" in words(section(sheet(Rules(lowball=True)), "ranking"))


@pytest.mark.parametrize(
    "ranking", [Ranking(), Ranking("lowest"), Ranking("none", "three"), Ranking("top", "ace", True)]
)
def test_examples_are_true(ranking: Ranking) -> None:
    """Each example is of its class, and the classes with their examples descend without a gap."""
    found = examples(ranking)
    assert {example.hand_class for example in found.classes} == set(HandClass)
    strengths = []
    for example in found.classes:
        assert classify(example.best, ranking) == classify(example.worst, ranking) == example.hand_class
        strengths += [strength(example.best, ranking), strength(example.worst, ranking)]
    assert strengths[0] == 741
    assert strengths[-1] == 1
    assert all(above == below + 1 for above, below in zip(strengths[1:-1:2], strengths[2::2], strict=True))
    assert len(found.runs) == (11 if ranking.ace_run == "none" else 12)
    assert strength(parse_hand("As2h3d"), ranking)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "blind 1–2; seen 2–4."),
        ({"boot": 1000}, "blind 1,000–2,000; seen 2,000–4,000."),
        ({"raise_factor": 4}, "blind 1–4; seen 2–8."),
        ({"raise_factor": 0}, "blind 1 or more; seen 2 or more."),
        ({"raise_factor": 0, "max_seen_bet": 64}, "blind 1–32; seen 2–64."),
        ({"bet_steps": "double"}, "blind 1 / 2; seen 2 / 4."),
        ({"bet_steps": "double", "raise_factor": 32}, "blind 1 / 2 / 4 … 32; seen 2 / 4 / 8 … 64."),
        ({"bet_steps": "double", "raise_factor": 0}, "blind 1, doubled as often as you like"),
        ({"boot": 5, "max_seen_bet": 10}, "blind 5; seen 10."),
    ],
)
def test_r7_bets_at_the_start(options: dict[str, Value], expected: str) -> None:
    """The actual numbers of the first turn, in chips."""
    assert expected in words(section(sheet(make(**options)), "turn"))


def test_numbers_are_written_as_the_language_writes_them() -> None:
    """Lakhs in Hindi."""
    rules = Rules(boot=100000)
    assert "ब्लाइंड 1,00,000–2,00,000; सीन 2,00,000–4,00,000" in words(sheet(rules, "hi"))
    assert "blind 100.000–200.000; mit Hineinsehen 200.000–400.000" in words(sheet(rules, "de"))


def test_price_card_of_the_traditional_game() -> None:
    """R7, R9, R13: the stake doubled row by row."""
    card = price_card(Rules())
    assert card.header == ("Stake", "Blind bet", "Seen bet", "Show, blind", "Show, seen", "Side show")
    assert len(card.rows) == MOST_ROWS
    assert card.rows[0] == ("1", "1–2", "2–4", "1", "2", "2")
    assert card.rows[-1] == ("128", "128–256", "256–512", "128", "256", "256")


def test_price_card_of_the_phone_games() -> None:
    """The last row is the limit of 128 boots for a seen player."""
    card = price_card(Rules.preset("club"))
    assert len(card.rows) == 7
    assert card.rows[0] == ("1", "1 / 2", "2 / 4", "1", "2", "2")
    assert card.rows[-1] == ("64", "64", "128", "64", "128", "128")


def test_price_card_without_side_shows() -> None:
    """No column for what cannot be done."""
    assert [len(row) for row in price_card(Rules(side_show=False)).rows] == [5] * MOST_ROWS


@pytest.mark.parametrize(
    ("options", "stakes"),
    [
        ({"boot": 10, "max_seen_bet": 100}, ["10", "20", "40", "50"]),
        ({"boot": 10, "max_seen_bet": 100, "bet_steps": "double"}, ["10", "20", "40"]),
        ({"max_seen_bet": 2}, ["1"]),
        ({"max_raises": 1}, ["1", "2"]),
        ({"max_raises": 2, "raise_factor": 4}, ["1", "2", "4", "8", "16"]),
        ({"max_raises": 2, "raise_factor": 5, "bet_steps": "double"}, ["1", "2", "4", "8", "16"]),
        ({"max_raises": 1, "raise_factor": 0}, ["1", "2", "4", "8", "16", "32", "64", "128"]),
        ({"pot_limit": 1}, ["1"]),
        ({"pot_limit": 6}, ["1", "2"]),
    ],
)
def test_price_card_ends_where_the_limits_do(options: dict[str, Value], stakes: list[str]) -> None:
    """No row that the limits of bets, raises or the pot rule out."""
    assert [row[0] for row in price_card(make(**options)).rows] == stakes


def test_price_card_after_the_last_raise() -> None:
    """A stake that only the last raise leads to has one bet left."""
    assert price_card(Rules(max_raises=1)).rows == (("1", "1–2", "2–4", "1", "2", "2"), ("2", "2", "4", "2", "4", "4"))


@pytest.mark.parametrize("show_multiplier", [1, 2])
@pytest.mark.parametrize("side_show_multiplier", [1, 2])
def test_price_card_agrees_with_the_engine(show_multiplier: Any, side_show_multiplier: Any) -> None:
    """Every amount is the one the engine asks for."""
    rules = Rules(boot=7, show_multiplier=show_multiplier, side_show_multiplier=side_show_multiplier)
    for row in price_card(rules).rows:
        price = 2 * int(row[0])
        blind, seen = bet_range(rules, price, False), bet_range(rules, price, True)
        assert [cell.replace(",", "") for cell in row[1:]] == [
            f"{blind.lowest}–{blind.highest}",
            f"{seen.lowest}–{seen.highest}",
            str(show_price(rules, price, False)),
            str(show_price(rules, price, True)),
            str(side_show_price(rules, price)),
        ]


def test_r16_r17_details_only_where_they_matter() -> None:
    """Shared pots, covered pots and the pot limit are explained only at tables that have them."""
    plain = words(sheet(Rules()))
    assert "divided equally" not in plain
    assert "covered" not in plain
    assert "divided equally" in words(sheet(Rules(show_tie="split")))
    assert "All pots count together" not in words(sheet(Rules(pot_limit=100)))
    both = words(sheet(Rules(pot_limit=100, short_stack="cover", blind_limit=3, side_show=False)))
    assert "All pots count together" in both
    assert "must look before covering" in both
    assert "side show fills" not in both
    assert "tied for the newest pot" in both


def test_huge_boot() -> None:
    """Chips may be of any size."""
    assert "2" + ",000" * 10 in words(sheet(Rules(boot=10**30)))


def test_a_sheet_is_plain_data() -> None:
    """So that a program can send it on; blocks tell their kind."""
    data = dataclasses.asdict(sheet(Rules()))
    assert data["sections"][0]["blocks"][0]["kind"] == "paragraph"


def test_unknown_language() -> None:
    """Refused with what was expected."""
    with pytest.raises(ValueError, match="expected one of en, hi, de, ru, id"):
        sheet(Rules(), "fr")
