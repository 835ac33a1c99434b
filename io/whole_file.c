// whole_file.c - see whole_file.h.
#include "whole_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_AT_ONCE = 1 << 16 };

whole_file_status whole_file_read(const char* path, char** bytes, size_t* size)
{
    const int standard = strcmp(path, "-") == 0;
    FILE* f = standard ? stdin : fopen(path, "rb");
    if (!f) return WHOLE_FILE_CANNOT_OPEN;
    char* all = NULL;
    size_t used = 0, capacity = 0;
    whole_file_status status = WHOLE_FILE_OK;
    while (!feof(f) && !ferror(f) && status == WHOLE_FILE_OK) {
        if (capacity - used < READ_AT_ONCE) {
            capacity = capacity * 2 + READ_AT_ONCE;
            char* larger = realloc(all, capacity);
            if (!larger) status = WHOLE_FILE_OUT_OF_MEMORY;
            if (larger) all = larger;
        }
        if (status == WHOLE_FILE_OK) used += fread(all + used, 1, capacity - used, f);
    }
    if (status == WHOLE_FILE_OK && ferror(f)) status = WHOLE_FILE_CANNOT_READ;
    if (!standard) fclose(f);
    if (status == WHOLE_FILE_OK) {
        *bytes = all;
        *size = used;
    } else {
        free(all);
    }
    return status;
}

const char* whole_file_text(whole_file_status status)
{
    switch (status) {
    case WHOLE_FILE_OK:
        return "read";
    case WHOLE_FILE_OUT_OF_MEMORY:
        return "not enough memory to read it";
    case WHOLE_FILE_CANNOT_OPEN:
        return "cannot be opened";
    case WHOLE_FILE_CANNOT_READ:
        break;
    }
    return "cannot be read";
}
