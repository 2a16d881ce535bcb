"""What players do in a deal and just after it."""

from __future__ import annotations

from random import Random

import pytest

from teenpatti.game.actions import Bet, Pack
from teenpatti.game.cards import CARDS
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.settings import Settings
from tests.server.driver import Play, kinds


def clocked(people: int = 3) -> Play:
    """A running deal with a turn clock of 20 s."""
    play = Play(people, settings=Settings(clock=20))
    play.start()
    return play


def test_a_deal() -> None:
    """Bets, a look and packs; the turn number counts with every change of who is to act."""
    play = Play(3)
    play.start()
    assert (play.room.phase, play.room.turn_number, play.actor) == ("playing", 1, "g1")
    play.bet()
    assert (play.room.turn_number, play.actor) == (2, "g2")
    play.act(p.See)
    assert (play.room.turn_number, play.actor) == (2, "g2")
    play.act(p.Pack)
    play.act(p.Pack)
    assert play.room.phase == "between"
    assert play.room.ended_by == "pack"
    assert [seat.chips for seat in play.room.table.seats if seat] == [4990, 5020, 4990]


def test_late_commands_change_nothing() -> None:
    """Of another turn, of another deal, or after the deal."""
    play = Play(3)
    play.start()
    play.bet()
    assert play.refused("g1", p.Bet, turn=1, amount=10) == "late"
    assert play.refused("g2", p.Bet, turn=1, amount=10) == "late"
    assert play.refused("g2", p.Bet, deal=0, amount=10) == "late"
    assert play.refused("g1", p.Bet, amount=10) == "not_your_turn"
    assert play.refused("g2", p.Bet, amount=9) == "bet_too_low"
    play.pack_all()
    assert play.refused("g2", p.Pack) == "late"


def test_turn_number_tells_an_answer_from_a_turn() -> None:
    """With two left the one who refused a side show is on turn next: another turn all the same."""
    play = Play(2, boot=10)
    play.start()
    for _ in range(2):
        play.act(p.See)
        play.bet()
    asker = play.actor
    play.act(p.Side, seat=play.room.seat_of("g0" if asker == "g1" else "g1"))
    asked, turn = play.actor, play.room.turn_number
    play.act(p.Refuse)
    assert play.actor == asked
    assert play.room.turn_number == turn + 1
    assert play.refused(asked, p.Pack, turn=turn) == "late"


def test_look_at_any_time_is_of_no_turn() -> None:
    """Where looking is free a look with an old turn number is no late one; elsewhere it is."""
    free = Play(3, look="any_time")
    free.start()
    free.bet()
    assert kinds(free.do("g0", p.See, turn=1)) == ["Saw"]
    strict = Play(3)
    strict.start()
    strict.bet()
    assert strict.refused("g2", p.See, turn=1) == "late"


def test_side_show_names_a_seat() -> None:
    """Seats are the table's, players the deal's; who was not dealt in can't be asked."""
    play = Play(3)
    play.start()
    for _ in range(3):
        play.act(p.See)
        play.bet()
    asker = play.actor
    assert play.refused(asker, p.Side, seat=5) == "no_such_player"
    assert kinds(play.act(p.Side, seat=0)) == ["SideAsked"]
    assert play.actor == "g0"


def test_huge_bets_are_refused() -> None:
    """No amount that a browser cannot count, though the rules know no limit; the lowest bet is always possible."""
    play = Play(2, settings=Settings(tab=True), raise_factor=0)
    play.start()
    assert play.refused(play.actor, p.Bet, amount=2 * 10**12) == "bet_too_high"
    play.act(p.Bet, amount=10**12)
    play.act(p.See)
    play.act(p.Bet, amount=2 * 10**12)


def test_leaving_a_deal() -> None:
    """Out of turn too, keeping the seat (R18)."""
    play = Play(3)
    play.start()
    assert play.refused("g0", p.LeaveDeal, deal=7) == "late"
    assert kinds(play.do("g0", p.LeaveDeal)) == ["Packed"]
    assert play.room.seat_of("g0") == 0
    assert play.actor == "g1"


def test_after_the_deal() -> None:
    """Each may look at his own cards in private and show them to all, until the next deal (R8)."""
    play = Play(3)
    play.start()
    assert play.refused("g0", p.LookAfter) == "deal_running"
    play.pack_all()
    assert play.do("g0", p.LookAfter) == (e.LookedAfter("g0"),)
    assert play.refused("g0", p.LookAfter) == "already_seen"
    assert kinds(play.do("g1", p.ShowHand)) == ["HandShown"]
    assert play.refused("g1", p.ShowHand) == "nothing_changed"
    assert play.refused("g1", p.ShowHand, deal=0) == "late"
    play.next_deal()
    assert play.refused("g1", p.ShowHand, deal=1) == "deal_running"


