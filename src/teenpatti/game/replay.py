"""Playing a hand file step by step, and the JSON of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from teenpatti.game.actions import Action, ShowHand
from teenpatti.game.cards import Card, Hand, check_distinct
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction, InvalidCard, InvalidHistory, TeenPattiError
from teenpatti.game.handfile import HandFile
from teenpatti.game.legal import Legal
from teenpatti.game.words import KeptHand, TurnUp, is_dealing, read_action, read_dealing, split


class Step(NamedTuple):
    """The deal after ``action``, or after the boots where that is None."""

    action: Action | None
    deal: Deal


def replay(file: HandFile) -> Iterator[Step]:
    """The deal after the boots, then after each action of a player or word of the dealer.

    Raises IllegalAction at the first illegal action, its ``place`` set; what was yielded before stands. Raises
    InvalidHistory for a bad dealing line, before anything is yielded, or at the end for finishing_stacks that disagree;
    then nothing of the file counts.
    """
    lines = [split(line) for line in file.actions]
    dealing = next((i for i, words in enumerate(lines) if not is_dealing(words)), len(lines))
    cards = _cards(file, lines, dealing)
    stacks = file.starting_stacks or (None,) * len(file.players)
    if len(stacks) > (most := file.rules.most_players(kept=int(cards.keeper is not None))):
        raise InvalidHistory(
            Code.BAD_PLAYER_COUNT, f"{len(stacks)} players and a kept hand: expected 2 to {most} players (R5)."
        )
    deal = Deal.start(
        file.rules,
        stacks,
        cards.hands,
        joker=cards.joker,
        carried=file.carried,
        keeper=cards.keeper,
        kept=cards.kept,
    )
    yield Step(None, deal)
    for place in range(dealing, len(lines)):
        try:
            action = read_action(lines[place])
            deal = deal.play(action)
        except IllegalAction as error:
            error.place = place
            raise
        if not isinstance(action, ShowHand):
            yield Step(action, deal)
    _check_finish(file, deal)


class _Cards(NamedTuple):
    """What the dealing lines say."""

    hands: list[Hand | None]
    joker: Card | None
    keeper: int | None
    kept: Hand | None


def _cards(file: HandFile, lines: list[list[str]], dealing: int) -> _Cards:
    """The cards of the dealing lines, which all stand first."""
    count = len(file.players)
    hands: dict[int, Hand | None] = {}
    joker: Card | None = None
    kept: KeptHand | None = None
    for place, words in enumerate(lines):
        if not is_dealing(words):
            continue
        try:
            if place >= dealing:
                raise InvalidHistory(Code.BAD_DEALING, "This dealing line stands late: all of them stand first.")
            line = read_dealing(words, file.rules)
            if isinstance(line, TurnUp):
                if joker is not None:
                    raise InvalidHistory(Code.BAD_DEALING, "A joker is turned up already.")
                joker = line.card
            elif line.player >= count:
                raise InvalidHistory(Code.BAD_DEALING, f"There is no p{line.player + 1}: expected p1 to p{count}.")
            elif isinstance(line, KeptHand):
                if kept is not None:
                    raise InvalidHistory(Code.BAD_DEALING, "A kept hand is named already.")
                kept = line
            else:
                if line.player in hands:
                    raise InvalidHistory(Code.BAD_DEALING, f"p{line.player + 1} has a dealing line already.")
                hands[line.player] = line.hand
            known = [*hands.values(), kept.hand if kept else None, None if joker is None else (joker,)]
            check_distinct(card for hand in known for card in hand or ())
        except (InvalidHistory, InvalidCard) as error:
            raise InvalidHistory(Code.BAD_DEALING, str(error), place=place) from error
    dealt = [hands.get(i) for i in range(count)]
    return _Cards(dealt, joker, kept.player if kept else None, kept.hand if kept else None)


def _check_finish(file: HandFile, deal: Deal) -> None:
    """Without starting stacks the finishing ones are scores: what each won less what he paid."""
    if file.finishing_stacks is None:
        return
    stacks = tuple(player.won - player.paid if player.stack is None else player.stack for player in deal.players)
    if file.finishing_stacks != stacks:
        raise InvalidHistory(
            Code.STACKS_DISAGREE,
            f"finishing_stacks are {_chips(file.finishing_stacks)}: the deal ends with {_chips(stacks)}.",
        )


def _chips(stacks: tuple[int, ...]) -> str:
    text = ", ".join(map(str, stacks))
    return text if len(text) <= 400 else text[:400] + " ..."


def replay_json(file: HandFile) -> dict[str, Any]:
    """``{"steps": [...], "error": ...}`` as the file format's page documents it."""
    steps: list[dict[str, Any]] = []
    try:
        for step in replay(file):
            steps.append(step_json(step.deal))  # noqa: PERF401 - an error keeps the steps so far
    except IllegalAction as error:
        return {"steps": steps, "error": error_json(error)}
    except InvalidHistory as error:
        return {"steps": [], "error": error_json(error)}
    return {"steps": steps, "error": None}


def error_json(error: TeenPattiError) -> dict[str, Any]:
    """The ``error`` object: the 0-based place in ``actions`` or None, the code and the message."""
    return {"action": error.place, "code": str(error.code), "message": str(error)}


def step_json(deal: Deal) -> dict[str, Any]:
    """The deal as one STEP: players from 1, amounts in chips."""
    players = deal.players
    return {
        "pot": deal.chips_in,
        "seen_price": deal.price,
        "paid": [player.paid for player in players],
        "left": [i + 1 for i in deal.left],
        "covered": [i for i, player in enumerate(players, 1) if player.covered],
        "seen": [i for i, player in enumerate(players, 1) if player.seen],
        "turn": None if deal.turn is None else deal.turn + 1,
        "over": deal.over,
        "legal": legal_json(deal.legal()),
        "net": [player.won - player.paid for player in players] if deal.over else None,
        "winners": [i for i, player in enumerate(players, 1) if player.won] if deal.over else [],
    }


def legal_json(legal: Legal) -> dict[str, Any]:
    """Only what is legal for whoever is to act; leaving, always possible, is not listed."""
    said: dict[str, Any] = {name: None for name in ("see", "pack") if getattr(legal, name)}
    if legal.see_one:
        said["see"] = None
    if legal.bet is not None:
        steps = legal.bet.steps
        said["bet"] = [legal.bet.lowest, legal.bet.highest] if steps is None else list(steps)
    if legal.show is not None:
        said["show"] = None
    if legal.side is not None:
        said["side"] = [i + 1 for i in legal.side.targets]
    if legal.cover is not None:
        said["cover"] = None
    said |= {name: None for name in ("accept", "refuse", "keep", "drop") if getattr(legal, name)}
    if legal.best is not None:
        said["best"] = [i + 1 for i in legal.best]
    return said
