"""A fair shuffle in a room: from the seeds to the deal, with sleepers, withholders and crashes, and its proof."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from teenpatti.fair import chain
from teenpatti.fair.verify import Checked, check_files
from teenpatti.game.view import known_hands
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.clocks import ChainDue, ShuffleDue, StageDue, deadlines
from teenpatti.server.evolve import evolve_entry
from teenpatti.server.frames import Frames
from teenpatti.server.history import decode, masked, record_of
from teenpatti.server.proofs import proof_file
from teenpatti.server.room import COMMIT_MS, REVEAL_MS, Room
from teenpatti.server.room_codec import decode_events, decode_room, encode_room
from tests.server.driver import Play, kinds
from tests.server.shuffles import FairPlay


def proof(room: Room, guest: str | None) -> str:
    """The file of the room's deal for a guest, or for an onlooker."""
    assert room.proven is not None
    assert room.deal is not None
    player = None if guest is None else room.player_of(guest)
    return proof_file(room.proven, room.deal, player, looked=guest in room.looked)


def checked(*files: str) -> list[Checked]:
    """What the checker says; all must hold."""
    found = check_files([(str(i), file.encode()) for i, file in enumerate(files)])
    assert [one.fault for one in found] == [None] * len(files)
    return found


def test_from_the_seeds_to_the_deal() -> None:
    """Four entries, each of which publishes what the next one needs; the cards are those of the deck chosen."""
    play = FairPlay(3)
    play.do("g0", p.AddBot, style="caller")
    play.do("g0", p.Start)
    assert deadlines(play.room) == [(play.at, ShuffleDue(1))]
    assert kinds(play.begin()) == ["ShuffleBegan"]
    assert [part.kind for part in play.shuffle.transcript.parts] == ["house", "person", "person", "person", "bot"]
    assert deadlines(play.room) == [(play.at + COMMIT_MS, StageDue(1, 1, "commit"))]
    assert kinds(play.stage()) == ["Committed"]
    assert deadlines(play.room) == [(play.at + REVEAL_MS, StageDue(1, 1, "value"))]
    assert kinds(play.stage()) == ["Revealed"]
    assert len(set(play.shuffle.transcript.roots)) == 8
    assert kinds(play.stage()) == ["DealProven", "DealOpened", "DealStarted"]
    assert play.room.phase == "playing"
    assert play.room.shuffle is None
    assert play.room.table.dealer == record(play)["players"][-1] - 1
    assert_committed(play.room)


def record(play: FairPlay) -> Any:
    """The public record of the deal."""
    assert play.room.proven is not None
    return play.room.proven.record


def assert_committed(room: Room) -> None:
    """Every card of the running deal is the committed one at its place."""
    deal = room.deal
    assert deal is not None
    assert room.proven is not None
    for player, state in enumerate(deal.players):
        (one,) = checked(proof_file(room.proven, deal, player, looked=True))
        seat = room.deal_seats[player] + 1
        assert one.cards()[f"seat {seat}"] == [str(card) for card in state.hand or ()]


def test_proofs_open_what_their_reader_may_know() -> None:
    """And nothing else: for every viewer, after every step of random deals."""
    for seed in range(6):
        play = FairPlay(4, seed=seed, side_show_all_seen=False)
        play.fair_deal()
        rng = Random(seed)
        while play.room.phase == "playing":
            play.step(rng)
            deal = play.room.deal
            assert deal is not None
            for guest in (None, *play.room.deal_guests):
                player = None if guest is None else play.room.player_of(guest)
                known = known_hands(deal, player)
                if player is not None and deal.players[player].seen:
                    known = {**known, player: deal.players[player].hand or ()}
                (one,) = checked(proof(play.room, guest))
                expected = {
                    f"seat {play.room.deal_seats[i] + 1}": [str(card) for card in hand] for i, hand in known.items()
                }
                assert one.cards() == expected


