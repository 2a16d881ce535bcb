"""kill -9 of the real server in mid-deal: nothing acked is lost, nothing is done twice, and every chip is there."""

from __future__ import annotations

import asyncio
import json
import signal
import statistics
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from teenpatti.fair.verify import check_files
from teenpatti.game.notation import parse_json
from teenpatti.game.replay import replay_json
from tests.server.live import Browser, Page, choose, free_port, run
from tests.server.processes import served, until

LOST = (ConnectionError, OSError, WebSocketException, TimeoutError)


class Player:
    """A person who plays on whatever happens to the server, and remembers what was acknowledged."""

    def __init__(self, browser: Browser, room: str, seed: int) -> None:
        self.browser = browser
        self.room = room
        self.rng = Random(seed)
        self.pending: dict[str, Any] | None = None
        """Sent and not answered yet."""
        self.acked: dict[int, list[str]] = defaultdict(list)
        """What was acknowledged, in the words of a hand file, by deal."""
        self.answers: dict[str, dict[str, Any]] = {}
        self.hands: dict[int, str] = {}
        self.seq = 0
        self.page: Page | None = None
        self._sent = 0

    async def play(self, done: Callable[[int], bool]) -> None:
        """Play over any number of servers, until ``done`` says so of the last deal that is over."""
        while True:
            try:
                async with self.browser.page(self.room) as page:
                    self.page = page
                    assert self.seq <= page.update["seq"] if page.update else True
                    if await self._at_table(page, done):
                        return
            except LOST:
                await asyncio.sleep(0.05)
            finally:
                self.page = None

    async def _at_table(self, page: Page, done: Callable[[int], bool]) -> bool:
        await self._repeat_an_old_one(page)
        while True:
            self._look(page)
            deal = page.room["deal"]
            if self.pending is None and deal is not None and deal["over"] and page.room["phase"] == "between":
                if done(deal["number"]):
                    return True
                if page.you["seat"] is not None and page.you["seat"] not in page.room["ready"]:
                    await page.send(t="ready", deal=deal["number"])
                    continue
            move = self.pending or choose(page, self.rng)
            if move is None:
                seen = page.update
                await page.until(lambda seen=seen: page.update is not seen)  # type: ignore[misc]
                continue
            await self._send(page, move)

    async def _send(self, page: Page, move: dict[str, Any]) -> None:
        self._sent += 1
        self.pending = move = {"id": f"{self.browser.guest}-{self._sent:06}", **move}
        answer = await page.send(**move)
        self.pending = None
        if answer["t"] == "ack":
            words = [move["t"], *([str(move["amount"])] if "amount" in move else [])]
            self.acked[move["deal"]].append(" ".join(words))
            self.answers[move["id"]] = answer
            self.seq = max(self.seq, answer["seq"])

    async def _repeat_an_old_one(self, page: Page) -> None:
        """A command that was acknowledged before the crash gets the same answer after it."""
        if self.answers:
            last = list(self.answers)[-1]
            assert await page.send(t="sit_in", id=last) == self.answers[last]

    def _look(self, page: Page) -> None:
        """Cards do not change, and chips add up, whenever one looks."""
        room, deal, hand = page.room, page.room["deal"], page.you["hand"]
        if deal is not None and hand is not None:
            assert self.hands.setdefault(deal["number"], hand) == hand
        on_table = 0 if deal is None or deal["over"] else sum(player["paid"] for player in deal["players"])
        chips = sum(seat["chips"] for seat in room["seats"])
        if deal is not None and not deal["over"]:
            seats = {player["seat"]: player for player in deal["players"]}
            chips = sum(seats[s["seat"]]["stack"] if s["seat"] in seats else s["chips"] for s in room["seats"])
        given = sum(line["given"] for line in room["score"])
        assert chips + on_table == given, (chips, on_table, given, deal)


def actions_of(file: dict[str, Any], name: str) -> list[str]:
    """What a player did in a deal, without whom he asked."""
    me = f"p{file['players'].index(name) + 1}"
    words = [action.split() for action in file["actions"]]
    return [" ".join(rest[:1] if rest[0] == "side" else rest) for who, *rest in words if who == me and rest[0] != "sm"]


