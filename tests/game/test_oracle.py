"""The engine's replay against the oracle's, on random deals and on damaged ones."""

import json
import random
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import pytest

from teenpatti.game.cards import parse_hand
from teenpatti.game.errors import InvalidHistory
from teenpatti.game.notation import parse_json
from teenpatti.game.ranking import Ranking, strength
from teenpatti.game.replay import replay_json
from tests.game.oracle import CHOICES, DEFAULTS, PRESETS, RANKS, SUITS, Game, read_rules, replay_oracle
from tests.game.oracle import strength as oracle_strength

# For the options that take any number: small ones, so that limits are reached. Those in chips are made from the boot.
NUMBERS = {"raise_factor": [0, 2, 3, 4, 7], "blind_limit": [0, 1, 2, 4], "max_raises": [0, 1, 2, 5]}
VERBS = [
    "see",
    "pack",
    "leave",
    "show",
    "accept",
    "refuse",
    "cover",
    "bet",
    "side",
    "sm",
    "keep",
    "drop",
    "dance",
    "best",
]


def random_rules(rng: random.Random, n: int, ranking: dict[str, Any]) -> dict[str, Any]:
    """Choose a preset and override some, none or all of its options, to the given ranking."""
    table: dict[str, Any] = {}
    if rng.random() < 0.7:
        table["preset"] = rng.choice(["classic", "club", *PRESETS])
    boot = 1
    if rng.random() < 0.5:
        boot = table["boot"] = rng.choice([1, 1, 2, 3, 5, 10, 10**20])
    share = rng.choice([0, 0.2, 0.5, 1])
    for name in DEFAULTS:
        if name == "boot" or name in ranking or rng.random() >= share:
            continue
        if name == "max_seen_bet":
            table[name] = rng.choice([0, 2 * boot, 2 * rng.randint(boot, 20 * boot)])
        elif name == "pot_limit":
            table[name] = rng.choice([0, rng.randint(1, n * boot), rng.randint(n * boot, 8 * n * boot)])
        else:
            table[name] = rng.choice(CHOICES[name] if name in CHOICES else NUMBERS[name])
    table |= {name: ranking[name] for name in ("wild", "cards_dealt") if name in ranking}
    implied = read_rules(table)
    table |= {name: value for name, value in ranking.items() if implied[name] != value or rng.random() < share}
    return table


