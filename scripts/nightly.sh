#!/bin/sh
# One night of fuzzing: goes on with the campaign of this seed where the last night stopped.
#   scripts/nightly.sh [TIME] [more options of `tritonsmith fuzz`]
# Status 0: nothing found. 1: findings, written to the reports (Markdown, a page for a browser, JUnit).
# 2: trouble. New findings are looked for in earlier releases, which are installed as they are needed, and get
# the range in which they came in; with BISECT=no, and of a comparison (--ab), they do not. NIGHTS may name
# folders of earlier nights, the oldest first, for the page's trend.
set -u
time=${1:-8h}
[ $# -gt 0 ] && shift
tritonsmith=${TRITONSMITH:-tritonsmith}
summary=$(mktemp) || exit 2
trap 'rm -f "$summary"' EXIT
case "${BISECT:-yes} $* " in
"no "* | *" --ab "*) ;;
*) set -- --bisect "$@" ;;
esac
"$tritonsmith" fuzz --time "$time" --json "$@" >"$summary" &
child=$!
# Who is told to stop tells it: it ends after the kernels at hand, and sums up.
trap 'kill -TERM "$child" 2>/dev/null' TERM INT HUP
wait "$child"
status=$?
while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    status=$?
done
trap - TERM INT HUP
[ "$status" -gt 1 ] && exit "$status"
cat "$summary"
folder=$(sed -n 's/^  "out": "\(.*\)",$/\1/p' "$summary")
# NIGHTS holds several words on purpose.
# shellcheck disable=SC2086
"$tritonsmith" report ${NIGHTS:-} "$folder" --format html --out "$folder/report.html"
[ $? -gt 1 ] && exit 2
for format in md junit; do
    case $format in
    junit) end=xml ;;
    *) end=$format ;;
    esac
    "$tritonsmith" report "$folder" --format "$format" --out "$folder/report.$end"
    [ $? -gt 1 ] && exit 2
done
echo "reports: $folder/report.html, report.md, report.xml" >&2
exit "$status"
