#!/bin/bash
# N shards of a command by GNU parallel, merged to OUT: parallel.sh N OUT COMMAND...
#   parallel.sh 8 clashes.csv abut clash --groups plant.obj --csv
# PARALLEL="--sshlogin one,two --workdir ." does them on hosts that have the files at the same places.
set -e
shards=$1 out=$2 abut=$3
parts=$(mktemp -d "$out.XXXXXX")
trap 'rm -r "$parts"' EXIT
seq "$shards" | parallel --quote --halt now,fail=1 "${@:3}" --shard "{}/$shards" -o "$parts/{}.part"
"$abut" merge "$parts"/*.part -o "$out"
