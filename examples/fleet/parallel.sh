#!/bin/sh
# Replays the logs of a folder in as many processes as there are cores, and shows the result as one table.
# Usage: parallel.sh FOLDER [options of tamis simulate]
set -eu
logs=$1
shift
parts=$(nproc)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
seq "$parts" | parallel "tamis simulate $logs --shard {}/$parts --json $* > $out/part-{}.json"
tamis simulate merge "$out"/part-*.json
