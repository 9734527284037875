"""The OpenAPI document against a real server: thousands of valid and invalid requests generated from it are answered
as documented.
"""

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis.strategies import SearchStrategy
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation import GenerationMode

from tests.proving import SEED, sample
from tests.servers.noughts import NoughtsServer

METHODS = {"get", "put", "post", "patch", "delete"}
REQUESTS_EACH = sample(1, 60)

load_all_checks()
# It detects pictures itself, but no sound.
schemathesis.serializer.alias("audio/wav", "application/octet-stream")
CHECKED = CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
    ]
)
# How the document refuses a body. By default a body that is too large (413) doesn't count as refused.
REFUSED = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
CONFIG = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})


@pytest.fixture
def server(start_noughts: Callable[..., NoughtsServer]) -> NoughtsServer:
    return start_noughts()


@pytest.fixture
def http(server: NoughtsServer) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=server.url, timeout=30) as http:
        yield http


@pytest.fixture
def document(http: httpx2.Client) -> Any:
    return http.get("/api/openapi.json").json()


def operations(document: Any) -> list[tuple[str, str, Any]]:
    return [
        (path, method, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]


def test_every_endpoint_is_explained(document: Any) -> None:
    tags = {tag["name"]: tag["description"] for tag in document["tags"]}
    assert document["info"]["description"]
    for path, method, operation in operations(document):
        where = f"{method} {path}"
        assert operation["summary"], where
        assert set(operation["tags"]) <= tags.keys(), where
        assert all(parameter["description"] for parameter in operation.get("parameters", [])), where
        bodies = [*operation["responses"].values()]
        if "application/json" in operation.get("requestBody", {}).get("content", {}):
            bodies.append(operation["requestBody"])
        for body in bodies:
            media = body["content"]["application/json"]
            assert media["examples"], where
    assert len({operation["operationId"] for *_, operation in operations(document)}) == len(operations(document))


def test_a_refusal_has_one_body_and_asks_for_a_token_where_it_is_needed(document: Any, http: httpx2.Client) -> None:
    assert document["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    for path, method, operation in operations(document):
        noes = [answer for status, answer in operation["responses"].items() if status >= "400"]
        if path.startswith("/api/v1"):
            bodies = {answer["content"]["application/json"]["schema"]["$ref"] for answer in noes}
            assert bodies <= {"#/components/schemas/ErrorBody"}, path
        needs_token = {"bearer": []} in operation.get("security", [])
        media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        example = media.get("examples", {}).get("example", {}).get("value")
        reply = http.request(method, path.replace("{", "").replace("}", ""), json=example)
        lacks_token = reply.status_code == 401 and "wrong_recovery_code" not in reply.text
        assert lacks_token == needs_token, (path, reply.text)
        assert "401" in operation["responses"] or not needs_token, path


def test_lists_the_allowed_methods_when_another_is_used(http: httpx2.Client) -> None:
    reply = http.delete("/api/v1/games")
    assert (reply.status_code, reply.json()["code"]) == (405, "wrong_method")
    assert {"GET", "POST"} <= set(reply.headers["allow"].split(", "))


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_answers_requests_that_fit_the_document_as_documented(server: NoughtsServer, http: httpx2.Client) -> None:
    for operation in _operations(server):
        # A new login for each, because some requests end it.
        ann, bob = (_token(http) for _ in range(2))
        # Generated ids match no game, so half of the requests use a running one.
        game = {parameter.name: _game(http, ann, bob) for parameter in operation.path_parameters}
        _send(operation.as_strategy() | operation.as_strategy(path_parameters=game or None), ann)
    assert server.tracebacks == []


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_a_body_that_does_not_fit_is_refused_as_documented(server: NoughtsServer, http: httpx2.Client) -> None:
    # Any bytes are valid for a picture, by the document.
    with_bodies = [o for o in _operations(server) if [body.media_type for body in o.body] == ["application/json"]]
    assert len(with_bodies) > 10
    for operation in with_bodies:
        ann, bob = (_token(http) for _ in range(2))
        # Everything except the body is valid.
        game = {parameter.name: _game(http, ann, bob) for parameter in operation.path_parameters}
        token = {"Authorization": f"Bearer {ann}"}
        _send(operation.as_strategy(GenerationMode.NEGATIVE, headers=token, path_parameters=game or None), ann)
    assert server.tracebacks == []


def _operations(server: NoughtsServer) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json", config=CONFIG)
    return [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]


def _send(cases: SearchStrategy[Any], token: str) -> None:
    @hypothesis.seed(SEED + 1)
    @hypothesis.settings(
        max_examples=REQUESTS_EACH,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(cases)
    def send(case: Any) -> None:
        case.call_and_validate(checks=CHECKED, headers={"Authorization": f"Bearer {token}"})

    send()


def _token(http: httpx2.Client) -> str:
    return str(http.post("/api/v1/guests", json={}).json()["token"])


def _game(http: httpx2.Client, *tokens: str) -> str:
    """Return a game between these two, the first to move."""
    game = ""
    for token in tokens:
        headers = {"Authorization": f"Bearer {token}"}
        if game:
            assert http.post("/api/v1/join", json={"name": game}, headers=headers).status_code == 200
        else:
            game = str(http.post("/api/v1/games", json={"variant": "9x9"}, headers=headers).json()["game"])
    return game
