"""R18: leaving a deal, at each kind of moment."""

from __future__ import annotations

import pytest

from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code
from teenpatti.game.events import Packed
from tests.game.dealing import TRAILS, paid, play, refused, shown, start, who, won
from tests.game.test_r13_side_show import all_seen


def test_r18_leaving_on_turn_is_packing() -> None:
    """What was paid stays; the turn goes on."""
    deal = play(start(3), "p1 bet 2, p2 bet 2, p3 bet 2, p1 leave")
    assert deal.events[-1] == Packed(0, "leave", turn=1)
    assert paid(deal) == [3, 3, 3]
    assert who(deal) == "p2"
    assert deal.left == (1, 2)


@pytest.mark.parametrize("seen", [False, True])
def test_r18_leaving_out_of_turn_moves_no_turn(seen: bool) -> None:
    """Blind or seen."""
    deal = start(4)
    if seen:
        deal = play(deal, "p1 see, p1 bet 2")
    turn = who(deal)
    for leaver in ("p4", "p3"):
        deal = play(deal, f"{leaver} leave")
        assert who(deal) == turn
    assert refused(deal, "p4 leave") is Code.NOT_LEFT


@pytest.mark.parametrize("leaver", [1, 2])
def test_r18_if_one_is_left_he_wins(leaver: int) -> None:
    """R8, whoever was on turn."""
    deal = play(start(2), f"p{leaver} leave")
    assert won(deal) == ([0, 2] if leaver == 1 else [2, 0])
    assert shown(deal) == []


@pytest.mark.parametrize(
    ("leaver", "turn"),
    [("p1", "p2"), ("p4", "p2")],
    ids=["asker", "asked"],
)
def test_r18_asker_or_asked_leaves_and_the_side_show_lapses(leaver: str, turn: str) -> None:
    """The payment stays and the turn goes on from the asker's seat, as in R15."""
    deal = play(all_seen(4), "p1 side p4")
    deal = play(deal, f"{leaver} leave")
    assert deal.side is None
    assert deal.chips_in == 4 + 8 + 2
    assert who(deal) == turn
    assert "accept" not in str(deal.legal())
    other = "p4" if leaver == "p1" else "p1"
    assert refused(deal, f"{other} accept") is Code.NO_SIDE_SHOW_OPEN


def test_r18_the_asked_leaves_and_the_asker_was_next_to_last() -> None:
    """The first player left clockwise of the asker's seat, passing over the leaver."""
    deal = play(all_seen(3), "p1 bet 2, p2 bet 2, p3 side p2")
    assert who(play(deal, "p2 leave")) == "p1"
    assert who(play(deal, "p3 leave")) == "p1"
    two = play(all_seen(4), "p1 bet 2, p2 pack, p3 side p1")
    assert who(play(two, "p1 leave")) == "p4"


@pytest.mark.parametrize("leaver", ["p1", "p2"])
def test_r18_asker_or_asked_of_the_last_two_leaves(leaver: str) -> None:
    """The other wins the pot, with the payment."""
    deal = play(all_seen(2), f"p1 side p2, {leaver} leave")
    assert sum(won(deal)) == 8
    assert deal.winners == (1 if leaver == "p1" else 0,)


def test_r18_others_leaving_does_not_touch_an_open_side_show() -> None:
    """Even down to the two, and below side_show_min_players."""
    deal = play(all_seen(4, side_show_min_players=3), "p1 side p4, p2 leave")
    assert who(deal) == "p4"
    deal = play(deal, "p3 leave")
    assert deal.side == (0, 3)
    assert who(deal) == "p4"
    accepted = play(deal, "p4 accept")
    assert won(accepted) == [14, 0, 0, 0]
    assert who(play(deal, "p4 refuse")) == "p4"


def _compared_side_show() -> Deal:
    deal = play(start("????"), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3, 4)))
    return play(deal, "p1 side p4, p4 accept")


@pytest.mark.parametrize("leaver", ["p1", "p4"])
def test_r18_leaving_while_the_dealer_compares_the_side_show(leaver: str) -> None:
    """It lapses too, and no word is awaited."""
    deal = play(_compared_side_show(), f"{leaver} leave")
    assert deal.comparing is None
    assert who(deal) == "p2"
    assert refused(deal, "d best p1") is Code.NO_COMPARISON_DUE


def test_r18_another_leaves_while_the_dealer_compares_the_side_show() -> None:
    """The word is still awaited."""
    deal = play(_compared_side_show(), "p2 leave")
    assert who(deal) == "d"
    deal = play(deal, "d best p4")
    assert deal.left == (2, 3)
    assert who(deal) == "p3"


def test_r18_nobody_leaves_a_final_comparison() -> None:
    """Only the dealer's word can change anything now."""
    deal = play(start("???"), "p3 leave, p1 show")
    assert refused(deal, "p1 leave") is Code.COMPARISON_DUE
    assert refused(deal, "p3 leave") is Code.COMPARISON_DUE


def test_r18_leaving_with_covered_pots() -> None:
    """The last one left meets the coverer."""
    deal = start([TRAILS[0], TRAILS[1], TRAILS[2]], stacks=[99, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p1 leave")
    assert won(deal) == [0, 6, 0]


def test_r18_a_side_show_of_the_last_two_lapses_by_leaving_during_the_comparison() -> None:
    """R8."""
    deal = play(start("??"), "p1 see, p1 bet 2, p2 see, p2 side p1, p1 accept, p2 leave")
    assert won(deal) == [6, 0]
