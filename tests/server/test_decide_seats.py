"""Coming, sitting, standing, chips and lost browsers."""

from __future__ import annotations

import pytest

from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.people import Guest
from teenpatti.server.settings import Settings
from tests.server.driver import Play, kinds


def chips(play: Play) -> dict[str, int]:
    """Chips by guest."""
    return {
        member.guest: seat.chips for i, seat in enumerate(play.room.table.seats) if seat and (member := play.room.at(i))
    }


def test_joining_takes_the_first_free_seat() -> None:
    """With the starting chips; a second tap changes nothing."""
    play = Play(2)
    assert chips(play) == {"g0": 5000, "g1": 5000}
    assert play.server(c.Came(Guest("g1", "Ben"))) == ()
    play.come("look", play=False)
    assert play.room.seat_of("look") is None
    assert kinds(play.server(c.Came(Guest("look", "Look")))) == ["Joined"]


def test_full_tables_take_spectators_or_nobody() -> None:
    """Where none may look on, a full table answers like an absent one; unless a seat may be somebody's lost one."""
    play = Play(2, settings=Settings(seats=2))
    play.come("look")
    assert play.room.seat_of("look") is None
    closed = Play(2, settings=Settings(seats=2, spectators=False))
    assert closed.refused_command(c.By.SERVER, "", c.Came(Guest("late", "Late"))) == "no_such_room"
    closed.server(c.SocketsGone("g1"))
    closed.come("late")
    assert not closed.room.sees_deal("late")


def test_names_are_cleaned() -> None:
    """No name at all is refused."""
    play = Play(1)
    play.come("bidi", "\u202eevil\u202c  name\n")
    assert play.room.members["bidi"].name == "evil name"
    assert play.refused_command(c.By.SERVER, "", c.Came(Guest("empty", "\u200b \u202e"))) == "bad_text"


def test_approval() -> None:
    """A newcomer waits, sees nothing and does nothing, until the host lets him in, with the seat he wanted."""
    play = Play(2, settings=Settings(approval=True))
    assert play.room.members["g1"].waiting
    assert play.refused("g1", p.Sit, seat=1) == "not_allowed"
    assert play.refused("g0", p.Approve, guest="nobody") == "no_such_guest"
    assert kinds(play.do("g0", p.Approve, guest="g1")) == ["Approved", "Joined"]
    assert play.refused("g0", p.Approve, guest="g1") == "nothing_changed"
    play.come("g2")
    assert kinds(play.do("g0", p.Approve, guest="g2", yes=False)) == ["TurnedAway"]
    assert "g2" not in play.room.members


def test_host_needs_no_approval() -> None:
    """The one who makes the table is in."""
    play = Play(1, settings=Settings(approval=True))
    assert not play.room.members["g0"].waiting
    assert play.room.seat_of("g0") == 0


def test_late_joiner_watches_and_is_dealt_in_next() -> None:
    """A seat may be taken in a running deal."""
    play = Play(2)
    play.start()
    play.come("late")
    assert play.room.seat_of("late") == 2
    assert play.room.player_of("late") is None
    play.pack_all()
    play.next_deal()
    assert play.room.player_of("late") is not None


def test_changing_seats_between_deals() -> None:
    """Only to an empty one, and not in a deal."""
    play = Play(2)
    assert play.refused("g1", p.Sit, seat=0) == "seat_taken"
    assert play.refused("g1", p.Sit, seat=9) == "no_such_seat"
    assert kinds(play.do("g1", p.Sit, seat=5)) == ["PlacesChanged"]
    play.start()
    assert play.refused("g1", p.Sit, seat=3) == "deal_running"


def test_standing_up_and_sitting_down_again() -> None:
    """He takes his chips along and brings them back: no way to fresh ones."""
    play = Play(2)
    play.start()
    play.pack_all()
    before = chips(play)["g1"]
    play.do("g1", p.Stand)
    assert play.room.seat_of("g1") is None
    play.do("g1", p.Sit, seat=4)
    assert chips(play)["g1"] == before != 5000


