// surface.c - see surface.h. Pieces are found by joining what lies between the curves, triangle by triangle. Only the order of
// points along edges is looked at, which rounding keeps, and on which side of a curve something is.
#include "clash/rows/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

// Where a curve leaves one triangle of a side for the next: on an edge, or at a vertex.
struct passage {
    uint32_t edge;    // or none: at a vertex
    uint32_t vertex;  // of the side; or none
    uint32_t rank;    // among those of its edge, from its lower vertex
    double along;     // the coordinate by which it is ranked, growing from there
    bool is_cut[2];   // on both sides of its edge: a chain ends there
};

// A part of a curve within one triangle, from one passage to the next.
struct chain {
    uint32_t triangle, loop;
    uint32_t from, to;  // passages
    bool is_along;      // one segment, and it runs along an edge
};

// A segment of a curve in a triangle, for loops that do not leave it.
struct piece {
    uint32_t triangle, loop;
    const double *from, *to;
};

// ------------------------------------------------------------------------------------------ forest

uint32_t surface_find(const surface* s, uint32_t i)
{
    while (s->parent[i] != i)
        i = s->parent[i] = s->parent[s->parent[i]];
    return i;
}

static void join(const surface* s, uint32_t i, uint32_t j)
{
    s->parent[surface_find(s, i)] = surface_find(s, j);
}

uint32_t surface_of_loop(const surface* s, size_t loop, int side)
{
    return 2 * (s->interval_count + (uint32_t)loop) + (uint32_t)side;
}

// An interval as a triangle sees it that runs forward along it, from the lower vertex of its edge; or backward.
static uint32_t side_of_interval(uint32_t interval, bool forward)
{
    return 2 * interval + (forward ? 0 : 1);
}

// -------------------------------------------------------------------------------- vertices and edges

static size_t table_size(size_t count)
{
    size_t size = 64;
    while (size < 2 * count)
        size *= 2;
    return size;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t hash_point(const double x[3])
{
    uint64_t words[3];
    memcpy(words, x, sizeof words);
    return mix(mix(mix(0, words[0]), words[1]), words[2]);
}

static bool find_vertices(surface* s)
{
    const size_t count = 3 * s->triangle_count, size = table_size(count);
    uint32_t* table = malloc(size * sizeof *table);
    if (!table) return false;
    memset(table, 0xff, size * sizeof *table);
    for (uint32_t i = 0; i < count; i++) {
        const double* x = s->corners + 3 * (size_t)i;
        size_t at = hash_point(x) & (size - 1);
        while (table[at] != none &&
               memcmp(s->corners + 3 * (size_t)table[at], x, 3 * sizeof *x) != 0)
            at = (at + 1) & (size - 1);
        if (table[at] == none) table[at] = i;
        s->vertices[i] = table[at];
    }
    free(table);
    return true;
}

static uint32_t next_corner(uint32_t corner)
{
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static uint32_t last_corner(uint32_t corner)
{
    return corner % 3 == 0 ? corner + 2 : corner - 1;
}

static bool find_edges(surface* s)
{
    const size_t count = 3 * s->triangle_count, size = table_size(count);
    uint32_t* table = malloc(size * sizeof *table);
    if (!table) return false;
    memset(table, 0xff, size * sizeof *table);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = s->vertices[i], q = s->vertices[next_corner(i)];
        const uint32_t ends[2] = {p < q ? p : q, p < q ? q : p};
        size_t at = mix(mix(0, ends[0]), ends[1]) & (size - 1);
        while (table[at] != none && memcmp(s->ends[table[at]], ends, sizeof ends) != 0)
            at = (at + 1) & (size - 1);
        if (table[at] == none) {
            memcpy(s->ends[s->edge_count], ends, sizeof ends);
            table[at] = (uint32_t)s->edge_count++;
        }
        s->edges[i] = table[at];
        s->uses[table[at]][p == ends[0] ? 0 : 1]++;
    }
    free(table);
    return true;
}

// ---------------------------------------------------------------------------------------- passages

// The axis along which an edge is longest: its points are ranked by this coordinate.
static double coordinate_along(const surface* s, uint32_t edge, const double x[3])
{
    const double* p = s->corners + 3 * (size_t)s->ends[edge][0];
    const double* q = s->corners + 3 * (size_t)s->ends[edge][1];
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(q[k] - p[k]) > fabs(q[axis] - p[axis])) axis = k;
    return q[axis] < p[axis] ? -x[axis] : x[axis];
}

static uint32_t triangle_of(const surface* s, const abut_curve_point* p)
{
    return s->side ? p->pair.b : p->pair.a;
}

