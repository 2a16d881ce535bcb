"""Checks proof files. It imports nothing of the game, the shuffle or the server: what they did is worked out anew here,
from the description in docs/fairness.md alone, so that a mistake on one side does not hide behind the other.
"""

from teenpatti.fair.verify.faults import BadProof
from teenpatti.fair.verify.files import Checked, check_files, check_lines

__all__ = ["BadProof", "Checked", "check_files", "check_lines"]
