# Two commands are enough: `make run` to play, `make test` to test. Each sets up what it needs inside this folder, and
# nothing a second time: a step is done again only when the lock file (or source) it stands for is newer than its stamp.
# With fresh stamps nothing here uses the network.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
# The web client's scripts find this Node, not the machine's, which may be missing or too old.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" NODE_USE_SYSTEM_CA=1 npm --prefix web
UV := tools/uv
COMPILE := $(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
STATIC := src/noughts/doors/static
LIGHTHOUSE := bench/lighthouse/node_modules
MODEL := src/noughts/voice/model/decoder_model_merged.onnx
# Folders are among them, since a removed file shows in its folder's date only.
WEB_SOURCES := $(wildcard web/*.*) $(shell find web/src web/public 2>/dev/null)

say = @echo "--- $(1)"

.PHONY: help run test check fmt web wheel bench bench-engine bench-voice lighthouse screenshots voice lock clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(STAMPS)/runtime $(STAMPS)/project $(STATIC)/index.html $(MODEL) ## Start the server (ARGS="--port 9000" hands options on)
	@exec $(BIN)/noughts serve $(ARGS)

test: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(MODEL) ## Run all tests (ARGS="tests/rules -k wild" chooses among the Python ones)
	@tools/need-chromium
	@tools/need-espeak
	@$(MAKE) --keep-going web-tests python-tests

check: $(STAMPS)/dev $(STAMPS)/project web/node_modules/.package-lock.json ## Check style, types and import rules
	@$(MAKE) --keep-going style types imports web-style

# The parts of the two above, each told of even when another fails.
.PHONY: web-tests python-tests style types imports web-style
web-tests:
	$(NPM) test
python-tests:
	$(BIN)/pytest -n 2 --dist worksteal $(ARGS)
style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
types:
	$(BIN)/mypy
imports:
	$(BIN)/lint-imports --no-logo
web-style:
	$(NPM) run check

fmt: $(STAMPS)/dev $(STAMPS)/project web/node_modules/.package-lock.json ## Format the code, write what is generated from it, mend what can be mended by itself
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/python tools/message_types.py
	$(BIN)/python tools/protocol_tables.py
	$(NPM) run fmt

web: $(STATIC)/index.html ## Build the web client into the package

voice: $(MODEL) ## Put the recogniser of speech into the package

wheel: $(STAMPS)/runtime ## Build the wheel, web client inside, into dist/
	$(BIN)/python -m hatchling build --target wheel

bench: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html ## Measure the server beside the plain echo (ARGS hands options on)
	$(BIN)/python -m bench $(ARGS)

bench-engine: $(STAMPS)/dev $(STAMPS)/project ## Measure the computer beside OpenSpiel's (ARGS=ladder measures its levels)
	$(BIN)/python -m bench.engine $(ARGS)

bench-voice: $(STAMPS)/dev $(STAMPS)/project $(MODEL) ## Measure how well speech is understood (ARGS="--part 7" for a seventh of it)
	@tools/need-espeak
	$(BIN)/python -m bench.voice $(ARGS)

lighthouse: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(LIGHTHOUSE)/.package-lock.json ## Measure how fast the pages open on a phone (ARGS="--runs 1" for once only)
	@tools/need-chromium
	$(BIN)/python -m bench.lighthouse $(ARGS)

screenshots: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html ## Take pictures of every page into screenshots/ (ARGS="home game" for these only)
	@tools/need-chromium
	$(BIN)/python -m tests.e2e.screens screenshots $(ARGS)

lock: $(STAMPS)/uv ## Write the lock files anew after a change of dependencies (ARGS=--upgrade for the newest versions)
	$(call say,locking the Python packages)
	@$(COMPILE) $(ARGS) requirements/uv.in -o requirements/uv.lock
	@$(COMPILE) $(ARGS) pyproject.toml --group build -o requirements/runtime.lock
	@$(COMPILE) $(ARGS) pyproject.toml --group dev --constraint requirements/runtime.lock -o requirements/dev.lock

clean: ## Remove what make made here; the data folder stays
	rm -rf $(VENV) web/node_modules $(LIGHTHOUSE) $(STATIC) screenshots $(dir $(MODEL)) dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis __pycache__
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(STAMPS)/uv: requirements/uv.lock
	@tools/need-python "$(PYTHON)"
	$(call say,making the Python environment in $(VENV))
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.lock
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/runtime: requirements/runtime.lock | $(STAMPS)/uv
	$(call say,installing what the server needs (with Node for the web client: about 60 MB))
	@$(UV) pip install --require-hashes -r $<
	@tools/link-node $(BIN)
	@touch $@

# Sync, so that a developer has what the lock file says and nothing else; it takes the project itself out too, which is
# why the project's stamp is younger than this one. The runtime's packages are among these, in the same versions.
$(STAMPS)/dev: requirements/dev.lock requirements/runtime.lock | $(STAMPS)/uv
	$(call say,installing what tests and checks need (with PostgreSQL, Valkey and Node: about 300 MB))
	@$(UV) pip sync --require-hashes requirements/uv.lock $<
	@tools/link-node $(BIN)
	@touch $(STAMPS)/runtime $@

# Editable and without its dependencies, which the locks have given: no network.
$(STAMPS)/project: pyproject.toml hatch_build.py $(STAMPS)/runtime
	$(call say,installing the project itself)
	@$(UV) pip install --no-deps --no-build-isolation --editable .
	@touch $@

# npm writes this file last, so it serves as its stamp; a later touch settles what the lock file's date says.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json | $(STAMPS)/runtime
	$(call say,installing the web client's packages)
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(LIGHTHOUSE)/.package-lock.json: bench/lighthouse/package.json bench/lighthouse/package-lock.json | $(STAMPS)/runtime
	$(call say,installing Lighthouse (about 180 MB))
	@$(NPM:web=bench/lighthouse) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC)/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	$(call say,building the web client)
	@$(NPM) run build
	@touch $@

# Whole when it is there, since the tool writes it last; from another package, so our sources do not make it old.
$(MODEL): | $(STAMPS)/runtime
	$(call say,taking the recogniser of speech from its package (about 21 MB))
	@PATH="$(CURDIR)/$(BIN):$$PATH" NODE_USE_SYSTEM_CA=1 $(BIN)/python tools/voice_model.py
