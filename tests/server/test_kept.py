"""Answers that are kept: the same question by the same objects, and by no others."""

from __future__ import annotations

from teenpatti.server.kept import Kept


def test_kept_while_asked_about_the_same_objects() -> None:
    """Equal is not enough, nor are fewer of them; what was asked about last is what counts."""
    asked: list[tuple[object, ...]] = []

    def make(*about: object) -> int:
        asked.append(about)
        return len(asked)

    kept = Kept(make)
    one, other = [1], [1]
    assert [kept.of(one, other), kept.of(one, other)] == [1, 1]
    assert kept.of(one, one) == 2
    assert kept.of(one) == 3
    assert kept.of(one, one) == 4
    assert kept.of(one, None) == 5
    assert kept.of(one, None) == 5
    assert kept.of() == 6
    assert asked == [(one, other), (one, one), (one,), (one, one), (one, None), ()]


def test_an_object_that_is_asked_about_is_held() -> None:
    """So that its place in memory cannot be another's by the next question."""
    kept: Kept[list[int]] = Kept(list)
    answers = [kept.of([number]) for number in range(100)]
    assert answers == [[number] for number in range(100)]
