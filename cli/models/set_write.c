// set_write.c - see set.h: sets are written as a stream, the table of contents last, since it is then known.
#include "models/set.h"
#include "models/set_table.h"
#include "say/say.h"

#include <abut/saved.h>
#include <stdlib.h>

// Bytes of the table that wait for its end.
typedef struct gathered {
    unsigned char* bytes;
    size_t size, capacity;
} gathered;

struct set_writer {
    FILE* out;
    uint64_t at;  // bytes written
    double unit;
    bool is_partial;
    uint64_t model_count, object_count, warning_count;
    unsigned char build[SET_BUILD_SIZE];  // of the first model
    abut_build first;
    abut_tree_build first_tree;
    gathered models, objects, texts, warnings;
    set_hash hash;
};

// Room for so many bytes more; NULL: there is no memory.
static unsigned char* gather(gathered* g, size_t size)
{
    if (size > SIZE_MAX / 4 || g->size > SIZE_MAX / 4) return NULL;
    if (g->capacity - g->size < size) {
        size_t capacity = g->capacity ? g->capacity : 4096;
        while (capacity - g->size < size)
            capacity *= 2;
        unsigned char* bytes = realloc(g->bytes, capacity);
        if (!bytes) return NULL;
        g->bytes = bytes;
        g->capacity = capacity;
    }
    g->size += size;
    return g->bytes + g->size - size;
}

static bool gather_text(gathered* g, const char* text)
{
    const size_t size = strlen(text) + 1;
    unsigned char* to = gather(g, size);
    if (to) memcpy(to, text, size);
    return to != NULL;
}

static void put(set_writer* w, const void* bytes, size_t size)
{
    if (size) fwrite(bytes, 1, size, w->out);
    w->at += size;
}

static void put_zeros(set_writer* w, size_t size)
{
    static const unsigned char zeros[SET_ALIGNMENT];
    put(w, zeros, size);
}

static void put_head(set_writer* w)
{
    unsigned char head[SET_HEAD_SIZE] = {0};
    memcpy(head, set_magic, sizeof set_magic);
    set_cursor c = {head + sizeof set_magic};
    set_put_u32(&c, SET_VERSION);
    set_put_u32(&c, SET_HEAD_SIZE);
    c.at = head + SET_HEAD_SIZE - 8;
    set_put_u64(&c, set_sum(head, SET_HEAD_SIZE - 8));
    put(w, head, sizeof head);
}

set_writer* set_writer_begin(FILE* out, double unit, bool is_partial)
{
    set_writer* w = calloc(1, sizeof *w);
    if (w) w->hash.held = malloc(SET_HASHED_AT_ONCE);
    if (!w || !w->hash.held) {
        set_writer_drop(w);
        say_no_memory();
        return NULL;
    }
    w->out = out;
    w->unit = unit;
    w->is_partial = is_partial;
    put_head(w);
    return w;
}

void set_writer_drop(set_writer* w)
{
    if (!w) return;
    free(w->models.bytes);
    free(w->objects.bytes);
    free(w->texts.bytes);
    free(w->warnings.bytes);
    free(w->hash.held);
    free(w);
}

// ------------------------------------------------------------------------------------------ models

static abut_status take_piece(void* user, const void* bytes, size_t size)
{
    set_writer* w = user;
    put(w, bytes, size);
    set_hash_add(&w->hash, bytes, size);
    return ferror(w->out) ? ABUT_CANCELLED : ABUT_OK;  // a full disk does not get less so
}

// The first model says how all are built.
static bool fits(set_writer* w, const abut_build* build)
{
    if (w->model_count) return set_is_alike(&w->first, build);
    set_cursor c = {w->build};
    set_put_build(&c, build);
    w->first = *build;
    if (build->tree) {  // which lives in the model
        w->first_tree = *build->tree;
        w->first.tree = &w->first_tree;
    }
    return true;
}

abut_status set_writer_model(set_writer* w, const abut_model* m, const uint64_t source[2],
                             uint32_t* model)
{
    abut_model_info info;
    double low[3], high[3];
    uint64_t triangle_count;
    abut_status status = abut_model_describe(m, &info);
    if (status == ABUT_OK) status = set_measure(m, low, high, &triangle_count);
    if (status != ABUT_OK) return status;
    if (!fits(w, &info.build)) return ABUT_MIXED_METHODS;
    set_cursor c = {w->model_count < UINT32_MAX ? gather(&w->models, SET_MODEL_SIZE) : NULL};
    if (!c.at) return ABUT_OUT_OF_MEMORY;
    const uint64_t before = w->at;
    w->hash.value[0] = w->hash.value[1] = 0;
    w->hash.size = 0;
    status = abut_model_save(m, source, take_piece, w);
    set_hash_end(&w->hash);
    set_put_u64(&c, w->at - before);
    set_put_u64(&c, triangle_count);
    set_put_u64(&c, w->hash.value[0]);
    set_put_u64(&c, w->hash.value[1]);
    for (int k = 0; k < 3; k++)
        set_put_f64(&c, low[k]);
    for (int k = 0; k < 3; k++)
        set_put_f64(&c, high[k]);
    *model = (uint32_t)w->model_count++;
    return status;
}

