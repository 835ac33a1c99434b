// test_rays_real.c - abut_rays on real models, by laws that know nothing of how it is done: the side of a point and its winding
// number are those of what rays go through; a segment backwards and in two parts meets the same, and so does the shape that
// it is; limits cut what is found; first, any, count and brute force agree with all. Segments go through vertices, along
// edges, through the middles of these. Models are read from ABUT_DATA.
#include "mesh/mesh.h"
#include "support/data_pack.h"
#include "support/points_check.h"
#include "support/share.h"

#include "abut/ray.h"
#include "abut/shape.h"

#include <stdio.h>

enum { SEGMENTS = CASES(360), SORTS = 9, BRUTE_WORK = 100000 };

typedef struct scene {
    const char* name;
    soup_data soup;
    abut_model* model;
    abut_solid* solid;
    bool is_closed, is_oriented;
    double low[3], high[3], size;
    double from[3 * SEGMENTS], to[3 * SEGMENTS];
} scene;

// What was looked at, so that no law is empty.
typedef struct counts {
    size_t touches, crossings, edges, vertices, sides, inside, windings, halves, points, shapes,
        limits, brute;
} counts;
static counts seen;

// --------------------------------------------------------------------------------------- segments

static const double* corner(const scene* s, size_t triangle, size_t k)
{
    return s->soup.vertices + 3 * (size_t)s->soup.triangles[3 * triangle + k];
}

// A point in a box a bit larger, on a grid of 2^-16 of its size: so middles are exact.
static void place_about(const scene* s, rng* r, double* out)
{
    const double step = ldexp(1, ilogb(s->size) - 16);
    for (int k = 0; k < 3; k++) {
        const double middle = s->low[k] + (s->high[k] - s->low[k]) / 2;
        out[k] = step * nearbyint((middle + 0.6 * s->size * rng_signed(r)) / step);
    }
}

static void make_segment(const scene* s, rng* r, size_t sort, double* from, double* to)
{
    const size_t t = rng_below(r, s->soup.triangle_count);
    const size_t e = rng_below(r, 3), other = rng_below(r, s->soup.triangle_count);
    const double *v = corner(s, t, e), *w = corner(s, t, (e + 1) % 3), *x = corner(s, other, e);
    place_about(s, r, from);
    place_about(s, r, to);
    for (int k = 0; k < 3; k++) {
        const double middle = v[k] + (w[k] - v[k]) / 2;
        if (sort == 1) to[k] = v[k];
        if (sort == 2) from[k] = v[k], to[k] = x[k];
        if (sort == 3) from[k] = v[k], to[k] = w[k];
        if (sort == 4 || sort == 5) from[k] = to[k] = sort == 4 ? v[k] : middle;
        if (sort == 6) to[k] = middle;
        if (sort == 7) from[k] = v[k] - (w[k] - v[k]), to[k] = w[k] + (w[k] - v[k]);
        if (sort == 8) from[k] = middle, to[k] = x[k];
    }
    if (sort != 4 && sort != 5) return;
    const size_t axis = rng_below(r, 3);
    from[axis] = s->low[axis] - s->size;
    to[axis] = s->high[axis] + s->size;
}

static void make_segments(scene* s, uint64_t seed)
{
    rng r = {seed};
    for (size_t i = 0; i < SEGMENTS; i++)
        make_segment(s, &r, i % SORTS, s->from + 3 * i, s->to + 3 * i);
}

// ----------------------------------------------------------------------------------------- asking

static const abut_ray_answer* ask(abut_batch* b, const abut_model* m, const double* from,
                                  const double* to, size_t count, abut_ray_ask how)
{
    const abut_ray_answer* out = NULL;
    const abut_instance at = {.model = m};
    assert_int_equal(abut_rays(b, &at, from, to, count, &how, &out), ABUT_OK);
    return out;
}

