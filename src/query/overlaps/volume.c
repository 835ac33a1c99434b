// volume.c - see volume.h. b is moved by an infinitely small vector: that changes no volume, and nothing merely touches any
// more. Then surfaces meet in segments, of which pairs in contact are all; which vertices are inside follows along the
// edges; and the volume is a sum over segments, edges and triangles.
#include "query/overlaps/volume.h"

#include "base/base.h"
#include "base/host.h"
#include "query/enclosure.h"
#include "query/overlaps/volume_regions.h"

#include <math.h>
#include <string.h>

#define PAIRS_PER_PROGRESS 4096

// ------------------------------------------------------------------------------------------- scratch

static abut_status grow(const abut_host* host, void* block, size_t* capacity, size_t wanted,
                        size_t size)
{
    return host_grow_any(host, block, capacity, 0, wanted ? wanted : 1, size);
}

static abut_status reserve(volume_scratch* s, const volume_ask* ask, const abut_host* host)
{
    for (int side = 0; side < 2; side++) {
        const soup_mesh* m = &ask->pair->placed[side].model->mesh;
        volume_side* v = &s->side[side];
        TRY(grow(host, &v->x, &v->x_capacity, 3 * m->vertex_count, sizeof *v->x));
        TRY(grow(host, &v->label, &v->label_capacity, m->vertex_count, sizeof *v->label));
        TRY(grow(host, &v->flip, &v->flip_capacity, m->vertex_count, sizeof *v->flip));
        TRY(grow(host, &v->marks, &v->marks_capacity, m->triangle_count, sizeof *v->marks));
        memset(v->label, 0, m->vertex_count * sizeof *v->label);
        memset(v->flip, 0, m->vertex_count * sizeof *v->flip);
        memset(v->marks, 0, m->triangle_count * sizeof *v->marks);
    }
    TRY(grow(host, &s->passes, &s->pass_capacity, 2 * ask->hits->count, sizeof *s->passes));
    s->pass_count = 0;
    s->count = 0;
    const size_t groups = ask->group_of_pair ? ask->group_count : ask->hits->count != 0;
    for (size_t i = 0; i < groups; i++)
        TRY(volume_element_add(s, host));
    return ABUT_OK;
}

void volume_scratch_free(volume_scratch* s, const abut_host* host)
{
    if (!s) return;
    for (int side = 0; side < 2; side++) {
        volume_side* v = &s->side[side];
        host_release(host, v->x, v->x_capacity, sizeof *v->x);
        host_release(host, v->label, v->label_capacity, sizeof *v->label);
        host_release(host, v->flip, v->flip_capacity, sizeof *v->flip);
        host_release(host, v->marks, v->marks_capacity, sizeof *v->marks);
        enclosure_close(&v->around);
    }
    host_release(host, s->passes, s->pass_capacity, sizeof *s->passes);
    host_release(host, s->sums, s->sum_capacity, sizeof *s->sums);
    host_release(host, s->joined, s->joined_capacity, sizeof *s->joined);
    host_release(host, s->along, s->along_capacity, sizeof *s->along);
    host_release(host, s->along_scratch, s->along_scratch_capacity, sizeof *s->along_scratch);
    host_release(host, s->regions, s->region_capacity, sizeof *s->regions);
    host_release(host, s->region_of, s->region_of_capacity, sizeof *s->region_of);
    host_release(host, s, 1, sizeof *s);
}

static abut_status open(volume_finder* f, const volume_ask* ask)
{
    abut_query* q = ask->pair->query;
    const abut_model* models[2];
    bit_range range[2];
    if (!q->volume) {
        q->volume = host_allocate(&q->host, 1, sizeof *q->volume);
        if (!q->volume) return ABUT_OUT_OF_MEMORY;
        memset(q->volume, 0, sizeof *q->volume);
    }
    volume_scratch* s = q->volume;
    *f = (volume_finder){.ask = ask, .s = s, .host = &q->host};
    for (int side = 0; side < 2; side++) {
        const placed_model* placed = &ask->pair->placed[side];
        f->skin[side] = &ask->pair->solid[side]->skin;
        f->mesh[side] = &placed->model->mesh;
        models[side] = placed->model;
        range[side] = ask->pair->solid[side]->vertices;
    }
    const placed_model *a = &ask->pair->placed[0], *b = &ask->pair->placed[1];
    if (a->frame || b->frame) {
        composition_make(&s->composition, &a->pose, a->frame, &b->pose, b->frame);
        pose_pair_compose(&s->poses, &s->composition, 0);
    } else {
        pose_pair_prepare(&s->poses, &a->pose, &b->pose, 0);
    }
    s->space = (probe_space){&s->poses, exact_grid_make(&s->poses, range)};
    volume_place_make(&s->place, &s->poses, models, range);
    TRY(reserve(s, ask, &q->host));
    for (int side = 0; side < 2; side++)
        volume_place_vertices(&s->place, side, f->mesh[side], s->side[side].x);
    return host_progress(f->host, 0.1);
}

