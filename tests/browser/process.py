"""The server of the browser tests as a process of its own: started, ordered about, killed, and started again."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds for a start, on a busy machine."""


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """One server over a data folder; see ``server.py``."""

    def __init__(self, folder: Path, public_url: str | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._public = [] if public_url is None else [public_url]
        self._process: subprocess.Popen[str] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    def start(self) -> Server:
        """Start it, and wait until it takes guests."""
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.server", self.folder / "data", str(self.port), *self._public],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        end = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert self._process.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.05)
        return self

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.base}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    @property
    def log(self) -> str:
        """What it has logged so far."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def order(self, **what: Any) -> None:
        """Give an order and wait until it is carried out."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(what) + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == "done\n", self.log

    def cards(self, *hands: str, dealer: int = 0) -> None:
        """The hands of the next deal by seat, 0 first; ``dealer`` is the seat that deals. At a new table that is 0."""
        first = (dealer + 1) % len(hands)
        self.order(do="cards", hands=[*hands[first:], *hands[:first]])

    def advance(self, seconds: float) -> None:
        """So much time passes at once."""
        self.order(do="advance", ms=round(seconds * 1000))

    def kill(self) -> None:
        """Kill it on the spot."""
        self._end(kill=True)

    def stop(self) -> None:
        """Tell it to stop, and wait for it."""
        self._end(kill=False)

    def _end(self, *, kill: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with process:
            if kill:
                process.kill()
            else:
                process.terminate()
