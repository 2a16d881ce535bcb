"""Reading a solution: words, page, table, pictures, advice; and the bot that plays it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from teenpatti.bots import BASELINES, BOTS, Bot
from teenpatti.game.actions import Bet, See
from teenpatti.game.cards import CARDS, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.game.view import view
from teenpatti.lab.advise import advise
from teenpatti.lab.arena import tournament
from teenpatti.lab.charts import save
from teenpatti.lab.follow import OffTree, follow
from teenpatti.lab.page import page
from teenpatti.lab.pictures import look_chart, strategy_chart
from teenpatti.lab.reading import bands, decisions, look_into
from teenpatti.lab.shelf import FOLDER, opened
from teenpatti.lab.solved import SOLVED, SolvedBot, solved
from teenpatti.lab.strategy import describe, describe_situations, first_look, main_line, write_csv
from tests.helpers import play_out, random_deal, shuffled_hands

pytestmark = pytest.mark.usefixtures("compiled_solver")

CLASSIC = opened(FOLDER / "classic-10.npz")
CLUB = opened(FOLDER / "club-10.npz")


def test_values_of_actions_add_up_to_the_value_of_the_game() -> None:
    """At the first decision after a look the mix of values is what the solver found for the whole tree."""
    number = first_look(CLASSIC)
    assert number is not None
    inside = look_into(CLASSIC, number)
    moves = int(inside.tree.first[1])
    size = CLASSIC.classes.sweep.size
    mixed = (inside.seen[:moves] * inside.worth[:moves]).sum(axis=0) @ size / size.sum()
    player = inside.tree.player[0]
    assert mixed == pytest.approx(CLASSIC.looks[number].value * (1 if player == 0 else -1), abs=1e-5)
    assert inside.chance[0] == pytest.approx(1)


def test_every_decision_is_read() -> None:
    """Chances are chances, and every line of play is a legal one."""
    number = first_look(CLASSIC)
    assert number is not None
    found = list(decisions(CLASSIC, number))
    assert len(found) == CLASSIC.looks[number].decisions
    for decision in found:
        assert decision.frequency.sum(axis=0) == pytest.approx(1, abs=1e-5)
        assert 0 <= decision.chance <= 1 + 1e-9
        deal = Deal.start(CLASSIC.game.rules, [10, 10])
        for action in decision.line:
            deal = deal.play(action)
        assert deal.turn == decision.player
    assert [band.name for band in bands(CLASSIC)][-3:] == ["sequence", "pure sequence", "trail"]


def test_a_strategy_in_words() -> None:
    """The value of each seat, when to look, and what each class does."""
    text = "\n".join(describe(CLASSIC))
    assert "Value: p1, who acts first, -0.068 a deal; p2, the dealer, +0.068." in text
    assert "at the start: bet 1 (-0.068; look" in text
    assert re.search(r"trail: +always bet 2", text)
    assert "solved" in text
    assert len(list(describe_situations(CLASSIC))) == len(CLASSIC.situations) == 101
    assert main_line(CLUB) == [0]
    assert "at the start: look" in "\n".join(describe(CLUB))


def test_the_documentation_quotes_what_is_shipped() -> None:
    """Its page on the solution stays true when the solution changes."""
    text = (Path(__file__).parents[2] / "docs" / "solution.md").read_text(encoding="utf-8")
    quoted = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert quoted
    assert quoted[1] in "\n".join(describe(CLASSIC)) + "\n"
    for solution in (CLASSIC, CLUB):
        assert f"| {solution.choices[0].value:+.3f} |" in text


def test_the_page_needs_nothing_else() -> None:
    """One file, no address in it, both solutions in it, the frequencies as stored."""
    text = page(CLASSIC, CLUB, most=5)
    assert not re.search(r"https?:|src=|<link|@import|url\(", text)
    data = re.search(r'<script id="data"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert data
    told = json.loads(data[1])["solutions"]
    assert [len(one["hands"]) for one in told] == [741, 741]
    assert told[0]["value"] == CLASSIC.choices[0].value
    assert all(one["decisions"] for one in told)


def test_the_table() -> None:
    """As CSV: every decision's chances add up to one for each strength."""
    stream = io.StringIO()
    lines = write_csv(CLUB, stream, least=0.3)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert len(rows) == lines
    sums: Counter[tuple[str, str]] = Counter()
    for row in rows:
        sums[row["line"], row["strength"]] += round(10_000 * float(row["frequency"]))
    assert all(abs(total - 10_000) <= 3 for total in sums.values())
    assert {row["class"] for row in rows} >= {"trail", "pair", "jack high or less"}


