"""Cards, hands and events in English sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from teenpatti.cli.terminal.scene import Scene
from teenpatti.game.cards import Card, Hand
from teenpatti.game.events import (
    BetMade,
    Compared,
    Covered,
    DealStarted,
    Event,
    HandDropped,
    HandKept,
    LeftCovering,
    Packed,
    PayerExposed,
    PotCarried,
    PotWon,
    Saw,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.made import made
from teenpatti.game.ranking import HandClass, Ranking

RANK_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
_RANK_MARKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUIT_MARKS: Final = "♣♦♥♠"
_ACE: Final = 12

CardsText = Callable[[Hand], str]
"""How a hand is written in a sentence."""


def card_mark(card: Card) -> str:
    """A card as people print it: ``10♥``."""
    return _RANK_MARKS[card.rank] + _SUIT_MARKS[card.suit]


def rank_mark(card: Card) -> str:
    """The rank in the corner of a card."""
    return _RANK_MARKS[card.rank]


def suit_mark(card: Card) -> str:
    """The symbol of the suit."""
    return _SUIT_MARKS[card.suit]


def in_order(hand: Hand, ranking: Ranking) -> Hand:
    """The cards as people hold them: a pair first, A-2-3 as a run, else the highest first; one that does not count
    last."""
    if len(hand) == 4:
        held = made(hand, ranking).held
        return (*in_order(held, ranking), *(card for card in hand if card not in held))
    ranks = [card.rank for card in hand]
    cards = sorted(hand, key=lambda card: (-ranks.count(card.rank), -card.rank, -card.suit))
    if sorted(ranks) == [0, 1, _ACE] and "sequence" in _natural(ranking).evaluator.classify(hand):
        cards = [cards[0], cards[2], cards[1]]
    return tuple(cards)


def _natural(ranking: Ranking) -> Ranking:
    """The same order of three cards that stand for themselves."""
    return Ranking(ranking.ace_run, ranking.top_trail, ranking.lowball)


def marks(hand: Hand) -> str:
    """A hand in symbols: ``K♠ K♦ 2♣``."""
    return " ".join(map(card_mark, hand))


def spoken(hand: Hand) -> str:
    """A hand to be read aloud."""
    words = [f"the {RANK_WORDS[card.rank]} of {SUIT_WORDS[card.suit]}" for card in hand]
    return listed(words)


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def chips(amount: int) -> str:
    """``1 chip``, ``1,200 chips``."""
    return f"{amount:,} chip" + ("" if amount == 1 else "s")


def hand_name(hand: Hand, ranking: Ranking, *, full: bool = False) -> str:
    """What a hand is called; ``full`` names all its ranks, where hands of one class are to be told apart.

    >>> from teenpatti.game.cards import parse_hand
    >>> hand_name(parse_hand("KsKh9d"), Ranking()), hand_name(parse_hand("KsKh9d"), Ranking(), full=True)
    ('pair of kings', 'pair of kings with a nine')
    """
    natural = _natural(ranking)
    counts = made(hand, ranking).cards
    cards = in_order(counts, natural)
    first, last = RANK_WORDS[cards[0].rank], RANK_WORDS[cards[-1].rank]
    ranks = "-".join(map(rank_mark, cards))
    match natural.evaluator.classify(counts):
        case HandClass.TRAIL:
            return f"trail of {_plural(first)}"
        case HandClass.PURE_SEQUENCE:
            return f"pure sequence {ranks}"
        case HandClass.SEQUENCE:
            return f"sequence {ranks}"
        case HandClass.COLOUR:
            return f"colour {ranks}" if full else f"colour, {first} high"
        case HandClass.PAIR:
            return f"pair of {_plural(first)}" + (f" with {_a(last)}" if full else "")
        case _:
            return f"high cards {ranks}" if full else f"{first} high"


def stands_for(hand: Hand, ranking: Ranking, cards: CardsText) -> str:
    """What the wild cards of a hand stand for, and which of four cards does not count; empty if there is nothing to
    say."""
    found = made(hand, ranking)
    said = [
        f"{cards((held,))} stands for {cards((card,))}"
        for held, card in zip(found.held, found.cards, strict=True)
        if held != card
    ]
    said += [f"{cards((card,))} does not count" for card in hand if card not in found.held]
    return "".join(f", {part}" for part in said)


def short_stands_for(hand: Hand, ranking: Ranking) -> str:
    """The same in marks: ``4♦ is K♦ · without 2♣``."""
    found = made(hand, ranking)
    said = [
        f"{card_mark(held)} is {card_mark(card)}"
        for held, card in zip(found.held, found.cards, strict=True)
        if held != card
    ]
    said += [f"without {card_mark(card)}" for card in hand if card not in found.held]
    return " · ".join(said)


def _plural(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")


def _a(rank: str) -> str:
    return f"an {rank}" if rank[0] in "ae" else f"a {rank}"


def beats(best: Hand, others: Sequence[Hand], ranking: Ranking) -> str:
    """Why ``best`` wins: ``pair of kings beats queen high and ace high``."""
    full = hand_name(best, ranking) in [hand_name(hand, ranking) for hand in others]
    beaten = dict.fromkeys(hand_name(hand, ranking, full=full) for hand in others)
    why = " (the lowest hand wins here)" if ranking.lowball else ""
    return f"{hand_name(best, ranking, full=full)} beats {listed(list(beaten))}{why}"


def sentences(scene: Scene, since: int, cards: CardsText) -> list[str]:
    """The deal's events from number ``since`` on, told to the person who plays."""
    teller = _Teller(scene, cards)
    told = [teller.tell(i) for i in range(since, len(scene.view.events))]
    return [sentence for sentence in told if sentence]