static bool same_hit(const abut_ray_hit* x, const abut_ray_hit* y)
{
    bool same = same_bits(x->t_lo, y->t_lo) && same_bits(x->t_hi, y->t_hi) &&
                x->triangle == y->triangle && x->feature == y->feature && x->facing == y->facing &&
                x->is_crossing == y->is_crossing;
    for (int k = 0; k < 3; k++)
        same &= same_bits(x->point[k], y->point[k]);
    return same;
}

static const abut_ray_hit* hit_of(const abut_ray_answer* a, uint32_t triangle)
{
    for (size_t i = 0; i < a->hit_count; i++)
        if (a->hits[i].triangle == triangle) return &a->hits[i];
    return NULL;
}

static bool has_point(const abut_ray_hit* hit)
{
    return hit->facing != ABUT_FACING_NONE;
}

// Fails with the segment, to the last bit.
static void fail_at(int line, const char* what, const scene* s, size_t i)
{
    const double *from = s->from + 3 * i, *to = s->to + 3 * i;
    fail_msg("line %d: %s: %s: segment %zu, %a %a %a to %a %a %a", line, s->name, what, i, from[0],
             from[1], from[2], to[0], to[1], to[2]);
}

#define EXPECT(what, s, i) ((what) ? (void)0 : fail_at(__LINE__, #what, s, i))

// ------------------------------------------------------------------------------------------- laws

// The order of hits, and what they say of themselves.
static void check_hits(const scene* s, const abut_ray_answer* a, size_t i)
{
    size_t crossings = 0;
    for (size_t h = 0; h < a->hit_count; h++) {
        const abut_ray_hit* hit = &a->hits[h];
        EXPECT(0 <= hit->t_lo && hit->t_lo <= hit->t_hi && hit->t_hi <= 1, s, i);
        EXPECT(hit->t_hi <= nextafter(hit->t_lo, 2), s, i);
        EXPECT(!h || hit[-1].t_lo <= hit->t_lo, s, i);
        EXPECT(!h || hit[-1].t_lo < hit->t_hi || hit[-1].triangle < hit->triangle, s, i);
        EXPECT(!hit->is_crossing || has_point(hit), s, i);
        crossings += hit->is_crossing != 0;
        for (size_t k = 0; k < 3; k++) {
            const double at =
                s->from[3 * i + k] + hit->t_lo * (s->to[3 * i + k] - s->from[3 * i + k]);
            EXPECT(fabs(hit->point[k] - at) <= 1e-13 * (fabs(at) + 4 * s->size), s, i);
        }
        seen.vertices += hit->feature < ABUT_FEATURE_EDGE_0;
        seen.edges += hit->feature >= ABUT_FEATURE_EDGE_0 && hit->feature < ABUT_FEATURE_FACE;
    }
    EXPECT(a->touch_count == a->hit_count && a->crossing_count == crossings, s, i);
    seen.touches += a->touch_count;
    seen.crossings += a->crossing_count;
}

// First, any and count say what all does.
static void check_wants(const scene* s, const abut_ray_answer* all)
{
    abut_batch* b = points_batch(NULL);
    for (int want = ABUT_RAY_WANT_FIRST; want <= ABUT_RAY_WANT_COUNT; want++) {
        const abut_ray_answer* a = ask(b, s->model, s->from, s->to, SEGMENTS,
                                       (abut_ray_ask){.want = (abut_ray_want)want, .segments = 1});
        for (size_t i = 0; i < SEGMENTS; i++) {
            const bool one = want <= ABUT_RAY_WANT_ANY;
            EXPECT(a[i].hit_count == (want == ABUT_RAY_WANT_COUNT ? 0
                                      : one                       ? all[i].hit_count > 0
                                                                  : all[i].hit_count),
                   s, i);
            EXPECT(a[i].touch_count == (one ? 0 : all[i].touch_count), s, i);
            EXPECT(a[i].crossing_count == (one ? 0 : all[i].crossing_count), s, i);
            for (size_t h = 0; h < a[i].hit_count; h++) {
                const abut_ray_hit* hit = hit_of(&all[i], a[i].hits[h].triangle);
                EXPECT(hit && same_hit(hit, &a[i].hits[h]), s, i);
                EXPECT(want == ABUT_RAY_WANT_ANY || hit == &all[i].hits[h], s, i);
            }
        }
    }
    abut_batch_free(b);
}

