"""Every refusal in one table: its code for programs, its words for people, its HTTP status and its close code.

A refusal is a value, not an exception: it is an ordinary answer that leaves the game unchanged.
"""

from typing import NamedTuple

from msgspec import Struct


class Terms(NamedTuple):
    """How each protocol reports a refusal.

    A temporary (passing) refusal is not stored: the same command may succeed later.
    """

    words: str
    status: int
    close_code: int = 1008
    passing: bool = False


REFUSALS: dict[str, Terms] = {
    # what was sent cannot be read
    "malformed": Terms("We couldn't read that message.", 422, 1007),
    "bad_frame": Terms("That breaks the WebSocket protocol (RFC 6455).", 400, 1002),
    "bad_upgrade": Terms("This connection can't be upgraded to WebSocket.", 400),
    "upgrade_needed": Terms("Connect with WebSocket version 13.", 426),
    "not_utf8": Terms("That text isn't UTF-8.", 422, 1007),
    "too_large": Terms("That message is too large.", 413, 1009),
    "bad_name": Terms("That name can't be shown. Use letters, digits and common punctuation.", 422),
    "bad_username": Terms("Usernames have 2 to 20 characters: letters (a-z, A-Z), digits, `_` and `-`.", 422),
    "bad_password": Terms("Choose another password.", 422),
    "bad_picture": Terms("That picture can't be used.", 422),
    "bad_subscription": Terms("That push subscription isn't valid: it needs an https endpoint and two keys.", 422),
    "bad_text": Terms("Messages can have up to 140 characters, and no invisible ones.", 422),
    "bad_notation": Terms("That isn't a valid position or game.", 422),
    "bad_audio": Terms("That recording can't be used.", 422),
    "unknown_variant": Terms("That variant doesn't exist.", 422),
    # identity
    "not_logged_in": Terms("Log in or play as a guest first.", 401),
    "bad_token": Terms("This token isn't valid.", 401),
    "wrong_login": Terms("Wrong username or password.", 401),
    "wrong_recovery_code": Terms("Wrong username or recovery code, or the code was already used.", 401),
    "wrong_passkey": Terms("No account here uses this passkey. Log in another way.", 401),
    "bad_passkey": Terms("That passkey can't be used. Try again.", 422),
    "no_such_passkey": Terms("That passkey no longer exists.", 404),
    "too_many_passkeys": Terms("You have too many passkeys. Remove one first.", 409),
    "passkeys_unavailable": Terms("Passkeys need https and a domain name.", 409),
    "bad_email": Terms("That isn't an e-mail address we can use.", 422),
    "no_such_email_link": Terms("This link has expired or was already used. Ask for a new one.", 404),
    "too_many_accounts_of_email": Terms("Too many accounts use this e-mail address. Use another one.", 409),
    "email_off": Terms("This server doesn't send e-mail.", 404),
    "provider_off": Terms("This server doesn't offer login with another service.", 404),
    "provider_unavailable": Terms("We can't reach that login service. Log in another way.", 503, 1013, passing=True),
    "provider_login_failed": Terms("That login didn't work, or took too long. Try again.", 409),
    "provider_login_taken": Terms("That login is already linked to an account.", 409),
    "too_many_provider_logins": Terms("Too many logins are linked to your account. Remove one first.", 409),
    "no_such_provider_login": Terms("That login is no longer linked.", 404),
    "banned": Terms("This account is banned.", 403),
    "account_closed": Terms("A moderator closed this account.", 403),
    "muted": Terms("A moderator muted you, so you can't chat.", 403, passing=True),
    "name_kept": Terms("A moderator changed your name, so you can't change it now.", 403, passing=True),
    "moderators_only": Terms("Only moderators can do that.", 403),
    "moderator_exempt": Terms("Only the operator can act against a moderator.", 403),
    "no_such_report": Terms("Report not found, or already closed.", 404),
    "not_imposed": Terms("This player isn't under that restriction.", 409),
    "end_needed": Terms("Choose how long it lasts.", 422),
    "username_taken": Terms("That username, or one that looks like it, is taken.", 409),
    "username_reserved": Terms("That username is reserved.", 409),
    "name_in_use": Terms("Someone online is using that name. Choose another or log in.", 409),
    "already_logged_in": Terms("You're already logged in.", 409),
    "account_needed": Terms("You need an account for this.", 403),
    "wrong_password": Terms("Wrong password.", 403),
    "already_account": Terms("You already have an account.", 409),
    "missing_scope": Terms("This token doesn't allow that.", 403),
    "logged_out": Terms("You've been logged out. Log in again.", 401),
    "no_such_login": Terms("That session no longer exists.", 404),
    "too_many_tokens": Terms("You have too many tokens. Delete one first.", 409),
    "forbidden_origin": Terms("Other websites can't connect to this server.", 403),
    "json_needed": Terms("Send JSON with `Content-Type: application/json`.", 415),
    "not_yours": Terms("You're not playing in this game.", 403),
    # the request
    "no_such_game": Terms("Game not found.", 404),
    "no_such_player": Terms("Player not found.", 404),
    "no_such_puzzle": Terms("Puzzle not found.", 404),
    "not_found": Terms("There's nothing at this address.", 404),
    "wrong_method": Terms("This address doesn't accept that method. See the API page.", 405),
    "no_game_open": Terms("You're not in a game. Create or join one first.", 409),
    "not_started": Terms("The game hasn't started. Start it first.", 409),
    "already_started": Terms("The game has already started.", 409),
    "in_a_game": Terms("Finish or delete your current game first.", 409),
    "name_taken": Terms("An open game already has that name.", 409),
    "game_full": Terms("Both seats are taken.", 409),
    "own_game": Terms("You're already playing in this game.", 409),
    "not_invited": Terms("This game is reserved for another player.", 403),
    "not_rated": Terms("This game can't be rated.", 422),
    "not_a_room": Terms("Only rooms can be deleted. You can resign this game.", 409),
    "no_such_invite": Terms("This invitation has expired or was already used.", 404),
    "seat_kept": Terms("The open seat is reserved for another player.", 409),
    "too_many_invites": Terms("This game has too many open invitations.", 409),
    "already_challenged": Terms("You have too many open challenges to this player. Wait for an answer.", 409),
    "blocked": Terms("You can't do that: one of you has blocked the other.", 403),
    "chat_off": Terms("Chat is off for you or your opponent.", 403),
    "too_many_blocks": Terms("You've blocked too many players. Unblock one first.", 409),
    "too_many_follows": Terms("You follow too many players. Unfollow one first.", 409),
    "guest_not_followed": Terms("You can only follow players with an account, not guests.", 409),
    "opponent_missing": Terms("No one has joined yet.", 409),
    "too_many_games": Terms("You have too many unfinished games. Finish one first.", 429, passing=True),
    # moves
    "not_your_turn": Terms("It's not your turn.", 409),
    "stale": Terms("Too late: the board has changed.", 409),
    "out_of_range": Terms("That square doesn't exist.", 422),
    "cell_taken": Terms("That square is taken.", 409),
    "wrong_board": Terms("You have to play in a different board.", 409),
    "cell_floats": Terms("Marks fall: play the lowest free square of a column.", 409),
    "wrong_mark": Terms("You can't place that mark now.", 409),
    "game_over": Terms("The game is over.", 409),
    "time_over": Terms("Your time ran out.", 409),
    "hints_unfair": Terms("Hints and reviews are off while you play a person.", 403),
    # offers
    "not_finished": Terms("The game isn't over yet.", 409),
    "too_late_to_abort": Terms("Both players have moved. Resign or offer a draw instead.", 409),
    "no_offer": Terms("There's no offer to answer.", 409),
    "already_offered": Terms("You've already offered that.", 409),
    "nothing_to_take_back": Terms("There's nothing to take back until both players have moved.", 409),
    "wait_to_ask_again": Terms("Your last request was declined. Play a move or two before you ask again.", 409),
    "no_clock": Terms("This game has no running clock.", 409),
    "opponent_here": Terms("Your opponent is still here.", 409, passing=True),
    "not_gone_long_enough": Terms("Your opponent may still come back. Wait a little longer.", 409, passing=True),
    "nothing_to_claim": Terms("You can't claim a win or a draw right now.", 409, passing=True),
    "rematch_declined": Terms("Your opponent doesn't want a rematch.", 409),
    "game_types_differ": Terms("You both want to play again, but not the same game.", 409),
    # the state of a game, for clients that receive only moves
    "opponent_left": Terms("Your opponent left.", 409),
    "called_off": Terms("The game was cancelled.", 409),
    # the server's own state
    "too_many_requests": Terms("Too many requests.", 429, passing=True),
    "too_many_tries": Terms("Too many attempts.", 429, passing=True),
    "too_much_talk": Terms("Slow down.", 429, passing=True),
    "said_already": Terms("You just said that.", 429, passing=True),
    "too_many_reports": Terms("You've sent too many reports today.", 429, passing=True),
    "already_reported": Terms("The moderators already have enough reports about this player. Thank you.", 409),
    "too_many_pictures": Terms("You've changed your picture too often.", 429, passing=True),
    "too_many_mails": Terms("You've asked for too many e-mails. Check your mailbox.", 429, passing=True),
    "mail_busy": Terms("Too many e-mails are waiting to be sent. Try again later.", 503, 1013, passing=True),
    "too_many_uploads": Terms("You're already uploading something. Wait until it's done.", 429, passing=True),
    "upload_too_slow": Terms("Your upload was too slow. Try again.", 503, 1013, passing=True),
    "logins_busy": Terms("Too many people are logging in right now.", 503, 1013, passing=True),
    "too_many_connections": Terms("Too many connections from your network.", 429, 1013, passing=True),
    "too_many_large_messages": Terms(
        "Too many large messages are arriving. Try again in a moment.", 503, 1013, passing=True
    ),
    "too_slow": Terms("Your connection is too slow to keep up.", 408, passing=True),
    "silent": Terms("You were disconnected: we received nothing from you for too long.", 408, 1001, passing=True),
    "computer_busy": Terms("Too many people are playing the computer right now.", 503, 1013, passing=True),
    "computer_away": Terms("This server has no computer player.", 503, 1013, passing=True),
    "pictures_off": Terms("This server doesn't support uploaded pictures.", 404),
    "voice_busy": Terms("Too many people are using voice moves right now.", 503, 1013, passing=True),
    "voice_off": Terms("This server doesn't support voice moves.", 404),
    "busy": Terms("This game is busy. Try again.", 503, 1013, passing=True),
    "storage_unavailable": Terms("We don't know whether that was saved. Try again.", 503, 1011, passing=True),
    "shutting_down": Terms("The server is restarting. Try again in a moment.", 503, 1012, passing=True),
    "internal": Terms(
        "Something went wrong on our side. We don't know whether that was saved. Try again.", 500, 1011, passing=True
    ),
}


# How long clients should wait before they retry while the database is unreachable.
STORAGE_WAIT_SECONDS = 1.0


class Refusal(Struct, frozen=True):
    """A refusal, with its code and its details."""

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
