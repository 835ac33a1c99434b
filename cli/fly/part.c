// part.c - the part of a shard of "abut fly": what it found at its steps and in its pieces; and a result made of the parts of all shards, for
// the writers of one run. Triangles are those of the files: who merges has no models.
#include "fly/fly.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAG_JOB    "JOB "
#define TAG_STEPS  "STEP"
#define TAG_PIECES "PIEC"
#define TAG_WORK   "WORK"
#define TAG_WARN   "WARN"

// What all shards must have in common beside their options: files may have changed from one to the next.
typedef struct fly_facts {
    uint64_t triangles[2], sums[2][2];
    uint32_t has_faces[2];
    uint64_t steps, path_sum[2];
    uint32_t layout;
    uint64_t steps_a, path_a_sum[2];
} fly_facts;

// ------------------------------------------------------------------------------------------- facts

// The triangles of a model as they are in its file.
static void hash_model(const model_file* file, uint64_t sum[2])
{
    enum { PIECE = 512 };
    const size_t count = file->info.triangle_count;
    double corners[9 * PIECE];
    for (size_t first = 0; first < count; first += PIECE) {
        const size_t some = count - first < PIECE ? count - first : PIECE;
        (void)abut_model_triangles(file->model, first, some, corners);  // it has them
        part_hash(corners, 9 * some * sizeof *corners, sum);
        if (file->origin.source)  // of a group
            part_hash(file->origin.source + first, some * sizeof *file->origin.source, sum);
    }
}

static void hash_path(const poses* path, uint64_t sum[2])
{
    const size_t count = path->count * (size_t)path->bodies;
    _Static_assert(sizeof(abut_pose) == 13 * sizeof(double), "a pose has no bytes but its numbers");
    part_hash(path->poses, count * sizeof *path->poses, sum);
    if (path->times) part_hash(path->times, path->count * sizeof *path->times, sum);
}

static fly_facts facts_of(const fly_result* r)
{
    fly_facts f = {
        .steps = r->path.count, .layout = (uint32_t)r->path.layout, .steps_a = r->path_a.count};
    for (int i = 0; i < 2; i++) {
        f.triangles[i] = r->sides[i].info.triangle_count;
        f.has_faces[i] = r->sides[i].origin.faces != NULL;
        hash_model(&r->sides[i], f.sums[i]);
    }
    hash_path(&r->path, f.path_sum);
    if (f.steps_a) hash_path(&r->path_a, f.path_a_sum);
    return f;
}

static void put_facts(part_writer* w, const fly_facts* f)
{
    for (int i = 0; i < 2; i++) {
        part_put_u64(w, f->triangles[i]);
        part_put_u64(w, f->sums[i][0]);
        part_put_u64(w, f->sums[i][1]);
        part_put_u32(w, f->has_faces[i]);
    }
    part_put_u64(w, f->steps);
    part_put_u64(w, f->path_sum[0]);
    part_put_u64(w, f->path_sum[1]);
    part_put_u32(w, f->layout);
    part_put_u64(w, f->steps_a);
    part_put_u64(w, f->path_a_sum[0]);
    part_put_u64(w, f->path_a_sum[1]);
    part_end_section(w, TAG_JOB);
}

static bool get_facts(const part* p, const fly_options* o, fly_facts* f)
{
    part_reader r = part_section_of(p, TAG_JOB);
    *f = (fly_facts){.steps = 0};
    for (int i = 0; i < 2; i++) {
        f->triangles[i] = part_get_u64(&r);
        f->sums[i][0] = part_get_u64(&r);
        f->sums[i][1] = part_get_u64(&r);
        f->has_faces[i] = part_get_u32(&r);
    }
    f->steps = part_get_u64(&r);
    f->path_sum[0] = part_get_u64(&r);
    f->path_sum[1] = part_get_u64(&r);
    f->layout = part_get_u32(&r);
    f->steps_a = part_get_u64(&r);
    f->path_a_sum[0] = part_get_u64(&r);
    f->path_a_sum[1] = part_get_u64(&r);
    // A path has a pose, and what lies between needs two. Each number of a triangle fits.
    r.failed |= f->steps < (o->continuous ? 2 : 1) || f->steps > UINT32_MAX ||
                !poses_layout_text((poses_layout)f->layout) || !o->path_a != !f->steps_a;
    return part_is_read(&r, TAG_JOB);
}