// Backwards: the same triangles, gone through as well, at 1 - t, from the other side.
static void check_backwards(const scene* s, const abut_ray_answer* all)
{
    abut_batch* b = points_batch(NULL);
    const abut_ray_answer* back = ask(b, s->model, s->to, s->from, SEGMENTS,
                                      (abut_ray_ask){.want = ABUT_RAY_WANT_ALL, .segments = 1});
    for (size_t i = 0; i < SEGMENTS; i++) {
        EXPECT(back[i].hit_count == all[i].hit_count, s, i);
        for (size_t h = 0; h < all[i].hit_count; h++) {
            const abut_ray_hit *x = &all[i].hits[h], *y = hit_of(&back[i], x->triangle);
            EXPECT(y && x->is_crossing == y->is_crossing && has_point(x) == has_point(y), s, i);
            if (!has_point(x)) continue;
            EXPECT(x->facing != y->facing && x->feature == y->feature, s, i);
            EXPECT(x->t_lo + y->t_lo <= 1 && x->t_hi + y->t_hi >= 1, s, i);
            EXPECT(x->t_lo < x->t_hi || !memcmp(x->point, y->point, sizeof x->point), s, i);
        }
    }
    abut_batch_free(b);
}

// The middle of a segment; returns whether it is exact.
static bool middle_of(const scene* s, size_t i, double* out)
{
    bool is_exact = true;
    for (size_t k = 0; k < 3; k++) {
        const double a = s->from[3 * i + k], c = s->to[3 * i + k], sum = a + c, part = sum - a;
        is_exact &= (a - (sum - part)) + (c - part) == 0 && (sum == 0 || fabs(sum) > 0x1p-1000);
        out[k] = sum / 2;
    }
    return is_exact;
}

// In two halves: together they meet what the whole does, and each triangle is gone through in one of them.
static void check_halves(const scene* s, const abut_ray_answer* all)
{
    static double middles[3 * SEGMENTS];
    abut_batch* b[2] = {points_batch(NULL), points_batch(NULL)};
    const abut_ray_ask how = {.want = ABUT_RAY_WANT_ALL, .segments = 1};
    bool is_exact[SEGMENTS];
    for (size_t i = 0; i < SEGMENTS; i++)
        is_exact[i] = middle_of(s, i, middles + 3 * i);
    const abut_ray_answer* one = ask(b[0], s->model, s->from, middles, SEGMENTS, how);
    const abut_ray_answer* two = ask(b[1], s->model, middles, s->to, SEGMENTS, how);
    for (size_t i = 0; i < SEGMENTS; i++) {
        if (!is_exact[i]) continue;
        seen.halves++;
        EXPECT(one[i].crossing_count + two[i].crossing_count == all[i].crossing_count, s, i);
        EXPECT(one[i].hit_count + two[i].hit_count >= all[i].hit_count, s, i);
        for (size_t h = 0; h < all[i].hit_count; h++) {
            const abut_ray_hit* x = &all[i].hits[h];
            const abut_ray_hit *y = hit_of(&one[i], x->triangle), *z = hit_of(&two[i], x->triangle);
            EXPECT(y || z, s, i);
            EXPECT((y && y->is_crossing) + (z && z->is_crossing) == (x->is_crossing != 0), s, i);
            EXPECT(!y || !has_point(x) || same_bits(y->t_lo, 2 * x->t_lo) || x->t_lo < 0x1p-1000, s,
                   i);
        }
    }
    abut_batch_free(b[0]);
    abut_batch_free(b[1]);
}

