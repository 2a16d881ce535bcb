"""Playing hand files, and the JSON of their steps."""

from __future__ import annotations

from typing import Any

import pytest

from teenpatti.game.errors import Code, IllegalAction, InvalidHistory
from teenpatti.game.handfile import HandFile, from_fields
from teenpatti.game.notation import parse_tph
from teenpatti.game.replay import legal_json, replay, replay_json
from tests.game.dealing import TRAILS, play, start

WORKED = """
format = "tph/1"
variant = "TP"
players = ["A", "B", "C", "D"]
starting_stacks = [100, 100, 100, 100]
actions = [
  "d dh p1 AdQh9s", "d dh p2 9c5d2s", "d dh p3 Th8s4c", "d dh p4 KsKd7h",
  "p1 bet 1", "p2 see", "p2 pack", "p3 bet 1", "p4 see", "p4 bet 2", "p1 bet 2",
  "p3 see", "p3 pack", "p4 bet 4", "p1 see", "p1 show",
]
"""


def file(*actions: str, players: int = 2, **fields: Any) -> HandFile:
    """A file with these actions."""
    names = [f"P{i}" for i in range(players)]
    return from_fields({"format": "tph/1", "variant": "TP", "players": names, "actions": list(actions)} | fields)


def test_the_worked_example_of_the_sources() -> None:
    """R5-R12: A, B, C, D post 1; D wins the pot of 18. Every step, exactly."""
    said = replay_json(parse_tph(WORKED))
    assert said["error"] is None
    steps = said["steps"]
    assert [(step["pot"], step["seen_price"], step["turn"]) for step in steps] == [
        (4, 2, 1),
        (5, 2, 2),
        (5, 2, 2),
        (5, 2, 3),
        (6, 2, 4),
        (6, 2, 4),
        (8, 2, 1),
        (10, 4, 3),
        (10, 4, 3),
        (10, 4, 4),
        (14, 4, 1),
        (14, 4, 1),
        (18, 4, None),
    ]
    assert [step["seen"] for step in steps[-4:]] == [[2, 3, 4], [2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]
    assert steps[0]["legal"] == {"see": None, "pack": None, "bet": [1, 2]}
    assert steps[5]["legal"] == {"pack": None, "bet": [2, 4]}
    assert steps[10]["legal"] == {"see": None, "pack": None, "bet": [2, 4], "show": None}
    assert steps[11]["legal"] == {"pack": None, "bet": [4, 8], "show": None, "side": [4]}
    assert steps[-1] == {
        "pot": 18,
        "seen_price": 4,
        "paid": [8, 1, 2, 7],
        "left": [1, 4],
        "covered": [],
        "seen": [1, 2, 3, 4],
        "turn": None,
        "over": True,
        "legal": {},
        "net": [-8, -1, -2, 11],
        "winners": [4],
    }
    assert all(step["net"] is None and step["winners"] == [] and not step["over"] for step in steps[:-1])


def test_the_worked_example_with_its_finishing_stacks() -> None:
    """Which are checked."""
    good = parse_tph(WORKED + "finishing_stacks = [92, 99, 98, 111]")
    assert replay_json(good)["error"] is None
    bad = replay_json(parse_tph(WORKED + "finishing_stacks = [92, 99, 98, 112]"))
    assert bad == {
        "steps": [],
        "error": {
            "action": None,
            "code": "stacks_disagree",
            "message": "finishing_stacks are 92, 99, 98, 112: the deal ends with 92, 99, 98, 111.",
        },
    }


def test_without_stacks_the_finishing_ones_are_scores() -> None:
    """Unlimited stacks, as at a tab."""
    assert replay_json(file("p1 pack", finishing_stacks=[-1, 1]))["error"] is None
    assert replay_json(file("p1 pack", finishing_stacks=[0, 2]))["error"]["code"] == "stacks_disagree"
    huge = replay_json(file("p1 pack", finishing_stacks=[-(10**199), 10**199]))["error"]["message"]
    assert len(huge) < 1000


def test_steps_are_yielded_before_an_error() -> None:
    """Lazily, with the action that led there."""
    steps = replay(file("p1 bet 1", "p1 bet 1"))
    assert next(steps).action is None
    assert str(next(steps).action) == "p1 bet 1"
    with pytest.raises(IllegalAction) as caught:
        next(steps)
    assert caught.value.place == 1
    assert caught.value.code is Code.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("actions", "place", "code", "steps"),
    [
        (["p2 bet 1"], 0, Code.NOT_YOUR_TURN, 1),
        (["d dh p1 AsKsQs", "p1 bet 1", "p2 bet 9"], 2, Code.BET_TOO_HIGH, 2),
        (["p1 dance"], 0, Code.UNREADABLE, 1),
        (["p1 bet 1", "p1 bet 1.5"], 1, Code.UNREADABLE, 2),
        (["p0 pack"], 0, Code.UNREADABLE, 1),
        (["p3 pack"], 0, Code.NO_SUCH_PLAYER, 1),
        ([""], 0, Code.UNREADABLE, 1),
        (["p1 pack", "p2 bet 1"], 1, Code.DEAL_OVER, 2),
        (["p1 show", "p1 see"], 1, Code.COMPARISON_DUE, 2),
        (["p1 sm AsKsQs"], 0, Code.DEAL_NOT_OVER, 1),
        (["d best p1"], 0, Code.NO_COMPARISON_DUE, 1),
        (["p1 pack", "p1 sm AsKs"], 1, Code.HAND_MISMATCH, 2),
        (["d dh p1 AsKsQs", "p1 pack", "p2 sm AsKdQd"], 2, Code.HAND_MISMATCH, 2),
        (["p1 show", "d best p3"], 1, Code.BAD_BEST, 2),
        (["p1 bet 0"], 0, Code.BAD_AMOUNT, 1),
    ],
)
def test_replay_stops_at_the_first_illegal_action(actions: list[str], place: int, code: Code, steps: int) -> None:
    """Its place is 0-based and counts dealing lines; the steps so far stand."""
    said = replay_json(file(*actions))
    assert len(said["steps"]) == steps
    assert said["error"]["action"] == place
    assert said["error"]["code"] == code
    assert said["error"]["message"]


