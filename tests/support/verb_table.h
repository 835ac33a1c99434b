// verb_table.h - some of the program's verbs, in the place of main/main.c, for a test that calls these. The test includes main/verb.h.
#ifndef ABUT_TESTS_SUPPORT_VERB_TABLE_H
#define ABUT_TESTS_SUPPORT_VERB_TABLE_H
#include <string.h>

#define VERB_TABLE(...)                                                                            \
    static const verb* const verbs[] = {__VA_ARGS__, NULL};                                        \
    const verb* const* verb_table(void)                                                            \
    {                                                                                              \
        return verbs;                                                                              \
    }                                                                                              \
    const verb* verb_find(const char* name)                                                        \
    {                                                                                              \
        for (const verb* const* v = verbs; *v; v++)                                                \
            if (strcmp((*v)->name, name) == 0) return *v;                                          \
        return NULL;                                                                               \
    }

#endif