// The shape that a segment is meets the same triangles; other code decides that.
static void check_shapes(const scene* s, const abut_ray_answer* all)
{
    abut_query* q = NULL;
    const abut_instance at = {.model = s->model};
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (size_t i = 0; i < SEGMENTS; i++) {
        abut_shape shape = {.kind = ABUT_SHAPE_SEGMENT};
        abut_shape_hits hits;
        memcpy(shape.points[0], s->from + 3 * i, sizeof shape.points[0]);
        memcpy(shape.points[1], s->to + 3 * i, sizeof shape.points[1]);
        assert_int_equal(abut_shape_collide(q, &at, &shape, NULL, &hits), ABUT_OK);
        EXPECT(hits.count == all[i].hit_count, s, i);
        for (size_t h = 0; h < hits.count; h++)
            EXPECT(hit_of(&all[i], hits.triangles[h]), s, i);
        seen.shapes += hits.count;
    }
    abut_query_free(q);
}

// Segments that are points: those on the surface meet what has them, and go through nothing.
static void check_points(const scene* s)
{
    abut_batch* b = points_batch(NULL);
    const abut_ray_ask how = {.want = ABUT_RAY_WANT_ALL, .segments = 1};
    for (size_t i = 2; i < SEGMENTS; i += SEGMENTS / 8) {
        const double* at = i % SORTS == 2 || i % SORTS == 3 ? s->from + 3 * i : corner(s, 0, i % 3);
        const abut_ray_answer* a = ask(b, s->model, at, at, 1, how);
        EXPECT(a->hit_count > 0 && a->crossing_count == 0, s, i);
        for (size_t h = 0; h < a->hit_count; h++) {
            EXPECT(a->hits[h].t_hi == 0 && !has_point(&a->hits[h]), s, i);
            EXPECT(a->hits[h].point[0] == at[0] && a->hits[h].point[2] == at[2], s, i);
            seen.points++;
        }
    }
    abut_batch_free(b);
}

// What is found up to the t of a hit, or from it on.
static void check_limits(const scene* s, const abut_ray_answer* all)
{
    abut_batch* b = points_batch(NULL);
    for (size_t i = 0; i < SEGMENTS; i += 3) {
        if (!all[i].hit_count) continue;
        const abut_ray_hit* mark = &all[i].hits[i % all[i].hit_count];
        for (int upper = 0; upper < 2; upper++) {
            const double t = i % 2 ? mark->t_lo : mark->t_hi;
            if (upper && !(t > 0)) continue;
            abut_ray_ask how = {.want = ABUT_RAY_WANT_ALL, .segments = 1};
            *(upper ? &how.t_most : &how.t_least) = t;
            const abut_ray_answer* a = ask(b, s->model, s->from + 3 * i, s->to + 3 * i, 1, how);
            seen.limits++;
            for (size_t h = 0; h < all[i].hit_count; h++) {
                const abut_ray_hit* x = &all[i].hits[h];
                const bool is_wanted = upper ? x->t_hi <= t : x->t_lo >= t;
                const abut_ray_hit* y = hit_of(a, x->triangle);
                if (has_point(x)) EXPECT((y != NULL) == is_wanted, s, i);
                if (has_point(x) && y) EXPECT(same_bits(x->t_lo, y->t_lo), s, i);
            }
        }
    }
    abut_batch_free(b);
}

static void check_brute(const scene* s, const abut_ray_answer* all)
{
    abut_batch* b = points_batch(NULL);
    abut_model* m = soup_build(&s->soup, &(abut_build){.method = ABUT_METHOD_BRUTE});
    size_t count = BRUTE_WORK / s->soup.triangle_count + 1;
    if (count > SEGMENTS) count = SEGMENTS;
    const abut_ray_answer* a =
        ask(b, m, s->from, s->to, count, (abut_ray_ask){.want = ABUT_RAY_WANT_ALL, .segments = 1});
    for (size_t i = 0; i < count; i++) {
        EXPECT(a[i].hit_count == all[i].hit_count, s, i);
        for (size_t h = 0; h < a[i].hit_count; h++)
            EXPECT(same_hit(&a[i].hits[h], &all[i].hits[h]), s, i);
        seen.brute += a[i].hit_count;
    }
    abut_model_free(m);
    abut_batch_free(b);
}

