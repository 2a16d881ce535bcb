"""Numbered choices and their masks: everything that is legal and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from teenpatti.envs import choices
from teenpatti.envs.choices import Choice, action, costs, in_words, number_of
from teenpatti.envs.setting import MAX_STACK, Setting
from teenpatti.game.actions import Accept, Action, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction, InvalidRules
from teenpatti.game.rules import Rules
from tests.envs.play import playable_rules
from tests.game.dealing import play, start
from tests.game.test_r13_side_show import all_seen
from tests.helpers import verbs

KINDS: dict[type[Action], str] = {
    See: "see",
    Pack: "pack",
    Show: "show",
    Side: "side",
    Cover: "cover",
    Accept: "accept",
    Refuse: "refuse",
    Bet: "bet",
}


def test_the_mask_is_what_the_engine_says() -> None:
    """Over random deals of random rules: every choice with a cost is played, every other refused, none is missing."""
    rng = Random(5)
    met: set[Choice] = set()
    for _ in range(250):
        rules = playable_rules(rng)
        players = rng.choice((2, 2, 3, 4, 5))
        setting = Setting(rules, players, rng.choice((1, 2, 3, 5, 20, 100)))
        deal = setting.deal(rng)
        while not deal.over:
            legal = deal.legal()
            now = costs(legal)
            possible = [choice for choice in Choice if now[choice] is not None]
            met.update(possible)
            actions = {choice: action(deal, choice, now) for choice in possible}
            assert len(set(actions.values())) == len(actions)
            kinds = {KINDS[type(a)] for a in actions.values()}
            assert kinds == set(verbs(legal))
            assert deal.turn is not None
            before = deal.players[deal.turn].paid
            for choice, wanted in actions.items():
                after = deal.play(wanted)
                assert after.players[deal.turn].paid - before == now[choice]
                assert number_of(deal, wanted, now) == choice
            for choice in Choice:
                if now[choice] is None:
                    with pytest.raises(IllegalAction) as refused:
                        action(deal, choice, now)
                    assert refused.value.legal == in_words(now)
                    assert refused.value.player == deal.turn
            mild = [choice for choice in possible if choice != Choice.PACK] or possible
            deal = deal.play(actions[rng.choice(mild)])
    assert met == set(Choice)


def test_sizes_of_bets() -> None:
    """Lowest, highest, twice the lowest, half way; what comes to the same is one choice."""

    def sizes(rules: Rules, stack: int) -> dict[str, int | None]:
        now = costs(Deal.start(rules, [stack, stack]).legal())
        return {choice.name: now[choice] for choice in Choice if choice.name.startswith("BET") and now[choice]}

    assert sizes(Rules(), 100) == {"BET_LOWEST": 1, "BET_HIGHEST": 2}
    assert sizes(Rules(boot=10), 1000) == {"BET_LOWEST": 10, "BET_HIGHEST": 20, "BET_MIDDLE": 15}
    assert sizes(Rules(raise_factor=0), 101) == {
        "BET_LOWEST": 1,
        "BET_HIGHEST": 100,
        "BET_DOUBLE": 2,
        "BET_MIDDLE": 51,
    }
    assert sizes(Rules(raise_factor=3), 100) == {"BET_LOWEST": 1, "BET_HIGHEST": 3, "BET_DOUBLE": 2}
    assert sizes(Rules(raise_factor=0, bet_steps="double"), 200) == {
        "BET_LOWEST": 1,
        "BET_HIGHEST": 128,
        "BET_DOUBLE": 2,
        "BET_MIDDLE": 16,
    }
    assert sizes(Rules(), 2) == {"BET_LOWEST": 1}


def test_r13_a_side_show_is_asked_of_the_nearest_previous_player() -> None:
    """Anticlockwise from who asks, passing over those who may not be asked."""
    rules: dict[str, Any] = {"side_show_with": "any", "side_show_all_seen": False}
    deal = play(start(4, **rules), "p1 see, p1 bet 2, p2 see, p2 bet 2, p3 bet 1, p4 bet 1, p1 bet 2, p2 bet 2, p3 see")
    assert action(deal, Choice.SIDE_SHOW, costs(deal.legal())) == Side(2, 1)
    deal = play(deal, "p3 bet 2, p4 see")
    assert action(deal, Choice.SIDE_SHOW, costs(deal.legal())) == Side(3, 2)
    deal = play(deal, "p4 pack, p1 bet 2")
    assert action(deal, Choice.SIDE_SHOW, costs(deal.legal())) == Side(1, 0)
    deal = play(start(4, **rules), "p1 see, p1 bet 2, p2 bet 1, p3 bet 1, p4 see")
    assert action(deal, Choice.SIDE_SHOW, costs(deal.legal())) == Side(3, 0)


@pytest.mark.parametrize(
    ("choice", "code", "reason"),
    [
        (Choice.SHOW, Code.SHOW_NEEDS_TWO, "exactly two players left"),
        (Choice.COVER, Code.COVER_OFF, "no covering"),
        (Choice.SIDE_SHOW, Code.SIDE_SHOW_NOT_SEEN, "must be seen"),
        (Choice.ACCEPT, Code.NO_SIDE_SHOW_OPEN, "no side show"),
        (Choice.BET_DOUBLE, Code.UNREADABLE, "comes to the same as another size"),
        (11, Code.UNREADABLE, "expected a whole number from 0 to 10"),
        (-1, Code.UNREADABLE, "expected a whole number from 0 to 10"),
        (1.0, Code.UNREADABLE, "expected a whole number from 0 to 10"),
        ("pack", Code.UNREADABLE, "expected a whole number from 0 to 10"),
        (None, Code.UNREADABLE, "expected a whole number from 0 to 10"),
    ],
)
def test_a_refusal_says_why_and_what_is_legal(choice: object, code: Code, reason: str) -> None:
    """With the engine's own reason, and the numbers of what could be done instead."""
    deal = start(3)
    with pytest.raises(IllegalAction, match=reason) as refused:
        action(deal, choice, costs(deal.legal()))  # type: ignore[arg-type]
    assert refused.value.code == code
    assert str(refused.value).endswith("Legal now: 0 pack, 1 see, 2 bet_lowest (1), 3 bet_highest (2).")


