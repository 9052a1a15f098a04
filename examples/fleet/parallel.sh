#!/bin/sh
# Replays the logs of a folder in as many processes as there are cores, and shows the result as one table.
# Usage: parallel.sh FOLDER [options of tamis savings --recordings]
set -eu
logs=$1
shift
parts=$(nproc)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
seq "$parts" | parallel --quote sh -c 'part=$1 out=$2; shift 2; tamis savings --recordings "$@" --json > "$out/part-$part.json"' \
  sh {} "$out" "$logs" --shard "{}/$parts" "$@"
tamis savings --recordings --merge "$out"/part-*.json
