"""``teenpatti admin``: lists, files, backups while running, and forgetting a guest for good."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from teenpatti.cli.app import app
from teenpatti.game.notation import parse_json
from tests.server.live import live, play, run


def admin(*arguments: str, data: Path) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, ["admin", *arguments, "--data", str(data)])


async def admin_beside(*arguments: str, data: Path) -> Result:
    """Run a command while a server runs in this loop."""
    return await asyncio.to_thread(admin, *arguments, data=data)


def test_all_of_it(tmp_path: Path) -> None:
    """From a game to a backup, another machine, and a guest forgotten there."""
    data, other = tmp_path / "data", tmp_path / "other"

    async def main() -> tuple[str, str, str]:
        async with live(data) as server, server.browser() as browser:
            await browser.come("Ashalata")
            room: str = (await browser.post("/api/tables", bots=["tight", "caller"], name="Diwali"))["room"]
            async with browser.page(room) as page:
                await page.do(t="start")
                await play(page, Random(3), 2)
                await page.do(t="say", text="namaste from me")
                listed = await admin_beside("list", "--json", data=data)
                assert [json.loads(line)["room"] for line in listed.stdout.splitlines()] == [room]
                named = await admin_beside("list", "--guests", data=data)
                assert "Ashalata" in named.stdout
                for arguments in (("export", room, str(tmp_path / "x.tphs")), ("delete-guest", browser.guest)):
                    answer = await admin_beside(*arguments, data=data)
                    assert (answer.exit_code, answer.stdout) == (1, "")
                    assert "stop it first" in answer.stderr
                saved = await admin_beside("backup", str(tmp_path / "backup.zip"), data=data)
                assert saved.exit_code == 0, saved.output
            return room, browser.guest, browser.cookie

    room, guest, cookie = run(main())
    assert (tmp_path / "backup.zip").stat().st_mode & 0o077 == 0
    assert list(tmp_path.glob(".teenpatti-*")) == []

    done = admin("export", room, str(tmp_path / "deals.tphs"), data=data)
    assert done.stdout.startswith("2 deals written")
    deals = [parse_json(line) for line in (tmp_path / "deals.tphs").read_bytes().splitlines()]
    assert len(deals) == 2
    assert all(any("??????" in action for action in deal.actions) for deal in deals)
    assert "There is no table" in admin("export", "nothing", str(tmp_path / "y"), data=data).stderr

    assert admin("import", str(tmp_path / "backup.zip"), data=other).exit_code == 0
    assert "has tables already" in admin("import", str(tmp_path / "backup.zip"), data=other).stderr
    assert "cannot be read as a backup" in admin("import", str(tmp_path / "deals.tphs"), data=tmp_path / "z").stderr

    async def elsewhere() -> None:
        async with live(other) as server, server.browser() as browser:
            browser.http.headers["cookie"] = cookie
            assert (await browser.get("/api/me"))["guest"] == guest
            assert [line["table"] for line in await browser.get("/api/rooms")] == ["Diwali"]

    run(elsewhere())

    assert admin("delete-guest", guest, data=other).stdout == "Deleted, at 1 tables too.\n"
    assert "There is no guest" in admin("delete-guest", guest, data=other).stderr
    left = b"".join(path.read_bytes() for path in other.iterdir())
    assert b"Ashalata" not in left
    assert b"namaste from me" not in left
    with sqlite3.connect(other / "people.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM sessions").fetchone() == (0,)
    db.close()


@pytest.mark.parametrize(
    "arguments",
    [("list",), ("list", "--guests"), ("export", "x", "y"), ("backup", "x.zip"), ("delete-guest", "x")],
)
def test_nothing_there(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """A sentence, and no folder is made."""
    answer = admin(*arguments, data=tmp_path / "none")
    assert answer.exit_code == 1
    assert "There are no tables in" in answer.stderr
    assert not (tmp_path / "none").exists()
