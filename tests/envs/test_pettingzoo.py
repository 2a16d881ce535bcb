"""The PettingZoo environment: its project's own suites, and the rules of an episode."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper

import teenpatti.envs
from teenpatti.envs import teen_patti_v0
from teenpatti.envs.choices import Choice
from teenpatti.game.errors import IllegalAction, InvalidRules
from teenpatti.game.rules import Rules
from tests.envs import suites
from tests.envs.play import play_out, playable_rules

CLUB = Rules.preset("club", look="own_turn")
SETTINGS: dict[str, dict[str, Any]] = {
    "two": {},
    "club": {"rules": CLUB, "players": 5},
    "seventeen": {"players": 17, "stack": 8},
    "short of chips": {"rules": Rules(short_stack="cover", raise_factor=0, boot=3), "players": 4, "stack": 4},
    "one boot": {"rules": "muflis", "players": 3, "stack": 1},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_api(name: str) -> None:
    """PettingZoo's api_test; a warning is an error here."""
    suites.api_test(teen_patti_v0.env(**SETTINGS[name]), num_cycles=100)
    suites.api_test(teen_patti_v0.raw_env(**SETTINGS[name]), num_cycles=20)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("layout", ["box", "dict"])
def test_seeds(name: str, layout: str) -> None:
    """PettingZoo's seed_test."""
    suites.seed_test(partial(teen_patti_v0.env, layout=layout, **SETTINGS[name]), num_cycles=100)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's render_test, which knows a mask only in an observation that is a dictionary."""
    suites.render_test(partial(teen_patti_v0.env, layout="dict", players=3))
    assert "player_2" in capsys.readouterr().out


@pytest.mark.parametrize("name", SETTINGS)
def test_parallel_api(name: str) -> None:
    """PettingZoo's parallel_api_test over its converter for games played in turns; it samples with the mask of a
    dictionary only."""
    suites.parallel_api_test(teen_patti_v0.parallel_env(layout="dict", **SETTINGS[name]), num_cycles=100)
    suites.parallel_api_test(
        turn_based_aec_to_parallel(teen_patti_v0.raw_env(layout="dict", **SETTINGS[name])), num_cycles=50
    )


class OnlyBets(BaseWrapper):
    """Whatever is sampled, the lowest bet is made: so the turn goes round and everybody acts in every cycle."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.metadata = {**env.metadata, "is_parallelizable": True}

    def step(self, action: Any) -> None:
        """Bet, or take a dead step."""
        super().step(None if action is None else Choice.BET_LOWEST)


def test_max_cycles() -> None:
    """PettingZoo's max_cycles_test, which samples without a mask and expects all agents to act in every cycle."""

    def env(**options: Any) -> Any:
        return OnlyBets(teen_patti_v0.env(players=3, **options))

    suites.max_cycles_test(SimpleNamespace(env=env, parallel_env=lambda **options: aec_to_parallel(env(**options))))


