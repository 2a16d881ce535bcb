"""The game in the terminal: scripted, random and hostile input, in sentences and drawn."""

from __future__ import annotations

import io
import os
import pty
import re
import runpy
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
import typer
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner, Result

from teenpatti.bots import BASELINES
from teenpatti.cli.play import play
from teenpatti.cli.terminal.cards_art import HEIGHT, drawn, inked
from teenpatti.cli.terminal.game import Game, labels
from teenpatti.cli.terminal.keys import HelpWanted, NotUnderstoodError, QuitWanted, offers, read
from teenpatti.cli.terminal.luck import FairLuck, SeededLuck
from teenpatti.cli.terminal.plain import PlainFront, standing
from teenpatti.cli.terminal.scene import Scene
from teenpatti.cli.terminal.screen import ScreenFront, picture
from teenpatti.cli.terminal.words import beats, chips, hand_name, in_order, listed, marks, sentences, spoken
from teenpatti.game.actions import Accept, Action, Bet, Cover, Leave, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import CARDS, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.notation import parse_json
from teenpatti.game.ranking import Ranking
from teenpatti.game.replay import replay
from teenpatti.game.rules import Rules
from teenpatti.game.table import Table
from teenpatti.game.view import view
from tests.helpers import random_rules

ROOT = Path(__file__).resolve().parents[2]
APP = typer.Typer(pretty_exceptions_enable=False)
APP.command()(play)


def run(*args: str, typed: str = "") -> Result:
    """`teenpatti play` over a pipe."""
    return CliRunner().invoke(APP, list(args), input=typed)


def scene(deal: Deal, me: int = 0, names: Sequence[str] = ()) -> Scene:
    """The deal as player `me` sees it; player i sits at seat i."""
    count = len(deal.players)
    names = names or [f"Bot {i}" for i in range(count)]
    return Scene(view(deal, me), me, tuple(names), tuple(range(count)), 1)


def played(rules: Rules, hands: str, *actions: Action, stack: int | None = 100) -> Deal:
    """The deal after some actions."""
    dealt = [parse_hand(hand) for hand in hands.split()]
    deal = Deal.start(rules, [stack] * len(dealt), dealt)
    for action in actions:
        deal = deal.play(action)
    return deal


# --- over a pipe ------------------------------------------------------------------------------------------------------


def test_a_deal_over_a_pipe() -> None:
    """Every step is a sentence; nothing is drawn, coloured or moved; the end of input ends the game well."""
    result = run("--seed", "1", "--bots", "tight,caller", typed="s\nb\n?\nshow\nb 99\np\n")
    assert result.exit_code == 0
    told = result.output
    for sentence in (
        "Tight bot, 1,000 chips. Looks at once, packs most hands, and bets when it has something.",
        "Deal 1.",
        "Everyone posts the boot of 1;",
        "You look at your cards: the ",
        "You can bet ",
        "e: pay for a side show and compare in private",
        "Hands from best to worst: trail, pure sequence, sequence, colour, pair, high card.",
        "You pack.",
        "Chips: you ",
        "Deal 2.",
        "You leave the deal; what you paid stays in the pot, and the others end the deal.",
    ):
        assert sentence in told
    assert told.isascii()
    assert "\x1b" not in told


def test_a_seed_makes_the_same_game() -> None:
    """Cards, lot and bots follow from it."""
    typed = "s\nb\nb\np\n" * 5
    first, again, other = (run("--seed", seed, typed=typed).output for seed in ("7", "7", "8"))
    assert first == again != other


def test_what_you_do_does_not_change_the_next_cards() -> None:
    """Each deck of a seeded game stands by itself, so a game can be played again in another way."""
    luck, again = SeededLuck(3), SeededLuck(3)
    assert luck.deck(2) == again.deck(2) != luck.deck(1)
    assert sorted(luck.deck(1)) == list(CARDS)
    assert luck.whims(1, 2).random() == again.whims(1, 2).random() != luck.whims(1, 1).random()
    assert luck.lot([1, 2, 3]) == again.lot([1, 2, 3])


