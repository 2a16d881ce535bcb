"""The Gymnasium environment: its project's own check, and one seat among bots."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import teenpatti.envs
from teenpatti.bots import BASELINES, bot
from teenpatti.envs import seat as seat_module
from teenpatti.envs.choices import Choice
from teenpatti.envs.seat import TeenPattiSeat
from teenpatti.game.actions import Action, Bet, Pack, Refuse, See, Side
from teenpatti.game.errors import IllegalAction, InvalidRules
from teenpatti.game.rules import Rules
from teenpatti.game.view import View
from tests.envs.play import choose, playable_rules

CLUB = Rules.preset("club", look="own_turn")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponents": ("tight", "maniac", "caller"), "rules": CLUB, "seat": 2},
        {"opponents": ("blind-lover",), "rules": Rules(short_stack="cover", boot=7), "stack": 5, "seat": 0},
        {"opponents": ("random",) * 16, "stack": 3},
    ],
)
def test_check_env(options: dict[str, Any]) -> None:
    """Gymnasium's check_env, all of it, many times, as it samples without a mask; a warning is an error here."""
    for _ in range(15):
        check_env(gymnasium.make("teenpatti/Seat-v0", **options).unwrapped)


def test_made_by_name() -> None:
    """With the wrappers that gymnasium.make adds, which check every step."""
    assert teenpatti.envs.__doc__
    env = gymnasium.make("teenpatti/Seat-v0", opponents=("tight", "maniac"), render_mode="ansi")
    rng = Random(1)
    _, info = env.reset(seed=1)
    for _ in range(200):
        _, _, terminated, truncated, info = env.step(choose(info["action_mask"], rng))
        assert not truncated
        assert isinstance(env.render(), str)
        if terminated:
            _, info = env.reset()
    env.close()


def test_rewards_and_rows_over_random_rules() -> None:
    """The reward comes once and is the engine's; rows keep to the space; the mask is empty at the end."""
    rng = Random(2)
    for _ in range(80):
        players = rng.choice((2, 3, 5))
        env = TeenPattiSeat(
            playable_rules(rng, players),
            [rng.choice(BASELINES) for _ in range(players - 1)],
            stack=rng.choice((2, 30)),
        )
        row, info = env.reset(seed=rng.getrandbits(30))
        terminated, reward = False, 0.0
        while not terminated:
            assert env.observation_space.contains(row)
            assert info["action_mask"].any()
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            row, reward, terminated, truncated, info = env.step(choose(info["action_mask"], rng))
            assert not truncated
            assert not info["illegal"]
            assert terminated or reward == 0
        assert env.observation_space.contains(row)
        assert not info["action_mask"].any()
        deal = env._deal
        assert deal is not None
        me = deal.players[env.player]
        assert reward == (me.won - me.paid) / env.setting.rules.boot
        with pytest.raises(RuntimeError, match="call reset first"):
            env.step(0)


def test_r18_what_is_not_legal_is_running_out_of_time() -> None:
    """It packs, and says so."""
    env = TeenPattiSeat(opponents=("caller", "caller"), seat=0)
    env.reset(seed=3)
    _, reward, terminated, _, info = env.step(Choice.SHOW)
    assert info["illegal"]
    assert terminated
    assert reward == -1


class Asking:
    """Looks, bets, and asks for a side show whenever it may."""

    name, style = "asking", "Asks."

    def choose(self, view: View, rng: Random) -> Action:
        """See the class."""
        legal, me = view.legal, view.viewer
        assert me is not None
        if legal.accept:
            return Refuse(me)
        if legal.see:
            return See(me)
        if legal.side:
            return Side(me, legal.side.targets[0])
        return Bet(me, legal.bet.lowest) if legal.bet else Pack(me)


def test_r18_silence_to_a_side_show_is_a_refusal() -> None:
    """And nobody packs."""
    env = TeenPattiSeat(opponents=(Asking(),), seat=0)
    env.reset(seed=4)
    env.step(Choice.SEE)
    _, _, _, _, info = env.step(Choice.BET_LOWEST)
    assert np.flatnonzero(info["action_mask"]).tolist() == [Choice.ACCEPT, Choice.REFUSE]
    _, _, terminated, _, info = env.step(99)
    assert not terminated
    assert info["illegal"]
    assert not any(player.packed for player in env._deal.players)  # type: ignore[union-attr]