class _Teller:
    def __init__(self, scene: Scene, cards: CardsText) -> None:
        self._scene = scene
        self._cards = cards
        self._ranking = scene.ranking

    def tell(self, i: int) -> str:
        """The sentence of event ``i``, empty where there is nothing to say."""
        events = self._scene.view.events
        event = events[i]
        match event:
            case DealStarted():
                return self._started(event)
            case Saw(player=player, hand=hand, which=which):
                cards = "cards" if which is None else f"{which} hand"
                if hand is None:
                    return self._say(player, "look", f"at the {cards}")
                return self._say(player, "look", f"at your {cards}: {self._hand(hand)}")
            case HandKept(player=player, which=which):
                return self._say(player, "keep", f"the {which} hand and fold{self._s(player)} the other")
            case HandDropped(player=player, which=which):
                return self._say(player, "fold", f"the {which} hand and stay{self._s(player)} blind")
            case PayerExposed(player=player, hand=hand):
                return self._say(player, "show", self._hand(hand))
            case PotCarried(player=player, amount=amount):
                return self._say(player, "stay", f"blind to the end: nobody takes the pot, and {amount:,} carry over")
            case BetMade(player=player, amount=amount, blind=blind, raised=raised):
                return self._say(player, "bet", f"{amount:,}{' blind' if blind else ''}{', a raise' if raised else ''}")
            case Packed():
                return self._packed(event, events[:i])
            case LeftCovering(player=player):
                return self._say(player, "leave", "and the covered hand stays")
            case Covered(player=player, amount=amount, pot=pot):
                return self._say(player, "cover", f"with {chips(amount)} and play{self._s(player)} for {pot:,}")
            case ShowPaid(player=player, other=other, amount=amount):
                return self._say(player, "pay", f"{amount:,} for a show with {self._object(other)}")
            case SideAsked(player=player, target=target, amount=amount):
                return self._say(
                    player, "pay", f"{amount:,} and ask{self._s(player)} {self._object(target)} for a side show"
                )
            case SideRefused(player=player):
                return self._say(player, "refuse", "the side show")
            case SideAccepted():
                return self._accepted(event)
            case Compared():
                return self._compared(event)
            case PotWon():
                return self._won(event, events[:i])
            case _:
                return ""

    def _who(self, player: int) -> str:
        return self._scene.who(player)

    def _object(self, player: int) -> str:
        return "you" if player == self._scene.me else self._who(player)

    def _s(self, player: int) -> str:
        return "" if player == self._scene.me else "s"

    def _say(self, player: int, verb: str, rest: str = "") -> str:
        return f"{self._who(player)} {verb}{self._s(player)}{' ' if rest else ''}{rest}."

    def _hand(self, hand: Hand) -> str:
        name = hand_name(hand, self._ranking) + stands_for(hand, self._ranking, self._cards)
        return f"{self._cards(in_order(hand, self._ranking))} ({name})"

    def _started(self, event: DealStarted) -> str:
        dealer = len(event.stacks) - 1
        said = [f"Everyone posts the boot of {event.rules.boot:,}; {self._say(dealer, 'deal')}"]
        if event.carried:
            said.append(f"The pot begins with the {event.carried:,} carried over.")
        if event.keeper is not None:
            said.append(self._say(event.keeper, "hold", "two hands, one of them kept"))
        if event.joker is not None:
            said.append(f"The joker is {self._cards((event.joker,))}: all cards of its rank are wild.")
        if event.turn is not None:
            said.append(self._say(event.turn, "act", "first"))
        return " ".join(said)

    def _packed(self, event: Packed, before: Sequence[Event]) -> str:
        if event.cause == "leave":
            return self._say(event.player, "leave", "the deal")
        if event.cause == "pack":
            return self._say(event.player, "pack")
        accepted = next(e for e in reversed(before) if isinstance(e, SideAccepted))
        mine, other = accepted.hands if event.player == accepted.player else accepted.hands[::-1]
        if mine is None or other is None:
            return self._say(event.player, "pack", "after the side show")
        strength = self._ranking.evaluator.strength
        if strength(mine) == strength(other):
            why = "the hands are equal, and then who asked packs"
        else:
            why = beats(other, [mine], self._ranking)
        return self._say(event.player, "pack", f"after the side show: {why}")

    def _accepted(self, event: SideAccepted) -> str:
        said = self._say(event.player, "accept", "the side show")
        other, hand = (event.asker, event.hands[1])
        if event.asker == self._scene.me:
            other, hand = (event.player, event.hands[0])
        return said if hand is None else f"{said} {self._say(other, 'show', f'you {self._hand(hand)}')}"

    def _compared(self, event: Compared) -> str:
        """What is shown; for covered pots only the hand that joins."""
        if event.contest == "side":
            return ""
        shown = [
            self._say(player, "show", self._hand(hand))
            for player, hand in zip(event.players, event.hands, strict=True)
            if hand is not None
        ]
        filled = "The pot is full, all hands are shown. " if event.contest == "forced" else ""
        return filled + " ".join(shown)

    def _won(self, event: PotWon, before: Sequence[Event]) -> str:
        amount = sum(event.shares)
        pot = f"{amount:,}" if event.covered_by is None else f"the pot of {amount:,} that was covered"
        why = self._why(event, before)
        if len(event.players) == 1:
            return self._say(event.players[0], "win", f"{pot}: {why}")
        names = listed([self._who(player) for player in event.players])
        return f"{names} share {pot}, {listed([f'{share:,}' for share in event.shares])}: {why}."

    def _why(self, event: PotWon, before: Sequence[Event]) -> str:
        exposed = before[-1] if isinstance(before[-1], PayerExposed) else None
        last = before[-2] if exposed else before[-1]
        if not isinstance(last, Compared):
            return "everyone else packed" if not isinstance(last, Covered) else "nobody else is left to bet"
        hands = dict(zip(last.players, last.hands, strict=True))
        if exposed is not None:
            hands[exposed.player] = exposed.hand
        if None in (hand for player, hand in hands.items() if player not in event.players):
            return "who paid for the show is beaten and need not show"
        strength = self._ranking.evaluator.strength
        best = [hand for player in event.players if (hand := hands[player])]
        lost = [hand for player, hand in hands.items() if hand and player not in event.players]
        if not lost:
            return "equal hands"
        if strength(lost[0]) == strength(best[0]):
            return (
                "equal hands, and then "
                + ("who paid for the show" if last.contest == "show" else "who covered")
                + " loses"
            )
        return beats(best[0], lost, self._ranking)
