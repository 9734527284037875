"""Every language: the page follows the browser, shows no untranslated text, and fits a small phone."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import Person, Size
from tests.proving import later
from tests.servers.noughts import NoughtsServer

SMALL_PHONE: Size = (320, 640)
LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"
LANGUAGES = sorted(path.stem for path in LOCALES.glob("*.json"))
# Their words are the longest, so `make test` checks them.
LONGEST = ("de", "ru")

# Every text that people see or hear, and texts that overflow.
_READ = """
    () => {
        const shown = [];
        const tooWide = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const text = walker.currentNode.data.trim();
            const parent = walker.currentNode.parentElement;
            if (text === "" || parent.closest("script, style")) continue;
            shown.push(text);
            // Names of players may end in an ellipsis.
            if (getComputedStyle(parent).textOverflow === "ellipsis") continue;
            if (parent.closest(".unseen") || !parent.checkVisibility()) continue;
            const range = document.createRange();
            range.selectNodeContents(walker.currentNode);
            const box = range.getBoundingClientRect();
            const holder = parent.closest("button, a, label, option, p, li, h1, h2, h3, select") ?? parent;
            const isCut = holder.scrollWidth > holder.clientWidth + 1 && getComputedStyle(holder).display !== "inline";
            if (box.left < -1 || box.right > innerWidth + 1 || (isCut && holder.tagName !== "SELECT"))
                tooWide.push(text);
        }
        for (const name of ["aria-label", "title", "placeholder", "alt"])
            for (const element of document.querySelectorAll(`[${name}]`)) shown.push(element.getAttribute(name));
        return { shown, tooWide };
    }
"""


def _texts(tree: dict[str, Any]) -> Iterator[str]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _texts(value)
        elif not key.startswith("@@"):
            yield value


def _read(language: str) -> dict[str, Any]:
    locale: dict[str, Any] = json.loads((LOCALES / f"{language}.json").read_text())
    return locale


async def _check(person: Person, english_only: set[str]) -> None:
    # Until then the header says that it connects.
    await expect(person.page.locator("header a[href='/account']")).to_be_visible()
    seen = await person.page.evaluate(_READ)
    assert len(seen["shown"]) > 10
    assert [text for text in seen["shown"] if text in english_only] == []
    assert [text for text in seen["shown"] if re.search(r"undefined|NaN|\[object|[{}]", text)] == []
    assert seen["tooWide"] == []
    assert await person.fits_its_screen()


@pytest.mark.parametrize("language", [name if name in LONGEST else later(name) for name in LANGUAGES])
async def test_home_game_friends_and_settings_are_translated_and_fit_the_screen(
    server: NoughtsServer, browser: Browser, language: str
) -> None:
    locale = _read(language)
    english_only = set(_texts(_read("en"))) - set(_texts(locale))
    page = locale["page"]
    person = await Person.at(browser, server.url, SMALL_PHONE, locale=language)
    await person.go()
    await expect(person.page.locator("html")).to_have_attribute("lang", language)
    await expect(person.page.get_by_text(page["tagline"])).to_be_visible()
    await _check(person, english_only)
    await person.press(page["setup"]["friend"])
    await person.page.wait_for_url("**/g/*")
    await expect(person.page.get_by_label(page["share"]["label"])).to_be_visible()
    await _check(person, english_only)
    await person.cell(4).click()
    await person.sees_status(page["state"]["moveMade"])
    await person.go("/friends")
    await expect(person.page.get_by_text(locale["people"]["friends"]["none"])).to_be_visible()
    await _check(person, english_only)
    await person.go("/settings")
    await expect(person.page.get_by_role("heading", name=page["settings"]["heading"])).to_be_visible()
    await expect(person.page.get_by_text(locale["people"]["settings"]["guest"])).to_be_visible()
    await _check(person, english_only)
    assert person.faults == []
    await person.leave()
