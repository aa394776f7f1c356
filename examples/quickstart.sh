#!/usr/bin/env bash
# From a fresh clone to a first answer: installs what is missing (as root), builds, and asks what
# to rent for a full fine-tune of Llama 3.1 8B on 500 million tokens within two days.
# Further options are handed on: ./examples/quickstart.sh --region eu
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../src/cmake/bootstrap.sh
source "$(dirname "${BASH_SOURCE[0]}")/../src/cmake/bootstrap.sh"

need_packages "${build_packages[@]}"
# Most build once and never change a file.
export GPUPLAN_QUICK_BUILD=${GPUPLAN_QUICK_BUILD:-ON}
if [[ ! -x build/release/gpuplan ]]; then
  say "Building gpuplan; the first time takes some minutes"
fi
build_preset release gpuplan
exec build/release/gpuplan recommend --model llama-3.1-8b --kind finetune --method full \
  --tokens 500M --deadline 48h "$@"
