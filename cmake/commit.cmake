# Write a C file that says which commit a program is built of. Run at every build (bench/CMakeLists.txt):
#   cmake -DSOURCE=folder -DOUT=file.c -P commit.cmake
# The file is left alone where it says so already. Code that differs from the commit is told by a hash of the difference;
# what is no code (docs, tests) does not count. Without git, or outside of a repository: "unknown".
set(code CMakeLists.txt bench cli cmake include io nc scenes see src)
set(commit unknown)
find_program(git git)
if(git)
    execute_process(COMMAND ${git} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        set(commit ${head})
        execute_process(COMMAND ${git} diff --quiet HEAD -- ${code} WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE changed)
        if(changed)
            execute_process(COMMAND ${git} diff HEAD -- ${code} COMMAND ${git} hash-object --stdin
                WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE)
            string(SUBSTRING "${hash}" 0 12 hash)
            string(APPEND commit "+${hash}")
        endif()
    endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [=[
// Written by cmake/commit.cmake.
extern const char bench_commit[];
const char bench_commit[] = "@commit@";
]=])
