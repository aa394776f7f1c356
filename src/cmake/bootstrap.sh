# What examples/quickstart.sh, tests/run.sh and .ci/run share: which Debian packages are needed,
# how they get here, and how a preset is built. Source it; it changes to the root of the project.
# shellcheck shell=bash
# shellcheck disable=SC2034 # the lists are for the scripts that source this

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

# A package, and after a colon the command that makes it needless (another compiler, a newer CMake).
build_packages=(
  cmake:cmake flatbuffers-compiler:flatc g++:c++ libcli11-dev libflatbuffers-dev libfmt-dev
  libsimdjson-dev libxxhash-dev libyaml-cpp-dev ninja-build:ninja
  nlohmann-json3-dev pkg-config:pkg-config
)
test_packages=(
  binutils:readelf catch2 dpkg-dev:dpkg-shlibdeps file:file git:git libcsv-dev python3:python3
)
check_packages=(clang:clang++ clang-format:clang-format clang-tidy:clang-tidy shellcheck:shellcheck)
# Nothing needs these; they make the second build quick.
welcome_packages=(ccache:ccache)

say() {
  printf '%s\n' "$*" >&2
}

is_there() {
  local package=${1%%:*} command=${1#*:}
  if [[ $command != "$1" ]]; then
    command -v "$command" >/dev/null
  else
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]]
  fi
}

# The packages of these entries that are missing, in one line.
missing_of() {
  local entry
  for entry in "$@"; do
    is_there "$entry" || printf '%s ' "${entry%%:*}"
  done
}

# Ends with 5: what this machine lacks is outside of gpuplan.
without_packages() {
  local version
  version=$(sed -n 's/.*k_version = "\(.*\)".*/\1/p' include/gpuplan/version.hpp)
  say "Missing Debian packages: $*"
  say "  as root:    apt-get install --no-install-recommends $*"
  say "Other ways to gpuplan, which need none of them:"
  say "  archive:    unpack gpuplan-$version-linux-x86_64.tar.gz anywhere and run bin/gpuplan"
  say "  container:  docker build -t gpuplan -f examples/container/Dockerfile ."
  exit 5
}

# need_packages ENTRY...: installs what is missing, as root; else names it and ends with 5.
need_packages() {
  local missing wanted log
  read -ra missing <<<"$(missing_of "$@")"
  read -ra wanted <<<"$(missing_of "${welcome_packages[@]}")"
  if ((${#missing[@]} == 0)); then
    return
  fi
  if ! command -v dpkg-query >/dev/null; then
    # Another distribution: its own packages may do, and CMake says what is missing.
    say "This is not Debian; going on with what is installed"
    return
  fi
  if ((EUID != 0)); then
    without_packages "${missing[@]}"
  fi
  say "Installing ${missing[*]} ${wanted[*]}"
  log=$(mktemp)
  if ! DEBIAN_FRONTEND=noninteractive install_quietly "${missing[@]}" "${wanted[@]}" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    without_packages "${missing[@]}"
  fi
  rm -f "$log"
}

install_quietly() {
  apt-get -qq update </dev/null &&
    apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" </dev/null
}

# build_preset PRESET [TARGET...]: configures once; later the build itself sees what has changed.
build_preset() {
  local preset=$1
  shift
  if [[ ! -f build/$preset/build.ninja ]]; then
    cmake --preset "$preset" >&2 || return
  fi
  cmake --build "build/$preset" --parallel "$(nproc)" ${1:+--target "$@"} >&2
}

# counts_of FILE: passed, failed and skipped tests of a JUnit file that ctest wrote.
counts_of() {
  local attribute tests failures skipped disabled
  for attribute in tests failures skipped disabled; do
    printf -v "$attribute" '%d' "$(grep -om1 "\b$attribute=\"[0-9]*" "$1" | grep -o '[0-9]*$')"
  done
  printf '%d %d %d\n' $((tests - failures - skipped - disabled)) "$failures" \
    $((skipped + disabled))
}

# run_tests PRESET [CTEST OPTION...]: runs the tests of a build and leaves build/PRESET/junit.xml.
run_tests() {
  local preset=$1
  shift
  rm -f "build/$preset/junit.xml"
  ctest --test-dir "build/$preset" --output-on-failure --no-tests=error \
    --parallel "$(nproc)" --output-junit junit.xml "$@"
}