static bool has_edge(const surface* s, uint32_t triangle, uint32_t edge)
{
    const uint32_t* edges = s->edges + 3 * (size_t)triangle;
    return edges[0] == edge || edges[1] == edge || edges[2] == edge;
}

// The corner of a triangle at a vertex; none: it has none there.
static uint32_t corner_at(const surface* s, uint32_t triangle, uint32_t vertex)
{
    for (uint32_t i = 3 * triangle; i < 3 * triangle + 3; i++)
        if (s->vertices[i] == vertex) return i;
    return none;
}

// The passage from one triangle to the next at a point of a curve; false: it is none that is understood.
static bool make_passage(const surface* s, const abut_curve_point* p, uint32_t from, passage* out)
{
    const uint32_t to = triangle_of(s, p);
    const int feature = s->side ? p->event.b : p->event.a;
    *out = (passage){.edge = none, .vertex = none};
    if (feature == ABUT_FEATURE_FACE) return false;
    if (feature >= ABUT_FEATURE_EDGE_0) {
        out->edge = s->edges[3 * to + (uint32_t)(feature - ABUT_FEATURE_EDGE_0)];
        out->along = coordinate_along(s, out->edge, p->x);
        return s->uses[out->edge][0] == 1 && s->uses[out->edge][1] == 1 &&
               has_edge(s, from, out->edge);
    }
    out->vertex = s->vertices[3 * to + (uint32_t)feature];
    return corner_at(s, from, out->vertex) != none;
}

static bool is_on(const surface* s, const passage* p, uint32_t edge)
{
    return p->edge == edge ||
           (p->vertex != none && (s->ends[edge][0] == p->vertex || s->ends[edge][1] == p->vertex));
}

// The edge of its triangle that both ends of a segment are on, so that it runs along it; none: it does not.
static uint32_t edge_along(const surface* s, const chain* c)
{
    for (uint32_t i = 3 * c->triangle; i < 3 * c->triangle + 3; i++)
        if (is_on(s, &s->passages[c->from], s->edges[i]) &&
            is_on(s, &s->passages[c->to], s->edges[i]))
            return s->edges[i];
    return none;
}

static void add_piece(surface* s, uint32_t loop, const abut_curve_point* p,
                      const abut_curve_point* q)
{
    s->pieces[s->piece_count++] = (piece){triangle_of(s, p), loop, p->x, q->x};
}

// Cut a loop into chains. False: it is not one that is understood.
static bool cut_loop(surface* s, uint32_t loop)
{
    const abut_curve* curve = &s->couple->overlap->curves[s->loops[loop]];
    const abut_curve_point* points = s->couple->overlap->points + curve->first;
    const size_t first_chain = s->chain_count, count = curve->count;
    const size_t first_passage = s->passage_count;
    size_t first_at = 0, last_at = 0;
    for (size_t i = 0; i < count; i++) {
        const abut_curve_point* p = &points[i];
        const uint32_t from = triangle_of(s, &points[i ? i - 1 : count - 1]);
        add_piece(s, loop, p, &points[i + 1 < count ? i + 1 : 0]);
        const int feature = s->side ? p->event.b : p->event.a;
        if (from == triangle_of(s, p) && feature == ABUT_FEATURE_FACE) continue;
        if (!make_passage(s, p, from, &s->passages[s->passage_count])) return false;
        const uint32_t at = (uint32_t)s->passage_count++;
        if (s->chain_count > first_chain) {
            chain* c = &s->chains[s->chain_count - 1];
            c->to = at;
            c->is_along = i == last_at + 1 && edge_along(s, c) != none;
            if (c->triangle != from) return false;
        } else {
            first_at = i;
        }
        s->chains[s->chain_count++] =
            (chain){.triangle = triangle_of(s, p), .loop = loop, .from = at};
        last_at = i;
    }
    s->alone[loop] = s->passage_count == first_passage ? triangle_of(s, points) : none;
    if (s->alone[loop] != none) return true;
    chain* c = &s->chains[s->chain_count - 1];
    c->to = (uint32_t)first_passage;
    c->is_along = first_at == 0 && last_at == count - 1 && edge_along(s, c) != none;
    return s->passage_count - first_passage > 1 &&
           c->triangle == triangle_of(s, &points[first_at ? first_at - 1 : count - 1]);
}

// --------------------------------------------------------------------------------------- intervals

typedef struct ranked {
    double along;
    uint32_t edge, passage;
} ranked;

