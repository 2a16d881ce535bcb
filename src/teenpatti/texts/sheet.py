"""The rules sheet of exactly one table, made from its :class:`Rules` and nothing else.

A sheet is plain data, so a terminal, a page and a program can each show it their own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal, TypeAlias

from teenpatti.game.cards import RANKS, Card
from teenpatti.game.legal import BetRange
from teenpatti.game.prices import bet_range, show_price, side_show_price
from teenpatti.game.ranking import HandClass, Ranking
from teenpatti.game.rules import OPTIONS, PRESETS, Rules
from teenpatti.texts.catalogue import text
from teenpatti.texts.numerals import format_number
from teenpatti.texts.options import option_label, option_sentence, preset_summary, preset_title, value_label


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str
    kind: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True)
class Bullets:
    """A list of sentences."""

    items: tuple[str, ...]
    kind: Literal["bullets"] = "bullets"


@dataclass(frozen=True)
class Table:
    """A table with one header row; ``numeric`` where its cells are amounts."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: bool = False
    kind: Literal["table"] = "table"


Block: TypeAlias = Paragraph | Bullets | Table


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it; ``key`` is the same in every language."""

    key: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Sheet:
    """The rules of one table in one language."""

    lang: str
    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str


def sheet(rules: Rules, lang: str = "en") -> Sheet:
    """The rules of exactly this table, in words. Raises ValueError for a language without texts."""
    preset, changes = _nearest_preset(rules)
    title = preset_title(lang, preset)
    if changes:
        title = text(lang, "sheet.changed_title", title=title)
    writer = _Writer(rules, lang)
    return Sheet(
        lang=lang,
        title=text(lang, "sheet.title"),
        subtitle=text(lang, "sheet.subtitle", title=title, n=rules.boot),
        sections=(
            writer.table(preset, changes),
            writer.aim(),
            writer.ranking(),
            writer.deal(),
            writer.turn(),
            writer.show(),
            writer.side_show(),
            writer.end(),
            writer.short(),
            writer.leaving(),
            writer.dealer(),
            writer.prices(),
        ),
        footer=text(lang, "sheet.footer"),
    )


def _nearest_preset(rules: Rules) -> tuple[str, tuple[str, ...]]:
    """The preset with the fewest options that differ, and those options; classic among equals."""
    differing = {
        name: tuple(option for option in OPTIONS if getattr(rules, option) != getattr(base, option))
        for name, base in ((name, Rules.preset(name, boot=rules.boot)) for name in PRESETS)
    }
    return min(differing.items(), key=lambda item: len(item[1]))


CARRYING: Final = ("deal", "hand", "look", "counts", "again", "taken")
"""What there is to say of a pot that carries over (R20)."""


class _Writer:
    """Writes the sections: sentences of the catalogue, chosen by the rules."""

    def __init__(self, rules: Rules, lang: str) -> None:
        self.rules = rules
        self.lang = lang

    def say(self, key: str, **values: int | str) -> str:
        return text(self.lang, f"sheet.{key}", **values)

    def option(self, name: str) -> str:
        return option_sentence(self.lang, self.rules, name)

    def number(self, number: int) -> str:
        return format_number(self.lang, number)

    def section(self, key: str, *blocks: Block) -> Section:
        return Section(key, self.say(f"{key}.heading"), blocks)

    def bullets(self, *items: str | None) -> Bullets:
        return Bullets(tuple(item for item in items if item is not None))

    def table(self, preset: str, changes: tuple[str, ...]) -> Section:
        blocks: list[Block] = [Paragraph(preset_summary(self.lang, preset))]
        if changes:
            blocks.append(Paragraph(self.say("table.changed")))
            blocks.append(Bullets(tuple(self.change(option) for option in changes)))
        return self.section("table", *blocks)

    def change(self, option: str) -> str:
        value = value_label(self.lang, option, getattr(self.rules, option))
        return self.say("table.change", label=option_label(self.lang, option), value=value)

    def aim(self) -> Section:
        return self.section(
            "aim",
            Paragraph(self.say("aim.aim")),
            Paragraph(self.say("aim.words")),
            Paragraph(self.say("aim.players", least=2, most=self.rules.max_seats)),
        )

    def ranking(self) -> Section:
        rules = self.rules
        # Wild cards and a fourth card make hands of the same order.
        order = examples(Ranking(rules.ace_run, rules.top_trail, rules.lowball))
        usual = (self.say("ranking.compare"), self.option("ace_run"), self.option("top_trail"))
        return self.section(
            "ranking",
            Paragraph(self.option("lowball") + " " + self.say("ranking.intro")),
            Table(
                tuple(self.say(f"ranking.{column}") for column in ("hand", "meaning", "best", "worst")),
                tuple(
                    (
                        text(self.lang, f"classes.{example.hand_class}.name"),
                        text(self.lang, f"classes.{example.hand_class}.meaning"),
                        _hand_text(example.best),
                        _hand_text(example.worst),
                    )
                    for example in order.classes
                ),
            ),
            Paragraph(self.say("ranking.cards")),
            *((Paragraph(self.say("ranking.usual")),) if self.rules.lowball else ()),
            Bullets(usual),
            Paragraph(self.say("ranking.runs", runs=", ".join(map(_ranks_text, order.runs)))),
            *((Paragraph(self.option("wild") + " " + self.say("ranking.wild")),) if rules.wild != "none" else ()),
        )

    def deal(self) -> Section:
        return self.section(
            "deal",
            self.bullets(
                self.say("deal.deck") + (" " + self.option("wild") if self.rules.wild == "none" else ""),
                self.option("boot"),
                self.option("cards_dealt"),
                self.say("deal.first"),
                self.say("deal.unequal"),
            ),
        )

    def turn(self) -> Section:
        price = 2 * self.rules.boot
        return self.section(
            "turn",
            self.bullets(
                self.say("turn.choices" if self.rules.side_show else "turn.choices_without_side_show"),
                self.option("look"),
                self.say("turn.seen"),
                self.option("raise_factor"),
                self.say(
                    "turn.start",
                    blind=self.bets(bet_range(self.rules, price, seen=False)),
                    seen=self.bets(bet_range(self.rules, price, seen=True)),
                ),
                self.option("bet_steps"),
                self.say("turn.stake"),
                self.option("max_seen_bet"),
                self.option("max_raises"),
                self.option("blind_limit"),
                self.say("turn.pack"),
            ),
        )

    def show(self) -> Section:
        return self.section(
            "show",
            self.bullets(
                self.say("show.two"),
                self.option("show_multiplier"),
                self.say("show.blind"),
                self.option("seen_may_show_blind"),
                self.say("show.reveal_asked" if self.rules.carries else "show.reveal"),
                self.option("show_tie"),
            ),
        )

    def side_show(self) -> Section:
        if not self.rules.side_show:
            return self.section("side_show", Paragraph(self.option("side_show")))
        return self.section(
            "side_show",
            self.bullets(
                self.option("side_show"),
                self.option("side_show_all_seen"),
                self.option("side_show_min_players"),
                self.option("side_show_with"),
                self.say("side_show.has_bet"),
                self.option("side_show_multiplier"),
                self.say("side_show.answer"),
                self.say("side_show.accepted"),
                self.say("side_show.after"),
            ),
        )

    def end(self) -> Section:
        limited = bool(self.rules.pot_limit)
        return self.section(
            "end",
            self.bullets(
                self.say("end.last"),
                self.option("lone_blind"),
                *((self.say(f"end.carry_{key}") for key in CARRYING) if self.rules.carries else ()),
                self.option("pot_limit"),
                self.say("end.carry_limit") if limited and self.rules.carries else None,
                self.say("end.pot_boots") if limited else None,
                self.say("end.pot_show") if limited else None,
                self.say("end.pot_side_show") if limited and self.rules.side_show else None,
                self.say("end.pot_cover") if limited and self.covering else None,
                self.say("end.shared") if self.sharing else None,
                self.say("end.after"),
            ),
        )

    @property
    def covering(self) -> bool:
        return self.rules.short_stack == "cover"

    @property
    def sharing(self) -> bool:
        """Whether a pot can be shared at all (R12, R17)."""
        return bool(self.rules.pot_limit) or self.rules.show_tie == "split"

    def short(self) -> Section:
        cover: tuple[str | None, ...] = ()
        if self.covering:
            cover = (
                self.say("short.cover_limit") if self.rules.blind_limit else None,
                self.say("short.cover_pot"),
                self.say("short.cover_rest"),
                self.say("short.cover_meet"),
                self.say("short.cover_tie"),
                self.say("short.cover_shared") if self.sharing else None,
                self.say("short.cover_leave"),
            )
        lacks = self.say("short.lacks_with_side_show" if self.rules.side_show else "short.lacks")
        return self.section("short", self.bullets(self.option("short_stack"), *cover, lacks))

    def leaving(self) -> Section:
        return self.section(
            "leaving",
            self.bullets(
                self.say("leaving.boot"),
                self.say("leaving.leave"),
                self.say("leaving.side_show") if self.rules.side_show else None,
                self.say("leaving.time"),
            ),
        )

    def dealer(self) -> Section:
        return self.section("dealer", self.bullets(*(self.say(f"dealer.{key}") for key in ("lot", "moves", "few"))))

    def prices(self) -> Section:
        columns = ["stake", "blind_bet", "seen_bet", "show_blind", "show_seen"]
        if self.rules.side_show:
            columns.append("side_show")
        return self.section(
            "prices",
            Paragraph(self.say("prices.intro")),
            Table(
                tuple(self.say(f"prices.{column}") for column in columns),
                tuple(self.price_row(stake, raises)[: len(columns)] for stake, raises in _stakes(self.rules)),
                numeric=True,
            ),
        )

    def price_row(self, stake: int, raises: int) -> tuple[str, ...]:
        price = 2 * stake
        return (
            self.number(stake),
            self.bets(bet_range(self.rules, price, seen=False, raises=raises)),
            self.bets(bet_range(self.rules, price, seen=True, raises=raises)),
            self.number(show_price(self.rules, price, seen=False)),
            self.number(show_price(self.rules, price, seen=True)),
            self.number(side_show_price(self.rules, price)),
        )

    def bets(self, bet: BetRange) -> str:
        """The legal bets in short: ``1–2``, ``1 / 2 / 4``, ``1 or more``."""
        low = self.number(bet.lowest)
        if bet.highest is None:
            return text(self.lang, "range.doubling" if bet.doubling else "range.at_least", low=low)
        if bet.highest == bet.lowest:
            return text(self.lang, "range.exactly", low=low)
        if bet.steps is None:
            return text(self.lang, "range.between", low=low, high=self.number(bet.highest))
        steps = [self.number(amount) for amount in bet.steps]
        return " / ".join(steps) if len(steps) <= 4 else f"{' / '.join(steps[:3])} … {steps[-1]}"


MOST_ROWS: Final = 8
"""Rows of a price card without limits: the boot to 128 boots."""


def _stakes(rules: Rules) -> Iterator[tuple[int, int]]:
    """The stakes of the price card, each with the fewest raises that lead to it: boot, doubled as long as it can be."""
    stakes = [rules.boot << row for row in range(MOST_ROWS)]
    if rules.max_seen_bet:
        # The highest stake need not be the boot doubled; the card should end with it all the same.
        stakes = sorted({*stakes, rules.max_seen_bet // 2})[:MOST_ROWS]
    for stake in stakes:
        raises = _raises_to(rules, stake)
        if raises is None or (raises and rules.pot_limit and 2 * rules.boot + stake >= rules.pot_limit):
            return
        yield stake, raises


def _raises_to(rules: Rules, stake: int) -> int | None:
    """The fewest raises that bring the stake up to ``stake``; None if the limits forbid it."""
    price, raises = 2 * rules.boot, 0
    while price < 2 * stake:
        highest = bet_range(rules, price, seen=True, raises=raises).highest
        if highest is None:
            return raises + 1
        if highest == price:
            return None
        price, raises = highest, raises + 1
    return raises


@dataclass(frozen=True)
class ClassExample:
    """The best and the worst hand of a class."""

    hand_class: HandClass
    best: tuple[Card, ...]
    worst: tuple[Card, ...]


@dataclass(frozen=True)
class Examples:
    """What an order of hands looks like: the classes and the sequences, best first; sequences as rank numbers."""

    classes: tuple[ClassExample, ...]
    runs: tuple[tuple[int, ...], ...]


@cache
def examples(ranking: Ranking) -> Examples:
    """Example hands of an order, found by asking the ranking itself about one hand of every strength."""
    evaluator = ranking.evaluator
    hands = sorted(_one_of_each(), key=evaluator.strength, reverse=True)
    by_class: dict[HandClass, list[tuple[Card, ...]]] = {}
    for hand in hands:
        by_class.setdefault(evaluator.classify(hand), []).append(hand)
    return Examples(
        tuple(ClassExample(hand_class, found[0], found[-1]) for hand_class, found in by_class.items()),
        tuple(tuple(card.rank for card in hand) for hand in by_class[HandClass.SEQUENCE]),
    )


def _one_of_each() -> Iterator[tuple[Card, ...]]:
    """One hand of each of the 741 strengths (R4), its cards in the order in which people say them."""
    spade, heart, diamond = 3, 2, 1
    for low, middle, high in combinations_with_replacement(range(len(RANKS)), 3):
        ranks = (high, middle, low)
        if ranks == (12, 1, 0):
            ranks = (12, 0, 1)
        elif low == middle < high:
            ranks = (low, middle, high)
        yield tuple(Card(4 * rank + suit) for rank, suit in zip(ranks, (spade, heart, diamond), strict=True))
        if low < middle < high:
            yield tuple(Card(4 * rank + spade) for rank in ranks)


_SUITS: Final = "♣♦♥♠"


def _hand_text(hand: tuple[Card, ...]) -> str:
    """Cards with suit signs, kept together on a line."""
    return "\u00a0".join(_rank_text(card.rank) + _SUITS[card.suit] for card in hand)


def _ranks_text(ranks: tuple[int, ...]) -> str:
    return "-".join(map(_rank_text, ranks))


def _rank_text(rank: int) -> str:
    return "10" if RANKS[rank] == "T" else RANKS[rank]