// ----------------------------------------------------------------------------------------- objects

abut_status set_writer_object(set_writer* w, const set_object* object)
{
    const abut_pose* p = &object->pose;
    const abut_status status = abut_pose_check(p);
    if (status != ABUT_OK) return status;
    if (object->model >= w->model_count || p->scale == 0) return ABUT_BAD_ARGUMENT;
    if ((object->name && !gather_text(&w->texts, object->name)) ||
        (object->id && !gather_text(&w->texts, object->id)))
        return ABUT_OUT_OF_MEMORY;
    set_cursor c = {gather(&w->objects, SET_OBJECT_SIZE)};
    if (!c.at) return ABUT_OUT_OF_MEMORY;
    set_put_u32(&c, object->model);
    set_put_u32(&c, (object->name ? SET_HAS_NAME : 0) | (object->id ? SET_HAS_ID : 0));
    for (int i = 0; i < 9; i++)
        set_put_f64(&c, p->rotation[i / 3][i % 3]);
    for (int k = 0; k < 3; k++)
        set_put_f64(&c, p->translation[k]);
    set_put_f64(&c, p->scale);
    w->object_count++;
    return ABUT_OK;
}

abut_status set_writer_warning(set_writer* w, const char* text)
{
    if (!gather_text(&w->warnings, text)) return ABUT_OUT_OF_MEMORY;
    w->warning_count++;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- table

// Move bytes behind those that are there, where there is room for them.
static void move_all(gathered* to, gathered* from)
{
    if (from->size) memcpy(to->bytes + to->size, from->bytes, from->size);
    to->size += from->size;
    free(from->bytes);
    *from = (gathered){0};
}

// The table is made whole, for its hash; what it is made of goes meanwhile.
static bool make_table(set_writer* w, gathered* table)
{
    const size_t text_size = w->texts.size + w->warnings.size;
    table->capacity =
        SET_COUNTS_SIZE + SET_BUILD_SIZE + w->models.size + w->objects.size + text_size;
    table->bytes = malloc(table->capacity);
    set_cursor c = {table->bytes ? gather(table, SET_COUNTS_SIZE + SET_BUILD_SIZE) : NULL};
    if (!c.at) return false;
    set_put_u64(&c, w->model_count);
    set_put_u64(&c, w->object_count);
    set_put_u64(&c, w->warning_count);
    set_put_u64(&c, text_size);
    set_put_f64(&c, w->unit);
    set_put_u64(&c, w->is_partial ? SET_IS_PARTIAL : 0);
    memcpy(c.at, w->build, sizeof w->build);
    move_all(table, &w->models);
    move_all(table, &w->objects);
    move_all(table, &w->texts);
    move_all(table, &w->warnings);
    return true;
}

static void put_tail(set_writer* w, uint64_t table_at, const gathered* table)
{
    unsigned char tail[SET_TAIL_SIZE] = {0};
    uint64_t hash[2];
    set_cursor c = {tail};
    set_hash_table(table->bytes, table->size, hash);
    set_put_u64(&c, table_at);
    set_put_u64(&c, table->size);
    set_put_u64(&c, hash[0]);
    set_put_u64(&c, hash[1]);
    set_put_u64(&c, w->at + SET_TAIL_SIZE);
    memcpy(tail + SET_TAIL_SIZE - 16, set_end, sizeof set_end);
    c.at = tail + SET_TAIL_SIZE - 8;
    set_put_u64(&c, set_sum(tail, SET_TAIL_SIZE - 8));
    put(w, tail, sizeof tail);
}

uint64_t set_writer_size(const set_writer* w)
{
    const uint64_t table = SET_COUNTS_SIZE + SET_BUILD_SIZE + w->models.size + w->objects.size +
                           w->texts.size + w->warnings.size;
    return set_round_up(w->at + table, SET_ALIGNMENT) + SET_TAIL_SIZE;
}

abut_status set_writer_end(set_writer* w)
{
    gathered table = {0};
    const bool fine = make_table(w, &table);
    if (fine) {
        const uint64_t at = w->at;
        put(w, table.bytes, table.size);
        put_zeros(w, (size_t)(set_round_up(w->at, SET_ALIGNMENT) - w->at));
        put_tail(w, at, &table);
    }
    free(table.bytes);
    set_writer_drop(w);
    return fine ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}
