"""A second, naive reading of the rules: what the replay of one hand file must give.

Written from the rules page and the description of the hand file alone, without a look at the engine, so that a mistake
would have to be made twice to go unseen. It imports nothing of the project, changes its state in place and computes
everything anew each time: slow and plain on purpose. Players are numbered from 1, as in the file.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"

DEFAULTS: dict[str, Any] = {
    "boot": 1,
    "ace_run": "top",
    "top_trail": "ace",
    "lowball": False,
    "wild": "none",
    "cards_dealt": 3,
    "raise_factor": 2,
    "bet_steps": "any",
    "blind_limit": 0,
    "max_seen_bet": 0,
    "pot_limit": 0,
    "max_raises": 0,
    "look": "own_turn",
    "seen_may_show_blind": False,
    "show_multiplier": 1,
    "show_tie": "payer_loses",
    "side_show": True,
    "side_show_with": "previous",
    "side_show_all_seen": True,
    "side_show_min_players": 2,
    "side_show_multiplier": 1,
    "short_stack": "pack",
    "lone_blind": "wins",
}
# The rest of the options takes any whole number, see `read_rules`.
CHOICES: dict[str, list[Any]] = {
    "ace_run": ["top", "second", "lowest", "none"],
    "top_trail": ["ace", "three"],
    "lowball": [False, True],
    "wild": ["none", "ak47", "joker", "lowest", "highest"],
    "cards_dealt": [3, 4],
    "bet_steps": ["any", "double"],
    "look": ["own_turn", "any_time"],
    "seen_may_show_blind": [False, True],
    "show_multiplier": [1, 2],
    "show_tie": ["payer_loses", "split"],
    "side_show": [False, True],
    "side_show_with": ["previous", "any"],
    "side_show_all_seen": [False, True],
    "side_show_min_players": [2, 3],
    "side_show_multiplier": [1, 2],
    "short_stack": ["pack", "cover"],
    "lone_blind": ["wins", "carries"],
}
PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "brag": {
        "ace_run": "top",
        "top_trail": "three",
        "raise_factor": 0,
        "show_multiplier": 2,
        "side_show": False,
        "short_stack": "cover",
        "lone_blind": "carries",
    },
    "muflis": {"lowball": True},
    "ak47": {"wild": "ak47"},
    "joker": {"wild": "joker"},
    "lowest": {"wild": "lowest"},
    "highest": {"wild": "highest"},
    "best-of-four": {"cards_dealt": 4},
}
FIELDS = {"format", "variant", "rules", "players", "starting_stacks", "actions"}
FIELDS |= {"carried", "finishing_stacks", "author", "event", "date"}


class Defect(Exception):
    """The file itself is wrong: no steps and no place."""


class BadDealing(Exception):
    """A dealing line is wrong: no steps, and the place of the line."""


class Illegal(Exception):
    """An action is not allowed, or cannot be read."""


# --- Ranking: R1 to R3 ------------------------------------------------------------------------------------------------


def cards(text: str, count: int = 3) -> list[str]:
    """Read so many different cards."""
    hand = [text[i : i + 2] for i in range(0, len(text), 2)]
    if len(hand) != count or len(set(hand)) != count:
        raise ValueError(text)
    for card in hand:
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise ValueError(text)
    return hand


def strength(hand: list[str], rules: dict[str, Any], joker: str | None = None) -> list[float]:
    """Give a list that compares as the hands do: larger wins, equal ties. R21: the best of what the hand can make."""
    order = (rules["ace_run"], rules["top_trail"], rules["lowball"])
    wild = [card for card in hand if is_wild(card, hand, rules.get("wild", "none"), joker)]
    return max(best_with(tuple(card for card in three if card not in wild), order) for three in combinations(hand, 3))


def is_wild(card: str, hand: list[str], wild: str, joker: str | None) -> bool:
    """Tell whether a card of this hand is wild."""
    ranks = [RANKS.index(other[0]) for other in hand]
    if wild == "ak47":
        return card[0] in "AK47"
    if wild == "joker":
        return joker is not None and card[0] == joker[0]
    if wild == "lowest":
        return RANKS.index(card[0]) == min(ranks)
    if wild == "highest":
        return RANKS.index(card[0]) == max(ranks)
    return False


@cache
def best_with(fixed: tuple[str, ...], order: tuple[str, str, bool]) -> list[float]:
    """Try every card that is not there yet in the places of the wild ones."""
    rules = dict(zip(("ace_run", "top_trail", "lowball"), order, strict=True))
    others = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in fixed]
    return max(worth([*fixed, *more], rules) for more in combinations(others, 3 - len(fixed)))


def worth(hand: list[str], rules: dict[str, Any]) -> list[float]:
    """R1 to R3 for three cards that stand for themselves."""
    ranks = sorted((RANKS.index(card[0]) + 2 for card in hand), reverse=True)
    high, middle, low = ranks
    one_suit = len({card[1] for card in hand}) == 1
    # R2: a run is named by its top card, A-K-Q is 14 and 4-3-2 is 4; A-2-3 gets the place that ace_run gives it.
    run: float = high if high == middle + 1 == low + 2 else 0
    if ranks == [14, 3, 2]:
        run = {"top": 15, "second": 13.5, "lowest": 3, "none": 0}[rules["ace_run"]]
    result: list[float]
    if high == low:
        # 3-3-3 may stand above A-A-A.
        result = [6, 15 if high == 3 and rules["top_trail"] == "three" else high]
    elif run:
        result = [5 if one_suit else 4, run]
    elif one_suit:
        result = [3, *ranks]
    elif high == middle:
        result = [2, high, low]
    elif middle == low:
        result = [2, middle, high]
    else:
        result = [1, *ranks]
    return [-number for number in result] if rules["lowball"] else result


# --- The file ---------------------------------------------------------------------------------------------------------


def whole(value: Any) -> bool:
    """Tell whether the value is an integer; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_rules(table: Any) -> dict[str, Any]:
    """Fill in what the table leaves out, and refuse what it may not hold."""
    if not isinstance(table, dict):
        raise Defect("rules")
    given = dict(table)
    preset = given.pop("preset", "classic")
    boot = given.get("boot", 1)
    if not whole(boot) or boot < 1:
        raise Defect("boot")
    rules = dict(DEFAULTS)
    if preset == "club":
        rules.update(
            ace_run="second",
            bet_steps="double",
            look="any_time",
            blind_limit=4,
            max_seen_bet=128 * boot,
            pot_limit=1024 * boot,
            side_show_all_seen=False,
            side_show_min_players=3,
            short_stack="cover",
        )
    elif isinstance(preset, str) and preset in PRESETS:
        rules.update(PRESETS[preset])
    else:
        raise Defect("preset")
    for name, value in given.items():
        if name not in DEFAULTS:
            raise Defect(name)
        rules[name] = value
    for name, value in rules.items():
        if type(value) is not type(DEFAULTS[name]):
            raise Defect(name)
        if name in CHOICES and value not in CHOICES[name]:
            raise Defect(name)
        if name not in CHOICES and value < 0:
            raise Defect(name)
    if rules["raise_factor"] == 1:
        raise Defect("raise_factor")
    if rules["max_seen_bet"] and (rules["max_seen_bet"] % 2 or rules["max_seen_bet"] < 2 * boot):
        raise Defect("max_seen_bet")
    if rules["cards_dealt"] == 4 and rules["wild"] in ("lowest", "highest"):
        raise Defect("cards_dealt")
    return rules