def test_without_a_seed_the_decks_are_fair() -> None:
    """No two games are alike."""
    luck = FairLuck()
    assert sorted(luck.deck(1)) == list(CARDS)
    assert luck.deck(1) != luck.deck(1)
    assert {luck.lot([1, 2]) for _ in range(100)} == {1, 2}
    assert run("--deals", "1", "--bots", "random", typed="p\n" * 9).exit_code == 0


def test_so_many_deals() -> None:
    """--deals ends the game by itself."""
    result = run("--seed", "1", "--deals", "2", typed="p\n" * 20)
    assert "Deal 2." in result.output
    assert "Deal 3." not in result.output
    assert "The deals agreed on are played. In 2 deals you " in result.output


def test_each_deal_is_saved_as_the_person_knows_it(tmp_path: Path) -> None:
    """The file replays to the same chips, holds no card that was not seen, and is appended to."""
    file = tmp_path / "evening.tphs"
    args = ("--seed", "4", "--save", str(file), "--name", "Nadia", "--preset", "club", "--rule", "boot=10")
    assert run(*args, typed="b\nb\np\n" * 4).exit_code == 0
    count = len(file.read_text().splitlines())
    assert count >= 2
    assert run(*args, typed="s\np\n").exit_code == 0
    lines = file.read_text().splitlines()
    assert len(lines) > count
    for line in lines:
        deal = parse_json(line)
        assert deal.rules == Rules.preset("club", boot=10)
        assert "Nadia" in deal.players
        *_, (_, end) = replay(deal)
        assert end.over
        assert tuple(player.stack for player in end.players) == deal.finishing_stacks
    assert any("??????" in line for line in lines)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--bots", "priest"], "no bot 'priest'"),
        (["--bots", ""], "no bot ''"),
        (["--bots", ",".join(["tight"] * 17)], "at most 16 bots"),
        (["--stack", "9", "--rule", "boot=10"], "at least the boot of 10"),
        (["--stack", "-5"], "no stack"),
        (["--stack", "1.5"], "no stack"),
        (["--stack", "9" * 2000], "no stack"),
        (["--name", ""], "no name"),
        (["--name", "a\x1b[2J"], "no name"),
        (["--name", "Tight bot"], "the name of a bot"),
        (["--preset", "poker"], "no preset"),
        (["--deals", "0"], "--deals"),
        (["--save", "."], "cannot be written"),
    ],
)
def test_wrong_usage(args: list[str], said: str) -> None:
    """A sentence and exit status 2, before anything is dealt."""
    result = run("--seed", "1", *args)
    assert result.exit_code == 2
    assert said in re.sub(r"[\s│]+", " ", result.output)


def test_chips_of_any_size() -> None:
    """10^30 chips are played like ten."""
    result = run("--seed", "1", "--stack", str(10**30), "--rule", f"boot={10**28}", "--deals", "1", typed="s\nb\np\n")
    assert result.exit_code == 0
    assert f"{10**30 - 10**28:,} chips" in result.output


def test_no_bytes_do_harm() -> None:
    """Whatever is typed is answered by a sentence."""
    rng = Random(1)
    noise = "\n".join(
        "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(1, 0xD7FF)))) for _ in range(rng.randrange(12)))
        for _ in range(200)
    )
    for typed in (noise, "b " + "9" * 5000, "b 1e9\nb -1\nb 0\nb nan\nb 1.5\nb ²\ne 99\n\n\n", "\0\n" * 20):
        assert run("--seed", "2", typed=typed).exit_code == 0


# --- the loop ---------------------------------------------------------------------------------------------------------


def answers(rng: Random) -> Callable[[Scene], str]:
    """A person who does any of the things offered, at times with an amount, and at times mistypes."""

    def answer(now: Scene) -> str:
        if rng.random() < 0.15:
            return rng.choice(("", "x", "b 0", "e", "w", "c", "a", "s", "s new", "k", "?"))
        offer = rng.choice(offers(now))
        bet = now.view.legal.bet
        if offer.key == "b" and bet is not None and rng.random() < 0.5:
            return str(rng.choice(bet.steps) if bet.steps else rng.randint(bet.lowest, bet.highest or 2 * bet.lowest))
        return offer.key

    return answer


