"""The computer's players, one for each level: the same ids and names on every installation. Data, no thinking."""

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId

COMPUTERS: tuple[PlayerCard, ...] = tuple(
    PlayerCard(id=PlayerId(f"computer-{level}"), name=f"Noughts {level}", kind="computer") for level in range(1, 9)
)
COMPUTER_LEVELS: dict[PlayerId, int] = {card.id: level for level, card in enumerate(COMPUTERS, 1)}

_BY_NAME = {word.casefold(): card for card in COMPUTERS for word in (card.id, card.name)}


def level_of(player: PlayerId | None) -> int | None:
    """Return the level if this is a computer player; None for everybody else."""
    return None if player is None else COMPUTER_LEVELS.get(player)


def computer_named(name: str) -> PlayerCard | None:
    """Return the computer player with this id or name: `computer-3` and `Noughts 3` are the same."""
    return _BY_NAME.get(name.casefold())