def test_cards_looked_at_after_the_deal() -> None:
    """R8: they are opened to their owner alone, in the stored deal too; an onlooker's file opens what was shown."""
    play = FairPlay(3)
    play.fair_deal()
    play.pack_all()
    assert checked(proof(play.room, "g0"))[0].cards() == {}
    play.do("g0", p.LookAfter)
    assert list(checked(proof(play.room, "g0"))[0].cards()) == ["seat 1"]
    assert checked(proof(play.room, "g1"))[0].cards() == {}
    play.do("g1", p.ShowHand)
    assert list(checked(proof(play.room, None))[0].cards()) == ["seat 2"]
    stored = record_of(play.room, play.at)
    assert stored is not None
    kept = decode(stored.body)
    assert kept.proof == play.room.proven
    assert "seed" not in json.dumps(masked(kept, "g0").to_fields())


def test_an_evening_in_proofs() -> None:
    """Each record names the one before; a called off deal has its own."""
    play = FairPlay(3)
    files = []
    for number in range(6):
        play.fair_deal() if number == 0 else play.next_fair_deal(asleep=["g1"] if number % 2 else ())
        files.append(proof(play.room, "g0"))
        if number == 3:
            for guest in ("g0", "g1", "g2"):
                play.do(guest, p.CallOff)
        else:
            play.pack_all()
        play.at += 60_000
    found = checked(*files)
    assert [one.deal for one in found] == [1, 2, 3, 4, 5, 6]
    assert found[1].notes == ("took no part in the shuffle: seat 2",)
    assert play.room.fairness is not None
    assert play.room.fairness.used == 6


# --- sleepers, withholders --------------------------------------------------------------------------------------------


def test_a_sleeping_phone_is_no_refusal() -> None:
    """The deal goes on without its value and says so; it is dealt in."""
    play = FairPlay(3)
    play.fair_deal(asleep=["g1"])
    assert play.room.player_of("g1") is not None
    assert checked(proof(play.room, "g0"))[0].notes == ("took no part in the shuffle: seat 2",)
    play.pack_all()
    play.next_fair_deal(asleep=["g0", "g1", "g2"])
    assert any("the server alone" in note for note in checked(proof(play.room, "g0"))[0].notes)


@pytest.mark.parametrize("stages", [1, 2])
def test_a_withheld_value_voids_the_shuffle(stages: int) -> None:
    """Before any boot, shown to all, and done again without that seat; he plays again from the next deal."""
    play = FairPlay(3)
    play.begin()
    for _ in range(stages):
        play.stage()
    before = [seat.chips for seat in play.room.table.seats if seat]
    events = play.stage(asleep=["g1"])
    assert kinds(events) == ["ShuffleVoided", "WentAway", "SatOut"]
    assert [seat.chips for seat in play.room.table.seats if seat] == before
    shown = json.loads(Frames().updates(play.room, events, play.at, ["g2"], "")["g2"])["events"]
    assert [(one["stage"], one["withheld"]) for one in shown[:1]] == [("value" if stages == 1 else "choice", [2])]
    assert play.room.phase == "shuffling"
    assert deadlines(play.room) == [(play.at, ShuffleDue(1))]
    # He taps at once, and is still not in this deal.
    play.do("g1", p.SitIn)
    assert kinds(play.begin()) == ["WentAway", "SatOut", "ShuffleBegan"]
    for _ in range(3):
        play.stage()
    assert play.room.deal_guests == tuple(guest for guest in play.room.deal_guests if guest != "g1")
    assert play.room.player_of("g1") is None
    (one,) = checked(proof(play.room, "g0"))
    word = "value" if stages == 1 else "choice"
    assert f"a shuffle for this deal was void: seat 2 withheld its {word}" in one.notes
    play.pack_all()
    play.do("g1", p.SitIn)
    play.next_fair_deal()
    assert play.room.player_of("g1") is not None
    assert record(play)["voided"] == []


@pytest.mark.parametrize("kind", ["value", "choice"])
def test_another_value_than_committed_is_withheld(kind: str) -> None:
    """Whatever he sends instead."""
    play = FairPlay(3)
    play.begin()
    play.stage()
    if kind == "choice":
        play.stage()
    assert kinds(play.stage(g2="00" * 32))[0] == "ShuffleVoided"