class Watched(ScreenFront):
    """Draws into nothing, answers by itself, and measures each picture."""

    def __init__(self, answer: Callable[[Scene], str], width: int, height: int) -> None:
        self.console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True)
        super().__init__(self.console, lambda: self.typed, lambda: None)
        self.answer = answer
        self.typed: str | None = ""
        self.pictures = 0
        self.wrong = 0

    def ask(self, scene: Scene) -> str | None:
        """Answer at once."""
        self.typed = self.answer(scene)
        return super().ask(scene)

    def deal_over(self, scene: Scene, table: Table) -> bool:
        """Go on."""
        self.typed = ""
        return super().deal_over(scene, table)

    def explain(self, scene: Scene, sentence: str) -> None:
        """Count."""
        self.wrong += 1
        super().explain(scene, sentence)

    def _draw(self, scene: Scene, footer: Sequence[Text]) -> None:
        width, height = self.console.size
        lines = picture(scene, self._log, footer, width, height - 1)
        assert len(lines) == height - 1
        if scene.view.seats[0].stack is not None and scene.view.seats[0].stack < 10**6:
            assert max(line.cell_len for line in lines) <= width
        self.pictures += 1


@pytest.mark.parametrize("part", range(3))
def test_random_games_over_all_rules(part: int) -> None:
    """A person who does anything, against all bots: every event can be told and drawn, and no chip is lost."""
    rng = Random(f"games {part}")
    wrong = pictures = deals = 0
    for seed in range(25):
        rules = random_rules(rng)
        count = min(rng.choice((1, 2, 3, 4, 5, 8, 12, 16)), rules.max_seats - 1)
        bots = [rng.choice(BASELINES) for _ in range(count)]
        stack = rules.boot + rng.choice((0, 3, 20, 100, 1000))
        front = Watched(answers(rng), rng.choice((80, 100)), 24)
        game = Game(rules, "You", bots, stack, SeededLuck(seed), front)
        game.play(4, lambda table: None)
        assert -game.table.bank == sum(seat.chips for seat in game.table.seats if seat) == stack * (len(bots) + 1)
        wrong, pictures, deals = wrong + front.wrong, pictures + front.pictures, deals + game.table.deals
    assert wrong > 5
    assert pictures > 500
    assert deals > 50


class Told:
    """Collects what a plain front writes."""

    def __init__(self, lines: Iterator[str | None]) -> None:
        self.said: list[str] = []
        self.front = PlainFront(self.said.append, lambda: next(lines, None))


@pytest.mark.parametrize("moment", range(12))
def test_ctrl_c_at_any_moment(moment: int) -> None:
    """The person leaves (R18), the bots end the deal, all chips are where they belong."""
    asked = 0

    def lines() -> Iterator[str | None]:
        nonlocal asked
        while asked < moment:
            asked += 1
            yield "b"
        raise KeyboardInterrupt

    told = Told(lines())
    recorded: list[int] = []
    game = Game(Rules(), "You", BASELINES[1:4], 50, SeededLuck(moment), told.front)
    game.play(None, lambda table: recorded.append(table.deals))
    assert not game.table.running
    assert sum(seat.chips for seat in game.table.seats if seat) == 200
    assert recorded == list(range(1, game.table.deals + 1))
    assert told.said[-1].startswith(("You leave the deal;", "You have no chips", "You stop"))


class Impatient(PlainFront):
    """Presses Ctrl-C as soon as something is so."""

    def __init__(self, lines: Iterator[str | None], when: Callable[[Scene], bool]) -> None:
        self.said: list[str] = []
        super().__init__(self.said.append, lambda: next(lines, None))
        self.when = when

    def happened(self, scene: Scene, since: int) -> None:
        """Look."""
        super().happened(scene, since)
        if not scene.view.over and self.when(scene):
            raise KeyboardInterrupt


