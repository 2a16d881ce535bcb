"""The exact counts of small games, and the order of what is legal."""

from __future__ import annotations

import pytest

from teenpatti.game.legal import NOTHING, BetRange, Legal, SideShow
from teenpatti.game.replay import legal_json
from tests.game.dealing import play, start
from tests.game.perft import GAMES, RESULTS, actions, divide, entry, main, perft
from tests.game.test_r13_side_show import all_seen

KNOWN = RESULTS.read_text(encoding="utf-8")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All games with ``--long``, else those that are quickly counted."""
    if "name" in metafunc.fixturenames:
        long = metafunc.config.getoption("--long")
        metafunc.parametrize("name", [name for name, game in GAMES.items() if game.quick or long])


def test_counts(name: str) -> None:
    """As the file holds them; chips are won and lost in equal parts."""
    game = GAMES[name]
    result = perft(game)
    if f"{name}\n" not in KNOWN or entry(name, result) not in KNOWN:
        below = {action: sum(part.nodes) for action, part in divide(game).items()}
        pytest.fail(f"{entry(name, result)}below each first action: {below}")
    if not game.rules.carries:
        assert sum(result.net) == 0


def test_the_file_holds_all_games() -> None:
    """And no others."""
    assert [line for line in KNOWN.splitlines() if line and not line.startswith(" ")] == list(GAMES)


def test_the_divided_counts_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    """The tool prints them, in the order of the legal moves."""
    assert main(["--divide", "classic-2"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in printed] == ["p1 see", "p1 pack", "p1 bet 1", "p1 bet 2", "p1 show"]
    total = perft(GAMES["classic-2"])
    assert sum(int(line.split(": ")[1].split()[0]) for line in printed) == sum(total.nodes) - 1
    assert main(["classic-2"]) == 0


def test_the_tool_tells_what_changed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a game under a wrong name."""
    monkeypatch.setitem(GAMES, "cover-2", GAMES["classic-2"])
    assert main(["cover-2"]) == 1
    assert "not as in perft.txt: cover-2" in capsys.readouterr().err


def test_the_order_of_what_is_legal() -> None:
    """Clients and bots may number the moves, so their order stays."""
    assert Legal._fields == (
        "see",
        "pack",
        "bet",
        "show",
        "side",
        "cover",
        "accept",
        "refuse",
        "leave",
        "best",
        "see_one",
        "keep",
        "drop",
    )
    everything = Legal(
        see=True,
        pack=True,
        bet=BetRange(2, 4),
        show=2,
        side=SideShow(2, (1, 2)),
        cover=0,
        accept=True,
        refuse=True,
        leave=True,
        best=(0, 2),
        see_one=True,
        keep=True,
        drop=True,
    )
    assert str(everything) == (
        "see, see old or new, bet 2 to 4, show for 2, side show for 2 with p2, p3, cover for 0, accept, refuse, "
        "keep, drop, pack, the dealer's word who is best of p1, p3"
    )
    assert list(legal_json(everything)) == [
        "see",
        "pack",
        "bet",
        "show",
        "side",
        "cover",
        "accept",
        "refuse",
        "keep",
        "drop",
        "best",
    ]


@pytest.mark.parametrize(
    ("legal", "words"),
    [
        (NOTHING, ""),
        (Legal(leave=True), "leave"),
        (Legal(pack=True, leave=True), "pack"),
        (Legal(bet=BetRange(3, 3)), "bet 3"),
        (Legal(bet=BetRange(3, None)), "bet 3 or more"),
        (Legal(bet=BetRange(3, None, doubling=True)), "bet 3, doubled as often as wanted"),
        (Legal(bet=BetRange(3, 12, doubling=True)), "bet 3 or 6 or 12"),
        (Legal(show=10**50), "show for a number of more than 40 digits"),
    ],
)
def test_what_is_legal_in_words(legal: Legal, words: str) -> None:
    """For messages."""
    assert str(legal) == words


def test_the_order_of_actions() -> None:
    """Amounts and targets ascend; who may act out of turn comes after."""
    assert list(map(str, actions(all_seen(3, side_show_with="any"), leave=False))) == [
        *("p1 pack", "p1 bet 2", "p1 bet 3", "p1 bet 4", "p1 side p2", "p1 side p3"),
    ]
    deal = play(start(3, look="any_time", stacks=[9, 2, 9], short_stack="cover"), "p1 bet 2")
    assert list(map(str, actions(deal, leave=True))) == [
        *("p2 see", "p2 pack", "p2 cover", "p2 leave", "p1 see", "p1 leave", "p3 see", "p3 leave"),
    ]
    waiting = play(start("??"), "p1 show")
    assert list(map(str, actions(waiting, leave=True))) == ["d best p1", "d best p2", "d best p1 p2"]
