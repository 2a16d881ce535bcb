"""Refusals of the REST API: one form for all of them, in the language of the one who asks."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from teenpatti.game.errors import Code, InvalidRules
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.http_bodies import Problem
from teenpatti.server.sentences import sentence as room_sentence
from teenpatti.texts.catalogue import LANGUAGES, text


class HttpCode(StrEnum):
    """Codes of refusals by the REST API alone. Each has a sentence in every language."""

    NO_SESSION = "no_session"
    """This browser has no guest yet."""
    NOT_FOUND = "not_found"
    """Nothing is at that address."""
    NO_SUCH_CODE = "no_such_code"
    """No guest has that recovery code."""
    NO_ODDS = "no_odds"
    """Odds are not to be had at this table or on this server."""
    FOREIGN_PAGE = "foreign_page"
    """The request came from a page of another site."""


AnyCode: TypeAlias = Code | RoomCode | HttpCode


class Refusal(Exception):
    """A refusal by the REST API. ``status`` is that of the answer."""

    def __init__(self, code: HttpCode | RoomCode, status: HTTPStatus) -> None:
        super().__init__(str(code))
        self.code = code
        self.status = status


_STATUS: Final[dict[str, HTTPStatus]] = {
    RoomCode.NO_SUCH_ROOM: HTTPStatus.NOT_FOUND,
    RoomCode.NO_SUCH_DEAL: HTTPStatus.NOT_FOUND,
    RoomCode.NO_SUCH_GUEST: HTTPStatus.NOT_FOUND,
    RoomCode.NOT_ALLOWED: HTTPStatus.FORBIDDEN,
    RoomCode.HOST_ONLY: HTTPStatus.FORBIDDEN,
    RoomCode.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    RoomCode.STORE_UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    RoomCode.STOPPING: HTTPStatus.SERVICE_UNAVAILABLE,
    RoomCode.NO_RANDOMNESS: HTTPStatus.SERVICE_UNAVAILABLE,
    RoomCode.BAD_MESSAGE: HTTPStatus.UNPROCESSABLE_ENTITY,
    RoomCode.BAD_TEXT: HTTPStatus.UNPROCESSABLE_ENTITY,
    RoomCode.NO_SUCH_STYLE: HTTPStatus.UNPROCESSABLE_ENTITY,
}
"""Others are conflicts with how the table stands."""


def sentence(lang: str, code: AnyCode) -> str:
    """What was wrong and what to do, for people."""
    return text(lang, f"web.{code}") if isinstance(code, HttpCode) else room_sentence(lang, code)


def language_of(request: Request) -> str:
    """The language of the one who asks: what his page says, else what his browser prefers, else English."""
    wanted = request.query_params.get("lang")
    if wanted in LANGUAGES:
        return wanted
    for part in request.headers.get("accept-language", "").split(",", 20)[:20]:
        short = part.partition(";")[0].strip().lower().partition("-")[0]
        if short in LANGUAGES:
            return short
    return "en"


def problem(request: Request, code: AnyCode, status: HTTPStatus, detail: str = "") -> JSONResponse:
    """The answer to a request that is refused."""
    lang = getattr(request.state, "language", None) or language_of(request)
    message = sentence(lang, code)
    body = Problem(code=str(code), message=f"{message} {detail}" if detail else message)
    headers = {"retry-after": "10"} if status == HTTPStatus.TOO_MANY_REQUESTS else {}
    return JSONResponse(body.model_dump(), status_code=status, headers=headers)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return problem(request, error.code, _STATUS.get(error.code, HTTPStatus.CONFLICT))


def _refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return problem(request, error.code, error.status)


def _rules(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, InvalidRules)
    return problem(request, error.code, HTTPStatus.UNPROCESSABLE_ENTITY)


def _unreadable(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return problem(request, RoomCode.BAD_MESSAGE, HTTPStatus.UNPROCESSABLE_ENTITY)


def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    code: AnyCode = HttpCode.NOT_FOUND if status == HTTPStatus.NOT_FOUND else RoomCode.BAD_MESSAGE
    answer = problem(request, code, status)
    answer.headers.update(error.headers or {})
    return answer


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}
"""Every refusal has one form; so the description of the API says."""

HANDLERS: Final[dict[type[Exception], Callable[[Request, Exception], JSONResponse]]] = {
    Refused: _refused,
    Refusal: _refusal,
    InvalidRules: _rules,
    RequestValidationError: _unreadable,
    HTTPException: _http,
}


def add_handlers(app: FastAPI) -> None:
    """Make ``app`` answer refusals in this one form."""
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
