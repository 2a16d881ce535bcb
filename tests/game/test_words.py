"""The words of a hand file's actions."""

from __future__ import annotations

import re
from typing import Any

import pytest

from teenpatti.game.actions import Accept, Best, Bet, Cover, Drop, Keep, Leave, Pack, Refuse, See, Show, ShowHand, Side
from teenpatti.game.cards import Card, parse_hand
from teenpatti.game.errors import Code, IllegalAction, InvalidHistory
from teenpatti.game.rules import Rules
from teenpatti.game.words import DealHand, KeptHand, TurnUp, is_dealing, read_action, read_dealing, split

ALL = Rules(wild="joker", lone_blind="carries")
"""Rules with every kind of dealing line."""

ACTIONS: list[tuple[str, Any]] = [
    ("p1 see", See(0)),
    ("p2 see old", See(1, "old")),
    ("p2 see new", See(1, "new")),
    ("p2 keep", Keep(1)),
    ("p2 drop", Drop(1)),
    ("p2 bet 1", Bet(1, 1)),
    ("p2 bet 0", Bet(1, 0)),  # readable; the deal refuses it
    (f"p17 bet {10**30}", Bet(16, 10**30)),
    ("p3 pack", Pack(2)),
    ("p3 leave", Leave(2)),
    ("p1 show", Show(0)),
    ("p1 side p3", Side(0, 2)),
    ("p1 accept", Accept(0)),
    ("p1 refuse", Refuse(0)),
    ("p1 cover", Cover(0)),
    ("d best p2", Best((1,))),
    ("d best p3 p1", Best((2, 0))),
    ("p2 sm AsTd2c", ShowHand(1, parse_hand("AsTd2c"))),
    ("p9999999999 see", See(9_999_999_998)),
]


@pytest.mark.parametrize(("line", "action"), ACTIONS)
def test_actions_are_read_and_written_alike(line: str, action: Any) -> None:
    """str gives the line back."""
    assert read_action(split(line)) == action
    assert str(action) == line


def test_showing_without_cards_has_no_line() -> None:
    """It is only for an engine that knows them."""
    assert str(ShowHand(0)) == "p1 sm"


@pytest.mark.parametrize(
    "line",
    ["p1 see # he looks", "  p1   see", "p1\tsee\t", "\tp1 \t see #", "p1 see #p2 see", "p1 see ## x # y"],
)
def test_words_are_separated_by_blanks_and_a_hash_begins_commentary(line: str) -> None:
    """Blanks are spaces and tabs."""
    assert split(line) == ["p1", "see"]


@pytest.mark.parametrize(
    "line", ["p1 see#x", "p1\nsee", "p1 see\n", "p1\u00a0see", "p1\u2003see", "p1\rsee", "p1 see\x0b"]
)
def test_other_white_space_separates_nothing(line: str) -> None:
    """So it is unreadable."""
    with pytest.raises(IllegalAction):
        read_action(split(line))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "#",
            "# p1 see",
            "p1",
            "see",
            "see p1",
            "p1 see see",
            "p1 dance",
            "P1 see",
            "p1 SEE",
            "p 1 see",
            "p1 see 2",
        ),
        *("p0 pack", "p01 pack", "p-1 pack", "p+1 pack", "p1.0 pack", "p pack", "pp1 pack", "p١ pack", "p² pack"),
        *(
            "p99999999999 pack",
            "p1 bet",
            "p1 bet 1.5",
            "p1 bet -1",
            "p1 bet +1",
            "p1 bet 01",
            "p1 bet 1e3",
            "p1 bet 1,000",
        ),
        *(
            "p1 bet 1_000",
            "p1 bet NaN",
            "p1 bet inf",
            "p1 bet true",
            "p1 bet ١",
            "p1 bet p2",
            "p1 bet 1 2",
            "p1 bet 0x10",
        ),
        *("p1 side", "p1 side 2", "p1 side p0", "p1 side p2 p3", "p1 side dealer", "p1 show p2", "p1 accept p2"),
        *(
            "p1 sm",
            "p1 sm ??????",
            "p1 sm As",
            "p1 sm AsAs",
            "p1 sm As Kd Qc",
            "p1 sm asKdQc",
            "p1 sm AsKdQ",
            "p1 sm XxYyZz",
        ),
        *(
            "d",
            "d best",
            "d best 1",
            "d best p0",
            "d best p1 2",
            "d best p1,p2",
            "d dance p1",
            "d see",
            "best p1",
            "d bestp1",
        ),
        *("p1 see both", "p1 see OLD", "p1 see old new", "p1 keep old", "p1 drop new", "keep", "p0 drop"),
    ],
)
def test_what_cannot_be_read(line: str) -> None:
    """One code, and a message that names the words and what was expected. sm As is read and refused by the deal."""
    if line == "p1 sm As":
        assert read_action(split(line)) == ShowHand(0, parse_hand("As"))
        return
    with pytest.raises(IllegalAction, match=r" is no action: expected pN see \[old\|new\], keep, ") as caught:
        read_action(split(line))
    assert caught.value.code is Code.UNREADABLE


