"""One hash for a whole list, from which single items can be opened: the tree of RFC 6962."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeAlias

Levels: TypeAlias = tuple[tuple[bytes, ...], ...]
"""The hashes of a tree from the leaves up to the root; one without a neighbour goes up unchanged."""


def levels(leaves: Sequence[bytes]) -> Levels:
    """The whole tree over the hashes of its leaves, of which there is at least one."""
    sha256 = hashlib.sha256
    found = [tuple(leaves)]
    while len(found[-1]) > 1:
        low = found[-1]
        high = [sha256(b"\1" + low[i] + low[i + 1]).digest() for i in range(0, len(low) - 1, 2)]
        found.append((*high, *low[len(high) * 2 :]))
    return tuple(found)


def root(tree: Levels) -> bytes:
    """The hash of the whole."""
    return tree[-1][0]


def path(tree: Levels, place: int) -> tuple[bytes, ...]:
    """The neighbours that lead from a leaf to the root, lowest first."""
    found = []
    for level in tree[:-1]:
        neighbour = place ^ 1
        if neighbour < len(level):
            found.append(level[neighbour])
        place >>= 1
    return tuple(found)
