// nearest_pair.c - see nearest_pair.h.
#include "query/nearest_pair.h"

#include "base/base.h"
#include "search/team.h"

void nearest_pair_bound(const search* s, uint32_t a, uint32_t b, nearest_bounds* out)
{
    posed_triangle t[2];
    near_place(s, 0, a, &t[0]);
    near_place(s, 1, b, &t[1]);
    nearest_bound(&t[0], &t[1], out);
}

static void make_points(const search* s, uint32_t a, uint32_t b, exact_frame where,
                        exact_points* out)
{
    const double* vertex[6];
    soup_mesh_vertices(s->mesh[0], a, vertex);
    soup_mesh_vertices(s->mesh[1], b, vertex + 3);
    exact_points_make(out, &s->near->poses, vertex, where);
}

// ----------------------------------------------------------------------------------------- exactly

// e: the points.
static void square_of(const search* s, const near_candidate* c, const exact_points* e,
                      int with_least, nearest_square* out)
{
    nearest_bounds bounds;
    nearest_pair_bound(s, c->a, c->b, &bounds);
    nearest_exact(e, bounds.features, with_least, out);
}

void nearest_pair_square(const search* s, const near_candidate* c, int with_least,
                         nearest_square* out)
{
    exact_points e;
    make_points(s, c->a, c->b, EXACT_RELATIVE, &e);
    square_of(s, c, &e, with_least, out);
}

// The corners of a feature, by where the mesh keeps them; NULL behind them.
static void corners_of_feature(const posed_triangle* t, int feature, const double* out[3])
{
    out[0] = out[1] = out[2] = NULL;
    if (feature < ABUT_FEATURE_EDGE_0) {
        out[0] = t->vertex[feature];
    } else if (feature < ABUT_FEATURE_FACE) {
        out[0] = t->vertex[feature - ABUT_FEATURE_EDGE_0];
        out[1] = t->vertex[(feature - ABUT_FEATURE_EDGE_0 + 1) % 3];
    } else {
        for (int i = 0; i < 3; i++)
            out[i] = t->vertex[i];
    }
}

// The nearest so far, as others are measured by it.
typedef struct nearest_pair {
    near_candidate own;
    nearest_square square;
    posed_triangle triangle[2];
    const double* on[2][3];  // corners of its features
    int corner[2];           // one of them
    int has_way;
    nearest_way way;  // made when it is needed first
} nearest_pair;

static void nearest_pair_make(nearest_pair* p, const search* s)
{
    const int feature[2] = {p->square.features.a, p->square.features.b};
    near_place(s, 0, p->own.a, &p->triangle[0]);
    near_place(s, 1, p->own.b, &p->triangle[1]);
    for (int side = 0; side < 2; side++) {
        corners_of_feature(&p->triangle[side], feature[side], p->on[side]);
        p->corner[side] = 0;
        while (p->triangle[side].vertex[p->corner[side]] != p->on[side][0])
            p->corner[side]++;
    }
    p->has_way = 0;
}

// Whether a pair is certainly not nearer: each of its triangles is on its own side of the two planes across the shortest way.
static int is_no_nearer(const search* s, const nearest_pair* p, const near_candidate* c)
{
    posed_triangle t;
    near_place(s, 0, c->a, &t);
    if (!nearest_is_beyond(&t, p->square.normal, -1, &p->triangle[0], p->corner[0], p->on[0]))
        return 0;
    near_place(s, 1, c->b, &t);
    return nearest_is_beyond(&t, p->square.normal, 1, &p->triangle[1], p->corner[1], p->on[1]);
}

// The same in integers. e: the pair's points.
static int is_exactly_no_nearer(const search* s, nearest_pair* p, const exact_points* e)
{
    if (!p->has_way) {
        exact_points own;
        make_points(s, p->own.a, p->own.b, EXACT_RELATIVE, &own);
        nearest_way_make(&p->way, &own, p->square.features);
        p->has_way = 1;
    }
    return nearest_is_no_nearer(&p->way, e);
}

// The nearest of some candidates, exactly: the first of those that are as near.
typedef struct found_nearest {
    near_candidate own;
    nearest_square square;
    uint64_t exact_tests;
} found_nearest;

// with_clock: the search may be stopped meanwhile, then 0 is returned.
static int find_nearest_of(search* s, const near_candidate* list, size_t count, int with_clock,
                           found_nearest* out)
{
    nearest_pair best;  // large: not cleared as a whole
    best.own = list[0];
    nearest_pair_square(s, &best.own, 0, &best.square);
    nearest_pair_make(&best, s);
    out->exact_tests = 1;
    for (size_t i = 1; i < count; i++) {
        const near_candidate* c = &list[i];
        if (with_clock && !near_may_go_on(s, i)) return 0;
        if (PRUNE(is_no_nearer(s, &best, c))) continue;
        exact_points e;
        make_points(s, c->a, c->b, EXACT_RELATIVE, &e);
        if (PRUNE(is_exactly_no_nearer(s, &best, &e))) continue;
        nearest_square other;
        square_of(s, c, &e, 0, &other);
        out->exact_tests++;
        if (nearest_compare(&other, &best.square) >= 0) continue;
        best.own = *c;
        best.square = other;
        nearest_pair_make(&best, s);
    }
    out->own = best.own;
    out->square = best.square;
    return 1;
}

// Many are shared by the workers of the host. The parts do not depend on these.
#define PARTS      8
#define PART_LEAST ((size_t)32)

typedef struct nearest_parts {
    search* s;
    size_t size;
    found_nearest found[PARTS];
} nearest_parts;

static abut_status find_part(void* context, size_t index, int worker)
{
    nearest_parts* const p = context;
    const near_search* n = p->s->near;
    const size_t first = index * p->size, left = n->count - first;
    (void)worker;
    (void)find_nearest_of(p->s, n->list + first, left < p->size ? left : p->size, 0,
                          &p->found[index]);
    return ABUT_OK;
}

int nearest_pair_find(search* s, near_candidate* pair, nearest_square* out)
{
    const near_search* n = s->near;
    nearest_parts p;
    ASSERT(n->count);
    near_sort(n->list, n->count);
    const int is_alone = s->budget || s->stop_time || n->count < 2 * PART_LEAST;
    p.s = s;
    p.size = is_alone ? n->count : (n->count + PARTS - 1) / PARTS;
    if (p.size < PART_LEAST) p.size = PART_LEAST;
    const size_t count = (n->count + p.size - 1) / p.size;
    if (count == 1) {
        if (!find_nearest_of(s, n->list, n->count, 1, &p.found[0])) return 0;
    } else {
        if (!s->team) s->status = team_create(&s->team, s->host);
        if (s->status == ABUT_OK)
            s->status = crew_run(&s->team->crew, count, find_part, &p, s->done, 1);
        if (s->status != ABUT_OK) return 0;
    }
    size_t best = 0;
    for (size_t i = 0; i < count; i++) {
        s->work.exact_tests += p.found[i].exact_tests;
        if (nearest_compare(&p.found[i].square, &p.found[best].square) < 0) best = i;
    }
    *pair = p.found[best].own;
    *out = p.found[best].square;
    return 1;
}

void nearest_pair_points(search* s, const near_candidate* c, nearest_square* square,
                         abut_distance_answer* out)
{
    exact_points world;
    if (!square->features_are_least) {
        nearest_pair_square(s, c, 1, square);
        s->work.exact_tests++;
    }
    out->features = square->features;
    make_points(s, c->a, c->b, EXACT_WORLD, &world);
    nearest_points(&world, square->features, out->a_point, out->b_point);
}