def test_an_amount_too_long_to_be_one() -> None:
    """Two hundred digits are read."""
    assert read_action(["p1", "bet", "9" * 200]) == Bet(0, 10**200 - 1)
    with pytest.raises(IllegalAction):
        read_action(["p1", "bet", "9" * 201])
    with pytest.raises(IllegalAction):
        read_action(["p1", "bet", "9" * 100_000])


@pytest.mark.parametrize(
    ("line", "dealing"),
    [
        ("d dh p1 AsKsQs", True),
        ("d dh", True),
        ("d tj As", True),
        ("d kh p1 AsKsQs", True),
        ("d best p1", False),
        ("d", False),
        ("p1 see", False),
        ("", False),
        ("dh p1 AsKsQs", False),
    ],
)
def test_is_dealing(line: str, dealing: bool) -> None:
    """Good or bad."""
    assert is_dealing(split(line)) is dealing


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("d dh p1 AsKsQs", DealHand(0, parse_hand("AsKsQs"))),
        ("d dh p17 2c3d4h", DealHand(16, parse_hand("2c3d4h"))),
        ("d dh p2 ??????", DealHand(1, None)),
        ("d kh p1 AsKsQs", KeptHand(0, parse_hand("AsKsQs"))),
        ("d kh p2 ??????", KeptHand(1, None)),
        ("d tj 2c", TurnUp(Card(0))),
    ],
)
def test_dealing_lines(line: str, said: Any) -> None:
    """A hand is wholly known or wholly unknown."""
    assert read_dealing(split(line), ALL) == said


def test_dealing_lines_of_four_cards() -> None:
    """Wholly known or unknown, too; kept ones likewise."""
    rules = Rules(cards_dealt=4, lone_blind="carries")
    hand = parse_hand("AsKsQsJs")
    assert read_dealing(split("d dh p1 AsKsQsJs"), rules) == DealHand(0, hand)
    assert read_dealing(split("d dh p1 ????????"), rules) == DealHand(0, None)
    assert read_dealing(split("d kh p1 AsKsQsJs"), rules) == KeptHand(0, hand)
    with pytest.raises(InvalidHistory, match="expected 4"):
        read_dealing(split("d kh p1 AsKsQs"), rules)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d dh", "expected d dh pN CARDS"),
        ("d dh p1", "expected d dh pN CARDS"),
        ("d dh p0 AsKsQs", "expected d dh pN CARDS"),
        ("d dh AsKsQs p1", "expected d dh pN CARDS"),
        ("d dh p1 AsKsQs p2", "expected d dh pN CARDS"),
        ("d dh p1 As Ks Qs", "expected d dh pN CARDS"),
        ("d dh p1 AsKs", "expected 3"),
        ("d dh p1 AsKsQsJs", "expected 3"),
        ("d dh p1 ????????", "expected 3"),
        ("d dh p1 ??", "expected 3"),
        ("d dh p1 AsKs??", "is no card"),
        ("d dh p1 AsKsAs", "comes twice"),
        ("d tj As", "turn up no joker"),
        ("d kh p1 AsKsQs", "keep no hands"),
    ],
)
def test_bad_dealing_lines(line: str, reason: str) -> None:
    """One code; the reason is in the message."""
    with pytest.raises(InvalidHistory, match=reason) as caught:
        read_dealing(split(line), Rules())
    assert caught.value.code is Code.BAD_DEALING


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d tj", "expected d tj CARD"),
        ("d tj As Ks", "expected d tj CARD"),
        ("d tj p1 As", "expected d tj CARD"),
        ("d tj ??", "is no card"),
        ("d tj 1s", "is no card"),
        ("d kh", "expected d kh pN CARDS"),
        ("d kh AsKsQs", "expected d kh pN CARDS"),
        ("d kh p1 AsKs", "expected 3"),
        ("d kh p1 AsKs??", "is no card"),
    ],
)
def test_bad_lines_of_jokers_and_kept_hands(line: str, reason: str) -> None:
    """Where the rules have them."""
    with pytest.raises(InvalidHistory, match=re.escape(reason)) as caught:
        read_dealing(split(line), ALL)
    assert caught.value.code is Code.BAD_DEALING
