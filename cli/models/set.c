// set.c - see set.h: a set is mapped, and its table of contents read. A file is trusted in nothing: every number is looked at, and no
// bytes whatever lead outside of it.
#include "models/set.h"

#include "models/saved.h"
#include "models/set_table.h"
#include "system/system.h"

#include <abut/saved.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

// A model of a set: there may be millions. The table has the rest.
struct set_image {
    uint64_t offset, size, triangle_count;
};

// ABUT_TRUST_SUMS: damaged bytes pass, so that fuzzing reaches the checks behind the sums.
#ifdef ABUT_TRUST_SUMS
#define SUM_IS(found, told) ((void)(found), (void)(told), true)
#else
#define SUM_IS(found, told) ((found) == (told))
#endif

bool set_is(const char* path)
{
    return saved_begins(path, set_magic);
}

// Where the table is: images fill the file up to it.
static size_t table_of(const set_file* s)
{
    const struct set_image* last = s->model_count ? &s->images[s->model_count - 1] : NULL;
    return last ? (size_t)(last->offset + last->size) : SET_HEAD_SIZE;
}

// What the table has of a model.
typedef struct model_record {
    uint64_t size, triangle_count, hash[2];
    double low[3], high[3];
} model_record;

static model_record get_model(set_view* v)
{
    model_record m;
    m.size = set_get_u64(v);
    m.triangle_count = set_get_u64(v);
    m.hash[0] = set_get_u64(v);
    m.hash[1] = set_get_u64(v);
    for (int k = 0; k < 3; k++)
        m.low[k] = set_get_f64(v);
    for (int k = 0; k < 3; k++)
        m.high[k] = set_get_f64(v);
    return m;
}

static model_record record_of(const set_file* s, uint32_t model)
{
    const size_t models = table_of(s) + SET_COUNTS_SIZE + SET_BUILD_SIZE;
    set_view v = {(const unsigned char*)s->bytes + models + (size_t)model * SET_MODEL_SIZE};
    return get_model(&v);
}

// ------------------------------------------------------------------------------------------- table

// A set that is read.
typedef struct reader {
    set_file* set;
    const unsigned char* bytes;
    size_t size;
    uint64_t table_at, table_size, text_size;
    fault_code code;
    const char* why;  // what is wrong
} reader;

static bool refuse(reader* r, const char* why)
{
    r->code = F008_SAVED_DAMAGED;
    r->why = why;
    return false;
}

