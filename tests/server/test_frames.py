"""What reaches a socket: nothing that its reader may not know, whatever he might compare."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from teenpatti.game.cards import CARDS, Card
from teenpatti.game.state import Player
from teenpatti.game.view import known_hands
from teenpatti.server import frames, public_state
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.frames import Frames
from teenpatti.server.room import Room
from teenpatti.server.settings import Settings
from tests.server.driver import DECK, Play, random_step

LINK = "link"
_UPDATE = msgspec.json.Decoder(p.Update)


class Watched(Play):
    """A room whose frames are kept, for everybody who might look."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.frames: dict[str, list[bytes]] = {}
        self.maker = Frames()
        super().__init__(*args, **more)

    def send(self, by: c.By, guest: str, command: c.AnyCommand) -> tuple[e.RoomEvent, ...]:
        """Also what each gets, and what he would get if he had just connected again."""
        events = super().send(by, guest, command)
        guests = [*self.room.members, "stranger"]
        sent = self.maker.updates(self.room, events, self.at, guests, LINK) if events else {}
        for name in guests:
            kept = self.frames.setdefault(name, [])
            kept += [sent[name]] if name in sent else []
            kept.append(self.maker.first(self.room, self.at, name, LINK))
        return events


def game(seed: int, deck: tuple[Card, ...]) -> Watched:
    """A deal that depends on the seed and not on the cards: up to five seats, a lost browser, onlookers."""
    rng = Random(seed)
    rules: dict[str, Any] = {"look": rng.choice(("own_turn", "any_time")), "short_stack": "cover"}
    rules |= {"side_show_all_seen": rng.random() < 0.5, "pot_limit": rng.choice((0, 600))}
    settings = Settings(clock=rng.choice((0, 20)), starting_chips=rng.choice((60, 400, 5000)))
    play = Watched(rng.randint(2, 5), settings=settings, **rules)
    people = [f"g{i}" for i in range(len(play.room.members))]
    play.come("look", play=False)
    play.start(deck)
    play.server(c.SocketsGone("g1"))
    play.come("new", play=False)
    play.do("new", p.Claim, seat=1)
    play.do("g0", p.AnswerClaim, guest="new")
    while play.room.phase == "playing":
        deal = play.room.table.deal
        assert deal is not None
        looker = rng.choice(people)
        player = play.room.player_of(looker)
        if player is not None and looker != play.actor and deal.legal(player).see and rng.random() < 0.3:
            play.do(looker, p.See)
            continue
        fields = random_step(play.room, rng)
        if fields["kind"] is p.Pack and rng.random() < 0.6:
            continue
        play.do(play.actor, fields.pop("kind"), **fields)
    for guest in people:
        if guest not in play.room.members:
            continue
        if rng.random() < 0.3 and not _seen(play.room, guest):
            play.do(guest, p.LookAfter)
        if rng.random() < 0.3 and _shown(play.room, guest) is None:
            play.do(guest, p.ShowHand)
    return play


def _player(room: Room, guest: str) -> Player:
    deal, player = room.table.deal, room.player_of(guest)
    assert deal is not None
    assert player is not None
    return deal.players[player]


def _seen(room: Room, guest: str) -> bool:
    return _player(room, guest).seen


def _shown(room: Room, guest: str) -> object:
    return _player(room, guest).shown


def known_cards(room: Room, guest: str) -> set[Card]:
    """The cards that the guest may know once all is played."""
    deal, player = room.table.deal, room.player_of(guest)
    assert deal is not None
    cards = {card for hand in known_hands(deal, player).values() for card in hand}
    if player is not None and (deal.players[player].seen or guest in room.looked):
        cards |= set(deal.players[player].hand or ())
    return cards


def outcome(play: Watched) -> list[str]:
    """All that happened, without cards; two decks whose deals end differently are no pair."""
    blank = []
    for body in play.entries:
        events = json.loads(body)
        for event in events:
            inner = event.get("event", {}).get("event") or {}
            for name in ("hand", "hands"):
                inner.pop(name, None)
        blank.append(json.dumps(events))
    return blank


