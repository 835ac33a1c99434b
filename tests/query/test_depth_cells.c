// test_depth_cells.c - solids made of cells of a lattice, where every answer about depths can be counted: which cells both share,
// at which translations they share one, which of these is the shortest, and how far a surface is from
// another. Cells of both are on one lattice, so that faces are flush, or shifted by half a cell. With
// cavities, edges of four faces, several components, and surfaces cut into more triangles.
#include "query/cells.h"
#include "query/depth_check.h"

#include <stdio.h>

enum { FINE = 2 * SIDE + 2 };  // half cells of each axis

// A solid in half cells: inside of each, by twice the cell, plus 1 where it is shifted.
typedef struct halves {
    uint8_t full[FINE][FINE][FINE];
} halves;

static int half_at(const halves* h, int x, int y, int z)
{
    if (x < 0 || y < 0 || z < 0 || x >= FINE || y >= FINE || z >= FINE) return 0;
    return h->full[x][y][z];
}

typedef struct scene {
    cells c[2];
    int is_shifted;  // b, by half a cell along each axis
    halves h[2];
    solid surface[2];
    convex_set set[2];
    abut_pose pose[2];
    abut_model* model[2];
    abut_solid* solid[2];
    abut_query* query;
    abut_instance at[2];
} scene;

static halves halves_of(const cells* c, int shift)
{
    halves h;
    memset(&h, 0, sizeof h);
    for (int x = shift; x < 2 * SIDE + shift; x++)
        for (int y = shift; y < 2 * SIDE + shift; y++)
            for (int z = shift; z < 2 * SIDE + shift; z++)
                h.full[x][y][z] = c->full[(x - shift) / 2][(y - shift) / 2][(z - shift) / 2];
    return h;
}

// Runs of cells along x.
static void runs_of(convex_set* out, const cells* c, const abut_pose* pose)
{
    const affine map = oracle_affine(pose);
    for (int y = 0; y < SIDE; y++)
        for (int z = 0; z < SIDE; z++)
            for (int x = 0; x < SIDE; x++) {
                const int from = x;
                while (x < SIDE && c->full[x][y][z])
                    x++;
                const double low[3] = {from, y, z}, high[3] = {x, y + 1, z + 1};
                if (x > from) convex_add_box(out, low, high, &map);
            }
}

static size_t solid_count(const cells* c)
{
    size_t count = 0;
    for (int i = 0; i < CELLS; i++)
        count += (&c->full[0][0][0])[i] != 0;
    return count;
}

static void scene_open(scene* s, abut_method method, int cuts, rng* r)
{
    for (int side = 0; side < 2; side++) {
        s->h[side] = halves_of(&s->c[side], side && s->is_shifted);
        for (int k = 0; k < 3 && side && s->is_shifted; k++)
            s->pose[1].translation[k] = 0.5;
        s->surface[side] = cells_surface(&s->c[side], 1, 0);
        if (cuts & 1) solid_quarter(&s->surface[side]);
        if (cuts & 2) solid_scatter(&s->surface[side], r);
        runs_of(&s->set[side], &s->c[side], &s->pose[side]);
        s->model[side] = solid_model(&s->surface[side], method);
        s->at[side] = (abut_instance){.model = s->model[side], .pose = s->pose[side]};
        assert_int_equal(abut_solid_build(&s->solid[side], s->model[side], NULL), ABUT_OK);
    }
    assert_int_equal(abut_query_create(&s->query, NULL), ABUT_OK);
}

static void scene_close(scene* s)
{
    abut_query_free(s->query);
    for (int side = 0; side < 2; side++) {
        abut_solid_free(s->solid[side]);
        abut_model_free(s->model[side]);
        solid_free(&s->surface[side]);
        convex_free(&s->set[side]);
    }
}