static bool are_of_one_job(const part* p, const fly_facts* f, const part* first,
                           const fly_facts* of_first)
{
    const char* what = NULL;
    for (int i = 0; i < 2; i++) {
        if (f->triangles[i] != of_first->triangles[i] ||
            f->has_faces[i] != of_first->has_faces[i] ||
            memcmp(f->sums[i], of_first->sums[i], sizeof f->sums[i]) != 0)
            what = i ? "the model b" : "the model a";
    }
    if (f->steps != of_first->steps || f->layout != of_first->layout ||
        memcmp(f->path_sum, of_first->path_sum, sizeof f->path_sum) != 0)
        what = "the path";
    if (f->steps_a != of_first->steps_a ||
        memcmp(f->path_a_sum, of_first->path_a_sum, sizeof f->path_a_sum) != 0)
        what = "the path of a";
    if (what)
        say(C023_PART_JOB, "%s: a part of another job than %s: %s was another one", p->path,
            first->path, what);
    return !what;
}

// ------------------------------------------------------------------------------------------- pairs

// The triangles of a pair in the files, and their faces.
static void put_pair(part_writer* w, const fly_result* r, bool has_pair, abut_pair pair)
{
    pair_origin from = {{0}, {0}};
    if (has_pair) from = pair_origin_of(r->sides, pair);
    for (int i = 0; i < 2; i++) {
        part_put_u32(w, from.triangle[i]);
        part_put_u32(w, from.face[i]);
    }
}

#define PAIR_BYTES (size_t)16

// A pair for the writers: a place in tables of what was read, which stand where models have what their triangles were in the files.
static abut_pair get_pair(part_reader* p, fly_result* r, uint32_t* count)
{
    const uint32_t at = (*count)++;
    for (int i = 0; i < 2; i++) {
        mesh* origin = &r->sides[i].origin;
        origin->source[at] = part_get_u32(p);
        const uint32_t face = part_get_u32(p);
        if (origin->faces) origin->faces[at] = face;
    }
    return (abut_pair){at, at};
}

// ------------------------------------------------------------------------------------------- steps

static void put_step(part_writer* w, const fly_result* r, size_t i)
{
    const fly_step* s = &r->steps[i];
    const fly_options* o = r->options;
    part_put_u32(w, s->state | (uint32_t)s->complete << 8);
    part_put_u64(w, s->pair_count);
    part_put_f64(w, s->distance_least);
    if (r->path.times) part_put_f64(w, r->path.times[i]);
    if (o->clearance.is_given) {
        part_put_f64(w, s->near.lo);
        part_put_f64(w, s->near.hi);
        put_pair(w, r, s->near.hi < (double)INFINITY, s->near.pair);
    }
    if (o->depth) {
        part_put_f64(w, s->depth.lo);
        part_put_f64(w, s->depth.hi);
        part_put_f64s(w, s->depth.translation, 3);
        part_put_u32(w, s->depth.complete);
    }
}

static size_t step_bytes(const fly_result* r)
{
    const fly_options* o = r->options;
    return (size_t)20 + (r->path.layout == POSES_TIMED ? 8 : 0) +
           (o->clearance.is_given ? 16 + PAIR_BYTES : 0) + (o->depth ? 44 : 0);
}

static bool get_bool(part_reader* p)
{
    const uint32_t x = part_get_u32(p);
    p->failed |= x > 1;
    return x == 1;
}

static void get_step(part_reader* p, fly_result* r, size_t i, uint32_t* pairs)
{
    fly_step* s = &r->steps[i];
    const fly_options* o = r->options;
    const uint32_t word = part_get_u32(p), state = word & 0xff;
    p->failed |= state >= FLY_STATES || word >> 9;
    s->state = (uint8_t)(state < FLY_STATES ? state : 0);
    s->complete = word >> 8 & 1;
    s->pair_count = (size_t)part_get_u64(p);
    s->distance_least = part_get_f64(p);
    if (r->path.times) r->path.times[i] = part_get_f64(p);
    if (o->clearance.is_given) {
        s->near.lo = part_get_f64(p);
        s->near.hi = part_get_f64(p);
        s->near.pair = get_pair(p, r, pairs);
    }
    if (o->depth) {
        s->depth.lo = part_get_f64(p);
        s->depth.hi = part_get_f64(p);
        part_get_f64s(p, s->depth.translation, 3);
        s->depth.complete = get_bool(p);
    } else {
        s->depth.complete = true;
    }
}

