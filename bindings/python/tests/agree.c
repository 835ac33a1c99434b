// agree.c - asks the library, in C, what tests ask it through Python.
//
// Reads questions from standard input and writes the bytes of each answer to standard output;
// agree.py writes the questions, asks them in Python, and compares the bytes. It knows nothing of the
// binding: no table of tools/kinds.py is used, each field is named here, so that one of the wrong
// place, type or length in Python is seen. Numbers are in the machine's order.
#include "abut/contain.h"
#include "abut/depth.h"
#include "abut/motion.h"
#include "abut/overlap.h"
#include "abut/self.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS_MOST = 4096, PIECES_MOST = 2 };

typedef struct given_pose {
    int64_t how;  // 0: none; see pose_of
    double x[16];
} given_pose;

typedef struct given_motion {
    int64_t how;  // 0: it rests; 1: a screw; 2: to a pose
    double way[3], axis[3], degrees, pivot[3];
    given_pose to;
} given_motion;

// As agree.QUESTION has it.
typedef struct question {
    int64_t what, a, b;
    given_pose poses[2], frames[2];
    given_motion motions[2];
    double extra[3];
    int64_t limit, budget, detail, flag;
    double within, absolute, relative, separation, resolution;
} question;

// A model: the head, then vertices of eight or four bytes a number, then triangles.
typedef struct model_head {
    int64_t id, method, is_float, vertex_count, triangle_count;
} model_head;

static abut_model* models[MODELS_MOST];
static char* out;
static size_t out_used, out_size;

static void put(const void* bytes, size_t size)
{
    if (out_used + size > out_size) {
        out_size = 2 * (out_used + size);
        out = realloc(out, out_size);
        if (!out) exit(3);
    }
    if (size) memcpy(out + out_used, bytes, size);
    out_used += size;
}

static void put_int(int64_t value)
{
    put(&value, sizeof value);
}

static void put_text(const char* text)
{
    put(text, strlen(text) + 1);
}

#define PUT_DOUBLES(...)                                                                                               \
    do {                                                                                                               \
        const double numbers[] = {__VA_ARGS__};                                                                        \
        put(numbers, sizeof numbers);                                                                                  \
    } while (0)
// A member of each of count rows.
#define PUT_COLUMN(rows, count, member)                                                                                \
    for (size_t i_ = 0; i_ < (count); i_++)                                                                            \
    put(&(rows)[i_].member, sizeof(rows)[i_].member)
#define PUT_TESTS(answer)                                                                                              \
    do {                                                                                                               \
        put_int((answer)->complete);                                                                                   \
        put_int((int64_t)(answer)->volume_tests);                                                                      \
        put_int((int64_t)(answer)->triangle_tests);                                                                    \
        put_int((int64_t)(answer)->exact_tests);                                                                       \
    } while (0)

// ------------------------------------------------------------------------------------------- given

static abut_status pose_of(const given_pose* given, abut_pose* pose)
{
    const double* x = given->x;
    abut_status status = ABUT_OK;
    *pose = (abut_pose){0};
    if (given->how == 0) return ABUT_OK;
    if (given->how == 1) {  // as the structure has it
        memcpy(pose->rotation, x, sizeof pose->rotation);
        memcpy(pose->translation, x + 9, sizeof pose->translation);
        pose->scale = x[12];
    } else if (given->how == 2) {
        return abut_pose_from_matrix(pose, x);
    } else {
        status = given->how == 3 ? abut_pose_from_quaternion(pose, x) : abut_pose_from_axis_angle(pose, x, x[3]);
        memcpy(pose->translation, x + 4, sizeof pose->translation);
        pose->scale = x[7];
    }
    return status == ABUT_OK ? abut_pose_check(pose) : status;
}

static abut_status motion_of(const given_motion* given, abut_motion* motion, abut_pose* to)
{
    *motion = (abut_motion){.degrees = given->degrees};
    memcpy(motion->way, given->way, sizeof motion->way);
    memcpy(motion->axis, given->axis, sizeof motion->axis);
    memcpy(motion->pivot, given->pivot, sizeof motion->pivot);
    if (given->how == 2) {
        const abut_status status = pose_of(&given->to, to);
        if (status != ABUT_OK) return status;
        motion->to = to;
    }
    return abut_motion_check(motion);
}

// ----------------------------------------------------------------------------------------- answers