// One of several sorts: few, many, a block with holes, a frame and what is in it.
static cells cells_of_sort(rng* r, int sort)
{
    cells c;
    if (sort == 0) return cells_random(r, 1, 0, 4);
    if (sort == 1) return cells_random(r, 2, (int)rng_below(r, 2), 40);
    memset(&c, 0, sizeof c);
    int low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = (int)rng_below(r, SIDE - 2);
        high[k] = low[k] + 2 + (int)rng_below(r, (size_t)(SIDE - 1 - low[k]));
    }
    const int holes = (int)rng_below(r, 4), axis = (int)rng_below(r, 3);
    for (int x = low[0]; x < high[0] && x < SIDE; x++)
        for (int y = low[1]; y < high[1] && y < SIDE; y++)
            for (int z = low[2]; z < high[2] && z < SIDE; z++) {
                const int at[3] = {x, y, z};
                int inner = 0;  // of how many axes it is not at an end
                for (int k = 0; k < 3; k++)
                    inner += at[k] > low[k] && at[k] < high[k] - 1 && (k != axis || sort != 3);
                c.full[x][y][z] =
                    !((sort == 2 && inner == 3 && holes) || (sort == 3 && inner == 2) ||
                      (sort == 4 && rng_below(r, 100) < 10));
            }
    return c;
}

static int faults;

static void tell(const scene* s, const char* what, double lo, double hi, double is)
{
    if (faults++ > 40) return;
    fprintf(stderr, "%s: %.17g .. %.17g, and it is %.17g (%zu and %zu cells%s)\n", what, lo, hi, is,
            solid_count(&s->c[0]), solid_count(&s->c[1]), s->is_shifted ? ", shifted" : "");
}

// Kept for whoever has to look: both models as they are asked.
static void keep(const scene* s, const char* name)
{
    if (!getenv("ABUT_KEEP")) return;
    for (int side = 0; side < 2; side++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s%d.%c.obj", getenv("ABUT_KEEP"), name, faults,
                 "ab"[side]);
        FILE* const out = fopen(path, "w");
        if (!out) return;
        for (size_t i = 0; i < s->surface[side].vertex_count; i++)
            fprintf(out, "v %.17g %.17g %.17g\n",
                    s->surface[side].vertices[3 * i] + s->pose[side].translation[0],
                    s->surface[side].vertices[3 * i + 1] + s->pose[side].translation[1],
                    s->surface[side].vertices[3 * i + 2] + s->pose[side].translation[2]);
        for (size_t i = 0; i < s->surface[side].triangle_count; i++)
            fprintf(out, "f %zu %zu %zu\n", 3 * i + 1, 3 * i + 2, 3 * i + 3);
        fclose(out);
    }
}

// -------------------------------------------------------------------------------------------- along

static void expect_along(scene* s, rng* r, int is_turned)
{
    mpq_t depth, clear;
    mpq_inits(depth, clear, NULL);
    abut_depth_ask ask = {.a_solid = rng_below(r, 2) ? s->solid[0] : NULL,
                          .b_solid = rng_below(r, 2) ? s->solid[1] : NULL};
    for (int i = 0; i < 3; i++) {
        double way[3], turned[3];
        int any = 0;
        do {
            any = 0;
            for (int k = 0; k < 3; k++) {
                way[k] = (double)((int)rng_below(r, 7) - 3);
                if (i == 0 && k != (int)rng_below(r, 3)) way[k] = 0;
                any |= way[k] * way[k] > 0;
            }
        } while (!any);
        memcpy(turned, way, sizeof way);
        const abut_pose* const pose = &s->pose[0];
        for (int k = 0; is_turned && k < 3; k++)
            turned[k] = pose->rotation[k][0] * way[0] + pose->rotation[k][1] * way[1] +
                        pose->rotation[k][2] * way[2];
        convex_along(&s->set[0], &s->set[1], turned, depth, clear);
        abut_depth_along_answer out;
        assert_int_equal(abut_depth_along(s->query, &s->at[0], &s->at[1], turned, &ask, &out),
                         ABUT_OK);
        const int is_empty = !solid_count(&s->c[0]) || !solid_count(&s->c[1]);
        if (out.reason != (is_empty ? ABUT_REASON_OPEN : ABUT_REASON_NONE) || !out.complete)
            tell(s, "reason", (double)out.reason, (double)out.complete, 0);
        if (!convex_is_next(out.depth_lo, out.depth_hi, depth, 0))
            tell(s, "depth along", out.depth_lo, out.depth_hi, mpq_get_d(depth)), keep(s, "along");
        if (!convex_is_next(out.clear_lo, out.clear_hi, clear, 0))
            tell(s, "clear along", out.clear_lo, out.clear_hi, mpq_get_d(clear)), keep(s, "clear");
    }
    mpq_clears(depth, clear, NULL);
}