// How often a ray goes out more than in.
static double turns_of(const abut_ray_answer* a)
{
    double sum = 0;
    for (size_t h = 0; h < a->hit_count; h++)
        if (a->hits[h].is_crossing) sum += a->hits[h].facing == ABUT_FACING_BACK ? 1 : -1;
    return sum;
}

// Of a closed model: the ends of a segment are on different sides where it goes through it an odd number of times; a ray
// goes through it so if it begins inside; and it goes out as often more than in as the winding number says.
static void check_sides(const scene* s, const abut_ray_answer* all)
{
    static abut_point_answer ends[2][SEGMENTS];
    abut_batch* b = points_batch(NULL);
    const abut_instance at = {.model = s->model};
    const abut_point_ask how = {.solid = s->solid, .winding = s->is_oriented};
    if (!s->is_closed) {
        abut_batch_free(b);
        return;
    }
    for (int end = 0; end < 2; end++)
        memcpy(ends[end], points_ask(b, &at, end ? s->to : s->from, SEGMENTS, &how), sizeof *ends);
    const abut_ray_ask along = {.want = ABUT_RAY_WANT_ALL};
    for (size_t i = 0; i < SEGMENTS; i++) {
        const abut_side x = ends[0][i].side, y = ends[1][i].side;
        EXPECT(x != ABUT_SIDE_UNKNOWN, s, i);
        if (x == ABUT_SIDE_ON) continue;
        if (y != ABUT_SIDE_ON) EXPECT(all[i].crossing_count % 2 == (x != y), s, i);
        seen.sides++;
        seen.inside += x == ABUT_SIDE_INSIDE;
        double d[3] = {0};
        for (size_t k = 0; k < 3; k++)
            d[k] = i % 4 ? s->to[3 * i + k] - s->from[3 * i + k] : (double)(k == i % 3);
        if (d[0] == 0 && d[1] == 0 && d[2] == 0) continue;
        const abut_ray_answer* ray = ask(b, s->model, s->from + 3 * i, d, 1, along);
        EXPECT(ray->crossing_count % 2 == (x == ABUT_SIDE_INSIDE), s, i);
        if (!s->is_oriented || !(ends[0][i].winding_lo >= ends[0][i].winding_hi)) continue;
        EXPECT(turns_of(ray) == ends[0][i].winding_lo, s, i);
        seen.windings++;
    }
    abut_batch_free(b);
}

// ----------------------------------------------------------------------------------------- models

static void measure(scene* s)
{
    for (int k = 0; k < 3; k++) {
        s->low[k] = HUGE_VAL;
        s->high[k] = -HUGE_VAL;
    }
    for (size_t t = 0; t < s->soup.triangle_count; t++)
        for (size_t c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++) {
                s->low[k] = fmin(s->low[k], corner(s, t, c)[k]);
                s->high[k] = fmax(s->high[k], corner(s, t, c)[k]);
            }
    for (int k = 0; k < 3; k++)
        s->size = fmax(s->size, s->high[k] - s->low[k]);
    if (!(s->size > 0)) s->size = 1;
}

// Returns whether the file is there.
static int check_file(const char* folder, const char* file, const abut_build* build, uint64_t seed)
{
    static scene s;
    char path[PATH_SIZE];
    mesh read = {.vertices = NULL};
    mesh_error error;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (mesh_read_file(&read, path, NULL, &error) != MESH_OK) return 0;
    s = (scene){.name = file,
                .soup = {read.vertices, read.triangles, read.vertex_count, read.triangle_count}};
    measure(&s);
    make_segments(&s, seed);
    s.model = soup_build(&s.soup, build);
    s.solid = points_solid(s.model);
    abut_solid_info info;
    assert_int_equal(abut_solid_describe(s.solid, &info), ABUT_OK);
    s.is_closed = info.open_count == 0;
    s.is_oriented = s.is_closed && info.unoriented_count == 0;
    abut_batch* b = points_batch(NULL);
    const abut_ray_answer* all = ask(b, s.model, s.from, s.to, SEGMENTS,
                                     (abut_ray_ask){.want = ABUT_RAY_WANT_ALL, .segments = 1});
    for (size_t i = 0; i < SEGMENTS; i++)
        check_hits(&s, &all[i], i);
    check_wants(&s, all);
    check_backwards(&s, all);
    check_halves(&s, all);
    check_shapes(&s, all);
    check_points(&s);
    check_limits(&s, all);
    check_sides(&s, all);
    check_brute(&s, all);
    abut_batch_free(b);
    abut_solid_free(s.solid);
    abut_model_free(s.model);
    mesh_free(&read);
    return 1;
}

