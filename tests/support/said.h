// said.h - what the program's functions say on the standard error, for a test that calls them itself in a folder of cli_run.h.
#ifndef ABUT_TESTS_SUPPORT_SAID_H
#define ABUT_TESTS_SUPPORT_SAID_H
#include "support/cli_run.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int errors_before;

// From here on errors go to a file.
static inline void listen(void)
{
    fflush(stderr);
    errors_before = dup(2);
    unlink("said");  // some file systems take long to empty one
    const int file = open("said", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(file, 2);
    close(file);
}

// What was said, to be freed.
static inline char* hear(void)
{
    fflush(stderr);
    dup2(errors_before, 2);
    close(errors_before);
    return cli_read_file("said");
}

#endif
