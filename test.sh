#!/usr/bin/env bash
# Install what is missing, build, and pass the tests.
#   ./test.sh [PRESET [CTEST-ARGUMENT…]]     PRESET: release (default) or another of CMakePresets.json
# -L quick passes only the quick tier, -L threads only what threads do, -L 'quick|compiler' what either has, and builds
# only that. docs/notes/testing.md has the presets.
# ABUT_DATA=FOLDER lets the tests on real models run too; without it they say what they skip.
set -euo pipefail
cd "$(dirname "$0")"

preset=${1:-release}
shift $(($# > 0))
case $preset in
    clang | msan | fuzz) tools/install clang ;;
    *) tools/install test ;;
esac
tiers=()
if [[ " $* " =~ \ -L\ ([a-z|]+)\  ]]; then
    IFS='|' read -r -a tiers <<<"${BASH_REMATCH[1]}"
fi
ABUT_CMAKE_ARGS="-DBUILD_TESTING=ON ${ABUT_CMAKE_ARGS:-}" tools/build "$preset" "${tiers[@]/#/tier_}"

# Numbers must not depend on the locale: tests want one with a decimal comma, which few systems have.
locale=build/locale/de_DE.UTF-8
[ -d $locale ] || { mkdir -p build/locale && localedef -i de_DE -f UTF-8 $locale; } || true
[ ! -d $locale ] || export LOCPATH=$PWD/build/locale

# The sanitizers of threads and of memory end with "unexpected memory mapping" where the kernel spreads
# addresses wider (vm.mmap_rnd_bits over 28): their programs run without random addresses.
placed=()
case $preset in
    tsan | msan)
        if setarch -R true 2>/dev/null; then
            placed=(setarch -R)
        else
            echo "test.sh: setarch -R is refused here, so addresses stay random" >&2
        fi ;;
esac

status=0
log=$PWD/build/$preset/ctest.log
# What ctest prints itself stands in the log; here only how far it is, and what failed.
"${placed[@]}" ctest --preset "$preset" -j "$(nproc)" --no-tests=error --output-log "$log" "$@" |
    tools/progress ctest "testing $preset:" || status=$?

# CTest hides what passing programs print: show what was skipped, and end with the totals.
skipped=$(awk '/^SKIPPED|^\[ +SKIPPED \] [^0-9]/ && !seen[$0]++' \
    "build/$preset/Testing/Temporary/LastTest.log")
if [ -n "$skipped" ]; then
    printf '\n%s\n\n' "$skipped"
    grep 'tests passed' "$log"
fi
echo "done in $SECONDS s"
exit $status