// --------------------------------------------------------------------------------------------- pairs

static int outward_of(const volume_finder* f, int side, uint32_t triangle)
{
    return f->skin[side]->outward[triangle] * f->s->place.turn[side];
}

// An edge passes through a triangle of the other side: if the forest has it, so that what hangs on it is on the other side.
static void note_pass(volume_finder* f, const volume_pass* pass)
{
    volume_side* v = &f->s->side[pass->side];
    const skin* k = f->skin[pass->side];
    uint32_t ends[2];
    volume_pass_ends(f, pass, ends);
    uint8_t* marks = &v->marks[pass->triangle[pass->side]];
    const int at = 2 * pass->edge;
    *marks |= (uint8_t)((*marks >> at & 3 ? 3 : 1) << at);
    for (int i = 0; i < 2; i++) {
        const uint32_t child = ends[i];
        if (k->parent[child] != ends[!i] || k->owner[child] != pass->triangle[pass->side]) continue;
        v->flip[child] = (uint8_t)((v->flip[child] ^ FLIP_ODD) | FLIP_PASSED);
        return;
    }
}

static void look_at_pair(volume_finder* f, size_t i)
{
    const abut_hits* hits = f->ask->hits;
    const uint32_t id[2] = {hits->pairs[i].a, hits->pairs[i].b};
    const int outward[2] = {outward_of(f, 0, id[0]), outward_of(f, 1, id[1])};
    volume_scratch* s = f->s;
    volume_pair v = {.place = &s->place};
    volume_event ends[2];
    if (!outward[0] || !outward[1]) return;
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        const uint32_t* corner = f->mesh[side]->triangles + (size_t)id[side] * 3;
        soup_mesh_vertices(f->mesh[side], id[side], vertex);
        posed_triangle_place(&v.triangle[side], &s->poses, side, vertex);
        for (int k = 0; k < 3; k++)
            v.corner[side][k] = s->side[side].x + 3 * (size_t)corner[k];
    }
    posed_pair_prepare(&v.pair, &s->poses, &v.triangle[0], &v.triangle[1]);
    const uint32_t group = f->ask->group_of_pair ? f->ask->group_of_pair[i] : 0;
    volume_sum_flush(&s->sums[group], &v, &hits->contacts[i], outward);
    if (!volume_events_find(&v, &hits->contacts[i], ends)) return;
    volume_sum_segment(&s->sums[group], &v, ends, outward);
    for (int k = 0; k < 2; k++) {
        const volume_event* e = &ends[k];
        volume_pass* pass = &s->passes[s->pass_count++];
        *pass = (volume_pass){.triangle = {id[0], id[1]},
                              .group = group,
                              .side = e->side,
                              .edge = e->edge,
                              .leaves = e->up * outward[!e->side] > 0,
                              .share = e->share,
                              .slip = e->slip};
        note_pass(f, pass);
    }
}

