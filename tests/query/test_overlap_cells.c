// test_overlap_cells.c - solids made of cells of a lattice (cell_scene.h), where what both share can be counted: volumes, areas and
// lengths, and which cells are connected.
#include "query/cell_scene.h"

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

typedef struct flood {
    const scene* s;
    int label[ALL_POINTS];  // -1: not of both; 0: not seen yet
    int stack[ALL_POINTS], top;
} flood;

// Count a point into a part, and put its neighbours that are not seen yet onto the stack.
static void flood_from(flood* f, int n, int number, part* in)
{
    static const int step[3] = {POINTS * POINTS, POINTS, 1};
    const int p[3] = {n / POINTS / POINTS, n / POINTS % POINTS, n % POINTS};
    in->volume += p[0] % 2 && p[1] % 2 && p[2] % 2 &&
                  half_at(&f->s->h[0], p[0] / 2, p[1] / 2, p[2] / 2) &&
                  half_at(&f->s->h[1], p[0] / 2, p[1] / 2, p[2] / 2);
    for (int k = 0; k < 3; k++) {
        if (p[k] < in->low[k]) in->low[k] = p[k];
        if (p[k] > in->high[k]) in->high[k] = p[k];
        for (int way = -1; way <= 1; way += 2) {
            if (p[k] + way < 0 || p[k] + way >= POINTS) continue;
            const int to = n + way * step[k];
            if (f->label[to]) continue;
            f->label[to] = number;
            f->stack[f->top++] = to;
        }
    }
}

// Flood what both share, by steps from open cells, faces and edges to what bounds them. Returns how many parts.
static size_t find_parts(const scene* s, part* out)
{
    flood* const f = calloc(1, sizeof *f);
    size_t count = 0;
    assert_non_null(f);
    f->s = s;
    for (int n = 0; n < ALL_POINTS; n++) {
        const int p[3] = {n / POINTS / POINTS, n / POINTS % POINTS, n % POINTS};
        f->label[n] = point_in(&s->h[0], p) && point_in(&s->h[1], p) ? 0 : -1;
    }
    for (int start = 0; start < ALL_POINTS; start++) {
        if (f->label[start]) continue;
        part* const in = &out[count++];
        *in = (part){.low = {POINTS, POINTS, POINTS}, .high = {-1, -1, -1}};
        f->stack[f->top++] = start;
        f->label[start] = (int)count;
        while (f->top > 0)
            flood_from(f, f->stack[--f->top], (int)count, in);
    }
    free(f);
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
        scene_tell(s, "regions", (double)out->region_count, 0, (double)count),
            scene_keep(s, "regions");
        for (size_t i = 0; i < out->region_count && scene_faults < 40; i++) {
            const abut_region* const region = &out->regions[i];
            fprintf(stderr, "  %g .. %g, %zu curves, %zu patches, from %g %g %g to %g %g %g\n",
                    region->volume_lo, region->volume_hi, region->curve_count, region->patch_count,
                    region->low[0], region->low[1], region->low[2], region->high[0],
                    region->high[1], region->high[2]);
        }
        for (size_t i = 0; i < count && scene_faults < 40; i++)
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
            scene_tell(s, "volume of a region", region->volume_lo, region->volume_hi,
                       found[i].volume / 8.);
        for (int k = 0; k < 3; k++) {
            found[i].low[k] = (int)lround(4 * region->low[k]);
            found[i].high[k] = (int)lround(4 * region->high[k]);
            if (fabs(4 * region->low[k] - found[i].low[k]) > 1e-9 ||
                fabs(4 * region->high[k] - found[i].high[k]) > 1e-9)
                scene_tell(s, "box of a region", region->low[k], region->high[k], 0);
        }
    }
    qsort(found, count, sizeof *found, compare_parts);
    qsort(parts, count, sizeof *parts, compare_parts);
    for (size_t i = 0; i < count; i++)
        if (memcmp(&found[i], &parts[i], sizeof *found) != 0) {
            scene_tell(s, "a region", found[i].volume / 8., found[i].low[0] / 4.,
                       parts[i].volume / 8.);
            scene_keep(s, "region");
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
        if (!cells_count(&s->c[0]) || !cells_count(&s->c[1])) {
            if (!isnan(out.volume_lo))
                scene_tell(s, "volume of nothing", out.volume_lo, out.volume_hi, 0);
            continue;
        }
        if (out.a_left_out || out.b_left_out)
            scene_tell(s, "left out", (double)out.a_left_out, (double)out.b_left_out, 0),
                scene_keep(s, "left");
        if (!(8 * out.volume_lo <= volume && 8 * out.volume_hi >= volume &&
              out.volume_hi - out.volume_lo < 1e-8))
            scene_tell(s, "volume", out.volume_lo, out.volume_hi, volume / 8.),
                scene_keep(s, "volume");
        if (!(out.area_lo <= flush / 4. && out.area_hi >= flush / 4. &&
              out.area_hi - out.area_lo < 1e-9))
            scene_tell(s, "area", out.area_lo, out.area_hi, flush / 4.), scene_keep(s, "area");
        if (s->is_shifted && !(out.length_lo <= passing / 2. && out.length_hi >= passing / 2. &&
                               out.length_hi - out.length_lo < 1e-9))
            scene_tell(s, "length", out.length_lo, out.length_hi, passing / 2.),
                scene_keep(s, "length");
        for (size_t i = 0; s->is_shifted && i < out.curve_count; i++)
            if (out.curves[i].kind > ABUT_CURVE_TOUCHING ||
                out.curves[i].begin == ABUT_CURVE_END_OPEN ||
                out.curves[i].end == ABUT_CURVE_END_OPEN)
                scene_tell(s, "an open curve", (double)out.curves[i].kind,
                           (double)out.curves[i].begin, 0);
        expect_regions(s, &out, parts, count);
    }
    free(parts);
}

static void what_both_share_is_what_cells_say(void** state)
{
    (void)state;
    rng r = {701};
    scene_faults = 0;
    for (int i = 0; i < CASES(40); i++) {
        scene s = {.is_shifted = (int)rng_below(&r, 2)};
        for (int side = 0; side < 2; side++)
            s.c[side] = scene_cells(&r, (int)rng_below(&r, 5));
        const int cuts = i % 3 == 0 ? (int)rng_below(&r, 4) : 0;
        scene_open(&s, i % 8 == 1 ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE, cuts, &r);
        expect_overlap(&s, i % 2);
        scene_close(&s);
    }
    assert_int_equal(scene_faults, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_both_share_is_what_cells_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