def test_who_comes_back_in_mid_shuffle_gains_nothing() -> None:
    """Tapping between the void shuffle and the deal brings him back only for the next one."""
    play = FairPlay(4)
    play.begin()
    play.stage()
    play.stage(asleep=["g1"])
    play.begin()
    play.stage()
    play.stage()
    play.do("g1", p.SitIn)
    assert kinds(play.stage())[:2] == ["WentAway", "SatOut"]
    assert play.room.phase == "playing"
    assert play.room.player_of("g1") is None


def test_two_who_withhold_leave_nobody_to_play() -> None:
    """Then no deal. When they are back there is one, for which their seats take no part in the shuffle."""
    play = FairPlay(3)
    play.begin()
    play.stage()
    play.stage(asleep=["g1", "g2"])
    assert kinds(play.begin()) == ["DealDropped"]
    assert play.room.phase == "waiting"
    play.do("g1", p.SitIn)
    play.fair_deal()
    assert play.room.player_of("g1") is not None
    assert checked(proof(play.room, "g0"))[0].notes == (
        "took no part in the shuffle: seat 2",
        "a shuffle for this deal was void: seat 2, 3 withheld its value",
    )


def test_a_barred_seat_with_another_person() -> None:
    """Who takes the seat of one who withheld is dealt in, but the seat takes no part in that deal's shuffle."""
    play = FairPlay(3)
    play.begin()
    play.stage()
    play.stage(asleep=["g1"])
    play.server(c.Went("g1"))
    play.come("g9", "Nila")
    assert play.room.seat_of("g9") == 1
    play.fair_deal()
    assert play.room.player_of("g9") is not None
    (one,) = checked(proof(play.room, "g0"))
    assert "took no part in the shuffle: seat 2" in one.notes


def test_who_sits_down_in_mid_shuffle() -> None:
    """Is dealt in without a value; who leaves in it is not dealt in."""
    play = FairPlay(3)
    play.begin()
    play.stage()
    play.come("late", "Late")
    play.do("g1", p.SitOut)
    play.stage()
    play.stage()
    assert play.room.player_of("late") is not None
    assert play.room.player_of("g1") is None
    checked(proof(play.room, "late"))


# --- what does not fit ------------------------------------------------------------------------------------------------


def test_a_shuffle_out_of_order_is_refused() -> None:
    """Late, early, of another deal, shuffle or stage, or while the table is paused."""
    play = FairPlay(3)

    def refused(command: c.ServerCommand) -> str:
        return play.refused_command(c.By.SERVER, "", command)

    own = (("00" * 32, "11" * 32),)
    assert refused(c.ShuffleStarts(1, own)) == "late"
    assert refused(c.Contributions(1, 1, "commit", {})) == "late"
    assert refused(c.ChainMade(bytes(32))) == "late"
    play.do("g0", p.Start)
    assert refused(c.ShuffleStarts(2, own)) == "late"
    assert refused(c.ShuffleStarts(1, ())) == "too_early"
    play.begin()
    assert refused(c.ShuffleStarts(1, own)) == "late"
    assert refused(c.Contributions(1, 2, "commit", {})) == "late"
    assert refused(c.Contributions(1, 1, "value", {})) == "late"
    play.do("g0", p.Pause)
    assert deadlines(play.room) == []
    assert refused(c.Contributions(1, 1, "commit", {})) == "too_early"
    play.do("g0", p.Resume)
    play.stage()
    play.stage()
    play.stage()
    assert refused(c.Contributions(1, 1, "choice", {})) == "late"


def test_commits_of_nobody_are_let_go_by() -> None:
    """Only people asked for can commit, each for his own seat."""
    play = FairPlay(2)
    play.begin()
    pair = ("00" * 32, "11" * 32)
    play.server(c.Contributions(1, 1, "commit", {0: pair, 2: pair, 7: pair}))
    commits = {part.seat: part.commits for part in play.shuffle.transcript.parts}
    assert commits[1] is None
    assert commits[2] == pair
    assert commits[0] not in (None, pair)


