// share.h - how many of the cases that a test counts out are passed in this build. Sanitizers look at what is
// done, not at how often, a build that prunes nothing is slow, and another compiler compiles the same code: they
// take one of several cases, which must still reach all that the cases are there for. Complete tables stay complete.
#ifndef ABUT_TESTS_SUPPORT_SHARE_H
#define ABUT_TESTS_SUPPORT_SHARE_H

// CMake says which (ABUT_TEST_SHARE): 1 is all of them.
#ifndef ABUT_TEST_SHARE
#define ABUT_TEST_SHARE 1
#endif

// And of these one of so many, where a test is passed again with a variant of the library (tests/CMakeLists.txt).
#ifndef ABUT_TEST_PART
#define ABUT_TEST_PART 1
#endif
#define CASES_LESS (ABUT_TEST_SHARE * ABUT_TEST_PART)

// A number of cases in this build.
#define CASES(count) (((count) + CASES_LESS - 1) / CASES_LESS)
// Whether a case is among them, by a number that is spread over all that differs between cases.
#define IS_CASE(number) ((number) / CASES_LESS * CASES_LESS == (number))

#endif
