"""The web app: one page for every address that people open, and its files.

A link to a table carries the table's and the host's name in its preview, and nothing else; an absent table and a full
one give the same bytes.
"""

from __future__ import annotations

import mimetypes
from functools import cached_property
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import MutableHeaders

from teenpatti.server.http_access import MaybeGuest, Shared
from teenpatti.server.http_packed import Packed
from teenpatti.server.http_problems import language_of
from teenpatti.server.http_tables import shown_table, try_link
from teenpatti.server.rooms import Preview
from teenpatti.texts.catalogue import text

router = APIRouter(include_in_schema=False)

FOLDER: Final = "web"
"""Where the build puts the web app, beside this file."""

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose name holds the hash of what is in them."""
CHECKED: Final = "no-cache"

_ABSENT: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teen Patti</title>
<!--preview--></head>
<body><h1>Teen Patti</h1>
<p>The web app has not been built yet. In the folder of the source type <code>./teenpatti</code>, which builds it.</p>
</body></html>
"""


class WebApp:
    """The files of the built web app."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self._folder = folder or files("teenpatti.server").joinpath(FOLDER)
        self._packed: dict[str, Packed] = {}

    @cached_property
    def page(self) -> str:
        """The one page, or a page that says it has not been built."""
        index = self._folder.joinpath("index.html")
        return index.read_text(encoding="utf-8") if index.is_file() else _ABSENT

    @cached_property
    def _files(self) -> dict[str, Traversable]:
        """Every file by its path. Listed once, so that no request can name anything else."""
        found: dict[str, Traversable] = {}
        if self._folder.is_dir():
            _list(self._folder, "", found)
        found.pop("index.html", None)
        return found

    def file(self, path: str) -> Packed | None:
        """A file of the app."""
        found = self._files.get(path)
        if found is None:
            return None
        if path not in self._packed:
            kind = _KINDS.get(PurePosixPath(path).suffix) or mimetypes.guess_type(path)[0]
            self._packed[path] = Packed.of(found.read_bytes(), kind or "application/octet-stream")
        return self._packed[path]


_KINDS: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
"""Some systems have other ideas of these, and a browser then runs no script."""


def _list(folder: Traversable, prefix: str, found: dict[str, Traversable]) -> None:
    for item in folder.iterdir():
        if item.is_dir():
            _list(item, f"{prefix}{item.name}/", found)
        else:
            found[prefix + item.name] = item


def with_preview(page: str, lang: str, table: Preview | None) -> str:
    """The page with what chat apps show of its link."""
    title = text(lang, "web.preview_title") if table is None else table.table
    what = text(lang, "web.preview_text") if table is None else text(lang, "web.preview_host", name=table.host)
    tags = "".join(
        f'<meta property="og:{name}" content="{escape(value)}">'
        for name, value in (("type", "website"), ("title", title), ("description", what))
    )
    return (
        page.replace("<!--preview-->", tags)
        if "<!--preview-->" in page
        else page.replace("</head>", tags + "</head>", 1)
    )


@router.get("/j/{token}")
async def invite_page(token: str, request: Request, services: Shared, guest: MaybeGuest) -> HTMLResponse:
    """The page of a link. Chat apps fetch it too, so it seats and spends nothing."""
    try_link(request, services, guest)
    table = await shown_table(services, token, guest) if len(token) <= 64 else None
    # Its language is that of the fetching program, which for chat apps is none: then English.
    return HTMLResponse(with_preview(services.web.page, language_of(request), table))


@router.get("/{path:path}")
async def page(path: str, request: Request, services: Shared) -> Response:
    """A file of the app, or its page: which screen that is, the page decides."""
    found = services.web.file(path)
    if found is not None:
        return found.answer(request, FOREVER if path.startswith("assets/") else CHECKED)
    if path.startswith(("api/", "assets/")) or "." in path.rpartition("/")[2]:
        return HTMLResponse("Not found", status_code=404)
    response = HTMLResponse(with_preview(services.web.page, language_of(request), None))
    MutableHeaders(response.headers)["cache-control"] = CHECKED
    return response