static void put_contacts(const abut_contact* contacts, size_t count, size_t stride)
{
    for (size_t i = 0; i < count; i++) {
        const abut_contact* c = (const abut_contact*)((const char*)contacts + i * stride);
        put_int(c->kind);
        put_int(c->point_count);
        for (int j = 0; j < c->point_count; j++) {
            put(&c->events[j], 2);
            put(c->points[j], sizeof c->points[j]);
        }
    }
}

static void put_hits(const abut_hits* hits)
{
    put_text(abut_state_text(hits->state));
    PUT_TESTS(hits);
    put_int((int64_t)hits->node_updates);
    put(&hits->distance_least, sizeof hits->distance_least);
    put_int((int64_t)hits->count);
    PUT_COLUMN(hits->pairs, hits->count, a);
    PUT_COLUMN(hits->pairs, hits->count, b);
    put_int(hits->contacts && hits->count);  // with no pairs it may be either
    if (hits->contacts) put_contacts(hits->contacts, hits->count, sizeof *hits->contacts);
}

static abut_status ask_collide(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_hits hits;
    const abut_ask ask = {.limit = (size_t)q->limit, .budget = (uint64_t)q->budget, .detail = (abut_detail)q->detail};
    const abut_status status = abut_collide(query, a, b, &ask, &hits);
    if (status == ABUT_OK) put_hits(&hits);
    return status;
}

static void put_nearest(const abut_pair* pair, const abut_event* features, const double* a_point, const double* b_point,
                        bool points)
{
    put(&pair->a, 4);
    put(&pair->b, 4);
    if (!points) return;
    put(features, 2);
    put(a_point, 3 * sizeof *a_point);
    put(b_point, 3 * sizeof *b_point);
}

static abut_status ask_distance(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_distance_answer d;
    const abut_distance_ask ask = {.absolute = q->absolute,
                                   .relative = q->relative,
                                   .within = q->within,
                                   .budget = (uint64_t)q->budget,
                                   .detail = (abut_detail)q->detail};
    const abut_status status = abut_distance(query, a, b, &ask, &d);
    if (status != ABUT_OK) return status;
    PUT_DOUBLES(d.lo, d.hi);
    PUT_TESTS(&d);
    put_int((int64_t)d.node_updates);
    put_int(d.is_farther);
    put_int(d.has_pair);
    if (d.has_pair)
        put_nearest(&d.pair, &d.features, d.a_point, d.b_point, q->detail == ABUT_DETAIL_POINTS && d.complete);
    return status;
}

static abut_status ask_within(abut_query* query, const question* q, abut_instance a, const abut_instance* b)
{
    abut_clearance_answer c;
    const abut_clearance_ask ask = {.strict = (int)q->flag,
                                    .limit = (size_t)q->limit,
                                    .budget = (uint64_t)q->budget,
                                    .detail = (abut_detail)q->detail};
    a.margin = q->within;
    const abut_status status = abut_clearance(query, &a, b, &ask, &c);
    if (status != ABUT_OK) return status;
    put_text(abut_band_text(c.band));
    PUT_TESTS(&c);
    put_int((int64_t)c.node_updates);
    put_int((int64_t)c.count);
    put_int((int64_t)c.contact_count);
    PUT_COLUMN(c.pairs, c.count, a);
    PUT_COLUMN(c.pairs, c.count, b);
    put_int(c.approaches && c.count);
    if (!c.approaches || !c.count) return status;
    PUT_COLUMN(c.approaches, c.count, lo);
    PUT_COLUMN(c.approaches, c.count, hi);
    PUT_COLUMN(c.approaches, c.count, kind);
    if (q->detail != ABUT_DETAIL_POINTS) return status;
    PUT_COLUMN(c.approaches, c.count, features);
    PUT_COLUMN(c.approaches, c.count, a_point);
    PUT_COLUMN(c.approaches, c.count, b_point);
    return status;
}

static void put_components(const abut_component* c, size_t count)
{
    put_int((int64_t)count);
    PUT_COLUMN(c, count, triangle_count);
    PUT_COLUMN(c, count, first_triangle);
    PUT_COLUMN(c, count, relation);
    PUT_COLUMN(c, count, reason);
    PUT_COLUMN(c, count, has_winding);
    PUT_COLUMN(c, count, winding);
    PUT_COLUMN(c, count, winding_error);
}

