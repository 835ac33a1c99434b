// shared.c - see shared.h.
#include "base/shared.h"

#include "base/base.h"

#include <stdatomic.h>

typedef struct shared_head {
    atomic_size_t owners;
    size_t bytes;  // with the head
    void (*release)(void* user, void* block, size_t size);
    void* user;
} shared_head;

_Static_assert(sizeof(shared_head) <= SHARED_HEAD, "the block begins behind it");

static shared_head* head_of(void* block)
{
    return (shared_head*)(void*)((char*)block - SHARED_HEAD);
}

void* shared_allocate(const abut_host* host, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - SHARED_HEAD) / size) return NULL;
    const size_t bytes = count * size + SHARED_HEAD;
    shared_head* const head = host_allocate(host, bytes, 1);
    if (!head) return NULL;
    atomic_init(&head->owners, 1);
    head->bytes = bytes;
    head->release = host->release;
    head->user = host->user;
    return (char*)head + SHARED_HEAD;
}

void* shared_take(void* block)
{
    // Whoever takes has it of an owner, who keeps it alive meanwhile.
    if (block) atomic_fetch_add_explicit(&head_of(block)->owners, 1, memory_order_relaxed);
    return block;
}

void shared_release(void* block)
{
    if (!block) return;
    shared_head* const head = head_of(block);
    // What others read of the block comes before it is given back.
    if (atomic_fetch_sub_explicit(&head->owners, 1, memory_order_acq_rel) > 1) return;
    head->release(head->user, head, head->bytes);
}
