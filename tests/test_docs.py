"""The documentation builds without a warning and asks no other host for anything."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_docs_build_strictly(tmp_path: Path) -> None:
    """A broken reference or a page outside the contents is an error, and pages load nothing from elsewhere."""
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--keep-going", "--quiet"]
    built = subprocess.run(
        [*command, "--doctree-dir", str(tmp_path / "doctrees"), str(ROOT / "docs"), str(site)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr

    # A link may lead elsewhere; what is loaded with the page may not.
    loaded = re.compile(
        r"""(?:src|srcset|data)=["']?(?:https?:)?//|<link[^>]+href=["'](?:https?:)?//|url\(["']?https?:"""
    )
    pages = [page for kind in ("*.html", "*.css") for page in site.rglob(kind)]
    assert site / "index.html" in pages
    assert [page.name for page in pages if loaded.search(page.read_text(encoding="utf-8"))] == []