def test_a_lost_player_is_waited_for() -> None:
    """10 s before the shuffle, and before the cards are dealt."""
    play = FairPlay(3)
    play.server(c.SocketsGone("g1"))
    play.do("g0", p.Start)
    assert deadlines(play.room) == [(play.at + 10_000, ShuffleDue(1))]
    assert play.refused_command(c.By.SERVER, "", c.ShuffleStarts(1, (("00" * 32, "11" * 32),))) == "too_early"
    play.at += 10_000
    assert kinds(play.begin()) == ["WentAway", "SatOut", "ShuffleBegan"]
    play.stage()
    play.stage()
    play.server(c.SocketsGone("g2"))
    transcript = play.shuffle.transcript
    given: dict[int, tuple[str, ...]] = {}
    for seat, guest in play.shuffle.guests.items():
        message = play.sharers[guest].answer(transcript.to_json() | {"stage": "choice"}, seat - 1)
        assert isinstance(message, p.Reveal)
        given[seat] = (message.secret,)
    command = c.Contributions(1, 1, "choice", given)
    assert play.refused_command(c.By.SERVER, "", command) == "too_early"
    play.server(c.SocketOpened("g2"))
    assert kinds(play.server(command))[0] == "DealProven"


def test_commits_wait_for_who_comes_back() -> None:
    """After a restart nobody is connected yet; a stage begins anew and waits for all."""
    play = FairPlay(3)
    play.begin()
    play.at += 500
    play.server(c.Restart())
    assert deadlines(play.room)[0] == (play.at + 10_000, StageDue(1, 1, "commit"))
    for guest in ("g0", "g1", "g2"):
        play.server(c.SocketOpened(guest))
    assert deadlines(play.room) == [(play.at + COMMIT_MS, StageDue(1, 1, "commit"))]


def test_a_deal_given_up_is_told() -> None:
    """The table is closed in the middle of a shuffle, or nobody is there for the cards: the next record tells it."""
    play = FairPlay(2)
    play.begin()
    play.stage()
    play.do("g0", p.Close)
    assert play.room.shuffle is None
    play.server(c.Reopen("g0"))
    play.begin()
    play.stage()
    play.stage()
    play.do("g1", p.SitOut)
    assert kinds(play.stage()) == ["DealDropped"]
    play.do("g1", p.SitIn)
    play.fair_deal()
    (one,) = checked(proof(play.room, "g0"))
    assert one.notes == ("a shuffle for this deal was given up before the cards were dealt",) * 2


def test_another_chain_when_one_is_used_up() -> None:
    """After 256 shuffles the next seeds are fixed, and proofs still follow each other."""
    play = FairPlay(2)
    files = []
    assert play.room.fairness is not None
    used = chain.LENGTH - 2
    play.room = play_on(play.room, used)
    for number in range(4):
        if number:
            play.at += play.room.pause_ms
            play.server(c.NextDealDue(play.room.table.deals))
        else:
            play.do("g0", p.Start)
        if number == 2:
            assert deadlines(play.room) == [(play.at, ChainDue(3))]
            assert play.refused_command(c.By.SERVER, "", c.ShuffleStarts(3, (("00" * 32, "11" * 32),))) == "too_early"
            assert kinds(play.server(c.ChainMade(bytes(range(32))))) == ["ChainOpened"]
        play.fair_deal()
        files.append(proof(play.room, None))
        play.pack_all()
    found = checked(*files)
    assert [one.proof["record"]["shuffle"]["number"] for one in found if one.proof] == [255, 256, 1, 2]


def play_on(room: Room, used: int) -> Room:
    """The room as if so many shuffles had been."""
    assert room.fairness is not None
    return replace(room, fairness=replace(room.fairness, used=used))


# --- secrets and crashes ----------------------------------------------------------------------------------------------


