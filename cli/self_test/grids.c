// grids.c - every pair of triangles with corners in {0,1}^3 and in {0,1,2}^3, decided one by
// one and counted by kind. Two programs that are not this library found the numbers (docs/proofs/index.md),
// and no scale by a power of two, no common pose and no state of the machine may change them.
#include "self_test/float.h"
#include "self_test/self_test.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- expected

typedef struct kind_counts {
    uint64_t of[4];  // by abut_kind
} kind_counts;

typedef struct grid_table {
    int side;
    uint64_t triangles[3];    // by rank: points, segments, triangles
    kind_counts pairs[3][3];  // by rank, the lower first; a pair in one order only
} grid_table;

static const grid_table small_table = {
    2,
    {8, 56, 56},
    {{{{28, 8, 0, 0}}, {{336, 112, 0, 0}}, {{280, 168, 0, 0}}},
     {{{0}}, {{792, 720, 0, 84}}, {{912, 1792, 0, 432}}},
     {{{0}}, {{0}}, {{172, 1164, 132, 128}}}},
};
static const grid_table large_table = {
    3,
    {27, 751, 2876},
    {{{{351, 27, 0, 0}}, {{18628, 1649, 0, 0}}, {{67720, 9932, 0, 0}}},
     {{{0}}, {{226062, 54526, 0, 1788}}, {{1385436, 709556, 0, 64884}}},
     {{{0}}, {{0}}, {{1754002, 1635072, 704160, 43892}}}},
};

// --------------------------------------------------------------------------------------- triangles

enum { MOST_POINTS = 27, MOST_TRIANGLES = 3654, SYMMETRIES = 48 };

// All multisets of three points of a grid.
typedef struct grid {
    size_t count;
    int side;
    int points[MOST_TRIANGLES][3];
    int rank[MOST_TRIANGLES];
} grid;

static int coordinate(int side, int point, int axis)
{
    for (int i = 0; i < axis; i++)
        point /= side;
    return point % side;
}

static int rank_of(int side, const int points[3])
{
    int u[3], v[3];
    if (points[0] == points[1] && points[1] == points[2]) return 0;
    for (int i = 0; i < 3; i++) {
        u[i] = coordinate(side, points[1], i) - coordinate(side, points[0], i);
        v[i] = coordinate(side, points[2], i) - coordinate(side, points[0], i);
    }
    const bool on_a_line =
        u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0];
    return on_a_line ? 1 : 2;
}

static void grid_fill(grid* g, int side)
{
    const int points = side * side * side;
    g->side = side;
    g->count = 0;
    for (int p = 0; p < points; p++)
        for (int q = p; q < points; q++)
            for (int r = q; r < points; r++) {
                const int of[3] = {p, q, r};
                memcpy(g->points[g->count], of, sizeof of);
                g->rank[g->count++] = rank_of(side, of);
            }
}

// ----------------------------------------------------------------------------------------- placing

// How a grid comes into the world: x -> pose(scale * x).
typedef struct placing {
    const char* name;
    double scale;
    abut_pose pose;
    // b's axes are permuted in its file, and its pose takes that back: the poses are equal but not their
    // bits.
    bool permuted;
} placing;

// A turn that is not exact in doubles, and numbers that need all their bits.
#define TURNED                                                                                     \
    {                                                                                              \
        {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}}, {0.1, -7.3, 1048576.7}, 1.1       \
    }

static const placing in_place = {"in place", 1, {{{0}}, {0}, 0}, false};
static const placing subnormal = {"times 2^-1060", 0x1p-1060, {{{0}}, {0}, 0}, false};
static const placing huge = {"times 2^900", 0x1p900, {{{0}}, {0}, 0}, false};
static const placing turned = {"turned together", 1, TURNED, false};
static const placing permuted = {"turned together by other bits", 1, TURNED, true};
static const placing tiny_and_turned = {"times 2^-1060, turned together by other bits", 0x1p-1060,
                                        TURNED, true};

typedef struct placed_grid {
    double corners[MOST_TRIANGLES][9];
    abut_pose pose;
} placed_grid;

static void place(placed_grid* out, const grid* g, const placing* p, bool permute)
{
    static const int from[3] = {1, 2, 0};
    out->pose = p->pose;
    for (int i = 0; i < 3 && permute; i++)
        for (int j = 0; j < 3; j++)
            out->pose.rotation[i][j] = p->pose.rotation[i][from[j]];
    for (size_t t = 0; t < g->count; t++)
        for (int k = 0; k < 9; k++) {
            const int axis = permute ? from[k % 3] : k % 3;
            out->corners[t][k] = p->scale * coordinate(g->side, g->points[t][k / 3], axis);
        }
}