static void along_is_what_intervals_say(void** state)
{
    (void)state;
    rng r = {501};
    faults = 0;
    for (int i = 0; i < CASES(24); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = cells_of_sort(&r, (int)rng_below(&r, 5));
        const int cuts = i % 3 == 0 ? (int)rng_below(&r, 4) : 0;
        const int is_brute = i % 8 == 1 && !cuts;
        scene_open(&s, is_brute ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, cuts, &r);
        expect_along(&s, &r, 0);
        scene_close(&s);
    }
    assert_int_equal(faults, 0);
}

// -------------------------------------------------------------------------------------------- least

// The square of the shortest free translation, in half cells: its coordinates are whole.
static int least_square(const scene* s)
{
    int found = INT32_MAX;
    for (int x = -FINE; x <= FINE; x++)
        for (int y = -FINE; y <= FINE; y++)
            for (int z = -FINE; z <= FINE; z++) {
                int is_blocked = 0;
                if (x * x + y * y + z * z >= found) continue;
                for (int n = 0; n < FINE * FINE * FINE && !is_blocked; n++) {
                    const int i = n / FINE / FINE, j = n / FINE % FINE, k = n % FINE;
                    is_blocked = s->h[1].full[i][j][k] && half_at(&s->h[0], i + x, j + y, k + z);
                }
                if (!is_blocked) found = x * x + y * y + z * z;
            }
    return found;
}

static void expect_least(scene* s)
{
    const int square = least_square(s);
    mpq_t is;
    mpq_init(is);
    mpq_set_ui(is, (unsigned long)square, 4);
    abut_depth_least_answer out;
    abut_signed_answer sign;
    const abut_depth_ask ask = {
        .a_solid = s->solid[0], .b_solid = s->solid[1], .absolute = 0.05, .budget = 3000000};
    for (int order = 0; order < 2; order++) {
        const abut_depth_ask given = {.a_solid = s->solid[order],
                                      .b_solid = s->solid[!order],
                                      .absolute = ask.absolute,
                                      .budget = ask.budget};
        assert_int_equal(abut_depth_least(s->query, &s->at[order], &s->at[!order], &given, &out),
                         ABUT_OK);
        if (!convex_holds(out.lo, out.hi, is, 1))
            tell(s, order ? "least of a" : "least", out.lo, out.hi, sqrt(mpq_get_d(is))),
                keep(s, "least");
        if (out.complete && !out.is_convex && out.hi - out.lo > 0.05)
            tell(s, "least, not as near as asked", out.lo, out.hi, sqrt(mpq_get_d(is)));
        if (out.is_convex && !convex_is_next(out.lo, out.hi, is, 1))
            tell(s, "least, convex", out.lo, out.hi, sqrt(mpq_get_d(is)));
        if (!translation_is_short(&out))
            tell(s, "the way is longer than hi", out.lo, out.hi, sqrt(mpq_get_d(is)));
        if (convex_blocked(&s->set[order], &s->set[!order], out.translation))
            tell(s, "the way does not free it", out.lo, out.hi, sqrt(mpq_get_d(is))),
                keep(s, "way");
        assert_int_equal(
            abut_signed_distance(s->query, &s->at[order], &s->at[!order], &given, &sign), ABUT_OK);
        if (square > 0 ? !convex_holds(-sign.signed_hi, -sign.signed_lo, is, 1)
                       : sign.signed_lo < 0)
            tell(s, "signed", sign.signed_lo, sign.signed_hi, -sqrt(mpq_get_d(is))),
                keep(s, "signed");
        if (!convex_holds(sign.depth_lo, sign.depth_hi, is, 1))
            tell(s, "depth of signed", sign.depth_lo, sign.depth_hi, sqrt(mpq_get_d(is)));
        abut_containment in;
        abut_distance_answer far;
        assert_int_equal(abut_contain(s->query, &s->at[order], &s->at[!order], NULL, &in), ABUT_OK);
        const abut_relation relation = in.relation;
        assert_int_equal(abut_distance(s->query, &s->at[order], &s->at[!order], NULL, &far),
                         ABUT_OK);
        if (sign.relation != relation)
            tell(s, "relation", (double)sign.relation, (double)relation, 0);
        if (sign.distance_lo < far.lo || sign.distance_lo > far.lo || sign.distance_hi < far.hi ||
            sign.distance_hi > far.hi)
            tell(s, "distance", sign.distance_lo, sign.distance_hi, far.lo);
    }
    mpq_clear(is);
}

