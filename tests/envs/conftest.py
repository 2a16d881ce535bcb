"""The solver, compiled once by one process, as for its own tests."""

from tests.lab.conftest import compiled_solver

__all__ = ["compiled_solver"]
