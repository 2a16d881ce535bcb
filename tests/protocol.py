"""The TypeScript types and the page of the protocol, written from the server's own messages, bodies and routes."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from fastapi.routing import APIRoute
from pydantic import BaseModel

from teenpatti.server import http_bodies, protocol
from teenpatti.server.app import ROUTERS
from teenpatti.server.errors import RoomCode
from teenpatti.server.http_problems import HttpCode

HEAD = "// Written by scripts/protocol.py from the server's messages and bodies. Change those and run it again.\n"
EVENT = "{ kind: string; [field: string]: unknown }"

COMMANDS: tuple[type[msgspec.Struct], ...] = get_args(protocol.RoomCommand)
OPENING: tuple[type[msgspec.Struct], ...] = (protocol.Hello, protocol.Ping, protocol.Commit, protocol.Reveal)
SENT: tuple[type[msgspec.Struct], ...] = get_args(protocol.ServerMessage)


def tag(struct: type[msgspec.Struct]) -> str:
    """The ``t`` of a message."""
    found = struct.__struct_config__.tag
    assert isinstance(found, str)
    return found


def parts() -> list[type[msgspec.Struct]]:
    """What the server's messages are made of, in the order of their file."""
    return [
        value
        for value in vars(protocol).values()
        if inspect.isclass(value)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == protocol.__name__
        and not issubclass(value, protocol.Command)
        and value not in (*OPENING, *SENT)
    ]


def models() -> list[type[BaseModel]]:
    """The bodies of REST requests and answers, in the order of their file."""
    return [
        value
        for value in vars(http_bodies).values()
        if inspect.isclass(value)
        and issubclass(value, BaseModel)
        and value.__module__ == http_bodies.__name__
        and value is not http_bodies.Body
    ]


# --- types in TypeScript ----------------------------------------------------------------------------------------------


def typescript() -> str:
    """web/src/lib/protocol.ts."""
    lines = [HEAD, f"export const VERSION = {protocol.VERSION}\n"]
    lines += [
        f"export type Language = {' | '.join(map(literal, get_args(protocol.Language)))}",
        "export type Option = boolean | number | string",
        "/** What happened, for animation and the live region. */",
        f"export type GameEvent = {EVENT}\n",
        "// What the browser asks for, without the id, which the connection adds.\n",
    ]
    for struct in COMMANDS:
        lines.append(interface(struct.__name__, struct.__doc__, command_fields(struct)))
    lines += [f"export type Command = {' | '.join(struct.__name__ for struct in COMMANDS)}\n"]
    for struct in OPENING:
        lines.append(interface(struct.__name__, struct.__doc__, command_fields(struct)))
    lines.append("// What the server sends.\n")
    for struct in (*parts(), *SENT):
        lines.append(interface(struct.__name__, struct.__doc__, sent_fields(struct)))
    lines += [
        f"export type ServerMessage = {' | '.join(struct.__name__ for struct in SENT)}",
        "export type Reaction = React['reaction']",
        "export type ByeReason = Bye['reason']\n",
        "// Bodies of REST requests and answers.\n",
    ]
    for model in models():
        lines.append(interface(model.__name__, model.__doc__, list(model_fields(model))))
    return "\n".join(lines).rstrip() + "\n"


def interface(name: str, doc: str | None, members: list[str]) -> str:
    """One interface with its comment."""
    comment = f"/** {' '.join((doc or '').split())} */\n" if doc else ""
    return comment + f"export interface {name} {{\n" + "".join(f"  {member}\n" for member in members) + "}\n"


def command_fields(struct: type[msgspec.Struct]) -> list[str]:
    """A message of the browser: what has a default may be left out."""
    hints = get_type_hints(struct)
    return [
        f"t: '{tag(struct)}'",
        *(
            f"{field.name}{'' if field.required else '?'}: {type_of(hints[field.name])}"
            for field in msgspec.structs.fields(struct)
            if field.name != "id"
        ),
    ]


def sent_fields(struct: type[msgspec.Struct]) -> list[str]:
    """A message of the server, or a part of one: everything is always there."""
    hints = get_type_hints(struct)
    tagged = [f"t: '{tag(struct)}'"] if struct in SENT else []
    return tagged + [f"{field.name}: {type_of(hints[field.name])}" for field in msgspec.structs.fields(struct)]


def model_fields(model: type[BaseModel]) -> Iterator[str]:
    """A REST body: of a request what has a default may be left out, of an answer everything is there."""
    hints = get_type_hints(model)
    asked = issubclass(model, http_bodies.Body)
    for name, field in model.model_fields.items():
        optional = asked and not field.is_required()
        yield f"{name}{'?' if optional else ''}: {type_of(hints[name])}"


_NAMED: dict[Any, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    Any: "unknown",
    type(None): "null",
    protocol.Language: "Language",
}


