"""Copy every page into one folder for MkDocs, laid out as in the repository so that links still work."""

import shutil
import sys
from pathlib import Path

from tools.npm_files import take_files

ROOT = Path(__file__).parents[1]
# The diagram library. MkDocs Material would load it from another host.
MERMAID = {"mermaid.min.js": "581ed7d74bd9048d0e3a91363927d72ef22942d7722546b27f7cc29e35390eb8"}


def copy_pages(folder: Path) -> None:
    """Replace the folder by copies of the pages at the top, of `docs/` and of the web client's page."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder / "docs")
    (folder / "web").mkdir()
    for page in [*ROOT.glob("*.md"), ROOT / "LICENSE", ROOT / "web" / "README.md"]:
        shutil.copy(page, folder / page.relative_to(ROOT))
    kept = folder.with_name("docs-scripts")
    take_files("mermaid@11.17.2", "package/dist/", MERMAID, kept, ["npm"])
    shutil.copytree(kept, folder / "scripts")


if __name__ == "__main__":
    copy_pages(Path(sys.argv[1]))
