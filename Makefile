# Crosswalk. `make run` shows what it does; `make test` checks everything.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: run neo4j run-neo4j build test unit unit-neo4j race lint generate check-generated vuln bench clean help

export GOFLAGS ?= -buildvcs=false
BIN     := bin/crosswalk
DATA    := bin/examples.db
LISTEN  ?= 127.0.0.1:8080
CROSSWALK = $(if $(filter /%,$(BIN)),,./)$(BIN)
TOOL    := go tool -modfile=tools/go.mod

help:
	@echo "make run       build, load the examples, answer the first question, serve on $(LISTEN)"
	@echo "make neo4j     a Neo4j server for trying it; make run-neo4j does the same as make run on it"
	@echo "make test      everything: lint, generated code, tests with the race detector, known vulnerabilities"
	@echo "make build     $(BIN)"
	@echo "make generate  schema parts, GraphQL code, reference documents"
	@echo "make bench     benchmarks; see bench/README.md"

build:
	@mkdir -p $(dir $(BIN))
	go build -o $(BIN) ./cmd/crosswalk

# The examples go into a store of their own, so that trying things never touches yours.
run: build
	@[ -e $(DATA) ] || $(CROSSWALK) --store sqlite:$(DATA) ingest examples/canonical
	@echo; echo '$$ crosswalk ask routes-lacking-read-back'
	@$(CROSSWALK) --store sqlite:$(DATA) ask routes-lacking-read-back --format table
	@echo
	@exec $(CROSSWALK) --store sqlite:$(DATA) serve --listen $(LISTEN)

# A Neo4j of one's own, in the foreground: data and password in bin/neo4j. `make run-neo4j` does on it
# what `make run` does on the embedded store.
NEO4J = CROSSWALK_STORE=bolt://127.0.0.1:7687 CROSSWALK_NEO4J_PASSWORD_FILE=bin/neo4j/password $(CROSSWALK)

neo4j:
	go run ./internal/neo4jserver/cmd/neo4j

run-neo4j: build
	$(NEO4J) ingest examples/canonical
	@echo; echo '$$ crosswalk ask routes-lacking-read-back'
	@$(NEO4J) ask routes-lacking-read-back --format table
	@echo
	@exec env $(NEO4J) serve --listen $(LISTEN)

test: lint check-generated unit unit-neo4j race vuln

# Tests of a store run on that store; a Neo4j server is started for them where there is a way to one.
unit:
	go test -timeout 80m ./...

# What stands above a store is tested on SQLite with everything else, and here on Neo4j.
unit-neo4j:
	CROSSWALK_TEST_STORE=neo4j go test -timeout 40m ./questions ./resolvers ./internal/teststore

# The race detector slows SQLite, which is C made into Go, by far: of its tests those in which
# goroutines meet. Tests of how time grows with hostile input mean nothing under it, and all orders of
# loading are gone through without it.
race:
	go test -race -short -timeout 40m -skip 'Hostile|Linear' ./graph ./ingest ./questions/... ./resolvers
	go test -race -run 'TestStore/^(Concurrent|Cancelled|Loading)$$' ./graph/sqlite
	go test -race -run 'TestBusy|TestDeadline|TestManyShapes' ./graph/sqlite

lint:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run gofmt on these"; exit 1; }
	go vet ./...
	$(TOOL) golangci-lint run ./...

generate:
	go generate ./...

# Generating again must change nothing.
check-generated:
	go generate ./...
	git diff --exit-code -- '*.graphqls' resolvers docs examples

# Needs the vulnerability database; without a way to it that is said, and is no failure.
vuln:
	@code=0; $(TOOL) govulncheck ./... || code=$$?; case $$code in \
	  0) ;; \
	  3) exit 3 ;; \
	  *) echo "govulncheck could not run here ($$code): nothing was checked" ;; esac

bench:
	go test -run '^$$' -bench . -benchmem ./graph/... ./ingest/... ./bench/...

clean:
	rm -rf bin
