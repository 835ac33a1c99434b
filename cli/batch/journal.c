// journal.c - see journal.h. A slot: a mark, the question, numbers, zeros, and the hash of all that. Numbers are little-endian.
#include "batch/journal.h"

#include "batch/chain.h"
#include "file/bytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MARK = 16,
    NUMBERS = 15,
    NUMBERS_AT = MARK + JOURNAL_QUESTION,
    HASH_AT = JOURNAL_SLOT - 16,
};
_Static_assert(NUMBERS_AT + 8 * NUMBERS <= HASH_AT, "all has room in a slot");
static const char mark[MARK] = "abut batch 1\r\n\x1A";

static void hash_slot(const unsigned char* slot, uint64_t out[2])
{
    chain c = {.used = HASH_AT};
    memcpy(c.rest, slot, HASH_AT);
    chain_tell(&c, out);
}

static void store_u64(unsigned char* to, uint64_t value)
{
    store_u32(to, (uint32_t)value);
    store_u32(to + 4, (uint32_t)(value >> 32));
}

void journal_write(const journal* j, unsigned char slot[JOURNAL_SLOT])
{
    const uint64_t numbers[NUMBERS] = {
        j->models[0][0],  j->models[0][1],  j->models[1][0],  j->models[1][1],  j->sequence,
        j->poses,         j->bytes,         j->contacts,      j->close,         j->bad,
        j->poses_hash[0], j->poses_hash[1], j->bytes_hash[0], j->bytes_hash[1], j->is_complete};
    uint64_t hash[2];
    memset(slot, 0, JOURNAL_SLOT);
    memcpy(slot, mark, MARK);
    memcpy(slot + MARK, j->question, JOURNAL_QUESTION);
    for (size_t i = 0; i < NUMBERS; i++)
        store_u64(slot + NUMBERS_AT + 8 * i, numbers[i]);
    hash_slot(slot, hash);
    store_u64(slot + HASH_AT, hash[0]);
    store_u64(slot + HASH_AT + 8, hash[1]);
}

bool journal_read(journal* out, const unsigned char slot[JOURNAL_SLOT])
{
    uint64_t hash[2], n[NUMBERS];
    const char* at = (const char*)slot;
    hash_slot(slot, hash);
    if (memcmp(slot, mark, MARK) != 0 || !memchr(slot + MARK, '\0', JOURNAL_QUESTION)) return false;
    if (load_u64(at + HASH_AT, false) != hash[0] || load_u64(at + HASH_AT + 8, false) != hash[1])
        return false;
    for (size_t i = 0; i < NUMBERS; i++)
        n[i] = load_u64(at + NUMBERS_AT + 8 * i, false);
    *out = (journal){.models = {{n[0], n[1]}, {n[2], n[3]}},
                     .sequence = n[4],
                     .poses = n[5],
                     .bytes = n[6],
                     .contacts = n[7],
                     .close = n[8],
                     .bad = n[9],
                     .poses_hash = {n[10], n[11]},
                     .bytes_hash = {n[12], n[13]},
                     .is_complete = n[14]};
    memcpy(out->question, slot + MARK, JOURNAL_QUESTION);
    return true;
}
