// method_here.h - for tests that ask several methods: in a library without those of the papers (ABUT_PAPERS=OFF) they
// go by what is there, and say what they skip. Of CMake: EXPECT_PAPERS, whether these methods must be there.
#ifndef ABUT_TESTS_SUPPORT_METHOD_HERE_H
#define ABUT_TESTS_SUPPORT_METHOD_HERE_H
#include "abut/abut.h"

#include <stdio.h>

// Where a tree of one pair of volumes at a time will do, whatever it is: that of a method, or of the one that is there.
#if EXPECT_PAPERS
#define OR_AABB(method) (method)
#define SOME_TREE_NAME  "obb"
#define FIRST_NAMES     "auto brute aabb sphere obb"
#else
#define OR_AABB(method) ABUT_METHOD_AABB
#define SOME_TREE_NAME  "aabb"
#define FIRST_NAMES     "auto brute aabb wide"
#endif
// FIRST_NAMES: of methods, as the program lists them.
#define SOME_TREE OR_AABB(ABUT_METHOD_OBB)

// The largest number of a method.
#define METHOD_LAST ABUT_METHOD_QUICKCD20

// Whether there is such a method, and this build must have it. One that it lacks is told, once.
static inline int method_is_here(int method)
{
    static unsigned told;
    const char* const name = abut_method_name((abut_method)method);
    if (!name || EXPECT_PAPERS || method < ABUT_METHOD_SPHERE || method == ABUT_METHOD_WIDE)
        return name != NULL;
    if (!(told >> method & 1)) printf("SKIPPED: the method %s, which is not in this build\n", name);
    told |= 1u << method;
    return 0;
}

#endif
