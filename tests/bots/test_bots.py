"""The baselines: always legal, honest, sensible, each with its own character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from teenpatti import bots
from teenpatti.bots import BASELINES, BOTS, CALLER, MANIAC, RANDOM, TIGHT, Bot, Policy, bot, register
from teenpatti.bots.hands import share_beaten
from teenpatti.game.actions import Accept, Action, Bet, Cover, Drop, Keep, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import CARDS, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted, Event, Saw, SideAccepted
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import PRESETS, Rules
from teenpatti.game.view import view
from tests.game.journeys import beginning
from tests.helpers import random_action, random_deal, random_rules, shuffled_hands

POLICIES = [bot for bot in BASELINES if isinstance(bot, Policy)]
NAMES = [bot.name for bot in BASELINES]


def choice(deal: Deal, player: Bot, rng: Random) -> Action:
    """What the bot does where the deal stands."""
    return player.choose(view(deal, deal.turn), rng)


def play_out(deal: Deal, seats: Sequence[Bot], rng: Random) -> Deal:
    """The deal played to its end; the dealer's word, where one is due, at random."""
    steps = 0
    while not deal.over:
        deal = deal.play(random_action(deal, rng) if deal.turn is None else choice(deal, seats[deal.turn], rng))
        steps += 1
        assert steps < 100 * len(seats), "a deal among bots comes to an end"
    return deal


def test_the_registry_knows_the_five() -> None:
    """Each by the name it carries; another of the same name is refused."""
    assert list(BOTS)[:5] == ["random", "tight", "blind-lover", "maniac", "caller"] == NAMES
    assert [bot(name) for name in NAMES] == list(BASELINES)
    assert all(player.style.endswith(".") for player in BASELINES)
    with pytest.raises(ValueError, match="no bot 'priest': expected one of random, tight, blind-lover, maniac, caller"):
        bot("priest")
    register(TIGHT)
    with pytest.raises(ValueError, match="a bot 'tight' already"):
        register(replace(TIGHT, caution=2.0))
    assert bots.bot("tight") is TIGHT


@pytest.mark.parametrize("part", range(4))
def test_bots_play_legally_over_all_rules(part: int, long: bool) -> None:
    """Each bot in 5,000 deals of 2 to 17 players (a million with --long): no action is refused, and every deal ends."""
    rng = Random(f"legal {part}")
    wanted = (1_000_000 if long else 5_000) // 4
    deals: Counter[str] = Counter()
    while min(deals[name] for name in NAMES) < wanted:
        deal = random_deal(rng, unknown=rng.choice((0, 0, 0, 0.3)))
        # The rarest first, so that all come to their number together.
        few = sorted(BASELINES, key=lambda player: deals[player.name])
        seats = [few[i] if i < len(few) else rng.choice(BASELINES) for i in range(len(deal.players))]
        rng.shuffle(seats)
        play_out(deal, seats, rng)
        deals.update({player.name for player in seats})


@pytest.mark.parametrize("name", NAMES)
def test_choices_do_not_depend_on_hidden_cards(name: str) -> None:
    """Two deals that differ only in cards the bot may not know: same view, same numbers, same choice."""
    rng = Random(f"hidden {name}")
    player = bot(name)
    compared = 0
    while compared < 400:
        deal = random_deal(rng)
        for _ in range(60):
            if deal.over or deal.turn is None:
                break
            other = with_other_hidden_cards(deal, deal.turn, rng)
            seen, other_seen = view(deal, deal.turn), view(other, deal.turn)
            assert seen == other_seen
            seed = rng.random()
            action = player.choose(seen, Random(seed))
            assert player.choose(other_seen, Random(seed)) == action
            compared += 1
            deal = deal.play(action if rng.random() < 0.5 else random_action(deal, rng))


def with_other_hidden_cards(deal: Deal, viewer: int, rng: Random) -> Deal:
    """The same history with other cards wherever ``viewer`` knows none. The cards shown to all stay as they are."""
    seen = view(deal, viewer)
    began = beginning(deal)
    counts = dict(seen.shown) | ({viewer: seen.own_hand} if seen.own_hand else {})
    known = {*counts.values(), *(event.hand for event in seen.events if isinstance(event, Saw) and event.hand)}
    free = [card for card in CARDS if card != began.joker and all(card not in hand for hand in known)]
    rng.shuffle(free)
    size = deal.rules.cards_dealt
    dealt = [hand if hand in known else tuple(free.pop() for _ in range(size)) for hand in began.hands]
    kept = began.kept if began.kept is None or began.kept in known else tuple(free.pop() for _ in range(size))
    hands = [
        kept if player.hand == began.kept and i == began.keeper else dealt[i] for i, player in enumerate(deal.players)
    ]

    def changed(event: Event) -> Event:
        if isinstance(event, DealStarted):
            return replace(event, hands=tuple(dealt), kept=kept)
        if isinstance(event, Saw):
            which = {"old": kept, "new": dealt[event.player], None: hands[event.player]}
            return replace(event, hand=which[event.which])
        if isinstance(event, SideAccepted):
            return replace(event, hands=(hands[event.player], hands[event.asker]))
        return event

    return Deal.replay(changed(event) for event in deal.events)