def read_amounts(value: Any, n: int) -> list[int]:
    """Read a list of one integer a player."""
    if not isinstance(value, list) or len(value) != n or not all(whole(amount) for amount in value):
        raise Defect("amounts")
    return list(value)


class Wait(NamedTuple):
    """A comparison that needs the dealer's word."""

    candidates: list[int]
    tied: list[int]  # named all or none
    final: bool  # not a side show
    then: Callable[[list[int]], None]


class Game:
    """One deal."""

    def __init__(self, fields: dict[str, Any]) -> None:
        for name in fields:
            if name not in FIELDS and not name.startswith("_"):
                raise Defect(name)
        if fields.get("format") != "tph/1" or fields.get("variant") != "TP":
            raise Defect("format")
        players = fields.get("players")
        actions = fields.get("actions")
        if not isinstance(players, list) or not isinstance(actions, list):
            raise Defect("lists")
        if not all(isinstance(text, str) for text in players + actions):
            raise Defect("texts")
        self.rules = read_rules(fields.get("rules", {}))
        self.n = len(players)
        if not 2 <= self.n <= self.most_players(0):  # R5
            raise Defect("players")
        carried = fields.get("carried", 0)
        if not whole(carried) or carried < 0 or ("carried" in fields and self.rules["lone_blind"] != "carries"):
            raise Defect("carried")
        self.carried: int = carried
        self.everyone = list(range(1, self.n + 1))
        # Lists are indexed by player, so place 0 stays unused.
        self.stacks: list[int] | None = None
        boot = self.rules["boot"]
        if "starting_stacks" in fields:
            stacks = read_amounts(fields["starting_stacks"], self.n)
            if min(stacks) < boot:  # R18
                raise Defect("stack under the boot")
            self.stacks = [0, *stacks]
        self.expected: list[int] | None = None
        if "finishing_stacks" in fields:
            self.expected = read_amounts(fields["finishing_stacks"], self.n)
            # A score can be below zero, a stack never, whatever is played.
            if self.stacks is not None and min(self.expected) < 0:
                raise Defect("finishing_stacks")
        self.hands: dict[int, list[str]] = {}  # only known ones
        self.shown: dict[int, list[str]] = {}  # by `sm`, only of hands not known
        self.joker: str | None = None
        self.keeper: int | None = None
        self.kept: list[str] | None = None
        self.first = self.read_dealing(actions)
        if self.keeper and self.n > self.most_players(1):  # R5
            raise Defect("players")
        # R20: which of his two hands the keeper has not folded, and which he looks at.
        self.holding = ["old", "new"]
        self.looks_at: str | None = None
        self.carries_on = False
        # The state.
        self.paid = [0] * (self.n + 1)
        self.won = [0] * (self.n + 1)
        self.newest = self.carried
        self.covered_pots: list[tuple[int, int]] = []  # (coverer, chips), the latest last; taken off when won
        self.covered: list[int] = []
        self.packed: set[int] = set()
        self.gone: set[int] = set()
        self.seen: set[int] = set()
        self.has_bet: set[int] = set()
        self.blind_bets = [0] * (self.n + 1)
        self.raises = 0
        self.price = 2 * boot  # R5
        self.turn = 1  # R6
        self.side: tuple[int, int] | None = None  # asker and asked
        self.wait: Wait | None = None
        self.over = False
        for player in self.everyone:
            self.pay(player, boot)
        if self.full():
            self.forced_show()

    def read_dealing(self, actions: list[str]) -> int:
        """Read all dealing lines before anything is played, and give the place of the first action after them."""
        dealt = set()
        first = 0
        for place, line in enumerate(actions):
            words = split(line)
            if words[:1] != ["d"] or words[1:2] not in (["dh"], ["tj"], ["kh"]):
                continue
            # Every line stands at the head.
            if place != first or len(words) != (3 if words[1] == "tj" else 4):
                raise BadDealing(place)
            first += 1
            used = self.known_cards()
            try:
                if words[1] == "tj":
                    hand: list[str] | None = cards(words[2], 1)
                    player = 0
                else:
                    player = self.read_player(words[2])
                    size = self.rules["cards_dealt"]
                    hand = None if words[3] == "??" * size else cards(words[3], size)
            except (Illegal, ValueError):
                raise BadDealing(place) from None
            if hand is not None and any(card in used for card in hand):
                raise BadDealing(place)
            if words[1] == "tj":
                if self.joker or self.rules["wild"] != "joker" or hand is None:
                    raise BadDealing(place)
                self.joker = hand[0]
            elif words[1] == "kh":
                if self.keeper or self.rules["lone_blind"] != "carries":
                    raise BadDealing(place)
                self.keeper, self.kept = player, hand
            else:
                if player in dealt:
                    raise BadDealing(place)
                dealt.add(player)
                if hand is not None:
                    self.hands[player] = hand
        return first

    def most_players(self, kept: int) -> int:
        """R5: 52 less the card turned up and those kept, divided by the cards each."""
        size: int = self.rules["cards_dealt"]
        return (52 - (1 if self.rules["wild"] == "joker" else 0) - kept * size) // size

    def known_cards(self) -> list[str]:
        """All cards that have been named."""
        known = [*self.hands.values(), *self.shown.values(), self.kept or [], [self.joker] if self.joker else []]
        return [card for hand in known for card in hand]

    def hand_of(self, player: int) -> list[str] | None:
        """The hand that counts; of two the one kept (R20)."""
        return self.kept if player == self.keeper and "old" in self.holding else self.hands.get(player)

    def has_two(self, player: int) -> bool:
        """Tell whether the player has not folded one of two hands."""
        return player == self.keeper and len(self.holding) == 2

    def read_player(self, word: str) -> int:
        """Read p1, p2 ..."""
        if not re.fullmatch("p[1-9][0-9]?", word) or int(word[1:]) > self.n:
            raise Illegal(word)
        return int(word[1:])

    # --- Small questions ----------------------------------------------------------------------------------------------

    def left(self) -> list[int]:
        """Who is not packed and not covering."""
        return [player for player in self.everyone if player not in self.packed and player not in self.covered]

    def next_left(self, player: int, step: int = 1) -> int:
        """Give the next player left, clockwise, or with step -1 anticlockwise."""
        while True:
            player = (player - 1 + step) % self.n + 1
            if player in self.left():
                return player

    def full(self) -> bool:
        """Tell whether all pots together have reached the pot limit."""
        limit: int = self.rules["pot_limit"]
        return 0 < limit <= self.carried + sum(self.paid)

    def can_pay(self, player: int, amount: int) -> bool:
        """Tell whether the stack holds the amount."""
        return self.stacks is None or self.stacks[player] >= amount

    def price_for(self, player: int, multiplier: int) -> int:
        """A multiple of what a seen player pays, or half of that, rounded up once."""
        amount = int(multiplier * self.price)
        return amount if player in self.seen else (amount + 1) // 2

    # --- What is legal ------------------------------------------------------------------------------------------------

    def legal(self) -> dict[str, Any]:
        """What the player on turn may do, as the step tells it."""
        if self.over:
            return {}
        if self.wait:
            return {"best": sorted(self.wait.candidates)}
        if self.side:
            return {"accept": None, "refuse": None}  # R13
        if self.looks_at:
            return {"keep": None, "drop": None}  # R20
        rules, player, left = self.rules, self.turn, self.left()
        blind = player not in self.seen
        result: dict[str, Any] = {"pack": None}
        if blind:
            result["see"] = None
            if 0 < rules["blind_limit"] <= self.blind_bets[player]:
                return result
        lowest = self.price_for(player, 1)
        if not self.can_pay(player, lowest):  # R16
            if rules["short_stack"] == "cover":
                result["cover"] = None
            return result
        # The bet: the lowest of all upper limits counts.
        limits = []
        if rules["raise_factor"]:
            limits.append(rules["raise_factor"] * self.price // (2 if blind else 1))
        if rules["max_seen_bet"]:
            limits.append(rules["max_seen_bet"] // (2 if blind else 1))
        if self.stacks is not None:
            limits.append(self.stacks[player])
        if 0 < rules["max_raises"] <= self.raises:
            limits.append(lowest)
        if limits and rules["bet_steps"] == "double":
            amounts = []
            amount = lowest
            while amount <= min(limits):
                amounts.append(amount)
                amount *= 2
            result["bet"] = amounts
        else:
            result["bet"] = [lowest, min(limits) if limits else None]
        # The show: R9 to R11.
        if len(left) == 2 and self.can_pay(player, self.price_for(player, rules["show_multiplier"])):
            other = self.next_left(player)
            if blind or other in self.seen or rules["seen_may_show_blind"]:
                result["show"] = None
        # The side show: R13.
        targets = [self.next_left(player, -1)] if rules["side_show_with"] == "previous" else left
        targets = [other for other in targets if other != player and other in self.seen and other in self.has_bet]
        if (
            rules["side_show"]
            and not blind
            and targets
            and len(left) >= rules["side_show_min_players"]
            and (not rules["side_show_all_seen"] or all(other in self.seen for other in left))
            and self.can_pay(player, rules["side_show_multiplier"] * self.price)
        ):
            result["side"] = targets
        return result

    def step(self) -> dict[str, Any]:
        """Describe the state."""
        turn: int | None = self.turn
        if self.side:
            turn = self.side[1]
        if self.over or self.wait:
            turn = None
        return {
            "pot": self.carried + sum(self.paid),
            "seen_price": self.price,
            "paid": self.paid[1:],
            "left": self.left(),
            "covered": sorted(self.covered),
            "seen": sorted(self.seen),
            "turn": turn,
            "over": self.over,
            "legal": self.legal(),
            "net": [self.won[player] - self.paid[player] for player in self.everyone] if self.over else None,
            "winners": [player for player in self.everyone if self.won[player]] if self.over else [],
        }

    # --- Actions ------------------------------------------------------------------------------------------------------

    def play(self, line: str) -> bool:
        """Play one line that is no dealing line, and tell whether it makes a step."""
        words = split(line)
        if words[:2] == ["d", "best"]:
            self.best([self.read_player(word) for word in words[2:]])
            return True
        if len(words) < 2:
            raise Illegal(line)
        player, verb, rest = self.read_player(words[0]), words[1], words[2:]
        if verb == "sm":
            self.show_cards(player, rest)
            return False
        # Only who has two hands names one for a look.
        named = verb in ("bet", "side") or (verb == "see" and self.has_two(player))
        if len(rest) != (1 if named else 0) or (verb == "see" and rest not in ([], ["old"], ["new"])):
            raise Illegal(line)
        if verb == "leave":
            self.leave(player)
            return True
        if verb == "see" and self.rules["look"] == "any_time" and not rest:
            # Whoever is left, at any moment before the deal ends; a final comparison that is due allows it no more.
            ended = self.over or (self.wait is not None and self.wait.final)
            if ended or player in self.seen or player not in self.left():
                raise Illegal(line)
            self.seen.add(player)
            return True
        legal = self.legal()
        if verb not in legal or verb == "best" or player != self.step()["turn"]:
            raise Illegal(line)
        if verb == "see" and rest:
            self.looks_at = rest[0]
        elif verb == "see":
            self.seen.add(player)
        elif verb in ("keep", "drop"):
            self.choose(verb)
        elif verb == "bet":
            self.bet(player, rest[0])
        elif verb == "pack":
            self.packed.add(player)
            self.go_on(player)
        elif verb == "show":
            self.pay(player, self.price_for(player, self.rules["show_multiplier"]))
            self.paid_show(player)
        elif verb == "side":
            asked = self.read_player(rest[0])
            if asked not in legal["side"]:
                raise Illegal(line)
            self.pay(player, self.rules["side_show_multiplier"] * self.price)
            self.has_bet.add(player)
            if self.full():  # R17: the side show is dropped
                self.forced_show()
            else:
                self.side = (player, asked)
        elif verb == "cover":
            self.cover(player)
        elif verb == "refuse":
            self.end_side_show()
        else:
            assert verb == "accept"
            assert self.side
            self.compare(list(self.side), [], False, self.decide_side_show)
        return True

    def pay(self, player: int, amount: int) -> None:
        """Move chips from the stack to the newest pot."""
        if self.stacks is not None:
            self.stacks[player] -= amount
            assert self.stacks[player] >= 0
        self.paid[player] += amount
        self.newest += amount

    def choose(self, verb: str) -> None:
        """R20: the hand looked at is kept, and the player seen, or it is folded, and he is still blind."""
        assert self.looks_at
        assert self.keeper
        other = "new" if self.looks_at == "old" else "old"
        if verb == "keep":
            self.holding = [self.looks_at]
            self.seen.add(self.keeper)
        else:
            self.holding = [other]
        self.looks_at = None

    def go_on(self, player: int) -> None:
        """The turn goes to the first player left clockwise of this one's seat; with one left betting ends (R8)."""
        if len(self.left()) == 1:
            last = self.left()[0]
            if self.looks_at and last == self.keeper:
                self.choose("keep")  # silence keeps it
            if self.rules["lone_blind"] == "carries" and last not in self.seen and not self.covered_pots:
                self.over = self.carries_on = True  # R20: nobody takes the pot
                return
            self.settle_newest(self.left())
        else:
            self.turn = self.next_left(player)

    def bet(self, player: int, word: str) -> None:
        """R7, and the price after it."""
        if not re.fullmatch("[1-9][0-9]*", word):
            raise Illegal(word)
        amount = int(word)
        lowest = self.price_for(player, 1)
        allowed = self.legal()["bet"]
        if allowed[-1] is None or self.rules["bet_steps"] == "any":
            good = lowest <= amount and (allowed[-1] is None or amount <= allowed[-1])
            if self.rules["bet_steps"] == "double":
                doubled = lowest
                while doubled < amount:
                    doubled *= 2
                good = good and doubled == amount
        else:
            good = amount in allowed
        if not good:
            raise Illegal(word)
        self.pay(player, amount)
        self.has_bet.add(player)
        if amount > lowest:
            self.raises += 1
        if player in self.seen:
            self.price = amount
        else:
            self.price = 2 * amount
            self.blind_bets[player] += 1
        if self.full():
            self.forced_show()
        else:
            self.go_on(player)

    def cover(self, player: int) -> None:
        """R16: all he has goes in, and the newest pot becomes his covered pot."""
        assert self.stacks is not None
        self.pay(player, self.stacks[player])
        self.covered_pots.append((player, self.newest))
        self.covered.append(player)
        self.newest = 0
        if self.full() and len(self.left()) > 1:
            self.forced_show()
        else:
            self.go_on(player)

    def leave(self, player: int) -> None:
        """R18."""
        if self.over or (self.wait and self.wait.final) or player in self.packed or player in self.gone:
            raise Illegal("leave")
        self.gone.add(player)
        if player in self.covered:
            return  # R16: the covered hand stays
        self.packed.add(player)
        if player == self.keeper:
            self.looks_at = None
        if self.side:
            if player in self.side:
                self.end_side_show()
        elif len(self.left()) == 1 or player == self.turn:
            self.go_on(player)

    def end_side_show(self) -> None:
        """R15."""
        assert self.side
        asker, _ = self.side
        self.side = None
        self.wait = None
        self.go_on(asker)

    def decide_side_show(self, best: list[int]) -> None:
        """R14: the lower packs at once; equal: the asker packs."""
        assert self.side
        asker, asked = self.side
        self.packed.add(asked if best == [asker] else asker)
        self.end_side_show()

    def show_cards(self, player: int, rest: list[str]) -> None:
        """Take `sm`: it must fit all cards known so far and decides nothing."""
        if not self.over and not self.wait:
            raise Illegal("sm")
        if len(rest) != 1 or (self.carries_on and [player] == self.left()):
            raise Illegal("sm")
        try:
            hand = cards(rest[0], self.rules["cards_dealt"])
        except ValueError:
            raise Illegal("sm") from None
        known = self.shown.get(player) or self.hand_of(player)
        if known:
            if set(known) != set(hand):
                raise Illegal("sm")
        elif any(card in self.known_cards() for card in hand):
            raise Illegal("sm")
        else:
            self.shown[player] = hand

    # --- Comparisons and pots -----------------------------------------------------------------------------------------

    def compare(self, players: list[int], tied: list[int], final: bool, then: Callable[[list[int]], None]) -> None:
        """Find the best and go on with them, or wait for the dealer's word if any hand is unknown."""
        hands = {player: hand for player in players if (hand := self.hand_of(player))}
        if len(hands) < len(players) or (self.rules["wild"] == "joker" and self.joker is None):
            self.wait = Wait(players, tied, final, then)
            return
        strengths = {player: strength(hand, self.rules, self.joker) for player, hand in hands.items()}
        then([player for player in players if strengths[player] == max(strengths.values())])

    def best(self, named: list[int]) -> None:
        """Take the dealer's word."""
        wait = self.wait
        if not wait or not named or len(set(named)) != len(named):
            raise Illegal("best")
        if not all(player in wait.candidates for player in named):
            raise Illegal("best")
        if 0 < len([player for player in wait.tied if player in named]) < len(wait.tied):
            raise Illegal("best")
        self.wait = None
        wait.then(sorted(named))

    def forced_show(self) -> None:
        """R17: all hands left are shown, the best wins, equal best share."""
        self.compare(self.left(), [], True, self.settle_newest)

    def paid_show(self, payer: int) -> None:
        """R12 and show_tie."""

        def settle(best: list[int]) -> None:
            if len(best) == 2 and self.rules["show_tie"] == "payer_loses":
                best = [player for player in best if player != payer]
            self.settle_newest(best)

        self.compare(self.left(), [], True, settle)

    def share(self, pot: int, winners: list[int]) -> None:
        """R17: equally, odd chips one each clockwise from the dealer's left, which is p1."""
        for place, player in enumerate(sorted(winners)):
            amount = pot // len(winners) + (1 if place < pot % len(winners) else 0)
            self.won[player] += amount
            if self.stacks is not None:
                self.stacks[player] += amount

    def settle_newest(self, winners: list[int]) -> None:
        """The newest pot is won; now the covered ones."""
        self.share(self.newest, winners)
        self.meet_coverer(winners)

    def meet_coverer(self, winners: list[int]) -> None:
        """R16: the winner meets the latest coverer for his pot, the winner of that the one before, and so on."""
        if not self.covered_pots:
            self.over = True
            return
        coverer, pot = self.covered_pots.pop()

        def settle(best: list[int]) -> None:
            # Equal: the coverer loses.
            after = [coverer] if best == [coverer] else winners
            self.share(pot, after)
            self.meet_coverer(after)

        self.compare([*winners, coverer], winners, True, settle)

    def stacks_fit(self) -> bool:
        """Tell whether finishing_stacks agree with the stacks as they stand, or the scores where stacks have no end."""
        if self.expected is None:
            return True
        if self.stacks is not None:
            return self.expected == self.stacks[1:]
        return self.expected == [self.won[player] - self.paid[player] for player in self.everyone]


def split(line: str) -> list[str]:
    """Split an action into words, without the commentary, which begins at a word that begins with #."""
    words = re.findall("[^ \t]+", line)
    for place, word in enumerate(words):
        if word[0] == "#":
            return words[:place]
    return words


def replay_oracle(fields: dict[str, Any]) -> dict[str, Any]:
    """Replay one deal: its steps, and the place of the error if there is one."""
    try:
        game = Game(fields)
    except Defect:
        return {"steps": [], "error": {"action": None}}
    except BadDealing as error:
        return {"steps": [], "error": {"action": error.args[0]}}
    steps = [game.step()]
    for place, line in enumerate(fields["actions"]):
        if place < game.first:
            continue
        try:
            if game.play(line):
                steps.append(game.step())
        except Illegal:
            return {"steps": steps, "error": {"action": place}}
    if not game.stacks_fit():
        return {"steps": [], "error": {"action": None}}
    return {"steps": steps, "error": None}
