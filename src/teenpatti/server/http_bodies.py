"""The bodies of REST requests and answers. ``scripts/protocol.py`` writes their TypeScript types."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

Language: TypeAlias = Literal["en", "hi", "de", "ru", "id"]
Clock: TypeAlias = Literal[0, 15, 20, 30, 60]
Chips: TypeAlias = Annotated[StrictInt, Field(ge=1, le=10**12)]
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Style: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=24)]
OptionName: TypeAlias = Annotated[str, StringConstraints(max_length=40)]
OptionText: TypeAlias = Annotated[str, StringConstraints(max_length=40)]
Option: TypeAlias = StrictBool | Annotated[StrictInt, Field(ge=0, le=2**53)] | OptionText
OptionTable: TypeAlias = Annotated[dict[OptionName, Option], Field(max_length=40)]


class Body(BaseModel):
    """A request: an unknown field is an error, not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewSession(Body):
    """Who comes here for the first time with this browser."""

    name: Name
    avatar: Annotated[str, StringConstraints(max_length=24)] = ""
    language: Language = "en"


class ChangeMe(Body):
    """What changes; absent fields stay."""

    name: Name | None = None
    avatar: Annotated[str, StringConstraints(max_length=24)] | None = None
    language: Language | None = None


class NewTable(Body):
    """A table to host; the defaults are those of hosting with one tap."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=60)] | None = None
    preset: OptionText = "club"
    rules: OptionTable = {}
    boot: Chips = 10
    starting_chips: Chips = 5_000
    tab: bool = False
    clock: Clock = 0
    spectators: bool = True
    approval: bool = False
    rebuy: bool = True
    seats: Annotated[StrictInt, Field(ge=2, le=17)] | None = None
    bots: Annotated[list[Style], Field(max_length=16)] = []
    sheet: Annotated[str, StringConstraints(max_length=40)] = ""
    """Tables of one host that name the same score sheet share it."""


class NewPractice(Body):
    """A table against bots alone."""

    style: Style | None = None
    """One style for all bots; None: a mixed company."""
    bots: Annotated[StrictInt, Field(ge=1, le=6)] = 3
    preset: OptionText = "club"
    rules: OptionTable = {}
    boot: Chips = 10


class NewPersonalLink(Body):
    """A link for one guest."""

    name: Name
    language: Language = "en"
    simple: bool = False


class SheetWanted(Body):
    """Whose rules to write out."""

    preset: OptionText = "classic"
    rules: OptionTable = {}
    lang: Language = "en"


class HouseRules(Body):
    """Options saved under a name."""

    name: Name
    preset: OptionText = "classic"
    rules: OptionTable = {}


class RecoveryCode(Body):
    """A recovery code, as it was noted."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ClientError(Body):
    """What went wrong in a page. Only its kind and place are kept, and nothing that looks like cards."""

    message: Annotated[str, StringConstraints(max_length=1_000)]
    where: Annotated[str, StringConstraints(max_length=1_000)] = ""


# --- answers ----------------------------------------------------------------------------------------------------------


class Problem(BaseModel):
    """Every refusal: a code for programs and a sentence for people, in their language."""

    code: str
    message: str


class Me(BaseModel):
    """The guest of this browser. ``guest`` is public, no secret."""

    guest: str
    name: str
    avatar: str
    language: Language


class NewTableMade(BaseModel):
    """A new table and its link."""

    room: str
    invite: str
    link: str


class RoomEntered(BaseModel):
    """The room to open a socket for."""

    room: str


class InvitePreview(BaseModel):
    """All that a link tells before a tap. A personal link also says what its host chose for the guest."""

    table: str
    host: str
    name: str | None = None
    language: Language | None = None
    simple: bool = False


class RoomInfo(BaseModel):
    """One of my tables."""

    room: str
    table: str
    host: str
    phase: str
    deals: int
    is_host: bool


class Link(BaseModel):
    """A link to give to somebody."""

    link: str


class FinishedDeal(BaseModel):
    """One finished deal in the list of a table."""

    deal: int
    at: int
    """When it ended, in milliseconds since 1970."""
    players: list[str]
    winners: list[str]
    pot: int
    ended_by: str
    net: int | None
    """Mine; null if I was not dealt in."""


class Score(BaseModel):
    """One line of the score sheet."""

    guest: str
    name: str
    given: int
    """Chips that the host gave, less those handed back."""
    won: int
    """Chips paid out of pots."""
    net: int
    """Won, less what was paid into pots."""
    deals: int


class ScoreChange(BaseModel):
    """What one finished deal did to the score sheet."""

    deal: int
    at: int
    """When it ended, in milliseconds since 1970."""
    net: dict[str, int]
    """Won less paid, by guest."""


class Choice(BaseModel):
    """One value of an option."""

    value: bool | int | str
    label: str


class OptionInfo(BaseModel):
    """What a form says about one option. ``choices`` null: any whole number of at least ``least``, or 0 where
    ``zero``."""

    name: str
    label: str
    help: str
    default: bool | int | str
    choices: list[Choice] | None
    least: int
    zero: bool
    in_boots: bool
    """A preset gives this amount in boots."""


class PresetInfo(BaseModel):
    """What a preset is called, and what it changes from the defaults, amounts in boots."""

    name: str
    title: str
    summary: str
    rules: dict[str, bool | int | str]


class BotStyle(BaseModel):
    """A style of bots."""

    style: str
    title: str


class ClassInfo(BaseModel):
    """A class of hands."""

    name: str
    meaning: str


class Options(BaseModel):
    """Everything a page needs to speak about rules in one language."""

    options: list[OptionInfo]
    presets: list[PresetInfo]
    bots: list[BotStyle]
    classes: dict[str, ClassInfo]
    errors: dict[str, str]


class SheetParagraph(BaseModel):
    """Running text."""

    kind: Literal["paragraph"]
    text: str


class SheetBullets(BaseModel):
    """A list of sentences."""

    kind: Literal["bullets"]
    items: list[str]


class SheetTable(BaseModel):
    """A table with one header row; ``numeric`` where its cells are amounts."""

    kind: Literal["table"]
    header: list[str]
    rows: list[list[str]]
    numeric: bool


class SheetSection(BaseModel):
    """A heading and what stands under it."""

    key: str
    heading: str
    blocks: list[SheetParagraph | SheetBullets | SheetTable]


class RulesSheet(BaseModel):
    """The rules of one table in words."""

    lang: Language
    title: str
    subtitle: str
    sections: list[SheetSection]
    footer: str


class NewCode(BaseModel):
    """A recovery code; shown once."""

    code: str


class TunnelInfo(BaseModel):
    """The tunnel that the host started."""

    name: str
    state: Literal["starting", "up", "down", "missing"]
    url: str | None
    message: str


class ReachInfo(BaseModel):
    """Where people reach this server, the address in links first."""

    urls: list[str]
    tunnel: TunnelInfo | None


class Odds(BaseModel):
    """Chances of a hand against random ones, as many as ``opponents`` left."""

    opponents: int
    win: float
    tie: float
    lose: float
    exact: bool


Steps: TypeAlias = dict[str, Any]
"""A finished deal step by step; see docs/protocol.md."""
