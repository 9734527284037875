"""ARCHITECTURE and the recipes describe the code as it is: its folders, its subscribers, and files that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "noughts"
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()
RECIPES = (ROOT / "docs" / "recipes.md").read_text()
MOST_WORDS = 20


def section(title: str) -> str:
    return re.split(r"(?m)^## ", ARCHITECTURE.split(f"## {title}\n")[1])[0]


def folders(of: Path) -> set[str]:
    return {path.name for path in of.iterdir() if (path / "__init__.py").exists()}


def test_the_map_names_every_folder_of_the_server() -> None:
    named = set(re.findall(r"(?m)^\| `(\w+)/` \|", section("Inside the server")))
    assert named == folders(SOURCE / "server")


def test_the_map_names_every_door() -> None:
    doors = section("Inside the server").split("Inside `doors/`")[1]
    assert set(re.findall(r"`(\w+)/`", doors)) == folders(SOURCE / "doors")


def test_the_picture_names_every_layer() -> None:
    picture = ARCHITECTURE.split("```mermaid")[1].split("```")[0]
    drawn = set(re.findall(r"(\w+)\[\"", picture))
    layers = folders(SOURCE) | {"app", "composition"}
    assert drawn == layers


def subscribers() -> list[str]:
    """Return the names of the subscribers as text, in the order of `composition.py`."""
    tree = ast.parse((SOURCE / "composition.py").read_text())
    [connected] = [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "connect"
    ]
    assert isinstance(connected, ast.List)
    names = []
    for item in connected.elts:
        part = item.func if isinstance(item, ast.Call) else item
        name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""
        names.append(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower())
    return names


def test_the_walkthrough_names_the_subscribers_in_their_order() -> None:
    walk = " ".join(section("How a move travels").split())
    told = re.search(r"in one fixed order: ([^.]*)\.", walk)
    assert told is not None
    assert told[1].split(", ") == subscribers()


def test_the_glossary_is_short() -> None:
    rows = re.findall(r"(?m)^\| ([^|]+) \|", section("Glossary"))[1:]
    assert sum(len(row.split(", ")) for row in rows) <= MOST_WORDS


def test_recipes_name_files_that_exist() -> None:
    named = {token for token in re.findall(r"`([^`\s]+)`", RECIPES) if "/" in token or token.endswith((".py", ".md"))}
    places = (ROOT, SOURCE, SOURCE / "server", ROOT / "web")
    missing = {
        token
        for token in named
        if not any(mark in token for mark in "<N") and not any(list(place.glob(token.strip("/"))) for place in places)
    }
    assert len(named) > 30
    assert missing == set()
