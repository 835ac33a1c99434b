// pierce.c - whether one solid passes through another: a piece of its surface within the other one leads from one closed curve of
// contact to another. Pieces are found by joining what lies between the curves, triangle by triangle. Only the order of points
// along edges is looked at, which rounding keeps, and on which side of a curve something is.
#include "clash/rows/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT, RIGHT };
static const uint32_t none = UINT32_MAX;

// Where a curve leaves one triangle of a side for the next: on an edge, or at a vertex.
typedef struct passage {
    uint32_t edge;    // or none: at a vertex
    uint32_t vertex;  // of the side; or none
    uint32_t rank;    // among those of its edge, from its lower vertex
    double along;     // the coordinate by which it is ranked, growing from there
    bool is_cut[2];   // on both sides of its edge: a chain ends there
} passage;

// A part of a curve within one triangle, from one passage to the next.
typedef struct chain {
    uint32_t triangle, loop;
    uint32_t from, to;  // passages
    bool is_along;      // one segment, and it runs along an edge
} chain;

// A segment of a curve in a triangle, for loops that do not leave it.
typedef struct piece {
    uint32_t triangle, loop;
    const double *from, *to;
} piece;

typedef struct surface {
    const clash_couple* couple;
    const size_t* loops;  // curves
    size_t loop_count;
    int side;
    const double* corners;
    size_t triangle_count, edge_count, passage_count, chain_count, piece_count;
    uint32_t* vertices;   // of each corner: the first corner that is the same
    uint32_t* edges;      // of each corner: the edge that begins there
    uint32_t (*ends)[2];  // of each edge: its vertices, the lower first
    uint32_t (*uses)
        [2];  // of each edge: by so many triangles that run along it from its lower vertex, and by others
    uint32_t* first;    // of each edge: its first interval
    uint32_t* counts;   // of each edge: its passages
    passage* passages;  // as the curves run
    bool* is_cut;       // of each corner: a chain of its triangle ends there
    chain* chains;
    piece* pieces;
    uint32_t* alone;   // of each loop: the triangle that it does not leave; or none
    bool* is_blocked;  // of each interval: a curve runs along it
    uint32_t* parent;  // a forest of both sides of intervals, and then of loops
    uint32_t interval_count;
} surface;

// ------------------------------------------------------------------------------------------ forest

static uint32_t find(const surface* s, uint32_t i)
{
    while (s->parent[i] != i)
        i = s->parent[i] = s->parent[s->parent[i]];
    return i;
}

static void join(const surface* s, uint32_t i, uint32_t j)
{
    s->parent[find(s, i)] = find(s, j);
}

static uint32_t side_of_loop(const surface* s, size_t loop, int side)
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
    const uint32_t left = side_of_loop(s, c->loop, LEFT), right = side_of_loop(s, c->loop, RIGHT);
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
        join(s, side_of_loop(s, c->loop, LEFT), side_of_interval(interval, from < to));
        join(s, side_of_loop(s, c->loop, RIGHT), side_of_interval(interval, from > to));
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
    const uint32_t outer = side_of_loop(s, loop, area > 0 ? RIGHT : LEFT);
    const uint32_t next =
        hit ? side_of_loop(s, hit->loop, cross(&w, hit->from, hit->to, o) > 0 ? LEFT : RIGHT)
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

static void close_surface(surface* s)
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

// Join what hangs together. *understood: false where a curve is not what this knows. Returns false without memory.
static bool join_surface(surface* s, size_t point_count, bool* understood)
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

// Six times the volume that the triangles bound: above 0 where they look outward.
static double volume_of(const double* corners, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double t[9];
        for (int k = 0; k < 9; k++)
            t[k] = corners[9 * i + (size_t)k] - corners[k % 3];
        sum += t[0] * (t[4] * t[8] - t[5] * t[7]) + t[1] * (t[5] * t[6] - t[3] * t[8]) +
               t[2] * (t[3] * t[7] - t[4] * t[6]);
    }
    return sum;
}

// ------------------------------------------------------------------------------------------- loops

// Which pieces of both surfaces a loop is between.
typedef struct between {
    uint32_t in[2], out[2];  // of each side: its piece within the other one, and that outside
} between;

