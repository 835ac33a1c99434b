// whole.h - a file read into memory as it is: for the readers that need no window, and for what has no size
// beforehand: pipes and devices, which may never end.
#ifndef ABUT_IO_FILE_WHOLE_H
#define ABUT_IO_FILE_WHOLE_H
#include "text/code.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum whole_file_status {
    WHOLE_FILE_OK = 0,
    WHOLE_FILE_OUT_OF_MEMORY,
    WHOLE_FILE_TOO_LARGE,  // for the limit of memory_limit.h
    WHOLE_FILE_NO_TEXT,    // a device or a pipe that gives zeros
    WHOLE_FILE_CANNOT_OPEN,
    WHOLE_FILE_CANNOT_READ,  // errno says why
    WHOLE_FILE_CANCELLED,
} whole_file_status;

// What is known of a file, and who wants to know how it goes on. Zeroed: nothing.
typedef struct whole_file_how {
    size_t expected;  // bytes that it is likely to have; 0: not known
    // Called after every few megabytes; false: stop. May be NULL.
    bool (*report)(void* user, size_t size);
    void* user;
} whole_file_how;

typedef struct whole_file_why {
    fault_code code;
    char text[160];
} whole_file_why;

// Read all bytes of a file, to be freed; path "-" is standard input. A zero follows the last byte. On failure both
// outputs stay as they were, and why is told without the path: "cannot be opened: No such file or directory".
whole_file_status whole_file_read(const char* path, char** bytes, size_t* size,
                                  whole_file_why* why);
// The same from where a descriptor is, which stays open. how may be NULL.
whole_file_status whole_file_load(int descriptor, const whole_file_how* how, char** bytes,
                                  size_t* size);
// Return what became of it, without the path: "cannot be opened".
const char* whole_file_text(whole_file_status status);

#endif