static int compare_ranked(const void* x, const void* y)
{
    const ranked *p = x, *q = y;
    if (p->edge != q->edge) return p->edge < q->edge ? -1 : 1;
    return (p->along > q->along) - (p->along < q->along);
}

// Passages divide their edges into intervals. False: some of them cannot be told apart.
static bool rank_passages(surface* s, ranked* list)
{
    size_t count = 0;
    bool fine = true;
    for (size_t i = 0; i < s->passage_count; i++) {
        const passage* p = &s->passages[i];
        if (p->edge != none) list[count++] = (ranked){p->along, p->edge, (uint32_t)i};
    }
    qsort(list, count, sizeof *list, compare_ranked);
    for (size_t i = 0; i < count; i++) {
        s->passages[list[i].passage].rank = s->counts[list[i].edge]++;
        fine = fine && !(i && compare_ranked(&list[i - 1], &list[i]) == 0);
    }
    s->interval_count = 0;
    for (size_t i = 0; i < s->edge_count; i++) {
        s->first[i] = s->interval_count;
        s->interval_count += s->counts[i] + 1;
    }
    return fine;
}

static bool runs_forward(const surface* s, uint32_t corner)
{
    return s->vertices[corner] == s->ends[s->edges[corner]][0];
}

// The first and the last interval of the edge that begins at a corner, as one goes around its triangle.
static uint32_t first_interval(const surface* s, uint32_t corner)
{
    const uint32_t edge = s->edges[corner];
    const bool forward = runs_forward(s, corner);
    return side_of_interval(s->first[edge] + (forward ? 0 : s->counts[edge]), forward);
}

static uint32_t last_interval(const surface* s, uint32_t corner)
{
    const uint32_t edge = s->edges[corner];
    const bool forward = runs_forward(s, corner);
    return side_of_interval(s->first[edge] + (forward ? s->counts[edge] : 0), forward);
}

static uint32_t corner_of_edge(const surface* s, uint32_t triangle, uint32_t edge)
{
    uint32_t corner = 3 * triangle;
    while (s->edges[corner] != edge)
        corner++;
    return corner;
}

// The intervals before and after a passage, as one goes around a triangle that runs so along its edge.
static void intervals_beside(const surface* s, const passage* p, bool forward, uint32_t* before,
                             uint32_t* after)
{
    const uint32_t lower = s->first[p->edge] + p->rank;
    *before = side_of_interval(lower + (forward ? 0 : 1), forward);
    *after = side_of_interval(lower + (forward ? 1 : 0), forward);
}

// The same, of a triangle. A chain that ends there cuts it: only one may.
static bool cut_at(surface* s, uint32_t triangle, passage* p, uint32_t* before, uint32_t* after)
{
    bool* is_cut;
    if (p->edge == none) {
        const uint32_t corner = corner_at(s, triangle, p->vertex);
        *before = last_interval(s, last_corner(corner));
        *after = first_interval(s, corner);
        is_cut = &s->is_cut[corner];
    } else {
        const bool forward = runs_forward(s, corner_of_edge(s, triangle, p->edge));
        intervals_beside(s, p, forward, before, after);
        is_cut = &p->is_cut[forward ? 0 : 1];
    }
    const bool fine = !*is_cut;
    *is_cut = true;
    return fine;
}

// What is on the left of a chain lies between where it leaves its triangle and where it comes in, counter-clockwise.
static bool join_chain(surface* s, const chain* c)
{
    uint32_t before[2], after[2];
    const uint32_t left = surface_of_loop(s, c->loop, SURFACE_LEFT),
                   right = surface_of_loop(s, c->loop, SURFACE_RIGHT);
    if (!cut_at(s, c->triangle, &s->passages[c->from], &before[0], &after[0]) ||
        !cut_at(s, c->triangle, &s->passages[c->to], &before[1], &after[1]))
        return false;
    join(s, left, after[1]);
    join(s, left, before[0]);
    join(s, right, before[1]);
    join(s, right, after[0]);
    return true;
}

// How many intervals of an edge come before a passage.
static uint32_t intervals_before(const surface* s, uint32_t edge, const passage* p)
{
    if (p->edge != none) return p->rank + 1;
    return p->vertex == s->ends[edge][0] ? 0 : s->counts[edge] + 1;
}

