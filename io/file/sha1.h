// sha1.h - the hash SHA-1 (FIPS 180-4), which names have in UUIDs of version 5 (RFC 9562). It keeps no secret and proves
// nothing: it only makes names of one length.
#ifndef ABUT_IO_FILE_SHA1_H
#define ABUT_IO_FILE_SHA1_H
#include <stddef.h>
#include <stdint.h>

enum { SHA1_SIZE = 20, SHA1_BLOCK = 64 };

typedef struct sha1 {
    uint32_t state[5];
    uint64_t size;  // bytes so far
    unsigned char block[SHA1_BLOCK];
} sha1;

void sha1_begin(sha1* h);
void sha1_add(sha1* h, const void* bytes, size_t size);
void sha1_end(sha1* h, unsigned char out[SHA1_SIZE]);

// The UUID of a name in a namespace, both as 16 bytes: SHA-1 of both, with the bits of version 5. The name was added
// behind the namespace.
void sha1_end_uuid(sha1* h, unsigned char out[16]);

#endif
