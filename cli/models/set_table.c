// set_table.c - see set_table.h: how models were built, as numbers, and hashes.
#include "models/set_table.h"

#include "base/hash.h"

#include <math.h>

const unsigned char set_magic[8] = {0x8A, 'a', 'b', 's', 't', '\r', '\n', 0x1A};
const unsigned char set_end[8] = {0x8A, 't', 's', 'b', 'a', '\r', '\n', 0x1A};

// ------------------------------------------------------------------------------------------ builds

// Only what decides which models can be asked about together, and what the engine's options were: the rest is in each image.
enum { HAS_TREE = 1, WORDS = SET_BUILD_SIZE / 4 };

void set_put_build(set_cursor* c, const abut_build* build)
{
    static const abut_tree_build none;
    const abut_tree_build* t = build->tree ? build->tree : &none;
    const uint32_t words[WORDS] = {
        build->tree ? HAS_TREE : 0, (uint32_t)build->method, (uint32_t)build->leaf_size,
        (uint32_t)build->effort,    (uint32_t)build->memory, (uint32_t)t->real,
        (uint32_t)t->orientation,
    };
    for (size_t i = 0; i < WORDS; i++)
        set_put_u32(c, words[i]);
}

bool set_get_build(set_view* v, abut_build* build, abut_tree_build* tree)
{
    // The greatest value of each.
    static const uint32_t most[WORDS] = {HAS_TREE,
                                         255,
                                         64,
                                         ABUT_EFFORT_BEST,
                                         ABUT_MEMORY_COMPACT,
                                         ABUT_REAL_DOUBLE,
                                         ABUT_ORIENTATION_QUATERNION,
                                         0};
    uint32_t words[WORDS];
    for (size_t i = 0; i < WORDS; i++) {
        words[i] = set_get_u32(v);
        if (words[i] > most[i]) return false;
    }
    *tree =
        (abut_tree_build){.real = (abut_real)words[5], .orientation = (abut_orientation)words[6]};
    *build = (abut_build){
        .method = (abut_method)words[1],
        .leaf_size = (int)words[2],
        .effort = (abut_effort)words[3],
        .memory = (abut_memory)words[4],
        .tree = words[0] & HAS_TREE ? tree : NULL,
    };
    return abut_method_name(build->method) != NULL;
}

bool set_is_alike(const abut_build* a, const abut_build* b)
{
    if (a->method != b->method || !a->tree != !b->tree) return false;
    return !a->tree ||
           (a->tree->real == b->tree->real && a->tree->orientation == b->tree->orientation);
}

// ------------------------------------------------------------------------------------------ hashes

static void hash_held(set_hash* h)
{
    hash_128(h->held, h->size, h->value[0] ^ h->value[1], h->value);
    h->size = 0;
}

void set_hash_add(set_hash* h, const unsigned char* bytes, size_t size)
{
    while (size) {
        const size_t room = SET_HASHED_AT_ONCE - h->size, some = size < room ? size : room;
        memcpy(h->held + h->size, bytes, some);
        h->size += some;
        bytes += some;
        size -= some;
        if (h->size == SET_HASHED_AT_ONCE) hash_held(h);
    }
}

void set_hash_end(set_hash* h)
{
    if (h->size) hash_held(h);
}

void set_hash_whole(set_hash* h, const unsigned char* bytes, size_t size)
{
    for (size_t i = 0; i < size; i += SET_HASHED_AT_ONCE) {
        const size_t left = size - i, some = left < SET_HASHED_AT_ONCE ? left : SET_HASHED_AT_ONCE;
        hash_128(bytes + i, some, h->value[0] ^ h->value[1], h->value);
    }
}

uint64_t set_sum(const void* bytes, size_t size)
{
    return hash_64(bytes, size);
}

void set_hash_table(const void* bytes, size_t size, uint64_t out[2])
{
    hash_128(bytes, size, 0, out);
}

// ------------------------------------------------------------------------------------------- boxes

abut_status set_measure(const abut_model* model, double low[3], double high[3],
                        uint64_t* triangle_count)
{
    enum { PIECE = 256 };  // triangles that are looked at together
    abut_model_info info;
    double corners[9 * PIECE];
    abut_status status = abut_model_describe(model, &info);
    for (int k = 0; k < 3; k++) {
        low[k] = (double)INFINITY;
        high[k] = -(double)INFINITY;
    }
    *triangle_count = 0;
    for (size_t first = 0; status == ABUT_OK && first < info.triangle_count; first += PIECE) {
        const size_t left = info.triangle_count - first, some = left < PIECE ? left : PIECE;
        status = abut_model_triangles(model, first, some, corners);
        for (size_t i = 0; status == ABUT_OK && i < 9 * some; i++) {
            // Written so that a NaN, of a triangle that was removed, changes nothing.
            if (corners[i] < low[i % 3]) low[i % 3] = corners[i];
            if (corners[i] > high[i % 3]) high[i % 3] = corners[i];
        }
    }
    if (status == ABUT_OK) *triangle_count = info.triangle_count;
    return status;
}