def test_one_who_was_not_dealt_in_has_nothing_to_show() -> None:
    """Neither to look at nor to show."""
    play = Play(2)
    play.start()
    play.come("late")
    play.pack_all()
    assert play.refused("late", p.ShowHand) == "not_allowed"
    assert play.refused("late", p.LookAfter) == "not_allowed"


def test_ready_begins_the_next_deal_at_once() -> None:
    """When all who are here have tapped; those away and bots are not waited for."""
    play = Play(3)
    play.do("g0", p.AddBot, style="caller")
    play.start()
    play.server(c.SocketsGone("g2"))
    while play.room.phase == "playing":
        if play.actor.startswith("bot"):
            play.send(c.By.BOT, play.actor, c.BotActs(play.actor, 1, play.room.turn_number, None))
        else:
            play.act(p.Pack)
    assert kinds(play.do("g0", p.Ready)) == ["IsReady"]
    assert play.do("g0", p.Ready) == ()
    assert play.refused("g1", p.Ready, deal=0) == "late"
    assert kinds(play.do("g1", p.Ready)) == ["IsReady", "ShufflingBegan"]


def test_time_out_packs_and_two_make_away() -> None:
    """The player himself, not his turn's neighbour; an action of his own in between counts anew."""
    play = clocked()
    assert play.refused_command(c.By.SERVER, "", c.TurnTimeOut(1, 1)) == "too_early"
    play.at += 20_000 + 30_000
    events = play.server(c.TurnTimeOut(1, 1))
    assert kinds(events) == ["Packed", "TimedOut"]
    assert events[1] == e.TimedOut("g1", 1, 1)
    assert play.refused_command(c.By.SERVER, "", c.TurnTimeOut(1, 1)) == "late"
    play.pack_all()
    play.next_deal()
    while play.actor != "g1":
        play.bet()
    play.at += 20_000 + 30_000
    events = play.server(c.TurnTimeOut(2, play.room.turn_number))
    assert kinds(events)[:4] == ["Packed", "TimedOut", "WentAway", "SatOut"]
    member = play.room.members["g1"]
    assert member.away
    events = play.do("g1", p.Say, text="here")
    assert kinds(events) == ["CameBack", "SatIn", "Said"]
    assert play.room.members["g1"].missed == 0


def test_an_action_clears_missed_turns() -> None:
    """One missed turn, one played, one missed: not away."""
    play = clocked(2)
    play.at += 50_000
    play.server(c.TurnTimeOut(1, 1))
    missed = "g1"
    assert play.room.members[missed].missed == 1
    play.next_deal()
    while play.actor != missed:
        play.bet()
    play.bet()
    assert play.room.members[missed].missed == 0


def test_silence_to_a_side_show_is_a_refusal() -> None:
    """Within the answer clock, whatever the turn clock; and no turn missed (R18)."""
    play = Play(2, settings=Settings(clock=0, answer_clock=20))
    play.start()
    for _ in range(2):
        play.act(p.See)
        play.bet()
    asker = play.actor
    play.act(p.Side, seat=play.room.seat_of("g0" if asker == "g1" else "g1"))
    asked = play.actor
    play.at += 19_999
    due = c.TurnTimeOut(1, play.room.turn_number)
    assert play.refused_command(c.By.SERVER, "", due) == "too_early"
    play.at += 1
    events = play.server(due)
    assert kinds(events) == ["SideRefused", "TimedOut"]
    assert play.room.members[asked].missed == 0


def test_the_time_bank() -> None:
    """Used beyond the clock, filled up with each deal."""
    play = clocked()
    play.at += 35_000
    play.bet()
    assert play.room.banks["g1"] == 15_000
    play.at += 10_000
    play.bet()
    assert play.room.banks["g2"] == 30_000
    play.pack_all()
    play.next_deal()
    assert play.room.banks["g1"] == 20_000


def test_a_paused_clock_stands() -> None:
    """What it ran before counts; what passes in between does not."""
    play = clocked()
    play.at += 15_000
    play.do("g0", p.Pause)
    play.at += 10**7
    assert play.refused_command(c.By.SERVER, "", c.TurnTimeOut(1, 1)) == "too_early"
    play.do("g0", p.Resume)
    play.at += 34_999
    assert play.refused_command(c.By.SERVER, "", c.TurnTimeOut(1, 1)) == "too_early"
    play.at += 1
    assert kinds(play.server(c.TurnTimeOut(1, 1))) == ["Packed", "TimedOut"]


def test_no_clock_no_time_out() -> None:
    """On a table without clock nobody is packed by time."""
    play = Play(2)
    play.start()
    play.at += 10**9
    assert play.refused_command(c.By.SERVER, "", c.TurnTimeOut(1, 1)) == "too_early"


