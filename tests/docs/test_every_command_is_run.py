"""A test runs every code block and command of the README, and of the guides for hosts and authors of clients."""

import re

import pytest

from tests.docs.blocks import blocks_of, guides, inline_commands
from tests.docs.transcripts import ROOT

HOST, RECOVERY = "docs/test_host_guides.py", "docs/test_recovery_guides.py"
SMALL = "installed/test_small.py"
# How the first line of each block begins, and the test that runs the block.
BLOCKS = {
    "README.md": {
        "make run": "docs/test_readme_commands.py::test_make_run_starts_a_server",
        "import asyncio": "docs/test_pages.py::test_the_python_code_in_the_readme_runs",
        "make test": "docs/test_readme_commands.py::test_make_targets_pass_a_dry_run",
    },
    "docs/operations.md": {
        'host = "0.0.0.0"': f"{HOST}::test_doctor_accepts_the_settings_of_the_host_guide",
        "noughts doctor": f"{HOST}::test_doctor_accepts_the_settings_of_the_host_guide",
        "noughts serve": f"{HOST}::test_two_nodes_from_the_guide_act_as_one_site",
    },
    "docs/deploy.md": {
        "pip install .": f"{SMALL}::test_the_extras_match_the_guide",
        "DOMAIN=": f"{HOST}::test_the_guide_names_the_variables_that_compose_needs",
        "docker compose -f deploy/compose.yaml up": f"{HOST}::test_compose_commands_name_a_service",
        "docker compose -f deploy/compose.yaml exec": f"{HOST}::test_compose_commands_name_a_service",
        "apt-get": f"{HOST}::test_the_systemd_guide_leads_to_a_healthy_server",
        "install": f"{HOST}::test_the_systemd_guide_leads_to_a_healthy_server",
        "cp deploy/noughts.service": f"{HOST}::test_the_systemd_guide_leads_to_a_healthy_server",
        "cd /tmp": f"{HOST}::test_the_systemd_guide_leads_to_a_healthy_server",
    },
    "docs/monitoring.md": {
        "rule_files": f"{RECOVERY}::test_prometheus_reads_a_server_as_the_guide_says",
        "trace-url": "test_config.py::test_accepts_the_trace_collector_from_the_guide",
    },
    "docs/admin.md": {
        "noughts admin backup": f"{RECOVERY}::test_a_backup_is_made_and_restored_beside_a_running_server"
    },
    "docs/recovery.md": {
        "noughts admin keep-backups": f"{RECOVERY}::test_a_nightly_backup_is_restored_on_a_new_machine",
        "install": f"{RECOVERY}::test_the_timer_runs_the_command_of_the_guide",
        "noughts admin --data": f"{RECOVERY}::test_a_nightly_backup_is_restored_on_a_new_machine",
        "systemctl stop": f"{RECOVERY}::test_undoing_an_upgrade_restores_the_old_database",
    },
    "docs/logins.md": {
        'public-url = "https': f"{HOST}::test_the_settings_for_mail_and_a_provider_are_accepted",
        "oidc-issuer": f"{HOST}::test_the_settings_for_mail_and_a_provider_are_accepted",
    },
    "docs/python.md": {"import asyncio": "docs/test_python_page.py::test_the_bot_plays_until_its_login_ends"},
    "docs/doors/messages.md": {
        "sequenceDiagram": "docs/test_messages_page.py::test_the_diagram_shows_messages_of_the_transcript",
        "ann > ": "docs/test_messages_page.py::test_the_transcript_can_be_replayed",
    },
    "docs/protocol.md": {"{": "docs/test_commands.py::test_the_first_messages_of_the_reference_are_accepted"},
    "docs/doors/line.md": {"ann > ": "docs/test_line_page.py::test_the_transcript_can_be_replayed"},
    "docs/doors/rest.md": {"ann > ": "docs/test_rest_page.py::test_the_transcript_can_be_replayed"},
}

# Commands within sentences.
INLINE = {
    ".venv/bin/noughts serve --help": "cli/test_serve.py::test_help_lists_every_setting_with_its_default",
    "noughts serve --help": "cli/test_serve.py::test_help_lists_every_setting_with_its_default",
    "noughts serve": "docs/test_readme_commands.py::test_noughts_serve_needs_no_options_but_ports_and_a_folder",
    "noughts verify HOST": "cli/test_verify.py::test_verifies_a_sample_over_each_protocol",
    "noughts doctor": f"{HOST}::test_doctor_accepts_the_settings_of_the_host_guide",
    "noughts admin": "cli/test_admin.py::test_every_command_has_help",
    "noughts admin COMMAND --help": "cli/test_admin.py::test_every_command_has_help",
    "noughts admin add-moderator NAME": "cli/test_admin.py::test_makes_moderators_and_shows_what_they_did",
    "noughts admin remove-moderator NAME": "cli/test_admin.py::test_makes_moderators_and_shows_what_they_did",
    "noughts admin log": "cli/test_admin.py::test_makes_moderators_and_shows_what_they_did",
    "noughts admin rebuild-records": "cli/test_admin.py::test_backs_up_and_restores_while_the_server_runs",
    "noughts admin reset-password NAME": "cli/test_admin.py::test_creates_renames_and_resets_accounts",
    "pip install '.[speech]' ./speech-model": f"{SMALL}::test_the_extras_match_the_guide",
    "pip install .": f"{HOST}::test_the_systemd_guide_leads_to_a_healthy_server",
    "systemd-analyze security": "deploy/test_containers.py::test_systemd_accepts_the_units_and_rates_them_safe",
    'make run ARGS="--host 0.0.0.0 --port 9000"': "docs/test_readme_commands.py::test_make_run_starts_a_server",
    "make": "docs/test_readme_commands.py::test_make_lists_every_target_of_the_guides",
}
NO_TEST = {
    "python -m bench.cluster.commits": "measures for half a minute",
    "systemctl start noughts-backup": "no systemd runs here",
    "journalctl -u noughts-backup": "no systemd runs here",
    "journalctl -u noughts -o cat": "no systemd runs here",
}


@pytest.mark.parametrize("page", guides())
def test_every_code_block_is_run_by_a_test(page: str) -> None:
    tests = BLOCKS.get(page, {})
    first_lines = [found.first_line for found in blocks_of(page)]
    for line in first_lines:
        assert sum(line.startswith(start) for start in tests) == 1, f"name the test that runs this block: {line}"
    for start in tests:
        assert sum(line.startswith(start) for line in first_lines) == 1, f"not exactly one block begins with: {start}"


@pytest.mark.parametrize("page", guides())
def test_every_inline_command_is_run_by_a_test(page: str) -> None:
    dry_run = {command for command in inline_commands(page) if re.fullmatch(r"make [a-z-]+", command)}
    assert inline_commands(page) - dry_run <= INLINE.keys() | NO_TEST.keys()


def test_the_named_tests_exist() -> None:
    for named in {*INLINE.values(), *(test for tests in BLOCKS.values() for test in tests.values())}:
        path, _, name = named.partition("::")
        assert re.search(rf"^(async )?def {name}\b", (ROOT / "tests" / path).read_text(), re.MULTILINE), named


def test_every_guide_is_checked() -> None:
    assert BLOCKS.keys() < set(guides())
