// inflate.h - what deflate packed (RFC 1951), unpacked. Own code, so that archives can be read wherever the program
// runs: machines that are compiled for lack zlib more often than not.
#ifndef ABUT_IO_ARCHIVE_INFLATE_H
#define ABUT_IO_ARCHIVE_INFLATE_H
#include <stddef.h>

typedef enum inflate_status {
    INFLATE_OK = 0,
    INFLATE_DAMAGED,     // not what deflate writes, or cut off
    INFLATE_OTHER_SIZE,  // well-formed as far as it was read, but of another size packed or unpacked
} inflate_status;

// No byte that is packed gives more.
enum { INFLATE_RATIO_MOST = 1032 };

// Unpack exactly packed_size bytes into exactly size bytes. What was unpacked until something was wrong stands in out.
inflate_status inflate_bytes(const char* packed, size_t packed_size, char* out, size_t size);

#endif