// ------------------------------------------------------------------------------------------ pieces

#define PIECE_BYTES (4 * 5 + 8 * 10 + PAIR_BYTES)
enum { FEATURE_LAST = 6 };

static void put_piece(part_writer* w, const fly_result* r, size_t i)
{
    const abut_first* f = &r->between.pieces[i].first;
    part_put_u32(w, (uint32_t)f->state);
    part_put_u32(w, f->complete != 0);
    part_put_u32(w, f->has_pair != 0);
    part_put_f64(w, f->t_lo);
    part_put_f64(w, f->t_hi);
    part_put_f64(w, f->near_lo);
    part_put_f64(w, f->near_hi);
    put_pair(w, r, f->has_pair, f->pair);
    part_put_u32(w, (uint32_t)f->features.a);
    part_put_u32(w, (uint32_t)f->features.b);
    part_put_f64s(w, f->a_point, 3);
    part_put_f64s(w, f->b_point, 3);
}

static void get_piece(part_reader* p, fly_result* r, size_t i, uint32_t* pairs)
{
    abut_first* f = &r->between.pieces[i].first;
    const uint32_t state = part_get_u32(p);
    f->complete = get_bool(p);
    f->has_pair = get_bool(p);
    f->t_lo = part_get_f64(p);
    f->t_hi = part_get_f64(p);
    f->near_lo = part_get_f64(p);
    f->near_hi = part_get_f64(p);
    f->pair = get_pair(p, r, pairs);
    const uint32_t a = part_get_u32(p), b = part_get_u32(p);
    p->failed |= state >= BETWEEN_STATES || a > FEATURE_LAST || b > FEATURE_LAST;
    if (p->failed) return;
    f->state = (abut_motion_state)state;
    f->features.a = (uint8_t)a;
    f->features.b = (uint8_t)b;
    part_get_f64s(p, f->a_point, 3);
    part_get_f64s(p, f->b_point, 3);
}

// --------------------------------------------------------------------------------------- a part

bool fly_write_part(const void* result, FILE* out)
{
    const fly_result* r = result;
    const fly_between* b = &r->between;
    const fly_facts facts = facts_of(r);
    part_writer w;
    part_begin(&w, out, &r->options->head);
    put_facts(&w, &facts);
    part_put_u64(&w, r->last_step - r->first_step);
    for (size_t i = r->first_step; i < r->last_step; i++)
        put_step(&w, r, i);
    part_end_section(&w, TAG_STEPS);
    if (r->options->continuous) {
        part_put_u64(&w, b->last_asked - b->first_asked);
        for (size_t i = b->first_asked; i < b->last_asked; i++)
            put_piece(&w, r, i);
        part_end_section(&w, TAG_PIECES);
    }
    part_put_u64(&w, r->volume_tests);
    part_put_u64(&w, r->triangle_tests);
    part_put_u64(&w, r->node_updates);
    part_put_u64(&w, r->exact_tests);
    part_put_u64(&w, b->intervals);
    part_end_section(&w, TAG_WORK);
    part_put_warnings(&w, &r->warnings);
    part_end_section(&w, TAG_WARN);
    return part_finish(&w);
}

// --------------------------------------------------------------------------------------- merging

// Which steps or pieces a part has, by its shard.
typedef void fly_range(const fly_options* o, size_t count, size_t* first, size_t* last);

static void range_of(const fly_result* r, const part* p, fly_range* range, size_t* first,
                     size_t* last)
{
    fly_options o = *r->options;
    o.shard = p->head.shard;
    range(&o, r->path.count, first, last);
}

// Whether each part has the steps or pieces that it should, of so many bytes: so there are as many as the path has, before
// there is room for them.
static bool have_all(const fly_result* r, const char* tag, size_t bytes, fly_range* range)
{
    for (const part* p = r->parts->parts; p < r->parts->parts + r->parts->count; p++) {
        size_t first, last;
        part_reader reader = part_section_of(p, tag);
        range_of(r, p, range, &first, &last);
        reader.failed |= part_get_count(&reader, bytes) != last - first;
        reader.failed |= (size_t)(reader.end - reader.at) != (last - first) * bytes;
        reader.at = reader.end;
        if (!part_is_read(&reader, tag)) return false;
    }
    return true;
}

