"""What the host does, and how the place passes on."""

from __future__ import annotations

import pytest

from teenpatti.game.rules import Rules
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.settings import Settings
from tests.server.driver import Play, kinds


def test_start_needs_two() -> None:
    """With the boot; once started, deals follow by themselves."""
    play = Play(1)
    assert play.refused("g0", p.Start) == "too_few_to_deal"
    play.come("g1")
    assert kinds(play.do("g0", p.Start)) == ["ShufflingBegan"]
    assert play.refused("g0", p.Start) == "not_now"


def test_pause_and_resume() -> None:
    """Twice is once."""
    play = Play(2)
    play.do("g0", p.Pause)
    assert play.refused("g0", p.Pause) == "nothing_changed"
    assert play.refused("g0", p.Start) == "not_now"
    play.do("g0", p.Resume)
    assert play.refused("g0", p.Resume) == "nothing_changed"


def test_kick() -> None:
    """At once, in a deal by packing; the link does not bring him back, nor does any other door."""
    play = Play(3)
    play.start()
    assert kinds(play.do("g0", p.Kick, guest="g1")) == ["MemberLeft", "Leaving", "Packed"]
    assert play.refused("g1", p.Say, text="hey") == "not_allowed"
    play.pack_all()
    assert "g1" not in play.room.members
    with pytest.raises(Exception, match="no_such_room"):
        play.come("g1")
    assert play.refused("g0", p.Kick, guest="g0") == "no_such_guest"
    assert play.refused("g0", p.Kick, guest="g1") == "no_such_guest"


def test_bots() -> None:
    """Of a style that there is, on an empty seat, with a name that nobody has; labelled by their style."""
    play = Play(1)
    assert play.refused("g0", p.AddBot, style="genius") == "no_such_style"
    assert play.refused("g0", p.AddBot, style="tight", seat=0) == "seat_taken"
    assert play.refused("g0", p.AddBot, style="tight", seat=12) == "no_such_seat"
    for seat in (3, None, None):
        play.do("g0", p.AddBot, style="tight", seat=seat)
    bots = [member for member in play.room.members.values() if member.bot]
    assert [bot.name for bot in bots] == ["Bot 1", "Bot 2", "Bot 3"]
    assert [play.room.seat_of(bot.guest) for bot in bots] == [3, 1, 2]
    play.do("g0", p.RemoveBot, seat=1)
    assert play.refused("g0", p.RemoveBot, seat=1) == "seat_empty"
    assert play.refused("g0", p.RemoveBot, seat=0) == "seat_empty"
    assert bots[1].guest not in play.room.members
    play.do("g0", p.AddBot, style="maniac")
    assert [member.name for member in play.room.members.values() if member.bot] == ["Bot 1", "Bot 3", "Bot 2"]


def test_no_seat_for_a_bot() -> None:
    """Every seat taken."""
    play = Play(2, settings=Settings(seats=2))
    assert play.refused("g0", p.AddBot, style="tight") == "no_seat_free"


def test_giving_chips() -> None:
    """Between deals, within what can be counted, never below zero."""
    play = Play(2)
    play.do("g0", p.GiveChips, seat=1, chips=-5000)
    assert play.refused("g0", p.GiveChips, seat=1, chips=-1) == "bad_amount"
    assert play.refused("g0", p.GiveChips, seat=1, chips=2 * 10**15) == "bad_amount"
    assert play.refused("g0", p.GiveChips, seat=4, chips=1) == "seat_empty"
    play.do("g0", p.GiveChips, seat=1, chips=500)
    play.start()
    assert play.refused("g0", p.GiveChips, seat=1, chips=5) == "deal_running"


def test_rules_from_the_next_deal() -> None:
    """At once between deals; announced in a deal, and in force after it."""
    play = Play(2)
    play.do("g0", p.SetRules, rules={"preset": "club", "boot": 20})
    assert play.room.table.rules == Rules.preset("club", boot=20)
    play.start()
    play.do("g0", p.SetRules, rules={"boot": 30})
    assert play.room.table.rules.boot == 20
    assert play.room.next_rules == Rules(boot=30)
    play.pack_all()
    assert play.room.table.rules == Rules(boot=30)
    assert play.room.next_rules is None


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"boot": 0}, "bad_option_value"),
        ({"boot": 10**10}, "bad_option_value"),
        ({"boot": 10**30}, "bad_option_value"),
        ({"preset": "club", "boot": 10**9, "raise_factor": 10**9 + 1}, "bad_option_value"),
        ({"no_option": 1}, "unknown_option"),
        ({"preset": "poker"}, "unknown_preset"),
        ({"boot": 10, "max_seen_bet": 7}, "options_conflict"),
    ],
)
def test_bad_rules(rules: dict[str, int | str], code: str) -> None:
    """Refused with the engine's code; the old ones stay."""
    play = Play(2)
    assert play.refused("g0", p.SetRules, rules=rules) == code


