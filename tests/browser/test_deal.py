"""Deals from the first card to the last, at two browsers or more."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import People, Person
from tests.browser.process import Server


def test_host_join_and_a_show(people: People, server: Server) -> None:
    """From the first page to the result: hosting with one tap, joining by the link, blind and seen bets, a show."""
    asha = people.come("Asha")
    asha.go("/")
    asha.page.get_by_role("link", name=re.compile("Host a table")).click()
    asha.page.get_by_label("Your name").fill("Asha")
    asha.page.get_by_role("button", name="Open the table").first.click()
    expect(asha.page.get_by_role("heading", name="Your table is open")).to_be_visible()
    expect(asha.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = asha.page.locator("[data-link]").inner_text()
    asha.page.get_by_role("link", name="Go to the table").click()
    expect(asha.page.get_by_role("button", name="Deal the cards")).to_have_attribute("aria-disabled", "true")

    ravi = people.come("Ravi")
    ravi.join(re.sub(r"^https?://[^/]+", "", link))
    expect(ravi.page.get_by_role("heading", name="Table of Asha")).to_be_visible()
    expect(asha.table.seat(1)).to_contain_text("Ravi")

    server.cards("AsAhAd", "KsKdQh")
    people.deal(asha)
    expect(ravi.table.pot).to_have_text("20")
    assert not ravi.table.own_cards.count()
    expect(ravi.table.place("low")).to_contain_text("Blind 10")
    ravi.table.press("low")
    asha.table.see()
    expect(asha.table.own_cards).to_have_count(3)
    expect(asha.page.locator(".named")).to_have_text("Trail")
    expect(asha.table.place("low")).to_contain_text("Chaal 20")
    asha.table.press("low")
    ravi.table.see()
    expect(ravi.table.place("show")).to_contain_text("20")
    ravi.table.press("show")
    for person in (asha, ravi):
        person.table.skip()
    expect(asha.table.result).to_contain_text("You win 70")
    expect(ravi.table.result).to_contain_text("Asha wins 70")
    expect(ravi.table.result).to_contain_text("Trail beats Pair.")
    # The player asked opens first, the one who paid last.
    expect(ravi.table.result.locator(".who")).to_have_text(["Asha", "You"])


def three(people: People, server: Server) -> list[Person]:
    """Asha deals, Ravi and Meera; all have seen, and Ravi and Meera have bet."""
    found = people.sit("Asha", "Ravi", "Meera")
    server.cards("AsAhAd", "KsKdQh", "9s8d2h")
    people.deal(found[0])
    for person in (found[1], found[2]):
        person.table.see()
        person.table.press("low")
    found[0].table.see()
    return found


def test_a_side_show_accepted(people: People, server: Server) -> None:
    """Both see both hands, the lower packs, and the third learns the outcome only."""
    asha, ravi, meera = three(people, server)
    asha.table.press("low")
    # Ravi's turn: he asks the player before him, Asha.
    ravi.table.press("side")
    expect(asha.table.turn).to_have_text("Ravi asks you for a side show")
    expect(meera.page.get_by_text("Ravi asks Asha for a side show", exact=True)).to_be_visible()
    asha.table.press("high")
    shown = ravi.page.get_by_role("dialog", name="Side show")
    expect(shown.locator(".face")).to_have_count(6)
    expect(shown).to_contain_text("Your hand is lower: you pack.")
    expect(asha.page.get_by_role("dialog", name="Side show")).to_contain_text("Ravi has the lower hand and packs.")
    expect(meera.table.seat(1)).to_contain_text("Packed")
    assert not any("KsKdQh" in frame or "AsAhAd" in frame for frame in meera.frames)


def test_a_side_show_refused(people: People, server: Server) -> None:
    """The payment stays and the turn goes on; nobody sees anything."""
    asha, ravi, meera = three(people, server)
    asha.table.press("side")
    expect(meera.table.turn).to_have_text("Asha asks you for a side show")
    meera.table.press("low")
    ravi.table.is_mine()
    expect(asha.table.pot).to_have_text("90")
    for person in (asha, ravi, meera):
        expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert not any("9s8d2h" in frame for frame in [*asha.frames, *ravi.frames])
