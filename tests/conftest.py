"""Shared by all tests: the `--long` flag and how Hypothesis searches."""

import pytest
from hypothesis import HealthCheck, settings

# The short run must give the same answer every time and on a busy machine; the long one looks for new trouble.
settings.register_profile(
    "short", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("short"), derandomize=False, max_examples=5_000, print_blob=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register `--long`."""
    parser.addoption("--long", action="store_true", help="also run what takes minutes or hours")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples Hypothesis tries."""
    settings.load_profile("long" if config.getoption("--long") else "short")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Tell a test to use its larger counts."""
    return bool(request.config.getoption("--long"))