// ---------------------------------------------------------------------------------------- counting

typedef struct field {
    self_report* report;
    self_check* check;
    grid* grid;
    placed_grid* side[2];
    const placing* placing;
    const float_mode* mode;
} field;

// Decide a pair and count it, so many times; the library must leave the machine as it is.
static void count_pair(const field* f, kind_counts of[3][3], size_t i, size_t j, uint64_t times)
{
    abut_contact contact = {.kind = ABUT_KIND_APART};
    const abut_status status =
        abut_triangles_touch(f->side[0]->corners[i], &f->side[0]->pose, f->side[1]->corners[j],
                             &f->side[1]->pose, &contact);
    const int a = f->grid->rank[i], b = f->grid->rank[j];
    if (status == ABUT_OK && (unsigned)contact.kind <= ABUT_KIND_COPLANAR) {
        f->check->count++;
        of[a < b ? a : b][a < b ? b : a].of[contact.kind] += times;
    } else {
        self_expect(f->check, false, "{0..%d}^3 %s, %s: pair %zu, %zu: %s, kind %d",
                    f->grid->side - 1, f->placing->name, f->mode->name, i, j,
                    abut_status_text(status), (int)contact.kind);
    }
}

static void compare(const field* f, const grid_table* table, const kind_counts of[3][3], bool both)
{
    static const char* const ranks[] = {"point", "segment", "triangle"};
    static const char* const kinds[] = {"apart", "touch", "cross", "coplanar"};
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 3; b++)
            for (int k = 0; k < 4; k++) {
                uint64_t expected = table->pairs[a][b].of[k];
                if (both) expected *= 2;
                // What is paired with itself came once: a point touches itself, the others lie in
                // one plane.
                if (both && a == b && k == (a ? ABUT_KIND_COPLANAR : ABUT_KIND_TOUCH))
                    expected -= table->triangles[a];
                const uint64_t found = of[a][b].of[k];
                self_expect(f->check, found == expected,
                            "{0..%d}^3 %s, %s: %s-%s %s: %llu pairs, expected %llu",
                            f->grid->side - 1, f->placing->name, f->mode->name, ranks[a], ranks[b],
                            kinds[k], (unsigned long long)found, (unsigned long long)expected);
            }
}

// Every pair once, in one order or the other.
static void count_pairs(const field* f, const grid_table* table)
{
    kind_counts of[3][3] = {{{{0}}}};
    place(f->side[0], f->grid, f->placing, false);
    place(f->side[1], f->grid, f->placing, f->placing->permuted);
    float_mode_enter(f->mode);
    const uint64_t control = float_control();
    for (size_t i = 0; i < f->grid->count; i++)
        for (size_t j = i; j < f->grid->count; j++)
            if ((i + j) % 2)
                count_pair(f, of, i, j, 1);
            else
                count_pair(f, of, j, i, 1);
    const bool kept = control == float_control();
    float_mode_leave();
    self_expect(f->check, kept, "%s: abut_triangles_touch left the machine in another mode",
                f->mode->name);
    compare(f, table, (const kind_counts(*)[3])of, false);
}

// --------------------------------------------------------------------------------- the larger grid

// Triangles that symmetries of the cube take to each other make an orbit: asking for one of them against
// all is enough, and of two orbits only one needs to be asked for against the other.
typedef struct orbits {
    size_t count;
    size_t orbit_of[MOST_TRIANGLES];
    uint32_t size[MOST_TRIANGLES];                        // of an orbit
    uint32_t first[MOST_TRIANGLES];                       // triangle of an orbit
    uint32_t order[MOST_TRIANGLES];                       // all triangles, orbit by orbit
    uint32_t place[MOST_TRIANGLES];                       // of an orbit in that order
    int number[MOST_POINTS * MOST_POINTS * MOST_POINTS];  // of a triangle by its code, from 1
    int image[SYMMETRIES][MOST_POINTS];
    uint32_t triangles[2][MOST_TRIANGLES][3];  // the first ones, and all in that order
} orbits;

// The image of a point: the axes permuted, then some of them turned round.
static int image_of(int side, int point, int symmetry)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    int image = 0;
    for (int i = 2; i >= 0; i--) {
        const int x = coordinate(side, point, orders[symmetry / 8][i]);
        image = image * side + (symmetry >> i & 1 ? side - 1 - x : x);
    }
    return image;
}