static int order_of(const between* p, const between* q, int side)
{
    const uint32_t x[4] = {p->in[side], p->in[1 - side], p->out[1 - side], p->out[side]};
    const uint32_t y[4] = {q->in[side], q->in[1 - side], q->out[1 - side], q->out[side]};
    for (int k = 0; k < 4; k++)
        if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
    return 0;
}

static int order_by_first(const void* p, const void* q)
{
    return order_of(p, q, 0);
}

static int order_by_second(const void* p, const void* q)
{
    return order_of(p, q, 1);
}

// How a side passes through the other one: a piece of it within that leads from one loop to another. THROUGH: these bound different
// pieces of the other one's surface. AROUND: beyond them the side goes on in different pieces, and the other one in one, as a ring
// about a shaft, or the end of a tube in a wall.
static clash_passing passing_of(between* list, size_t count, int side)
{
    const int other = 1 - side;
    clash_passing passing = CLASH_PASSES_NOT;
    qsort(list, count, sizeof *list, side ? order_by_second : order_by_first);
    for (size_t i = 1; i < count; i++) {
        const between *p = &list[i - 1], *q = &list[i];
        if (p->in[side] != q->in[side]) continue;
        if (p->in[other] != q->in[other]) return CLASH_PASSES_THROUGH;
        if (p->out[other] == q->out[other] && p->out[side] != q->out[side])
            passing = CLASH_PASSES_AROUND;
    }
    return passing;
}

static bool judge_loops(const surface s[2], clash_passing pierced[2])
{
    const size_t count = s[0].loop_count;
    between* list = malloc((count + 1) * sizeof *list);
    if (!list) return false;
    const bool* mirrored = s[0].couple->is_mirrored;
    for (int side = 0; side < 2; side++) {
        // The inside of side 1 is on the left on side 0, if its triangles look outward in the file; that of side 0 on the right
        // on side 1. Seen by a side's own triangles, a pose that mirrors it exchanges left and right.
        const int other = 1 - side;
        const bool outward =
            (volume_of(s[other].corners, s[other].triangle_count) > 0) != mirrored[other];
        const bool left = (outward == (side == 0)) != mirrored[side];
        const int inner = left ? LEFT : RIGHT;
        for (size_t i = 0; i < count; i++) {
            list[i].in[side] = find(&s[side], side_of_loop(&s[side], i, inner));
            list[i].out[side] = find(&s[side], side_of_loop(&s[side], i, 1 - inner));
        }
    }
    for (int side = 0; side < 2; side++)
        pierced[1 - side] = passing_of(list, count, side);
    free(list);
    return true;
}

// The closed curves of regions that have no other ones.
static size_t list_loops(const abut_overlap_answer* o, bool* is_mixed, size_t* loops)
{
    size_t count = 0;
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        if (c->kind == ABUT_CURVE_BORDER ||
            (c->kind == ABUT_CURVE_CROSSING && !(c->is_closed && c->is_directed)))
            is_mixed[c->region] = true;
    }
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        if (c->kind == ABUT_CURVE_CROSSING && !is_mixed[c->region]) loops[count++] = i;
    }
    return count;
}

static bool judge_surfaces(const clash_couple* c, const size_t* loops, size_t count,
                           clash_passing pierced[2])
{
    surface s[2] = {{0}};
    bool fine = true, understood = true;
    for (int side = 0; side < 2 && fine && understood; side++) {
        s[side] = (surface){.couple = c,
                            .loops = loops,
                            .loop_count = count,
                            .side = side,
                            .corners = c->corners[side],
                            .triangle_count = c->counts[side]};
        fine = join_surface(&s[side], c->overlap->point_count, &understood);
    }
    if (fine && understood) fine = judge_loops(s, pierced);
    close_surface(&s[0]);
    close_surface(&s[1]);
    return fine;
}

bool clash_pierce(const clash_couple* c, clash_passing pierced[2])
{
    const abut_overlap_answer* o = c->overlap;
    bool* is_mixed = calloc(o->region_count + 1, sizeof *is_mixed);
    size_t* loops = calloc(o->curve_count + 1, sizeof *loops);
    bool fine = is_mixed && loops;
    pierced[0] = pierced[1] = CLASH_PASSES_NOT;
    if (fine) {
        const size_t count = list_loops(o, is_mixed, loops);
        if (count > 1) fine = judge_surfaces(c, loops, count, pierced);
    }
    free(is_mixed);
    free(loops);
    return fine;
}