static void least_is_the_shortest_free_translation(void** state)
{
    (void)state;
    rng r = {601};
    faults = 0;
    for (int i = 0; i < CASES(4); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = cells_of_sort(&r, (int)rng_below(&r, 5));
        scene_open(&s, ABUT_METHOD_WIDE, 0, &r);
        expect_least(&s);
        scene_close(&s);
    }
    assert_int_equal(faults, 0);
}

// ------------------------------------------------------------------------------------------ overlap

// Points of the lattice of quarter cells: even coordinates are on planes between half cells.
enum { POINTS = 2 * FINE + 1, ALL_POINTS = POINTS * POINTS * POINTS };

static int point_in(const halves* h, const int p[3])
{
    for (int i = 0; i < 8; i++) {
        int at[3];
        for (int k = 0; k < 3; k++)
            at[k] = p[k] % 2 ? p[k] / 2 : p[k] / 2 - (i >> k & 1);
        if (half_at(h, at[0], at[1], at[2])) return 1;
    }
    return 0;
}

typedef struct part {  // a connected part of what both closed solids share
    int volume;        // in half cells
    int low[3], high[3];
} part;

// Flood what both share, by steps from open cells, faces and edges to what bounds them. Returns how many parts.
static size_t find_parts(const scene* s, part* out)
{
    int* const label = calloc(ALL_POINTS, sizeof *label);
    int* const stack = calloc(ALL_POINTS, sizeof *stack);
    size_t count = 0;
    assert_true(label && stack);
    for (int n = 0; n < ALL_POINTS; n++) {
        const int p[3] = {n / POINTS / POINTS, n / POINTS % POINTS, n % POINTS};
        label[n] = point_in(&s->h[0], p) && point_in(&s->h[1], p) ? 0 : -1;
    }
    for (int start = 0; start < ALL_POINTS; start++) {
        if (label[start]) continue;
        part* const in = &out[count++];
        *in = (part){.low = {POINTS, POINTS, POINTS}, .high = {-1, -1, -1}};
        int top = 0;
        stack[top++] = start;
        label[start] = (int)count;
        while (top > 0) {
            const int n = stack[--top];
            const int p[3] = {n / POINTS / POINTS, n / POINTS % POINTS, n % POINTS};
            in->volume += p[0] % 2 && p[1] % 2 && p[2] % 2 &&
                          half_at(&s->h[0], p[0] / 2, p[1] / 2, p[2] / 2) &&
                          half_at(&s->h[1], p[0] / 2, p[1] / 2, p[2] / 2);
            static const int step[3] = {POINTS * POINTS, POINTS, 1};
            for (int k = 0; k < 3; k++) {
                if (p[k] < in->low[k]) in->low[k] = p[k];
                if (p[k] > in->high[k]) in->high[k] = p[k];
                for (int way = -1; way <= 1; way += 2) {
                    if (p[k] + way < 0 || p[k] + way >= POINTS) continue;
                    const int to = n + way * step[k];
                    if (label[to]) continue;
                    label[to] = (int)count;
                    stack[top++] = to;
                }
            }
        }
    }
    free(label);
    free(stack);
    return count;
}

