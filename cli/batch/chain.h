// chain.h - the hash of a stream of bytes, however it is cut: XXH3 of pieces of one size, each with the hash of those before it
// as its seed.
#ifndef ABUT_CLI_BATCH_CHAIN_H
#define ABUT_CLI_BATCH_CHAIN_H
#include <stddef.h>
#include <stdint.h>

enum { CHAIN_PIECE = 1 << 14 };

// Zeroed: of no bytes.
typedef struct chain {
    uint64_t hash[2];  // of whole pieces
    size_t used;       // bytes behind them
    unsigned char rest[CHAIN_PIECE];
} chain;

void chain_add(chain* c, const void* bytes, size_t size);
// Tell the hash of all that was added; more may be added.
void chain_tell(const chain* c, uint64_t out[2]);

#endif