@pytest.mark.parametrize(("state", "why"), [("packed", "You stop; the others end"), ("covered", "your covered hand")])
def test_ctrl_c_while_the_others_play(state: str, why: str) -> None:
    """Who has packed, or covers, has nothing left to do: the others end the deal at once."""
    rules = Rules(boot=10, short_stack="cover")
    typed = {"packed": ["p"], "covered": ["s", "c"]}[state]
    for seed in range(20):
        front = Impatient(iter(typed), lambda scene: bool(getattr(scene.view.seats[scene.me], state)))
        game = Game(rules, "You", BASELINES[1:4], 15, SeededLuck(seed), front)
        game.play()
        assert not game.table.running
        assert sum(seat.chips for seat in game.table.seats if seat) == 60
        if why in front.said[-1]:
            break
    else:
        pytest.fail(f"nobody was ever {state}")


def test_stopping_between_two_deals() -> None:
    """A drawn game asks whether to go on."""

    class Once(PlainFront):
        def deal_over(self, scene: Scene, table: Table) -> bool:
            return False

    said: list[str] = []
    Game(Rules(), "You", BASELINES[:2], 100, SeededLuck(1), Once(said.append, lambda: "p")).play()
    assert said[-1].startswith("You stop. In 1 deal you ")


def test_a_side_show_is_asked_over_a_pipe() -> None:
    """R13: the person asked can accept or refuse, and hears whom he meets."""
    for seed in range(60):
        told = Told(iter(["s", *["b"] * 12]))
        Game(Rules(), "You", [BASELINES[4]] * 3, 1000, SeededLuck(seed), told.front).play(1)
        if any(said.endswith("asks you to compare hands: accept (a) or refuse (r)?") for said in told.said):
            break
    else:
        pytest.fail("nobody ever asked")
    assert "A side show is open. The player asked must accept or refuse first." in told.said


def test_the_game_ends_when_somebody_has_no_boot_left() -> None:
    """R18, R19: fewer than two with the boot, or the person himself without it."""
    ends = set()
    for seed in range(20):
        told = Told(iter(["w", "b", "p"] * 100))
        game = Game(Rules(boot=10), "You", BASELINES[:1], 20, SeededLuck(seed), told.front)
        game.play()
        ends.add(told.said[-1].partition(".")[0])
        assert len(game.table.ready) == 1
    assert ends == {"You have no chips left for the boot", "You have won the chips of everybody else"}


def test_bots_are_labelled_by_style() -> None:
    """Never by a name that could be a person's."""
    assert labels(BASELINES) == ["Random bot", "Tight bot", "Blind lover bot", "Maniac bot", "Caller bot"]
    assert labels([BASELINES[1]] * 2) == ["Tight bot 1", "Tight bot 2"]


def test_the_dealer_moves_clockwise() -> None:
    """R19: from deal to deal one seat on."""
    dealers: list[int | None] = []
    told = Told(iter(["p"] * 100))
    game = Game(Rules(), "You", BASELINES[1:4], 1000, SeededLuck(1), told.front)
    game.play(5, lambda table: dealers.append(table.dealer))
    assert dealers[0] is not None
    assert dealers == [(dealers[0] + i) % 4 for i in range(5)]


# --- keys -------------------------------------------------------------------------------------------------------------

SIDE_ANY = played(
    Rules(side_show_with="any"),
    "AsAhAd KsKhKd QsQhQd",
    *(See(0), Bet(0, 2), See(1), Bet(1, 2), See(2), Bet(2, 2)),
)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("s", See(0)),
        ("LOOK", See(0)),
        ("b", Bet(0, 1)),
        (" b  2 ", Bet(0, 2)),
        ("chaal 2", Bet(0, 2)),
        ("1,000", Bet(0, 1000)),
        ("p", Pack(0)),
        ("fold", Pack(0)),
        ("w", Show(0)),
        ("e", Side(0, 1)),
        ("side show", Side(0, 1)),
        ("e 2", Side(0, 1)),
        ("a", Accept(0)),
        ("yes", Accept(0)),
        ("r", Refuse(0)),
        ("no", Refuse(0)),
        ("c", Cover(0)),
    ],
)
def test_letters_and_words(typed: str, action: Action) -> None:
    """Both mean the same."""
    assert read(typed, scene(Deal.start(Rules(), [10, 10]))) == action


