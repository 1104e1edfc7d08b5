#!/bin/sh
# One night of fuzzing: goes on with the campaign of this seed where the last night stopped.
#   scripts/nightly.sh [TIME] [more options of `tritonsmith fuzz`]
# Status 0: nothing found. 1: findings, written to the report. 2: trouble.
set -u
time=${1:-8h}
[ $# -gt 0 ] && shift
tritonsmith=${TRITONSMITH:-tritonsmith}
summary=$(mktemp) || exit 2
trap 'rm -f "$summary"' EXIT
"$tritonsmith" fuzz --time "$time" --json "$@" >"$summary"
status=$?
[ "$status" -gt 1 ] && exit "$status"
cat "$summary"
folder=$(sed -n 's/^  "out": "\(.*\)",$/\1/p' "$summary")
"$tritonsmith" report "$folder" --format md >"$folder/report.md"
[ $? -gt 1 ] && exit 2
echo "report: $folder/report.md" >&2
exit "$status"
