"""Examples of the API's requests and answers about accounts."""

from noughts.doors.rest.account import Profile
from noughts.doors.rest.logins import Credentials, Registration
from noughts.doors.rest.recovery import NewPassword
from noughts.messages import people_commands as p
from noughts.messages.emails import (
    EmailConfirmed,
    EmailLink,
    EmailShown,
    ForgottenPassword,
    LinkedPassword,
    MailRequested,
    NewEmail,
)
from noughts.messages.ids import PlayerId
from noughts.messages.passkeys import (
    PasskeyChallenge,
    PasskeyInfo,
    PasskeyList,
    PasskeyMade,
    PasskeyOwner,
    PasskeyProof,
    PasskeyRequest,
)
from noughts.messages.people_answers import LoginInfo, Logins, LoginsEnded, RecoveryCodes, RecoveryShown, TokenMade
from noughts.messages.providers import (
    ProviderAccount,
    ProviderEntered,
    ProviderLogin,
    ProviderLogins,
    ProviderOwner,
    ProviderReturn,
    ProviderStart,
)
from noughts.messages.settings import PlayerSettings

LOGIN = LoginInfo(
    id="9f86d081884c7d65",
    label="my bot",
    scopes=("play", "read"),
    created_ms=1_790_000_000_000,
    used_ms=1_790_000_060_000,
    is_current=False,
)

LINK_TOKEN = "k7Xw2" * 8 + "k7X"

ACCOUNT_REQUESTS = (
    Registration(username="ann", password="correct horse"),  # noqa: S106 - nobody's
    Credentials(username="ann", password="correct horse"),  # noqa: S106 - nobody's
    p.BecomeAccount(username="ann", password="correct horse"),  # noqa: S106 - nobody's
    p.ChangePassword(old="correct horse", new="battery staple"),
    p.DeleteAccount(password="correct horse"),  # noqa: S106 - nobody's
    p.MakeRecoveryCodes(password="correct horse"),  # noqa: S106 - nobody's
    NewPassword(username="ann", code="7K2M-9QXA-4TBC-0WZ5", password="battery staple"),  # noqa: S106 - nobody's
    p.MakeToken(label="my bot", scopes=("read", "play")),
    PasskeyOwner(password="correct horse"),  # noqa: S106 - nobody's
    PasskeyMade(name="My phone", client_data="eyJ0eXBlIjoi", attestation="o2NmbXRk"),
    PasskeyProof(
        credential="k8J2",
        client_data="eyJ0eXBlIjoi",
        authenticator_data="SZYN5Ygu",
        signature="MEUCIQ",
        player="2nGfGLhqzWkK4bY5V",
    ),
    NewEmail(email="ann@example.org", password="correct horse", language="en"),  # noqa: S106 - nobody's
    EmailLink(token=LINK_TOKEN),
    ForgottenPassword(email="ann@example.org", language="en"),
    LinkedPassword(token=LINK_TOKEN, password="battery staple"),  # noqa: S106 - nobody's
    ProviderReturn(code="SplxlOBeZQQYbYS6WxSbIA", state="login.af0ifjsldkj"),
    ProviderAccount(username="ann", password="correct horse"),  # noqa: S106 - nobody's
    ProviderOwner(password="correct horse"),  # noqa: S106 - nobody's
    Profile(name="Ann the Great"),
    p.ChangeSettings(theme="dark", volume=40),
)
ACCOUNT_ANSWERS = (
    EmailShown(address="ann@example.org", unconfirmed=None),
    EmailConfirmed(name="ann"),
    ProviderStart(url="https://id.example/authorize?client_id=noughts"),
    ProviderEntered(player=None),
    ProviderLogins(
        logins=[ProviderLogin(id="9f86d081884c7d65", created_ms=1_790_000_000_000, used_ms=None)],
    ),
    MailRequested(minutes=30),
    PasskeyChallenge(challenge="NXhLMi4xNzkw", rp_id="noughts.example"),
    PasskeyRequest(
        challenge="NXhLMi4xNzkw",
        rp_id="noughts.example",
        player=PlayerId("2nGfGLhqzWkK4bY5V"),
        username="ann",
        known=[],
    ),
    PasskeyList(
        passkeys=[
            PasskeyInfo(id="9f86d081884c7d65", name="My phone", created_ms=1_790_000_000_000, used_ms=None),
        ]
    ),
    Logins(logins=[LOGIN]),
    LoginsEnded(count=1),
    TokenMade(token="0rP…43 characters…", login=LOGIN),  # noqa: S106 - no token
    PlayerSettings(theme="dark", volume=40),
    RecoveryCodes(codes=["7K2M-9QXA-4TBC-0WZ5", "P3VN-8E1H-Y6RD-JT2C"]),
    RecoveryShown(codes_left=10),
)