@pytest.mark.parametrize(
    ("actions", "place"),
    [
        (["d dh p3 AsKsQs"], 0),
        (["d dh p1 AsKsQs", "d dh p1 2s3s4s"], 1),
        (["d dh p1 ??????", "d dh p1 ??????"], 1),
        (["d dh p1 AsKsQs", "d dh p2 As2d3d"], 1),
        (["p1 bet 1", "d dh p2 As2d3d"], 1),
        (["p1 bet 9", "p1 dance", "d tj As"], 2),
        (["d dh p1 AsKs"], 0),
        (["d tj As"], 0),
        (["d kh p1 AsKsQs"], 0),
        (["d dh p1 AsKsQs", "d dh"], 1),
        (["d dh p1 AsKsQs # good", "d dh p2 AsKs?? # bad"], 1),
    ],
)
def test_a_bad_dealing_line_gives_no_steps(actions: list[str], place: int) -> None:
    """All are read before the first step, so an earlier illegal action does not come into it."""
    said = replay_json(file(*actions))
    assert said["steps"] == []
    assert said["error"]["action"] == place
    assert said["error"]["code"] == Code.BAD_DEALING
    with pytest.raises(InvalidHistory):
        next(replay(file(*actions)))


def test_hands_may_be_unknown() -> None:
    """Without a line, or as ??????; then the dealer's word decides and makes a step, sm and dealing make none."""
    said = replay_json(
        file("d dh p1 ??????", "p1 show", "p2 sm AsAhAd", "d best p1", "p1 sm 2c3d5h", starting_stacks=[9, 9])
    )
    assert said["error"] is None
    assert [step["turn"] for step in said["steps"]] == [1, None, None]
    assert said["steps"][1]["legal"] == {"best": [1, 2]}
    assert not said["steps"][1]["over"]
    assert said["steps"][2]["net"] == [1, -1]
    assert said["steps"][2]["winners"] == [1]


