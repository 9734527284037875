"""The alert rules and the dashboard of `deploy/` use metrics that a running server has."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from promql_parser import parse

from noughts.client import Client
from tests.cli.test_doctor import examine
from tests.servers import NoughtsServer, PostgresServer, ValkeyServer

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
DASHBOARD = json.loads((DEPLOY / "grafana-dashboard.json").read_text())

METRIC = re.compile(r"\b(?:noughts|process)_[a-z_]+")
DURATION = re.compile(r"\d+[smhd]")


def rules() -> Iterator[dict[str, Any]]:
    for group in RULES["groups"]:
        yield from group["rules"]


def expressions() -> Iterator[str]:
    for rule in rules():
        yield rule["expr"]
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


@pytest.fixture
def node(start_noughts: Callable[..., NoughtsServer], postgres_url: str, redis_url: str) -> NoughtsServer:
    return start_noughts("--database", postgres_url, "--redis", redis_url)


async def test_every_named_metric_exists(node: NoughtsServer) -> None:
    async with httpx2.AsyncClient(base_url=node.url) as http:
        text = (await http.get("/metrics")).text
    families = list(text_string_to_metric_families(text))
    known = {sample.name for family in families for sample in family.samples}
    # An empty histogram has no samples yet.
    known |= {f"{family.name}_{part}" for family in families for part in ("bucket", "count", "sum", "total")}
    named = {name for expression in expressions() for name in METRIC.findall(expression)}
    assert len(named) > 20
    assert named - known == set()


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_prometheus_can_read_every_expression(expression: str) -> None:
    # Grafana fills in the variables.
    parse(expression.replace("$__rate_interval", "5m"))


@pytest.mark.parametrize("rule", list(rules()), ids=lambda rule: rule["alert"])
def test_rules_have_the_shape_that_prometheus_reads(rule: dict[str, Any]) -> None:
    assert rule.keys() == {"alert", "expr", "for", "labels", "annotations"}
    assert DURATION.fullmatch(rule["for"])
    assert rule["labels"]["severity"] in ("page", "warn")
    assert rule["annotations"].keys() == {"summary", "action"}
    assert re.search(r" (==|>|<) [\d.]+$", rule["expr"])


def test_panels_do_not_overlap() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)


async def test_moves_requests_and_refusals_are_measured(node: NoughtsServer) -> None:
    async with Client(node.url) as ann, Client(node.url) as bob:
        for _ in range(4):
            x = await ann.create(visibility="private")
            o = await bob.join(x.id)
            for game, cell in [(x, 4), (o, 0), (x, 2), (o, 1), (x, 6)]:
                await game.until_my_turn()
                await game.move(cell)
    async with httpx2.AsyncClient(base_url=node.url) as http:
        assert (await http.get("/api/v1/games/nowhere")).status_code == 404
        text = (await http.get("/metrics")).text
    values = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert values["noughts_moves_total",] == 20
    for name in ("move", "commit"):
        assert 0 < values[f"noughts_{name}_seconds_count",] <= 20
        assert 0 < values[f"noughts_{name}_seconds_sum",] < 20
    assert values["noughts_http_seconds_count", "GET", "/api/v1/games/{game_id}", "4xx"] == 1
    assert values["noughts_refusals_total", "no_such_game", "http"] == 1
    assert values["noughts_database_up",] == values["noughts_redis_up",] == 1
    assert values["noughts_database_bytes", "data"] > 1_000_000


async def test_metrics_show_that_the_database_and_redis_are_down(
    node: NoughtsServer, postgres_url: str, postgres_server: PostgresServer, valkey: ValkeyServer
) -> None:
    options = ("--port", str(node.port), "--database", postgres_url, "--redis", valkey.url)
    await until_shown(node, {"noughts_database_up": 1.0, "noughts_redis_up": 1.0})
    try:
        valkey.stop()
        await asyncio.to_thread(postgres_server.go_away)
        await until_shown(node, {"noughts_database_up": 0.0, "noughts_redis_up": 0.0})
        code, said = await asyncio.to_thread(examine, *options)
    finally:
        await asyncio.to_thread(postgres_server.come_back)
        valkey.start()
    assert code == 1
    assert "problem  The running server says: not ready: the database is unreachable or its disk is full." in said
    await until_shown(node, {"noughts_database_up": 1.0, "noughts_redis_up": 1.0})


async def until_shown(node: NoughtsServer, figures: dict[str, float]) -> None:
    """Return once the server shows these metrics. Each answer must come soon, whatever is down."""
    async with httpx2.AsyncClient(base_url=node.url, timeout=4) as http, asyncio.timeout(20):
        while True:
            text = (await http.get("/metrics")).text
            shown = {family.name: family.samples for family in text_string_to_metric_families(text)}
            if {name: shown[name][0].value for name in figures} == figures:
                return
            await asyncio.sleep(0.2)