static abut_status ask_contain(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_containment c;
    const abut_ask ask = {.detail = (abut_detail)q->detail};
    const abut_status status = abut_contain(query, a, b, &ask, &c);
    if (status != ABUT_OK) return status;
    put_text(abut_relation_text(c.relation));
    put_text(abut_reason_text(c.reason));
    put_components(c.a, c.a_count);
    put_components(c.b, c.b_count);
    put_hits(&c.hits);
    return status;
}

static abut_status ask_first(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_motion motions[2];
    abut_pose to[2];
    const abut_motion* pieces[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        if (q->motions[i].how == 0) continue;
        const abut_status status = motion_of(&q->motions[i], &motions[i], &to[i]);
        if (status != ABUT_OK) return status;
        pieces[i] = &motions[i];
    }
    abut_first f;
    const abut_motion_ask ask = {.separation = q->separation,
                                 .resolution = q->resolution,
                                 .any = (int)q->flag,
                                 .detail = (abut_detail)q->detail,
                                 .budget = (uint64_t)q->budget};
    const abut_status status = abut_first_contact(query, a, pieces[0], b, pieces[1], pieces[0] || pieces[1], &ask, &f);
    if (status != ABUT_OK) return status;
    put_text(abut_motion_state_text(f.state));
    PUT_TESTS(&f);
    put_int((int64_t)f.node_updates);
    put_int((int64_t)f.intervals);
    PUT_DOUBLES(f.t_lo, f.t_hi, f.near_lo, f.near_hi);
    put_int(f.has_pair);
    if (f.has_pair) put_nearest(&f.pair, &f.features, f.a_point, f.b_point, q->detail == ABUT_DETAIL_POINTS);
    return status;
}

static abut_status ask_depth(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_depth_least_answer d;
    const abut_solids_ask ask = {.absolute = q->absolute, .relative = q->relative, .budget = (uint64_t)q->budget};
    const abut_status status = abut_depth_least(query, a, b, &ask, &d);
    if (status != ABUT_OK) return status;
    PUT_DOUBLES(d.lo, d.hi);
    PUT_TESTS(&d);
    put_int((int64_t)d.node_updates);
    put(d.translation, sizeof d.translation);
    put(d.point, sizeof d.point);
    put_int(d.is_convex);
    put_text(abut_reason_text(d.reason));
    return status;
}

static abut_status ask_along(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_depth_along_answer d;
    const abut_solids_ask ask = {.absolute = q->absolute, .relative = q->relative, .budget = (uint64_t)q->budget};
    const abut_status status = abut_depth_along(query, a, b, q->extra, &ask, &d);
    if (status != ABUT_OK) return status;
    PUT_DOUBLES(d.depth_lo, d.depth_hi, d.clear_lo, d.clear_hi);
    PUT_TESTS(&d);
    put_int((int64_t)d.node_updates);
    put_int((int64_t)d.leaps);
    put_text(abut_reason_text(d.reason));
    return status;
}

static void put_deepest(const abut_deepest* d)
{
    PUT_DOUBLES(d->lo, d->hi);
    put(d->point, sizeof d->point);
    put_int(d->triangle);
    put_int(d->nearest);
    put(d->foot, sizeof d->foot);
}

static abut_status ask_reach(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_reach_answer r;
    const abut_solids_ask ask = {.absolute = q->absolute, .relative = q->relative, .budget = (uint64_t)q->budget};
    const abut_status status = abut_reach(query, a, b, &ask, &r);
    if (status != ABUT_OK) return status;
    put_deepest(&r.a_in_b);
    put_deepest(&r.b_in_a);
    PUT_TESTS(&r);
    put_text(abut_reason_text(r.reason));
    return status;
}

static abut_status ask_signed(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_signed_answer s;
    const abut_solids_ask ask = {.absolute = q->absolute, .relative = q->relative, .budget = (uint64_t)q->budget};
    const abut_status status = abut_signed_distance(query, a, b, &ask, &s);
    if (status != ABUT_OK) return status;
    put_text(abut_relation_text(s.relation));
    PUT_DOUBLES(s.distance_lo, s.distance_hi, s.depth_lo, s.depth_hi, s.signed_lo, s.signed_hi);
    put(s.translation, sizeof s.translation);
    put_int(s.complete);
    put_text(abut_reason_text(s.reason));
    return status;
}

