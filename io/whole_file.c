// whole_file.c - see whole_file.h.
#include "whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_AT_ONCE = 1 << 16 };

// errno: what the system says of it.
static whole_file_status fail(whole_file_status status, const char* what, char* why)
{
    snprintf(why, WHOLE_FILE_WHY, "%s: %s", what, strerror(errno));
    return status;
}

whole_file_status whole_file_read(const char* path, char** bytes, size_t* size,
                                  char why[WHOLE_FILE_WHY])
{
    const int standard = strcmp(path, "-") == 0;
    FILE* f = standard ? stdin : fopen(path, "rb");
    if (!f) return fail(WHOLE_FILE_CANNOT_OPEN, "cannot be opened", why);
    char* all = NULL;
    size_t used = 0, capacity = 0;
    whole_file_status status = WHOLE_FILE_OK;
    while (!feof(f) && !ferror(f) && status == WHOLE_FILE_OK) {
        if (capacity - used < READ_AT_ONCE) {
            capacity = capacity * 2 + READ_AT_ONCE;
            char* larger = realloc(all, capacity);
            if (larger)
                all = larger;
            else
                status = fail(WHOLE_FILE_OUT_OF_MEMORY, "cannot be read", why);
        }
        if (status == WHOLE_FILE_OK) used += fread(all + used, 1, capacity - used, f);
    }
    if (status == WHOLE_FILE_OK && ferror(f))
        status = fail(WHOLE_FILE_CANNOT_READ, "cannot be read", why);
    if (!standard) fclose(f);
    if (status == WHOLE_FILE_OK) {
        *bytes = all;
        *size = used;
    } else {
        free(all);
    }
    return status;
}
