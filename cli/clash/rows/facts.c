// facts.c - what is known of an object once its model was there: the box about it, and a hash of its shape. Later steps read these: then
// the model may be gone, or on another machine.
#include "base/hash.h"
#include "clash/cells.h"
#include "clash/rows/rows.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- shapes

static int compare_points(const void* x, const void* y)
{
    const double *p = x, *q = y;
    for (int k = 0; k < 3; k++)
        if (p[k] < q[k] || q[k] < p[k]) return p[k] < q[k] ? -1 : 1;
    return 0;
}

static void exchange(double* p, double* q)
{
    double x[3];
    memcpy(x, p, sizeof x);
    memcpy(p, q, sizeof x);
    memcpy(q, x, sizeof x);
}

void clash_order_corners(double t[9])
{
    if (compare_points(t + 3, t) < 0) exchange(t, t + 3);
    if (compare_points(t + 6, t + 3) < 0) exchange(t + 3, t + 6);
    if (compare_points(t + 3, t) < 0) exchange(t, t + 3);
}

// A sum of what each triangle gives: so no order counts. The corners are ordered.
static void hash_corners(double* corners, size_t count, uint64_t sum[2])
{
    sum[0] = count;
    sum[1] = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t hash[2];
        clash_order_corners(corners + 9 * i);
        hash_128(corners + 9 * i, 9 * sizeof *corners, 0, hash);
        sum[0] += hash[0];
        sum[1] += hash[1];
    }
}

void clash_geometry_text(const clash_object* object, char out[33])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t sum[2] = {object->geometry[0], object->geometry[1]};
    bool is_known = object->has_geometry;
    if (!is_known && (object->model || !object->triangle_count)) {
        double* corners = clash_corners(object);
        is_known = corners != NULL;
        if (corners) hash_corners(corners, object->triangle_count, sum);
        free(corners);
    }
    for (int i = 0; is_known && i < 32; i++)
        out[i] = digits[sum[i / 16] >> (60 - 4 * (i % 16)) & 15];
    out[is_known ? 32 : 0] = '\0';
}

// -------------------------------------------------------------------------------------------- boxes

static clash_box box_of(const double* corners, size_t count)
{
    clash_box box = {{(double)INFINITY, (double)INFINITY, (double)INFINITY},
                     {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
    for (size_t i = 0; i < 3 * count; i++)
        for (size_t k = 0; k < 3; k++) {
            box.low[k] = fmin(box.low[k], corners[3 * i + k]);
            box.high[k] = fmax(box.high[k], corners[3 * i + k]);
        }
    return box;
}

// --------------------------------------------------------------------------------------- listings

// What a part of a job must have alike in an object, so that all parts cut the job in the same way.
typedef struct listed {
    uint64_t triangle_count;
    double low[3], high[3];
    double pose[13];
} listed;

static void hash_on(const void* bytes, size_t size, uint64_t hash[2])
{
    hash_128(bytes, size, hash[0] ^ hash[1], hash);
}

static void hash_object(const clash_object* o, uint64_t hash[2])
{
    const abut_pose* pose = &o->pose;
    listed l = {.triangle_count = o->triangle_count, .pose[12] = pose->scale + 0.0};
    for (int i = 0; i < 3; i++) {
        l.low[i] = o->low[i] + 0.0;  // no -0
        l.high[i] = o->high[i] + 0.0;
        l.pose[i] = pose->translation[i] + 0.0;
        for (int k = 0; k < 3; k++)
            l.pose[3 + 3 * i + k] = pose->rotation[i][k] + 0.0;
    }
    hash_on(&l, sizeof l, hash);
    if (o->group) hash_on(o->group, strlen(o->group), hash);
}

void clash_listings_hash(clash_result* r)
{
    for (size_t i = 0; i < r->source_count; i++) {
        clash_source* s = &r->sources[i];
        for (size_t k = 0; k < s->object_count; k++)
            hash_object(&r->objects[s->first_object + k], s->listed);
    }
}

// ---------------------------------------------------------------------------------------------- all

typedef struct keeper {
    clash_result* result;
    uint32_t* objects;  // those of which nothing is kept yet
    size_t count;
    bool* failed;  // of each of these
    bool keeps_geometry;
} keeper;

static void keep_object(void* context, size_t index, int worker)
{
    const keeper* k = context;
    const uint32_t i = k->objects[index];
    clash_object* object = &k->result->objects[i];
    double* corners = clash_corners(object);
    (void)worker;
    k->failed[index] = !corners;
    if (!corners) return;
    k->result->review.boxes[i] = box_of(corners, object->triangle_count);
    object->has_box = true;
    if (k->keeps_geometry) hash_corners(corners, object->triangle_count, object->geometry);
    object->has_geometry = k->keeps_geometry;
    free(corners);
}

// Whether hashes will be asked for when models may be gone, or of all objects.
static bool needs_geometry(const clash_result* r)
{
    const clash_options* o = r->options;
    return o->result.json || o->baseline || o->approvals || shard_is_given(&o->shard) ||
           !r->keeps_models;
}

// List those that are to be looked at.
static bool list_objects(keeper* k)
{
    const clash_result* r = k->result;
    const size_t count = r->cells.object_count;
    k->objects = malloc((count + 1) * sizeof *k->objects);
    for (size_t i = 0; k->objects && i < count; i++) {
        const uint32_t object = r->cells.objects[i];
        const clash_object* o = &r->objects[object];
        if (!o->has_box && (o->model || !o->triangle_count)) k->objects[k->count++] = object;
    }
    k->failed = k->objects ? calloc(k->count + 1, sizeof *k->failed) : NULL;
    return k->failed != NULL;
}

bool clash_facts_keep(clash_result* r)
{
    clash_review* v = &r->review;
    keeper k = {.result = r, .keeps_geometry = needs_geometry(r)};
    if (!v->boxes) v->boxes = calloc(r->object_count + 1, sizeof *v->boxes);
    bool fine = v->boxes && list_objects(&k);
    if (fine) r->host->run(r->host->user, k.count, keep_object, &k);
    for (size_t i = 0; fine && i < k.count; i++)
        fine = !k.failed[i];
    free(k.objects);
    free(k.failed);
    return fine || say_no_memory();
}
