# Builds that only test link a hundred programs, and wait for that: lld takes half the time of Debian's ld. What is
# shipped is linked by ld as always.
if(ABUT_LINKER)
    include(CheckLinkerFlag)
    check_linker_flag(C -fuse-ld=${ABUT_LINKER} abut_has_linker)
    if(abut_has_linker)
        add_link_options(-fuse-ld=${ABUT_LINKER})
    else()
        message(STATUS "linker ${ABUT_LINKER}: not installed, so the compiler's own links, in twice the time")
    endif()
endif()

# UndefinedBehaviorSanitizer says of each check where it stands, by pointers: 280 000 of them, which every start of a
# program that may lie anywhere would set anew. That is half of what a start costs.
if(ABUT_SANITIZE STREQUAL "address,undefined")
    string(APPEND CMAKE_EXE_LINKER_FLAGS " -no-pie")
endif()
