"""Answers that are kept while the question stays the same.

A room is immutable, and what an event leaves alone is the very same object after it. So a part of a frame that was made
from the same objects as last time is the same part, and need not be made and encoded again.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Kept(Generic[T]):
    """The last answer of ``make``, given again while it is asked about the very same objects."""

    __slots__ = ("_about", "_answer", "_make")

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._about: tuple[object, ...] | None = None
        self._answer: T | None = None

    def of(self, *about: object) -> T:
        """``make(*about)``. Holds on to ``about``, so an object is never taken for a later one in its place."""
        kept = self._about
        if kept is None or len(kept) != len(about) or not all(map(is_, kept, about)):
            self._answer = self._make(*about)
            self._about = about
        return cast("T", self._answer)
