"""A property found out once. Before Python 3.12 functools.cached_property takes a lock for it, which costs more than
the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - it stands where a property stands
    """Like functools.cached_property, for immutable objects with a ``__dict__``."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> T | Self:
        """Find out, and leave the answer where the next look finds it before this property."""
        if instance is None:
            return self
        answer = instance.__dict__[self._find.__name__] = self._find(instance)
        return answer