// Faces of half cells that are faces of both, and steps along which a face of one passes a face of the other.
static void count_faces(const scene* s, int* flush, int* passing)
{
    *flush = *passing = 0;
    for (int n = 0; n < ALL_POINTS; n++) {
        const int p[3] = {n / POINTS / POINTS, n / POINTS % POINTS, n % POINTS};
        const int even = !(p[0] % 2) + !(p[1] % 2) + !(p[2] % 2);
        if (even == 1) {
            const int axis = !(p[0] % 2) ? 0 : !(p[1] % 2) ? 1 : 2;
            int is_face[2];
            for (int side = 0; side < 2; side++) {
                int up[3] = {p[0] / 2, p[1] / 2, p[2] / 2}, down[3];
                memcpy(down, up, sizeof up);
                down[axis]--;
                is_face[side] = half_at(&s->h[side], up[0], up[1], up[2]) !=
                                half_at(&s->h[side], down[0], down[1], down[2]);
            }
            *flush += is_face[0] && is_face[1];
        }
        if (even == 2 &&
            s->is_shifted) {  // an edge of half cells between two planes, one of each solid
            const int along = p[0] % 2 ? 0 : p[1] % 2 ? 1 : 2;
            int ends[2] = {0, 0};
            for (int side = 0; side < 2; side++)
                for (int k = 0; k < 3; k++) {
                    if (k == along || p[k] / 2 % 2 != side) continue;
                    // The plane across k is one of this side; and the point is within its cells' extent.
                    int up[3] = {p[0] / 2, p[1] / 2, p[2] / 2}, down[3];
                    const int other = 3 - k - along;
                    if (p[other] / 2 % 2 == side) continue;
                    memcpy(down, up, sizeof up);
                    down[k]--;
                    ends[side] |= half_at(&s->h[side], up[0], up[1], up[2]) !=
                                  half_at(&s->h[side], down[0], down[1], down[2]);
                }
            *passing += ends[0] && ends[1];
        }
    }
}

static int compare_parts(const void* x, const void* y)
{
    return memcmp(x, y, sizeof(part));
}

// Each part of the truth is one region, with its volume and box.
static void expect_regions(const scene* s, const abut_overlap_answer* out, part* parts,
                           size_t count)
{
    if (out->region_count != count) {
        tell(s, "regions", (double)out->region_count, 0, (double)count), keep(s, "regions");
        for (size_t i = 0; i < out->region_count && faults < 40; i++) {
            const abut_region* const region = &out->regions[i];
            fprintf(stderr, "  %g .. %g, %zu curves, %zu patches, from %g %g %g to %g %g %g\n",
                    region->volume_lo, region->volume_hi, region->curve_count, region->patch_count,
                    region->low[0], region->low[1], region->low[2], region->high[0],
                    region->high[1], region->high[2]);
        }
        for (size_t i = 0; i < count && faults < 40; i++)
            fprintf(stderr, "  it is %g, from %g %g %g to %g %g %g\n", parts[i].volume / 8.,
                    parts[i].low[0] / 4., parts[i].low[1] / 4., parts[i].low[2] / 4.,
                    parts[i].high[0] / 4., parts[i].high[1] / 4., parts[i].high[2] / 4.);
        return;
    }
    part* const found = calloc(count + 1, sizeof *found);
    assert_non_null(found);
    for (size_t i = 0; i < count; i++) {
        const abut_region* const region = &out->regions[i];
        found[i].volume = (int)lround(8 * region->volume_lo);
        if (8 * region->volume_lo > found[i].volume || 8 * region->volume_hi < found[i].volume ||
            region->volume_hi - region->volume_lo > 1e-8)
            tell(s, "volume of a region", region->volume_lo, region->volume_hi,
                 found[i].volume / 8.);
        for (int k = 0; k < 3; k++) {
            found[i].low[k] = (int)lround(4 * region->low[k]);
            found[i].high[k] = (int)lround(4 * region->high[k]);
            if (fabs(4 * region->low[k] - found[i].low[k]) > 1e-9 ||
                fabs(4 * region->high[k] - found[i].high[k]) > 1e-9)
                tell(s, "box of a region", region->low[k], region->high[k], 0);
        }
    }
    qsort(found, count, sizeof *found, compare_parts);
    qsort(parts, count, sizeof *parts, compare_parts);
    for (size_t i = 0; i < count; i++)
        if (memcmp(&found[i], &parts[i], sizeof *found) != 0) {
            tell(s, "a region", found[i].volume / 8., found[i].low[0] / 4., parts[i].volume / 8.);
            keep(s, "region");
            break;
        }
    free(found);
}