static abut_status ask_overlap(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    abut_overlap_answer o;
    const abut_overlap_ask ask = {.volume = (int)q->flag};
    const abut_status status = abut_overlap(query, a, b, &ask, &o);
    if (status != ABUT_OK) return status;
    PUT_DOUBLES(o.length_lo, o.length_hi, o.area_lo, o.area_hi, o.volume_lo, o.volume_hi);
    put_int((int64_t)o.a_left_out);
    put_int((int64_t)o.b_left_out);
    put_int((int64_t)o.curve_count);
    PUT_COLUMN(o.curves, o.curve_count, first);
    PUT_COLUMN(o.curves, o.curve_count, count);
    PUT_COLUMN(o.curves, o.curve_count, kind);
    PUT_COLUMN(o.curves, o.curve_count, is_closed);
    PUT_COLUMN(o.curves, o.curve_count, is_directed);
    PUT_COLUMN(o.curves, o.curve_count, begin);
    PUT_COLUMN(o.curves, o.curve_count, end);
    PUT_COLUMN(o.curves, o.curve_count, region);
    PUT_COLUMN(o.curves, o.curve_count, patch);
    PUT_COLUMN(o.curves, o.curve_count, length_lo);
    PUT_COLUMN(o.curves, o.curve_count, length_hi);
    put_int((int64_t)o.point_count);
    PUT_COLUMN(o.points, o.point_count, x);
    PUT_COLUMN(o.points, o.point_count, pair);
    PUT_COLUMN(o.points, o.point_count, event);
    put_int((int64_t)o.patch_count);
    PUT_COLUMN(o.patches, o.patch_count, facing);
    PUT_COLUMN(o.patches, o.patch_count, area_lo);
    PUT_COLUMN(o.patches, o.patch_count, vector_area);
    PUT_COLUMN(o.patches, o.patch_count, pair_count);
    PUT_COLUMN(o.patches, o.patch_count, first_pair);
    put_int((int64_t)o.region_count);
    PUT_COLUMN(o.regions, o.region_count, low);
    PUT_COLUMN(o.regions, o.region_count, high);
    PUT_COLUMN(o.regions, o.region_count, length_hi);
    PUT_COLUMN(o.regions, o.region_count, area_hi);
    PUT_COLUMN(o.regions, o.region_count, volume_lo);
    PUT_COLUMN(o.regions, o.region_count, volume_hi);
    PUT_COLUMN(o.regions, o.region_count, vector_area);
    PUT_COLUMN(o.regions, o.region_count, curve_count);
    PUT_COLUMN(o.regions, o.region_count, patch_count);
    put_hits(&o.hits);
    return status;
}

static abut_status ask_self(abut_query* query, const question* q, const abut_instance* a, const abut_instance* b)
{
    (void)b;
    abut_self_hits s;
    const abut_self_ask ask = {.limit = (size_t)q->limit,
                               .parts = (int)q->flag,
                               .budget = (uint64_t)q->budget,
                               .detail = (abut_detail)q->detail};
    const abut_status status = abut_self(query, a, &ask, &s);
    if (status != ABUT_OK) return status;
    put_text(abut_self_verdict_text(s.verdict));
    PUT_TESTS(&s);
    put_int((int64_t)s.node_updates);
    for (int i = 0; i < 7; i++)
        put_int((int64_t)s.class_counts[i]);
    put_int((int64_t)s.count);
    PUT_COLUMN(s.pairs, s.count, a);
    PUT_COLUMN(s.pairs, s.count, b);
    put_int(s.meetings && s.count);
    if (s.meetings) {
        PUT_COLUMN(s.meetings, s.count, how);
        PUT_COLUMN(s.meetings, s.count, shared_vertices);
        PUT_COLUMN(s.meetings, s.count, degenerate);
        put_contacts(&s.meetings[0].contact, s.count, sizeof *s.meetings);
    }
    put_int(s.parts && s.part_count);
    if (!s.parts || !s.part_count) return status;
    put_int((int64_t)s.part_count);
    PUT_COLUMN(s.parts, s.part_count, triangle_count);
    PUT_COLUMN(s.parts, s.part_count, first_triangle);
    PUT_COLUMN(s.parts, s.part_count, degenerate_count);
    PUT_COLUMN(s.parts, s.part_count, border_edge_count);
    PUT_COLUMN(s.parts, s.part_count, is_closed);
    PUT_COLUMN(s.parts, s.part_count, own_count);
    PUT_COLUMN(s.parts, s.part_count, other_count);
    PUT_COLUMN(s.parts, s.part_count, class_counts);
    PUT_COLUMN(s.parts, s.part_count, verdict);
    return status;
}

