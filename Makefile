# Everything starts from Python 3.11+ and make; all is installed into .venv here and nowhere else.
PYTHON ?= python3
EXTRAS ?= test
BIN = .venv/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check install --quiet
export PIP_CONSTRAINT = constraints.txt

.PHONY: play test soak check bench learn clean

play: .venv/.play  ## a table in the browser
	@$(BIN)/stichwerk serve --open

test: .venv/.test  ## every test
	$(BIN)/pytest -n auto --dist loadgroup

soak: .venv/.test  ## the server killed a hundred times under load
	STICHWERK_KILLS=100 $(BIN)/pytest tests/server/test_durability.py

check: .venv/.test  ## style, types, and which room may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python web/build.py check

learn: .venv/.learn  ## a bot learns The Game by itself, some minutes on two cores
	$(BIN)/python -m stichwerk.train.ppo thegame

bench: .venv/.bench  ## how fast, beside OpenSpiel, Pgx, RLCard, PettingZoo and boardgame.io
	$(BIN)/python bench/random_play.py
	$(BIN)/python bench/batch.py
	$(BIN)/python bench/env.py
	$(BIN)/python bench/bots.py
	$(BIN)/python -m bench.server
	$(BIN)/python -m bench.tui
	$(BIN)/python -m bench.browser

clean:
	rm -rf .venv .hypothesis .mypy_cache .ruff_cache .import_linter_cache dist build

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Stichwerk needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python lacks venv. On Debian and Ubuntu: apt install python3-venv. Then try again."; exit 1; }
	@echo "Making .venv (once, about a minute) …"
	@$(PYTHON) -m venv .venv
	@touch $@

# What the package is built from: its settings, and the browser client.
BUILT_FROM = pyproject.toml constraints.txt hatch_build.py $(shell find web -name node_modules -prune -o -type f -print) \
	$(wildcard src/stichwerk/words/*/*.json)

.venv/.play: .venv/.made $(BUILT_FROM)
	@echo "Installing what the tables need, and building the one in the browser (when something is new) …"
	@$(PIP) -e .
	@touch $@

.venv/.test: .venv/.made $(BUILT_FROM)
	@$(PIP) -e '.[$(EXTRAS)]'
	@$(BIN)/python web/build.py packages || echo "Without these the tests of the browser client's components are skipped."
	@touch $@ .venv/.play

# torch's own wheels say which parts of CUDA they need: not those of our extra cuda, so they are not held to our constraints.
.venv/.learn: .venv/.play
	@$(PIP) -e '.[env]'
	@echo "Installing torch (once; a large download) …"
	@PIP_CONSTRAINT= $(PIP) 'torch>=2.3'
	@touch $@

.venv/.bench: .venv/.test
	@$(PIP) -e '.[test,bench]' || echo "The peers cannot all be installed here: the bench runs without them."
	@touch $@
