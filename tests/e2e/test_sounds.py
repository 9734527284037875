"""What is heard of a game: the tones that the page hands to the browser, at the volume that was chosen."""

from typing import Any

from playwright.async_api import expect

from tests.e2e.person import Person

# Every tone that begins, and the loudest that it gets.
LISTEN = """
window.heard = [];
const ramp = AudioParam.prototype.linearRampToValueAtTime;
AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
  if (value > 0) window.heard.push(value);
  return ramp.call(this, value, at);
};
"""


async def _heard(person: Person) -> Any:
    return await person.page.evaluate("window.heard")


async def test_moves_and_the_end_are_heard_as_loud_as_chosen(ann: Person, bob: Person) -> None:
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
    # Four moves, bob's coming, and the three tones of a win.
    await ann.page.wait_for_function("window.heard.length >= 8")
    assert {round(loudness, 3) for loudness in await _heard(ann)} == {0.05}
    assert await _heard(bob) == []
