"""nginx and Caddy with the files of `deploy/`.

Only what differs on every machine is replaced: ports, the name and the certificate.
"""

import os
import shutil
import ssl
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.request import urlopen

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.servers.guarded import GuardedProcess
from tests.servers.ports import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "localhost"


class Proxy:
    """A proxy in front of two nodes, whose ports it gets when it starts."""

    line_port: int | None = None

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="noughts-proxy-"))
        self._folder.chmod(0o755)
        self.port = free_port()
        self.url = f"https://{NAME}:{self.port}"
        self.certificate = self._folder / "certificate.pem"
        self._key = self._folder / "key.pem"
        _certify(self.certificate, self._key)

    def start(self, ports: Sequence[int], line_ports: Sequence[int]) -> None:
        config = self._folder / "config"
        config.write_text(self._configured(ports, line_ports))
        self._process = GuardedProcess(self._command(config), folder=self._folder)
        self._process.wait_until(self._answers)

    @property
    def pid(self) -> int:
        return self._process.pid

    @contextmanager
    def trusted(self) -> Iterator[None]:
        """Let the clients of this process trust the certificate."""
        before = os.environ.get("SSL_CERT_FILE")
        os.environ["SSL_CERT_FILE"] = str(self.certificate)
        try:
            yield
        finally:
            if before is None:
                del os.environ["SSL_CERT_FILE"]
            else:
                os.environ["SSL_CERT_FILE"] = before

    def stop(self) -> None:
        self._process.stop()

    def _answers(self) -> bool:
        context = ssl.create_default_context(cafile=str(self.certificate))
        try:
            with urlopen(f"{self.url}/healthz", context=context, timeout=5) as answer:
                return bool(answer.read() == b"alive\n")
        except OSError:
            return False

    def _configured(self, ports: Sequence[int], line_ports: Sequence[int]) -> str:
        raise NotImplementedError

    def _command(self, config: Path) -> list[str | Path]:
        raise NotImplementedError


class Nginx(Proxy):
    """Debian's nginx, with its stream module."""

    def __init__(self) -> None:
        super().__init__()
        self.line_port = free_port()

    def _configured(self, ports: Sequence[int], line_ports: Sequence[int]) -> str:
        letsencrypt = "/etc/letsencrypt/live/noughts.example/"
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"{kind}_temp_path {self._folder}/{kind};" for kind in kinds)
        return _replaced(
            (DEPLOY / "nginx.conf").read_text(),
            {
                "/run/nginx.pid": f"{self._folder}/pid",
                # Debian's own folders belong to root.
                "access_log off;": f"access_log off; {folders}",
                f"{letsencrypt}fullchain.pem": str(self.certificate),
                f"{letsencrypt}privkey.pem": str(self._key),
                "noughts.example": NAME,
                "listen 80;": f"listen {free_port()};",
                "listen 443 ": f"listen {self.port} ",
                "listen 5005": f"listen {self.line_port}",
                ":8001": f":{ports[0]}",
                ":8002": f":{ports[1]}",
                ":5006": f":{line_ports[0]}",
                ":5007": f":{line_ports[1]}",
            },
        )

    def _command(self, config: Path) -> list[str | Path]:
        return [_program("nginx"), "-c", config, "-g", "daemon off; error_log stderr;"]


class Caddy(Proxy):
    """Debian's Caddy."""

    def _configured(self, ports: Sequence[int], line_ports: Sequence[int]) -> str:
        options = "{\n admin off\n auto_https disable_redirects\n}\n"
        return options + _replaced(
            (DEPLOY / "Caddyfile").read_text(),
            {
                "noughts.example {": f"https://{NAME}:{self.port} {{\n tls {self.certificate} {self._key}",
                ":8001": f":{ports[0]}",
                ":8002": f":{ports[1]}",
            },
        )

    def _command(self, config: Path) -> list[str | Path]:
        home = f"HOME={self._folder}"
        return ["/usr/bin/env", home, _program("caddy"), "run", "--adapter", "caddyfile", "--config", config]


class ComposeCaddy(Caddy):
    """Debian's Caddy with the file of `compose.yaml`, in front of one server."""

    def _configured(self, ports: Sequence[int], line_ports: Sequence[int]) -> str:
        options = "{\n admin off\n auto_https disable_redirects\n}\n"
        return options + _replaced(
            (DEPLOY / "Caddyfile.compose").read_text(),
            {
                "{$DOMAIN} {": f"https://{NAME}:{self.port} {{\n tls {self.certificate} {self._key}",
                "noughts:8000": f"127.0.0.1:{ports[0]}",
            },
        )


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        raise RuntimeError(f"{name} is not installed: `make test` installs it")
    return found


def _replaced(text: str, replacements: dict[str, str]) -> str:
    for old, new in replacements.items():
        assert old in text, f"{old} is not in the file"
        text = text.replace(old, new)
    return text


def _certify(certificate_path: Path, key_path: Path) -> None:
    """Write a self-signed certificate for `NAME`, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate_path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
