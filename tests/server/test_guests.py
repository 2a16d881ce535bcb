"""Guests: a cookie makes a browser known, nothing readable is kept, and a recovery code brings one back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.server.live import WIDE, Live, live, run
from tests.server.processes import all_bytes


def test_the_same_browser_is_the_same_guest(tmp_path: Path) -> None:
    """Once known, it keeps its guest, whatever name it takes."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            assert await browser.get("/api/me") is None
            first = await browser.come("Asha", avatar="🦚", language="hi")
            assert first == {"guest": browser.guest, "name": "Asha", "avatar": "🦚", "language": "hi"}
            assert (await browser.come("Asha K."))["guest"] == first["guest"]
            changed = await browser.http.patch("/api/me", json={"language": "de"})
            assert changed.json() == {**first, "name": "Asha K.", "avatar": "", "language": "de"}
            assert await browser.get("/api/me") == changed.json()

    run(main())


def test_the_cookie(tmp_path: Path) -> None:
    """256 random bits, out of scripts' reach, not sent by other sites' posts; Secure where the page came by https."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            answer = await browser.http.post("/api/session", json={"name": "Asha"})
            cookie = answer.headers["set-cookie"]
            token = cookie.partition("=")[2].partition(";")[0]
            assert len(token) == 43
            assert {part.strip().lower() for part in cookie.split(";")[1:]} >= {"httponly", "samesite=lax", "path=/"}
            assert "secure" not in cookie.lower()
            assert token.encode() not in all_bytes(tmp_path)
        async with live(tmp_path) as server, server.browser() as browser:
            server.services.reach.public_url = "https://cards.example.org"
            answer = await browser.http.post(
                "/api/session", json={"name": "Ben"}, headers={"origin": "https://cards.example.org"}
            )
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Host-teenpatti=")
            assert "; Secure" in cookie

    run(main())


@pytest.mark.parametrize("name", ["", " ", "\u202e\u2066", "\u200d", "\n", "x" * 41, None, 3, ["A"]])
def test_names_that_are_none(tmp_path: Path, name: object) -> None:
    """A refusal with a sentence, and no guest."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            answer = await browser.http.post("/api/session", json={"name": name})
            assert answer.status_code == 422
            assert set(answer.json()) == {"code", "message"}
            assert await browser.get("/api/me") is None

    run(main())


def test_names_cannot_disguise_themselves(tmp_path: Path) -> None:
    """Marks of direction and control characters are taken out; Indian scripts and emoji stay whole."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            for given, kept in (("\u202eAsha\u0000", "Asha"), ("  A   B ", "A B"), ("श्री क्ष", "श्री क्ष")):
                assert (await browser.come(given))["name"] == kept
            for given, kept in (("👩‍👩‍👧", "👩‍👩‍👧"), ("A", ""), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿")):
                assert (await browser.come("Asha", avatar=given))["avatar"] == kept

    run(main())


def test_recovery(tmp_path: Path) -> None:
    """A code works once, brings the guest back at once, and makes his other browsers strangers."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as lost, server.browser() as new:
            await lost.come("Asha")
            old = (await lost.post("/api/me/recovery-code"))["code"]
            code = (await lost.post("/api/me/recovery-code"))["code"]
            assert code.replace("-", "").encode() not in all_bytes(tmp_path)
            for wrong in (old, code[:-1], "x", "IIII-LLLL"):
                answer = await new.http.post("/api/recover", json={"code": wrong})
                assert (answer.status_code, answer.json()["code"]) == (404, "no_such_code")
            table = await lost.post("/api/tables")
            async with lost.page(table["room"]) as page:
                # As people type: small letters, no hyphens, O for 0.
                typed = code.lower().replace("-", " ").replace("0", "o")
                assert (await new.post("/api/recover", code=typed))["guest"] == lost.guest
                await page.until(lambda: page.bye)
                assert page.bye == {"t": "bye", "reason": "replaced", "again": False}
            assert await lost.get("/api/me") is None
            assert (await new.get("/api/rooms"))[0]["room"] == table["room"]
            assert (await new.http.post("/api/recover", json={"code": code})).status_code == 404

    run(main())


def test_a_foreign_page_changes_nothing(tmp_path: Path) -> None:
    """A browser names the page that posts; a page of another site is refused."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            await browser.come("Asha")
            for origin in ("https://evil.example", "null", server.base.replace("http:", "https:"), server.base + "0"):
                for method, path in (("POST", "/api/tables"), ("PATCH", "/api/me"), ("POST", "/api/session")):
                    answer = await browser.http.request(method, path, json={}, headers={"origin": origin})
                    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_page")
            answer = await browser.http.post("/api/tables", json={}, headers={"origin": server.base})
            assert answer.is_success

    run(main())


def test_a_newer_database_is_not_touched(tmp_path: Path) -> None:
    """An older server says that it cannot read it, and changes nothing."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            await browser.come("Asha")
        with sqlite3.connect(tmp_path / "people.sqlite3") as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
        async with live(tmp_path) as server, server.browser() as browser:
            answer = await browser.http.post("/api/session", json={"name": "Ben"})
            assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")

    run(main())


def test_too_many_new_guests(tmp_path: Path) -> None:
    """Of one address; who has a guest already goes on."""

    async def main() -> None:
        async with live(
            tmp_path, limits=WIDE._replace(sessions=WIDE.sessions._replace(burst=2, per_second=0))
        ) as server:
            await _come(server, 2)
            async with server.browser() as browser:
                answer = await browser.http.post("/api/session", json={"name": "Third"})
                assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
                assert "retry-after" in answer.headers

    async def _come(server: Live, count: int) -> None:
        for number in range(count):
            async with server.browser() as browser:
                await browser.come(f"Guest {number}")
                await browser.come("Again")

    run(main())
