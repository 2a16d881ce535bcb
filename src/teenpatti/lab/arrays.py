"""The kinds of arrays that the lab works with, by name."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
StrengthTable: TypeAlias = NDArray[np.uint16]
"""A table of strengths by the number of an ordered triple of cards, ``(a * 52 + b) * 52 + c``."""