def type_of(hint: Any) -> str:
    """A Python type in TypeScript."""
    if hint in _NAMED:
        return _NAMED[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return type_of(args[0])
    if origin is Literal:
        # A choice of numbers is one for people; the type would only make pages repeat it.
        return "number" if isinstance(args[0], int) else " | ".join(map(literal, args))
    if origin in (Union, types.UnionType):
        # Language | None comes flattened.
        rest = tuple(arg for arg in args if get_origin(arg) is not Literal)
        return union(args) if rest == args else " | ".join([type_of(arg) for arg in args])
    if origin is list:
        inner = type_of(args[0])
        return f"({inner})[]" if " " in inner and not inner.startswith(("[", "{")) else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(type_of, args))}]"
    if origin is dict:
        # The only open tables that are sent are events.
        return "GameEvent" if args == (str, Any) else f"Record<string, {type_of(args[1])}>"
    assert inspect.isclass(hint), hint
    return hint.__name__


def literal(value: object) -> str:
    """One value of a choice."""
    return f"'{value}'"


def union(args: tuple[Any, ...]) -> str:
    """A union, each type once; what is encoded already is the type it encodes."""
    names: list[str] = []
    for arg in args:
        if arg is not msgspec.Raw and (name := type_of(arg)) not in names:
            names.append(name)
    if {"boolean", "number", "string"} <= set(names):
        names = ["Option", *(name for name in names if name not in ("boolean", "number", "string"))]
    return " | ".join(names)


# --- the page ---------------------------------------------------------------------------------------------------------

INTRODUCTION = """# Protocol

How a browser, or any other program, talks to a table. This page is written by `scripts/protocol.py` from the server's
own messages; it cannot be out of date.

A guest is known by a cookie, which `POST /api/session` gives. A table's socket is `/ws`. A socket is opened by a page
of this server (`Origin` is checked), sends `hello` first, and then commands. Every frame is one JSON object as text, of
at most 8 kB, with its kind in the field `t`.

- A command has an `id` made by the sender. It is answered by `ack` once it is committed, or by `refusal`, and then
  nothing has changed. A command sent twice, over whatever sockets, gets the first answer.
- After every change all at the table get an `update`: what happened (`events`) and the room as each may know it. A page
  that missed anything is right again with the next one.
- Seats count from 0. Chips are whole numbers. Cards are written `As`, hands `AsTd2c`. Durations are milliseconds left.
- `bye` ends a socket; `again` says whether to come back. A page that sees no frame and no `pong` for 5 s opens another.
- A page should send `ping` every 30 s or sooner.

A finished deal is told step by step (`GET /api/rooms/{room}/history/{deal}`) as `{"file", "steps", "error"}`: `file`
has the fields of a [hand file](file-format.md) with the cards that its reader may know (`??????` for others), and the
user fields `_deal`, `_seats` (the seat of each player), `_bots` (the style of each player that is a bot) and
`_ended_by`; `steps` is what `teenpatti replay --json` says, the state after the boots and then after each action.
"""


def page() -> str:
    """docs/protocol.md."""
    text = [INTRODUCTION, "## What the browser sends\n"]
    text += [described(struct, command_fields(struct)[1:]) for struct in (*OPENING, *COMMANDS)]
    text.append("## What the server sends\n")
    text += [described(struct, sent_fields(struct)[1:]) for struct in SENT]
    text.append("### Parts of these\n")
    text += [described(struct, sent_fields(struct)) for struct in parts()]
    text.append("## REST\n")
    text.append(
        "Bodies are JSON. A refusal is `Problem` with a status from 400 on. A request that changes something is\n"
        "refused if its `Origin` is another site's.\n"
    )
    text.append("| route | what it does | takes | gives |\n| --- | --- | --- | --- |")
    text += list(routes())
    text.append("\n### Bodies\n")
    text += [described_model(model) for model in models()]
    text.append("## Codes of refusals\n")
    text.append("Those of the [rules](rules.md) come on top.\n")
    text += [f"- `{code}`" for code in (*RoomCode, *HttpCode)]
    return "\n".join(text).rstrip() + "\n"


def described(struct: type[msgspec.Struct], members: list[str]) -> str:
    """One message with its fields."""
    title = f"`{tag(struct)}`" if isinstance(struct.__struct_config__.tag, str) else f"`{struct.__name__}`"
    needs_host = " For the host alone." if getattr(struct, "needs_host", False) else ""
    return entry(title, (struct.__doc__ or "") + needs_host, members)


def described_model(model: type[BaseModel]) -> str:
    """One REST body with its fields."""
    return entry(f"`{model.__name__}`", model.__doc__ or "", list(model_fields(model)))


def entry(title: str, doc: str, members: list[str]) -> str:
    """A title, a sentence, and the fields."""
    text = f"- **{title}** {' '.join(doc.replace('``', '`').split())}"
    return text + "".join(f"\n  - `{member}`" for member in members)


def routes() -> Iterator[str]:
    """A row for every route of the REST API."""
    for route in rest_routes():
        method = " ".join(sorted(route.methods or ()))
        takes = route.body_field.field_info.annotation if route.body_field else None
        summary = " ".join((route.endpoint.__doc__ or "").replace("``", "`").split())
        yield f"| `{method} {route.path}` | {summary} | {_cell(takes)} | {_cell(route.response_model)} |"


def rest_routes() -> list[APIRoute]:
    """The routes that are part of the REST API."""
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def _cell(hint: Any) -> str:
    return "" if hint in (None, type(None)) else "`" + type_of(hint).replace("|", "\\|") + "`"
