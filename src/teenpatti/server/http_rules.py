"""Rules over REST: everything a form and a rules sheet need in one language, and house rules under a name."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from teenpatti.bots import BOTS
from teenpatti.game.errors import Code
from teenpatti.game.ranking import HandClass
from teenpatti.game.rules import IN_BOOTS, OPTIONS, PRESETS
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.http_access import KnownGuest, MaybeGuest, Shared
from teenpatti.server.http_bodies import (
    BotStyle,
    Choice,
    ClassInfo,
    HouseRules,
    Language,
    Name,
    OptionInfo,
    Options,
    PresetInfo,
    RulesSheet,
    SheetWanted,
)
from teenpatti.server.http_packed import Packed
from teenpatti.server.http_problems import HttpCode, language_of, sentence
from teenpatti.server.http_tables import rules_of
from teenpatti.texts.catalogue import text
from teenpatti.texts.options import option_help, option_label, preset_summary, preset_title, value_label
from teenpatti.texts.sheet import sheet
from teenpatti.texts.trust import trust

router = APIRouter(prefix="/api", tags=["rules"])


@router.get("/options", response_model=Options)
async def options(request: Request, guest: MaybeGuest, lang: Language | None = None) -> Response:
    """Options with their choices and explanations, presets, bots, classes of hands, and the sentence of every
    error."""
    return _options(lang or (guest.language if guest else language_of(request))).answer(request, "no-cache")


@cache
def _options(lang: str) -> Packed:
    found = Options(
        options=[
            OptionInfo(
                name=option.name,
                label=option_label(lang, option.name),
                help=option_help(lang, option.name),
                default=option.default,
                choices=None
                if option.choices is None
                else [Choice(value=value, label=value_label(lang, option.name, value)) for value in option.choices],
                least=option.least,
                zero=option.zero,
                in_boots=option.name in IN_BOOTS,
            )
            for option in OPTIONS.values()
        ],
        presets=[
            PresetInfo(name=name, title=preset_title(lang, name), summary=preset_summary(lang, name), rules=changes)
            for name, changes in PRESETS.items()
        ],
        bots=[BotStyle(style=style, title=bot_title(lang, style)) for style in BOTS],
        classes={
            str(name): ClassInfo(name=text(lang, f"classes.{name}.name"), meaning=text(lang, f"classes.{name}.meaning"))
            for name in HandClass
        },
        errors={str(code): sentence(lang, code) for kind in (Code, RoomCode, HttpCode) for code in kind},
    )
    return Packed.of(found.model_dump_json().encode(), "application/json")


def bot_title(lang: str, style: str) -> str:
    """What people call a style of bots; its own name where the texts do not know it."""
    try:
        return text(lang, f"bots.{style}")
    except KeyError:
        return style


@router.post("/rules-sheet")
async def rules_sheet(body: SheetWanted, guest: MaybeGuest) -> RulesSheet:
    """The rules of exactly one table in words."""
    return RulesSheet.model_validate(asdict(sheet(rules_of(body.preset, None, body.rules), body.lang)))


@router.get("/trust", response_model=RulesSheet)
async def trust_page(request: Request, guest: MaybeGuest, lang: Language | None = None) -> Response:
    """What is promised about shuffles, what is not, and how it is tested; sections as in a rules sheet."""
    return _trust(lang or (guest.language if guest else language_of(request))).answer(request, "no-cache")


@cache
def _trust(lang: str) -> Packed:
    found = RulesSheet.model_validate(asdict(trust(lang)))
    return Packed.of(found.model_dump_json().encode(), "application/json")


@router.get("/house-rules")
async def house_rules(services: Shared, guest: KnownGuest) -> list[HouseRules]:
    """My saved house rules."""
    saved = await services.open_rooms.saved_rules(guest.id)
    return [
        HouseRules.model_validate(
            {
                "name": name,
                "preset": options.get("preset", "classic"),
                "rules": {option: value for option, value in options.items() if option != "preset"},
            }
        )
        for name, options in saved.items()
    ]


@router.post("/house-rules", status_code=201)
async def save_house_rules(body: HouseRules, services: Shared, guest: KnownGuest) -> HouseRules:
    """Save house rules under a name; the same name again replaces them."""
    if "preset" in body.rules:
        raise Refused(RoomCode.BAD_MESSAGE, "preset is no option")
    rules_of(body.preset, None, body.rules)
    await services.open_rooms.save_rules(guest.id, body.name, {"preset": body.preset, **body.rules})
    return body


@router.delete("/house-rules", status_code=204)
async def forget_house_rules(name: Annotated[Name, Query()], services: Shared, guest: KnownGuest) -> None:
    """Forget the house rules of that name."""
    await services.open_rooms.save_rules(guest.id, name, {})
