// hash.h - XXH3, the checksum of saved models: 64 bits, and 128 bits with a seed.
//
// Written here, since a build of the Python package has a C compiler and nothing else. The numbers
// are those of libxxhash, so that files of either are the other's: tests/base/test_hash.c compares.
#ifndef ABUT_BASE_HASH_H
#define ABUT_BASE_HASH_H
#include <stddef.h>
#include <stdint.h>

uint64_t hash_64(const void* bytes, size_t size);

// out: the lower half, then the upper one.
void hash_128(const void* bytes, size_t size, uint64_t seed, uint64_t out[2]);

#endif
