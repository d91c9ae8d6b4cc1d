# `make` alone prints the verbs. PYTHON may name another interpreter (3.11 or newer) for the environment.
PYTHON ?= python3
VENV := .venv
# Test processes: one more than the cores that a small machine has, because many a test waits for others.
TESTERS := 3
BIN := $(VENV)/bin
UV_VERSION := 0.13.9
COMPILE = build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-annotate --no-header --upgrade pyproject.toml --extra build
NODE = PATH=$(CURDIR)/$(BIN):$$PATH REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
NODE_TOOLS := spectral redocly
AXE := tests/tools/axe/node_modules/.stamp

.DEFAULT_GOAL := help
.PHONY: help install install-dev browser run demo test check unit spec-lint soak bench pictures words lock clean

help: ## print the verbs
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

install: $(VENV)/run.stamp ## make the environment that runs the service
install-dev: $(VENV)/dev.stamp browser ## make the environment that also tests it

run: install ## start everything (settings: .env); Ctrl-C stops it
	@set -a; [ ! -f .env ] || . ./.env; exec $(BIN)/singsing serve

demo: install ## watch three scripted players finish a game
	@$(BIN)/singsing demo

test: check unit spec-lint ## everything that has to pass

check: install-dev ## style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

unit: install-dev $(AXE) ## the tests in Python, pages in a browser included
	$(BIN)/pytest -n $(TESTERS)

spec-lint: $(NODE_TOOLS:%=tests/tools/%/node_modules/.stamp) ## the published contract under two linters
	cd tests/tools/spectral && $(NODE) npx --no-install spectral lint --fail-severity=warn ../../../api_spec/openapi.yaml
	cd tests/tools/redocly && $(NODE) npx --no-install redocly lint ../../../api_spec/openapi.yaml

soak: install-dev ## thousands of random games against a real service, with kills, and the longest tests
	$(BIN)/pytest -n $(TESTERS) -m soak
	$(BIN)/python -m tests.audit.soak
	$(BIN)/python -m tests.soak

bench: install-dev ## what an action, a read and a fold cost on this machine
	$(BIN)/python -m tests.bench

browser:
	@tests/tools/chromium.sh install > /dev/null || [ "$$CI" != true ]

pictures: install-dev ## pictures of every page, in build/pictures; those of the README anew
	$(BIN)/python -m tests.pages.pictures build/pictures

words: install-dev ## what has to be translated, brought up to date in service/locale
	$(BIN)/python -m service.locale

lock: build/lock/bin/uv ## choose newest allowed versions anew and write them down with hashes
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --extra dev --constraint requirements.txt --output-file requirements-dev.txt

clean: ## remove what make made
	rm -rf $(VENV) build tests/tools/*/node_modules

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

tests/tools/%/node_modules/.stamp: tests/tools/%/package-lock.json | install-dev
	cd $(@D)/.. && $(NODE) npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

build/lock/bin/uv:
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet uv==$(UV_VERSION)
