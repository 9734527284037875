"""Sends every stored change to the watchers of a game: the whole board, and the messages that go with an event."""

from noughts.games.game import Game
from noughts.games.results import is_void
from noughts.messages import events as e
from noughts.messages.answers import ActionSuccess, ClientDisconnected, Ending, GameOver
from noughts.messages.ids import SEATS, PlayerId
from noughts.messages.refusals import Refusal
from noughts.rules import other
from noughts.server.tables.audience import Audience, opponent_info
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table


class Broadcast(Subscriber):
    """The first subscriber: players see a change before anything else follows from it."""

    def interest(self, game: Game) -> Interest:
        return Interest.EVERYTHING

    def on_stored(self, table: Table, stored: Stored) -> None:
        if stored.is_play:
            table.audience.send(table.view.newest_packet())
        elif table.audience and not stored.after.deleted:
            table.audience.send(table.view.packet)
            for event in stored.change.events:
                _send_event(table, event, stored.change.player)


def _send_event(table: Table, event: e.AnyEvent, actor: PlayerId | None) -> None:
    game, audience = table.game, table.audience
    match event:
        case e.PlayerJoined(seat=seat):
            # A joining player gets this with the answer to the command, and does not watch this table yet.
            opponent = game.player_at(other(seat))
            info = None if opponent is None else opponent_info(game, table.view.players, opponent)
            if info is not None:
                audience.send_to_seat(game, other(seat), info)
        case e.GameStarted():
            started = ActionSuccess(value=True, re="StartGame", game=game.id, version=game.version)
            for seat in SEATS:
                # The player who started the game gets the same as an answer.
                if game.player_at(seat) != actor:
                    audience.send_to_seat(game, seat, started)
        case e.GameFinished() if not is_void(game.result):
            _send_result(game, audience)
        case e.PlayerLeft(seat=seat):
            audience.send_to_seat(game, other(seat), ClientDisconnected(game=game.id, seat=seat))
        case e.PlayAgainAnswered() if game.wants_differ:
            refusal = Refusal("game_types_differ")
            differ = ActionSuccess(value=False, re="PlayAgain", game=game.id, code=refusal.code, reason=refusal.words)
            for seat in SEATS:
                audience.send_to_seat(game, seat, differ)
        case e.RematchAgreed(next_game=next_game):
            for seat in SEATS:
                for watcher in audience.of(game, seat):
                    watcher.move(game.id, next_game)
        case _:
            pass


def _send_result(game: Game, audience: Audience) -> None:
    assert game.result is not None
    winner = game.result.winner
    for seat in SEATS:
        result: Ending = "Tie" if winner is None else "Win" if winner == seat else "Lose"
        audience.send_to_seat(game, seat, GameOver(game=game.id, result=result))
