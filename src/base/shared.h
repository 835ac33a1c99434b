// shared.h - blocks of memory that have several owners, as the arrays that a model and one made of it have in common. Each
// lets go by itself, in any thread; the last gives the block back to the host that it came from.
#ifndef ABUT_BASE_SHARED_H
#define ABUT_BASE_SHARED_H
#include "base/host.h"

// Bytes before each block, where its owners are counted.
#define SHARED_HEAD 64

// As host_allocate; the caller is the only owner. The host's functions must last as long as the block.
void* shared_allocate(const abut_host* host, size_t count, size_t size);
// Become an owner of a block that has one. Returns it; NULL is fine.
void* shared_take(void* block);
// Be its owner no more. NULL is fine.
void shared_release(void* block);

#endif
