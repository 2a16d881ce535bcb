"""People with browsers: what they do on the pages, and what their pages may not do behind their backs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.browser.process import Server

PATIENCE_MS = 20_000
"""For what must happen on a busy machine; nothing is timed by it."""
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}


class Table:
    """The page of one table."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return urlsplit(self.page.url).path.split("/")[2]

    # --- the action bar -----------------------------------------------------------------------------------------------

    def place(self, name: str) -> Locator:
        """A place of the action bar: pack, side, show, see, low or high."""
        return self.page.locator(f'[data-place="{name}"]')

    def offered(self, name: str) -> Locator:
        """The same, once it may be pressed."""
        return self.page.locator(f'.bar:not(.guarded) [data-place="{name}"][aria-disabled="false"]')

    def press(self, *names: str) -> None:
        """Press places one after the other, each as soon as it may be pressed."""
        for name in names:
            self.offered(name).click()

    def see(self, *, off_turn: bool = False) -> None:
        """Look at one's cards, and see them."""
        if not off_turn:
            # Where one may look at any time, a press might come just when the turn does, and not count.
            self.is_mine()
        self.press("see")
        expect(self.own_cards.first).to_be_visible()

    def next_deal(self) -> None:
        """Enough of the result."""
        expect(self.place("high")).to_have_class(re.compile(r"\bl-next\b"))
        self.press("high")

    # --- what is to be seen -------------------------------------------------------------------------------------------

    @property
    def own_cards(self) -> Locator:
        """One's own cards, face up."""
        return self.page.locator("[data-own] .face")

    @property
    def result(self) -> Locator:
        """The result of a deal."""
        return self.page.locator(".result.done")

    @property
    def pot(self) -> Locator:
        """The number in the middle."""
        return self.page.locator("[data-pot] .sum")

    @property
    def told(self) -> Locator:
        """The live region."""
        return self.page.locator(".screen > [aria-live=polite]")

    @property
    def toast(self) -> Locator:
        """What the page says in passing."""
        return self.page.locator(".toast")

    def seat(self, number: int) -> Locator:
        """Somebody else's seat."""
        return self.page.locator(f'[data-seat="{number}"]')

    @property
    def turn(self) -> Locator:
        """The line that says who is to act, or what one is asked."""
        return self.page.locator(".self .turn")

    def is_mine(self) -> None:
        """Wait for one's turn."""
        expect(self.page.locator(".bar.mine")).to_be_visible()

    def skip(self) -> None:
        """Have the hands of a show opened at once, and the result told."""
        result = self.page.locator(".result")
        expect(result).to_be_visible()
        if not re.search(r"\bdone\b", result.get_attribute("class") or ""):
            result.click()
        expect(self.result).to_be_visible()

    # --- around it ----------------------------------------------------------------------------------------------------

    def open(self, panel: str) -> Locator:
        """Open a panel by its name in the menu."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=panel, exact=True).click()
        return self.page.get_by_role("dialog")

    def close(self) -> None:
        """Close what is open."""
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)


class Person:
    """Somebody with a browser of his own."""

    def __init__(self, name: str, context: BrowserContext, base: str) -> None:
        self.name = name
        self.context = context
        self.base = base
        self.frames: list[str] = []
        """Every message of the server on any socket."""
        self.sockets: list[WebSocket] = []
        self.troubles: list[str] = []
        """Exceptions, forbidden things and calls to other hosts: none of it may be."""
        self.page = self.new_page()
        self.table = Table(self)

    def new_page(self) -> Page:
        """Another page of this browser, watched as well."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"exception: {error}"))
        page.on("console", self._hear)
        page.on("request", lambda request: self._check(request.url))
        page.on("websocket", self._watch)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and re.search(r"Refused to|Content Security Policy|violates", message.text):
            self.troubles.append(f"forbidden: {message.text}")

    def _check(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.base).netloc and not url.startswith(("blob:", "data:", "about:")):
            self.troubles.append(f"another host: {url}")

    def _watch(self, socket: WebSocket) -> None:
        self._check(socket.url)
        self.sockets.append(socket)
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(self.base + path)

    # --- coming to a table --------------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server as this browser, past the page."""
        answer = self.context.request.fetch(self.base + path, method=method, headers={"origin": self.base}, data=body)
        assert answer.ok, (path, answer.status, answer.text())
        return answer.json() if answer.body() else None

    def is_known(self) -> None:
        """Take one's name."""
        self.ask("POST", "/api/session", {"name": self.name, "avatar": "", "language": "en"})

    def host(self, **table: Any) -> str:
        """Host a table, past the form; the path of its link. Rules are classic with a boot of 10, if nothing else."""
        self.is_known()
        made = self.ask("POST", "/api/tables", {"preset": "classic", "boot": 10, **table})
        self.go(f"/t/{made['room']}")
        return f"/j/{made['invite']}"

    def join(self, link: str) -> None:
        """Enter by a link, as people do."""
        self.go(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Join the table").click()
        self.page.wait_for_url("**/t/**")

    def come_in(self, link: str) -> None:
        """The same, past the form."""
        self.is_known()
        entered = self.ask("POST", f"/api/invites/{link.rpartition('/')[2]}/join", {})
        self.go(f"/t/{entered['room']}")


class People:
    """Everybody of one test."""

    def __init__(self, browser: Browser, server: Server, base: str | None = None) -> None:
        self.browser = browser
        self.server = server
        self.base = base or server.base
        self.all: list[Person] = []

    def come(self, name: str, *, desktop: bool = False, **context: Any) -> Person:
        """Somebody opens a browser."""
        options: dict[str, Any] = {
            "viewport": DESKTOP if desktop else PHONE,
            "has_touch": not desktop,
            "locale": "en-GB",
            "ignore_https_errors": True,
            **context,
        }
        opened = self.browser.new_context(**options)
        opened.set_default_timeout(PATIENCE_MS)
        person = Person(name, opened, self.base)
        self.all.append(person)
        return person

    def sit(self, *names: str, **table: Any) -> list[Person]:
        """A table where these sit, the first its host; the first deal begins with :meth:`deal`."""
        host = self.come(names[0])
        link = host.host(**table)
        guests = [self.come(name) for name in names[1:]]
        for guest in guests:
            guest.come_in(link)
            expect(guest.table.page.get_by_text("The host deals when all are here.")).to_be_visible()
        return [host, *guests]

    @staticmethod
    def deal(host: Person) -> None:
        """The host deals the first cards."""
        host.page.get_by_role("button", name="Deal the cards").click()

    def leave(self) -> None:
        """All close their browsers; nothing may have gone wrong in any of them."""
        troubles = [f"{person.name}: {trouble}" for person in self.all for trouble in person.troubles]
        for person in self.all:
            person.context.close()
        self.all.clear()
        assert troubles == []


@contextmanager
def gathered(browser: Browser, server: Server, base: str | None = None) -> Iterator[People]:
    """People at one server, who leave at the end."""
    people = People(browser, server, base)
    try:
        yield people
    finally:
        people.leave()