def random_start(rng: random.Random, ranking: dict[str, Any]) -> dict[str, Any]:
    """Make a file without actions but with its dealing lines."""
    n = rng.choice([2, 2, 3, 3, 4, 4, 5, 6, rng.randint(2, 10)])
    rules = random_rules(rng, n, ranking)
    full = read_rules(rules)
    size = full["cards_dealt"]
    kept = full["lone_blind"] == "carries" and rng.random() < 0.6
    most = (52 - (full["wild"] == "joker") - kept * size) // size
    if n > 6:
        n = rng.randint(2, most)
    boot = rules.get("boot", 1)
    fields: dict[str, Any] = {"format": "tph/1", "variant": "TP", "players": [f"P{i}" for i in range(1, n + 1)]}
    if rules or rng.random() < 0.5:
        fields["rules"] = rules
    deep = rng.choice([None, 3, 12, 60, 400])
    if deep is not None:
        fields["starting_stacks"] = [rng.choice([boot, rng.randint(boot, deep * boot)]) for _ in range(n)]
        if rng.random() < 0.5:
            fields["starting_stacks"] = [rng.randint(boot, deep * boot) for _ in range(n)]
    unknown = rng.choice([0, 0, 0, 0.2, 1])
    # Equal winners who meet coverers by the dealer's word need much together.
    if rng.random() < 0.1:
        fields["rules"] = rules | {"short_stack": "cover", "pot_limit": rng.randint(n, 3 * n) * boot}
        fields["starting_stacks"] = [rng.choice([boot, rng.randint(boot, 9 * boot)]) for _ in range(n)]
        unknown = 1
    # A deck of few ranks makes equal hands common.
    needed = size * (n + kept) + 1
    ranks = rng.sample(RANKS, min(13, rng.choice([0, 0, 1, 3, 9]) + (needed + 3) // 4))
    deck = [rank + suit for rank in ranks for suit in SUITS]
    rng.shuffle(deck)
    lines = []
    for player in range(1, n + 1):
        hand = "".join(deck.pop() for _ in range(size))
        if rng.random() >= unknown:
            lines.append(f"d dh p{player} {hand}")
        elif rng.random() < 0.5:
            lines.append(f"d dh p{player} {'??' * size}")
    if kept:
        hand = "".join(deck.pop() for _ in range(size)) if rng.random() >= unknown else "??" * size
        lines.append(f"d kh p{rng.randint(1, n)} {hand}")
        if rng.random() < 0.9:
            fields["carried"] = rng.choice([0, 1, 2, rng.randint(2, 40)]) * boot
    if full["wild"] == "joker" and rng.random() < 0.9:
        lines.append(f"d tj {deck.pop()}")
    rng.shuffle(lines)
    fields["actions"] = lines
    return fields


def random_amount(rng: random.Random, low: int, high: int | None, double: bool) -> int:
    """Choose a bet, the ends of the range more often than their share."""
    if double:
        return low << rng.choice([0, 0, 1, 2, 70])
    # Without an upper limit amounts would soon have more digits than files may hold.
    top = low * (10**30 if low < 10**90 else 2) if high is None else high
    return min(top, rng.choice([low, low, low + 1, rng.randint(low, top), min(top, 3 * low), top if high else low]))


def random_line(rng: random.Random, game: Game, habits: dict[str, float]) -> str:
    """Choose one legal action."""
    step = game.step()
    if game.over:
        return random_showing(rng, game)
    if rng.random() < habits["leave"] and not (game.wait and game.wait.final):
        return f"p{rng.choice([p for p in game.everyone if p not in game.packed | game.gone])} leave"
    if rng.random() < habits["look"] and game.rules["look"] == "any_time" and not (game.wait and game.wait.final):
        blind = [player for player in step["left"] if player not in step["seen"] and not game.has_two(player)]
        if blind:
            return f"p{rng.choice(blind)} see"
    legal = step["legal"]
    if game.wait:
        if rng.random() < 0.3:
            return random_showing(rng, game)
        best = [player for player in game.wait.candidates if player not in game.wait.tied]
        best = rng.sample(best, rng.randint(0 if game.wait.tied else 1, len(best)))
        if game.wait.tied and (not best or rng.random() < 0.5):
            best += game.wait.tied
        return f"d best {' '.join(f'p{player}' for player in sorted(best))}"
    verbs = list(legal)
    verb = rng.choices(verbs, [habits.get(verb, 1) for verb in verbs])[0]
    if verb == "bet":
        bet = legal["bet"]
        if game.rules["bet_steps"] == "double" and bet[-1] is not None:
            return f"p{step['turn']} bet {rng.choice(bet)}"
        return f"p{step['turn']} bet {random_amount(rng, bet[0], bet[1], game.rules['bet_steps'] == 'double')}"
    if verb == "side":
        return f"p{step['turn']} side p{rng.choice(legal['side'])}"
    if verb == "see" and game.has_two(step["turn"]):
        return f"p{step['turn']} see {rng.choice(['old', 'new'])}"
    return f"p{step['turn']} {verb}"


def random_showing(rng: random.Random, game: Game) -> str:
    """Let somebody show cards that fit."""
    player = rng.choice([player for player in game.everyone if not game.carries_on or player not in game.left()])
    known = game.shown.get(player) or game.hand_of(player)
    if known:
        return f"p{player} sm {''.join(rng.sample(known, len(known)))}"
    deck = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in game.known_cards()]
    return f"p{player} sm {''.join(rng.sample(deck, game.rules['cards_dealt']))}"


def random_deal(rng: random.Random, ranking: dict[str, Any]) -> dict[str, Any]:
    """Play a deal to its end or for some time."""
    fields = random_start(rng, ranking)
    game = Game(fields)
    habits = {
        "leave": rng.choice([0, 0, 0.03, 0.2]),
        "look": rng.choice([0, 0.05, 0.3]),
        "pack": rng.choice([0.02, 0.1, 0.7]),
        "see": rng.choice([0.1, 0.7, 3]),
        "bet": rng.choice([1, 3, 8]),
        "show": rng.choice([0.1, 1]),
        "side": rng.choice([0.3, 1, 4]),
        "cover": rng.choice([1, 9]),
    }
    more = rng.choice([0, 0, 1, 4])
    for _ in range(rng.choice([5, 30, 30, 80])):
        if game.over:
            more -= 1
            if more < 0:
                break
        line = random_line(rng, game, habits)
        game.play(line)  # raises if the oracle calls its own offer illegal
        fields["actions"].append(line + rng.choice(["", "", "", "", " # a word"]))
    if rng.random() < 0.3:
        fields["finishing_stacks"] = [
            (game.stacks[player] if game.stacks else game.won[player] - game.paid[player]) for player in game.everyone
        ]
    return fields


def random_wrong_line(rng: random.Random, n: int) -> str:
    """Make a line of any kind, most often one that is out of place."""
    player = rng.choice([*range(1, n + 1), *range(1, n + 1), 0, n + 1])
    other = rng.randint(0, n + 1)
    hand = "".join(rng.choice(RANKS) + rng.choice(SUITS) for _ in range(rng.choice([3, 3, 3, 2, 4])))
    verb = rng.choice(VERBS)
    return rng.choice(
        [
            f"p{player} {verb}",
            f"p{player} bet {rng.choice([0, 1, 2, 3, 4, 6, 8, -1, 1.5, '01', '1e3', '+2', 10**30, 'x', '٣', '1_0'])}",
            f"p{player} side p{other}",
            f"p{player} sm {rng.choice([hand, '??????', ''])}",
            f"p{player} {verb} p{other}",
            f"p{player} see {rng.choice(['old', 'new', 'old', 'new', 'both'])}",
            f"p{player} {rng.choice(['keep', 'drop'])}",
            f"d best p{player}",
            f"d best p{player} p{other}",
            f"d dh p{player} {rng.choice([hand, '??????', ''])}",
            rng.choice(
                [
                    f"d tj {hand[:2]}",
                    f"d kh p{player} {hand}",
                    f"d kh p{player} ??????",
                    "d best",
                    "d",
                    "",
                    "d dance p1",
                    f"p0{player} pack",
                    "p1",
                    "P1 see",
                ]
            ),
        ]
    )


def damage(rng: random.Random, fields: dict[str, Any]) -> None:
    """Put one or a few wrong things into a good deal."""
    actions = fields["actions"]
    n = len(fields["players"])
    for _ in range(rng.choice([1, 1, 1, 2])):
        kind = rng.randrange(6)
        place = rng.randint(0, len(actions))
        # Most damage goes behind the dealing lines, where there is more to go wrong.
        if rng.random() < 0.8:
            place = max(place, min(len(actions), sum(line.startswith(("d dh", "d kh", "d tj")) for line in actions)))
        rare = [
            i
            for i, line in enumerate(actions)
            if any(word in line for word in ("best", "side", "accept", "cover", "old", "new"))
        ]
        if rare and rng.random() < 0.3:
            place = rng.choice(rare) + rng.choice([0, 0, 1])
        if kind == 0 or not actions:
            actions.insert(place, random_wrong_line(rng, n))
            continue
        place = min(place, len(actions) - 1)
        if "best" in actions[place] and rng.random() < 0.6:
            named = {f"p{rng.randint(1, n)}"} ^ set(actions[place].split("#")[0].split()[2:])
            actions[place] = f"d best {' '.join(rng.sample(sorted(named), len(named)))}"
        elif kind == 1:
            del actions[place]
        elif kind == 2:
            other = rng.randrange(len(actions))
            actions[place], actions[other] = actions[other], actions[place]
        elif kind == 3:
            actions.insert(place, actions[rng.randrange(len(actions))])
        else:
            words = actions[place].split()
            index = rng.randrange(len(words)) if words else 0
            if words and words[index].isdigit():
                words[index] = str(
                    int(words[index]) * rng.choice([1, 1, 2, 3]) // rng.choice([1, 1, 2]) + rng.choice([-1, 0, 1])
                )
            elif words and words[index][0] == "p" and words[index][1:].isdigit():
                words[index] = f"p{rng.randint(1, n)}"
            elif words:
                words[index] = rng.choice(VERBS)
            actions[place] = " ".join(words)


def spoil(rng: random.Random, fields: dict[str, Any]) -> None:
    """Put a defect into the file itself, or something near one."""
    n = len(fields["players"])
    rules = dict(fields.get("rules", {}))
    kind = rng.randrange(8)
    if kind == 7:
        fields["carried"] = rng.choice([0, 5, -1, 1.0, True, None, "5", 10**30])
    elif kind == 0:
        name = rng.choice([*DEFAULTS, "preset", "jokers"])
        rules[name] = rng.choice(
            [0, 1, 2, 3, 5, -1, True, False, None, 2.0, "none", "top", "any", "brag", "joker", 4, "carries", [], {}]
        )
        fields["rules"] = rules
    elif kind == 1:
        fields["starting_stacks"] = [rng.choice([rules.get("boot", 1), rules.get("boot", 1) - 1]) for _ in range(n)]
    elif kind == 2:
        fields["starting_stacks"] = [10**30] * rng.choice([n, n - 1, n + 1])
    elif kind == 3:
        fields["finishing_stacks"] = [rng.randint(-3, 3) for _ in range(n)]
    elif kind == 4:
        fields[rng.choice(["_note", "author", "note", "format", "variant"])] = rng.choice(["x", "tph/1", "TP"])
    elif kind == 5:
        del fields[rng.choice(list(fields))]
    else:
        fields["players"] = [f"P{i}" for i in range(rng.choice([0, 1, 2, n, 11, 12, 13, 14, 16, 17, 18]))]


def compare(fields: dict[str, Any]) -> None:
    """Hold the two replays against each other."""
    line = json.dumps(fields)
    theirs = replay_oracle(fields)
    try:
        ours = json.loads(json.dumps(replay_json(parse_json(line))))
    except InvalidHistory:
        # What cannot be read as a hand file is a defect of it.
        ours = {"steps": [], "error": {"action": None}}
    place = ours["error"] and ours["error"]["action"]
    mine = theirs["error"] and theirs["error"]["action"]
    for number, (engine, oracle) in enumerate(zip(ours["steps"], theirs["steps"], strict=False)):
        # As text, since 1 == True.
        if json.dumps(engine, sort_keys=True) != json.dumps(oracle, sort_keys=True):
            keys = [key for key in sorted({*engine, *oracle}) if engine.get(key) != oracle.get(key)]
            pytest.fail(f"{line}\nstep {number} differs in {keys}\nengine: {engine}\noracle: {oracle}")
    if len(ours["steps"]) != len(theirs["steps"]) or (not ours["error"], place) != (not theirs["error"], mine):
        pytest.fail(
            f"{line}\nengine: {len(ours['steps'])} steps, error {ours['error']}"
            f"\noracle: {len(theirs['steps'])} steps, error {theirs['error']}"
        )


def compare_wild_order(ranking: dict[str, Any]) -> None:
    """Some hands, and each with its neighbours in the order: who is better, who is equal (R21)."""
    size = ranking["cards_dealt"]
    rng = random.Random(f"order {ranking}")
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    joker = rng.choice(deck) if ranking["wild"] == "joker" else None
    deck = [card for card in deck if card != joker]
    hands = [rng.sample(deck, size) for _ in range(250 if size == 3 else 80)]
    rules = {name: value for name, value in ranking.items() if name != "cards_dealt"}
    order = Ranking(**rules, joker_rank=None if joker is None else RANKS.index(joker[0]), cards=size)
    found = sorted(((oracle_strength(hand, ranking, joker), "".join(hand)) for hand in hands), key=lambda item: item[0])
    for (worth, hand), (better, other) in pairwise(found):
        ours = strength(parse_hand(hand), order), strength(parse_hand(other), order)
        assert (ours[0] < ours[1], ours[0] == ours[1]) == (worth < better, worth == better), (hand, other, joker)


def compare_order(ranking: dict[str, Any]) -> None:
    """The 741 different hands stand in the same order (R1 to R4)."""
    if ranking["wild"] != "none" or ranking["cards_dealt"] == 4:
        compare_wild_order(ranking)
        return
    unlike = [[a + "c", b + "d", c + "h"] for a, b, c in combinations_with_replacement(RANKS, 3)]
    alike = [[a + "s", b + "s", c + "s"] for a, b, c in combinations(RANKS, 3)]
    hands = sorted(unlike + alike, key=lambda hand: oracle_strength(hand, ranking))
    order = Ranking(**{name: ranking[name] for name in ("ace_run", "top_trail", "lowball")})
    assert [strength(parse_hand("".join(hand)), order) for hand in hands] == list(range(1, 742))


# Making the engine's table of strengths costs most of the time, so each test keeps to one order of hands.
RANKINGS = [
    {"ace_run": run, "top_trail": trail, "lowball": lowball, "wild": "none", "cards_dealt": 3}
    for run in CHOICES["ace_run"]
    for trail in CHOICES["top_trail"]
    for lowball in CHOICES["lowball"]
]
VARIANTS = [
    {"ace_run": run, "top_trail": trail, "lowball": lowball, "wild": wild, "cards_dealt": size}
    for run, trail, lowball, wild, size in [
        ("top", "ace", False, "ak47", 3),
        ("second", "three", True, "ak47", 3),
        ("top", "ace", False, "joker", 3),
        ("none", "ace", True, "joker", 3),
        ("top", "three", False, "lowest", 3),
        ("lowest", "ace", True, "lowest", 3),
        ("top", "ace", False, "highest", 3),
        ("second", "three", True, "highest", 3),
        ("top", "ace", False, "none", 4),
        ("lowest", "three", True, "none", 4),
        ("second", "ace", False, "joker", 4),
        ("none", "ace", True, "ak47", 4),
    ]
]


@pytest.mark.parametrize("ranking", RANKINGS + VARIANTS, ids=lambda ranking: "-".join(map(str, ranking.values())))
def test_oracle(ranking: dict[str, Any], long: bool) -> None:
    """Hands rank alike, good deals replay alike, damaged ones stop at the same place, the same files are refused."""
    compare_order(ranking)
    rng = random.Random(f"oracle {ranking}")
    for number in range(20_000 if long else 160):
        fields = random_deal(rng, ranking)
        if number % 10 >= 6:
            damage(rng, fields)
        if number % 10 == 9:
            spoil(rng, fields)
        compare(fields)
