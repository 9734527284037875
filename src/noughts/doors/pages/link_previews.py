"""The preview of a shared link: a title, a sentence and a picture, for games, invitations, replays and so on.

A link that leads nowhere gets the plain preview, so a preview reveals no more than opening the link.
"""

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import quote

from msgspec import Struct

from noughts.doors.http.error_responses import Refused
from noughts.doors.pages.preview_texts import Words
from noughts.doors.rest.puzzles import find_puzzle
from noughts.doors.rest.records import find_player
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.rules import BadNotation, find_variant, parse_game
from noughts.server.sessions.services import Services
from noughts.storage.journal import Unavailable

PICTURES = "/preview"
LONGEST = 1_600


class LinkPreview(Struct, frozen=True):
    """A title, a text and a picture. `picture` is a path on this server, or empty if the server can't draw."""

    title: str
    text: str
    picture: str


def plain_preview(words: Words) -> LinkPreview:
    """Return the preview of a page that is the same for everybody."""
    return LinkPreview(words.title, words.tagline, f"{PICTURES}/variant/classic.png")


async def preview_of(kind: str, name: str, words: Words, services: Services) -> LinkPreview:
    """Return the preview for a page of this kind and the thing that its address names."""
    describe = _DESCRIBE.get(kind)
    if describe is None or not name or len(name) > LONGEST:
        return plain_preview(words)
    try:
        return await describe(name, words, services)
    except (Refused, BadNotation, Unavailable):
        return plain_preview(words)


async def _game(game: str, words: Words, services: Services) -> LinkPreview:
    board = await services.tables.board(GameId(game))
    if board is None:
        return plain_preview(words)
    variant = words.variant(board.variant)
    # A new version gets a new address, because preview services cache pictures by address.
    picture = f"{PICTURES}/game/{quote(board.game)}.png?v={board.version}"
    one, other = board.players.X, board.players.O
    if one is None or other is None:
        by = one or other
        name = words.title if by is None else by.name
        return LinkPreview(words.text("open", name=name, variant=variant), words.text("openHint"), picture)
    title = words.text("game", x=one.name, o=other.name, variant=variant)
    return LinkPreview(title, _state(board, words), picture)


def _state(board: BoardState, words: Words) -> str:
    if board.phase != "finished" or board.result is None:
        return words.text("playing")
    winner = None if board.result.winner is None else getattr(board.players, board.result.winner)
    return words.text("over") if winner is None else words.text("won", name=winner.name)


async def _invite(token: str, words: Words, services: Services) -> LinkPreview:
    found = await services.invites.show(token)
    if isinstance(found, Refusal):
        return plain_preview(words)
    game, by = found
    variant = find_variant(game.setup.variant).name
    title = words.text("invite", name=by.name, variant=words.variant(variant))
    return LinkPreview(title, words.text("openHint"), f"{PICTURES}/variant/{variant}.png")


async def _replay(text: str, words: Words, services: Services) -> LinkPreview:
    variant, moves = parse_game(text)
    title = words.text("replay", variant=words.variant(variant.name))
    return LinkPreview(title, words.text("replayHint", moves=str(len(moves))), f"{PICTURES}/replay/{text}.png")


async def _puzzle(name: str, words: Words, services: Services) -> LinkPreview:
    puzzle = find_puzzle(name)
    title = words.text("puzzle", variant=words.variant(puzzle.variant))
    return LinkPreview(title, words.text("puzzleHint"), f"{PICTURES}/puzzle/{puzzle.id}.png")


async def _player(name: str, words: Words, services: Services) -> LinkPreview:
    card = await find_player(services, name)
    picture = f"{PICTURES}/player/{quote(name)}.png"
    return LinkPreview(words.text("player", name=card.name), words.text("playerHint", name=card.name), picture)


_DESCRIBE: Mapping[str, Callable[[str, Words, Services], Awaitable[LinkPreview]]] = {
    "g": _game,
    "invite": _invite,
    "replay": _replay,
    "puzzles": _puzzle,
    "u": _player,
}