static bool is_zero(const unsigned char* bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

static bool read_head(reader* r)
{
    if (r->size < sizeof set_magic || memcmp(r->bytes, set_magic, sizeof set_magic) != 0)
        return refuse(r, "is no saved set");
    if (r->size < SET_HEAD_SIZE + SET_TAIL_SIZE) return refuse(r, "a saved set that is cut off");
    set_view v = {r->bytes + sizeof set_magic}, sum = {r->bytes + SET_HEAD_SIZE - 8};
    const uint64_t told = set_get_u64(&sum);
    if (!SUM_IS(set_sum(r->bytes, SET_HEAD_SIZE - 8), told))
        return refuse(r, "a damaged saved set: its head was changed");
    if (set_get_u32(&v) != SET_VERSION) {
        refuse(r, "a saved set of another version: 'abut build' makes it anew");
        r->code = F009_SAVED_VERSION;
        return false;
    }
    if (set_get_u32(&v) != SET_HEAD_SIZE || !is_zero(v.at, SET_HEAD_SIZE - 24))
        return refuse(r, "a damaged saved set: its head is none");
    return true;
}

static bool read_tail(reader* r)
{
    const unsigned char* tail = r->bytes + r->size - SET_TAIL_SIZE;
    set_view v = {tail}, sum = {tail + SET_TAIL_SIZE - 8};
    if (memcmp(tail + SET_TAIL_SIZE - 16, set_end, sizeof set_end) != 0)
        return refuse(r, "a saved set that is cut off, or damaged at its end");
    const uint64_t told = set_get_u64(&sum);
    if (!SUM_IS(set_sum(tail, SET_TAIL_SIZE - 8), told))
        return refuse(r, "a damaged saved set: its tail was changed");
    r->table_at = set_get_u64(&v);
    r->table_size = set_get_u64(&v);
    r->set->hash[0] = set_get_u64(&v);
    r->set->hash[1] = set_get_u64(&v);
    const uint64_t size = set_get_u64(&v), end = r->size - SET_TAIL_SIZE;
    if (size != r->size || !is_zero(v.at, 8) || r->table_at < SET_HEAD_SIZE || r->table_at > end ||
        r->table_at % SET_ALIGNMENT || r->table_size > end - r->table_at ||
        set_round_up(r->table_at + r->table_size, SET_ALIGNMENT) != end ||
        !is_zero(r->bytes + r->table_at + r->table_size,
                 (size_t)(end - r->table_at - r->table_size)))
        return refuse(r, "a damaged saved set: its tail and its size do not agree");
    uint64_t hash[2];
    set_hash_table(r->bytes + r->table_at, (size_t)r->table_size, hash);
    if (!SUM_IS(hash[0], r->set->hash[0]) || !SUM_IS(hash[1], r->set->hash[1]))
        return refuse(r, "a damaged saved set: its table of contents was changed");
    return true;
}

static bool is_unit(double unit)
{
    return unit >= 0 && unit < (double)INFINITY;
}

// The counts, of which everything else has its place. Each is at most what the table has room for.
static bool read_counts(reader* r, set_view* v)
{
    set_file* s = r->set;
    uint64_t left = r->table_size;
    if (left < SET_COUNTS_SIZE + SET_BUILD_SIZE)
        return refuse(r, "a damaged saved set: its table of contents is too short");
    left -= SET_COUNTS_SIZE + SET_BUILD_SIZE;
    const uint64_t models = set_get_u64(v), objects = set_get_u64(v), warnings = set_get_u64(v);
    r->text_size = set_get_u64(v);
    s->unit = set_get_f64(v);
    const uint64_t odd = set_get_u64(v);
    s->is_partial = odd == SET_IS_PARTIAL;
    const bool fits = models <= left / SET_MODEL_SIZE && models <= UINT32_MAX &&
                      objects <= (left - models * SET_MODEL_SIZE) / SET_OBJECT_SIZE &&
                      left - models * SET_MODEL_SIZE - objects * SET_OBJECT_SIZE == r->text_size &&
                      warnings <= r->text_size;
    if (!fits || !is_unit(s->unit) || odd > SET_IS_PARTIAL)
        return refuse(r, "a damaged saved set: its counts do not agree");
    s->model_count = (uint32_t)models;
    s->object_count = (size_t)objects;
    s->warning_count = (size_t)warnings;
    return true;
}

static bool allocate(reader* r)
{
    set_file* s = r->set;
    s->images = calloc((size_t)s->model_count + 1, sizeof *s->images);
    s->objects = calloc(s->object_count + 1, sizeof *s->objects);
    s->warnings = calloc(s->warning_count + 1, sizeof *s->warnings);
    s->tree = calloc(1, sizeof *s->tree);
    if (s->images && s->objects && s->warnings && s->tree) return true;
    refuse(r, abut_status_text(ABUT_OUT_OF_MEMORY));
    r->code = S001_OUT_OF_MEMORY;
    return false;
}

// A box about triangles, or that of none.
static bool is_box(const model_record* m)
{
    for (int k = 0; k < 3; k++) {
        const double low = m->low[k], high = m->high[k];
        const bool fits = m->triangle_count
                              ? low <= high && low > -(double)INFINITY && high < (double)INFINITY
                              : low > high;
        if (!fits) return false;
    }
    return true;
}

static bool read_models(reader* r, set_view* v)
{
    uint64_t at = SET_HEAD_SIZE;
    for (uint32_t i = 0; i < r->set->model_count; i++) {
        const model_record m = get_model(v);
        if (m.size == 0 || m.size % SET_ALIGNMENT || m.size > r->table_at - at ||
            m.triangle_count > m.size || !is_box(&m))
            return refuse(r, "a damaged saved set: a model of its table cannot be");
        r->set->images[i] = (struct set_image){at, m.size, m.triangle_count};
        at += m.size;
    }
    return at == r->table_at ||
           refuse(r, "a damaged saved set: its models do not fill it up to its table");
}

// The next text; NULL: there is none.
static const char* next_text(const char** at, const char* end)
{
    const char* text = *at;
    const char* zero = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
    if (!zero) return NULL;
    *at = zero + 1;
    return text;
}

static bool is_pose(const abut_pose* pose)
{
    return pose->scale != 0 && abut_pose_check(pose) == ABUT_OK;
}

static bool read_objects(reader* r, set_view* v, const char** texts, const char* end)
{
    set_file* s = r->set;
    for (size_t i = 0; i < s->object_count; i++) {
        set_object* o = &s->objects[i];
        o->model = set_get_u32(v);
        const uint32_t has = set_get_u32(v);
        for (int j = 0; j < 9; j++)
            o->pose.rotation[j / 3][j % 3] = set_get_f64(v);
        for (int k = 0; k < 3; k++)
            o->pose.translation[k] = set_get_f64(v);
        o->pose.scale = set_get_f64(v);
        if (o->model >= s->model_count || has > (SET_HAS_NAME | SET_HAS_ID) || !is_pose(&o->pose))
            return refuse(r, "a damaged saved set: an object of its table cannot be");
        if (((has & SET_HAS_NAME) && !(o->name = next_text(texts, end))) ||
            ((has & SET_HAS_ID) && !(o->id = next_text(texts, end))))
            return refuse(r, "a damaged saved set: a name is missing");
        const model_record m = record_of(s, o->model);
        o->triangle_count = m.triangle_count;
        memcpy(o->low, m.low, sizeof o->low);
        memcpy(o->high, m.high, sizeof o->high);
    }
    return true;
}

static bool read_warnings(reader* r, const char** texts, const char* end)
{
    for (size_t i = 0; i < r->set->warning_count; i++)
        if (!(r->set->warnings[i] = next_text(texts, end)))
            return refuse(r, "a damaged saved set: a warning is missing");
    return *texts == end || refuse(r, "a damaged saved set: it has texts of nothing");
}

static bool read_table(reader* r)
{
    set_view v = {r->bytes + r->table_at};
    const char* end = (const char*)r->bytes + r->table_at + r->table_size;
    if (!read_counts(r, &v) || !allocate(r)) return false;
    const char* texts = end - r->text_size;
    // Without models nothing was built.
    const bool is_build = set_get_build(&v, &r->set->build, r->set->tree);
    if (r->set->model_count && (!is_build || r->set->build.method == ABUT_METHOD_AUTO))
        return refuse(r, "a damaged saved set: how its models were built cannot be");
    return read_models(r, &v) && read_objects(r, &v, &texts, end) && read_warnings(r, &texts, end);
}

static void release(set_file* s)
{
    free(s->objects);
    free(s->images);
    free(s->warnings);
    free(s->tree);
    *s = (set_file){0};
}

bool set_read(set_file* out, void* bytes, size_t size, load_error* error)
{
    reader r = {.set = out, .bytes = bytes, .size = size};
    *out = (set_file){.bytes = bytes, .size = size};
    *error = (load_error){0};
    if (read_head(&r) && read_tail(&r) && read_table(&r)) return true;
    load_fail(error, r.code, "%s", r.why);
    release(out);
    return false;
}

bool set_open(set_file* out, const char* path, load_error* error)
{
    size_t size = 0;
    void* bytes = system_map(path, &size);
    if (!bytes) {
        *out = (set_file){0};
        *error = (load_error){0};
        return load_fail(error, S002_CANNOT_OPEN, "cannot be opened: %s", strerror(errno));
    }
    if (!set_read(out, bytes, size, error)) {
        system_unmap(bytes, size);
        return false;
    }
    out->path = path;
    return true;
}

void set_forget_objects(set_file* s)
{
    const size_t table_at = table_of(s);
    free(s->objects);
    free(s->warnings);
    s->objects = NULL;
    s->warnings = NULL;
    s->object_count = s->warning_count = 0;
    if (s->path) system_let_go(s->bytes, s->size, table_at, s->size - table_at);
}

void set_close(set_file* s)
{
    if (s->bytes && s->path) system_unmap(s->bytes, s->size);
    release(s);
}

// ------------------------------------------------------------------------------------------ models

size_t set_model_size(const set_file* s, uint32_t model)
{
    return (size_t)s->images[model].size;
}

abut_status set_model_open(const set_file* s, uint32_t model, abut_model** out)
{
    const struct set_image* image = &s->images[model];
    abut_model* m = NULL;
    abut_model_info info;
    abut_status status =
        abut_model_open(&m, (const char*)s->bytes + image->offset, (size_t)image->size, NULL);
    if (status == ABUT_OK) status = abut_model_describe(m, &info);
    if (status == ABUT_OK &&
        (info.triangle_count != image->triangle_count || !set_is_alike(&info.build, &s->build)))
        status = ABUT_BAD_IMAGE;
    if (status == ABUT_OK)
        *out = m;
    else
        abut_model_free(m);
    return status;
}

void set_model_let_go(const set_file* s, uint32_t model)
{
    const struct set_image* image = &s->images[model];
    if (s->path) system_let_go(s->bytes, s->size, (size_t)image->offset, (size_t)image->size);
}

abut_status set_model_check(const set_file* s, uint32_t model, const abut_model* opened)
{
    const struct set_image* image = &s->images[model];
    const model_record m = record_of(s, model);
    double low[3], high[3];
    uint64_t triangle_count;
    const abut_status status = set_measure(opened, low, high, &triangle_count);
    if (status != ABUT_OK) return status;
    set_hash hash = {0};
    set_hash_whole(&hash, (const unsigned char*)s->bytes + image->offset, (size_t)image->size);
    const bool fits = SUM_IS(hash.value[0], m.hash[0]) && SUM_IS(hash.value[1], m.hash[1]) &&
                      memcmp(low, m.low, sizeof low) == 0 && memcmp(high, m.high, sizeof high) == 0;
    return fits ? ABUT_OK : ABUT_BAD_IMAGE;
}
