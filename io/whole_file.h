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

// Read all bytes of a file, to be freed (NULL if there are none); path "-" is standard input. On failure both
// outputs stay as they were.
whole_file_status whole_file_read(const char* path, char** bytes, size_t* size);
// Return what became of it, without the path: "cannot be opened".
const char* whole_file_text(whole_file_status status);

#endif
