"""The cookie that makes a browser known again."""

from __future__ import annotations

import re
from typing import Final

from starlette.responses import Response
from starlette.types import Scope

from teenpatti.server.peers import headers

COOKIE: Final = "teenpatti"
SECURE_COOKIE: Final = "__Host-teenpatti"
"""Its name where the page came by https: a browser then lets no other site of the same domain set it."""

MAX_AGE: Final = 400 * 86_400
"""As long as browsers keep a cookie."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def token_of(scope: Scope) -> str | None:
    """The token in the cookies of a request, if there is one of the right form."""
    found: dict[str, str] = {}
    for value in headers(scope, b"cookie"):
        for part in value.split(";"):
            name, _, text = part.strip().partition("=")
            if name in (COOKIE, SECURE_COOKIE) and _TOKEN.fullmatch(text):
                found.setdefault(name, text)
    return found.get(SECURE_COOKIE) or found.get(COOKIE)


def set_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Give a browser its token. No script can read it, and other sites' pages cannot send it with what they post."""
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        token,
        max_age=MAX_AGE,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def clear_cookies(response: Response) -> None:
    """Take the token from a browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    response.delete_cookie(SECURE_COOKIE, path="/", secure=True, httponly=True, samesite="lax")
