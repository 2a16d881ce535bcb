"""The compiled kernel plays the same game as the readable engine."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

from teenpatti.game.actions import Action, Bet, Side
from teenpatti.game.deal import Deal
from teenpatti.game.errors import InvalidRules
from teenpatti.game.legal import Legal
from teenpatti.game.rules import Rules
from teenpatti.lab import kernel_play
from teenpatti.lab.hands import strengths
from teenpatti.lab.kernel import Kernel, Players, play_deals
from teenpatti.lab.kernel_state import (
    BET,
    CHIPS_IN,
    MAX_CHIPS,
    OVER,
    PAID,
    PLAYERS,
    STACK,
    STATE_SIZE,
    STRENGTH,
    VERBS,
    WON,
    kernel_rules,
)
from teenpatti.lab.policies import BUCKETS, BUILT_IN, CHOICES, SITUATIONS, InvalidPolicy, buckets, policy, table
from tests.helpers import BARE, random_bet, random_rules, shuffled_hands

pytestmark = pytest.mark.usefixtures("compiled_kernel")


def bits(players: tuple[int, ...]) -> int:
    return sum(1 << i for i in players)


def verbs(legal: Legal) -> list[str]:
    """The verbs of what is legal; covering with nothing (R16) is legal too."""
    return [verb for verb in VERBS if getattr(legal, verb) is not None and getattr(legal, verb) is not False]


def step_of(deal: Deal) -> list[int]:
    """A step as the kernel writes it, from the readable engine."""
    now = deal.legal()
    bet = now.bet
    highest = 0
    if bet is not None:
        assert bet.highest is not None
        highest = bet.highest
    return [
        -1 if deal.turn is None else deal.turn,
        deal.price,
        deal.chips_in,
        deal.over,
        bits(deal.left),
        bits(tuple(i for i, player in enumerate(deal.players) if player.seen)),
        sum(1 << VERBS.index(verb) for verb in verbs(now)),
        0 if bet is None else bet.lowest,
        highest,
        now.show or 0,
        0 if now.side is None else now.side.price,
        0 if now.side is None else bits(now.side.targets),
        now.cover or 0,
        bits(tuple(i for i, player in enumerate(deal.players) if player.covered)),
    ]


def random_action(deal: Deal, rng: Random) -> tuple[Action, int, int]:
    """A legal action of the player to act, and its verb and value in the kernel."""
    now = deal.legal()
    player = deal.turn
    assert player is not None
    choices = verbs(now)
    verb = rng.choice(choices)
    if verb == "pack" and rng.random() < 0.7:
        verb = rng.choice(choices)
    if verb == "bet":
        assert now.bet is not None
        amount = random_bet(rng, now.bet)
        return Bet(player, amount), BET, amount
    if verb == "side":
        assert now.side is not None
        target = rng.choice(now.side.targets)
        return Side(player, target), VERBS.index("side"), target
    return BARE[verb](player), VERBS.index(verb), 0


def random_start(rng: Random) -> Deal:
    """A deal the kernel can play: all options, all numbers of players, limited stacks."""
    rules = random_rules(rng, variants=False)
    players = rng.choice((2, 2, 3, 3, 4, 5, 6, rng.randint(7, 17)))
    stacks = [rules.boot + rng.choice((0, 1, 3, 10, 40, 200)) for _ in range(players)]
    return Deal.start(rules, stacks, shuffled_hands(rng, players))


def compare_one(deal: Deal, rng: Random) -> tuple[str, int]:
    """Play the deal in both engines and compare every step; how it ended, and the number of steps."""
    players = len(deal.players)
    state = np.zeros(STATE_SIZE, np.int64)
    state[PLAYERS] = players
    triples = strengths(deal.rules.ranking).triples
    for i, player in enumerate(deal.players):
        hand = player.hand
        assert player.stack is not None
        assert hand is not None
        # The winners of a deal that the boots ended have their chips back already.
        state[STACK + i] = player.stack + player.paid - player.won
        state[STRENGTH + i] = triples[(hand[0] * 52 + hand[1]) * 52 + hand[2]]
    expected = [step_of(deal)]
    paid = [[player.paid for player in deal.players]]
    actions: list[tuple[int, int]] = []
    while not deal.over:
        action, verb, value = random_action(deal, rng)
        deal = deal.play(action)
        actions.append((verb, value))
        expected.append(step_of(deal))
        paid.append([player.paid for player in deal.players])
    steps = np.zeros((len(expected), kernel_play.STEP_SIZE), np.int64)
    payments = np.zeros((len(expected), 17), np.int64)
    rows = np.array(actions, np.int64).reshape(-1, 2)
    rules = kernel_rules(deal.rules)
    assert kernel_play.drive(rules, state, rows, steps, payments) == len(actions)
    ending = int(steps[-1, 3])
    steps[:, 3] = steps[:, 3] > 0
    if steps.tolist() != expected or payments[:, :players].tolist() != paid:
        raise AssertionError(f"{deal.rules}\n{deal.events}\n{steps.tolist()}\n{expected}")
    assert state[WON : WON + players].tolist() == [player.won for player in deal.players]
    assert state[STACK : STACK + players].tolist() == [player.stack for player in deal.players]
    assert state[PAID : PAID + players].sum() == state[CHIPS_IN] == sum(player.won for player in deal.players)
    assert state[OVER] == ending
    return ("pack", "side", "show", "forced", "cover")[ending - 1], len(actions)


@pytest.mark.parametrize("part", range(8))
def test_every_step_is_that_of_the_readable_engine(part: int, long: bool) -> None:
    """20,000 random deals over all options and 2 to 17 players: legal actions, pot, P, turn and chips (R6-R17)."""
    rng = Random(f"kernel {part}")
    seen: dict[str, int] = {}
    for _ in range(50_000 if long else 2_500):
        ending, _ = compare_one(random_start(rng), rng)
        seen[ending] = seen.get(ending, 0) + 1
    assert set(seen) == {"pack", "side", "show", "forced", "cover"}


def test_random_play_is_legal_and_replays_in_the_readable_engine() -> None:
    """What the kernel chooses by itself, at random and by policies, is legal there, and pays the same."""
    rng = Random("replay")
    for _ in range(150):
        rules = random_rules(rng, variants=False)
        players = rng.randint(2, 17)
        names = [rng.choice(("random", *BUILT_IN)) for _ in range(players)]
        kernel = Kernel(rules, [rules.boot + rng.choice((0, 5, 60))] * players, Players.named(names))
        played = kernel.play(5, seed=players, first=10)
        for row in range(5):
            deal = kernel.replay(10 + row, seed=players)
            assert deal.over
            assert played.net[row].tolist() == [player.won - player.paid for player in deal.players]
            assert played.pot[row] == deal.chips_in
            assert played.raises[row] == deal.raises
            assert played.blind_bets[row] == sum(player.blind_bets for player in deal.players)


def test_a_long_deal_is_recorded_whole() -> None:
    """Also one of more actions than there was room for at first."""
    nothing = table([])
    kernel = Kernel(Rules(), [1000, 1000], Players.of([nothing, nothing]))
    _, actions = kernel.record(3)
    assert len(actions) == 2 * 999 + 2  # both bet one chip blind to the last, then look and pack
    assert kernel.replay(3).over


@pytest.mark.parametrize("seed", [0, 2**64 - 1, -1, 10**30])
def test_the_seed_and_the_number_alone_decide_a_deal(seed: int) -> None:
    """Neither threads nor what is played before."""
    rules = Rules.preset("club")
    whole = play_deals(rules, [300] * 5, 50_001, seed=seed, threads=1)
    threaded = play_deals(rules, [300] * 5, 50_001, seed=seed, threads=3)
    later = play_deals(rules, [300] * 5, 101, seed=seed, first=49_900)
    for name in ("net", "pot", "actions", "ending", "bets", "blind_bets", "raises"):
        assert np.array_equal(getattr(whole, name), getattr(threaded, name))
        assert np.array_equal(getattr(whole, name)[49_900:], getattr(later, name))
    other = play_deals(rules, [300] * 5, 101, seed=seed + 1, first=49_900)
    assert not np.array_equal(other.net, later.net)
    assert not whole.net.sum(axis=1).any()


def test_cards_are_dealt_evenly() -> None:
    """Each card comes equally often to each place, and every player holds the best hand equally often."""
    kernel = Kernel(Rules(), [1] * 17, Players.of([table([{"weights": {"pack": 1}}])] * 17))
    counts = np.zeros((51, 52))
    deals = 4_000
    for number in range(deals):
        hands, _ = kernel.record(number)
        counts[np.arange(51), [card for hand in hands for card in hand]] += 1
    expected = deals / 52
    chi = ((counts - expected) ** 2 / expected).sum()
    freedom = 50 * 51
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5
    triples = strengths(Rules().ranking).triples
    wins, ties = kernel_play.deal_and_compare(np.uint64(5), 0, 400_000, 2, triples)
    assert abs(wins / 400_000 - 0.499447) < 5 * 0.5 / 400_000**0.5
    assert abs(ties / 400_000 - 0.001106) < 5 * (0.001106 / 400_000) ** 0.5


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"raise_factor": 1001}, "raise_factor"),
        ({"boot": MAX_CHIPS + 1}, "boot"),
        ({"pot_limit": 10**30}, "pot_limit"),
        ({"max_seen_bet": 10**30}, "max_seen_bet"),
        ({"max_raises": 10**30}, "max_raises"),
        ({"blind_limit": 10**30}, "blind_limit"),
    ],
)
def test_amounts_that_could_overflow_are_refused(options: dict[str, int], name: str) -> None:
    """By the name of the option."""
    with pytest.raises(InvalidRules, match=name):
        Kernel(Rules(**options), [MAX_CHIPS + 1] * 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("stacks", [[100], [100] * 18, [100, 0], [100, True], [100, 10**30], [100, None]])
def test_bad_stacks_are_refused(stacks: list[int]) -> None:
    """Too few or many players, and stacks that are under the boot, no number, too large or unlimited."""
    with pytest.raises(InvalidRules):
        Kernel(Rules(), stacks)


def test_the_greatest_amounts_do_not_overflow() -> None:
    """All chips are still there."""
    rules = Rules(boot=10**12, raise_factor=1000, show_multiplier=2, side_show_multiplier=2)
    played = play_deals(rules, [MAX_CHIPS] * 17, 500, seed=1)
    assert not played.net.sum(axis=1).any()
    assert played.pot.max() <= 17 * MAX_CHIPS
    assert played.pot.min() >= 17 * 10**12
    assert np.abs(played.net).max() <= 16 * MAX_CHIPS


@pytest.mark.parametrize(("verb", "value"), [(2, 3), (2, 0), (3, 0), (4, 1), (5, 0), (6, 0), (0, 1), (-1, 0), (8, 0)])
def test_an_illegal_action_stops_the_drive(verb: int, value: int) -> None:
    """Three players, the first to act: a blind bet is 1 or 2."""
    state = np.zeros(STATE_SIZE, np.int64)
    state[PLAYERS] = 3
    state[STACK : STACK + 3] = 100
    steps, paid = np.zeros((3, kernel_play.STEP_SIZE), np.int64), np.zeros((3, 17), np.int64)
    actions = np.array([[BET, 1], [verb, value]], np.int64)
    assert kernel_play.drive(kernel_rules(Rules()), state, actions, steps, paid) == 1


def test_policies_do_what_they_say() -> None:
    """One that looks first and packs by strength packs its share of hands."""
    lines = [
        {"weights": {"see": 1}},
        {"seen": True, "weights": {"pack": 1}},
        {"seen": True, "from": 0.75, "weights": {"bet": 1}},
    ]
    careful, payer = table(lines), table([{"seen": False, "weights": {"show": 1}}])
    played = Kernel(Rules(), [100, 100], Players.of([careful, payer])).play(20_000, seed=1)
    packed = (played.ending == 1).mean()
    assert abs(packed - 0.75) < 0.02
    assert (played.ending[played.ending != 1] == 3).all()
    assert play_deals(Rules(), [5, 5], 10, policies=["tight", "maniac"]).net.shape == (10, 2)


def test_buckets_are_twentieths_of_all_hands() -> None:
    """About 1,105 of the 22,100 hands in each."""
    counts = np.bincount(buckets(Rules().ranking)[strengths(Rules().ranking).hands], minlength=BUCKETS)
    assert counts.sum() == 22_100
    assert (abs(counts - 1_105) < 150).all()


@pytest.mark.parametrize(
    "lines",
    [
        {},
        [1],
        [{}],
        [{"weights": {"dance": 1}}],
        [{"weights": {"bet": -1}}],
        [{"weights": {"bet": True}}],
        [{"weights": {}, "when": 1}],
        [{"weights": {}, "seen": 1}],
        [{"weights": {}, "left": [3]}],
        [{"weights": {}, "price": 1}],
        [{"weights": {}, "from": 2}],
    ],
)
def test_bad_policies_are_refused(lines: object) -> None:
    """With the place and what was expected."""
    with pytest.raises(InvalidPolicy, match="policy"):
        table(cast("list[object]", lines))


def test_policies_by_name(tmp_path: Path) -> None:
    """Built-in ones, random play, and files."""
    assert policy("random") is None
    for name in BUILT_IN:
        found = policy(name)
        assert found is not None
        assert found.shape == (SITUATIONS, BUCKETS, CHOICES)
    file = tmp_path / "mine.json"
    file.write_text('[{"weights": {"bet": 2}}]')
    found = policy(str(file))
    assert found is not None
    assert found.sum() == 2 * SITUATIONS * BUCKETS
    for text in ("{", '{"x": 1}'):
        file.write_text(text)
        with pytest.raises(InvalidPolicy):
            policy(str(file))
    for name in ("nobody", str(tmp_path / "none.json")):
        with pytest.raises(InvalidPolicy):
            policy(name)
    with pytest.raises(ValueError, match="shape"):
        Players.of([np.zeros((1, 2, 3))])
    with pytest.raises(ValueError, match="policies"):
        Kernel(Rules(), [5, 5], Players.of([None]))