static void expect_overlap(scene* s, int has_solids)
{
    abut_overlap_answer out;
    const abut_overlap_ask ask = {.volume = 1,
                                  .a_solid = has_solids ? s->solid[0] : NULL,
                                  .b_solid = has_solids ? s->solid[1] : NULL};
    for (int side = 0; has_solids && side < 2; side++)
        assert_int_equal(abut_solid_check(s->solid[side], s->query), ABUT_OK);
    part* const parts = calloc(ALL_POINTS, sizeof *parts);
    assert_non_null(parts);
    const size_t count = find_parts(s, parts);
    int volume = 0, flush, passing;
    for (size_t i = 0; i < count; i++)
        volume += parts[i].volume;
    count_faces(s, &flush, &passing);
    for (int order = 0; order < 2; order++) {
        abut_overlap_ask given = ask;
        if (order) {
            given.a_solid = ask.b_solid;
            given.b_solid = ask.a_solid;
        }
        assert_int_equal(abut_overlap(s->query, &s->at[order], &s->at[!order], &given, &out),
                         ABUT_OK);
        if (!solid_count(&s->c[0]) || !solid_count(&s->c[1])) {
            if (!isnan(out.volume_lo))
                tell(s, "volume of nothing", out.volume_lo, out.volume_hi, 0);
            continue;
        }
        if (out.a_left_out || out.b_left_out)
            tell(s, "left out", (double)out.a_left_out, (double)out.b_left_out, 0), keep(s, "left");
        if (!(8 * out.volume_lo <= volume && 8 * out.volume_hi >= volume &&
              out.volume_hi - out.volume_lo < 1e-8))
            tell(s, "volume", out.volume_lo, out.volume_hi, volume / 8.), keep(s, "volume");
        if (!(out.area_lo <= flush / 4. && out.area_hi >= flush / 4. &&
              out.area_hi - out.area_lo < 1e-9))
            tell(s, "area", out.area_lo, out.area_hi, flush / 4.), keep(s, "area");
        if (s->is_shifted && !(out.length_lo <= passing / 2. && out.length_hi >= passing / 2. &&
                               out.length_hi - out.length_lo < 1e-9))
            tell(s, "length", out.length_lo, out.length_hi, passing / 2.), keep(s, "length");
        for (size_t i = 0; s->is_shifted && i < out.curve_count; i++)
            if (out.curves[i].kind > ABUT_CURVE_TOUCHING ||
                out.curves[i].begin == ABUT_CURVE_END_OPEN ||
                out.curves[i].end == ABUT_CURVE_END_OPEN)
                tell(s, "an open curve", (double)out.curves[i].kind, (double)out.curves[i].begin,
                     0);
        expect_regions(s, &out, parts, count);
    }
    free(parts);
}

static void what_both_share_is_what_cells_say(void** state)
{
    (void)state;
    rng r = {701};
    faults = 0;
    for (int i = 0; i < CASES(40); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = cells_of_sort(&r, (int)rng_below(&r, 5));
        const int cuts = i % 3 == 0 ? (int)rng_below(&r, 4) : 0;
        scene_open(&s, i % 8 == 1 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, cuts, &r);
        expect_overlap(&s, i % 2);
        scene_close(&s);
    }
    assert_int_equal(faults, 0);
}

// -------------------------------------------------------------------------------------------- reach

typedef struct face {  // of a half cell: its least corner, and the axis across it
    int at[3], axis, inside_other;
} face;

