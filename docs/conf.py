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
autodoc_typehints = "description"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "teenpatti"
html_show_sourcelink = False
html_copy_source = False
