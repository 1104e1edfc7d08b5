#!/bin/sh
# For `git bisect run`: whether the Triton that is built in a virtual environment shows a case.
#   git bisect run scripts/bisect.sh CASE VENV [more options of `tritonsmith replay`]
# CASE and VENV are as `replay CASE --toolchain path:VENV` takes them. It builds nothing: do that in a
# command of your own before it, and exit 125 from that where it fails.
# Status 0: good. 1: bad. 125: cannot be told (nothing is compared, another fault shows, or there is trouble).
# Bad is the finding that CASE is, as recorded. Where CASE is a case or an .mlir file, EXPECT tells the
# signature, as `replay --json` shows it.
# With FIND=fix good and bad change places, as `git bisect` needs it to find the first good revision.
# An .mlir file (with --pass) is bad where a pass fails on it; `tritonsmith bisect` compares results too.
set -u
if [ $# -lt 2 ]; then
    echo "usage: bisect.sh CASE VENV [options of tritonsmith replay]" >&2
    exit 125
fi
case=$1
venv=$2
shift 2
"${TRITONSMITH:-tritonsmith}" replay "$case" --toolchain "path:$venv" \
    --expect "${EXPECT:-recorded}" "$@"
status=$?
case $status in
0 | 1) ;;
*) exit 125 ;;
esac
case ${FIND:-bug} in
bug) exit "$status" ;;
fix) exit $((1 - status)) ;;
*)
    echo "FIND is bug or fix" >&2
    exit 125
    ;;
esac