def test_hidden_cards_do_change() -> None:
    """Otherwise the test above would prove nothing."""
    rng = Random(3)
    deal = Deal.start(Rules(), [100] * 4, shuffled_hands(rng, 4)).play(See(0))
    other = with_other_hidden_cards(deal, 0, rng)
    assert other.players[0].hand == deal.players[0].hand
    assert all(other.players[i].hand != deal.players[i].hand for i in (1, 2, 3))


def test_the_same_numbers_give_the_same_deal() -> None:
    """Everything follows from the view and the random numbers; a bot has no memory."""

    def once() -> list[str]:
        rng = Random(11)
        deals = [play_out(random_deal(rng, players=5), BASELINES, rng) for _ in range(20)]
        return [str(event) for deal in deals for event in deal.events]

    assert once() == once()


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_asked_on_its_turn_only(name: str) -> None:
    """Anything else is a mistake of the caller."""
    deal = Deal.start(Rules(look="any_time"), [10, 10], shuffled_hands(Random(1), 2))
    for viewer in (1, None):
        with pytest.raises(ValueError, match="its turn"):
            bot(name).choose(view(deal, viewer), Random(1))


def test_characters_differ() -> None:
    """Counted over the same deals: what the styles say is what they do."""
    rng = Random("characters")
    acts: dict[str, Counter[str]] = {name: Counter() for name in NAMES}
    net: Counter[str] = Counter()
    for _ in range(400):
        seats = rng.sample(BASELINES, 5)
        deal = Deal.start(Rules(), [1000] * 5, shuffled_hands(rng, 5))
        while not deal.over:
            assert deal.turn is not None
            player, seen = seats[deal.turn], view(deal, deal.turn)
            action = player.choose(seen, rng)
            count = acts[player.name]
            count[type(action).__name__] += 1
            if isinstance(action, Bet):
                assert seen.legal.bet is not None
                count["raise"] += action.amount > seen.legal.bet.lowest
                count["blind"] += not seen.seats[deal.turn].seen
            deal = deal.play(action)
        for player, end in zip(seats, deal.players, strict=True):
            net[player.name] += end.won - end.paid

    def rate(name: str, what: str, of: str = "Bet") -> float:
        return acts[name][what] / acts[name][of]

    assert rate("maniac", "raise") > 0.5
    assert rate("caller", "raise") < 0.05
    assert rate("tight", "raise") < rate("maniac", "raise") / 2
    assert acts["tight"]["Pack"] > 1.5 * acts["caller"]["Pack"]
    assert acts["tight"]["blind"] == 0
    assert acts["blind-lover"]["blind"] > 2 * max(acts[name]["blind"] for name in NAMES if name != "blind-lover")
    assert acts["caller"]["Bet"] > 2 * acts["tight"]["Bet"]
    # No style is foolish but one.
    assert net["tight"] > 0 > net["random"]
    assert acts["random"]["See"] > acts["random"]["Side"] > 0


def situation(hand: str, *, rules: Rules | None = None, stack: int = 1000, raised: int = 2) -> Deal:
    """Player 0 holds ``hand``, has looked and faces a seen bet of ``raised``; two others are in, all with junk."""
    hands = (parse_hand(hand), parse_hand("7c5d2h"), parse_hand("8c6d3h"))
    deal = Deal.start(rules or Rules(raise_factor=0), [stack, 10_000, 10_000], hands)
    for action in (Bet(0, 1), See(1), Bet(1, raised), See(2), Bet(2, raised), See(0)):
        deal = deal.play(action)
    return deal