def test_wishes_that_are_no_actions() -> None:
    """Help and quitting."""
    now = scene(Deal.start(Rules(), [10, 10]))
    for typed in ("?", "h", "help"):
        with pytest.raises(HelpWanted):
            read(typed, now)
    for typed in ("q", "quit", "exit"):
        with pytest.raises(QuitWanted):
            read(typed, now)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the letter"),
        ("dance\x07", '"dance?" means nothing'),
        ("b two", "one whole number"),
        ("b 2 3", "one whole number"),
        ("b " + "9" * 1001, "one whole number"),
        ("p 3", "p alone"),
        ("e", "whom you ask"),
        ("e 9", "number in front"),
        ("x" * 100, "..."),
    ],
)
def test_what_is_not_understood(typed: str, said: str) -> None:
    """The answer says what was expected."""
    with pytest.raises(NotUnderstoodError, match=re.escape(said)):
        read(typed, scene(SIDE_ANY))


def test_every_legal_action_is_offered_with_its_price() -> None:
    """Amounts as players say them; whom a side show can be asked of by number (side_show_with any)."""

    def said(deal: Deal, me: int = 0) -> list[str]:
        return [" ".join(offer).strip() for offer in offers(scene(deal, me))]

    assert said(Deal.start(Rules(), [10, 10])) == ["s look free", "b bet 1 or 2", "w show 1", "p pack"]
    assert said(Deal.start(Rules(boot=5), [50] * 3)) == ["s look free", "b bet 5 to 10", "p pack"]
    assert said(Deal.start(Rules(raise_factor=0), [None] * 3)) == ["s look free", "b bet 1 or more", "p pack"]
    doubling = Rules(raise_factor=0, bet_steps="double")
    assert said(Deal.start(doubling, [None] * 3))[1] == "b bet 1, doubled as often as you like"
    assert said(Deal.start(doubling, [10] * 3))[1] == "b bet 1, 2, 4 or 8"
    assert said(Deal.start(Rules(max_raises=1), [10] * 3).play(Bet(0, 2)), 1)[1] == "b bet 2"
    assert said(SIDE_ANY) == ["b bet 2 to 4", "e 2 side show with Bot 1 2", "e 3 side show with Bot 2 2", "p pack"]
    short = Deal.start(Rules(short_stack="cover"), [2, 2]).play(See(0))
    assert said(short) == ["c cover 1", "p pack"]
    asked = SIDE_ANY.play(Side(0, 2))
    assert said(asked, 2) == ["a accept", "r refuse"]


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "name", "full"),
    [
        ("6s6h6d", "trail of sixes", "trail of sixes"),
        ("2sAs3s", "pure sequence A-2-3", "pure sequence A-2-3"),
        ("QsAhKd", "sequence A-K-Q", "sequence A-K-Q"),
        ("4sAsJs", "colour, ace high", "colour A-J-4"),
        ("8sAh8d", "pair of eights", "pair of eights with an ace"),
        ("KsKh9d", "pair of kings", "pair of kings with a nine"),
        ("Ts4h2d", "ten high", "high cards 10-4-2"),
    ],
)
def test_hands_have_names(cards: str, name: str, full: str) -> None:
    """As players call them."""
    hand = parse_hand(cards)
    assert hand_name(hand, Ranking()) == name
    assert hand_name(hand, Ranking(), full=True) == full
    if name.startswith("pure sequence A"):
        assert hand_name(hand, Ranking(ace_run="none")) == "colour, ace high"


def test_why_a_hand_wins() -> None:
    """Both classes are named, and the cards where the classes do not tell them apart."""
    kings, nines, queen = parse_hand("KsKh9d"), parse_hand("KcKd8d"), parse_hand("Qs4h2d")
    assert beats(kings, [queen], Ranking()) == "pair of kings beats queen high"
    assert beats(kings, [nines], Ranking()) == "pair of kings with a nine beats pair of kings with an eight"
    assert beats(kings, [queen, parse_hand("Ac4s2s")], Ranking()) == "pair of kings beats queen high and ace high"
    muflis = Ranking(lowball=True)
    assert beats(queen, [kings], muflis) == "queen high beats pair of kings (the lowest hand wins here)"


def test_cards_in_words_and_marks() -> None:
    """For the ear and for the eye."""
    hand = in_order(parse_hand("2cTsTh"), Ranking())
    assert spoken(hand) == "the ten of spades, the ten of hearts and the two of clubs"
    assert marks(hand) == "10♠ 10♥ 2♣"
    assert chips(1) == "1 chip"
    assert listed(["a"]) == "a"


