"""The sounds of a game: the tones that the page sends to the browser, at the chosen volume."""

from typing import Any

from playwright.async_api import expect

from tests.e2e.person import Person

# Records every tone and its peak volume.
LISTEN = """
window.heard = [];
const ramp = AudioParam.prototype.linearRampToValueAtTime;
AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
  if (value > 0) window.heard.push(value);
  return ramp.call(this, value, at);
};
"""

# Records the waveform of every tone.
WAVES = """
window.waves = [];
const Node = window.OscillatorNode;
window.OscillatorNode = class extends Node {
  constructor(context, options) {
    super(context, options);
    window.waves.push(options.type);
  }
};
"""


async def _heard(person: Person) -> Any:
    return await person.page.evaluate("window.heard")


async def test_plays_moves_and_the_end_at_the_chosen_volume(ann: Person, bob: Person) -> None:
    for person in (ann, bob):
        await person.page.add_init_script(LISTEN)
    await ann.go("/settings")
    await ann.page.get_by_label("Volume").fill("20")
    await bob.go("/settings")
    await bob.page.get_by_label("Sounds").uncheck()
    await expect(bob.page.get_by_label("Volume")).to_have_count(0)
    await bob.accept(await ann.invite())
    for turn in range(2):
        await ann.play(turn)
        await bob.play(3 + turn)
    await ann.play(2)
    await ann.sees_status("You won")
    # Four moves, bob joining, and the three tones of a win.
    await ann.comes_true("window.heard.length >= 8")
    assert {round(loudness, 3) for loudness in await _heard(ann)} == {0.05}
    assert await _heard(bob) == []


async def test_a_sound_pack_is_played_when_chosen_and_kept(ann: Person) -> None:
    await ann.page.add_init_script(WAVES)
    await ann.go("/settings")
    await ann.page.get_by_role("combobox", name="Sound", exact=True).select_option("arcade")
    # The three tones of a win, as a sample.
    await ann.comes_true("window.waves.length === 3")
    await ann.go("/two")
    await ann.cell(4).click()
    await ann.comes_true("window.waves.length > 0")
    assert set(await ann.page.evaluate("window.waves")) == {"square"}