static bool get_all_facts(fly_result* r, fly_facts* out)
{
    const part_list* list = r->parts;
    for (size_t i = 0; i < list->count; i++) {
        fly_facts f;
        if (!get_facts(&list->parts[i], r->options, &f)) return false;
        if (i == 0) *out = f;
        if (!are_of_one_job(&list->parts[i], &f, &list->parts[0], out)) return false;
    }
    return true;
}

// Room for what the parts have.
static bool make_room(fly_result* r, const fly_facts* f)
{
    const fly_options* o = r->options;
    const size_t steps = r->path.count, pieces = o->continuous ? steps - 1 : 0;
    const size_t pairs = (o->clearance.is_given ? steps : 0) + pieces + 1;
    bool fine = (r->steps = calloc(steps, sizeof *r->steps)) != NULL;
    for (int i = 0; i < 2; i++) {
        mesh* origin = &r->sides[i].origin;
        origin->source = calloc(pairs, sizeof *origin->source);
        if (f->has_faces[i]) origin->faces = calloc(pairs, sizeof *origin->faces);
        fine = fine && origin->source && (origin->faces || !f->has_faces[i]);
    }
    if (r->path.layout == POSES_TIMED)
        fine = fine && (r->path.times = calloc(steps, sizeof *r->path.times));
    if (pieces) fine = fine && (r->between.pieces = calloc(pieces, sizeof *r->between.pieces));
    r->between.count = pieces;
    return fine || say_no_memory();
}

static bool get_work(fly_result* r, const part* p)
{
    part_reader reader = part_section_of(p, TAG_WORK);
    r->volume_tests += part_get_u64(&reader);
    r->triangle_tests += part_get_u64(&reader);
    r->node_updates += part_get_u64(&reader);
    r->exact_tests += part_get_u64(&reader);
    r->between.intervals += part_get_u64(&reader);
    if (!part_is_read(&reader, TAG_WORK)) return false;
    reader = part_section_of(p, TAG_WARN);
    return part_get_warnings(&reader, &r->warnings) && part_is_read(&reader, TAG_WARN);
}

static bool get_part(fly_result* r, const part* p, uint32_t* pairs)
{
    size_t first, last;
    part_reader reader = part_section_of(p, TAG_STEPS);
    range_of(r, p, fly_shard_steps, &first, &last);
    (void)part_get_u64(&reader);  // have_all() looked at it
    for (size_t i = first; i < last; i++)
        get_step(&reader, r, i, pairs);
    if (!part_is_read(&reader, TAG_STEPS)) return false;
    if (r->options->continuous) {
        reader = part_section_of(p, TAG_PIECES);
        range_of(r, p, fly_shard_pieces, &first, &last);
        (void)part_get_u64(&reader);
        for (size_t i = first; i < last; i++)
            get_piece(&reader, r, i, pairs);
        if (!part_is_read(&reader, TAG_PIECES)) return false;
    }
    return get_work(r, p);
}

bool fly_read_parts(fly_result* r)
{
    const fly_options* o = r->options;
    fly_facts facts = {.steps = 0};
    uint32_t pairs = 0;
    if (!get_all_facts(r, &facts)) return false;
    for (int i = 0; i < 2; i++) {
        r->sides[i].path = o->files.paths[i];
        r->sides[i].group = o->files.groups[i];
        r->sides[i].info.triangle_count = (size_t)facts.triangles[i];
    }
    r->path.count = (size_t)facts.steps;
    r->path.layout = (poses_layout)facts.layout;
    r->path.bodies = r->path.layout == POSES_PAIRS ? 2 : 1;
    r->path_a.count = (size_t)facts.steps_a;
    if (!have_all(r, TAG_STEPS, step_bytes(r), fly_shard_steps)) return false;
    if (o->continuous && !have_all(r, TAG_PIECES, PIECE_BYTES, fly_shard_pieces)) return false;
    if (!make_room(r, &facts)) return false;
    for (size_t i = 0; i < r->parts->count; i++)
        if (!get_part(r, &r->parts->parts[i], &pairs)) return false;
    if (!fly_sum_up(r)) return say_no_memory();
    if (o->continuous) fly_sum_up_between(r);
    return true;
}
