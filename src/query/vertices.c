// vertices.c - see vertices.h. Pairs of triangles that the tree cannot part are decided one by one, each until the earliest time
// that was found so far; so most that would meet later end in doubles.
#include "query/vertices.h"

#include "base/bits.h"
#include "base/host.h"
#include "geom/moving_pair.h"
#include "geom/self_pair.h"
#include "query/moving_tree.h"
#include "soup/soup.h"

#include <string.h>

// Kept by the query, for its next call.
struct vertices_search {
    moving_tree tree[2];
    real_stack *numbers, *kept;  // of a pair; of the earliest
    double* from[2];             // of soups in float, as doubles
    size_t from_capacity[2];
    uint32_t* ids;  // of one soup: what each vertex is, equal ones by the first of them
    sort_record *records, *scratch;
    size_t id_capacity, record_capacity, scratch_capacity;

    // The question.
    search* limits;  // budget, deadline and progress; and the work
    moving_soup soup[2];
    int is_self, is_any;
    pose_pair in_place;

    // The answer so far.
    int has_pair;
    double until;  // no pair that meets later matters
    abut_pair pair;
    moving_meeting meeting;
    abut_event features;  // of the meeting; not set at time 0
    uint64_t intervals;
};

void vertices_free(vertices_search* v, const abut_host* host)
{
    for (int i = 0; i < 2; i++) {
        moving_tree_free(&v->tree[i], host);
        host_release(host, v->from[i], v->from_capacity[i], sizeof *v->from[i]);
    }
    host_release(host, v->numbers, 1, sizeof *v->numbers);
    host_release(host, v->kept, 1, sizeof *v->kept);
    host_release(host, v->ids, v->id_capacity, sizeof *v->ids);
    host_release(host, v->records, v->record_capacity, sizeof *v->records);
    host_release(host, v->scratch, v->scratch_capacity, sizeof *v->scratch);
    host_release(host, v, 1, sizeof *v);
}

// ------------------------------------------------------------------------------------------- soups

static abut_status take_floats(vertices_search* v, int side, const abut_soup* soup,
                               const abut_host* host)
{
    void* from = v->from[side];
    TRY(host_grow(host, &from, &v->from_capacity[side], 0, 3 * soup->vertex_count,
                  sizeof *v->from[side]));
    v->from[side] = from;
    soup_vertices(soup, v->from[side]);
    return ABUT_OK;
}

static abut_status take_soup(vertices_search* v, int side, const vertices_asked* asked,
                             const abut_host* host)
{
    const abut_soup* const soup = asked->soup;
    moving_soup* const s = &v->soup[side];
    const double* from = soup->vertices;
    if (soup->vertices_float) {
        TRY(take_floats(v, side, soup, host));
        from = v->from[side];
    }
    *s = (moving_soup){{from, asked->to ? asked->to : from},
                       soup->triangles,
                       soup->vertex_count,
                       soup->triangle_count};
    return ABUT_OK;
}

static uint64_t hash_vertex(const moving_soup* s, size_t vertex)
{
    uint64_t hash = 0;
    for (int time = 0; time < 2; time++)
        for (size_t k = 0; k < 3; k++) {
            const double x = s->at[time][3 * vertex + k];
            hash = (hash ^ double_bits(double_is_zero(x) ? 0.0 : x)) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        }
    return hash;
}

static int is_same(const moving_soup* s, size_t vertex, size_t other)
{
    int same = 1;
    for (int time = 0; time < 2; time++)
        for (size_t k = 0; k < 3; k++)
            same &= double_is_equal(s->at[time][3 * vertex + k], s->at[time][3 * other + k]);
    return same;
}

