"""Running it: health, metrics, logs, headers, pages, and the errors of pages."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from teenpatti.game.rules import Rules
from teenpatti.server.http_pages import WebApp, with_preview
from teenpatti.server.http_problems import HttpCode, sentence
from teenpatti.server.logs import JsonFormatter, TextFormatter, log
from teenpatti.server.metrics import Metrics
from teenpatti.server.rooms import Preview
from teenpatti.texts.catalogue import LANGUAGES, messages
from tests.server.live import live, play, run

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]){2,}\b")


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What the server logs, as JSON lines."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    levels = {
        "": logging.WARNING,
        "teenpatti": logging.DEBUG,
        "uvicorn": logging.WARNING,
        "uvicorn.error": logging.WARNING,
    }
    before = {name: logging.getLogger(name).level for name in levels}
    root.addHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    yield out
    root.removeHandler(handler)
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def test_logs_and_metrics_tell_nothing_of_people(tmp_path: Path, logged: io.StringIO) -> None:
    """No card, token, name or address stands in them, whatever is played and whatever fails."""

    async def main() -> None:
        configured = lambda config: replace(config, metrics_token="metrics-secret")  # noqa: E731
        async with live(tmp_path, configured=configured) as server, server.browser() as browser:
            await browser.come("Ashalata")
            table = await browser.post("/api/tables", bots=["tight", "caller"])
            async with browser.page(table["room"]) as page:
                await page.do(t="start")
                await play(page, Random(1), 3)
                hands = set(CARD.findall("".join(page.frames)))
                await page.socket.send("nonsense AsKsQs")
            code = (await browser.post("/api/me/recovery-code"))["code"]
            await browser.post(
                "/api/client-errors", message="TypeError: AsKsQs of Ashalata", where="at x (app.js:3:14)"
            )
            assert (await browser.http.get("/metrics")).status_code == 404
            wrong = await browser.http.get("/metrics", headers={"authorization": "Bearer x"})
            assert wrong.status_code == 404
            answer = await browser.http.get("/metrics", headers={"authorization": "Bearer metrics-secret"})
            assert 'teenpatti_messages_refused_total{code="bad_message"} 1' in answer.text
            assert "teenpatti_page_errors_total 1" in answer.text
            assert re.search(r"^teenpatti_rooms_rooms 1$", answer.text, re.MULTILINE)
            assert hands
            said = logged.getvalue() + answer.text
            secrets = [browser.cookie.partition("=")[2], table["invite"], code, "metrics-secret"]
            for hidden in (*secrets, "Ashalata", browser.guest, "127.0.0.1", *hands, "AsKsQs"):
                assert hidden not in said, hidden
            reported = [json.loads(line) for line in logged.getvalue().splitlines() if "page error" in line]
            assert [(line["kind"], line["where"]) for line in reported] == [("TypeError", "app.js:3:14")]

    run(main())


def test_a_failure_is_logged_by_its_place(logged: io.StringIO) -> None:
    """Its text could hold anything, so it stays out; so do the arguments of other packages' lines."""

    def fails() -> None:
        raise ValueError("AsKsQs")

    try:
        fails()
    except ValueError as error:
        log("failed", failure=error)
    logging.getLogger("elsewhere").warning("peer %s", "192.0.2.1")
    failed, other = (json.loads(line) for line in logged.getvalue().splitlines())
    assert failed["failure"] == "ValueError"
    assert failed["at"][-1].endswith(" fails")
    assert "AsKsQs" not in logged.getvalue()
    assert other["event"] == "elsewhere: peer %s"
    with pytest.raises(ValueError, match="hand"):
        log("dealt", hand="AsKsQs")
    record = logging.LogRecord("teenpatti", logging.INFO, "", 0, "started", None, None)
    record.fields = {"port": 8000}
    assert TextFormatter().format(record).endswith("info    started port=8000")


def test_metrics_are_well_formed() -> None:
    """As Prometheus reads them."""
    metrics = Metrics()
    metrics.count("refused", code='a"b\n')
    metrics.count("refused", code="c")
    metrics.observe("answer", 0.003)
    metrics.observe("answer", 9)
    lines = metrics.text({"ready": 1.0}).splitlines()
    assert 'teenpatti_refused_total{code="a\\"b\\n"} 1' in lines
    assert 'teenpatti_answer_seconds_bucket{le="0.005"} 1' in lines
    assert 'teenpatti_answer_seconds_bucket{le="+Inf"} 2' in lines
    assert "teenpatti_ready 1" in lines
    assert sum(line.startswith("# TYPE") for line in lines) == 3


def test_health(tmp_path: Path) -> None:
    """Alive, ready, and not ready once it stops."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            assert await browser.get("/healthz") == {"status": "ok"}
            assert await browser.get("/readyz") == {"status": "ready"}
            server.services.stopping = True
            assert (await browser.http.get("/readyz")).status_code == 503
            answer = await browser.http.get("/api/invites/x")
            assert (answer.status_code, answer.json()["code"]) == (503, "stopping")

    run(main())


def test_headers_of_every_answer(tmp_path: Path) -> None:
    """A strict policy, and nothing kept that is a guest's own."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            await browser.come()
            for path in ("/", "/j/x", "/api/me", "/api/nothing", "/healthz", "/x.js", "/assets/x"):
                headers = (await browser.http.get(path)).headers
                assert "default-src 'none'" in headers["content-security-policy"]
                assert "unsafe" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert "cache-control" in headers
                assert "server" not in headers
                # Browsers heed it over https alone, and complain elsewhere.
                assert "cross-origin-opener-policy" not in headers
            answer = await browser.http.post("/api/tables", content=b"x" * 70_000)
            assert answer.status_code == 413

            async def endless() -> object:
                for _ in range(100):
                    yield b"x" * 1_000

            answer = await browser.http.post("/api/tables", content=endless())  # type: ignore[arg-type]
            assert answer.status_code == 413

    run(main())