static abut_status look_at_pairs(volume_finder* f)
{
    const size_t count = f->ask->hits->count;
    for (size_t i = 0; i < count; i++) {
        if (i % PAIRS_PER_PROGRESS == 0)
            TRY(host_progress(f->host, 0.1 + 0.6 * (double)i / (double)count));
        look_at_pair(f, i);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- insides

// What is known of a root, in the place of its label until labels are made.
enum { ROOT_UNKNOWN, ROOT_OUTSIDE, ROOT_INSIDE };

// An edge that passes once is inside on one side of there. That tells of its start, and along the forest of the root.
static void tell_roots(volume_finder* f)
{
    for (size_t i = 0; i < f->s->pass_count; i++) {
        const volume_pass* pass = &f->s->passes[i];
        volume_side* v = &f->s->side[pass->side];
        const skin* k = f->skin[pass->side];
        uint32_t ends[2];
        volume_pass_ends(f, pass, ends);
        const uint32_t root = k->root[ends[0]];
        if (v->label[root] || !volume_passes_once(f, pass)) continue;
        int inside = pass->leaves;
        for (uint32_t at = ends[0]; at != root; at = k->parent[at])
            inside ^= v->flip[at] & FLIP_ODD;
        v->label[root] = inside ? ROOT_INSIDE : ROOT_OUTSIDE;
    }
}

typedef struct span {
    double low[3], high[3];
} span;

static span span_of(const volume_finder* f, int side)
{
    const double* x = f->s->side[side].x;
    span s = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < f->skin[side]->order_count; i++) {
        const double* v = x + 3 * (size_t)f->skin[side]->order[i];
        for (int k = 0; k < 3; k++) {
            if (v[k] < s.low[k]) s.low[k] = v[k];
            if (v[k] > s.high[k]) s.high[k] = v[k];
        }
    }
    return s;
}

static int is_beyond_span(const volume_finder* f, const span* s, const double x[3])
{
    const double slack = 3 * f->s->place.error;
    for (int k = 0; k < 3; k++)
        if (x[k] < s->low[k] - slack || x[k] > s->high[k] + slack) return 1;
    return 0;
}

// Ask a ray about a vertex, moved by so little.
static abut_status ask_root(volume_finder* f, int side, uint32_t root)
{
    enclosure* around = &f->s->side[!side].around;
    place where = PLACE_OUTSIDE;
    probe p;
    if (!around->host) {
        f->s->side[!side].bodies = solid_bodies(f->ask->pair->solid[!side]);
        TRY(enclosure_open(around, &f->s->side[!side].bodies, &f->s->space, !side, f->host));
    }
    probe_at_vertex(&p, &f->s->space, side, f->mesh[side]->vertices + 3 * (size_t)root);
    for (int axis = 0; axis < 3; axis++)
        probe_add_axis(&p, &f->s->space, axis, side ? 1 : -1);
    TRY(enclosure_ask(around, &p, &where));
    ASSERT(where != PLACE_ON);
    f->s->side[side].label[root] = where == PLACE_INSIDE ? ROOT_INSIDE : ROOT_OUTSIDE;
    return ABUT_OK;
}

static abut_status ask_roots(volume_finder* f, int side)
{
    volume_side* v = &f->s->side[side];
    const skin* k = f->skin[side];
    int has_span = 0;
    span s = {{0}, {0}};
    for (size_t i = 0; i < k->order_count; i++) {
        const uint32_t root = k->order[i];
        if (k->parent[root] != root || v->label[root]) continue;
        if (!has_span) s = span_of(f, !side);
        has_span = 1;
        if (PRUNE(is_beyond_span(f, &s, v->x + 3 * (size_t)root)))
            v->label[root] = ROOT_OUTSIDE;
        else
            TRY(ask_root(f, side, root));
    }
    return ABUT_OK;
}

// Label the vertices that are inside: alike where an edge of the forest that nothing passes connects them.
static abut_status label_vertices(volume_finder* f, int side)
{
    volume_scratch* s = f->s;
    volume_side* v = &s->side[side];
    const skin* k = f->skin[side];
    for (size_t i = 0; i < k->order_count; i++) {
        const uint32_t at = k->order[i], parent = k->parent[at];
        const int is_root = parent == at;
        const int is_inside = is_root ? v->label[at] == ROOT_INSIDE
                                      : (v->label[parent] != 0) ^ (v->flip[at] & FLIP_ODD);
        if (!is_inside) {
            v->label[at] = 0;
            continue;
        }
        if (is_root || v->flip[at]) {
            TRY(volume_element_add(s, f->host));
            v->label[at] = (uint32_t)s->count;
        } else {
            v->label[at] = v->label[parent];
        }
        volume_sum_vertex(&s->sums[v->label[at] - 1], side, at, v->x + 3 * (size_t)at);
    }
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- whole

// Join what the edges of a triangle connect, but for those that are passed.
static void join_corners(volume_finder* f, unsigned marks, const uint32_t label[3])
{
    for (int k = 0; k < 3; k++) {
        const uint32_t one = label[k], other = label[(k + 1) % 3];
        if (one != other && one && other && !(marks >> 2 * k & 3))
            volume_join(f->s, one - 1, other - 1);
    }
}

// Add all triangles whose last corner is inside, and join what is connected by any.
static void add_triangles(volume_finder* f, int side)
{
    volume_scratch* s = f->s;
    const volume_side* v = &s->side[side];
    const uint32_t* index = f->mesh[side]->triangles;
    const int8_t* outward = f->skin[side]->outward;
    for (size_t i = 0; i < f->mesh[side]->triangle_count; i++, index += 3) {
        const uint32_t label[3] = {v->label[index[0]], v->label[index[1]], v->label[index[2]]};
        const unsigned marks = v->marks[i];
        if (!(label[0] | label[1] | label[2]) || !outward[i]) continue;
        ASSERT(marks || (label[0] && label[1] && label[2]));
        const double* const corner[3] = {v->x + 3 * (size_t)index[0], v->x + 3 * (size_t)index[1],
                                         v->x + 3 * (size_t)index[2]};
        if (label[0] != label[1] || label[1] != label[2]) join_corners(f, marks, label);
        if (label[2])
            volume_sum_triangle(&s->sums[label[2] - 1], &s->place, side, corner,
                                outward[i] * s->place.turn[side]);
    }
}

// The label of a feature that nothing passes: it is inside as a whole, or not.
static uint32_t label_of_feature(const volume_finder* f, int side, uint32_t triangle, int feature)
{
    const volume_side* v = &f->s->side[side];
    const uint32_t* corner = f->mesh[side]->triangles + (size_t)triangle * 3;
    const unsigned marks = v->marks[triangle];
    if (feature < ABUT_FEATURE_EDGE_0) return v->label[corner[feature]];
    if (feature == ABUT_FEATURE_FACE) return marks ? 0 : v->label[corner[0]];
    const int edge = feature - ABUT_FEATURE_EDGE_0;
    return marks >> 2 * edge & 3 ? 0 : v->label[corner[edge]];
}

// A pair that does not meet after the shift, but touches what is inside then.
static void join_touching(volume_finder* f, size_t i)
{
    const abut_pair pair = f->ask->hits->pairs[i];
    const abut_contact* contact = &f->ask->hits->contacts[i];
    const uint32_t id[2] = {pair.a, pair.b};
    const uint32_t group = f->ask->group_of_pair ? f->ask->group_of_pair[i] : 0;
    for (int k = 0; k < 2 * contact->point_count; k++) {
        const int side = k & 1;
        const abut_event e = contact->events[k / 2];
        if (!f->skin[side]->outward[id[side]]) continue;
        const uint32_t label = label_of_feature(f, side, id[side], side ? e.b : e.a);
        if (label) volume_join(f->s, group, label - 1);
    }
}

static void join_all_touching(volume_finder* f)
{
    const volume_pass* pass = f->s->passes;
    const volume_pass* const end = pass + f->s->pass_count;
    for (size_t i = 0; i < f->ask->hits->count; i++) {
        const abut_pair pair = f->ask->hits->pairs[i];
        const int meets = pass < end && pass->triangle[0] == pair.a && pass->triangle[1] == pair.b;
        if (meets)
            pass += 2;
        else
            join_touching(f, i);
    }
}

static size_t count_left_out(const abut_solid* solid, int* has_solid)
{
    size_t count = 0;
    *has_solid = 0;
    for (size_t i = 0; i < solid->parts.count; i++) {
        const abut_fault fault = solid->list[i].fault;
        count += fault == ABUT_FAULT_OPEN || fault == ABUT_FAULT_CROSSING;
        *has_solid |= fault == ABUT_FAULT_NONE;
    }
    return count;
}

static abut_status find(volume_finder* f)
{
    TRY(look_at_pairs(f));
    tell_roots(f);
    for (int side = 0; side < 2; side++)
        TRY(ask_roots(f, side));
    for (int side = 0; side < 2; side++)
        TRY(label_vertices(f, side));
    TRY(host_progress(f->host, 0.8));
    TRY(volume_join_passes(f));
    join_all_touching(f);
    for (int side = 0; side < 2; side++)
        add_triangles(f, side);
    return host_progress(f->host, 0.95);
}

abut_status volume_find(const volume_ask* ask, volume_answer* out)
{
    volume_finder f;
    volume_answer found = {.lo = (double)NAN, .hi = (double)NAN};
    int has_solid[2];
    for (int side = 0; side < 2; side++)
        found.left_out[side] = count_left_out(ask->pair->solid[side], &has_solid[side]);
    TRY(open(&f, ask));
    if (has_solid[0] && has_solid[1]) {
        const abut_status status = find(&f);
        for (int side = 0; side < 2; side++)
            enclosure_close(&f.s->side[side].around);
        TRY(status);
    }
    TRY(volume_list_regions(&f, has_solid[0] && has_solid[1], &found));
    *out = found;
    return ABUT_OK;
}
