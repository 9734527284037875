"""The server's counters and durations. Plain numbers, since every move raises them; `/metrics` reads them."""

from collections import Counter, defaultdict
from typing import Literal, get_args

from noughts.server.runtime.histogram import Histogram, sampling

# Accepted by the mail server; address refused; failed at every try.
MailOutcome = Literal["sent", "refused", "failed"]
# Logged in; the return from the provider was invalid or expired; the provider failed.
LoginOutcome = Literal["ok", "failed", "unavailable"]


class Metrics:
    """What this process has done since its start."""

    def __init__(self) -> None:
        self.moves = 0
        self.changes = 0
        self.commands = 0
        self.sessions = 0
        self.sessions_cut = 0
        # Requests with `X-Forwarded-For` from an address that is no proxy of ours.
        self.forwards_ignored = 0
        # By their code, over sockets and over HTTP.
        self.refusals: Counter[str] = Counter()
        self.http_refusals: Counter[str] = Counter()
        # By their outcome: mails, and logins at the provider. They start at 0, so that monitoring sees the first
        # failure as a change.
        self.mails: Counter[MailOutcome] = Counter(dict.fromkeys(get_args(MailOutcome), 0))
        self.provider_logins: Counter[LoginOutcome] = Counter(dict.fromkeys(get_args(LoginOutcome), 0))
        # From the command read to its answer, for accepted moves over sockets.
        self.move_seconds = Histogram()
        self.is_move_sampled = sampling()
        # From a change handed to the database to its outcome.
        self.commit_seconds = Histogram()
        # How late the event loop runs what is due.
        self.loop_lag_seconds = Histogram()
        # By method, route and class of status.
        self.http_seconds: defaultdict[tuple[str, ...], Histogram] = defaultdict(Histogram)
        # By the queue: how long jobs wait for a worker, and how long the worker takes.
        self.wait_seconds: defaultdict[str, Histogram] = defaultdict(Histogram)
        self.work_seconds: defaultdict[str, Histogram] = defaultdict(Histogram)
