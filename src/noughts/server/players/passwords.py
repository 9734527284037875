"""Passwords: which are good enough, and their slow hash, in separate threads so that moves never wait.

A request about an unknown name costs the same work as one about a known name.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from noughts.messages.refusals import Refusal
from noughts.server.runtime.budget import Client
from noughts.server.runtime.histogram import Histogram
from noughts.server.runtime.limits import MOST_WAITING_PASSWORDS
from noughts.server.runtime.places import Places

Result = TypeVar("Result")

SHORTEST = 8
LONGEST = 128
# About as long as a full queue takes one thread.
WAIT_SECONDS = 3.0
# A third of the main thread's weight, so that moves go first but hashing always gets some time.
NICER = 5

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

# A hash with the same parameters that no password matches. It is checked when the account doesn't exist.
DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$dbbn/5BVSAUIitBgZp7/TA$w2/Mqn/fJyiIlX3cBCK2cCq0Io+6F1qxQjZBCi0jI00"

# The most common passwords of eight or more characters, from lists of leaked passwords, in lower case.
_COMMON = (
    "11111111,12341234,123123123,123456789,1234567890,12345678,123qweasd,1q2w3e4r,1q2w3e4r5t,1qaz2wsx,66666666,"
    "87654321,88888888,987654321,00000000,a1b2c3d4,aa123456,abc12345,abcd1234,abcdefgh,adminadmin,asdfasdf,asdfghjk,"
    "asdfghjkl,baseball,basketball,bismillah,butterfly,changeme,charlie1,chocolate,computer,default1,dragon123,"
    "elephant,football,football1,freedom1,iloveyou,iloveyou1,internet,jennifer,jessica1,jordan23,letmein1,liverpool,"
    "liverpool1,master123,michelle,midnight,monkey123,mustang1,p@ssw0rd,pa55word,passw0rd,password,password!,"
    "password1,password12,password123,passwort,princess,princess1,q1w2e3r4,q1w2e3r4t5,qazwsxedc,qwer1234,qwert123,"
    "qwerty12,qwerty123,qwerty1234,qwertyui,qwertyuiop,samantha,samsung1,snowball,spiderman,starwars,starwars1,"
    "sunshine,sunshine1,superman,superman1,test1234,testtest,tic-tac-toe,tictactoe,trustno1,welcome1,welcome123,"
    "whatever,zaq12wsx,zxcvbnm1,zxcvbnm123,qwerty123456,1234qwer,qweasdzxc,"
    "пароль123,парольпароль,йцукенгш"  # noqa: RUF001 - Russian ones
)
_COMMON_ONES = frozenset(_COMMON.split(","))


def objection(password: str, username: str) -> Refusal | None:
    """Return why this password may not be used by this account, or None."""
    if len(password) < SHORTEST:
        return Refusal("bad_password", f"Use at least {SHORTEST} characters.")
    if len(password) > LONGEST:
        return Refusal("bad_password", f"Use at most {LONGEST} characters.")
    if password.lower() in _COMMON_ONES or password.lower() == username.lower() or len(set(password)) == 1:
        return Refusal("bad_password", "This one is too common.")
    return None


class Passwords:
    """Hashes and checks, at most `threads` at a time."""

    def __init__(self, threads: int, wait_seconds: Histogram | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads, "noughts-passwords", initializer=_behind_the_moves)
        self._places = Places(threads + MOST_WAITING_PASSWORDS)
        self._wait_seconds = wait_seconds or Histogram()
        self._closed = False

    @property
    def most(self) -> int:
        """How many requests may be under way, those that wait among them."""
        return self._places.most

    @property
    def is_full(self) -> bool:
        """Whether new requests are asked to retry."""
        return self._places.is_full

    async def hash(self, password: str, client: Client | None = None) -> str | Refusal:
        """Return the text to be stored."""
        return await self._run(lambda: _hasher.hash(_bytes(password)), client)

    async def matches(self, stored: str | None, password: str, client: Client | None = None) -> bool | Refusal:
        """Return whether the password matches the hash `stored`. Without a hash, it does the same work."""
        matches = await self._run(lambda: _verify(stored or DUMMY_HASH, password), client)
        return matches if isinstance(matches, Refusal) else matches and stored is not None

    async def _run(self, work: Callable[[], Result], client: Client | None) -> Result | Refusal:
        if self._closed:
            return Refusal("shutting_down")
        if not self._places.take(client):
            return Refusal("logins_busy", wait_seconds=WAIT_SECONDS)
        queued = perf_counter()

        def start() -> Result:
            self._wait_seconds.observe(perf_counter() - queued)
            return work()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, start)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            # The waiting request was not cancelled; `close` cancelled the work.
            return Refusal("shutting_down")
        finally:
            self._places.leave(client)

    def close(self) -> None:
        """Fail the waiting requests because the server is shutting down."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)


def _behind_the_moves() -> None:
    # With fewer cores than threads, moves go first: a hash has seconds, a move has milliseconds.
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICER)


def _verify(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    # The same keys give different code points on different systems; one form of them is hashed.
    return normalize("NFKC", password).encode(errors="surrogatepass")