// The faces of a solid; and which of them have the other solid on both sides. Returns how many.
static size_t find_faces(const halves* own, const halves* other, face* out)
{
    size_t count = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int x = 0; x <= FINE; x++)
            for (int n = 0; n < FINE * FINE; n++) {
                face f = {.axis = axis};
                int down[3];
                f.at[axis] = x;
                f.at[(axis + 1) % 3] = n / FINE;
                f.at[(axis + 2) % 3] = n % FINE;
                memcpy(down, f.at, sizeof down);
                down[axis]--;
                if (half_at(own, f.at[0], f.at[1], f.at[2]) ==
                    half_at(own, down[0], down[1], down[2]))
                    continue;
                f.inside_other = half_at(other, f.at[0], f.at[1], f.at[2]) &&
                                 half_at(other, down[0], down[1], down[2]);
                out[count++] = f;
            }
    return count;
}

// The square of the distance, in eighths of a half cell, of a point of that lattice from some faces.
static int surface_square(const face* faces, size_t count, const int p[3])
{
    int found = INT32_MAX;
    for (size_t i = 0; i < count; i++) {
        int square = 0;
        for (int k = 0; k < 3; k++) {
            const int low = 8 * faces[i].at[k], high = k == faces[i].axis ? low : low + 8;
            const int gap = p[k] < low ? low - p[k] : p[k] > high ? p[k] - high : 0;
            square += gap * gap;
        }
        if (square < found) found = square;
    }
    return found;
}

// The greatest square of points of the lattice on one surface, within the other solid.
static int reach_square(const scene* s, int side)
{
    face* const faces[2] = {calloc(3 * FINE * FINE * (FINE + 1), sizeof(face)),
                            calloc(3 * FINE * FINE * (FINE + 1), sizeof(face))};
    size_t count[2];
    int found = 0;
    assert_true(faces[0] && faces[1]);
    for (int i = 0; i < 2; i++)
        count[i] = find_faces(&s->h[i], &s->h[!i], faces[i]);
    for (size_t i = 0; i < count[side]; i++) {
        const face* const f = &faces[side][i];
        for (int n = 0; n < 9 && f->inside_other; n++) {
            int p[3];
            p[f->axis] = 8 * f->at[f->axis];
            p[(f->axis + 1) % 3] = 8 * f->at[(f->axis + 1) % 3] + n % 3 * 4;
            p[(f->axis + 2) % 3] = 8 * f->at[(f->axis + 2) % 3] + n / 3 * 4;
            const int square = surface_square(faces[!side], count[!side], p);
            if (square > found) found = square;
        }
    }
    free(faces[0]);
    free(faces[1]);
    return found;
}

static void reach_is_what_points_say(void** state)
{
    (void)state;
    rng r = {801};
    faults = 0;
    for (int i = 0; i < CASES(40); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = cells_of_sort(&r, 1 + (int)rng_below(&r, 4));
        const int cuts = i % 3 == 0 ? (int)rng_below(&r, 4) : 0;
        const int is_brute = i % 8 == 1 && !cuts;
        scene_open(&s, is_brute ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, cuts, &r);
        abut_reach_answer out;
        const abut_depth_ask ask = {.a_solid = s.solid[0], .b_solid = s.solid[1]};
        assert_int_equal(abut_reach(s.query, &s.at[0], &s.at[1], &ask, &out), ABUT_OK);
        for (int side = 0; side < 2; side++) {
            const abut_deepest* const d = side ? &out.b_in_a : &out.a_in_b;
            const double most = sqrt(reach_square(&s, side)) / 16;
            // A point is at most an eighth of a cell from one of these along each axis.
            if (d->hi < most || d->lo > most + sqrt(2) / 8 || d->lo > d->hi)
                tell(&s, side ? "reach of b" : "reach of a", d->lo, d->hi, most), keep(&s, "reach");
            if (out.complete && d->hi - d->lo > 2e-5) tell(&s, "reach, wide", d->lo, d->hi, most);
        }
        scene_close(&s);
    }
    assert_int_equal(faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_is_what_intervals_say),
        cmocka_unit_test(least_is_the_shortest_free_translation),
        cmocka_unit_test(what_both_share_is_what_cells_say),
        cmocka_unit_test(reach_is_what_points_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
