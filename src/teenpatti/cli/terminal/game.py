"""The loop of a game in the terminal: deal after deal, asking the person and the bots. It draws and reads nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol

from teenpatti.bots import Bot
from teenpatti.cli.terminal.keys import HelpWanted, NotUnderstoodError, QuitWanted, read
from teenpatti.cli.terminal.luck import Luck
from teenpatti.cli.terminal.scene import Scene
from teenpatti.game.actions import Leave
from teenpatti.game.carry import Carried
from teenpatti.game.commands import Act, Join, NameHand, SitOut, StartDeal, TakePot
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction
from teenpatti.game.rules import Rules
from teenpatti.game.table import Table
from teenpatti.game.view import look_after, view
from teenpatti.texts.catalogue import error_text

ME: Final = 0
"""The seat of the person who plays; the bots sit clockwise from there."""


class Front(Protocol):
    """What shows the game to the person, and passes on what he types."""

    def opened(self, table: Table, styles: Sequence[str]) -> None:
        """The game begins; ``styles`` say how each bot plays."""

    def happened(self, scene: Scene, since: int) -> None:
        """Something happened: the deal's events from number ``since`` on."""

    def ask(self, scene: Scene) -> str | None:
        """What the person types on his turn; None when there is no more input."""

    def ask_hand(self) -> str | None:
        """What the person types when asked which of his two hands he keeps; None when there is no more input."""

    def told(self, sentence: str) -> None:
        """Something happened between two deals."""

    def explain(self, scene: Scene, sentence: str) -> None:
        """What he typed cannot be done."""

    def help(self, scene: Scene) -> None:
        """He asked what he can type."""

    def deal_over(self, scene: Scene, table: Table) -> bool:
        """A deal is over; whether to go on."""

    def closed(self, table: Table, why: str) -> None:
        """The game is over."""