def test_standing_up_in_a_deal() -> None:
    """Packs at once (R18); the chips of those left are at stake no more than before."""
    play = Play(3)
    play.start()
    assert kinds(play.do("g0", p.Stand)) == ["Leaving", "Packed"]
    assert play.refused("g0", p.Stand) == "already_leaving"
    play.pack_all()
    assert play.room.seat_of("g0") is None


def test_sitting_out() -> None:
    """Until he sits in again."""
    play = Play(3)
    play.do("g1", p.SitOut)
    assert play.refused("g1", p.SitOut) == "already_sitting_out"
    play.start()
    assert play.room.player_of("g1") is None
    play.do("g1", p.SitIn)
    assert play.refused("g1", p.SitIn) == "not_sitting_out"


def test_rebuy() -> None:
    """Up to the starting chips, between deals, where the host allows it."""
    play = Play(2)
    assert play.refused("g1", p.Rebuy) == "enough_chips"
    play.do("g0", p.GiveChips, seat=1, chips=-4_900)
    play.do("g1", p.Rebuy)
    assert chips(play)["g1"] == 5000
    play.do("g0", p.SetSettings, rebuy=False)
    play.do("g0", p.GiveChips, seat=1, chips=-4_900)
    assert play.refused("g1", p.Rebuy) == "no_rebuy"
    play.start()
    assert play.refused("g1", p.Rebuy) == "deal_running"
    tab = Play(2, settings=Settings(tab=True))
    assert tab.refused("g1", p.Rebuy) == "no_rebuy"


def test_leaving_for_good() -> None:
    """No member any more; in a deal once it is over. He may come back by the link."""
    play = Play(3)
    play.server(c.Went("g2"))
    assert "g2" not in play.room.members
    play.come("g2")
    play.start()
    play.server(c.Went("g2"))
    assert play.room.members["g2"].gone
    assert play.refused("g2", p.Say, text="still") == "not_allowed"
    assert play.refused_command(c.By.SERVER, "", c.Came(Guest("g2", "Eka"))) == "not_now"
    play.pack_all()
    assert "g2" not in play.room.members


def test_the_host_who_goes_for_good_leaves_a_host() -> None:
    """The longest seated of those here."""
    play = Play(3)
    play.server(c.SocketsGone("g1"))
    events = play.server(c.Went("g0"))
    assert events[-1] == e.HostPassed("g2", "g0", "handed_over")


# --- lost browsers ----------------------------------------------------------------------------------------------------


def lost(*, running: bool) -> Play:
    """``g1`` has lost his browser; ``new`` says so."""
    play = Play(3)
    play.start()
    play.bet()
    if not running:
        play.pack_all()
    play.come("new", "Ben again", play=False)
    assert play.refused("new", p.Claim, seat=1) == "still_there"
    play.server(c.SocketsGone("g1"))
    play.do("new", p.Claim, seat=1)
    return play


def test_claiming_a_seat_between_deals() -> None:
    """All see who claims what; the host decides; seat, chips and account change hands at once."""
    play = lost(running=False)
    before = chips(play)["g1"]
    assert play.refused("g1", p.AnswerClaim, guest="new") == "host_only"
    events = play.do("g0", p.AnswerClaim, guest="new")
    assert events == (e.ClaimAnswered("new", 1, True), e.SeatGiven("new", "g1", 1))
    assert chips(play)["new"] == before
    assert "g1" not in play.room.members
    assert [person for person, _ in play.room.table.ledger] == ["g0", "g1", "g2"]
    assert play.room.names["g1"] == ("new", "Ben again")
    # The deal just over is not the new device's.
    assert play.room.player_of("new") is None
    play.next_deal()
    assert play.room.player_of("new") is not None


