"""PettingZoo's own suites. When loaded they warn of the way in which they load a game of their own, so not of ours."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

__all__ = ["api_test", "max_cycles_test", "parallel_api_test", "render_test", "seed_test"]