def told(deal: Deal, me: int = 0) -> str:
    """The whole deal in sentences."""
    return " ".join(sentences(scene(deal, me), 0, marks))


def test_a_side_show_is_told_to_the_two_alone() -> None:
    """R14: both see both hands, the others learn who asked whom, the answer and who packed."""
    deal = SIDE_ANY.play(Side(0, 1)).play(Accept(1))
    assert told(deal).endswith(
        "You pay 2 and ask Bot 1 for a side show. Bot 1 accepts the side show. "
        "Bot 1 shows you K♠ K♥ K♦ (trail of kings). "
        "Bot 1 packs after the side show: trail of aces beats trail of kings."
    )
    assert "Bot 0 shows you A♠ A♥ A♦" in told(deal, 1)
    assert told(deal, 1).endswith("You pack after the side show: trail of aces beats trail of kings.")
    assert told(deal, 2).endswith("Bot 1 accepts the side show. Bot 1 packs after the side show.")
    refused = SIDE_ANY.play(Side(0, 1)).play(Refuse(1))
    assert told(refused).endswith("Bot 1 refuses the side show.")
    equal = played(Rules(), "AsKh2d AdKc2h", See(0), Bet(0, 2), See(1), Side(1, 0), Accept(0))
    assert "Bot 1 packs after the side show: the hands are equal, and then who asked packs." in told(equal)


def test_how_deals_end() -> None:
    """Unseen (R8), by a show (R12), by equal hands, by a full pot (R17), by a covered pot (R16), by leaving (R18)."""
    cards = "AsKh2d AdKc2h"
    assert told(played(Rules(), cards, Pack(0)), 1).endswith("Bot 0 packs. You win 2: everyone else packed.")
    assert "Bot 1 leaves the deal." in told(played(Rules(), cards, Leave(1)))
    shown = told(played(Rules(), "AsKh2d QdJc2h", Show(0)))
    assert "You pay 1 for a show with Bot 1. You show A♠ K♥ 2♦ (ace high)." in shown
    assert shown.endswith("You win 3: ace high beats queen high.")
    assert told(played(Rules(), cards, Show(0))).endswith("wins 3: equal hands, and then who paid for the show loses.")
    split = told(played(Rules(show_tie="split"), cards, Show(0)))
    assert split.endswith("You and Bot 1 share 3, 2 and 1: equal hands.")
    full = told(played(Rules(pot_limit=3), "AsKh2d QdJc2h", Bet(0, 1)))
    assert "The pot is full, all hands are shown. You show" in full
    cover = Rules(short_stack="cover")
    covered = told(played(cover, "AsKh2d QdJc2h", See(0), Cover(0), stack=2))
    assert "You cover with 1 chip and play for 3." in covered
    assert covered.endswith("You win the pot of 3 that was covered: ace high beats queen high.")
    stays = played(cover, "AsKh2d QdJc2h 9d8c2s", See(0), Cover(0), Leave(0), stack=2)
    assert "You leave and the covered hand stays." in told(stays)


def test_what_is_told_gives_no_hidden_card_away() -> None:
    """Only a view is told: two deals that differ in cards the person may not know sound alike."""
    rules = Rules()
    one = played(rules, "AsKh2d QdJc2h 9d8c2s", See(0), Bet(0, 2), See(1), Bet(1, 2))
    two = played(rules, "AsKh2d 3d3c3h 4d5c6s", See(0), Bet(0, 2), See(1), Bet(1, 2))
    assert told(one) == told(two)


# --- drawn ------------------------------------------------------------------------------------------------------------


def test_cards_are_drawn_side_by_side() -> None:
    """Each 7 wide and 5 high, from the front or from behind."""
    lines = drawn([CARDS[51], CARDS[33], None], four_colours=False)
    assert len(lines) == HEIGHT
    assert {line.cell_len for line in lines} == {3 * 7 + 2}
    assert lines[1].plain == "│A    │ │10   │ │◇ ◆ ◇│"
    assert lines[2].plain.startswith("│  ♠  │ │  ♦  │")