def test_pictures(tmp_path: Path) -> None:
    """Drawn without a display."""
    for name, figure in (("strips", strategy_chart(CLASSIC, 2)), ("look", look_chart(CLASSIC))):
        save(figure, tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").read_bytes()[:4] == b"\x89PNG"


def played(*words: str, rules: Rules = CLASSIC.game.rules, stack: int = 10) -> Deal:
    """The deal after these actions."""
    from teenpatti.game.words import read_action, split

    deal = Deal.start(rules, [stack * rules.boot] * 2)
    for word in words:
        deal = deal.play(read_action(split(word)))
    return deal


def test_advice() -> None:
    """The mix of actions and their values, for the situation as described."""
    blind = advise(CLASSIC, played("p1 bet 1"))
    assert (blind.player, blind.looked, blind.exact) == (1, False, True)
    assert blind.actions[0].action == "p2 see"
    seen = advise(CLASSIC, played("p1 bet 1", "p2 see"), parse_hand("AsAhAd"))
    assert seen.actions[0].action == "p2 bet 2"
    assert seen.actions[0].frequency > 0.98
    assert sum(action.frequency for action in seen.actions) == pytest.approx(1)
    weak = advise(CLASSIC, played("p1 bet 1", "p2 see"), parse_hand("5s3d2c"))
    assert weak.actions[0].action == "p2 pack"
    assert weak.actions[0].value == pytest.approx(-1)
    with pytest.raises(ValueError, match="cards are needed"):
        advise(CLASSIC, played("p1 bet 1", "p2 see"))
    with pytest.raises(ValueError, match="is over"):
        advise(CLASSIC, played("p1 pack"))


def test_advice_at_other_boots_and_bets() -> None:
    """A bet that the solution does not think of counts as the nearest; amounts are those of the table."""
    big = Rules.preset("classic", boot=10, short_stack="cover")
    found = advise(CLASSIC, played("p1 bet 11", "p2 see", rules=big), parse_hand("AsAhAd"))
    assert not found.exact
    assert found.actions[0].action == "p2 bet 22"
    exact = advise(CLASSIC, played("p1 bet 10", "p2 see", rules=big), parse_hand("AsAhAd"))
    assert exact.exact
    assert exact.actions[0].action == "p2 bet 20"


def test_where_the_tree_ends_is_said() -> None:
    """Deeper stacks go on where the solution's are spent."""
    deal = played("p1 bet 2", "p2 bet 4", "p1 bet 8", "p2 bet 16", stack=100)
    with pytest.raises(OffTree):
        follow(CLASSIC, deal.events)
    three = Deal.start(Rules(), [10, 10, 10])
    with pytest.raises(OffTree, match="two players"):
        follow(CLASSIC, three.events)


def test_the_bot_is_registered_and_follows_the_solution() -> None:
    """Blind at the start of classic, looking at the start of club."""
    assert BOTS["solved"] is SOLVED
    rng = Random(1)
    hands = shuffled_hands(rng, 2)
    classic = Deal.start(Rules.preset("classic"), [10, 10], hands)
    assert SOLVED.choose(view(classic, 0), rng) == Bet(0, 1)
    club = Deal.start(Rules.preset("club"), [10, 10], hands)
    assert SOLVED.choose(view(club, 0), rng) == See(0)
    with pytest.raises(ValueError, match="its turn"):
        SOLVED.choose(view(classic, 1), rng)
    assert solved(FOLDER / "club-10.npz").choose(view(classic, 0), rng) == See(0)


class Watched:
    """A stand-in for the other bot that counts how often it is asked."""

    name, style = "watched", ""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.asked = bot, 0

    def choose(self, seen: object, rng: Random) -> object:
        """As the bot does."""
        self.asked += 1
        return self.bot.choose(seen, rng)  # type: ignore[arg-type]


def test_the_bot_always_has_something_legal_to_do(long: bool) -> None:
    """Any rules, stacks and number of players: what it chooses is legal."""
    rng = Random(7)
    for _ in range(3_000 if long else 300):
        deal = random_deal(rng)
        while not deal.over:
            if deal.turn is None:
                deal = play_out(deal, rng)
                break
            deal = deal.play(SOLVED.choose(view(deal, deal.turn), rng))


def test_the_bot_does_not_see_hidden_cards() -> None:
    """R7: its choices are the same when the cards it may not know are others."""
    rng = Random(3)
    for _ in range(200):
        hands = shuffled_hands(rng, 2)
        rest = [card for card in CARDS if card not in hands[0] and card not in hands[1]]
        other = tuple(rng.sample(rest, 3))
        seed = rng.random()
        one = Deal.start(Rules(short_stack="cover"), [10, 10], hands)
        two = Deal.start(Rules(short_stack="cover"), [10, 10], (hands[0], other))
        while not one.over and one.turn is not None:
            me = one.turn
            first = SOLVED.choose(view(one, me), Random(seed))
            if me == 1 and one.players[1].seen:
                break
            assert SOLVED.choose(view(two, me), Random(seed)) == first
            one, two = one.play(first), two.play(first)
            if me == 1 and isinstance(first, See):
                break
            seed += 1


def test_on_its_tree_the_bot_asks_nobody() -> None:
    """Against itself at its own stack every choice is the solution's."""
    watched = Watched(BASELINES[1])
    bot = SolvedBot(other=watched)  # type: ignore[arg-type]
    rng = Random(5)
    for _ in range(200):
        deal = Deal.start(Rules(short_stack="cover"), [10, 10], shuffled_hands(rng, 2))
        while not deal.over:
            assert deal.turn is not None
            deal = deal.play(bot.choose(view(deal, deal.turn), rng))
    assert watched.asked == 0


@pytest.mark.parametrize("other", BASELINES, ids=lambda bot: bot.name)
def test_the_bot_beats_every_baseline(other: Bot, long: bool) -> None:
    """At its stack, with duplicate deals; the 95 % interval excludes zero."""
    deals = 6_000 if other.name == "caller" or long else 1_500
    found = tournament([SOLVED, other], Rules(short_stack="cover"), deals, seed=11, stack=10, processes=1)
    score = found.total(0)
    assert score is not None
    assert score.mean > score.margin > 0


def test_the_bot_at_equilibrium_loses_nothing_to_itself() -> None:
    """Two of it are even over duplicate deals."""
    assert np.isfinite(CLASSIC.exploitability)
    twin = SolvedBot(name="twin")
    found = tournament([SOLVED, twin], Rules(short_stack="cover"), 400, seed=2, stack=10, processes=1)
    score = found.total(0)
    assert score is not None
    assert abs(score.mean) <= 2 * score.margin + 1e-9
