// host.h - the only door to memory, and the caller's callbacks with their defaults filled in.
#ifndef ABUT_BASE_HOST_H
#define ABUT_BASE_HOST_H
#include "abut/abut.h"

// Copy a caller's host (or NULL), with the library's own functions in place of NULL ones.
// progress may stay NULL: use host_progress.
abut_host host_complete(const abut_host* given);

// Allocate count * size bytes aligned to 64, or NULL; NULL also where that overflows.
// A count of 0 gives a block of one byte, so that NULL always means failure.
void* host_allocate(const abut_host* host, size_t count, size_t size);
// Give back what host_allocate gave for the same count and size; NULL is fine.
void host_release(const abut_host* host, void* block, size_t count, size_t size);

// Report progress; ABUT_CANCELLED if the caller wants to stop.
abut_status host_progress(const abut_host* host, double fraction);

// Make *block hold at least wanted elements of size bytes, keeping the first used ones; *capacity
// counts elements and at least doubles when it grows. On failure nothing changes.
abut_status host_grow(const abut_host* host, void** block, size_t* capacity, size_t used,
                      size_t wanted, size_t size);
// The same for a pointer to elements of any type: block is its address.
abut_status host_grow_any(const abut_host* host, void* block, size_t* capacity, size_t used,
                          size_t wanted, size_t size);

#endif