def other_deck(rng: Random, deck: tuple[Card, ...], known: set[Card]) -> tuple[Card, ...]:
    """The same deck with all cards exchanged that are not ``known``."""
    free = [card for card in deck if card not in known]
    rng.shuffle(free)
    mixed = iter(free)
    return tuple(card if card in known else next(mixed) for card in deck)


def pairs(count: int, part: int = 0, parts: int = 1) -> list[tuple[str, Watched, Watched]]:
    """Deals on two decks that differ only in cards the viewer may not know, with the viewer; by seeds of one part."""
    found: list[tuple[str, Watched, Watched]] = []
    seed = part
    while len(found) < count:
        seed += parts
        rng = Random(seed)
        deck = tuple(rng.sample(CARDS, 52))
        one = game(seed, deck)
        viewers = [*one.room.deal_guests, "look", "new", "stranger"]
        viewer = viewers[seed // parts % len(viewers)]
        for _ in range(30):
            two = game(seed, other_deck(rng, deck, known_cards(one.room, viewer)))
            if outcome(two) == outcome(one):
                found.append((viewer, one, two))
                break
    return found


def differing(found: list[tuple[str, Watched, Watched]]) -> list[str]:
    """The viewers who get different bytes."""
    return [viewer for viewer, one, two in found if one.frames.get(viewer) != two.frames.get(viewer)]


@pytest.mark.parametrize("part", range(5))
def test_non_interference(part: int, long: bool) -> None:
    """500 pairs: each seat, spectator, reconnecting seat, host and new device get identical bytes."""
    assert differing(pairs(1_000 if long else 100, part, 5)) == []


# --- the test can fail: leaks planted on purpose ----------------------------------------------------------------------


def leak_in_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that carries the cards it was dealt with."""
    monkeypatch.setattr(frames, "redact", lambda event, viewer: event)
    monkeypatch.setattr(frames, "redact_table", lambda event, viewer: event)


def leak_in_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class of every hand, shown or not."""
    original = public_state._players

    def leaking(deal: Any, seats: tuple[int, ...]) -> list[p.PlayerState]:
        named = zip(original(deal, seats), deal.players, strict=True)
        return [
            replace(state, hand_class=public_state.class_of(player.hand, deal.rules.ranking)) for state, player in named
        ]

    monkeypatch.setattr(public_state, "_players", leaking)


def leak_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The score sheet sorted by the cards somebody holds."""

    def leaking(parts: public_state.Parts, room: Room) -> Any:
        lines = public_state.score_lines(room.table.ledger, room.names, room.won)
        hand = room.deal.players[0].hand if room.deal else None
        return lines[::-1] if hand and min(hand) % 2 else lines

    monkeypatch.setattr(public_state.Parts, "score", leaking)


def leak_in_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blank more or less."""
    original = public_state.room_state

    def leaking(room: Room, at: int, sight: public_state.Sight, parts: public_state.Parts) -> p.RoomState:
        state = original(room, at, sight, parts)
        hand = room.deal.players[-1].hand if room.deal else None
        return replace(state, room=state.room + " " * (hand[0].rank if hand else 0))

    monkeypatch.setattr(frames, "room_state", leaking)


def leak_in_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that comes from the deck."""
    original = public_state.room_state

    def leaking(room: Room, at: int, sight: public_state.Sight, parts: public_state.Parts) -> p.RoomState:
        state = original(room, at, sight, parts)
        number = hash(tuple(player.hand for player in room.deal.players)) if room.deal else 0
        return replace(state, next_deal_ms=number)

    monkeypatch.setattr(frames, "room_state", leaking)


def leak_in_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    """How often somebody has been dealt a pair."""

    def leaking(parts: public_state.Parts, room: Room) -> Any:
        pairs_dealt = (
            sum(len({card.rank for card in player.hand or ()}) < 3 for player in room.deal.players) if room.deal else 0
        )
        return [
            replace(line, deals=pairs_dealt)
            for line in public_state.score_lines(room.table.ledger, room.names, room.won)
        ]

    monkeypatch.setattr(public_state.Parts, "score", leaking)


def leak_in_own_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """One's own hand before one has looked."""
    monkeypatch.setattr(frames, "own_hand", lambda room, deal, guest, player: deal.players[player].hand)


@pytest.mark.parametrize(
    "plant",
    [
        leak_in_events,
        leak_in_state,
        leak_in_order,
        leak_in_length,
        leak_in_ids,
        leak_in_statistics,
        leak_in_own_part,
    ],
)
def test_planted_leaks_are_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turns the test above red, with far fewer pairs."""
    plant(monkeypatch)
    assert differing(pairs(25))


# --- what stands in a frame -------------------------------------------------------------------------------------------


def frame(play: Play, guest: str) -> p.Update:
    """What the guest would get by connecting now."""
    return _UPDATE.decode(Frames().first(play.room, play.at, guest, LINK))


def told(play: Play, guest: str) -> list[dict[str, Any]]:
    """What the guest was told of the last change; nothing if there was no frame for him."""
    sent = Frames().updates(play.room, play.events, play.at, [guest], LINK)
    return _UPDATE.decode(sent[guest]).events if guest in sent else []


def test_every_frame_is_what_the_protocol_says() -> None:
    """Each decodes as its own message, for everybody, all through random games."""
    for seed in range(5):
        rng = Random(seed)
        for sent in game(seed, tuple(rng.sample(CARDS, 52))).frames.values():
            for body in sent:
                _UPDATE.decode(body)


def test_what_is_kept_is_never_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame of parts that were kept is the frame that would be made anew, whatever has changed in between."""
    sent = Watched.send

    def compared(play: Watched, by: c.By, guest: str, command: c.AnyCommand) -> tuple[e.RoomEvent, ...]:
        events = sent(play, by, guest, command)
        for name in (*play.room.members, "stranger"):
            assert play.frames[name][-1] == Frames().first(play.room, play.at, name, LINK)
        return events

    monkeypatch.setattr(Watched, "send", compared)
    for seed in range(5):
        play = game(seed, tuple(Random(seed).sample(CARDS, 52)))
        play.do("g0", p.Rename, name="Other")
        play.do("g0", p.GiveChips, seat=0, chips=5)
        play.do("g0", p.SetRules, rules={"boot": 20})
        play.do("g0", p.SetSettings, name="Diwali", clock=30)
        play.do("g0", p.AddBot, style="tight")
        play.server(c.SocketsGone("g0"))


def test_events_speak_of_seats() -> None:
    """Not of players, and not of persons."""
    play = Play(2)
    play.do("g1", p.Sit, seat=5)
    assert told(play, "g0") == [{"kind": "places_changed", "seat": 1, "other": 5}]
    play.start()
    assert told(play, "g0") == [
        {"kind": "deal_opened", "number": 1, "dealer": 0, "dealt_in": [5, 0]},
        {"kind": "deal_started", "price": 20, "turn": 5, "seats": [5, 0]},
    ]
    play.bet()
    assert told(play, "g0")[0]["player"] == 5
    play.come("g2", "Chitra")
    play.server(c.Went("g2"))
    play.come("g2", "Chitra", online=False)
    assert [event["kind"] for event in told(play, "g0")] == ["member_came", "joined"]
    assert all("person" not in event for event in told(play, "g0"))
    assert told(play, "g0")[1]["guest"] == "g2"


def test_a_look_tells_its_owner_alone() -> None:
    """The others learn that he looked."""
    play = Play(2)
    play.start()
    play.act(p.See)
    assert told(play, "g1")[0]["hand"] is not None
    assert told(play, "g0") == [{"kind": "saw", "player": 1, "hand": None}]
    assert frame(play, "g1").you.hand is not None
    assert frame(play, "g0").you.hand is None


def test_looking_after_the_deal_is_private() -> None:
    """Others do not even get a frame."""
    play = Play(2)
    play.start()
    play.pack_all()
    assert frame(play, "g0").you.may_look_after
    play.do("g0", p.LookAfter)
    assert Frames().updates(play.room, play.events, play.at, ["g1"], LINK) == {}
    assert told(play, "g0") == [{"kind": "looked_after", "guest": "g0"}]
    assert frame(play, "g0").you.hand is not None
    assert not frame(play, "g0").you.may_look_after
    play.do("g0", p.ShowHand)
    assert frame(play, "g1").room.deal.players[1].shown is not None  # type: ignore[union-attr]
    assert not frame(play, "g0").you.may_show_hand


def test_side_show_tells_two() -> None:
    """Both see both hands; the third learns the outcome (R14)."""
    play = Play(3)
    play.start()
    for _ in range(3):
        play.act(p.See)
        play.bet()
    asker = play.actor
    play.act(p.Side, seat=0)
    asked = play.actor
    play.act(p.Accept)
    (third,) = {"g0", "g1", "g2"} - {asker, asked}
    seats = {play.room.seat_of(asker), play.room.seat_of(asked)}
    for guest in (asker, asked):
        assert {seat for seat, _ in frame(play, guest).you.knows} == seats - {play.room.seat_of(guest)}
        assert None not in told(play, guest)[0]["hands"]
    assert frame(play, third).you.knows == []
    assert told(play, third)[0]["hands"] == [None, None]


def test_waiting_guests_see_the_door() -> None:
    """The table's name and its host; no members, seats or deal, no link, no events."""
    play = Play(2)
    play.start()
    play.do("g0", p.SetSettings, approval=True)
    play.come("wait")
    update = frame(play, "wait")
    assert (update.room.deal, update.you.invite, update.chat) == (None, None, [])  # type: ignore[union-attr]
    assert [member.guest for member in update.room.members] == ["g0"]  # type: ignore[union-attr]
    assert all(seat.guest is None for seat in update.room.seats)  # type: ignore[union-attr]
    play.bet()
    assert told(play, "wait") == []


def test_no_spectators() -> None:
    """Where nobody may look on, a member without a seat sees the people and no deal, unless he was dealt in."""
    play = Play(3, settings=Settings(spectators=False))
    play.do("g2", p.Stand)
    play.start()
    assert frame(play, "g2").room.deal is None  # type: ignore[union-attr]
    assert told(play, "g2") == []
    assert len(frame(play, "g2").room.members) == 3  # type: ignore[union-attr]
    play.do("g1", p.Stand)
    play.pack_all()
    assert frame(play, "g1").room.deal is not None  # type: ignore[union-attr]


def test_clocks_are_told_as_time_left() -> None:
    """Of the turn, of the bank, of the pause; none when paused or without clock."""
    play = Play(2, settings=Settings(clock=20))
    play.start()
    play.at += 5_000
    deal = frame(play, "g0").room.deal  # type: ignore[union-attr]
    assert deal is not None
    assert (deal.left_ms, deal.clock_ms, deal.bank_ms) == (15_000, 20_000, 30_000)
    play.at += 25_000
    deal = frame(play, "g0").room.deal  # type: ignore[union-attr]
    assert deal is not None
    assert (deal.left_ms, deal.bank_ms) == (0, 20_000)
    play.do("g0", p.Pause)
    assert frame(play, "g0").room.deal.left_ms is None  # type: ignore[union-attr]
    play.do("g0", p.Resume)
    play.pack_all()
    play.at += 3_000
    assert frame(play, "g0").room.next_deal_ms == 5_000  # type: ignore[union-attr]
    untimed = Play(2)
    untimed.start()
    assert frame(untimed, "g0").room.deal.left_ms is None  # type: ignore[union-attr]


def test_chips_while_a_deal_runs() -> None:
    """A seat shows what it has now; at a tab the score."""
    for tab, before in ((False, 5000), (True, 0)):
        play = Play(2, settings=Settings(tab=tab))
        play.start()
        play.bet()
        seats = frame(play, "g0").room.seats  # type: ignore[union-attr]
        assert [seat.chips for seat in seats[:2]] == [before - 10, before - 20]


def test_called_off_deal_is_shown() -> None:
    """With what was paid, and that all of it went back."""
    play = Play(2)
    play.start(DECK)
    for guest in ("g0", "g1"):
        play.do(guest, p.CallOff)
    deal = frame(play, "g0").room.deal  # type: ignore[union-attr]
    assert deal is not None
    assert (deal.over, deal.ended_by, deal.winners, deal.turn) == (True, "called_off", [], None)
    you = frame(play, "g0").you
    assert (you.may_look_after, you.may_show_hand, you.legal) == (False, False, None)


def test_newcomers_get_the_latest_chat() -> None:
    """In the first frame only."""
    play = Play(2)
    play.do("g1", p.Say, text="hello")
    assert [line.text for line in frame(play, "g0").chat] == ["hello"]
