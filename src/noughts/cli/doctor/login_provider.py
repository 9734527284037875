"""Checks the OpenID Connect provider: its document, its issuer, its keys, and whether it accepts our id and secret."""

from noughts.cli.doctor.finding import Finding, ok, problem, warning
from noughts.config import Settings
from noughts.server.oidc.provider import Provider, ProviderError
from noughts.server.runtime.environment import Environment


async def check_login_provider(settings: Settings) -> list[Finding]:
    """Ask the provider what the server asks it at a login."""
    if not settings.oidc_issuer:
        return []
    provider = Provider(settings, Environment())
    try:
        is_accepted = await provider.examine()
    except ProviderError as error:
        words = f"The login provider {settings.oidc_issuer} can't be used: {error}."
        return [problem(words, _remedy(settings, str(error)))]
    finally:
        await provider.close()
    found = [ok(f"The login provider {settings.oidc_issuer} answers, and its issuer and keys are right.")]
    if is_accepted is None:
        found.append(
            warning(
                "The login provider does not say whether our id and secret are right.",
                f"Log in once at {settings.public_url}/account to find out.",
            )
        )
    elif is_accepted:
        found.append(ok(f"It accepts our id and secret. It must also allow {provider.redirect_uri} as redirect URI."))
    else:
        found.append(
            problem(
                "The login provider refuses our id or secret.",
                "Copy oidc-client-id and oidc-client-secret again from the provider.",
            )
        )
    return found


def _remedy(settings: Settings, words: str) -> str:
    document = f"{settings.oidc_issuer.rstrip('/')}/.well-known/openid-configuration"
    if "another issuer" in words:
        return "Set oidc-issuer to exactly that, if you trust it: every character counts, also a slash at the end."
    if "no key" in words:
        return "The provider must publish the public keys with which it signs."
    return f"Check that this shows its document on this machine: curl {document}"
