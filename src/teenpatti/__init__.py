"""The complete Teen Patti system: rules engine, hand files, fair decks, bots, and more in its sub-packages.

>>> from teenpatti import Bet, Deal, Pack, Rules, shuffled_deal
>>> deal = Deal.start(Rules(), stacks=[100, 100, 100])
>>> deal.legal().bet
BetRange(lowest=1, highest=2, doubling=False)
"""

from typing import TYPE_CHECKING

from teenpatti.game.actions import (
    Accept,
    Action,
    Best,
    Bet,
    Cover,
    Leave,
    Pack,
    Refuse,
    See,
    Show,
    ShowHand,
    Side,
)
from teenpatti.game.cards import Card, Hand, deal_hands, format_hand, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction, InvalidCard, InvalidHistory, InvalidRules, TeenPattiError
from teenpatti.game.legal import BetRange, Legal, SideShow
from teenpatti.game.ranking import HandClass, Ranking, classify, strength
from teenpatti.game.rules import Rules
from teenpatti.game.view import View, redact, view

if TYPE_CHECKING:
    from teenpatti.fair.deal import shuffled_deal
    from teenpatti.game.table import Table

__all__ = [
    "Accept",
    "Action",
    "Best",
    "Bet",
    "BetRange",
    "Card",
    "Code",
    "Cover",
    "Deal",
    "Hand",
    "HandClass",
    "IllegalAction",
    "InvalidCard",
    "InvalidHistory",
    "InvalidRules",
    "Leave",
    "Legal",
    "Pack",
    "Ranking",
    "Refuse",
    "Rules",
    "See",
    "Show",
    "ShowHand",
    "Side",
    "SideShow",
    "Table",
    "TeenPattiError",
    "View",
    "classify",
    "deal_hands",
    "format_hand",
    "parse_hand",
    "redact",
    "shuffled_deal",
    "strength",
    "view",
]


def __getattr__(name: str) -> object:
    # Half of what there is to load, and one deal needs neither.
    if name == "Table":
        from teenpatti.game.table import Table

        return Table
    if name == "shuffled_deal":
        from teenpatti.fair.deal import shuffled_deal

        return shuffled_deal
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
