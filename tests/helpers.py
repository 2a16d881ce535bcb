"""Random rules, hands and actions for seeded tests, all from the public surface of the engine."""

from __future__ import annotations

from random import Random
from typing import Any

from teenpatti.game.actions import (
    Accept,
    Action,
    Best,
    Bet,
    Cover,
    Drop,
    Keep,
    Leave,
    Pack,
    Refuse,
    See,
    Show,
    Side,
)
from teenpatti.game.cards import CARDS, Hand, deal_hands
from teenpatti.game.deal import Deal
from teenpatti.game.errors import InvalidRules
from teenpatti.game.legal import BetRange, Legal
from teenpatti.game.rules import OPTIONS, Rules

BARE: dict[str, type[See | Keep | Drop | Pack | Show | Cover | Accept | Refuse]] = {
    "see": See,
    "keep": Keep,
    "drop": Drop,
    "pack": Pack,
    "show": Show,
    "cover": Cover,
    "accept": Accept,
    "refuse": Refuse,
}


VARIANTS = ("wild", "cards_dealt", "lone_blind")
"""Options that change the cards or the deal itself (R20, R21)."""


def random_rules(rng: Random, *, variants: bool = True) -> Rules:
    """Rules with every option drawn, about half of them at their default; without ``variants`` those always are."""
    while True:
        options: dict[str, Any] = {}
        for name, option in OPTIONS.items():
            if rng.random() < 0.5 or (name in VARIANTS and not variants):
                continue
            if option.choices is not None:
                options[name] = rng.choice(option.choices)
            elif name == "pot_limit":
                # Small ones are filled by the boots.
                options[name] = rng.choice((1, 10, 50, 100, 200, 500, 1000, 5000))
            else:
                options[name] = option.least + rng.choice((0, 1, 2, 3, 5, 8, 20, 40))
        try:
            return Rules(**options)
        except InvalidRules:
            continue


def shuffled_hands(rng: Random, players: int, cards_each: int = 3) -> tuple[Hand, ...]:
    """Hands from a deck shuffled by ``rng``."""
    return deal_hands(rng.sample(CARDS, 52), players, cards_each)


def random_deal(rng: Random, rules: Rules | None = None, *, players: int | None = None, unknown: float = 0) -> Deal:
    """A deal just begun with random rules and stacks, each hand (and a joker) unknown with probability ``unknown``.

    Where pots can carry over, half of the deals come after such a one.
    """
    rules = rules or random_rules(rng)
    carried = rules.carries and rng.random() < 0.5
    count = players or rng.choice((2, 2, 3, 3, 4, 5, 6, rng.randint(7, rules.most_players(kept=int(carried)))))
    deck = rng.sample(CARDS, 52)
    hands = [None if rng.random() < unknown else hand for hand in deal_hands(deck, count, rules.cards_dealt)]
    unlimited = rng.random() < 0.2
    stacks = [None if unlimited else rules.boot + rng.choice((0, 1, 3, 10, 40, 200)) for _ in range(count)]
    rest = deck[count * rules.cards_dealt :]
    joker = rest.pop() if rules.turns_up else None
    if not carried:
        return Deal.start(rules, stacks, hands, joker=None if rng.random() < unknown else joker)
    return Deal.start(
        rules,
        stacks,
        hands,
        joker=None if rng.random() < unknown else joker,
        carried=rules.boot * rng.randint(2, 20),
        keeper=rng.randrange(count),
        kept=None if rng.random() < unknown else tuple(rest[: rules.cards_dealt]),
    )


def random_bet(rng: Random, bet: BetRange) -> int:
    """A legal amount; where there is no upper limit, at most a few times the lowest."""
    if bet.doubling:
        steps = bet.steps or tuple(bet.lowest << i for i in range(4))
        return rng.choice(steps)
    highest = 4 * bet.lowest if bet.highest is None else bet.highest
    return rng.randint(bet.lowest, highest)


def verbs(legal: Legal) -> list[str]:
    """The names of what is legal, leaving apart."""
    return [
        name
        for name in ("see", "see_one", "keep", "drop", "pack", "bet", "show", "side", "cover", "accept", "refuse")
        if getattr(legal, name) is not None and getattr(legal, name) is not False
    ]


def random_action(deal: Deal, rng: Random) -> Action:
    """A legal action: a verb uniformly, then its amount or player; sometimes somebody leaves or looks out of turn."""
    if rng.random() < 0.02:
        leavers = [i for i in range(len(deal.players)) if deal.legal(i).leave]
        if leavers:
            return Leave(rng.choice(leavers))
    if rng.random() < 0.1:
        lookers = [i for i in range(len(deal.players)) if deal.legal(i).see]
        if lookers:
            return See(rng.choice(lookers))
    legal = deal.legal()
    if legal.best is not None:
        return _random_word(deal, rng, legal.best)
    assert deal.turn is not None
    player = deal.turn
    choices = verbs(legal)
    verb = rng.choice(choices)
    if verb == "pack" and len(choices) > 1 and rng.random() < 0.8:
        # Deals would be over before anything interesting happens.
        verb = rng.choice(choices)
    if verb == "bet":
        assert legal.bet is not None
        return Bet(player, random_bet(rng, legal.bet))
    if verb == "see_one":
        return See(player, rng.choice(("old", "new")))
    if verb == "side":
        assert legal.side is not None
        return Side(player, rng.choice(legal.side.targets))
    return BARE[verb](player)


def _random_word(deal: Deal, rng: Random, candidates: tuple[int, ...]) -> Best:
    assert deal.comparing is not None
    if deal.comparing.contest == "cover":
        coverer = deal.covers[-1].player
        return Best(rng.choice(((coverer,), deal.winners, candidates)))
    return Best(tuple(rng.sample(candidates, rng.randint(1, len(candidates)))))


def play_out(deal: Deal, rng: Random) -> Deal:
    """The deal played to its end at random."""
    while not deal.over:
        deal = deal.play(random_action(deal, rng))
    return deal