def test_a_bet_is_refused_for_its_own_reason() -> None:
    """Not for an amount that nobody named."""
    deal = play(start(2, blind_limit=1), "p1 bet 1, p2 bet 1")
    with pytest.raises(IllegalAction) as refused:
        action(deal, Choice.BET_MIDDLE, costs(deal.legal()))
    assert refused.value.code == Code.BLIND_LIMIT
    asked = play(all_seen(3), "p1 side p3")
    with pytest.raises(IllegalAction) as refused:
        action(asked, Choice.BET_LOWEST, costs(asked.legal()))
    assert refused.value.code == Code.ANSWER_FIRST
    assert refused.value.legal == "8 accept, 9 refuse"


def test_numbers_of_numpy_are_numbers() -> None:
    """What a policy gives."""
    deal = start(2)
    assert action(deal, np.int32(2), costs(deal.legal())) == Bet(0, 1)
    assert number_of(deal, Bet(0, 7), costs(deal.legal())) is None
    assert len(choices.NOTHING) == len(Choice)


@pytest.mark.parametrize("option", ["look", "lone_blind"])
def test_what_is_not_played_is_refused_by_name(option: str) -> None:
    """With what to write instead."""
    rules = Rules()
    object.__setattr__(rules, option, {"look": "any_time", "lone_blind": "carries"}[option])
    with pytest.raises(InvalidRules, match=f"{option} is .*: these environments play only {option}"):
        Setting(rules)


@pytest.mark.parametrize(
    ("players", "stack", "code"),
    [
        (1, 100, Code.BAD_PLAYER_COUNT),
        (18, 100, Code.BAD_PLAYER_COUNT),
        (True, 100, Code.BAD_PLAYER_COUNT),
        (2, 0, Code.BAD_STACK),
        (2, 1.5, Code.BAD_STACK),
        (2, MAX_STACK + 1, Code.BAD_STACK),
    ],
)
def test_settings_that_cannot_be(players: int, stack: int, code: Code) -> None:
    """In a sentence, when the environment is made and not in the middle of a deal."""
    with pytest.raises(InvalidRules) as refused:
        Setting(Rules(), players, stack)
    assert refused.value.code == code


def test_a_pot_that_the_boots_fill_is_refused() -> None:
    """Nobody would have anything to decide."""
    with pytest.raises(InvalidRules, match="pot_limit 6 is filled by the boots of 3 players"):
        Setting(Rules(boot=2, pot_limit=6), 3)
    assert Setting(Rules(boot=2, pot_limit=6), 2).stacks == (200, 200)


def test_presets_by_name() -> None:
    """As everywhere; club is looked at any time and must be told not to."""
    assert Setting.of("muflis", 17, 5).rules == Rules.preset("muflis")
    with pytest.raises(InvalidRules, match="look is any_time"):
        Setting.of("club", 3, 100)
    assert Setting.of(Rules.preset("club", look="own_turn"), 3, 100).stacks == (100, 100, 100)