static void swap_if_above(int* x, int* y)
{
    if (*x <= *y) return;
    const int kept = *x;
    *x = *y;
    *y = kept;
}

// A number for a multiset of points, the same for any order of them.
static int code_of(int p, int q, int r)
{
    swap_if_above(&p, &q);
    swap_if_above(&q, &r);
    swap_if_above(&p, &q);
    return (p * MOST_POINTS + q) * MOST_POINTS + r;
}

static void prepare_orbits(orbits* o, const grid* g)
{
    for (int s = 0; s < SYMMETRIES; s++)
        for (int p = 0; p < MOST_POINTS; p++)
            o->image[s][p] = image_of(g->side, p, s);
    for (size_t t = 0; t < g->count; t++)
        o->number[code_of(g->points[t][0], g->points[t][1], g->points[t][2])] = (int)t + 1;
}

static void orbits_find(orbits* o, const grid* g)
{
    memset(o, 0, sizeof *o);
    prepare_orbits(o, g);
    uint32_t placed = 0;
    for (uint32_t t = 0; t < g->count; t++) {
        // Orbits are counted from 1 until all are found; 0 is a triangle without one.
        if (o->orbit_of[t]) continue;
        o->first[o->count] = t;
        o->place[o->count] = placed;
        for (int s = 0; s < SYMMETRIES; s++) {
            const int code = code_of(o->image[s][g->points[t][0]], o->image[s][g->points[t][1]],
                                     o->image[s][g->points[t][2]]);
            const uint32_t image = (uint32_t)(o->number[code] - 1);
            if (o->orbit_of[image]) continue;
            o->orbit_of[image] = o->count + 1;
            o->order[placed++] = image;
        }
        o->size[o->count] = placed - o->place[o->count];
        o->count++;
    }
    for (size_t t = 0; t < g->count; t++) {
        o->orbit_of[t]--;
        for (int k = 0; k < 3; k++)
            o->triangles[1][t][k] = (uint32_t)g->points[o->order[t]][k];
    }
    for (size_t c = 0; c < o->count; c++)
        for (int k = 0; k < 3; k++)
            o->triangles[0][c][k] = (uint32_t)g->points[o->first[c]][k];
}

// Some orbits, by their first triangles, against these and all later ones.
typedef struct orbit_block {
    size_t begin, end;
    abut_model* model[2];
} orbit_block;

static abut_status block_build(orbit_block* b, const orbits* o, const grid* g)
{
    double vertices[MOST_POINTS][3];
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    for (int p = 0; p < MOST_POINTS; p++)
        for (int k = 0; k < 3; k++)
            vertices[p][k] = coordinate(g->side, p, k);
    for (int side = 0; side < 2; side++) {
        const size_t from = side ? o->place[b->begin] : b->begin;
        const abut_soup soup = {.vertices = vertices[0],
                                .vertex_count = MOST_POINTS,
                                .triangles = o->triangles[side][from],
                                .triangle_count = (side ? g->count : b->end) - from};
        const abut_status status = abut_model_build(&b->model[side], &soup, &brute);
        if (status != ABUT_OK) return status;
    }
    return ABUT_OK;
}

// Count all pairs of a block by the hits of a query, as both orders of them, and decide one of every
// SAMPLE pairs again by itself.
static void count_hits(const field* f, const orbits* o, const orbit_block* block,
                       const abut_hits* hits, kind_counts of[3][3])
{
    enum { SAMPLE = 13 };
    const grid* g = f->grid;
    const size_t from = o->place[block->begin];
    size_t next = 0;
    for (size_t c = block->begin; c < block->end; c++)
        for (size_t k = from; k < g->count; k++) {
            const uint32_t i = o->first[c], j = o->order[k];
            const int a = g->rank[i], b = g->rank[j];
            const int low = a < b ? a : b, high = a < b ? b : a;
            abut_kind kind = ABUT_KIND_APART;
            if (next < hits->count && hits->pairs[next].a == c - block->begin &&
                hits->pairs[next].b == k - from)
                kind = hits->contacts[next++].kind;
            if (o->orbit_of[j] < c) continue;  // asked for before
            of[low][high].of[kind & 3] += (uint64_t)o->size[c] * (o->orbit_of[j] == c ? 1 : 2);
            f->check->count++;
            if ((c + k) % SAMPLE) continue;
            kind_counts alone[3][3] = {{{{0}}}};
            count_pair(f, alone, i, j, 1);
            self_expect(f->check, alone[low][high].of[kind & 3] == 1,
                        "pair %u, %u alone is not of the kind %d that it has in a query", i, j,
                        (int)kind);
        }
    self_expect(f->check, next == hits->count, "%zu hits are out of order", hits->count - next);
}

