"""How deals follow each other."""

from __future__ import annotations

from msgspec.structs import replace

from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.clocks import ChainDue, deadlines
from teenpatti.server.settings import Settings
from tests.server.driver import DECK, Play, kinds


def test_first_dealer_by_lot_then_clockwise() -> None:
    """R19: the lot chooses among those dealt in; then the place moves on."""
    for lot, dealer in ((0, 0), (2**64 // 3, 0), (2**64 // 3 + 1, 1), (2**64 - 1, 2)):
        play = Play(3)
        play.start(lot=lot)
        assert play.room.table.dealer == dealer
        play.pack_all()
        play.next_deal()
        assert play.room.table.dealer == (dealer + 1) % 3


def test_pauses() -> None:
    """8 s after a pack, 12 s after a show; not before, not while paused."""
    play = Play(2)
    play.start()
    play.pack_all()
    assert play.room.pause_ms == 8_000
    play.at += 7_999
    assert play.refused_command(c.By.SERVER, "", c.NextDealDue(1)) == "too_early"
    play.at += 1
    play.do("g0", p.Pause)
    assert play.refused_command(c.By.SERVER, "", c.NextDealDue(1)) == "too_early"
    play.do("g0", p.Resume)
    assert play.refused_command(c.By.SERVER, "", c.NextDealDue(0)) == "late"
    assert kinds(play.server(c.NextDealDue(1))) == ["ShufflingBegan"]
    assert play.refused_command(c.By.SERVER, "", c.NextDealDue(1)) == "late"
    play.deal()
    while play.room.phase == "playing":
        assert play.room.table.deal is not None
        if play.room.table.deal.legal().show is not None:
            play.act(p.Show)
        else:
            play.bet()
    assert (play.room.ended_by, play.room.pause_ms) == ("show", 12_000)


def test_a_lost_player_is_waited_for() -> None:
    """10 s; then he is away, pays no boot, and comes back by connecting."""
    play = Play(3)
    play.server(c.SocketsGone("g1"))
    play.do("g0", p.Start)
    assert play.refused_command(c.By.SERVER, "", c.Shuffled(1, DECK, 0)) == "too_early"
    assert [deadline.at - play.at for deadline in deadlines(play.room)] == [10_000]
    play.at += 10_000
    events = play.server(c.Shuffled(1, DECK, 0))
    assert kinds(events)[:2] == ["WentAway", "SatOut"]
    assert play.room.player_of("g1") is None
    assert play.room.table.seats[1] is not None
    assert play.room.table.seats[1].chips == 5000
    assert kinds(play.server(c.SocketOpened("g1"))) == ["Connected", "CameBack", "SatIn"]
    # Nobody waits for one who was away already.
    play.server(c.SocketsGone("g1"))


def test_the_lost_player_comes_in_time() -> None:
    """Then the cards are dealt at once."""
    play = Play(3)
    play.server(c.SocketsGone("g1"))
    play.do("g0", p.Start)
    play.at += 4_000
    play.server(c.SocketOpened("g1"))
    assert deadlines(play.room)[0].at <= play.at
    play.deal()
    assert play.room.player_of("g1") is not None


def test_nobody_here_no_deal() -> None:
    """Bots do not play for themselves; when a person is back it goes on, and nobody is away for it."""
    play = Play(2)
    for _ in range(3):
        play.do("g0", p.AddBot, style="caller")
    play.do("g0", p.Start)
    play.server(c.SocketsGone("g0"))
    play.server(c.SocketsGone("g1"))
    play.at += 10_000
    assert play.server(c.Shuffled(1, DECK, 0)) == (e.DealDropped(1, "too_few"),)
    assert not play.room.members["g1"].away
    assert play.room.phase == "waiting"


def test_too_few_between_deals() -> None:
    """No deadline while one has no boot; when he has chips again the next deal comes."""
    play = Play(2, settings=Settings(starting_chips=10))
    play.start()
    play.act(p.Pack)
    assert play.room.phase == "between"
    assert deadlines(play.room) == []
    play.do(play.room.at(1).guest if play.room.table.seats[1].chips == 0 else "g0", p.Rebuy)  # type: ignore[union-attr]
    assert len(deadlines(play.room)) == 1


def test_no_randomness_no_deal() -> None:
    """All are told, and the table is paused rather than tried again and again."""
    play = Play(2)
    play.do("g0", p.Start)
    assert play.refused_command(c.By.SERVER, "", c.NoRandomness(7)) == "late"
    assert play.server(c.NoRandomness(1)) == (e.DealDropped(1, "no_randomness"), e.Paused())
    assert play.room.phase == "waiting"


def test_a_bad_deck_is_refused() -> None:
    """52 different cards, or no deal."""
    play = Play(2)
    play.do("g0", p.Start)
    assert play.refused_command(c.By.SERVER, "", c.Shuffled(1, DECK[:51], 0)) == "bad_deck"
    assert play.refused_command(c.By.SERVER, "", c.Shuffled(1, (*DECK[:51], DECK[0]), 0)) == "bad_deck"
    assert play.refused_command(c.By.SERVER, "", c.Shuffled(2, DECK, 0)) == "late"


def test_a_deal_that_the_boots_end() -> None:
    """The pot limit is reached at once: dealt, shown and finished in one entry."""
    play = Play(3, pot_limit=30)
    play.start()
    assert play.room.phase == "between"
    assert play.room.ended_by == "limit"
    assert kinds(play.events)[-1] == "DealFinished"


def test_bots_are_filled_up() -> None:
    """Where people may rebuy; what they got stands in the score."""
    play = Play(1, settings=Settings(starting_chips=10))
    play.do("g0", p.AddBot, style="caller")
    play.start()
    while play.room.phase == "playing":
        if play.actor == "g0":
            play.act(p.Pack)
        else:
            play.send(c.By.BOT, play.actor, c.BotActs(play.actor, 1, play.room.turn_number, None))
    loser = next(seat for seat in play.room.table.seats if seat and seat.person.startswith("bot"))
    assert loser.chips >= 10


def test_restart() -> None:
    """Nobody is connected and the clock begins anew; the deal stands as it stood."""
    play = Play(2, settings=Settings(clock=20))
    play.start()
    deal = play.room.table.deal
    play.at += 19_000
    play.server(c.Restart())
    assert play.room.table.deal is deal
    assert [member.online for member in play.room.members.values()] == [False, False]
    assert play.room.elapsed(play.at) == 0


def test_deadlines_name_their_turn() -> None:
    """Turn and answer, pause, cards and host: each with what it was set for."""
    play = Play(2, settings=Settings(clock=15))
    assert deadlines(play.room) == []
    play.do("g0", p.Start)
    assert deadlines(play.room) == [(play.at, ChainDue(1))]
    play.deal()
    assert deadlines(play.room) == [(play.at + 45_000, c.TurnTimeOut(1, 1))]
    play.bet()
    assert deadlines(play.room) == [(play.at + 45_000, c.TurnTimeOut(1, 2))]
    play.server(c.SocketsGone("g0"))
    play.at += 5
    play.do("g1", p.Say, text="hello")
    play.send(c.By.SERVER, "", c.Restart())
    assert all(not isinstance(deadline.due, c.HostAway) for deadline in deadlines(play.room))
    play.server(c.SocketOpened("g1"))
    assert (play.at + 300_000, c.HostAway("g0")) in deadlines(play.room)
    play.server(c.SocketOpened("g0"))
    play.do("g0", p.Pause)
    assert deadlines(play.room) == []


def test_a_stale_timer_never_hits_the_next_player() -> None:
    """Whatever turn number it comes with, only the turn in force, and only when its time is up."""
    play = Play(4, settings=Settings(clock=15))
    play.start()
    stale = []
    for _ in range(6):
        stale.append(c.TurnTimeOut(1, play.room.turn_number))
        play.at += 44_999
        play.bet()
        for command in (*stale, c.TurnTimeOut(1, play.room.turn_number)):
            assert play.refused_command(c.By.SERVER, "", command) in ("late", "too_early")


def test_time_that_goes_back_runs_no_clock() -> None:
    """A machine whose clock was set back loses nobody his turn."""
    play = Play(2, settings=Settings(clock=15))
    play.start()
    room = replace(play.room, since=play.at + 10**6)
    assert room.elapsed(play.at) == 0
