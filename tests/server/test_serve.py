"""``teenpatti serve`` as people start and stop it."""

from __future__ import annotations

import asyncio
import json
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.server.live import Browser, free_port, run
from tests.server.processes import ROOT, served, until

FAKE = str(ROOT / "tests" / "server" / "fake_tunnel.py")
CLI = ("-m", "teenpatti.cli")


def refused(*arguments: str, **environment: str) -> str:
    """What the command says when it cannot start."""
    import os

    done = subprocess.run(
        [sys.executable, *CLI, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )
    assert done.returncode == 2, done
    return done.stderr


def test_it_serves_and_stops(tmp_path: Path) -> None:
    """By flags and variables; it says where it is, tells its guests when it stops, and keeps the tables."""

    async def main() -> None:
        port = free_port()
        log = tmp_path / "log"
        where = {"TEENPATTI_DATA": str(tmp_path / "data"), "TEENPATTI_PORT": str(port), "TEENPATTI_LOG_FORMAT": "json"}
        async with Browser(f"http://127.0.0.1:{port}") as browser:
            async with served(*CLI, port=port, log=log, **where) as process:
                await browser.come()
                table = await browser.post("/api/tables")
                # Nothing that people may share says localhost.
                assert "localhost" not in table["link"]
                assert "127.0.0.1" not in table["link"]
                async with browser.page(table["room"]) as page:
                    ending = asyncio.create_task(process.end(signal.SIGTERM))
                    await page.until(lambda: page.bye)
                    assert page.bye == {"t": "bye", "reason": "restarting", "again": True}
                    assert await ending == 0
            async with served(*CLI, "serve", "--no-open", port=port, log=log, **where) as process:
                assert [line["room"] for line in await browser.get("/api/rooms")] == [table["room"]]
                # A second server on the same tables is refused in a sentence.
                said = refused("serve", "--port", str(free_port()), "--data", str(tmp_path / "data"))
                assert "A server is running on this data folder" in said
                assert "Traceback" not in said
                assert await process.end(signal.SIGINT) == 0
        said = log.read_text()
        assert "Teen Patti is ready: http://" in said
        assert f"http://localhost:{port}" in said
        assert "Keep this machine awake" in said
        events = [json.loads(line)["event"] for line in said.splitlines() if line.startswith("{")]
        assert events == ["started", "stopped"] * 2
        assert browser.cookie.partition("=")[2] not in said

    run(main())


def test_a_tunnel_makes_the_public_address(tmp_path: Path) -> None:
    """Its address is in links, its pages may come in, the host sees its state, and it ends with the server."""
    address = "https://able-baker.tunnel.example"

    async def main() -> None:
        port = free_port()
        tunnel = shlex.join([sys.executable, FAKE, "{port}", address])
        log = tmp_path / "log"
        arguments = ("serve", "--no-open", "--port", str(port), "--data", str(tmp_path / "data"), "--tunnel", tunnel)
        async with served(*CLI, *arguments, port=port, log=log) as process, Browser(f"http://127.0.0.1:{port}") as host:
            await host.come()
            table = await host.post("/api/tables")

            async def is_up() -> bool:
                return bool((await host.get("/api/reach"))["tunnel"]["state"] == "up")

            await until(is_up)
            reach = await host.get("/api/reach")
            assert reach["urls"][0] == reach["tunnel"]["url"] == address
            assert (await host.post("/api/tables"))["link"].startswith(address)
            # Pages by the tunnel and by this machine, at the same time.
            for origin in (address, f"http://localhost:{port}"):
                host.origin = origin
                async with host.page(table["room"]) as page:
                    assert page.you["invite"].startswith(address)
            host.origin = "https://able-baker.tunnel.example.evil.example"
            with pytest.raises(Exception, match="403"):
                await host.connect()
            pids = [pid for child in _children(process.process.pid) for pid in (child, *_children(int(child)))]
            assert len(pids) == 2
            assert await process.end(signal.SIGTERM) == 0
            assert _still_there(pids) == []
        said = log.read_text()
        assert f"The tunnel {Path(sys.executable).name} is up" in said
        assert f"The address for friends is now {address}" in said

    run(main())


def _still_there(pids: list[str]) -> list[str]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def _children(pid: int) -> list[str]:
    """The processes that a process started, where the system tells."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return path.read_text().split() if path.exists() else []


def test_what_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    """A taken port, an address of elsewhere, and settings that are none: exit status 2."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused("serve", "--host", "127.0.0.1", "--port", port, TEENPATTI_DATA=str(tmp_path))
    assert (
        said
        == f"teenpatti: Cannot listen on port {port} of 127.0.0.1, address already in use: name another with --port.\n"
    )
    assert "is no address of this machine" in refused("serve", "--host", "no.such.host.invalid", "--port", "0")
    assert "is no address of this machine" in refused("serve", "--host", "192.0.2.77", "--port", "0")
    assert "is no public address" in refused("serve", "--public-url", "cards")
    assert "has a path" in refused("serve", "--public-url", "https://a.example/cards")
    assert "is no proxy's address" in refused("serve", "--trusted-proxy", "x")
    assert "The tunnel command cannot be read" in refused(
        "serve", "--tunnel", "'", "--port", "0", "--data", str(tmp_path)
    )


def test_without_a_port_the_next_free_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From 8000 on, or a sentence."""
    from teenpatti.server import web_server
    from teenpatti.server.config import Config, InvalidConfig

    port = free_port()
    monkeypatch.setattr(web_server, "DEFAULT_PORT", port)
    config = Config(data=tmp_path, host="127.0.0.1")
    with web_server.listen(config) as first:
        assert first.getsockname()[1] == port
        with web_server.listen(config) as second:
            assert port < second.getsockname()[1] < port + web_server.PORTS_TRIED
        monkeypatch.setattr(web_server, "PORTS_TRIED", 1)
        with pytest.raises(InvalidConfig, match="all taken"):
            web_server.listen(config)


def test_the_terminal_shows_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """For phones to read; of the address for people."""
    from teenpatti.cli import serve as command
    from teenpatti.server.config import Config
    from teenpatti.server.reach import Reach

    said: list[str] = []
    opened: list[str] = []
    monkeypatch.setattr(command, "_tell", said.append)
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    reach = Reach(8000, addresses=lambda: ["192.168.1.20", "10.0.0.5"])
    command._welcome(reach, Config(data=Path()))
    text = "\n".join(said)
    assert "http://192.168.1.20:8000" in text
    assert "also: http://10.0.0.5:8000" in text
    assert len([line for line in text.splitlines() if "█" in line or "▀" in line or "▄" in line]) > 10
    assert opened == ["http://localhost:8000"]
    command._welcome(Reach(8000, host="127.0.0.1"), Config(data=Path(), host="127.0.0.1", open_browser=False))
    assert "on this machine alone" in "\n".join(said)
    assert len(opened) == 1


def test_a_page_within_three_seconds(tmp_path: Path) -> None:
    """Of processor time, since this machine may be busy."""

    async def main() -> None:
        port = free_port()
        arguments = ("serve", "--no-open", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
        async with served(*CLI, *arguments, port=port, log=tmp_path / "log") as process:
            async with httpx2.AsyncClient(trust_env=False) as client:
                assert (await client.get(f"http://127.0.0.1:{port}/")).status_code == 200
            assert process.cpu_seconds < 3

    run(main())
