// whole_file.h - a file read into memory as it is, for the readers that need no window.
#ifndef ABUT_IO_WHOLE_FILE_H
#define ABUT_IO_WHOLE_FILE_H
#include <stddef.h>

typedef enum whole_file_status {
    WHOLE_FILE_OK = 0,
    WHOLE_FILE_OUT_OF_MEMORY,
    WHOLE_FILE_CANNOT_OPEN,
    WHOLE_FILE_CANNOT_READ,
} whole_file_status;

enum { WHOLE_FILE_WHY = 160 };

// Read all bytes of a file, to be freed (NULL if there are none); path "-" is standard input. On failure both
// outputs stay as they were, and why is told without the path: "cannot be opened: No such file or directory".
whole_file_status whole_file_read(const char* path, char** bytes, size_t* size,
                                  char why[WHOLE_FILE_WHY]);

#endif
