#!/usr/bin/env bash
# Installs what is missing (as root), builds, and runs all tests. Further options go to ctest:
# ./tests/run.sh -R golden
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../src/cmake/bootstrap.sh
source "$(dirname "${BASH_SOURCE[0]}")/../src/cmake/bootstrap.sh"

need_packages "${build_packages[@]}" "${test_packages[@]}"
build_preset dev
result=0
run_tests dev "$@" || result=$?
if [[ ! -f build/dev/junit.xml ]]; then
  exit "$result"
fi
read -r passed failed skipped <<<"$(counts_of build/dev/junit.xml)"
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
exit "$result"