def test_settings() -> None:
    """Absent ones stay; the same again is nothing."""
    play = Play(2)
    play.do("g0", p.SetSettings, clock=30, call_link="https://meet.example/abc")
    assert (play.room.settings.clock, play.room.settings.spectators) == (30, True)
    assert play.do("g0", p.SetSettings, clock=30) == ()
    for link in ("http://x.example", "javascript:alert(1)", 'https://x.example/"><b>'):
        assert play.refused("g0", p.SetSettings, call_link=link) == "bad_link"
    assert play.refused("g0", p.SetSettings, name="\u200b") == "bad_text"
    play.do("g0", p.SetSettings, call_link="")
    assert play.room.settings.call_link == ""


def test_seats_are_ordered_between_deals() -> None:
    """By the host, also onto an empty one."""
    play = Play(2)
    play.do("g0", p.ChangePlaces, seat=0, other=1)
    assert (play.room.seat_of("g0"), play.room.seat_of("g1")) == (1, 0)
    play.start()
    assert play.refused("g0", p.ChangePlaces, seat=0, other=1) == "deal_running"


def test_last_deals() -> None:
    """So many more, then the table waits for the host."""
    play = Play(2)
    play.do("g0", p.LastDeals, count=2)
    play.start()
    play.pack_all()
    assert (play.room.phase, play.room.last_deals) == ("between", 1)
    play.next_deal()
    play.pack_all()
    assert (play.room.phase, play.room.last_deals) == ("waiting", None)
    play.do("g0", p.Start)
    play.do("g0", p.LastDeals, count=3)
    play.do("g0", p.LastDeals, count=0)
    assert play.room.last_deals is None


def test_closing_and_reopening() -> None:
    """After the running deal; open again with people, chips and scores."""
    play = Play(2)
    play.start()
    assert play.do("g0", p.Close) == (e.Closing(),)
    assert play.do("g0", p.Close) == ()
    play.pack_all()
    assert play.room.phase == "closed"
    assert play.refused("g0", p.Start) == "closed"
    assert play.refused_command(c.By.SERVER, "", c.Reopen("g1")) == "host_only"
    play.server(c.Reopen("g0"))
    assert play.refused_command(c.By.SERVER, "", c.Reopen("g0")) == "nothing_changed"
    assert [seat.chips for seat in play.room.table.seats if seat] == [5010, 4990]
    play.start()
    assert play.room.table.deals == 2


def test_handing_over() -> None:
    """To a person who is in; never to a bot."""
    play = Play(2)
    play.do("g0", p.AddBot, style="tight")
    assert play.refused("g0", p.HandOver, guest="g0") == "nothing_changed"
    bot = next(guest for guest, member in play.room.members.items() if member.bot)
    assert play.refused("g0", p.HandOver, guest=bot) == "no_such_guest"
    play.do("g0", p.HandOver, guest="g1")
    assert (play.room.host, play.room.owner) == ("g1", "g1")
    assert play.refused("g0", p.Pause) == "host_only"


def test_the_place_of_a_host_long_away() -> None:
    """To the longest seated person who is here, and back with the host."""
    play = Play(3)
    play.do("g0", p.AddBot, style="tight")
    play.do("g1", p.Stand)
    play.do("g1", p.Sit, seat=1)
    play.server(c.SocketsGone("g0"))
    play.at += 299_999
    assert play.refused_command(c.By.SERVER, "", c.HostAway("g0")) == "too_early"
    play.at += 1
    assert play.server(c.HostAway("g0")) == (e.HostPassed("g2", "g0", "away"),)
    assert play.refused_command(c.By.SERVER, "", c.HostAway("g0")) == "too_early"
    assert play.server(c.SocketOpened("g0"))[-1] == e.HostPassed("g0", "g2", "returned")
    assert play.room.host == "g0"


def test_nobody_to_be_host() -> None:
    """The place stays where it is, and is no bot's."""
    play = Play(1)
    play.do("g0", p.AddBot, style="tight")
    play.server(c.SocketsGone("g0"))
    play.at += 10**7
    assert play.refused_command(c.By.SERVER, "", c.HostAway("g0")) == "too_early"


def test_forgetting_a_guest() -> None:
    """Name and words go; chips and deals stay."""
    play = Play(2)
    play.do("g1", p.Say, text="secret")
    play.server(c.Forget("g1"))
    assert play.room.members["g1"].name == "?"
    assert play.room.chat == ()
    assert play.room.names["g1"] == ("g1", "?")