// What runs forward along an edge has the triangle that does so on its left.
static bool join_along(surface* s, const chain* c)
{
    const uint32_t edge = edge_along(s, c);
    const uint32_t from = intervals_before(s, edge, &s->passages[c->from]);
    const uint32_t to = intervals_before(s, edge, &s->passages[c->to]);
    if (from == to || s->uses[edge][0] != 1 || s->uses[edge][1] != 1) return false;
    for (uint32_t i = from < to ? from : to; i < (from < to ? to : from); i++) {
        const uint32_t interval = s->first[edge] + i;
        s->is_blocked[interval] = true;
        join(s, surface_of_loop(s, c->loop, SURFACE_LEFT), side_of_interval(interval, from < to));
        join(s, surface_of_loop(s, c->loop, SURFACE_RIGHT), side_of_interval(interval, from > to));
    }
    return true;
}

// Join what no curve parts: around each triangle, and across each edge. False: that is not understood.
static bool join_triangles(surface* s)
{
    bool fine = true;
    for (size_t i = 0; fine && i < s->chain_count; i++)
        fine = s->chains[i].is_along ? join_along(s, &s->chains[i]) : join_chain(s, &s->chains[i]);
    for (uint32_t i = 0; fine && i < 3 * s->triangle_count; i++)
        if (!s->is_cut[i]) join(s, last_interval(s, last_corner(i)), first_interval(s, i));
    for (size_t i = 0; fine && i < s->passage_count; i++)
        for (int side = 0; side < 2 && s->passages[i].edge != none; side++) {
            uint32_t before, after;
            intervals_beside(s, &s->passages[i], side == 0, &before, &after);
            if (!s->passages[i].is_cut[side]) join(s, before, after);
        }
    for (uint32_t i = 0; fine && i < s->interval_count; i++)
        if (!s->is_blocked[i]) join(s, side_of_interval(i, true), side_of_interval(i, false));
    return fine;
}

// -------------------------------------------------------------------- loops that leave no triangle

// A triangle's plane, seen along an axis, so that its corners run counter-clockwise.
typedef struct view {
    int u, v;
} view;

static view view_of(const double t[9])
{
    double normal[3];
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        normal[k] = (t[3 + i] - t[i]) * (t[6 + j] - t[j]) - (t[3 + j] - t[j]) * (t[6 + i] - t[i]);
    }
    for (int k = 1; k < 3; k++)
        if (fabs(normal[k]) > fabs(normal[axis])) axis = k;
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    return normal[axis] > 0 ? (view){i, j} : (view){j, i};
}

static double cross(const view* w, const double o[3], const double p[3], const double q[3])
{
    return (p[w->u] - o[w->u]) * (q[w->v] - o[w->v]) - (p[w->v] - o[w->v]) * (q[w->u] - o[w->u]);
}

// Where a ray from a point along u meets a segment; INFINITY: it does not.
static double meet(const view* w, const double o[3], const double p[3], const double q[3])
{
    if ((p[w->v] > o[w->v]) == (q[w->v] > o[w->v])) return (double)INFINITY;
    const double part = (o[w->v] - p[w->v]) / (q[w->v] - p[w->v]);
    const double u = p[w->u] + part * (q[w->u] - p[w->u]);
    return u > o[w->u] ? u : (double)INFINITY;
}

// The interval of a triangle's border that the ray meets.
static uint32_t border_interval(const surface* s, uint32_t triangle, const view* w,
                                const double o[3])
{
    double nearest = (double)INFINITY, x[3] = {0};
    uint32_t hit = none;
    bool forward = false;
    for (uint32_t c = 3 * triangle; c < 3 * triangle + 3; c++) {
        const double* p = s->corners + 3 * (size_t)c;
        const double* q = s->corners + 3 * (size_t)next_corner(c);
        const double u = meet(w, o, p, q);
        if (!(u < nearest)) continue;
        const double part = (o[w->v] - p[w->v]) / (q[w->v] - p[w->v]);
        nearest = u;
        hit = s->edges[c];
        forward = runs_forward(s, c);
        for (int k = 0; k < 3; k++)
            x[k] = p[k] + part * (q[k] - p[k]);
    }
    if (hit == none) return none;
    const double along = coordinate_along(s, hit, x);
    uint32_t before = 0;  // intervals
    for (size_t i = 0; i < s->passage_count; i++)
        before += s->passages[i].edge == hit && s->passages[i].along < along;
    return side_of_interval(s->first[hit] + before, forward);
}

// The point of a loop that is farthest along u; *area gets twice the area that it bounds, above 0 where that is on its left.
static const double* farthest(const surface* s, uint32_t loop, const view* w, double* area)
{
    const abut_curve* curve = &s->couple->overlap->curves[s->loops[loop]];
    const abut_curve_point* points = s->couple->overlap->points + curve->first;
    const double* most = points[0].x;
    *area = 0;
    for (size_t i = 0; i < curve->count; i++) {
        if (points[i].x[w->u] > most[w->u]) most = points[i].x;
        *area += cross(w, points[0].x, points[i].x, points[i + 1 < curve->count ? i + 1 : 0].x);
    }
    return most;
}