def test_nudge() -> None:
    """After 20 s, and not more often; the player to act himself needs none."""
    play = Play(3)
    play.start()
    assert play.refused("g0", p.Nudge) == "too_early"
    play.at += 20_000
    assert play.do("g0", p.Nudge) == (e.Nudged("g0", 1),)
    play.at += 19_999
    assert play.refused("g2", p.Nudge) == "too_early"
    play.at += 1
    assert play.do("g2", p.Nudge) == (e.Nudged("g2", 1),)
    assert play.refused("g1", p.Nudge) == "not_allowed"
    assert play.refused("g2", p.Nudge, turn=0) == "late"


def test_the_host_packs_one_long_gone() -> None:
    """Only without clock, only when disconnected for 60 s, only the turn he saw."""
    play = Play(3)
    play.start()
    assert play.refused("g0", p.PackFor) == "still_there"
    play.server(c.SocketsGone("g1"))
    play.at += 59_999
    assert play.refused("g0", p.PackFor) == "too_early"
    play.at += 1
    assert play.refused("g0", p.PackFor, turn=9) == "late"
    assert play.refused("g2", p.PackFor) == "host_only"
    assert kinds(play.do("g0", p.PackFor)) == ["Packed", "PackedFor"]
    play = clocked()
    play.server(c.SocketsGone("g1"))
    play.at += 60_000
    assert play.refused("g0", p.PackFor) == "not_now"


def test_calling_off() -> None:
    """When every player left agrees, each has back what he paid; a packed one is not asked."""
    play = Play(3)
    play.start()
    play.bet()
    play.act(p.Pack)
    assert play.refused("g2", p.CallOff) == "not_allowed"
    assert kinds(play.do("g0", p.CallOff)) == ["CallOffVoted"]
    assert kinds(play.do("g0", p.CallOff, agree=False)) == ["CallOffVoted"]
    play.do("g1", p.CallOff)
    assert play.room.phase == "playing"
    events = play.do("g0", p.CallOff)
    assert kinds(events) == ["CallOffVoted", "CalledOff", "DealFinished"]
    assert [seat.chips for seat in play.room.table.seats if seat] == [5000, 5000, 5000]
    assert play.room.ended_by == "called_off"
    assert play.refused("g0", p.LookAfter) == "late"
    play.next_deal()
    assert play.room.table.deals == 2
    assert play.room.table.dealer == 1


def test_calling_off_lets_go_who_waited_to_leave() -> None:
    """A covering player who stood up keeps his seat for the deal, called off or not."""
    play = Play(3, settings=Settings(starting_chips=10), short_stack="cover")
    play.do("g0", p.GiveChips, seat=0, chips=90)
    play.do("g0", p.GiveChips, seat=2, chips=90)
    play.start()
    play.act(p.Cover)
    play.do("g1", p.Stand)
    assert play.room.seat_of("g1") == 1
    for guest in ("g0", "g1", "g2"):
        play.do(guest, p.CallOff)
    assert play.room.phase == "between"
    assert play.room.seat_of("g1") is None
    assert play.room.purses["g1"] == 10


def test_bots_are_checked_like_people() -> None:
    """A bot's choice for another, late or none: refused, or it packs."""
    play = Play(2)
    play.do("g0", p.AddBot, style="caller")
    play.start()
    while not play.actor.startswith("bot"):
        play.bet()
    bot, turn = play.actor, play.room.turn_number
    player = play.room.player_of(bot)
    assert player is not None
    assert play.refused_command(c.By.BOT, bot, c.BotActs(bot, 1, turn - 1, Pack(player))) == "late"
    assert play.refused_command(c.By.BOT, bot, c.BotActs(bot, 1, turn, Bet(player, 3))) == "bet_too_low"
    other = c.BotActs(bot, 1, turn, Pack((player + 1) % 3))
    assert kinds(play.send(c.By.BOT, bot, other))[0] == "Packed"
    assert play.room.table.deal is not None
    assert play.room.table.deal.players[player].packed


@pytest.mark.parametrize("seed", range(40))
def test_random_deals(seed: int) -> None:
    """Chips are conserved and every event survives the store, whatever is played (checked by the driver)."""
    rng = Random(seed)
    play = Play(rng.randint(2, 6), settings=Settings(tab=rng.random() < 0.2), short_stack="cover", pot_limit=400)
    play.start(lot=rng.getrandbits(64))
    for _ in range(3):
        while play.room.phase == "playing":
            play.step(rng)
        if len(play.room.table.ready) < 2:
            return
        play.next_deal(tuple(rng.sample(CARDS, 52)))
