// life.c - states of rows: by an older result, and by what was approved.
#include "clash/clash.h"
#include "say/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char* clash_state_text(clash_state s)
{
    static const char* const texts[CLASH_STATES] = {"new",      "active",   "changed",
                                                    "approved", "resolved", "not retested"};
    return texts[s];
}

// Until there are keys by RFC 9562: of the form of one, by FNV-1a.
void clash_uuid(const char* const* words, size_t count, char out[40])
{
    uint64_t hash[2] = {UINT64_C(0xcbf29ce484222325), UINT64_C(0x84222325cbf29ce4)};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k <= strlen(words[i]); k++) {
            const uint64_t byte = (unsigned char)words[i][k];
            hash[0] = (hash[0] ^ byte) * UINT64_C(0x100000001b3);
            hash[1] = (hash[1] ^ (byte + hash[0] % 251)) * UINT64_C(0x100000001b3);
        }
    snprintf(out, 40, "%08" PRIx64 "-%04" PRIx64 "-5%03" PRIx64 "-8%03" PRIx64 "-%012" PRIx64,
             hash[0] >> 32, hash[0] >> 16 & 0xffff, hash[0] & 0xfff, hash[1] >> 52,
             hash[1] & UINT64_C(0xffffffffffff));
}

void clash_gone_json(const clash_gone* gone, json* j)
{
    json_object(j, false);
    json_put_string(j, "key", gone->key);
    json_put_string(j, "state", clash_state_text(gone->state));
    json_close(j);
}

bool clash_live(clash_result* r)
{
    clash_review* v = &r->review;
    for (size_t i = 0; i < r->clashes.count; i++) {
        const char* ids[2] = {clash_id(&r->objects[v->rows[i].a]),
                              clash_id(&r->objects[v->rows[i].b])};
        if (strcmp(ids[0], ids[1]) > 0) {
            const char* swap = ids[0];
            ids[0] = ids[1];
            ids[1] = swap;
        }
        clash_uuid(ids, 2, v->rows[i].key);
    }
    v->counts[CLASH_NEW] = r->clashes.count;
    return true;
}

int clash_review_exit(const clash_result* r)
{
    return r->clashes.count ? EXIT_CONTACT : clash_is_hollow(r) ? EXIT_UNDECIDED : EXIT_APART;
}
