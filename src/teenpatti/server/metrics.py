"""Numbers about the running server in the text format of Prometheus. No name, address or card is ever a label."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

Labels: TypeAlias = tuple[tuple[str, str], ...]

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the buckets for durations, in seconds."""


class Metrics:
    """Counters and durations of one server."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, Labels], int] = {}
        self._durations: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}

    def count(self, name: str, **labels: str) -> None:
        """One more of ``name``."""
        key = (name, tuple(sorted(labels.items())))
        self._counts[key] = self._counts.get(key, 0) + 1

    def observe(self, name: str, seconds: float) -> None:
        """Something took so long."""
        buckets = self._durations.setdefault(name, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sums[name] = self._sums.get(name, 0.0) + seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """All of it, with ``gauges`` as they stand now."""
        lines = [*self._counter_lines(), *self._duration_lines()]
        for name, value in gauges.items():
            lines += [f"# TYPE teenpatti_{name} gauge", f"teenpatti_{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _counter_lines(self) -> Iterable[str]:
        named = ""
        for (name, labels), value in sorted(self._counts.items()):
            if name != named:
                yield f"# TYPE teenpatti_{name}_total counter"
                named = name
            shown = ",".join(f'{label}="{_escape(text)}"' for label, text in labels)
            yield f"teenpatti_{name}_total{'{' + shown + '}' if shown else ''} {value}"

    def _duration_lines(self) -> Iterable[str]:
        for name, buckets in sorted(self._durations.items()):
            yield f"# TYPE teenpatti_{name}_seconds histogram"
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), buckets, strict=True):
                total += count
                yield f'teenpatti_{name}_seconds_bucket{{le="{bound}"}} {total}'
            yield f"teenpatti_{name}_seconds_sum {self._sums[name]:.6f}"
            yield f"teenpatti_{name}_seconds_count {total}"


def _escape(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
