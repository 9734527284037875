# Two commands are enough: `make run` to play, `make test` to test. `make prove` runs more tests and takes longer. Each command
# installs what it needs into this folder. A step runs again only when its lock file or source is newer than its stamp file.
# When all stamps are fresh, nothing here uses the network.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
# Without stored bytecode, every test worker and every server of a test compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE

# Which Python the environment is made with: make PYTHON=/path/to/python3.12 chooses another one.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
# The web client's scripts use this Node: the machine's may be missing or too old.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" NODE_USE_SYSTEM_CA=1 npm --prefix web
UV := tools/uv
COMPILE := $(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
# Installed from this repository, like the project itself.
NO_MODEL := --no-emit-package noughts-speech-model
STATIC := src/noughts/doors/static
NEED_CHROMIUM := test -x "$${NOUGHTS_CHROMIUM:-}" || { tools/need-debian "The browser tests" chromium-headless-shell chromium-headless-shell fonts-liberation \
	&& tools/need-debian "The notification tests" chromium chromium; }
NEED_FIREFOX := test -x "$${NOUGHTS_FIREFOX:-}" || tools/need-debian "The Firefox tests" firefox-esr firefox-esr
NEED_ESPEAK := tools/need-debian "The speech tests" espeak-ng espeak-ng
LIGHTHOUSE := bench/lighthouse/node_modules
PEERS := bench/peers/node_modules
MODEL := src/noughts/voice/model/decoder_model_merged.onnx
# Includes folders, because only the folder's date changes when a file is removed.
WEB_SOURCES := $(wildcard web/*.*) $(shell find web/src web/texts web/public 2>/dev/null)

# The seed of `make prove`: chosen once, so that all parts use the same one.
SEED := $(or $(SEED),$(shell echo $$RANDOM$$RANDOM))

say = @echo "--- $(1)"

.PHONY: help run test prove soak attacks mutants check audit fmt web wheel bench bench-engine engine-gate bench-cluster bench-voice lighthouse screenshots voice docs lock clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(STAMPS)/runtime $(STAMPS)/project $(STATIC)/index.html $(MODEL) ## Start the server (ARGS="--port 9000" passes options to it)
	@exec $(BIN)/noughts serve $(ARGS)

test: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(MODEL) $(STAMPS)/kernels ## Run the tests, with coverage (ARGS="tests/rules -k wild" selects Python tests)
	@$(NEED_CHROMIUM)
	@$(NEED_ESPEAK)
	@tools/need-debian "The proxy tests" nginx nginx libnginx-mod-stream
	@tools/need-debian "The proxy tests" caddy caddy
	@{ result=0; NO_COLOR=1 $(MAKE) web-tests > $(STAMPS)/web-tests.log 2>&1 || result=$$?; \
		echo; sed 's/^/[page] /' $(STAMPS)/web-tests.log; exit $$result; } & page=$$!; failed=; \
	$(MAKE) python-tests || failed=1; \
	wait $$page || failed=1; test -z "$$failed"

# Soaking takes 20 minutes and little processor time, so the other parts run meanwhile. But the attacks measure times, so they
# run last and alone. Each part runs even if another fails.
prove: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(MODEL) $(STAMPS)/kernels ## Run the long tests with large samples, up to 25 minutes (SEED=7 repeats a run)
	@$(NEED_CHROMIUM)
	@$(NEED_FIREFOX)
	@$(NEED_ESPEAK)
	$(call say,proving with SEED=$(SEED); to repeat this run: make prove SEED=$(SEED))
	@export SEED=$(SEED) ATTACKS=$(or $(ATTACKS),20) SOAK_REST_SECONDS=0.2; failed=; \
	part() { \
		local begun=$$SECONDS result=passed; echo "--- $$1 begins"; $(MAKE) $$1 || result=FAILED; \
		echo "--- $$1 $$result in $$((SECONDS - begun)) s"; test $$result = passed; }; \
	{ part soak 2>&1 | sed -u 's/^/[soak] /'; } & soak=$$!; \
	for each in large-samples planted-faults sampled-mutants; do part $$each || failed+=" $$each"; done; \
	wait $$soak || failed+=" soak"; \
	part attacks || failed+=" attacks"; \
	if [ -n "$$failed" ]; then echo "--- failed:$$failed"; exit 1; fi

soak: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(MODEL) $(STAMPS)/kernels ## Play over all protocols for 20 minutes, and check that memory doesn't grow
	SOAK_SECONDS=$(or $(SOAK_SECONDS),1200) NOUGHTS_PROVE=1 $(BIN)/python -m pytest -s -q tests/chaos/test_soak.py

attacks: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html ## Attack a server in 66 ways, and measure how long moves take meanwhile (10 minutes)
	NOUGHTS_PROVE=1 $(BIN)/python -m pytest tests/attacks

mutants: $(STAMPS)/dev $(STAMPS)/project $(STAMPS)/kernels ## Plant every small fault in the decision code, and count those that tests catch (hours)
	$(BIN)/python -m tools.mutants $(ARGS)

check: $(STAMPS)/dev $(STAMPS)/project web/node_modules/.package-lock.json ## Check style, types, import rules and prose
	@$(MAKE) --keep-going style types imports prose web-style

# The parts of the targets above. Each is reported even if another fails.
.PHONY: web-tests python-tests large-samples outside-tests planted-faults sampled-mutants style types imports prose web-style
web-tests:
	$(NPM) test -- --coverage
python-tests:
	$(BIN)/python -m pytest -p tools.workers --workers 4 --durations=$(or $(DURATIONS),10) $(if $(ARGS),$(ARGS),-p tools.branch_coverage)
large-samples:
	NOUGHTS_PROVE=1 $(BIN)/python -m pytest -p tools.workers --workers 2 --durations=10 -m "proof or hypothesis" --ignore tests/attacks --ignore tests/chaos/test_soak.py --hypothesis-seed=$(SEED) $(ARGS)
# What people use: pages in both browsers, commands, guides, and an installed server. A whole `make prove` includes them.
outside-tests: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(MODEL) $(STAMPS)/kernels
	@$(NEED_CHROMIUM)
	@$(NEED_FIREFOX)
	@$(NEED_ESPEAK)
	NOUGHTS_PROVE=1 $(BIN)/python -m pytest -p tools.workers --workers 3 --durations=10 -m proof tests/e2e tests/cli tests/docs tests/installed
planted-faults:
	$(BIN)/python -m tools.plant_faults --sample $(or $(FAULTS),4) --seed $(SEED)
sampled-mutants:
	$(BIN)/python -m tools.mutants --sample $(or $(MUTANTS),30) --seed $(SEED)
style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
types:
	$(BIN)/mypy
imports:
	$(BIN)/lint-imports --no-logo
prose:
	$(BIN)/python -m tools.prose
web-style:
	$(NPM) run check

audit: $(STAMPS)/dev web/node_modules/.package-lock.json ## Look for known vulnerabilities in the locked packages (needs access to the registries)
	@tools/audit $(BIN)

fmt: $(STAMPS)/dev $(STAMPS)/project web/node_modules/.package-lock.json ## Format the code, fix what ruff can fix, and write the generated files
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/python tools/message_types.py
	$(BIN)/python tools/protocol_tables.py
	$(BIN)/python tools/limits_page.py
	$(NPM) run fmt

web: $(STATIC)/index.html ## Build the web client into the package

voice: $(MODEL) ## Put the speech model into the package

wheel: $(STAMPS)/runtime ## Build the wheels, of the program and of the speech model, into dist/
	$(BIN)/python -m hatchling build --target wheel
	cd speech-model && $(CURDIR)/$(BIN)/python -m hatchling build --target wheel --directory ../dist

bench: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(PEERS)/.package-lock.json ## Measure moves a second, and compare with other game servers (ARGS=--help lists options)
	$(BIN)/python -m bench $(ARGS)

bench-engine: $(STAMPS)/dev $(STAMPS)/project ## Measure the engine, and compare with OpenSpiel (ARGS=ladder measures its levels)
	$(BIN)/python -m bench.engine $(ARGS)

engine-gate: $(STAMPS)/dev $(STAMPS)/project ## Test whether the engine is weaker than in the last release, in 18 minutes (ARGS="--against REVISION --stronger")
	$(BIN)/python -m bench.engine.gate $(ARGS)

bench-cluster: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html ## Measure moves on one node and on several (ARGS="--write" draws the picture too)
	$(BIN)/python -m bench.cluster $(ARGS)

bench-voice: $(STAMPS)/dev $(STAMPS)/project $(MODEL) ## Measure how well speech is recognised (ARGS="--part 7" runs a seventh)
	@$(NEED_ESPEAK)
	$(BIN)/python -m bench.voice $(ARGS)

lighthouse: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html $(LIGHTHOUSE)/.package-lock.json ## Measure how fast the pages open on a phone (ARGS="--runs 1" runs once)
	@$(NEED_CHROMIUM)
	$(BIN)/python -m bench.lighthouse $(ARGS)

screenshots: $(STAMPS)/dev $(STAMPS)/project $(STATIC)/index.html ## Save screenshots of every page to screenshots/ (ARGS="home game" selects pages)
	@$(NEED_CHROMIUM)
	$(BIN)/python -m tests.e2e.screens screenshots $(ARGS)

docs: $(STAMPS)/docs $(STAMPS)/runtime ## Build the documentation as a site into site/, and check its links
	@PATH="$(CURDIR)/$(BIN):$$PATH" NODE_USE_SYSTEM_CA=1 $(BIN)/python -m tools.docs_pages $(VENV)/docs-pages
	@NO_MKDOCS_2_WARNING=1 $(VENV)/docs/bin/mkdocs build --strict --quiet
	$(call say,to read it: python3 -m http.server --directory site)

lock: $(STAMPS)/uv ## Update the lock files after dependencies change (ARGS=--upgrade takes the newest versions)
	$(call say,locking the Python packages)
	@$(COMPILE) $(ARGS) requirements/uv.in -o requirements/uv.lock
	@$(COMPILE) $(ARGS) requirements/docs.in -o requirements/docs.lock
	@$(COMPILE) $(ARGS) --group build -o requirements/build.lock
	@$(COMPILE) $(ARGS) pyproject.toml --extra all $(NO_MODEL) -o requirements/all.lock
	@$(COMPILE) $(ARGS) pyproject.toml --constraint requirements/all.lock -o requirements/core.lock
	@$(COMPILE) $(ARGS) pyproject.toml --extra all $(NO_MODEL) --group dev --constraint requirements/all.lock --constraint requirements/build.lock -o requirements/dev.lock

clean: ## Remove everything that make created here, except the data folder
	rm -rf $(VENV) web/node_modules $(LIGHTHOUSE) $(PEERS) $(STATIC) screenshots site $(dir $(MODEL)) dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis __pycache__
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(STAMPS)/uv: requirements/uv.lock
	$(call say,creating the Python environment in $(VENV))
	@test -x $(BIN)/python || { python="$(or $(PYTHON),$$(tools/find-python))"; tools/need-python "$$python"; "$$python" -m venv $(VENV); }
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.lock
	@mkdir -p $(STAMPS) && touch $@

# A separate environment, because MkDocs and the server share no packages.
$(STAMPS)/docs: requirements/docs.lock | $(STAMPS)/uv
	$(call say,installing MkDocs (about 30 MB))
	@$(UV) venv --clear $(VENV)/docs
	@VIRTUAL_ENV= $(UV) pip install --python $(VENV)/docs/bin/python --require-hashes -r $<
	@touch $@

$(STAMPS)/runtime: requirements/all.lock requirements/build.lock | $(STAMPS)/uv
	$(call say,installing what the server needs (with Node for the web client: about 60 MB))
	@$(UV) pip install --require-hashes $(addprefix -r ,$^)
	@tools/link-node $(BIN)
	@touch $@

# Sync installs exactly the locked packages and removes all others. It also removes the project itself, so the project's stamp
# must be newer than this one. The dev lock includes the runtime packages, in the same versions.
$(STAMPS)/dev: requirements/dev.lock requirements/all.lock requirements/build.lock | $(STAMPS)/uv
	$(call say,installing what tests and checks need (with PostgreSQL, Valkey and Node: about 300 MB))
	@$(UV) pip sync --require-hashes requirements/uv.lock $<
	@tools/link-node $(BIN)
	@touch $(STAMPS)/runtime $@

# Editable, and without dependencies: the lock files have installed them, so this needs no network.
$(STAMPS)/project: pyproject.toml hatch_build.py $(STAMPS)/runtime
	$(call say,installing the project itself)
	@$(UV) pip install --no-deps --no-build-isolation --editable .
	@touch $@

# Compiles into the user's cache, which the server uses too. So no test waits for the compiler.
$(STAMPS)/kernels: $(wildcard src/noughts/engine/*.py) | $(STAMPS)/project
	$(call say,compiling the computer's search (about a minute))
	@$(BIN)/python -c "from noughts.engine import kernels; kernels.warm()"
	@touch $@

# npm writes this file last, so it serves as the stamp. The touch makes it newer than the lock file.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json | $(STAMPS)/runtime
	$(call say,installing the web client's packages)
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(LIGHTHOUSE)/.package-lock.json: bench/lighthouse/package.json bench/lighthouse/package-lock.json | $(STAMPS)/runtime
	$(call say,installing Lighthouse (about 180 MB))
	@$(NPM:web=bench/lighthouse) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PEERS)/.package-lock.json: bench/peers/package.json bench/peers/package-lock.json | $(STAMPS)/runtime
	$(call say,installing boardgame.io and Colyseus (about 55 MB))
	@$(NPM:web=bench/peers) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC)/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	$(call say,building the web client)
	@$(NPM) run build
	@touch $@

# The tool writes this file last, so it is complete if it exists. It comes from another package, so it doesn't depend on our
# sources.
$(MODEL): | $(STAMPS)/runtime
	$(call say,copying the speech model from its package (about 21 MB))
	@PATH="$(CURDIR)/$(BIN):$$PATH" NODE_USE_SYSTEM_CA=1 $(BIN)/python -m tools.voice_model
