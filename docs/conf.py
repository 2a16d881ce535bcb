"""How Sphinx builds the documentation; `scripts/docs` does it."""

from importlib.metadata import version as version_of

project = "teenpatti"
author = "The teenpatti authors"
project_copyright = "2026, The teenpatti authors"
release = version = version_of("teenpatti")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
nitpicky = True
# The reference shows the few names that matter; the types in their signatures have no page of their own.
nitpick_ignore_regex = [("py:.*", r".*")]
autodoc_typehints = "description"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "teenpatti"
html_show_sourcelink = False
html_copy_source = False