// Join what is about a loop with what is next to it. Pieces of its triangle follow each other. False: that is not understood.
static bool place_loop(surface* s, uint32_t loop, const piece* pieces, size_t count)
{
    const uint32_t triangle = s->alone[loop];
    const view w = view_of(s->corners + 9 * (size_t)triangle);
    const piece* hit = NULL;
    double area, nearest = (double)INFINITY;
    const double* o = farthest(s, loop, &w, &area);
    for (size_t i = 0; i < count; i++) {
        const double u =
            pieces[i].loop == loop ? (double)INFINITY : meet(&w, o, pieces[i].from, pieces[i].to);
        if (!(u < nearest)) continue;
        nearest = u;
        hit = &pieces[i];
    }
    const uint32_t outer = surface_of_loop(s, loop, area > 0 ? SURFACE_RIGHT : SURFACE_LEFT);
    const uint32_t next =
        hit ? surface_of_loop(s, hit->loop,
                              cross(&w, hit->from, hit->to, o) > 0 ? SURFACE_LEFT : SURFACE_RIGHT)
            : border_interval(s, triangle, &w, o);
    if (next == none || area == 0) return false;
    join(s, outer, next);
    return true;
}

static int compare_pieces(const void* x, const void* y)
{
    const piece *p = x, *q = y;
    return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static bool place_loops(surface* s)
{
    bool fine = true;
    qsort(s->pieces, s->piece_count, sizeof *s->pieces, compare_pieces);
    for (size_t i = 0, end; i < s->piece_count; i = end) {
        for (end = i; end < s->piece_count && s->pieces[end].triangle == s->pieces[i].triangle;)
            end++;
        uint32_t placed = none;
        for (size_t k = i; fine && k < end; k++) {
            const uint32_t loop = s->pieces[k].loop;
            if (s->alone[loop] == none || loop == placed) continue;
            fine = place_loop(s, loop, s->pieces + i, end - i);
            placed = loop;
        }
    }
    return fine;
}

// ----------------------------------------------------------------------------------------- surface

static bool open_surface(surface* s, size_t point_count)
{
    const size_t corners = 3 * s->triangle_count + 1, points = point_count + 1;
    const size_t loops = s->loop_count + 1;
    s->vertices = calloc(corners, sizeof *s->vertices);
    s->edges = calloc(corners, sizeof *s->edges);
    s->ends = calloc(corners, sizeof *s->ends);
    s->uses = calloc(corners, sizeof *s->uses);
    s->first = calloc(corners, sizeof *s->first);
    s->counts = calloc(corners, sizeof *s->counts);
    s->is_cut = calloc(corners, sizeof *s->is_cut);
    s->passages = calloc(points, sizeof *s->passages);
    s->chains = calloc(points, sizeof *s->chains);
    s->pieces = calloc(points, sizeof *s->pieces);
    s->alone = calloc(loops, sizeof *s->alone);
    s->is_blocked = calloc(corners + points, sizeof *s->is_blocked);
    s->parent = calloc(2 * (corners + points + loops), sizeof *s->parent);
    return s->vertices && s->edges && s->ends && s->uses && s->first && s->counts && s->is_cut &&
           s->passages && s->chains && s->pieces && s->alone && s->is_blocked && s->parent;
}

void surface_close(surface* s)
{
    free(s->vertices);
    free(s->edges);
    free(s->ends);
    free(s->uses);
    free(s->first);
    free(s->counts);
    free(s->is_cut);
    free(s->passages);
    free(s->chains);
    free(s->pieces);
    free(s->alone);
    free(s->is_blocked);
    free(s->parent);
}

bool surface_join(surface* s, size_t point_count, bool* understood)
{
    *understood = true;
    if (!open_surface(s, point_count) || !find_vertices(s) || !find_edges(s)) return false;
    for (size_t i = 0; *understood && i < s->loop_count; i++)
        *understood = cut_loop(s, (uint32_t)i);
    if (!*understood) return true;
    ranked* list = malloc((s->passage_count + 1) * sizeof *list);
    if (!list) return false;
    *understood = rank_passages(s, list);
    free(list);
    if (!*understood) return true;
    for (uint32_t i = 0; i < 2 * (s->interval_count + s->loop_count); i++)
        s->parent[i] = i;
    *understood = join_triangles(s) && place_loops(s);
    return true;
}
