"""A game as an earlier version stored it, which must come out the same for ever.

`golden/series.jsonl` are its rows, in the columns of the table of events; `golden/series.json` is the state that they
make. Neither is ever changed: if this fails, games that people have played would look different than they were.
"""

import json
from pathlib import Path
from typing import Any

from noughts.games.application import replay
from noughts.games.board import board_state, seated
from noughts.messages.answers import PlayerCard
from noughts.messages.codec import encode_message
from noughts.storage.journal import change_of, event_row
from tests.games.playing import ANN, BOB

GOLDEN = Path(__file__).with_name("golden")
ROWS = [json.loads(line) for line in (GOLDEN / "series.jsonl").read_text().splitlines()]
STATE = json.loads((GOLDEN / "series.json").read_text())
CARDS = {ANN: PlayerCard(id=ANN, name="Ann"), BOB: PlayerCard(id=BOB, name="Bob")}


def test_an_old_game_comes_out_as_it_was() -> None:
    game = replay(change_of(row) for row in ROWS)
    state = json.loads(encode_message(board_state(game, seated(game, CARDS))))
    # Later versions may say more, but nothing else.
    assert as_far_as(STATE, state) == STATE


def as_far_as(known: Any, said: Any) -> Any:
    """Of `said`, the keys that were known then."""
    if not (isinstance(known, dict) and isinstance(said, dict)):
        return said
    return {key: as_far_as(known[key], said[key]) for key in known}


def test_its_rows_are_written_today_as_then() -> None:
    for row in ROWS:
        *columns, body = event_row(change_of(row))
        assert columns == row[:-1]
        assert json.loads(body) == json.loads(row[-1])