@pytest.mark.parametrize("player", POLICIES, ids=lambda player: player.name)
def test_the_best_hand_is_never_packed(player: Policy) -> None:
    """Three aces are bet, compared or covered with, whatever the price."""
    for seed in range(50):
        for stack, raised in ((1000, 2), (1000, 400), (120, 100), (101, 2)):
            assert not isinstance(choice(situation("AsAhAd", stack=stack, raised=raised), player, Random(seed)), Pack)
    short = situation("AsAhAd", rules=Rules(raise_factor=0, short_stack="cover"), stack=50, raised=100)
    assert choice(short, player, Random(1)) == Cover(0)


@pytest.mark.parametrize("player", POLICIES, ids=lambda player: player.name)
def test_rags_are_packed_at_a_price(player: Policy) -> None:
    """Nobody pays half a stack with five high, but who bluffs."""
    packs = sum(isinstance(choice(situation("5s3d2c", raised=500), player, Random(seed)), Pack) for seed in range(100))
    assert packs > (40 if player.bluffs > 0.2 else 90)
    short = situation("5s3d2c", rules=Rules(raise_factor=0), stack=50, raised=100)
    assert choice(short, player, Random(1)) == Pack(0)


def test_the_ranking_in_force_counts() -> None:
    """In muflis five high is the best hand and three aces the worst."""
    muflis = Rules(raise_factor=0, lowball=True)
    assert choice(situation("AsAhAd", rules=muflis, raised=500), TIGHT, Random(1)) == Pack(0)
    assert choice(situation("5s3d2c", rules=muflis, raised=500), TIGHT, Random(1)) != Pack(0)


def test_the_share_of_hands_beaten() -> None:
    """Exact: of 22,100 hands, ties counting half; four trails of aces are beaten by none."""
    assert share_beaten(parse_hand("AsAhAd"), Ranking()) == (22_096 + 4 / 2) / 22_100
    assert share_beaten(parse_hand("5s3d2c"), Ranking()) == (60 / 2) / 22_100
    assert share_beaten(parse_hand("2s2d3c"), Ranking()) == (16_440 + 24 / 2) / 22_100
    muflis = Ranking(lowball=True)
    rng = Random(5)
    for (hand,) in (shuffled_hands(rng, 1) for _ in range(50)):
        assert share_beaten(hand, Ranking()) + share_beaten(hand, muflis) == pytest.approx(1)


def side_show_asked(hand: str) -> Deal:
    """Player 1 holds ``hand`` and is asked for a side show by player 2."""
    hands = (parse_hand("7c5d2h"), parse_hand(hand), parse_hand("8c6d3h"))
    deal = Deal.start(Rules(), [100, 100, 100], hands)
    for action in (See(0), Bet(0, 2), See(1), Bet(1, 2), See(2), Side(2, 1)):
        deal = deal.play(action)
    return deal


def test_answers_to_a_side_show() -> None:
    """With a good hand everybody compares; with a bad one who bluffs refuses; the random one does either."""
    for player in POLICIES:
        assert choice(side_show_asked("AsAhAd"), player, Random(1)) == Accept(1)
    assert choice(side_show_asked("9s4h2d"), MANIAC, Random(1)) == Refuse(1)
    assert choice(side_show_asked("9s4h2d"), CALLER, Random(1)) == Accept(1)
    answers = {choice(side_show_asked("9s4h2d"), RANDOM, Random(seed)) for seed in range(20)}
    assert answers == {Accept(1), Refuse(1)}


def test_shows_are_asked_for_when_good() -> None:
    """R11: two seen players left; who has bet his fill with a fair hand pays for the show."""
    deal = Deal.start(Rules(), [1000, 1000], [parse_hand("KsKhQd"), parse_hand("8c6d3h")])
    laps: list[Action] = [Bet(1, 2), Bet(0, 2)] * 6
    for action in (See(0), Bet(0, 2), See(1), *laps, Bet(1, 2)):
        deal = deal.play(action)
    for player in POLICIES:
        assert choice(deal, player, Random(1)) == Show(0)


def test_who_could_not_pay_again_compares_now() -> None:
    """R16, short_stack pack: the last chips go into a show and not into a bet that leaves only packing."""
    deal = Deal.start(Rules(), [8, 1000], [parse_hand("KsKhQd"), parse_hand("8c6d3h")])
    for action in (See(0), Bet(0, 2), See(1), Bet(1, 4)):
        deal = deal.play(action)
    for player in POLICIES:
        assert choice(deal, player, Random(1)) == Show(0)


