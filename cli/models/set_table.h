// set_table.h - how numbers stand in a saved set: what set.c reads and set_write.c writes (docs/notes/files.md, "Saved sets").
//
// All numbers are little-endian, doubles are their bits. Nothing has an offset that could be wrong: images follow each other, and so do
// texts; where one begins is what those before it leave.
#ifndef ABUT_CLI_MODELS_SET_TABLE_H
#define ABUT_CLI_MODELS_SET_TABLE_H
#include <abut/methods.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    SET_VERSION = 1,
    SET_ALIGNMENT = 64,  // of images, and of the table
    SET_HEAD_SIZE = 64,  // magic, version, its size, zeros, checksum
    SET_TAIL_SIZE =
        64,  // of the table: place, size, hash; size of the file; zeros; magic; checksum
    SET_COUNTS_SIZE = 48,   // of models, objects, warnings; bytes of texts; the unit; what is odd
    SET_BUILD_SIZE = 32,    // method, leaf size, effort, memory, real, orientation
    SET_MODEL_SIZE = 80,    // bytes of the image, triangles, hash, box
    SET_OBJECT_SIZE = 112,  // model, which texts it has, pose
    SET_HASHED_AT_ONCE = 1 << 20,  // bytes of an image
};

// What is odd about a set.
enum { SET_IS_PARTIAL = 1 };
// Which texts an object has.
enum { SET_HAS_NAME = 1, SET_HAS_ID = 2 };

// What the first eight bytes are; a saved model has others.
extern const unsigned char set_magic[8];
// What the tail ends with, but for its checksum.
extern const unsigned char set_end[8];

// A place in bytes that are written or read.
typedef struct set_cursor {
    unsigned char* at;
} set_cursor;

static inline void set_put_u32(set_cursor* c, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        *c->at++ = (unsigned char)(x >> 8 * i);
}

static inline void set_put_u64(set_cursor* c, uint64_t x)
{
    set_put_u32(c, (uint32_t)x);
    set_put_u32(c, (uint32_t)(x >> 32));
}

static inline void set_put_f64(set_cursor* c, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    set_put_u64(c, bits);
}

typedef struct set_view {
    const unsigned char* at;
} set_view;

static inline uint32_t set_get_u32(set_view* v)
{
    uint32_t x = 0;
    for (int i = 0; i < 4; i++)
        x |= (uint32_t)*v->at++ << 8 * i;
    return x;
}

static inline uint64_t set_get_u64(set_view* v)
{
    const uint64_t low = set_get_u32(v);
    return low | (uint64_t)set_get_u32(v) << 32;
}

static inline double set_get_f64(set_view* v)
{
    const uint64_t bits = set_get_u64(v);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t set_round_up(uint64_t size, uint64_t multiple)
{
    return (size + multiple - 1) / multiple * multiple;
}

// How models were built, in SET_BUILD_SIZE bytes; of its tree what makes models fit together.
void set_put_build(set_cursor* c, const abut_build* build);
// tree: where that of the build goes. Returns false for what no build is.
bool set_get_build(set_view* v, abut_build* build, abut_tree_build* tree);

// Hash an image that comes in pieces. Zeroed: of nothing.
typedef struct set_hash {
    uint64_t value[2];
    unsigned char* held;  // SET_HASHED_AT_ONCE bytes: what waits until there is as much
    size_t size;
} set_hash;
void set_hash_add(set_hash* h, const unsigned char* bytes, size_t size);
void set_hash_end(set_hash* h);
// The same of an image that is there whole: nothing need be held.
void set_hash_whole(set_hash* h, const unsigned char* bytes, size_t size);

// The checksum of bytes, and the hash of a table.
uint64_t set_sum(const void* bytes, size_t size);
void set_hash_table(const void* bytes, size_t size, uint64_t out[2]);

// The box about the triangles of a model, and how many there are; low > high: none.
abut_status set_measure(const abut_model* model, double low[3], double high[3],
                        uint64_t* triangle_count);
// Whether a model answers together with those of a build: only then are they in one set.
bool set_is_alike(const abut_build* a, const abut_build* b);

#endif
