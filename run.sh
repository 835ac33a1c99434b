#!/usr/bin/env bash
# Install what is missing, build, and do the main job: a bolt in its nut, where do they touch or cross?
set -euo pipefail
cd "$(dirname "$0")"

tools/install build
# A build folder that has the tests keeps them; a new one does without what only they need.
[ -f build/release/CMakeCache.txt ] || export ABUT_CMAKE_ARGS="-DBUILD_TESTING=OFF ${ABUT_CMAKE_ARGS:-}"
tools/build release bin/abut bin/abut-scene

PATH=$PWD/build/release/bin:$PATH
mkdir -p build/scene

# Print a command as a person would type it, and run it. Contact (1) is an answer, not a failure.
show() {
    local status=0
    printf '\n$ %s\n' "$*"
    "$@" || status=$?
    if [ "$1" = abut ]; then
        echo "(exit status $status)"
        [ "$status" -le 1 ] || exit "$status"
    elif [ "$status" -ne 0 ]; then
        exit "$status"
    fi
}

cd build
show abut-scene bolt -o scene/bolt.stl
show abut-scene nut -o scene/nut.stl
echo
echo "The nut on the bolt, with a little play; then turned on by a quarter, a quarter of its pitch further."
show abut check scene/bolt.stl scene/nut.stl
show abut check scene/bolt.stl scene/nut.stl --rotate-b 0,0,1,90 --move-b 0,0,0.375
echo
echo "The nut pushed by 0.2 mm without turning: the threads cross. Then one place where they do."
show abut check scene/bolt.stl scene/nut.stl --move-b 0,0,0.2 --stats
show abut check scene/bolt.stl scene/nut.stl --move-b 0,0,0.2 --first --points
echo
echo "All places where they cross, in a picture, and in a report for any browser."
show abut check scene/bolt.stl scene/nut.stl --move-b 0,0,0.2 \
    --picture scene/bolt-and-nut.png --report scene/bolt-and-nut.html
echo
echo "The picture is $PWD/scene/bolt-and-nut.png"
echo "The report is  $PWD/scene/bolt-and-nut.html"
