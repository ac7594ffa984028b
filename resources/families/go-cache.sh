#!/bin/sh
# Fills a build cache with Go's standard library. The build flags are those of `go build` in a sandbox; every user can
# read the cache.
set -eu
export GOCACHE=/usr/lib/go-cache HOME=/tmp GOFLAGS=-trimpath GOTOOLCHAIN=local CGO_ENABLED=0
mkdir -p "$GOCACHE" /tmp/warm
go build std
cd /tmp/warm
printf 'package main\nimport "fmt"\nfunc main() { fmt.Println() }\n' > main.go
go build -o warm main.go
rm -rf /tmp/warm
chmod -R a+rX "$GOCACHE"
