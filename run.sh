#!/usr/bin/env bash
# Install what is missing, build, and do the main job: a bolt in its nut, where do they touch or cross?
set -euo pipefail
cd "$(dirname "$0")"

tools/install build
# A build folder that has the tests keeps them; a new one does without what only they need.
[ -f build/release/CMakeCache.txt ] || export ABUT_CMAKE_ARGS="-DBUILD_TESTING=OFF ${ABUT_CMAKE_ARGS:-}"
tools/build release bin/abut bin/abut-scene
examples/bolt_and_nut build/release/bin build
echo "The programs are in build/release/bin. Next: docs/tutorial/first-check.md"
echo "done in $SECONDS s"
