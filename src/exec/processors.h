// processors.h - what the system says of this process: how many processors it may use, and its number.
#ifndef ABUT_EXEC_PROCESSORS_H
#define ABUT_EXEC_PROCESSORS_H

// Return how many processors this process may use, at least 1: those of its affinity, and no more than the
// limits of its control groups, rounded down, allow. root: "" for this system's files; tests have others.
int processors_allowed(const char* root);

// Return the number of this process.
long processors_process(void);

#endif