def test_breaking_off_costs_nobody_anything() -> None:
    """All are truncated at once, nobody is terminated, rewards are 0."""
    env: Any = teen_patti_v0.raw_env(players=3, max_cycles=1, layout="dict")
    env.reset(seed=1)
    for choice in (Choice.SEE, Choice.PACK):
        env.step(choice)
    assert not any(env.truncations.values())
    env.step(Choice.SEE)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    assert not any(info["action_mask"].any() for info in env.infos.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    # A deal that ends with the last action has its result.
    env.reset(seed=1)
    for choice in (Choice.BET_LOWEST, Choice.PACK, Choice.PACK):
        env.step(choice)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.rewards == {"player_0": 2.0, "player_1": -1.0, "player_2": -1.0}


@pytest.mark.parametrize(("kind", "expected"), [("aec", pettingzoo.AECEnv), ("parallel", pettingzoo.ParallelEnv)])
def test_made_by_name(kind: Any, expected: type) -> None:
    """pettingzoo.make knows it once teenpatti.envs is imported."""
    assert teenpatti.envs.__doc__
    made: Any = pettingzoo.make(kind, "teenpatti/teen_patti-v0", players=4, rules="muflis")
    assert isinstance(made, expected)
    env: Any = made
    env.reset(seed=0)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert env.unwrapped.setting.rules == Rules.preset("muflis")


def test_rewards_are_boots_and_sum_to_zero() -> None:
    """Over random rules; what the engine says is won, in boots, once and at the end."""
    rng = Random(11)
    for _ in range(150):
        players = rng.choice((2, 3, 4, 6))
        env = teen_patti_v0.env(rules=playable_rules(rng), players=players, stack=rng.choice((1, 3, 20)))
        env.reset(seed=rng.getrandbits(30))
        raw = env.unwrapped
        rewards = play_out(env, rng)
        assert raw.deal.over
        boot = raw.setting.rules.boot
        assert list(rewards.values()) == [(p.won - p.paid) / boot for p in raw.deal.players]
        assert sum(rewards.values()) == pytest.approx(0, abs=1e-9)
        assert any(rewards.values())


def test_who_has_packed_stays_without_turns_until_the_end() -> None:
    """All end together."""
    env = teen_patti_v0.env(players=4)
    env.reset(seed=2)
    env.step(Choice.PACK)
    env.step(Choice.PACK)
    for _ in range(3):
        assert env.agent_selection == "player_2"
        env.step(Choice.BET_LOWEST)
        assert env.agent_selection == "player_3"
        assert env.agents == env.possible_agents
        env.step(Choice.BET_LOWEST)
    assert not any(env.terminations.values())
    env.step(Choice.PACK)
    assert all(env.terminations.values())
    assert env.last()[0] is not None
    for agent in list(env.agents):
        assert env.agent_selection == agent
        env.step(None)
    assert env.agents == []


def test_seeds_are_of_an_instance_and_go_on() -> None:
    """One seed gives a row of deals; another environment does not disturb it."""

    def hands(env: Any) -> Any:
        return [player.hand for player in env.unwrapped.deal.players]

    one, two = teen_patti_v0.env(), teen_patti_v0.env()
    one.reset(seed=5)
    first = [hands(one)]
    two.reset(seed=6)
    one.reset()
    first.append(hands(one))
    two.reset(seed=5)
    again = [hands(two)]
    two.reset()
    again.append(hands(two))
    assert first == again
    assert first[0] != first[1]
    one.reset()
    assert hands(one) not in first
    two.reset(seed=np.int64(5))
    assert hands(two) == first[0]
    unseeded: list[Any] = [teen_patti_v0.raw_env() for _ in range(2)]
    for env in unseeded:
        env.reset()
    assert hands(unseeded[0]) != hands(unseeded[1])


@pytest.mark.parametrize("keep", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_can_be_kept_and_restored(keep: Any) -> None:
    """In the middle of a deal: both go on alike, this deal and the next, and apart."""
    env: Any = teen_patti_v0.env(players=3)
    env.reset(seed=12)
    for choice in (Choice.SEE, Choice.BET_HIGHEST, Choice.BET_LOWEST):
        env.step(choice)
    twin = keep(env)
    for _ in range(2):
        assert [env.observe(a).tobytes() for a in env.agents] == [twin.observe(a).tobytes() for a in twin.agents]
        assert play_out(env, Random(1)) == play_out(twin, Random(1))
        env.reset()
        twin.reset()


def test_an_illegal_action_changes_nothing() -> None:
    """The error names what is legal, with numbers, and the deal goes on."""
    env = teen_patti_v0.env(players=3)
    env.reset(seed=3)
    before = env.observe("player_0").tobytes()
    with pytest.raises(IllegalAction, match=r"Legal now: 0 pack, 1 see, 2 bet_lowest \(1\), 3 bet_highest \(2\)"):
        env.step(Choice.SHOW)
    assert env.observe("player_0").tobytes() == before
    assert env.agent_selection == "player_0"
    env.step(Choice.BET_HIGHEST)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(11)


def test_the_standard_wrapper_ends_the_deal_for_all() -> None:
    """As the documentation says: the wrapper's reward for who did it, 0 for the others."""
    env = TerminateIllegalWrapper(teen_patti_v0.env(players=3), illegal_reward=-1)
    env.reset(seed=3)
    env.step(Choice.BET_LOWEST)
    env.step(Choice.SHOW)
    assert env.rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(env.terminations.values())
    suites.api_test(TerminateIllegalWrapper(teen_patti_v0.env(), illegal_reward=-1), num_cycles=20)


def test_masks() -> None:
    """A 1 for each legal action of who is on turn, in both places; nothing for the others, nor at the end."""
    env = teen_patti_v0.env(players=3, layout="dict")
    env.reset(seed=4)
    rng = Random(4)
    while True:
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.tolist() == env.infos[agent]["action_mask"].tolist()
            assert mask.any() == (agent == env.agent_selection and not env.terminations[agent])
        if all(env.terminations.values()):
            break
        mask = env.infos[env.agent_selection]["action_mask"]
        for choice in Choice:
            if not mask[choice]:
                with pytest.raises(IllegalAction):
                    env.step(choice)
        env.step(rng.choice(np.flatnonzero(mask).tolist()))


def test_observations_keep_to_the_table() -> None:
    """Every place within its bounds, over random rules; amounts are boots."""
    rng = Random(21)
    for _ in range(120):
        players = rng.choice((2, 3, 5))
        env = teen_patti_v0.raw_env(rules=playable_rules(rng), players=players, stack=rng.choice((1, 2, 9, 50)))
        env.reset(seed=rng.getrandbits(30))
        table = env.table
        for agent in env.agent_iter():
            for observer in env.agents:
                row: Any = env.observe(observer)
                assert env.observation_space(observer).contains(row), observer
                viewer = env.possible_agents.index(observer)
                deal, boot = env.deal, env.setting.rules.boot
                assert table.part(row, "pot")[0] == np.float32(deal.chips_in / boot)
                assert table.part(row, "price")[0] == np.float32(deal.price / boot)
                for seat in range(players):
                    player = deal.players[(viewer + seat) % players]
                    assert table.part(row, f"seat{seat}.paid")[0] == np.float32(player.paid / boot)
                    assert table.part(row, f"seat{seat}.seen")[0] == player.seen
                    assert table.part(row, f"seat{seat}.left")[0] == player.left
                    assert table.part(row, f"seat{seat}.dealer")[0] == ((viewer + seat) % players == players - 1)
            mask = env.infos[agent]["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask).tolist()) if mask.any() else None)


def test_the_docstring_lists_the_places() -> None:
    """The index table for two players is that of the environment."""
    table = teen_patti_v0.raw_env().table
    doc = teen_patti_v0.raw_env.__doc__ or ""
    rows = [line.split() for line in doc.splitlines() if line.strip()[:1].isdigit()]
    assert len(rows) == 9
    for cells in rows:
        start, _, end = cells[0].partition("-")
        name = cells[1]
        first = table.index[name]
        assert first.start == int(start), name
        if end:
            last = {"cost.pack": "cost.cover", "seat0.left": "seat0.covered_pot", "seat1.left": "seat1.covered_pot"}
            assert table.index[last.get(name, name)].end == int(end) + 1, name
    assert table.fields[-1].name == "seat1.cards"
    assert table.size == table.fields[-1].end == 192


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"layout": "tuple"}, "expected box or dict"),
        ({"render_mode": "rgb_array"}, "expected None, human or ansi"),
        ({"max_cycles": 0}, "expected None or a whole number"),
    ],
)
def test_options_that_are_refused(options: dict[str, Any], match: str) -> None:
    """In a sentence."""
    with pytest.raises(ValueError, match=match):
        teen_patti_v0.env(**options)
    with pytest.raises(InvalidRules, match="look is any_time"):
        teen_patti_v0.env(rules="club")


def test_rendering_without_a_mode_says_so() -> None:
    """As elsewhere in PettingZoo."""
    env = teen_patti_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_the_text() -> None:
    """What a spectator may know: chips, standing, an open side show, hands shown, the result."""
    env: Any = teen_patti_v0.raw_env(players=3, render_mode="ansi")
    env.reset(seed=9)
    for choice in (Choice.SEE, Choice.BET_LOWEST) * 3 + (Choice.SIDE_SHOW,):
        env.step(choice)
    text = env.render()
    assert text.splitlines()[0] == "pot 11, blind from 1, seen from 2, player_0 asks player_2 for a side show"
    assert text.splitlines()[3].startswith("* player_2  seen ")
    env.step(Choice.REFUSE)
    env.step(Choice.PACK)
    env.step(Choice.SHOW)
    text = env.render()
    assert "seen packed" in text
    assert text.splitlines()[-1].startswith("over: player_0 ")
    shown = [
        line for line in text.splitlines() if len(line.split()[-1]) == 6 and line.split()[-1][0] in "23456789TJQKA"
    ]
    assert len(shown) == 2
