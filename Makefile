# make run starts the product; make test checks all of it. make help lists the rest.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
export PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help run test check audit env soak bench lock format browser

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile

run: .venv/run.done ## start the product on this machine (PORT=8000); Ctrl-C stops it
	@exec $(BIN)/python -m config.supervisor

test: .venv/test.done browser ## every check and every test, browser tests included
	@$(MAKE) --no-print-directory static-checks
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: .venv/test.done ## the quick part: format, types, imports, tests without a browser
	@$(MAKE) --no-print-directory static-checks audit
	$(BIN)/python -m pytest -m "not browser and not soak"

audit: .venv/test.done ## known weaknesses and licences of what is required
	@$(BIN)/python -m tests.audit

env: .venv/test.done ## make the environment of both commands in .venv

soak: export FAIRDEAL_SOAK = 1
soak: .venv/test.done browser ## the long tests: load, kill runs, every repeat at its full number
	$(BIN)/python -m pytest -m soak
	$(BIN)/python -m pytest -n 2 --dist loadfile tests/games/test_replay.py \
		$$(grep -rl FAIRDEAL_SOAK tests --include='test_*.py')

bench: .venv/test.done ## measure, on a throw-away database
	$(BIN)/python -m benchmarks

format: .venv/test.done ## put the code into its format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# pip-compile would write the addresses of the registries it asked; the flags keep them out.
COMPILE := $(BIN)/pip-compile -q --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

lock: .venv/test.done ## compile requirements/ from pyproject.toml anew
	$(COMPILE) -o requirements/run.txt pyproject.toml
	$(COMPILE) -o requirements/test.txt --extra test pyproject.toml

.PHONY: static-checks
# Reading the settings needs an environment, and no database.
static-checks: export FAIRDEAL_MODE = test
static-checks: export FAIRDEAL_SECRET_KEY = none
static-checks: export FAIRDEAL_DEAL_KEY = AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
static-checks: export DATABASE_URL = postgresql:///none?host=/nowhere
static-checks:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .
	$(BIN)/lint-imports

# The environment is brought up to date when its file has changed, and only then.
# Debian keeps the module venv in a package of its own.
.venv/made:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
		{ echo "Fairdeal needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -m venv .venv || { test "$$(id -u)" = 0 && apt-get update -q && \
		apt-get install -y -q python3-venv && $(PYTHON) -m venv .venv; }
	@touch $@

.venv/run.done: requirements/run.txt | .venv/made
	@test -e .venv/test.done -a .venv/test.done -nt requirements/test.txt || \
		$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r $<
	@touch $@

.venv/test.done: requirements/test.txt | .venv/made
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r $<
	@touch $@

# The browser on the machine, else one from the system's packages, else playwright's own.
browser: .venv/test.done
	@$(BIN)/python -m tests.browser_here >/dev/null 2>&1 || \
		{ test "$$(id -u)" = 0 && apt-get install -y -q chromium; } || \
		{ test "$$(id -u)" = 0 && apt-get update -q && apt-get install -y -q chromium; } || \
		$(BIN)/python -m playwright install --with-deps chromium || \
		$(BIN)/python -m playwright install chromium
