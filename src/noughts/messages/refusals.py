"""Every way of saying no, in one table: the code for programs, the words for people, the HTTP status, the close code.

A refusal is a value, not an exception: it is an answer like another, and it leaves the game as it was.
"""

from typing import NamedTuple

from msgspec import Struct


class Terms(NamedTuple):
    """How a refusal sounds on each way out. A passing one is not remembered: the same command may succeed later."""

    words: str
    status: int
    close_code: int = 1008
    passing: bool = False


REFUSALS: dict[str, Terms] = {
    # what was sent cannot be read
    "malformed": Terms("This message cannot be read.", 422, 1007),
    "too_large": Terms("This message is too large.", 413, 1009),
    "bad_name": Terms("This name cannot be shown: use letters, digits and ordinary signs.", 422),
    "bad_username": Terms("A username has 2 to 20 letters (a-z, A-Z), digits, `_` and `-`.", 422),
    "bad_password": Terms("This password cannot be used.", 422),
    "bad_picture": Terms("This picture cannot be used.", 422),
    "bad_subscription": Terms("This is no push subscription that can be used: an https endpoint and two keys.", 422),
    "bad_text": Terms("This text cannot be shown, or has more than 140 characters.", 422),
    "bad_notation": Terms("This is not the notation of a position or a game.", 422),
    "bad_audio": Terms("This recording cannot be used.", 422),
    "unknown_variant": Terms("There is no such variant.", 422),
    # who is asking
    "not_logged_in": Terms("Log in first, or play as a guest.", 401),
    "bad_token": Terms("This token is not valid.", 401),
    "wrong_login": Terms("There is no account with this name and this password.", 401),
    "banned": Terms("This account is banned.", 403),
    "username_taken": Terms("Somebody has this name already, or one that looks like it.", 409),
    "username_reserved": Terms("This name is kept for the server itself.", 409),
    "name_in_use": Terms("Somebody who is here goes by this name: choose another, or log in.", 409),
    "already_logged_in": Terms("This connection has a player already.", 409),
    "account_needed": Terms("Only an account can do this: make one first.", 403),
    "wrong_password": Terms("This is not your password.", 403),
    "already_account": Terms("You have an account already.", 409),
    "missing_scope": Terms("This token is not for that.", 403),
    "logged_out": Terms("This login has ended: log in again.", 401),
    "no_such_login": Terms("There is no such login.", 404),
    "too_many_tokens": Terms("You have too many tokens: end one first.", 409),
    "forbidden_origin": Terms("Pages of another site may not connect.", 403),
    "json_needed": Terms("Send JSON, with `Content-Type: application/json`.", 415),
    "not_yours": Terms("You have no seat in this game.", 403),
    # what is asked for
    "no_such_game": Terms("There is no such game.", 404),
    "no_such_player": Terms("There is no such player.", 404),
    "no_such_puzzle": Terms("There is no such puzzle.", 404),
    "not_found": Terms("There is nothing here.", 404),
    "wrong_method": Terms("This is not how to ask here: see the API's page.", 405),
    "no_game_open": Terms("You are in no game here: create or join one, or name it.", 409),
    "not_started": Terms("The game has not been started: send StartGame.", 409),
    "already_started": Terms("The game has been started already.", 409),
    "in_a_game": Terms("You are in a game already: finish it or delete it first.", 409),
    "name_taken": Terms("An open game has this name already.", 409),
    "game_full": Terms("Both seats are taken.", 409),
    "own_game": Terms("You already have a seat in this game.", 409),
    "not_invited": Terms("This game is for somebody else.", 403),
    "not_rated": Terms("Such a game cannot be rated.", 422),
    "rated_game_stays": Terms("A rated game of two players cannot be deleted, unless it is called off.", 409),
    "no_such_invite": Terms("This invitation is not valid, or no longer.", 404),
    "seat_kept": Terms("The free seat is kept for somebody by name.", 409),
    "too_many_invites": Terms("This game has too many invitations that can still be used.", 409),
    "already_challenged": Terms("You have challenged this player already: wait for an answer.", 409),
    "blocked": Terms("You and this player cannot meet: one of you does not want to.", 403),
    "chat_off": Terms("The chat is off, with you or with the other player.", 403),
    "too_many_blocks": Terms("You have blocked too many players: let one be first.", 409),
    "opponent_missing": Terms("Nobody has taken the other seat yet.", 409),
    "too_many_games": Terms("You have too many unfinished games.", 429, passing=True),
    # moves
    "not_your_turn": Terms("It is not your turn.", 409),
    "stale": Terms("The board has changed since: look at the state that comes with this.", 409),
    "out_of_range": Terms("There is no such cell.", 422),
    "cell_taken": Terms("This cell is taken.", 409),
    "wrong_board": Terms("This move must be made in another small board.", 409),
    "wrong_mark": Terms("This mark cannot be placed now.", 409),
    "game_over": Terms("The game is over.", 409),
    "time_over": Terms("Your time is over.", 409),
    "hints_unfair": Terms("Nobody is helped in a game against a person while it goes on.", 403),
    # offers
    "not_finished": Terms("The game is not over.", 409),
    "too_late_to_abort": Terms("Both have moved: resign or offer a draw instead.", 409),
    "no_offer": Terms("There is no such offer to answer.", 409),
    "already_offered": Terms("You have offered this already.", 409),
    "nothing_to_take_back": Terms("There is nothing to take back yet: both must have moved.", 409),
    "wait_to_ask_again": Terms("Your last request was refused: make a move or two before you ask again.", 409),
    "no_clock": Terms("This game has no running clock.", 409),
    "opponent_here": Terms("The other player is here.", 409, passing=True),
    "not_gone_long_enough": Terms("The other player may still come back: wait a little.", 409, passing=True),
    "nothing_to_claim": Terms("Absence cannot be claimed in this game as it stands.", 409, passing=True),
    "rematch_declined": Terms("The other player does not want another game.", 409),
    "game_types_differ": Terms("Both want to play again, but not the same game.", 409),
    # what has become of a game, for clients that are told nothing but moves
    "opponent_left": Terms("The other player is gone.", 409),
    "called_off": Terms("The game was called off.", 409),
    # the server's own state
    "too_many_requests": Terms("Too many messages: wait a little.", 429, passing=True),
    "too_many_tries": Terms("Too many tries: wait a little.", 429, passing=True),
    "too_much_talk": Terms("You are saying too much at once: wait a little.", 429, passing=True),
    "said_already": Terms("You have just said that.", 429, passing=True),
    "too_many_reports": Terms("You have reported much today: wait a little.", 429, passing=True),
    "too_many_pictures": Terms("Too many pictures: wait a little.", 429, passing=True),
    "logins_busy": Terms("Too many people are logging in: try again in a moment.", 503, 1013, passing=True),
    "too_many_connections": Terms("Too many connections from this address.", 429, 1013, passing=True),
    "too_slow": Terms("You are not reading what is sent to you.", 408, passing=True),
    "silent": Terms("Nothing was heard from you for too long.", 408, 1001, passing=True),
    "computer_busy": Terms("Too many are playing the computer: try again in a moment.", 503, 1013, passing=True),
    "computer_away": Terms("Nobody can play the computer on this server.", 503, 1013, passing=True),
    "voice_busy": Terms("Too many are speaking: try again in a moment.", 503, 1013, passing=True),
    "voice_off": Terms("Speech is not understood on this server.", 404),
    "busy": Terms("Too much is waiting for this game: try again.", 503, 1013, passing=True),
    "storage_unavailable": Terms(
        "The game cannot be saved right now: nothing was changed, try again.", 503, 1011, True
    ),
    "shutting_down": Terms("The server is restarting: come back in a moment.", 503, 1012, passing=True),
    "internal": Terms("Something went wrong on our side; nothing was changed.", 500, 1011, passing=True),
}


class Refusal(Struct, frozen=True):
    """A no, with its code, and what is particular to this one."""

    code: str
    detail: str | None = None
    wait_seconds: float | None = None

    @property
    def words(self) -> str:
        words = REFUSALS[self.code].words
        return f"{words} {self.detail}" if self.detail else words

    @property
    def status(self) -> int:
        return REFUSALS[self.code].status

    @property
    def close_code(self) -> int:
        return REFUSALS[self.code].close_code

    @property
    def is_passing(self) -> bool:
        return REFUSALS[self.code].passing
