"""Players that see only a view: five baselines, and a registry for more.

>>> from teenpatti.bots import bot
>>> bot("tight").style
'Looks at once, packs most hands, and bets when it has something.'
"""

from teenpatti.bots.baselines import BASELINES, BLIND_LOVER, CALLER, MANIAC, RANDOM, TIGHT, RandomBot
from teenpatti.bots.policy import Policy
from teenpatti.bots.registry import BOTS, Bot, bot, register

__all__ = [
    "BASELINES",
    "BLIND_LOVER",
    "BOTS",
    "CALLER",
    "MANIAC",
    "RANDOM",
    "TIGHT",
    "Bot",
    "Policy",
    "RandomBot",
    "bot",
    "register",
]
