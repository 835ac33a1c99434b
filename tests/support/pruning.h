// pruning.h - for tests that look at how much work was saved. A build with ABUT_PRUNE=OFF saves none:
// its answers are the same, and its counters say that everything was tested.
#ifndef ABUT_TESTS_SUPPORT_PRUNING_H
#define ABUT_TESTS_SUPPORT_PRUNING_H

#ifdef ABUT_PRUNE_OFF
enum { PRUNING = 0 };
#else
enum { PRUNING = 1 };
#endif

// In a test: say that the rest of it needs pruning, and leave it, where there is none.
#define SKIP_WITHOUT_PRUNING(what)                                                                 \
    do {                                                                                           \
        if (!PRUNING) {                                                                            \
            print_message("SKIPPED: built with ABUT_PRUNE=OFF, so %s\n", what);                    \
            skip();                                                                                \
        }                                                                                          \
    } while (0)

#endif
