# `make run` serves the pages, `make test` proves that they work (CONTRIBUTING.md).
# Nothing but Python 3.11 or newer and make is needed.

SHELL := /bin/sh
VENV := .venv
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,$(CANDIDATES),$(shell $(name) -c '$(NEW_ENOUGH)' 2>/dev/null && echo $(name))) python3)
PY := $(VENV)/bin/python
# Whoever has uv gets it used: it installs in a fraction of the time. Nobody needs it.
UV := $(shell command -v uv 2>/dev/null)
INSTALL := $(if $(UV),$(UV) --quiet pip install --python $(PY),$(PY) -m pip --disable-pip-version-check --quiet install --no-compile)
PIP := $(INSTALL) --require-hashes --only-binary :all:
COMPILE := $(or $(UV),$(PY) -m uv) --quiet pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --no-annotate --no-strip-extras --upgrade

# An environment whose Python was removed, as by an upgrade of the system, is made anew.
ifneq ($(wildcard $(VENV)/.made),)
ifneq ($(shell $(PY) -c 'print("runs")' 2>/dev/null),runs)
$(shell rm -rf $(VENV))
endif
endif

# What is compiled is kept: the tests start some hundred processes, and each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

# If make can do it, targets that run at once print their output one after the other.
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# What CI adds: the tests that are marked as long, all examples of each property, and that every branch of the core
# is covered.
CORE := rules referee rulebook
COVERED := $(addprefix --cov=scorekeeper.,$(CORE)) --cov-branch --cov-report=term:skip-covered --cov-fail-under=100
SELECTED := $(if $(filter true,$(CI)),$(COVERED),-m "not long")

TRANSLATIONS := $(wildcard scorekeeper/languages/*/LC_MESSAGES/scorekeeper.po)

.PHONY: run test test-all lint types picture icons rulings languages lock bench prove clean

run: $(VENV)/.ready-to-run $(TRANSLATIONS:.po=.mo)
	@exec $(PY) -m scorekeeper run

test: $(VENV)/.ready-to-test
	@$(MAKE) --no-print-directory -j 2 $(TOGETHER) lint types
	$(PY) -m pytest -n auto --dist worksteal $(SELECTED)
ifneq ($(CI),true)
	@echo "make test-all also runs what takes long: coverage of the core, brute force, Firefox, WebKit, all states of pages, drafts and slow answers, pseudo-languages, PostgreSQL, packaging."
endif

test-all:
	@$(MAKE) --no-print-directory test CI=true

lint: $(VENV)/.ready-to-test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/.ready-to-test
	$(PY) -m mypy

bench: $(VENV)/.ready-to-test
	$(PY) -m bench

# Kills, hostile connections, failing disks, odd requests, phones on bad networks: half an hour. Its results stand in
# docs/reliability.md. Then it looks for new examples of each property, and taps whole evenings.
prove: $(VENV)/.ready-to-test
	$(PY) -m bench.prove
	CI=true $(PY) -m pytest --quiet -n auto --hypothesis-profile searching tests/rules tests/referee tests/rulebook tests/web/api
	CI=true EVENINGS=10 $(PY) -m pytest --quiet -n auto tests/browser/test_schedules.py

# The four pictures of the README.
picture: $(VENV)/.ready-to-test
	$(PY) -m tests.support.browser.pictures

icons: $(VENV)/.ready-to-test
	$(PY) -m tests.support.browser.icons

rulings: $(VENV)/.ready-to-test
	$(PY) -m tests.support.golden_rulings

# Every marked sentence in build/scorekeeper.pot, and the translations brought up to date.
languages: $(VENV)/.ready-to-test
	$(PY) -m tests.support.languages
	$(if $(TRANSLATIONS),$(PY) -m babel.messages.frontend update -D scorekeeper -i build/scorekeeper.pot -d scorekeeper/languages)

%.mo: %.po | $(VENV)/.ready-to-run
	@$(PY) -m babel.messages.frontend --quiet compile --input-file $< --output-file $@

lock: $(VENV)/.ready-to-test
	@$(if $(UV),,$(PY) -m pip --quiet install uv)
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --constraint requirements/run.txt --group dev --output-file requirements/dev.txt

clean:
	rm -rf $(VENV) build dist

$(VENV)/.made:
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { \
		echo "Scorekeeper needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python3."; exit 1; }
	@$(if $(UV),true,$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null) || { \
		echo "Python cannot make environments here. On Debian or Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@echo "Setting up, once: this takes some seconds."
	@$(if $(UV),$(UV) --quiet venv --seed --python $(PYTHON),$(PYTHON) -m venv) $(VENV)
	@touch $@

$(VENV)/.ready-to-run: requirements/run.txt $(VENV)/.made
	@$(PIP) -r requirements/run.txt
	@touch $@

$(VENV)/.ready-to-test: requirements/dev.txt $(VENV)/.made
	@$(PIP) -r requirements/dev.txt
	@touch $@
