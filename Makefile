# Everything starts from Python 3.11+ and make; all is installed into .venv here and nowhere else.
PYTHON ?= python3
EXTRAS ?= test
BIN = .venv/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check install --quiet
export PIP_CONSTRAINT = constraints.txt

.PHONY: play test soak check bench clean

play: .venv/.play  ## a game in the terminal
	@$(BIN)/stichwerk play sticheln

test: .venv/.test  ## every test
	$(BIN)/pytest -n auto

soak: .venv/.test  ## the server killed a hundred times under load
	STICHWERK_KILLS=100 $(BIN)/pytest tests/server/test_durability.py

check: .venv/.test  ## style, types, and which room may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.bench  ## how fast, beside OpenSpiel, Pgx and boardgame.io
	$(BIN)/python bench/random_play.py
	$(BIN)/python bench/batch.py
	$(BIN)/python -m bench.server

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

.venv/.play: .venv/.made pyproject.toml constraints.txt
	@$(PIP) -e .
	@touch $@

.venv/.test: .venv/.made pyproject.toml constraints.txt
	@$(PIP) -e '.[$(EXTRAS)]'
	@touch $@ .venv/.play

.venv/.bench: .venv/.test
	@$(PIP) -e '.[test,bench]' || echo "The peers cannot all be installed here: the bench runs without them."
	@touch $@
