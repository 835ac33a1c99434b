// zip_write.h - a ZIP archive written as it comes: for formats that are one (BCF). Entries are stored: what is large in
// them, pictures, is packed already, and the bytes are the same whatever zlib a machine has.
#ifndef ABUT_IO_ARCHIVE_ZIP_WRITE_H
#define ABUT_IO_ARCHIVE_ZIP_WRITE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum zip_status {
    ZIP_OK = 0,
    ZIP_OUT_OF_MEMORY,
    ZIP_TOO_LARGE,  // beyond 4 GiB, or a name beyond 65535 bytes
} zip_status;

typedef struct zip_writer {
    FILE* out;
    struct zip_entry* entries;
    size_t count, capacity;
    uint64_t size;        // what is written so far
    uint16_t day, clock;  // as ZIP has them, of every entry
} zip_writer;

// Begin. date: "2026-11-30T12:34:56Z", which every entry gets; "": 1980, the earliest that there is, which also stands for
// what is earlier.
void zip_begin(zip_writer* z, FILE* out, const char* date);
// Add a file, or where the name ends with / a folder (without bytes). Errors of the stream stay in the stream.
zip_status zip_add(zip_writer* z, const char* name, const void* bytes, size_t size);
// Write the directory. More than 65534 entries are told as ZIP64 has it.
zip_status zip_end(zip_writer* z);
void zip_free(zip_writer* z);  // a zeroed one is fine

#endif
