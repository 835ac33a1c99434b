// chain.c - see chain.h.
#include "batch/chain.h"

#include "base/hash.h"

#include <string.h>

static void add_piece(chain* c, const void* piece)
{
    hash_128(piece, CHAIN_PIECE, c->hash[0] ^ c->hash[1], c->hash);
}

void chain_add(chain* c, const void* bytes, size_t size)
{
    const unsigned char* at = bytes;
    while (size > 0) {
        if (c->used == 0 && size >= CHAIN_PIECE) {
            add_piece(c, at);
            at += CHAIN_PIECE;
            size -= CHAIN_PIECE;
            continue;
        }
        const size_t room = CHAIN_PIECE - c->used, some = size < room ? size : room;
        memcpy(c->rest + c->used, at, some);
        at += some;
        size -= some;
        c->used += some;
        if (c->used < CHAIN_PIECE) continue;
        add_piece(c, c->rest);
        c->used = 0;
    }
}

void chain_tell(const chain* c, uint64_t out[2])
{
    hash_128(c->rest, c->used, c->hash[0] ^ c->hash[1], out);
}