def test_killed_in_mid_deal(tmp_path: Path, long: bool) -> None:
    """Two people and three bots play on over many servers."""
    cycles = 1_000 if long else 30

    async def main() -> None:
        port = free_port()
        log = tmp_path / "log"
        server = ("-m", "tests.server.quick_server", str(tmp_path / "data"), str(port))
        rng = Random(20261130)
        took: list[float] = []
        last: list[int] = []
        text = ""
        proofs: list[bytes] = []
        async with Browser(f"http://127.0.0.1:{port}") as asha, Browser(f"http://127.0.0.1:{port}") as ben:
            async with served(*server, port=port, log=log) as process:
                await asha.come("Asha")
                await ben.come("Ben")
                table = await asha.post(
                    "/api/tables", bots=["tight", "caller", "blind-lover"], starting_chips=1_000_000
                )
                await ben.post(f"/api/invites/{table['invite']}/join")
                async with asha.page(table["room"]) as host, ben.page(table["room"]):
                    await host.do(t="start")
                await process.end(signal.SIGKILL)
            people = [Player(asha, table["room"], 1), Player(ben, table["room"], 2)]
            playing = [
                asyncio.create_task(person.play(lambda deal: bool(last) and deal >= last[0])) for person in people
            ]
            for cycle in range(cycles):
                async with served(*server, port=port, log=log) as process:
                    took.append(process.seconds)
                    # Ready again in under 4 s on a machine that has nothing else to do; this one may have.
                    assert process.cpu_seconds < 4
                    await _until_playing(people)
                    await asyncio.sleep(rng.uniform(0, 0.5))
                    assert not any(task.done() for task in playing), [task for task in playing if task.done()]
                    if cycle < cycles - 1:
                        await process.end(signal.SIGKILL)
                        continue
                    assert people[0].page is not None
                    last.append(people[0].page.room["deal"]["number"] + 1)
                    await asyncio.wait_for(asyncio.gather(*playing), 60)
                    text = (await asha.http.get(f"/api/rooms/{table['room']}/deals.tphs")).text
                    proofs.extend([await _proofs(browser, table["room"]) for browser in (asha, ben)])
                    assert await process.end(signal.SIGTERM) == 0
        _check(text, people, cycles // 5)
        for lines in proofs:
            _check_proofs(lines, text)
        print(
            f"\nready after {statistics.median(took):.2f} s, at most {max(took):.2f} s; {len(text.splitlines())} deals"
        )

    run(main(), 4_000 if long else 400)


async def _proofs(browser: Browser, room: str) -> bytes:
    """The proof files of all deals, a line each."""
    lines, first = b"", 1
    while more := (await browser.http.get(f"/api/rooms/{room}/proofs.jsonl", params={"first": first})).content:
        lines += more
        first = json.loads(lines.splitlines()[-1])["record"]["shuffle"]["deal"] + 1
    return lines


def _check_proofs(lines: bytes, text: str) -> None:
    """Every deal was dealt as it was committed to, over all crashes, and people had their part in most."""
    found = check_files([("proofs", lines)])
    assert [one.fault for one in found if one.fault] == []
    deals = [parse_json(line) for line in text.encode().splitlines()]
    assert [one.deal for one in found] == list(range(1, len(deals) + 1))
    alone = sum(any("the server alone" in note for note in one.notes) for one in found)
    assert alone < len(found) / 2


def test_an_evening_of_200_deals(tmp_path: Path) -> None:
    """Over real sockets, the server killed in the middle; the exported file replays to the chips on the table."""
    deals = 200

    async def main() -> None:
        port = free_port()
        server = ("-m", "tests.server.quick_server", str(tmp_path / "data"), str(port))
        base = f"http://127.0.0.1:{port}"
        async with Browser(base) as asha, Browser(base) as ben:
            people: list[Player] = []
            playing: list[asyncio.Task[None]] = []
            async with served(*server, port=port, log=tmp_path / "log") as process:
                await asha.come("Asha")
                await ben.come("Ben")
                table = await asha.post("/api/tables", bots=["tight", "caller", "blind-lover"], starting_chips=10**6)
                room = table["room"]
                await ben.post(f"/api/invites/{table['invite']}/join")
                async with asha.page(room) as host, ben.page(room):
                    await host.do(t="start")
                people += [Player(asha, room, 1), Player(ben, room, 2)]
                playing += [asyncio.create_task(one.play(lambda deal: deal >= deals)) for one in people]
                await until(lambda: _in_deal(people[0], deals // 2), 300)
                await process.end(signal.SIGKILL)
            async with served(*server, port=port, log=tmp_path / "log") as process:
                await asyncio.wait_for(asyncio.gather(*playing), 300)
                text = (await asha.http.get(f"/api/rooms/{room}/deals.tphs")).text
                async with asha.page(room) as page:
                    names = {member["guest"]: member["name"] for member in page.room["members"]}
                    chips = {names[seat["guest"]]: seat["chips"] for seat in page.room["seats"] if seat["guest"]}
                assert await process.end(signal.SIGTERM) == 0
        stacks = _check(text, people, deals)
        assert len(text.splitlines()) == deals
        assert stacks == chips
        assert len(stacks) == 5

    run(main(), 700)


async def _in_deal(person: Player, number: int) -> bool:
    """Whether deal ``number`` or a later one is being played."""
    page = person.page
    if page is None or page.update is None or page.room["deal"] is None:
        return False
    return page.room["phase"] == "playing" and bool(page.room["deal"]["number"] >= number)


async def _until_playing(people: list[Player]) -> None:
    """Wait until both are at the table."""

    async def at_table() -> bool:
        return all(person.page is not None and person.page.update is not None for person in people)

    await until(at_table)


def _check(text: str, people: list[Player], least: int) -> dict[str, int]:
    """The history is what was acknowledged, no more and no less, and replays to the same chips, which are returned."""
    deals = [parse_json(line) for line in text.encode().splitlines()]
    assert len(deals) >= least
    stacks: dict[str, int] = {}
    for number, deal in enumerate(deals, 1):
        answer = replay_json(deal)
        assert answer["error"] is None
        assert deal.starting_stacks is not None
        assert deal.finishing_stacks is not None
        assert sum(deal.starting_stacks) == sum(deal.finishing_stacks)
        for name, start, end, net in zip(
            deal.players, deal.starting_stacks, deal.finishing_stacks, answer["steps"][-1]["net"], strict=True
        ):
            assert stacks.get(name, start) == start
            assert start + net == end
            stacks[name] = end
        for person, name in zip(people, ("Asha", "Ben"), strict=True):
            if name in deal.players:
                played = actions_of({"players": list(deal.players), "actions": deal.actions}, name)
                assert person.acked.get(number, []) == played, (number, name)
    return stacks