def test_claiming_a_seat_in_a_deal() -> None:
    """From the next deal on; until then the new device is nobody in it."""
    play = lost(running=True)
    assert play.do("g0", p.AnswerClaim, guest="new") == (e.ClaimAnswered("new", 1, True),)
    assert play.room.player_of("new") is None
    assert play.refused("new", p.See) == "not_allowed"
    play.pack_all()
    assert isinstance(play.events[-1], e.SeatGiven)


def test_a_claim_lapses_when_its_person_is_back() -> None:
    """He had not lost it after all."""
    play = lost(running=True)
    play.do("g0", p.AnswerClaim, guest="new")
    play.server(c.SocketOpened("g1"))
    play.pack_all()
    assert play.events[-1] == e.GrantLapsed("new", "g1")
    assert play.room.seat_of("g1") == 1
    assert play.room.grants == ()


def test_a_claim_follows_its_person() -> None:
    """When the seats are exchanged before the host answers; and it ends with the seat."""
    play = lost(running=False)
    play.do("g0", p.ChangePlaces, seat=1, other=2)
    assert play.room.members["new"].claims == 2
    assert play.do("g0", p.AnswerClaim, guest="new")[-1] == e.SeatGiven("new", "g1", 2)
    other = lost(running=False)
    other.do("g0", p.Kick, guest="g1")
    assert other.room.members["new"].claims is None


def test_a_claim_refused() -> None:
    """The claim is gone, the seat stays."""
    play = lost(running=False)
    play.do("g0", p.AnswerClaim, guest="new", yes=False)
    assert play.room.members["new"].claims is None
    assert play.refused("g0", p.AnswerClaim, guest="new") == "nothing_changed"


def test_the_old_browser_is_somebody_new() -> None:
    """It may come back by the link, with an account of its own."""
    play = lost(running=False)
    play.do("g0", p.AnswerClaim, guest="new")
    play.come("g1", "Ben")
    assert play.room.members["g1"].person == "g1.2"
    play.come("g1", "Ben")
    assert [person for person, _ in play.room.table.ledger] == ["g0", "g1", "g2", "g1.2"]


def test_bots_and_empty_seats_are_not_claimed() -> None:
    """There is no person who could have lost them."""
    play = Play(1)
    play.do("g0", p.AddBot, style="tight")
    play.come("new", play=False)
    for seat in (1, 5):
        assert play.refused("new", p.Claim, seat=seat) == "still_there"


# --- talk -------------------------------------------------------------------------------------------------------------


def test_chat_and_reactions() -> None:
    """Cleaned; the latest lines are kept for newcomers."""
    play = Play(1)
    assert play.do("g0", p.Say, text=" Namaste\u202e 👩‍👩‍👧‍👦 ") == (e.Said("g0", "Namaste 👩‍👩‍👧‍👦"),)
    assert play.refused("g0", p.Say, text="\u200b\u2066 ") == "bad_text"
    for i in range(40):
        play.do("g0", p.Say, text=f"line {i}")
    assert [line.text for line in play.room.chat][-1] == "line 39"
    assert len(play.room.chat) == 30
    assert play.do("g0", p.React, reaction="clap") == (e.Reacted("g0", "clap"),)


def test_renaming() -> None:
    """Name and avatar at this table, in the ledger too."""
    play = Play(1)
    play.do("g0", p.Rename, name="Asha K", avatar="🦚")
    assert (play.room.members["g0"].name, play.room.members["g0"].avatar) == ("Asha K", "🦚")
    assert play.room.names["g0"] == ("g0", "Asha K")
    assert play.do("g0", p.Rename, name="Asha K", avatar="🦚") == ()
    assert play.refused("g0", p.Rename, name="\u200b") == "bad_text"


@pytest.mark.parametrize("times", [1, 3])
def test_presence(times: int) -> None:
    """Told as often as one likes, it happens once; whoever was away is back."""
    play = Play(2)
    for _ in range(times):
        play.server(c.SocketsGone("g1"))
    assert not play.room.members["g1"].online
    for _ in range(times):
        play.server(c.SocketOpened("g1"))
    assert play.room.members["g1"].online
    assert play.server(c.SocketOpened("g1")) == ()