// Give each vertex the number of the first that is the same. Those of one hash stand together, in order.
static abut_status name_vertices(vertices_search* v, const abut_host* host)
{
    const moving_soup* const s = &v->soup[0];
    const size_t count = s->vertex_count;
    void *ids = v->ids, *records = v->records, *scratch = v->scratch;
    TRY(host_grow(host, &ids, &v->id_capacity, 0, count, sizeof *v->ids));
    v->ids = ids;
    TRY(host_grow(host, &records, &v->record_capacity, 0, count, sizeof *v->records));
    v->records = records;
    TRY(host_grow(host, &scratch, &v->scratch_capacity, 0, count, sizeof *v->scratch));
    v->scratch = scratch;
    for (size_t i = 0; i < count; i++)
        v->records[i] = (sort_record){hash_vertex(s, i), (uint32_t)i};
    sort_records(v->records, v->scratch, count);
    for (size_t i = 0, first = 0; i < count; i++) {
        const uint32_t vertex = v->records[i].value;
        if (v->records[i].key != v->records[first].key) first = i;
        v->ids[vertex] = vertex;
        for (size_t k = first; k < i; k++) {
            const uint32_t other = v->records[k].value;
            if (v->ids[other] != other || !is_same(s, vertex, other)) continue;
            v->ids[vertex] = other;
            break;
        }
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- pairs

static void take_triangle(const vertices_search* v, int side, uint32_t triangle,
                          moving_triangle* out)
{
    const moving_soup* const s = &v->soup[v->is_self ? 0 : side];
    const uint32_t* const vertex = s->triangles + 3 * (size_t)triangle;
    for (int i = 0; i < 3; i++) {
        for (int time = 0; time < 2; time++)
            out->at[i][time] = s->at[time] + 3 * (size_t)vertex[i];
        // Vertices of two soups are never the same.
        out->id[i] = v->is_self ? v->ids[vertex[i]] : (uint32_t)(3 * side + i);
    }
}

// Two triangles at time 0, ready for tri_tri and contact_find.
typedef struct at_start {
    posed_triangle triangle[2];
    corners reduced[2];
    posed_pair pair;
} at_start;

static void place_at_start(const vertices_search* v, const moving_pair* p, at_start* out)
{
    for (int side = 0; side < 2; side++) {
        const moving_triangle* const t = p->side[side];
        const double* const vertex[3] = {t->at[0][0], t->at[1][0], t->at[2][0]};
        posed_triangle_place(&out->triangle[side], &v->in_place, side, vertex);
        out->reduced[side] = corners_of_triangle(vertex);
    }
    posed_pair_prepare(&out->pair, &v->in_place, &out->triangle[0], &out->triangle[1]);
}

static int boxes_meet_at_start(const moving_pair* p)
{
    for (int k = 0; k < 3; k++) {
        double low[2], high[2];
        for (int side = 0; side < 2; side++) {
            const moving_triangle* const t = p->side[side];
            low[side] = high[side] = t->at[0][0][k];
            for (int i = 1; i < 3; i++) {
                low[side] = t->at[i][0][k] < low[side] ? t->at[i][0][k] : low[side];
                high[side] = t->at[i][0][k] > high[side] ? t->at[i][0][k] : high[side];
            }
        }
        if (low[0] > high[1] || low[1] > high[0]) return 0;
    }
    return 1;
}

// Whether they are in contact at time 0, as triangles there. Of those that have an edge in common their events tell as well.
static int meets_at_start(const vertices_search* v, const moving_pair* p)
{
    const self_common common = self_common_of(p->side[0]->id, p->side[1]->id);
    at_start at;
    abut_contact contact;
    if (v->is_self && common.is_duplicate) return 1;
    if (v->is_self && common.is_within) return 0;
    if (PRUNE(common.count == 2) || !boxes_meet_at_start(p)) return 0;
    place_at_start(v, p, &at);
    if (!common.count) return tri_tri(&at.pair, &at.reduced[0], &at.reduced[1]) != ABUT_KIND_APART;
    contact_find(&at.pair, &at.reduced[0], &at.reduced[1], 0, &contact);
    return self_class_of(&contact, p->side[0]->id, p->side[1]->id, at.reduced) != 0;
}

static int comes_before(abut_pair x, abut_pair y)
{
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

static void keep(vertices_search* v, abut_pair pair, const moving_meeting* m, abut_event features)
{
    if (v->has_pair) {
        const int order = moving_compare(v->numbers, m, &v->meeting);
        if (order > 0 || (order == 0 && !comes_before(pair, v->pair))) return;
    }
    v->kept->used = 0;
    v->meeting = *m;
    v->meeting.time = polynomial_root_copy(v->kept, &m->time);
    v->has_pair = 1;
    v->pair = pair;
    v->features = features;
    v->until = m->hi;
}

static moving_meeting meeting_at_start(const vertices_search* v)
{
    const real zero = {0, 0, v->numbers->words};
    return (moving_meeting){
        .time = {.of = {.degree = -1}, .low = zero, .high = zero, .is_exact = 1}};
}

// A pair that no tree could part. Returns 0 if that ends the search.
static int decide(void* context, uint32_t one, uint32_t other)
{
    vertices_search* const v = context;
    const int turns = v->is_self && one > other;
    const abut_pair pair = turns ? (abut_pair){other, one} : (abut_pair){one, other};
    moving_triangle triangle[2];
    moving_pair p;
    moving_work work = {0, 0};
    abut_event features = {0, 0};
    v->limits->work.triangle_tests++;
    if (PRUNE(v->has_pair && double_is_zero(v->until) && !comes_before(pair, v->pair))) return 1;
    take_triangle(v, 0, pair.a, &triangle[0]);
    take_triangle(v, 1, pair.b, &triangle[1]);
    moving_pair_make(&p, &triangle[0], &triangle[1]);
    if (PRUNE(moving_pair_is_apart(&p, v->until))) return 1;
    v->numbers->used = 0;
    if (v->has_pair && !comes_before(pair, v->pair) &&
        PRUNE(moving_pair_is_no_earlier(v->numbers, &p, &v->meeting.time)))
        return 1;
    moving_meeting m = meeting_at_start(v);
    if (meets_at_start(v, &p) || moving_pair_first(v->numbers, &p, v->until, &m, &features, &work))
        keep(v, pair, &m, features);
    v->intervals += work.intervals;
    v->limits->work.exact_tests += work.exact != 0;
    return !(v->is_any && v->has_pair);
}

// ------------------------------------------------------------------------------------------ search

static int may_test(void* context, unsigned count)
{
    const vertices_search* const v = context;
    if (!search_may_cost(v->limits, count)) return 0;
    v->limits->work.volume_tests += count;
    return 1;
}

static void search_all(vertices_search* v)
{
    const size_t a_count = v->soup[0].triangle_count,
                 b_count = v->soup[v->is_self ? 0 : 1].triangle_count;
    for (size_t a = 0; a < a_count; a++) {
        v->limits->done = (double)a / (double)a_count;
        for (size_t b = v->is_self ? a + 1 : 0; b < b_count; b++)
            if (!search_may_cost(v->limits, 1) || !decide(v, (uint32_t)a, (uint32_t)b)) return;
    }
}

// A pair's test counts too, so a budget may end the search there.
static int decide_if_may(void* context, uint32_t one, uint32_t other)
{
    const vertices_search* const v = context;
    return search_may_cost(v->limits, 1) && decide(context, one, other);
}

static abut_status search_tree(vertices_search* v, const abut_host* host)
{
    const int sides = v->is_self ? 1 : 2;
    moving_range range = moving_range_begin();
    int levels = 1;
    for (int i = 0; i < sides; i++) {
        const moving_soup* const s = &v->soup[i];
        const int own = moving_tree_levels(s->triangle_count);
        levels = own > levels ? own : levels;
        for (int time = 0; time < 2; time++)
            moving_range_add(&range, s->at[time], s->vertex_count);
    }
    moving_range_end(&range);
    for (int i = 0; i < sides; i++)
        TRY(moving_tree_build(&v->tree[i], &v->soup[i], &range, levels, host));
    moving_tree_walk(&v->tree[0], &v->tree[sides - 1], decide_if_may, may_test, v);
    return v->limits->status;
}

// ------------------------------------------------------------------------------------------ answer

static int has_id(const moving_triangle* t, uint32_t id)
{
    return t->id[0] == id || t->id[1] == id || t->id[2] == id;
}

// Of what they share at time 0, the first corner that is no common vertex; else the event that was found.
static void features_at_start(const vertices_search* v, const moving_pair* p, abut_first* out)
{
    at_start at;
    abut_contact contact;
    moving_meeting m = {.lo = 0};
    moving_work work = {0, 0};
    place_at_start(v, p, &at);
    contact_find(&at.pair, &at.reduced[0], &at.reduced[1], 1, &contact);
    int chosen = -1;
    for (int i = 0; i < contact.point_count && chosen < 0; i++) {
        const abut_event e = contact.events[i];
        const int is_common =
            (e.a < ABUT_FEATURE_EDGE_0 && has_id(p->side[1], p->side[0]->id[e.a])) ||
            (e.b < ABUT_FEATURE_EDGE_0 && has_id(p->side[0], p->side[1]->id[e.b]));
        if (!is_common) chosen = i;
    }
    if (chosen < 0) {
        v->numbers->used = 0;
        if (moving_pair_first(v->numbers, p, 0, &m, &out->features, &work)) {
            moving_pair_points(p, out->features, 0, out->a_point, out->b_point);
            return;
        }
        chosen = 0;  // duplicates
    }
    out->features = contact.events[chosen];
    memcpy(out->a_point, contact.points[chosen], sizeof out->a_point);
    memcpy(out->b_point, contact.points[chosen], sizeof out->b_point);
}

static void tell_points(const vertices_search* v, abut_first* out)
{
    moving_triangle triangle[2];
    moving_pair p;
    take_triangle(v, 0, v->pair.a, &triangle[0]);
    take_triangle(v, 1, v->pair.b, &triangle[1]);
    moving_pair_make(&p, &triangle[0], &triangle[1]);
    if (double_is_zero(v->until)) {
        features_at_start(v, &p, out);
    } else {
        out->features = v->features;
        moving_pair_points(&p, v->features, v->until, out->a_point, out->b_point);
    }
}

static void tell(const vertices_search* v, const abut_motion_ask* ask, abut_first* out)
{
    const int is_stopped = v->limits->stopped;
    *out = (abut_first){
        .state = v->has_pair  ? ABUT_MOTION_CONTACT
                 : is_stopped ? ABUT_MOTION_UNDECIDED
                              : ABUT_MOTION_FREE,
        .t_lo = v->has_pair || is_stopped ? 0 : 1,
        .t_hi = v->until,
        .complete = !is_stopped,
        .has_pair = v->has_pair,
        .pair = v->pair,
        .intervals = v->intervals,
        .volume_tests = v->limits->work.volume_tests,
        .triangle_tests = v->limits->work.triangle_tests,
        .exact_tests = v->limits->work.exact_tests,
    };
    if (!v->has_pair) return;
    if (!is_stopped && !ask->any) out->t_lo = v->meeting.lo;
    if (ask->detail == ABUT_DETAIL_POINTS) tell_points(v, out);
}

static abut_status prepare(abut_query* query, const abut_motion_ask* ask, vertices_search** out)
{
    const abut_host* const host = &query->host;
    vertices_search* v = query->vertices;
    if (!v) {
        v = host_allocate(host, 1, sizeof *v);
        if (!v) return ABUT_OUT_OF_MEMORY;
        *v = (vertices_search){0};
        query->vertices = v;
    }
    if (!v->numbers) v->numbers = host_allocate(host, 1, sizeof *v->numbers);
    if (!v->kept) v->kept = host_allocate(host, 1, sizeof *v->kept);
    if (!v->numbers || !v->kept) return ABUT_OUT_OF_MEMORY;
    v->numbers->used = v->numbers->peak = v->kept->used = v->kept->peak = 0;
    search* const s = &query->search;
    s->host = host;
    s->limit = 0;
    s->any = 0;
    s->budget = ask->budget;
    s->stop_time = query_stop_time(query, ask->deadline);
    s->pair_time = 0;
    s->may_repeat = 0;
    s->considered = NULL;
    search_begin(s);
    v->limits = s;
    v->is_any = ask->any;
    v->has_pair = 0;
    v->until = 1;
    v->pair = (abut_pair){0, 0};
    v->intervals = 0;
    *out = v;
    return ABUT_OK;
}

abut_status vertices_first(abut_query* query, const vertices_asked* a, const vertices_asked* b,
                           const abut_motion_ask* ask, int is_brute, abut_first* out)
{
    vertices_search* v;
    affine identity;
    TRY(affine_from_pose(&identity, NULL));
    TRY(prepare(query, ask, &v));
    pose_pair_prepare(&v->in_place, &identity, &identity, 1);
    v->is_self = !b;
    TRY(take_soup(v, 0, a, &query->host));
    if (b) TRY(take_soup(v, 1, b, &query->host));
    if (!b) TRY(name_vertices(v, &query->host));
    if (is_brute) {
        search_all(v);
        TRY(v->limits->status);
    } else if (a->soup->triangle_count && (!b || b->soup->triangle_count)) {
        TRY(search_tree(v, &query->host));
    }
    tell(v, ask, out);
    return ABUT_OK;
}
