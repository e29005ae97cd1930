#!/usr/bin/env bash
# From a fresh clone to a rewritten kernel; see usage() below.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'END'
usage: ./quickstart.sh [demo|test|build|packages]

  demo      install what is missing, build the program alone, rewrite a sample
            kernel (default)
  test      the same set-up, then run every test
  build     the same set-up, build all, and nothing else
  packages  install what is missing and nothing else

Packages come from Debian 12 and are installed only if missing, with sudo if
you are not root. A second run needs no network and rebuilds nothing.

BUILD_DIR=build  where to build
CC=, CXX=        the compilers (default: Clang 22, else CMake's choice)
JOBS=N           compile and test N at a time (default: by cores and memory)
END
}

packages=(g++ cmake ninja-build python3
  llvm-22-dev libclang-22-dev clang-22 llvm-22-tools clang-tools-22
  clang-tidy-22 clang-format-22 libgtest-dev pre-commit
  zlib1g-dev libzstd-dev)

say() { printf '==> %s\n' "$*" >&2; }
fail() {
  printf 'quickstart: %s\n' "$@" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "not root, and there is no sudo; as root, run:" \
      "  apt-get update && apt-get install -y ${missing[*]}"
  fi
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "not Debian: installing nothing. Needed: a C++17 compiler, CMake 3.25, ninja," \
      "Python 3, GoogleTest, LLVM and Clang 22 with headers"
    local command
    for command in cmake ninja python3; do
      command -v "$command" >/dev/null || fail "there is no $command here"
    done
    return
  fi
  missing=()
  local package
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  say "installing ${missing[*]}"
  as_root apt-get update -q || say "some package sources could not be read; going on"
  for package in "${missing[@]}"; do
    apt-cache show "$package" >/dev/null 2>&1 || no_candidate "$package"
  done
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "${missing[@]}"
}

no_candidate() {
  local system=unknown
  [ -r /etc/os-release ] && system=$(. /etc/os-release && echo "$PRETTY_NAME")
  fail "package $1 is in none of this system's package sources (system: $system)." \
    "On Debian 12 the LLVM 22 packages come from the security archive: see that" \
    "/etc/apt/sources.list or a file in /etc/apt/sources.list.d names bookworm-security." \
    "Elsewhere install LLVM 22 and Clang 22 with headers yourself, then:" \
    "  cmake --preset default && cmake --build build"
}

# Sources that include Clang take over 1 GB each to compile.
choose_jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || echo 1)
  memory=$(awk '/^MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null || true)
  [ -n "$memory" ] && [ "$memory" -lt "$cores" ] && cores=$memory
  [ "$cores" -ge 1 ] || cores=1
  echo "$cores"
}

# Clang builds this twice as fast: the tests share its precompiled headers.
choose_compiler() {
  if [ -z "${CXX:-}" ] && command -v clang++-22 >/dev/null; then
    export CC=clang-22 CXX=clang++-22
  fi
}

# build [TARGET]: all without one.
build() {
  choose_compiler
  say "configuring in $BUILD_DIR"
  # Several sources as one: a build from nothing takes half the time. A folder
  # that somebody has configured stays as it is.
  local new=()
  [ -e "$BUILD_DIR/CMakeCache.txt" ] || new=(-DPR_UNITY=ON)
  cmake --preset default -B "$BUILD_DIR" ${new[@]+"${new[@]}"} >&2
  say "building, $JOBS at a time"
  cmake --build "$BUILD_DIR" -j "$JOBS" ${1:+--target "$1"} >&2
}

demo() {
  local command=("$BUILD_DIR/bin/pipeline-rewrite"
    test/samples/hgemm_wmma.cu)
  say "${command[*]}"
  "${command[@]}"
  say "nothing was written: add -i to rewrite in place, -o FILE to write elsewhere"
}

run_tests() {
  local log=$BUILD_DIR/ctest.log status=0
  # Programs that parse what lies in front of all sources take it from there.
  mkdir -p "$BUILD_DIR/test/preludes"
  export PIPELINE_REWRITE_PRELUDES=${PIPELINE_REWRITE_PRELUDES:-$(cd "$BUILD_DIR/test/preludes" && pwd)}
  ctest --test-dir "$BUILD_DIR" -j "$JOBS" --output-on-failure \
    --no-label-summary 2>&1 | tee "$log" || status=$?
  # Once more, as the last line: ctest puts lists of skipped tests after it.
  grep 'tests passed' "$log" || status=1
  return $status
}

action=${1:-demo}
case $action in
  demo | test | build | packages) ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac
BUILD_DIR=${BUILD_DIR:-build}

install_packages
[ "$action" = packages ] && exit 0
JOBS=${JOBS:-$(choose_jobs)}
case $action in
  demo)
    build pipeline-rewrite
    demo
    ;;
  build) build ;;
  test)
    build
    run_tests
    ;;
esac
