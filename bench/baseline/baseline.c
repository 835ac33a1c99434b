// baseline.c - the query in two phases (Klosowski 1998, chapter 2), for any structure.
#include "baseline/baseline.h"

#include "base/base.h"
#include "base/host.h"
#include "baseline/structure.h"

#include <stdlib.h>
#include <string.h>

struct baseline {
    const structure_class* kind;
    environment environment;
    void* structure;  // NULL without triangles
    int ends_at_witness;
};

static const structure_class* const classes[BASELINE_COUNT] = {&grid_class, &kd_class, &rtree_class,
                                                               &tetra_class};

// Whether every option is one that the method has.
static int options_fit(const baseline_options* o)
{
    const int is_kd = o->method == BASELINE_KD, is_rtree = o->method == BASELINE_RTREE;
    if ((unsigned)o->method >= BASELINE_COUNT || (unsigned)o->rule > KD_PRODUCT) return 0;
    if (o->cells && o->method != BASELINE_GRID) return 0;
    if ((o->rule || o->at_median || o->gain > 0 || o->patience) && !is_kd) return 0;
    if (!(o->gain >= 0 && o->gain < 1) || o->patience < -1) return 0;
    if (o->threshold && !is_kd && !is_rtree) return 0;
    if (o->axis && !is_rtree) return 0;
    if (o->ends_at_witness && o->method == BASELINE_TETRA) return 0;
    return (o->tetra != NULL) == (o->method == BASELINE_TETRA);
}

abut_status baseline_build(baseline** out, const abut_soup* soup, const baseline_options* options)
{
    if (!options_fit(options)) return ABUT_BAD_ARGUMENT;
    TRY(abut_soup_check(soup, NULL));
    baseline* b = calloc(1, sizeof *b);
    if (!b) return ABUT_OUT_OF_MEMORY;
    b->kind = classes[options->method];
    b->ends_at_witness = options->ends_at_witness;
    abut_status status = environment_make(&b->environment, soup);
    if (status == ABUT_OK && soup->triangle_count)
        status = b->kind->build(&b->structure, &b->environment, options);
    if (status == ABUT_OK)
        *out = b;
    else
        baseline_free(b);
    return status;
}

void baseline_free(baseline* b)
{
    if (!b) return;
    if (b->structure) b->kind->free(b->structure);
    environment_free(&b->environment);
    free(b);
}

size_t baseline_bytes(const baseline* b)
{
    return environment_bytes(&b->environment) + (b->structure ? b->kind->bytes(b->structure) : 0);
}

size_t baseline_stored(const baseline* b)
{
    return b->structure ? b->kind->stored(b->structure) : 0;
}

const void* baseline_structure(const baseline* b)
{
    return b->structure;
}

// ------------------------------------------------------------------------------------------ query

abut_status baseline_query_create(baseline_query** out)
{
    baseline_query* q = calloc(1, sizeof *q);
    if (!q) return ABUT_OUT_OF_MEMORY;
    q->host = host_complete(NULL);
    *out = q;
    return ABUT_OK;
}

void baseline_query_free(baseline_query* q)
{
    if (!q) return;
    search_free(&q->search, &q->host);
    host_release(&q->host, q->pairs, q->pair_capacity, sizeof *q->pairs);
    free(q->found);
    free(q->stamps);
    free(q->reached);
    free(q->points);
    free(q->cells);
    free(q->cell_stamps);
    free(q);
}

// Make room for all triangles of an environment and all vertices of a flyer.
static abut_status make_room(baseline_query* q, size_t triangles, size_t points)
{
    if (triangles > q->triangle_capacity) {
        free(q->found);
        free(q->stamps);
        free(q->reached);
        q->found = malloc(triangles * sizeof *q->found);
        q->reached = malloc(triangles * sizeof *q->reached);
        q->stamps = calloc(triangles, sizeof *q->stamps);
        q->triangle_capacity = q->found && q->reached && q->stamps ? triangles : 0;
        q->stamp = 0;
        if (!q->triangle_capacity) return ABUT_OUT_OF_MEMORY;
    }
    if (points > q->point_capacity) {
        free(q->points);
        q->points = malloc(points * sizeof *q->points);
        q->point_capacity = q->points ? points : 0;
        if (!q->point_capacity) return ABUT_OUT_OF_MEMORY;
    }
    return ABUT_OK;
}

int query_offer(baseline_query* q, const environment* e, uint32_t triangle, const range3* box)
{
    if (q->stamps[triangle] == q->stamp) return 1;
    q->stamps[triangle] = q->stamp;
    if (!query_test(q)) return 0;
    if (PRUNE(boxes_are_apart(&e->boxes[triangle], box))) return 1;
    q->found[q->found_count++] = triangle;
    return !q->ends_at_first;
}

static int look_up(baseline_query* q, const baseline* b, const range3* box)
{
    if (++q->stamp == 0) {
        memset(q->stamps, 0, q->triangle_capacity * sizeof *q->stamps);
        q->stamp = 1;
    }
    q->found_count = 0;
    return b->kind->look_up(b->structure, &b->environment, q, box);
}