static void check_files(const char* what, const char* const* files, size_t count)
{
    static const abut_build builds[] = {{.method = ABUT_METHOD_WIDE},
                                        {.memory = ABUT_MEMORY_SMALL},
                                        {.leaf_size = 1},
                                        {.memory = ABUT_MEMORY_COMPACT}};
    const char* folder = data_pack(what);
    size_t used = 0;
    seen = (counts){0};
    for (size_t f = 0; folder && f < count; f++)
        used += (size_t)check_file(folder, files[f], &builds[f % 4], 77 + f);
    printf(
        "%zu %s, 0 wrong: %zu touches (%zu at edges, %zu at vertices), %zu crossings, %zu of brute "
        "force, %zu halves, %zu limits, %zu sides (%zu inside), %zu winding numbers%s\n",
        used, what, seen.touches, seen.edges, seen.vertices, seen.crossings, seen.brute,
        seen.halves, seen.limits, seen.sides, seen.inside, seen.windings, used ? "" : ": SKIPPED");
    if (!folder) return;
    assert_true(used + 1 >= count && seen.touches && seen.crossings && seen.edges && seen.vertices);
    assert_true(seen.brute && seen.halves && seen.points && seen.shapes && seen.limits &&
                seen.sides && seen.inside);
    assert_true(seen.windings);
}

static void test_real(void** state)
{
    (void)state;
    static const char* const files[] = {
        "scans/spot.obj",
        "scans/bunny.obj",
        "scans/dragon_res4.ply",
        "scans/teapot_solid.stl",
        "scans/cgal/knot2.off",
        "scans/cgal/elephant.off",
        "scans/cgal/bones.off",
        "cad/as1-oc-214.obj",
        "cad/cgal/turbine.off",
        "cad/cgal/mech-holes-shark.off",
        "cad/cgal/anchor_dense.off",
        "cad/trimesh/octagonal_pocket.stl",
        "cad/mechanisms/bolt/screw-big.stl",
        "cad/mechanisms/bolt/nut-big.stl",
        "cad/axom/naca0012.stl",
        "terrain/levels/voxel_mesh_01.obj",
        "terrain/levels/building.obj",
        "robots/ur3/meshes/collision/upperarm.stl",
    };
    check_files("real models", files, sizeof files / sizeof *files);
}

// With holes, degenerate triangles, equal ones, edges of three; flat, tiny, huge; parts that cross and that touch.
static void test_bad(void** state)
{
    (void)state;
    static const char* const files[] = {"bad/cgal/cross_quad.off",
                                        "bad/cgal/degtri_sliding.off",
                                        "bad/cgal/tetra_intersected_by_triangle.off",
                                        "bad/cgal/elephant-with-holes.off",
                                        "bad/libigl/two-boxes-bad-self-union.ply",
                                        "bad/libigl/degenerated.obj",
                                        "bad/libigl/cube_with_fold.ply",
                                        "bad/libigl/sliver_tet.ply",
                                        "bad/made/duplicates.stl",
                                        "bad/made/all_degenerate.stl",
                                        "bad/made/coplanar_grid.stl",
                                        "bad/made/needles.stl",
                                        "bad/made/same_centroid.stl",
                                        "bad/made/tiny.stl",
                                        "bad/made/huge.stl",
                                        "bad/made/denormal.stl",
                                        "bad/made/offset1e7.stl",
                                        "bad/manifold/Cray_left.obj",
                                        "bad/manifold/Generic_Twin_7081.1.t0_left.obj",
                                        "bad/axom/fin0.stl"};
    check_files("bad models", files, sizeof files / sizeof *files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
