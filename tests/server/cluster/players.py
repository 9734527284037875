"""Players with a session on one node, like that of a real connection."""

from noughts.composition import Server
from noughts.games.orders import TakeSeat
from noughts.messages.answers import Message
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from noughts.server.sessions.session import Session
from noughts.server.tables.packet import Packet
from tests.waiting import until


class Player:
    """A guest on one node, with everything it received."""

    card: PlayerCard
    token: str

    def __init__(self, node: Server) -> None:
        self.node = node
        self.heard: list[Message] = []
        self.session = Session(node.services, self, "127.0.0.1")

    @property
    def board(self) -> BoardState:
        """The newest board this player received."""
        return next(message for message in reversed(self.heard) if isinstance(message, BoardState))

    async def enter(self, guest: "Player | None" = None) -> None:
        """Log in as a new guest, or as the same guest as another player."""
        if guest is None:
            made = await self.node.services.guests.add_guest(None)
            assert not isinstance(made, Refusal)
            self.card, self.token = made
        else:
            self.card, self.token = guest.card, guest.token
        self.session.log_in(self.token)
        await until(lambda: self.session.card is not None)

    def deliver(self, packet: Packet) -> None:
        self.heard.append(packet.message)

    def close(self, refusal: Refusal) -> None:
        raise AssertionError(refusal)


async def seated(nodes: list[Server]) -> tuple[Player, Player, GameId]:
    """Return two players on different nodes and their game, which they don't watch yet."""
    x, o = [Player(node) for node in nodes]
    await x.enter()
    await o.enter()
    game = (await x.node.games.create(x.card, Setup(), "X", None)).game
    assert game is not None
    assert (await o.node.tables.ask(game, o.card, TakeSeat())).refusal is None
    return x, o, game