// The second phase of the mesh: what the first phase found, by boxes.
static int look_up_in_reached(baseline_query* q, const environment* e, const range3* box)
{
    q->found_count = 0;
    for (size_t i = 0; i < q->reached_count; i++) {
        if (!query_test(q)) return 0;
        if (!PRUNE(boxes_are_apart(&e->boxes[q->reached[i]], box)))
            q->found[q->found_count++] = q->reached[i];
    }
    return 1;
}

// The range of what was found, outward.
static float_box range_of_found(const baseline_query* q, const environment* e)
{
    float_box range = e->boxes[q->found[0]];
    for (size_t i = 1; i < q->found_count; i++) {
        const float_box* box = &e->boxes[q->found[i]];
        for (int k = 0; k < 3; k++) {
            if (box->low[k] < range.low[k]) range.low[k] = box->low[k];
            if (box->high[k] > range.high[k]) range.high[k] = box->high[k];
        }
    }
    return range;
}

// The first phase: whether the flyer's box meets that of a triangle of the environment at least. Sets range, unless it
// ended at the first one.
static int reach(baseline_query* q, const baseline* a, const range3* box, float_box* range)
{
    q->ends_at_first = a->ends_at_witness;
    const int is_whole = look_up(q, a, box);
    q->ends_at_first = 0;
    q->reached_count = q->found_count;
    if (!q->found_count || (!is_whole && !a->ends_at_witness)) return 0;
    if (a->ends_at_witness) return 1;
    *range = range_of_found(q, &a->environment);
    memcpy(q->reached, q->found, q->found_count * sizeof *q->found);
    return 1;
}

static void search_in_two_phases(baseline_query* q, const baseline* a, const flyer* b,
                                 const affine pose[2])
{
    const environment* e = &a->environment;
    search* s = &q->search;
    placement p;
    float_box range = {.low = {0}};
    placement_prepare(&p, e, b, pose);
    const range3 box = placement_of_flyer(&p, b, q->climbed);
    s->work.node_updates++;
    if (!reach(q, a, &box, &range)) return;
    placement_of_points(&p, b, q->points);
    for (uint32_t t = 0; t < b->mesh.triangle_count; t++) {
        const range3 own = placement_of_triangle(&p, b, (const double(*)[3])q->points, t);
        s->work.node_updates++;
        if (!a->ends_at_witness) {
            if (!query_test(q)) return;
            if (PRUNE(boxes_are_apart(&range, &own))) continue;
        }
        if (!(a->kind->looks_up_triangles ? look_up(q, a, &own) : look_up_in_reached(q, e, &own)))
            return;
        if (!q->found_count) continue;
        scalar_forget_leaves(s);  // found holds others than before
        if (!scalar_triangles(s, q->found, q->found_count, &t, 1)) return;
    }
}

static abut_status list_pairs(baseline_query* q)
{
    const search* s = &q->search;
    void* pairs = q->pairs;
    const size_t wanted = s->found_count ? s->found_count : 1;
    TRY(host_grow(&q->host, &pairs, &q->pair_capacity, 0, wanted, sizeof *q->pairs));
    q->pairs = pairs;
    for (size_t i = 0; i < s->found_count; i++)
        q->pairs[i] = (abut_pair){(uint32_t)(s->found[i].key >> 32), (uint32_t)s->found[i].key};
    return ABUT_OK;
}

abut_status baseline_collide(baseline_query* q, const baseline* a, const abut_pose* a_pose,
                             const flyer* b, const abut_pose* b_pose, size_t limit, abut_hits* out)
{
    search* s = &q->search;
    affine pose[2];
    TRY(affine_from_pose(&pose[0], a_pose));
    TRY(affine_from_pose(&pose[1], b_pose));
    s->host = &q->host;
    s->mesh[0] = &a->environment.mesh;
    s->mesh[1] = &b->mesh;
    s->limit = limit;
    TRY(scalar_open(s));
    scalar_of(s)->asked.cull_triangles = 1;
    pose_pair_prepare(&s->poses, &pose[0], &pose[1], 1);
    search_begin(s);
    q->reached_count = 0;
    TRY(make_room(q, s->mesh[0]->triangle_count, s->mesh[1]->vertex_count));
    if (s->mesh[0]->triangle_count && s->mesh[1]->triangle_count)
        search_in_two_phases(q, a, b, pose);
    search_end(s);
    TRY(s->status);
    TRY(list_pairs(q));
    *out = (abut_hits){
        .pairs = q->pairs,
        .count = s->found_count,
        .complete = !s->stopped,
        .volume_tests = s->work.volume_tests,
        .triangle_tests = s->work.triangle_tests,
        .node_updates = s->work.node_updates,
        .exact_tests = s->work.exact_tests,
    };
    return ABUT_OK;
}

size_t baseline_candidates(const baseline_query* q)
{
    return q->reached_count;
}
