"""A game stored by an earlier version must always decode to the same state.

`golden/series.jsonl` has its rows, with the columns of the table of events; `golden/series.json` is the state that they
make. Never change these files: if this test fails, stored games would look different.
"""

import json
from pathlib import Path
from typing import Any

from noughts.games.application import replay
from noughts.games.board import board_state, seated
from noughts.messages.board_state import PlayerCard
from noughts.messages.codec import encode_message
from noughts.storage.journal import change_of, event_row
from tests.games.playing import ANN, BOB

GOLDEN = Path(__file__).with_name("golden")
ROWS = [json.loads(line) for line in (GOLDEN / "series.jsonl").read_text().splitlines()]
STATE = json.loads((GOLDEN / "series.json").read_text())
CARDS = {ANN: PlayerCard(id=ANN, name="Ann"), BOB: PlayerCard(id=BOB, name="Bob")}


def test_decodes_an_old_game_to_the_same_state() -> None:
    game = replay(change_of(row) for row in ROWS)
    state = json.loads(encode_message(board_state(game, seated(game, CARDS))))
    # Later versions may add fields, but not change these.
    assert as_far_as(STATE, state) == STATE


def as_far_as(known: Any, said: Any) -> Any:
    """Return only the keys of `said` that existed then."""
    if not (isinstance(known, dict) and isinstance(said, dict)):
        return said
    return {key: as_far_as(known[key], said[key]) for key in known}


def test_encodes_the_rows_as_before() -> None:
    for row in ROWS:
        *columns, body, _ = event_row(change_of(row))
        assert columns == row[:-1]
        assert json.loads(body) == json.loads(row[-1])