def test_the_web_app(tmp_path: Path) -> None:
    """Its page for every address that people open, its hashed files for ever, and nothing else of the disk."""
    (tmp_path / "web" / "assets").mkdir(parents=True)
    (tmp_path / "web" / "index.html").write_text("<html><head><title>x</title></head></html>")
    (tmp_path / "web" / "assets" / "app-1a2b.js").write_text("1")
    (tmp_path / "web" / "assets" / "big-3c4d.css").write_text("x" * 5_000)
    (tmp_path / "web" / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")

    async def main() -> None:
        async with live(tmp_path / "data") as server, server.browser() as browser:
            assert "has not been built" in WebApp(tmp_path / "nothing").page
            server.services.web = WebApp(tmp_path / "web")
            for path in ("/", "/t/abc", "/host", "/j/abc"):
                answer = await browser.http.get(path)
                assert "og:title" in answer.text
                assert answer.headers["content-type"].startswith("text/html")
            script = await browser.http.get("/assets/app-1a2b.js")
            assert script.headers["content-type"].startswith("text/javascript")
            assert "immutable" in script.headers["cache-control"]
            icon = await browser.http.get("/icon.svg")
            assert (icon.text, icon.headers["cache-control"]) == ("<svg/>", "no-cache")
            for encoding, size in (("gzip, br", 100), ("identity", 5_001), ("xgzip", 5_001)):
                big = await browser.http.get("/assets/big-3c4d.css", headers={"accept-encoding": encoding})
                assert big.text == "x" * 5_000
                assert int(big.headers["content-length"]) < size
                assert big.headers["vary"] == "accept-encoding"
            for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets/gone.js"):
                answer = await browser.http.get(path)
                assert answer.status_code == 404
                assert "secret" not in answer.text

    run(main())


def test_previews_are_escaped_and_in_the_readers_language() -> None:
    """Names come from people."""
    page = with_preview("<head></head>", "de", Preview('"><script>', "A & B"))
    assert "<script>" not in page
    assert "A &amp; B lädt dich" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_have_sentences(lang: str) -> None:
    """Every code of the REST API alone, in every language, and none that no code has."""
    found = {key.removeprefix("web.") for key in messages(lang) if key.startswith("web.")}
    assert {str(code) for code in HttpCode} <= found
    for code in HttpCode:
        assert len(re.findall(r"[.।;](?: |$)", sentence(lang, code))) >= 2


def test_house_rules_and_options(tmp_path: Path) -> None:
    """Forms and sheets in the reader's language; own rules under a name; wrong ones refused."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            options = await browser.get("/api/options?lang=ru")
            assert {"boot", "ace_run"} <= {option["name"] for option in options["options"]}
            assert {"late", "no_session", "bet_too_low"} <= set(options["errors"])
            assert next(o for o in options["options"] if o["name"] == "pot_limit")["in_boots"]
            accepted = await browser.http.get("/api/options", headers={"accept-language": "xx, hi-IN;q=0.8"})
            assert accepted.json() == await browser.get("/api/options?lang=hi")
            sheet = await browser.post("/api/rules-sheet", preset="muflis", rules={"boot": 5}, lang="de")
            assert sheet["sections"][0]["blocks"]
            answer = await browser.http.post("/api/rules-sheet", json={"preset": "club", "rules": {"boot": "x"}})
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_option_value")
            assert (await browser.http.get("/api/house-rules")).status_code == 401
            await browser.come()
            saved = {"name": "Nani", "preset": "club", "rules": {"boot": 20, "lowball": True}}
            assert await browser.post("/api/house-rules", **saved) == saved
            (kept,) = await browser.get("/api/house-rules")
            assert kept["name"] == "Nani"
            rules = Rules.from_options({"preset": kept["preset"], **kept["rules"]})
            assert rules == Rules.preset("club", boot=20, lowball=True)
            for wrong in ({"boot": 0}, {"nothing": 1}, {"preset": "club"}):
                answer = await browser.http.post("/api/house-rules", json={"name": "Bad", "rules": wrong})
                assert answer.status_code == 422
            assert (await browser.http.delete("/api/house-rules?name=Nani")).status_code == 204
            assert await browser.get("/api/house-rules") == []

    run(main())


def test_what_others_may_not_read(tmp_path: Path) -> None:
    """History, files, score and links of a table are for its people; reach is for hosts; odds are for practice."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as host, server.browser() as other:
            await host.come("Asha")
            await other.come("Ben")
            room = (await host.post("/api/tables", bots=["caller", "tight"]))["room"]
            async with host.page(room) as page:
                await page.do(t="start")
                await play(page, Random(2), 2)
            for path in ("history", "history/1", "history/1.tph", "deals.tphs", "score"):
                assert (await host.http.get(f"/api/rooms/{room}/{path}")).status_code == 200, path
                answer = await other.http.get(f"/api/rooms/{room}/{path}")
                nothing = await other.http.get(f"/api/rooms/nothing/{path}")
                assert (answer.status_code, answer.content) == (nothing.status_code, nothing.content), path
                assert answer.status_code == 404
            for number in (3, 10**6):
                assert (await host.http.get(f"/api/rooms/{room}/history/{number}")).status_code == 404
            assert (await host.get("/api/reach"))["urls"] == [server.base]
            assert (await other.http.get("/api/reach")).status_code == 403
            odds = await host.http.get(f"/api/odds?room={room}")
            assert (odds.status_code, odds.json()["code"]) == (404, "no_odds")
            answer = await other.http.post(f"/api/rooms/{room}/reopen")
            assert answer.status_code in (403, 404)

    run(main())