def test_an_error_if_so_wished() -> None:
    """With the legal set, and nothing has changed."""
    env = TeenPattiSeat(illegal="error", seat=0)
    row, _ = env.reset(seed=5)
    deal = env._deal
    with pytest.raises(IllegalAction, match="Legal now: 0 pack, 1 see, 2 bet_lowest"):
        env.step(Choice.ACCEPT)
    assert env._deal is deal
    assert row.tobytes() == env.table.row(env._deal, 0, env._costs).tobytes()  # type: ignore[arg-type]


def test_bots_see_only_their_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is given the view of its own place, in the order in which they sit."""
    given: list[View] = []
    honest = bot("random")

    class Watched:
        name, style = "watched", "Plays at random."

        def choose(self, view: View, rng: Random) -> Action:
            assert isinstance(view, View)
            given.append(view)
            return honest.choose(view, rng)

    env = TeenPattiSeat(opponents=(Watched(), "caller", "caller"), seat=1)
    env.reset(seed=6)
    _, _, terminated, _, info = env.step(Choice.BET_LOWEST)
    while not terminated:
        _, _, terminated, _, info = env.step(choose(info["action_mask"], Random(1)))
    assert given
    assert {view.viewer for view in given} == {2}


def test_seeds() -> None:
    """The same seed gives the same deals, places and bots' whims."""

    def story(seed: int) -> list[Any]:
        env = TeenPattiSeat(opponents=("maniac", "random"), render_mode="ansi")
        rng, found = Random(0), []
        _, info = env.reset(seed=seed)
        for _ in range(60):
            _, reward, terminated, _, info = env.step(choose(info["action_mask"], rng))
            found.append((env.player, reward, env.render()))
            if terminated:
                _, info = env.reset()
        return found

    assert story(7) == story(7)
    assert story(7) != story(8)
    assert {place for place, _, _ in story(7)} == {0, 1, 2}


def test_a_deal_without_a_turn_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until there is something to decide; bots that never let it come to that are found out."""

    class Packing:
        name, style = "packing", "Packs."

        def choose(self, view: View, rng: Random) -> Action:
            return Pack(view.viewer or 0)

    monkeypatch.setattr(seat_module, "_MOST_DEALS", 20)
    env = TeenPattiSeat(opponents=(Packing(),), seat=1)
    with pytest.raises(RuntimeError, match="ended every deal"):
        env.reset(seed=1)
    drawn = TeenPattiSeat(opponents=(Packing(),))
    for _ in range(20):
        drawn.reset(seed=1)
        assert drawn.player == 0


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"opponents": ("nobody",)}, "There is no bot 'nobody'"),
        ({"seat": 2}, "expected None or a whole number from 0 to 1"),
        ({"illegal": "ignore"}, "expected timeout or error"),
        ({"render_mode": "rgb_array"}, "expected None, human or ansi"),
        ({"rules": "club"}, "look is any_time"),
        ({"opponents": ()}, "1 players cannot be dealt in"),
    ],
)
def test_options_that_are_refused(options: dict[str, Any], match: str) -> None:
    """In a sentence."""
    with pytest.raises((ValueError, InvalidRules), match=match):
        TeenPattiSeat(**options)


def test_the_text_is_the_seats_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Own cards once looked at, bots labelled as bots."""
    env = TeenPattiSeat(opponents=("caller",), seat=0, render_mode="ansi")
    with pytest.raises(RuntimeError, match="call reset first"):
        env.render()
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step(0)
    env.reset(seed=8)
    (
        blind,
        _,
    ) = env.render(), env.step(Choice.SEE)
    seen = env.render()
    assert blind is not None
    assert seen is not None
    assert blind.splitlines()[1].split() == ["*", "agent", "blind", "paid", "1", "stack", "99"]
    assert len(seen.splitlines()[1].split()[-1]) == 6
    assert seen.splitlines()[2].split()[:2] == ["caller", "(bot)"]
    loud = TeenPattiSeat(render_mode="human", seat=0)
    loud.reset(seed=8)
    loud.step(Choice.SEE)
    assert "random (bot)" in capsys.readouterr().out
    silent = TeenPattiSeat()
    silent.reset(seed=8)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None
