# The two commands: `make run` keeps scores, `make test` proves that it does. Nothing but Python 3.11+ and make is needed.

SHELL := /bin/sh
VENV := .venv
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,$(CANDIDATES),$(shell $(name) -c '$(NEW_ENOUGH)' 2>/dev/null && echo $(name))) python3)
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet install --require-hashes --only-binary :all:
COMPILE := $(PY) -m uv --quiet pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --upgrade

# An environment whose Python is gone, since the system has a newer one, is made anew.
ifneq ($(wildcard $(VENV)/.made),)
ifneq ($(shell $(PY) -c 'print("runs")' 2>/dev/null),runs)
$(shell rm -rf $(VENV))
endif
endif

# Where make can, each of two things at once keeps its output to itself.
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: run test lint types core picture pictures rulings lock bench prove clean

run: $(VENV)/.ready-to-run
	@exec $(PY) -m scorekeeper run

# The core is tested beside the two that only read. Then all else in the order of the folders: browsers first, so that no
# long module is left over at the end. A test of the browser waits for more than it reckons: three at once keep two cores busy.
test: $(VENV)/.tried-postgresql
	@$(MAKE) --no-print-directory -j 2 $(TOGETHER) lint types core
	@.ci/browsers
	$(PY) -m pytest -n 3 --dist loadscope --no-loadscope-reorder --ignore tests/rules --ignore tests/referee --ignore tests/rulebook

# The core, to the last branch.
core: $(VENV)/.ready-to-test
	$(PY) -m pytest --quiet -n 2 tests/rules tests/referee tests/rulebook --cov=scorekeeper.rules --cov=scorekeeper.referee --cov=scorekeeper.rulebook --cov-branch \
		--cov-report=term:skip-covered --cov-fail-under=100

lint: $(VENV)/.ready-to-test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/.ready-to-test
	$(PY) -m mypy

bench: $(VENV)/.ready-to-test
	$(PY) -m bench

# Kills, hostile connections, disks, clocks, odd requests, rights: a quarter of an hour. What it prints goes into docs/reliability.md.
prove: $(VENV)/.tried-postgresql
	$(PY) -m bench.prove --write

picture: $(VENV)/.ready-to-test
	$(PY) -m pytest --quiet tests/browser/test_picture.py
	cp build/shots/phone.png docs/phone.png

# The question graphs in docs/referee, and every ruling in tests/referee/rulings.txt: look at what changed.
pictures: $(VENV)/.ready-to-test
	$(PY) -m tests.support.graph_files

rulings: $(VENV)/.ready-to-test
	$(PY) -m tests.support.golden_rulings

lock: $(VENV)/.ready-to-test
	@$(PY) -m pip --quiet install uv==0.13.8
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --constraint requirements.txt --group test --output-file requirements-test.txt
	$(COMPILE) --constraint requirements-test.txt --group browser --output-file requirements-browser.txt
	$(COMPILE) --constraint requirements-browser.txt --group postgresql --output-file requirements-postgresql.txt

clean:
	rm -rf $(VENV) build dist

$(VENV)/.made:
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { \
		echo "Scorekeeper needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python3."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python cannot make environments here. On Debian or Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@echo "Setting up, once: this takes some seconds."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.ready-to-run: requirements.txt $(VENV)/.made
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.ready-to-test: requirements-test.txt requirements-browser.txt $(VENV)/.ready-to-run
	@$(PIP) -r requirements-test.txt -r requirements-browser.txt
	@touch $@

# There are machines that nobody makes it for: its tests then say that they did not run.
$(VENV)/.tried-postgresql: requirements-postgresql.txt $(VENV)/.ready-to-test
	@$(PIP) -r requirements-postgresql.txt || echo "PostgreSQL cannot be installed for the tests of this machine."
	@touch $@