class Game:
    """One person against bots at one table. ``table`` is always the last state that was reached."""

    def __init__(self, rules: Rules, name: str, bots: Sequence[Bot], stack: int, luck: Luck, front: Front) -> None:
        self._bots = dict(enumerate(bots, ME + 1))
        self._luck = luck
        self._front = front
        table = Table.open(rules, len(bots) + 1).play(Join(ME, name, stack))
        for seat, label in enumerate(labels(bots), ME + 1):
            table = table.play(Join(seat, label, stack))
        self.table = table
        self._whims: dict[int, Random] = {}

    def play(self, deals: int | None = None, record: Callable[[Table], None] = lambda table: None) -> None:
        """Play until the person stops, ``deals`` are played or somebody has all the chips; ``record`` each deal."""
        self._front.opened(self.table, [bot.style for bot in self._bots.values()])
        why = ""
        try:
            while not why:
                self._start()
                self._play_deal()
                record(self.table)
                self._give_up_carried()
                why = self._ended(deals)
                if not self._front.deal_over(self.scene(), self.table) and not why:
                    why = "You stop."
        except (QuitWanted, KeyboardInterrupt):
            why = self._leave(record)
        self._end_carried()
        self._front.closed(self.table, why)

    def scene(self) -> Scene:
        """The deal as the person may know it."""
        table = self.table
        me = table.player_of(ME)
        assert me is not None
        # Nobody but the person ever leaves this table, and he takes the game with him.
        seats = tuple(seat for seat in table.dealt_in if seat is not None)
        names = tuple(self._name(seat) for seat in seats)
        out = tuple(seat.person for i, seat in enumerate(table.seats) if seat and i not in table.dealt_in)
        held = look_after(self._deal, me)
        return Scene(view(self._deal, me), me, names, seats, table.deals, out, held)

    @property
    def _deal(self) -> Deal:
        assert self.table.deal is not None
        return self.table.deal

    def _name(self, seat: int) -> str:
        found = self.table.seats[seat]
        assert found is not None
        return found.person

    def _start(self) -> None:
        first = self._luck.lot(self.table.ready) if self.table.dealer is None else None
        number = self.table.deals + 1
        self._name_hand()
        self.table = self.table.play(StartDeal(self._luck.deck(number, self.table.kept), first))
        self._whims = {seat: self._luck.whims(number, seat) for seat in self._bots}
        self._front.happened(self.scene(), 0)

    def _name_hand(self) -> None:
        """Ask the person which of two hands he keeps (R20); bots, and silence, keep the old one."""
        carried = self.table.carried
        if carried is None or carried.seat != ME or len(carried.hands) < 2:
            return
        said = self._front.ask_hand()
        if said is None:
            raise QuitWanted
        if said.strip().lower() in ("new", "n"):
            self.table = self.table.play(NameHand(ME, "new"))

    def _give_up_carried(self) -> None:
        """The pot goes to who keeps a hand for it, if no deal can be dealt for it (R20)."""
        carried = self.table.carried
        if carried is not None and not (self.table.carries_on(self.table.rules) and len(self.table.ready) >= 2):
            self.table = self.table.play(TakePot())
            self._tell_taken(carried)

    def _end_carried(self) -> None:
        """There are no more deals, so that the pot goes to who keeps a hand for it (R20)."""
        carried = self.table.carried
        if carried is not None and not self.table.running:
            self.table = self.table.play(SitOut(carried.seat)).play(TakePot())
            self._tell_taken(carried)

    def _tell_taken(self, carried: Carried) -> None:
        who = "You take" if carried.seat == ME else f"{self._name(carried.seat)} takes"
        self._front.told(f"No deal can be dealt for the pot carried over. {who} its {carried.chips:,} chips.")

    def _play_deal(self) -> None:
        while self._deal.turn is not None:
            since = len(self._deal.events)
            if self.table.dealt_in[self._deal.turn] == ME:
                self._ask()
            else:
                self._ask_bot()
            self._front.happened(self.scene(), since)

    def _ask_bot(self) -> None:
        turn = self._deal.turn
        assert turn is not None
        seat = self.table.dealt_in[turn]
        assert seat is not None
        action = self._bots[seat].choose(view(self._deal, turn), self._whims[seat])
        self.table = self.table.play(Act(action))

    def _ask(self) -> None:
        """Ask until the person does something legal."""
        while True:
            scene = self.scene()
            text = self._front.ask(scene)
            if text is None:
                raise QuitWanted
            try:
                self.table = self.table.play(Act(read(text, scene)))
            except HelpWanted:
                self._front.help(scene)
            except NotUnderstoodError as error:
                self._front.explain(scene, str(error))
            except IllegalAction as error:
                self._front.explain(scene, error_text("en", error.code))
            else:
                return

    def _ended(self, deals: int | None) -> str:
        """Why no more deals are played, empty if they are."""
        ready = self.table.ready
        if ME not in ready:
            return "You have no chips left for the boot."
        if len(ready) < 2:
            return "You have won the chips of everybody else."
        if deals is not None and self.table.deals >= deals:
            return "The deals agreed on are played."
        return ""

    def _leave(self, record: Callable[[Table], None]) -> str:
        """Leave the deal that is running (R18) and let the bots end it, so that all chips are where they belong."""
        if not self.table.running:
            return "You stop."
        scene = self.scene()
        if scene.view.seats[scene.me].packed:
            why = "You stop; the others end the deal."
        elif scene.view.seats[scene.me].covered:
            why = "You stop; the others end the deal and your covered hand stays in it."
        else:
            self.table = self.table.play(Act(Leave(scene.me)))
            why = "You leave the deal; what you paid stays in the pot, and the others end the deal."
        while self._deal.turn is not None:
            self._ask_bot()
        record(self.table)
        return why


def labels(bots: Sequence[Bot]) -> list[str]:
    """Names that say what each is: ``Tight bot``, and ``Tight bot 2`` where there are more."""
    names = [f"{bot.name.replace('-', ' ').capitalize()} bot" for bot in bots]
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]