def test_four_colours_tell_all_suits_apart() -> None:
    """And two colours the red from the black."""

    def colours(*, four: bool) -> list[str]:
        return [str(inked([CARDS[suit]], four_colours=four).spans[0].style) for suit in range(4)]

    assert len(set(colours(four=True))) == 4
    assert colours(four=False)[1] == colours(four=False)[2] != colours(four=False)[0]
    faces = [[str(span.style) for span in drawn([CARDS[suit]], four_colours=True)[1].spans] for suit in range(4)]
    assert len({str(face) for face in faces}) == 4


def test_a_picture_shows_all_that_counts() -> None:
    """Pot, prices, seats, own hand, what can be done; a hand shown stands at its seat."""
    deal = SIDE_ANY.play(Side(0, 1)).play(Accept(1))
    text = "\n".join(line.plain for line in picture(scene(deal), [Text("said")], [Text("keys")], 80, 22))
    for part in ("pot 11", "blind pays 1", "seen pays 2", "Trail of aces", "packed", "K♠ K♥ K♦", "said", "keys"):
        assert part in text
    assert "Q♠" not in text
    blind = scene(Deal.start(Rules(), [None, None]))
    text = "\n".join(line.plain for line in picture(blind, [], [], 80, 22))
    assert "not looked at" in text
    assert "∞" in text


def test_in_a_real_terminal() -> None:
    """Drawn on a screen of its own, which is left again; Ctrl-C ends the game like any other end."""
    for typed, said in (
        ("s\n?\n\nq\n", b"You leave the deal;"),
        ("\x03", b"You leave the deal;"),
        ("\x04", b"In 1 deal you"),
    ):
        seen, code = in_terminal("--seed", "1", "--pace", "0", typed=typed)
        assert code == 0
        assert seen.count(b"\x1b[?1049h") == seen.count(b"\x1b[?1049l") == 1
        assert "◆".encode() in seen
        assert said in seen.partition(b"\x1b[?1049l")[2]


def test_plain_in_a_real_terminal() -> None:
    """--plain sends no control code, also where drawing would be possible."""
    seen, code = in_terminal("--seed", "1", "--plain", typed="s\nq\n")
    assert code == 0
    assert b"\x1b" not in seen
    assert b"You look at your cards: the " in seen


def in_terminal(*args: str, typed: str) -> tuple[bytes, int]:
    """Everything that a terminal is sent, and the exit status."""
    ours, theirs = pty.openpty()
    # A session's first process takes the terminal it opens for its own, and then Ctrl-C reaches it.
    code = (
        "import os, typer; os.close(os.open(os.ttyname(0), os.O_RDWR)); "
        "from teenpatti.cli.play import play; typer.run(play)"
    )
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONUTF8": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", code, *args],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        seen, sent, deadline = b"", 0, time.monotonic() + 60
        while time.monotonic() < deadline:
            if sent == 0 and (b"> " in seen or b"You can" in seen):
                os.write(ours, typed.encode())
                sent = 1
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    chunk = os.read(ours, 65536)
                except OSError:
                    break
                if not chunk:
                    break
                seen += chunk
        else:
            process.kill()
    os.close(ours)
    return seen, process.returncode


# --- the picture of the README ----------------------------------------------------------------------------------------


def test_the_picture_is_up_to_date_and_asks_no_other_host() -> None:
    """`scripts/picture.py` makes it again, byte for byte."""
    made = runpy.run_path(str(ROOT / "scripts" / "picture.py"))["svg"]()
    stored = (ROOT / "docs" / "pictures" / "play.svg").read_text(encoding="utf-8")
    assert made == stored, "run scripts/picture.py"
    assert stored.replace('xmlns="http://www.w3.org/2000/svg"', "").count("http") == 0
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", stored)
    assert "Pair of queens" in stored.replace("&#160;", " ")


def test_the_standing_is_told_in_one_sentence() -> None:
    """The person first."""
    game = Game(Rules(), "Nadia", BASELINES[:1], 1000, SeededLuck(1), Told(iter([])).front)
    assert standing(game.table) == "you 1,000, Random bot 1,000"
