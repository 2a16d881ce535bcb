"""A browser and a server that the tests of this folder share, and people to use them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import ABSENT, chromium, program
from tests.browser.people import People, gathered
from tests.browser.process import Server

HERE = Path(__file__).parent


class Running:
    """What runs while tests of this folder follow each other in a process.

    It ends before any other test begins, since a driven browser keeps an event loop in the main thread.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Browser | None = None
        self._server: Server | None = None

    @property
    def browser(self) -> Browser:
        """The browser."""
        if self._browser is None:
            self._browser = self._stack.enter_context(chromium())
        return self._browser

    @property
    def server(self) -> Server:
        """The server."""
        if self._server is None:
            folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="teenpatti-"))
            self._server = Server(Path(folder)).start()
            self._stack.callback(self._server.stop)
        return self._server

    def end(self) -> None:
        """End all that runs."""
        self._stack.close()
        self._browser = self._server = None


RUNNING = Running()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the browser and the server before tests of other folders."""
    if nextitem is None or HERE not in nextitem.path.parents:
        RUNNING.end()


@pytest.fixture
def browser() -> Browser:
    """The browser. Without one there is nothing to test, which is a failure where one was installed for it."""
    if program() is None:
        if os.environ.get("CI"):
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    return RUNNING.browser


@pytest.fixture
def server(browser: Browser) -> Server:
    """The server that the tests share. Tables of other tests are on it, but nobody is at them."""
    RUNNING.server.order(do="forget")
    return RUNNING.server


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    """A server to be killed."""
    found = Server(tmp_path).start()
    yield found
    found.stop()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """People at the shared server."""
    with gathered(browser, server) as found:
        yield found