@pytest.mark.parametrize("boot", [1, 10**30])
def test_bets_stay_sensible(boot: int) -> None:
    """Without limits and with endless stacks nobody raises beyond 128 boots, or at random beyond the pot."""
    rng = Random(f"sensible {boot}")
    for stack in (None, 10**40 * boot):
        for _ in range(60):
            rules = Rules(boot=boot, raise_factor=0, bet_steps=rng.choice(("any", "double")))
            deal = Deal.start(rules, [stack] * 5, shuffled_hands(rng, 5))
            while not deal.over:
                assert deal.turn is not None
                seen = view(deal, deal.turn)
                player = BASELINES[deal.turn]
                action = player.choose(seen, rng)
                if isinstance(action, Bet):
                    assert seen.legal.bet is not None
                    lowest = seen.legal.bet.lowest
                    limit = max(2 * lowest, deal.chips_in) if player is RANDOM else max(lowest, 128 * boot)
                    assert action.amount <= limit
                deal = deal.play(action)


def test_an_unknown_hand_is_played_as_an_average_one() -> None:
    """At a table with real cards the engine may not know what the bot's seat holds."""
    deal = Deal.start(Rules(), [100, 100]).play(See(0))
    for player in BASELINES:
        deal.play(choice(deal, player, Random(1)))


@pytest.mark.parametrize("preset", PRESETS)
def test_variants_are_played_with_sense(preset: str) -> None:
    """R20, R21: in every preset the best hand is not packed, and at half a stack the worst one is."""
    rules = Rules.preset(preset, raise_factor=0, look="own_turn", bet_steps="any", max_seen_bet=0, pot_limit=0)
    rng = Random(preset)
    joker = CARDS[9] if rules.turns_up else None
    deck = [card for card in CARDS if card != joker]
    some = [tuple(rng.sample(deck, rules.cards_dealt)) for _ in range(3000)]
    some.sort(key=rules.ranking_with(joker).evaluator.strength)
    for hand, packs in ((some[-1], False), (some[0], True)):
        rest = [card for card in deck if card not in hand]
        others = [tuple(rest.pop() for _ in range(rules.cards_dealt)) for _ in range(2)]
        deal = Deal.start(rules, [1000, 10_000, 10_000], [hand, *others], joker=joker)
        for action in (Bet(0, 1), See(1), Bet(1, 500), See(2), Bet(2, 500), See(0)):
            deal = deal.play(action)
        for player in POLICIES:
            packed = sum(isinstance(choice(deal, player, Random(seed)), Pack) for seed in range(40))
            if packs:
                assert packed > (12 if player.bluffs > 0.2 else 35), player.name
            else:
                assert packed == 0, player.name


@pytest.mark.parametrize("player", POLICIES, ids=lambda player: player.name)
def test_a_good_hand_of_two_is_kept(player: Policy) -> None:
    """R20: and a bad one folded, for the other one then plays blind."""
    rules = Rules.preset("brag")
    unknown = Deal.start(rules, [9, 9], carried=4, keeper=0)
    for hand, kept in (("AsAhAd", True), ("5s3d2c", False)):
        deal = Deal.start(rules, [9, 9], [parse_hand("7c5d2h"), None], carried=4, keeper=0, kept=parse_hand(hand))
        looking = deal.play(See(0, "old"))
        assert choice(looking, player, Random(1)) == (Keep(0) if kept else Drop(0))
    looking = unknown.play(See(0, "new"))
    looking.play(choice(looking, player, Random(1)))
    assert {choice(unknown, player, Random(seed)) for seed in range(60)} & {See(0, "old"), See(0, "new")}


def test_shares_of_four_cards_and_wild_ones() -> None:
    """Within the variant's own order."""
    four = Ranking(cards=4)
    assert share_beaten(parse_hand("AsAhAd2c"), four) > 0.999
    assert share_beaten(parse_hand("AsKh9d2c"), four) < share_beaten(parse_hand("AsKh9d9c"), four)
    middle = sorted(share_beaten(tuple(Random(seed).sample(CARDS, 4)), four) for seed in range(401))[200]
    assert middle == pytest.approx(0.5, abs=0.1)
    assert share_beaten(parse_hand("9s9h4d"), Ranking(wild="ak47")) > share_beaten(parse_hand("9s9h5d"), Ranking())


def test_random_rules_reach_all_that_bots_must_know() -> None:
    """The deals above do hold short players, side shows and doubled bets."""
    rng = Random(8)
    options = [random_rules(rng) for _ in range(200)]
    assert {rules.short_stack for rules in options} == {"pack", "cover"}
    assert {rules.bet_steps for rules in options} == {"any", "double"}
    assert {rules.side_show_with for rules in options} == {"previous", "any"}