static abut_status answer(abut_query* query, const question* q)
{
    abut_instance instances[2] = {{.model = models[q->a]}, {.model = models[q->b]}};
    abut_pose frames[2];
    for (int i = 0; i < 2; i++) {
        const abut_status status = pose_of(&q->poses[i], &instances[i].pose);
        if (status != ABUT_OK) return status;
    }
    for (int i = 0; i < 2; i++) {
        if (q->frames[i].how == 0) continue;
        const abut_status status = pose_of(&q->frames[i], &frames[i]);
        if (status != ABUT_OK) return status;
        instances[i].frame = &frames[i];
    }
    const abut_instance *a = &instances[0], *b = &instances[1];
    switch (q->what) {
    case 1:
        return ask_collide(query, q, a, b);
    case 2:
        return ask_distance(query, q, a, b);
    case 3:
        return ask_within(query, q, instances[0], b);
    case 4:
        return ask_contain(query, q, a, b);
    case 5:
        return ask_first(query, q, a, b);
    case 6:
        return ask_depth(query, q, a, b);
    case 7:
        return ask_along(query, q, a, b);
    case 8:
        return ask_reach(query, q, a, b);
    case 9:
        return ask_signed(query, q, a, b);
    case 10:
        return ask_overlap(query, q, a, b);
    case 11:
        return ask_self(query, q, a, b);
    default:
        exit(4);
    }
}

// -------------------------------------------------------------------------------------------- main

static void get(void* to, size_t size)
{
    if (size && fread(to, size, 1, stdin) != 1) {
        fprintf(stderr, "agree: a question is cut off\n");
        exit(2);
    }
}

// Tells what the model is like.
static abut_status read_model(void)
{
    model_head h;
    get(&h, sizeof h);
    if (h.id < 0 || h.id >= MODELS_MOST) exit(2);
    const size_t vertex_size = (h.is_float ? sizeof(float) : sizeof(double)) * 3;
    void* vertices = malloc((size_t)h.vertex_count * vertex_size + 1);
    uint32_t* triangles = malloc((size_t)h.triangle_count * 12 + 1);
    if (!vertices || !triangles) exit(3);
    get(vertices, (size_t)h.vertex_count * vertex_size);
    get(triangles, (size_t)h.triangle_count * 12);
    const abut_soup soup = {.vertices = h.is_float || h.vertex_count == 0 ? NULL : vertices,
                            .vertices_float = h.is_float && h.vertex_count ? vertices : NULL,
                            .vertex_count = (size_t)h.vertex_count,
                            .triangles = triangles,
                            .triangle_count = (size_t)h.triangle_count};
    const abut_build build = {.method = (abut_method)h.method};
    abut_model_free(models[h.id]);
    models[h.id] = NULL;
    abut_model_info info;
    abut_status status = abut_model_build(&models[h.id], &soup, &build);
    if (status == ABUT_OK) status = abut_model_describe(models[h.id], &info);
    free(vertices);
    free(triangles);
    if (status != ABUT_OK) return status;
    put_int((int64_t)info.triangle_count);
    put_int((int64_t)info.vertex_count);
    put_int((int64_t)info.degenerate_count);
    put_int((int64_t)info.node_count);
    put_int((int64_t)info.tree_bytes);
    PUT_DOUBLES(info.inner_area, info.leaf_area);
    double corners[9];
    for (size_t i = 0; i < info.triangle_count; i++)
        if (abut_model_triangles(models[h.id], i, 1, corners) == ABUT_OK) put(corners, sizeof corners);
    return status;
}

int main(void)
{
    abut_query* query = NULL;
    question q;
    if (abut_query_create(&query, NULL) != ABUT_OK) return 3;
    while (fread(&q.what, sizeof q.what, 1, stdin) == 1) {
        out_used = 0;
        int32_t status = 0;
        uint64_t size = 0;
        if (q.what == 0) {
            status = read_model();
        } else {
            get(&q.a, sizeof q - sizeof q.what);
            status = answer(query, &q);
        }
        size = status == ABUT_OK ? out_used : 0;
        fwrite(&size, sizeof size, 1, stdout);
        fwrite(&status, sizeof status, 1, stdout);
        if (size > 0) fwrite(out, 1, size, stdout);  // before the first answer out is NULL
    }
    for (int i = 0; i < MODELS_MOST; i++)
        abut_model_free(models[i]);
    abut_query_free(query);
    free(out);
    return fflush(stdout) == 0 ? 0 : 1;
}
