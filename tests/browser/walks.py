"""Walks through every screen, for pictures and for checks of each: ``walk.take`` is called at every one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.people import People, Person, gathered
from tests.browser.process import Server

FAMILY = ("Asha", "Kabir", "नानी", "Lena", "Ольга")
HANDS = ("KsKd7h", "QhJhTh", "9c5d2s", "AdJd4d", "8s8c3d")


class Walk:
    """One walk with one size of window. Time stands still meanwhile, however long is looked at a screen."""

    def __init__(self, people: People, server: Server, take: Callable[[Person, str], None], *, desktop: bool) -> None:
        self.people = people
        self.server = server
        self.desktop = desktop
        self.take = take

    def come(self, name: str, **context: Any) -> Person:
        """Somebody with a window of this size, and nothing that moves."""
        options: dict[str, Any] = {"reduced_motion": "reduce", "device_scale_factor": 2, **context}
        return self.people.come(name, desktop=self.desktop, **options)

    def sit(self, *names: str, **table: Any) -> list[Person]:
        """A table of these people, the first its host."""
        host = self.come(names[0])
        link = host.host(name="Diwali at home", **table)
        found = [host]
        for name in names[1:]:
            guest = self.come(name)
            guest.come_in(link)
            found.append(guest)
        for number in range(1, len(names)):
            expect(host.table.seat(number)).to_be_visible()
        return found


@contextmanager
def walking(browser: Browser, server: Server, take: Callable[[Person, str], None], *, desktop: bool) -> Iterator[Walk]:
    """A walk, from the first person who comes until all have left."""
    server.order(do="forget")
    server.order(do="hold")
    try:
        with gathered(browser, server) as people:
            yield Walk(people, server, take, desktop=desktop)
    finally:
        server.order(do="go")


def start(walk: Walk) -> None:
    """The first page, in both themes and two more languages."""
    person = walk.come("Asha")
    for scheme in ("dark", "light"):
        person.page.emulate_media(color_scheme=scheme)
        person.go("/")
        expect(person.page.get_by_role("button", name="Play now")).to_be_visible()
        walk.take(person, f"start-{scheme}")
    for lang, locale in (("hi", "hi-IN"), ("ru", "ru-RU"), ("de", "de-DE"), ("id", "id-ID")):
        person = walk.come("Asha", locale=locale)
        person.go("/")
        expect(person.page.locator(".ways")).to_be_visible()
        walk.take(person, f"start-{lang}")
    person.page.locator(".ways button").last.click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    walk.take(person, "start-join")


def host(walk: Walk) -> None:
    """Hosting: the form, its options, the link."""
    person = walk.come("Asha")
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        person.go("/host")
        person.page.get_by_label("Your name").fill("Asha")
        expect(person.page.get_by_text("Like the phone games", exact=True)).to_be_visible()
        walk.take(person, f"host-{scheme}")
    person.page.get_by_role("heading", name="The table").scroll_into_view_if_needed()
    walk.take(person, "host-table")
    person.page.get_by_text("House rules", exact=True).click()
    person.page.get_by_text("House rules", exact=True).scroll_into_view_if_needed()
    walk.take(person, "host-rules")
    person.page.get_by_role("button", name="Open the table").first.click()
    expect(person.page.get_by_role("heading", name="Your table is open")).to_be_visible()
    walk.take(person, "host-made")
    person.page.get_by_text("A link for one person").click()
    walk.take(person, "host-personal")
    guest = walk.come("Kabir")
    guest.go("/j/" + person.page.locator("[data-link]").inner_text().rpartition("/")[2])
    expect(guest.page.get_by_role("button", name="Join the table")).to_be_visible()
    walk.take(guest, "join")
    guest.go("/j/nothing-is-behind-this")
    expect(guest.page.get_by_role("alert")).to_be_visible()
    walk.take(guest, "join-none")


def table(walk: Walk) -> None:
    """A whole deal, with a side show and a show."""
    people = walk.sit(*FAMILY, clock=60)
    asha, kabir, nani, lena, olga = people
    walk.take(asha, "table-waiting")
    walk.take(kabir, "table-waiting-guest")
    walk.server.cards(*HANDS)
    walk.people.deal(asha)
    kabir.table.is_mine()
    walk.take(asha, "table-dealt")
    walk.take(kabir, "table-blind")
    kabir.table.press("low")
    for person in (nani, lena, olga):
        person.table.see()
        person.table.press("low")
    asha.table.see()
    asha.page.wait_for_selector(".bar:not(.guarded)")
    walk.take(asha, "table-seen")
    asha.table.press("high")
    kabir.table.see()
    kabir.table.press("low")
    nani.table.press("pack")
    lena.table.press("low")
    walk.take(nani, "table-packed")
    olga.table.press("side")
    lena.page.wait_for_selector(".bar.asked:not(.guarded)")
    walk.take(lena, "table-asked")
    walk.take(asha, "table-side-open")
    lena.table.press("high")
    expect(olga.page.get_by_role("dialog")).to_be_visible()
    walk.take(olga, "table-side")
    for person in (lena, olga):
        person.table.close()
    asha.table.press("low")
    kabir.table.press("low")
    lena.table.press("pack")
    asha.table.is_mine()
    walk.take(asha, "table-two")
    asha.page.get_by_role("button", name="Which hand wins").click()
    expect(asha.page.get_by_role("dialog")).to_be_visible()
    walk.take(asha, "ranking")
    asha.table.close()
    asha.table.press("show")
    for person in people:
        person.table.skip()
    walk.take(asha, "table-show")
    walk.take(kabir, "table-show-won")
    asha.go(f"/t/{asha.table.id}/history")
    asha.page.get_by_role("button", name="Deal 1").click()
    expect(asha.page.get_by_role("slider")).to_be_visible()
    for _ in range(6):
        asha.page.get_by_role("button", name="One step on").click()
    walk.take(asha, "history")


def around(walk: Walk) -> None:
    """Everything around the table, as the host sees it."""
    host, other = walk.sit("Asha", "Kabir")
    table, page = host.table, host.page
    walk.people.deal(host)
    other.table.press("pack")
    table.skip()
    table.result.click()
    if not walk.desktop:
        page.get_by_role("button", name="Chat").click()
        page.get_by_placeholder("Say something").fill("शुभ दीपावली 🪔")
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("log")).to_contain_text("दीपावली")
        walk.take(host, "chat")
        table.close()
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    walk.take(host, "menu")
    table.close()
    for panel, name in (
        ("Host", "panel-host"),
        ("Invite", "panel-invite"),
        ("Rules of this table", "panel-rules"),
        ("Score sheet", "panel-score"),
        ("Settings", "panel-settings"),
    ):
        dialog = table.open(panel)
        expect(dialog.locator(".body > *").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        walk.take(host, name)
        if name == "panel-host":
            dialog.locator(".body").evaluate("box => box.scrollTo(0, box.scrollHeight)")
            walk.take(host, "panel-host-end")
        table.close()
    table.seat(1).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    walk.take(host, "panel-player")
    table.close()


def seats(walk: Walk) -> None:
    """Tables of two, eight and seventeen."""
    for count in (2, 7, 8, 10, 17):
        person = walk.come("Asha")
        person.host(seats=count, bots=["caller"] * (count - 1))
        walk.people.deal(person)
        person.table.is_mine()
        person.page.wait_for_selector(".bar:not(.guarded)")
        walk.take(person, f"seats-{count}")
        person.page.close()


def ends(walk: Walk) -> None:
    """Winning by packs, going short, watching, being removed, a table that is closed or has lost its server."""
    asha, kabir, lena = walk.sit("Asha", "Kabir", "Lena", preset="club", starting_chips=50)
    walk.server.cards("KsKd7h", "QhJhTh", "9c5d2s")
    walk.people.deal(asha)
    kabir.table.see()
    kabir.table.press("high")
    lena.table.press("high")
    asha.table.see()
    asha.page.wait_for_selector(".bar:not(.guarded)")
    walk.take(asha, "table-cover")
    asha.table.press("pack")
    kabir.table.press("pack")
    lena.table.skip()
    walk.take(lena, "table-win")
    walk.take(kabir, "table-over")
    dialog = asha.table.open("Host")
    dialog.get_by_role("button", name="Pause").click()
    dialog.get_by_text("Seats", exact=True).click()
    walk.take(asha, "panel-seats")
    asha.table.close()
    expect(lena.page.locator(".badge")).to_be_visible()
    walk.take(lena, "table-paused")
    dialog = asha.table.open("Host")
    dialog.get_by_role("button", name="Go on").click()
    asha.table.close()
    for person in (asha, kabir, lena):
        person.table.next_deal()
    kabir.page.get_by_text("You need 10 chips").wait_for()
    walk.take(kabir, "table-broke")
    dialog = asha.table.open("Host")
    dialog.get_by_text("House rules", exact=True).click()
    dialog.get_by_label("Place of A-2-3").select_option("top")
    dialog.get_by_role("button", name="Use these rules").click()
    asha.table.close()
    expect(lena.page.locator(".notice")).to_be_visible()
    walk.take(lena, "table-next-rules")
    lena.page.locator(".notice").click()
    expect(lena.page.get_by_role("dialog").locator("dl")).to_be_visible()
    walk.take(lena, "panel-next-rules")
    lena.table.close()
    asha.table.seat(2).click()
    remove = asha.page.get_by_role("button", name="Remove from the table")
    remove.click()
    walk.take(asha, "panel-kick")
    remove.click()
    expect(lena.page.get_by_role("dialog")).to_be_visible()
    walk.take(lena, "bye-kicked")
    dialog = asha.table.open("Host")
    close = dialog.get_by_role("button", name="Close the table")
    close.click()
    close.click()
    kabir.table.skip()
    kabir.table.result.click()
    expect(kabir.page.get_by_text("This table is closed").first).to_be_visible()
    walk.take(kabir, "table-closed")


def practice(walk: Walk) -> None:
    """A practice table, by one tap."""
    person = walk.come("Asha")
    person.go("/")
    person.page.get_by_role("button", name="Play now").click()
    person.table.is_mine()
    person.table.see()
    walk.take(person, "practice")
    person.page.get_by_role("button", name="My chances?").click()
    expect(person.table.toast).to_be_visible()
    walk.take(person, "practice-odds")


def simple(walk: Walk) -> None:
    """Somebody who reads only Hindi plays five deals in the simple view, from a personal link."""
    asha = walk.come("Asha")
    asha.host(name="दीपावली की शाम", bots=["caller", "tight"])
    made = asha.ask(
        "POST",
        f"/api/rooms/{asha.table.id}/personal-links",
        {"name": "नानी", "language": "hi", "simple": True},
    )
    nani = walk.come("नानी", locale="hi-IN")
    nani.go("/j/" + made["link"].rpartition("/")[2])
    expect(nani.page.locator("form .button.main")).to_be_visible()
    walk.take(nani, "simple-hi-join")
    nani.page.locator("form .button.main").click()
    nani.page.wait_for_url("**/t/**")
    expect(asha.table.seat(3)).to_be_visible()
    # The host looks on, so that the table plays on its own.
    asha.page.get_by_role("button", name="Menu", exact=True).click()
    for _ in range(2):
        asha.page.get_by_role("button", name="Give up my seat").click()
    walk.people.deal(asha)
    table = nani.table
    for deal in range(1, 6):
        turns = 0
        while True:
            nani.page.wait_for_selector(".bar.mine:not(.guarded), .result")
            if nani.page.locator(".result").count():
                break
            if nani.page.locator(".bar.asked").count():
                walk.take(nani, f"simple-hi-{deal}-asked")
                table.press("high")
            elif turns == 0:
                walk.take(nani, f"simple-hi-{deal}-blind")
                table.see()
                nani.page.wait_for_selector(".bar.mine:not(.guarded)")
                walk.take(nani, "simple-hi" if deal == 2 else f"simple-hi-{deal}-seen")
                table.press("pack" if deal == 4 else "low")
            else:
                table.press("show" if table.offered("show").count() else "high" if turns > 3 else "low")
            turns += 1
            nani.page.wait_for_function("() => !document.querySelector('.bar.mine:not(.guarded)')")
        table.skip()
        walk.take(nani, f"simple-hi-{deal}-result")
        table.next_deal()


WALKS: dict[str, Callable[[Walk], None]] = {
    walk.__name__: walk for walk in (start, host, table, around, seats, ends, practice, simple)
}