def test_boots_that_end_the_deal() -> None:
    """The first step is the last."""
    said = replay_json(file("d dh p1 AsAhAd", "d dh p2 KsKhKd", rules={"pot_limit": 2}))
    assert [step["over"] for step in said["steps"]] == [True]
    unknown = replay_json(file("d best p1 p2", rules={"pot_limit": 2}))
    assert unknown["steps"][0]["legal"] == {"best": [1, 2]}
    assert unknown["steps"][1]["winners"] == [1, 2]


def test_an_open_side_show_has_the_asked_on_turn() -> None:
    """With accept and refuse."""
    said = replay_json(file("p1 see", "p1 bet 2", "p2 see", "p2 side p1"))
    assert said["steps"][-1]["turn"] == 1
    assert said["steps"][-1]["legal"] == {"accept": None, "refuse": None}


def test_covered_players_are_listed() -> None:
    """They are not left; of two winners who share nothing is paid to nobody."""
    said = replay_json(
        file(
            "p1 bet 1",
            "p2 cover",
            "p3 bet 1",
            "p1 pack",
            "d best p2",
            players=3,
            rules={"short_stack": "cover"},
            starting_stacks=[9, 1, 9],
        )
    )
    assert said["error"] is None
    step = said["steps"][2]
    assert (step["left"], step["covered"], step["pot"], step["turn"]) == ([1, 3], [2], 4, 3)
    assert said["steps"][-1]["winners"] == [2, 3]
    assert said["steps"][-1]["net"] == [-2, 3, -1]


@pytest.mark.parametrize(
    ("options", "stacks", "bet"),
    [
        ({}, [100, 100], [1, 2]),
        ({}, [2, 2], [1, 1]),
        ({"raise_factor": 0}, None, [1, None]),
        ({"raise_factor": 0}, [50, 50], [1, 49]),
        ({"bet_steps": "double"}, None, [1, 2]),
        ({"bet_steps": "double", "raise_factor": 8}, [6, 6], [1, 2, 4]),
        ({"bet_steps": "double", "max_raises": 1, "max_seen_bet": 2}, None, [1]),
        ({"bet_steps": "double", "raise_factor": 0}, None, [1, None]),
        ({"bet_steps": "double", "raise_factor": 0}, [9, 9], [1, 2, 4, 8]),
    ],
)
def test_legal_json_of_bets(options: dict[str, Any], stacks: list[int] | None, bet: list[int | None]) -> None:
    """[lowest, highest] cut by the stack, null without upper limit; a list of amounts for double with one."""
    fields: dict[str, Any] = {"rules": options} | ({} if stacks is None else {"starting_stacks": stacks})
    assert replay_json(file(**fields))["steps"][0]["legal"]["bet"] == bet


def test_legal_json_of_a_cover() -> None:
    """Without its amount; leave is never listed."""
    deal = play(start(3, stacks=[99, 2, 99], short_stack="cover"), "p1 bet 2")
    assert legal_json(deal.legal()) == {"see": None, "pack": None, "cover": None}
    assert deal.legal().leave


def test_packed_and_losers() -> None:
    """Losers of a show do not pack and stay in left."""
    said = replay_json(file(f"d dh p1 {TRAILS[0]}", f"d dh p2 {TRAILS[1]}", "p1 show"))
    assert said["steps"][-1]["left"] == [1, 2]
    assert said["steps"][-1]["seen"] == []


def test_huge_amounts() -> None:
    """10**30 and more, in and out."""
    boot = 10**30
    said = replay_json(file(f"p1 bet {2 * boot}", "p2 pack", rules={"boot": boot}, starting_stacks=[10**40] * 2))
    assert said["steps"][-1]["net"] == [boot, -boot]