def secrets_of(room: Room) -> set[str]:
    """What nobody may be sent: the chain's secret, seeds that are not opened, what the house has not revealed yet."""
    assert room.fairness is not None
    known = {room.fairness.secret}
    if room.proven is not None:
        known.add(room.proven.seed)
    if room.shuffle is not None:
        shown = {(part.value, part.choice) for part in room.shuffle.transcript.parts}
        for _, value, choice in room.shuffle.own:
            known |= {value} if not any(value == one for one, _ in shown) else set()
            known |= {choice} if not any(choice == one for _, one in shown) else set()
        secret = bytes.fromhex(room.fairness.secret)
        known |= {chain.seed(secret, room.shuffle.transcript.number, deck).hex() for deck in range(chain.DECKS)}
    return known


def test_no_secret_is_ever_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in events nor in the room, to nobody; the seed of a deck that was dealt not even in its proof."""
    frames: list[tuple[set[str], bytes]] = []
    sent = Play.send

    def watched(play: Play, by: c.By, guest: str, command: c.AnyCommand) -> tuple[e.RoomEvent, ...]:
        events = sent(play, by, guest, command)
        if play.room.fairness is not None:
            known, guests = secrets_of(play.room), list(play.room.members)
            frames.extend((known, Frames().first(play.room, play.at, one, "")) for one in guests)
            frames.extend((known, body) for body in Frames().updates(play.room, events, play.at, guests, "").values())
        return events

    monkeypatch.setattr(Play, "send", watched)
    play = FairPlay(3)
    play.do("g0", p.AddBot, style="caller")
    seeds = set()
    for number in range(3):
        play.fair_deal() if number == 0 else play.next_fair_deal()
        assert play.room.proven is not None
        seeds.add(play.room.proven.seed)
        assert all(play.room.proven.seed not in proof(play.room, guest) for guest in play.room.deal_guests)
        play_out(play)
    for secrets, body in frames:
        for secret in secrets | seeds:
            assert secret.encode() not in body


def test_killed_at_every_event() -> None:
    """Whatever was the last entry on the disk: the room that comes back goes on with the committed cards."""
    play = FairPlay(4, side_show_all_seen=False)
    start = len(play.entries)
    room = play.room
    play.fair_deal()
    rng = Random(5)
    while play.room.phase == "playing":
        play.step(rng)
    play.next_fair_deal(asleep=["g2"])
    looked_at = 0
    for seq, body in enumerate(play.entries[start:], room.seq + 1):
        room = evolve_entry(room, seq, play.at, "", "", decode_events(body))
        room = decode_room(encode_room(room))
        if room.proven is not None and room.deal is not None:
            assert_committed(room)
            looked_at += 1
    assert room.table == play.room.table
    assert looked_at > 8


def play_out(play: FairPlay) -> None:
    """Play the deal to its end; the bot packs."""
    while play.room.phase == "playing":
        if play.actor.startswith("bot"):
            play.send(c.By.BOT, play.actor, c.BotActs(play.actor, play.room.table.deals, play.room.turn_number, None))
        else:
            play.act(p.Pack)


@pytest.mark.parametrize("stages", [0, 1, 2])
def test_killed_in_mid_shuffle(stages: int) -> None:
    """The same shuffle goes on: same seeds, same commits, same values; a second try is no way to another deck."""
    play = FairPlay(3)
    play.begin()
    for _ in range(stages):
        play.stage()
    transcript = play.shuffle.transcript
    play.room = decode_room(encode_room(play.room))
    play.server(c.Restart())
    for guest in ("g0", "g1", "g2"):
        play.server(c.SocketOpened(guest))
    assert play.shuffle.transcript == transcript
    for _ in range(stages, 3):
        play.stage()
    assert_committed(play.room)
    assert record(play)["shuffle"]["number"] == 1


def test_a_deck_from_elsewhere_has_no_proof() -> None:
    """Such as one ordered in a test: the room says that there is none, and not the last deal's."""
    play = FairPlay(2)
    play.fair_deal()
    play.pack_all()
    assert play.room.proven is not None
    Play.next_deal(play)
    assert play.room.proven is None
    state = json.loads(Frames().first(play.room, play.at, "g0", ""))["room"]["fair"]
    assert state["deal"] == 1
    stored = record_of(play.room, play.at)
    assert stored is None