// Every pair in both orders, by symmetry.
static void count_by_symmetry(const field* f, const orbits* o, const grid_table* table)
{
    enum { BLOCK = 16 };
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    kind_counts of[3][3] = {{{{0}}}};
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, NULL);
    place(f->side[0], f->grid, f->placing, false);
    place(f->side[1], f->grid, f->placing, false);
    for (size_t begin = 0; begin < o->count && status == ABUT_OK; begin += BLOCK) {
        orbit_block block = {
            begin, begin + BLOCK < o->count ? begin + BLOCK : o->count, {NULL, NULL}};
        abut_hits hits = {0};
        status = block_build(&block, o, f->grid);
        const abut_instance a = {.model = block.model[0]}, b = {.model = block.model[1]};
        if (status == ABUT_OK) status = abut_collide(query, &a, &b, &ask, &hits);
        if (status == ABUT_OK) count_hits(f, o, &block, &hits, of);
        abut_model_free(block.model[0]);
        abut_model_free(block.model[1]);
    }
    abut_query_free(query);
    if (self_expect_ok(f->report, f->check, status, "abut_collide"))
        compare(f, table, (const kind_counts(*)[3])of, true);
}

// ------------------------------------------------------------------------------------------ checks

static void check_placing(field* f, const char* name, const placing* p)
{
    f->check = self_begin(f->report, "%s", name);
    if (!f->check) return;
    f->placing = p;
    f->mode = &float_modes[0];
    count_pairs(f, &small_table);
    self_end(f->check);
}

// The grid in two placings, in some modes.
static void check_modes(field* f, const char* name, int first, int end,
                        const placing* const placings[2])
{
    f->check = self_begin(f->report, "%s", name);
    if (!f->check) return;
    if (float_modes[first].flush && !float_flush_is_known()) {
        self_skip(f->check, "how to switch subnormals off is not known for this machine");
        self_end(f->check);
        return;
    }
    for (int k = first; k < end; k++) {
        f->mode = &float_modes[k];
        float_mode_enter(f->mode);
        const bool shows = float_mode_shows(f->mode);
        float_mode_leave();
        if (!shows) {
            self_skip(f->check, "%s: this machine does not do it", f->mode->name);
            continue;
        }
        for (int p = 0; p < 2; p++) {
            f->placing = placings[p];
            count_pairs(f, &small_table);
        }
    }
    self_expect(f->check, float_mode_shows(&float_modes[0]), "the first mode did not come back");
    self_end(f->check);
}

static void check_large(field* f)
{
    f->check = self_begin(f->report, "grids");
    if (!f->check) return;
    orbits* o = malloc(sizeof *o);
    if (!o) {
        f->report->out_of_memory = true;
        return;
    }
    f->placing = &in_place;
    f->mode = &float_modes[0];
    grid_fill(f->grid, large_table.side);
    orbits_find(o, f->grid);
    count_by_symmetry(f, o, &large_table);
    self_end(f->check);
    free(o);
}

static void check_small(field* f)
{
    static const placing* const rounding[2] = {&in_place, &permuted};
    static const placing* const flush[2] = {&subnormal, &tiny_and_turned};
    grid_fill(f->grid, small_table.side);
    check_placing(f, "grids-in-place", &in_place);
    check_placing(f, "grids-subnormal", &subnormal);
    check_placing(f, "grids-huge", &huge);
    check_placing(f, "grids-equal-poses", &turned);
    check_placing(f, "grids-posed", &permuted);
    check_modes(f, "grids-rounding", 1, FLOAT_MODES_PLAIN, rounding);
    check_modes(f, "grids-flush", FLOAT_MODES_PLAIN, FLOAT_MODES, flush);
}

void self_test_grids(self_report* r)
{
    field f = {.report = r, .grid = malloc(sizeof(grid))};
    f.side[0] = malloc(sizeof(placed_grid));
    f.side[1] = malloc(sizeof(placed_grid));
    if (f.grid && f.side[0] && f.side[1]) {
        check_large(&f);
        check_small(&f);
    } else {
        r->out_of_memory = true;
    }
    free(f.grid);
    free(f.side[0]);
    free(f.side[1]);
}
