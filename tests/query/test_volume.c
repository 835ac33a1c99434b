// test_volume.c - how much two solids share: known answers, and random ones against rational arithmetic (volume_truth.h), in
// general places and in all the places where faces, edges and corners coincide.
#include "base/bits.h"
#include "query/volume_check.h"
#include "support/share.h"
#include "support/volume_truth.h"

#ifndef EXPECT_WRONG  // 1: bounds are too small, which must show
#define EXPECT_WRONG 0
#endif

// ------------------------------------------------------------------------------------ known answers

typedef struct known {
    double a[6], b[6], volume;
} known;

static void test_boxes(void** state)
{
    (void)state;
    static const known all[] = {
        {{-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, 0.5},              // D1
        {{-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, 0},                         // D2: they touch
        {{-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, .125},       // D4
        {{-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, 1},              // D6
        {{-.5, -.5, -.5, .5, .5, .5}, {.25, .25, .25, .5, .5, .5}, 1. / 64},    // D9
        {{0, 0, 0, 1, 1, 1}, {1 - 0x1p-20, 0, 0, 2 - 0x1p-20, 1, 1}, 0x1p-20},  // D11
        {{0, 5310, 100, 90, 5400, 150}, {30, 5310, 100, 60, 5340, 120}, 18000},
        {{-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, 8},
        {{0, 0, 0, 1, 1, 1}, {1, 1, 0, 2, 2, 1}, 0},
        {{0, 0, 0, 1, 1, 1}, {1, 1, 1, 2, 2, 2}, 0},
        {{0, 0, 0, 4, 4, 4}, {1, 1, 4, 3, 3, 5}, 0},
        {{0, 0, 0, 4, 4, 4}, {5, 1, 1, 6, 2, 2}, 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int swap = 0; swap < 2; swap++) {
            box_soup a, b;
            const abut_soup one = soup_of_known(swap ? all[i].b : all[i].a, &a);
            const abut_soup other = soup_of_known(swap ? all[i].a : all[i].b, &b);
            double size = 0;
            for (int k = 0; k < 3; k++)
                size = fmax(size, all[i].a[k + 3] - all[i].a[k]);
            const measured v = measure(&one, NULL, &other, NULL);
            assert_true(is_within(v.lo, v.hi, all[i].volume, 3e-13 * size * size * size));
            assert_int_equal(v.left_out[0] + v.left_out[1], 0);
        }
}

// ------------------------------------------------------------------------------------------ random

// A tetrahedron of corners in [-limit, limit], integers where is_lattice.
static void add_tetrahedron(mesh* m, rng* r, int is_lattice)
{
    static const uint32_t face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    double* v = m->vertices + 3 * m->vertex_count;
    double volume;
    do {
        double u[3][3];
        for (int i = 0; i < 12; i++)
            v[i] = is_lattice ? (double)rng_below(r, 4) : 2 * rng_signed(r);
        for (int i = 0; i < 9; i++)
            u[i / 3][i % 3] = v[3 + i] - v[i % 3];
        volume = 0;
        for (int k = 0; k < 3; k++)
            volume +=
                (u[0][k] * u[1][(k + 1) % 3] - u[0][(k + 1) % 3] * u[1][k]) * u[2][(k + 2) % 3];
    } while (fabs(volume) < 1e-3);
    for (int i = 0; i < 4; i++)
        add_triangle(m, m->vertex_count, face[i], volume < 0);
    m->vertex_count += 4;
}

// An octahedron about a centre whose corners are pulled in and out: a star. Inward: a cavity.
static void add_star(mesh* m, rng* r, const double centre[3], double size, int inward)
{
    double* v = m->vertices + 3 * m->vertex_count;
    for (int i = 0; i < 18; i++)
        v[i] = centre[i % 3] +
               size * (octahedron_vertices[i] * (1 + 0.5 * rng_signed(r)) + 0.1 * rng_signed(r));
    for (int i = 0; i < 8; i++)
        add_triangle(m, m->vertex_count, octahedron_triangles + 3 * i, inward);
    m->vertex_count += 6;
}

// A box on the lattice.
static void add_box(mesh* m, rng* r)
{
    double low[3], high[3];
    box_soup b;
    for (int k = 0; k < 3; k++) {
        low[k] = (double)rng_below(r, 3);
        high[k] = low[k] + 1 + (double)rng_below(r, 3);
    }
    box_soup_make(&b, low[0], low[1], low[2], high[0], high[1], high[2]);
    memcpy(m->vertices + 3 * m->vertex_count, b.vertices, sizeof b.vertices);
    for (int i = 0; i < 12; i++)
        add_triangle(m, m->vertex_count, box_triangles + 3 * i, 0);
    m->vertex_count += 8;
}

enum {
    TETRAHEDRA,
    LATTICE_TETRAHEDRA,
    STARS,
    HOLLOW_STARS,
    BOXES,
    BOX_AND_TETRAHEDRON,
    TWO_STARS,
    NEARLY_EQUAL,
    SORTS
};

static mesh random_mesh(int sort, rng* r)
{
    static const double centre[2][3] = {{0, 0, 0}, {4, 0.5, 0.25}};
    mesh m = {.vertex_count = 0};
    if (sort == TETRAHEDRA || sort == LATTICE_TETRAHEDRA)
        add_tetrahedron(&m, r, sort == LATTICE_TETRAHEDRA);
    else if (sort == BOXES || (sort == BOX_AND_TETRAHEDRON && rng_below(r, 2)))
        add_box(&m, r);
    else if (sort == BOX_AND_TETRAHEDRON)
        add_tetrahedron(&m, r, 1);
    else
        add_star(&m, r, centre[0], 1.5, 0);
    if (sort == HOLLOW_STARS) add_star(&m, r, centre[0], 0.25, 1);
    if (sort == TWO_STARS) add_star(&m, r, centre[1], 1.5, 0);
    return m;
}

static void test_random(void** state)
{
    (void)state;
    rng r = {25};
    size_t shared = 0, count = 0, wrong = 0;
    double widest = 0;
    for (int sort = 0; sort < SORTS; sort++)
        for (int i = 0; i < CASES(6); i++, count++) {
            mesh a = random_mesh(sort, &r), b = random_mesh(sort, &r);
            abut_pose pose[2] = {identity, identity};
            double truth;
            const int in_general =
                sort == TETRAHEDRA || sort == STARS || sort == HOLLOW_STARS || sort >= TWO_STARS;
            for (int side = 0; side < 2 && in_general; side++)
                pose[side] = pose_random(&r, 1);
            if (i % 8 == 0 || sort == NEARLY_EQUAL) b = a;
            for (size_t k = 0; k < 3 * b.vertex_count && sort == NEARLY_EQUAL; k++)
                b.vertices[k] *= 1 + ((double)rng_below(&r, 9) - 4) * 0x1p-51;
            if (i % 8 == 0 || sort == NEARLY_EQUAL) pose[1] = pose[0];
            mesh turned[2] = {a, b};
            if (i % 2) turn_some(&turned[0], &r);
            if (i % 3 == 0) turn_some(&turned[1], &r);
            const abut_soup one = soup_of_mesh(&turned[0]), other = soup_of_mesh(&turned[1]);
            const measured v = measure_by(ABUT_METHOD_WIDE, &one, &pose[0], &other, &pose[1],
                                          &float_modes[i % FLOAT_MODE_COUNT]);
            const measured same = measure_by(ABUT_METHOD_BRUTE, &one, &pose[0], &other, &pose[1],
                                             &float_modes[i % FLOAT_MODE_COUNT]);
            const int agree =
                v.region_count == same.region_count && v.lo <= same.hi && same.lo <= v.hi;
            assert_true(EXPECT_WRONG || agree);
            const abut_soup from = soup_of_mesh(&a), to = soup_of_mesh(&b);
            if (!volume_truth_is_within(&from, &pose[0], &to, &pose[1], v.lo, v.hi, &truth)) {
                wrong++;
                if (!EXPECT_WRONG)
                    print_error("sort %d, case %d: %.17g is not in [%.17g, %.17g]\n", sort, i,
                                truth, v.lo, v.hi);
            }
            if (v.hi - v.lo > widest) widest = v.hi - v.lo;
            shared += truth > 0;
        }
    print_message("%zu of %zu share a volume; the widest interval is %.3g\n", shared, count,
                  widest);
    assert_true(shared > count / 2);
    assert_true(widest < 1e-10);
    assert_true(EXPECT_WRONG ? wrong > 0 : !wrong);
}

// ----------------------------------------------------------------------------------------- regions

// A tube along z: the square [-w, w] less [-h, h].
static void add_tube(mesh* m, double w, double h, double low, double high)
{
    for (uint32_t i = 0; i < 16; i++) {  // outer and inner, below and above
        const double size = i < 8 ? w : h, z = i % 8 < 4 ? low : high;
        const double x[4] = {-size, size, size, -size}, y[4] = {-size, -size, size, size};
        const double v[3] = {x[i % 4], y[i % 4], z};
        memcpy(m->vertices + 3 * (m->vertex_count + i), v, sizeof v);
    }
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t n = (k + 1) % 4;
        const uint32_t face[8][3] = {
            {k, n, n + 4}, {k, n + 4, k + 4}, {n + 8, k + 8, k + 12}, {n + 8, k + 12, n + 12},
            {n, k, k + 8}, {n, k + 8, n + 8}, {k + 4, n + 4, n + 12}, {k + 4, n + 12, k + 12}};
        for (int i = 0; i < 8; i++)
            add_triangle(m, m->vertex_count, face[i], 0);
    }
    m->vertex_count += 16;
}

static void assert_region(const abut_region* r, double truth, const double box[6])
{
    assert_true(is_within(r->volume_lo, r->volume_hi, truth, 1e-10));
    for (int k = 0; k < 3; k++) {
        assert_true(double_is_equal(r->low[k], box[k]));
        assert_true(double_is_equal(r->high[k], box[k + 3]));
    }
}

static void assert_regions(const mesh* a, const mesh* b, size_t count, const double volumes[],
                           const double boxes[][6])
{
    const abut_soup one = soup_of_mesh(a), other = soup_of_mesh(b);
    for (int swap = 0; swap < 2; swap++) {
        const measured v = measure(swap ? &other : &one, NULL, swap ? &one : &other, NULL);
        double sum = 0;
        assert_int_equal(v.region_count, count);
        for (size_t i = 0; i < count; i++) {
            size_t k = 0;  // the order depends on which is a
            while (k < count &&
                   !(v.regions[i].low[0] >= boxes[k][0] && v.regions[i].high[0] <= boxes[k][3] &&
                     v.regions[i].low[2] >= boxes[k][2] && v.regions[i].high[2] <= boxes[k][5]))
                k++;
            assert_true(k < count);
            assert_region(&v.regions[i], volumes[k], boxes[k]);
            sum += volumes[k];
        }
        assert_true(is_within(v.lo, v.hi, sum, 1e-10));
    }
}

// Two pegs through a plate are two regions; a peg with a hole in it is one.
static void test_pegs(void** state)
{
    (void)state;
    mesh plate = {.vertex_count = 0}, pegs = plate, tube = plate;
    add_block(&plate, (double[]){-4, -4, 0, 4, 4, 0.5}, 0);
    add_block(&pegs, (double[]){-3, -1, -2, -2, 1, 2}, 0);
    add_block(&pegs, (double[]){1, -1, -2, 3, 1, 0.25}, 0);
    assert_regions(&plate, &pegs, 2, (double[]){1, 1},
                   (const double[][6]){{-3, -1, 0, -2, 1, 0.5}, {1, -1, 0, 3, 1, 0.25}});
    add_tube(&tube, 1, 0.5, -1, 1);
    assert_regions(&plate, &tube, 1, (double[]){1.5}, (const double[][6]){{-1, -1, 0, 1, 1, 0.5}});
    // As deep as the plate is: faces against faces.
    mesh flush = {.vertex_count = 0};
    add_tube(&flush, 1, 0.5, 0, 0.5);
    assert_regions(&plate, &flush, 1, (double[]){1.5}, (const double[][6]){{-1, -1, 0, 1, 1, 0.5}});
}

// What is wholly inside is a region; a hollow in it is not one, and what is in the hollow is another.
static void test_hollows(void** state)
{
    (void)state;
    mesh hollow = {.vertex_count = 0}, large = hollow, within = hollow;
    add_block(&hollow, (double[]){-2, -2, -2, 2, 2, 2}, 0);
    add_block(&hollow, (double[]){-1, -1, -1, 1, 1, 1}, 1);
    add_block(&large, (double[]){-3, -3, -3, 3, 3, 3}, 0);
    assert_regions(&hollow, &large, 1, (double[]){56}, (const double[][6]){{-2, -2, -2, 2, 2, 2}});
    mesh kernel = hollow;
    add_block(&kernel, (double[]){-.5, -.5, -.5, .5, .5, .5}, 0);
    const abut_soup one = soup_of_mesh(&kernel), other = soup_of_mesh(&large);
    const measured v = measure(&one, NULL, &other, NULL);
    assert_int_equal(v.region_count, 2);
    assert_true(is_within(v.lo, v.hi, 57, 1e-9));
    assert_region(&v.regions[0], 56, (const double[]){-2, -2, -2, 2, 2, 2});
    assert_region(&v.regions[1], 1, (const double[]){-.5, -.5, -.5, .5, .5, .5});
    // In the hollow nothing is shared.
    add_block(&within, (double[]){-.5, -.5, -.5, .5, .5, .5}, 0);
    assert_regions(&hollow, &within, 0, NULL, NULL);
}

// A thin frame about a hollow box: its box is around the hollow, too. So either may have it, and both intervals say so.
static void test_doubt(void** state)
{
    (void)state;
    mesh hollow = {.vertex_count = 0}, large = hollow;
    add_block(&hollow, (double[]){-1, -1, -1, 1, 1, 1}, 0);
    add_block(&hollow, (double[]){-.5, -.5, -.5, .5, .5, .5}, 1);
    add_tube(&hollow, 2.0625, 2, -0.75, 0.75);
    add_block(&large, (double[]){-4, -4, -4, 4, 4, 4}, 0);
    const abut_soup one = soup_of_mesh(&hollow), other = soup_of_mesh(&large);
    const measured v = measure(&one, NULL, &other, NULL);
    const double frame = (4.125 * 4.125 - 16) * 1.5;
    assert_int_equal(v.region_count, 2);
    assert_true(is_within(v.lo, v.hi, 7 + frame, 1e-9));
    assert_true(is_within(v.regions[0].volume_lo, v.regions[0].volume_hi, 7, 1.001));
    assert_true(is_within(v.regions[1].volume_lo, v.regions[1].volume_hi, frame, frame));
}

// What of a's surface is inside b, and which way it faces.
static void test_vector_area(void** state)
{
    (void)state;
    static const double area[2][3] = {{0, 0, 1}, {0, 0, -1}};
    mesh cube = {.vertex_count = 0}, peg = cube;
    add_block(&cube, (double[]){-1, -1, -1, 1, 1, 1}, 0);
    add_block(&peg, (double[]){-.5, -.5, .5, .5, .5, 1.5}, 1);  // turned over
    const abut_soup soup[2] = {soup_of_mesh(&cube), soup_of_mesh(&peg)};
    for (int swap = 0; swap < 2; swap++) {
        const measured v = measure(&soup[swap], NULL, &soup[!swap], NULL);
        assert_int_equal(v.region_count, 1);
        assert_region(&v.regions[0], 0.5, (const double[]){-.5, -.5, .5, .5, .5, 1});
        for (int k = 0; k < 3; k++)
            assert_true(fabs(v.regions[0].vector_area[k] - area[swap][k]) < 1e-12);
    }
}

// Faces that are flush count half, whichever way the shift goes, and those that touch not at all.
static void test_flush(void** state)
{
    (void)state;
    static const double touching[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; axis++)
        for (int swap = 0; swap < 2; swap++)
            for (int is_apart = 0; is_apart < 2; is_apart++) {
                const double along = is_apart ? 2 : 1.75;
                double area[3] = {0, 0, 0}, box[2][6] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
                mesh m[2] = {{.vertex_count = 0}, {.vertex_count = 0}};
                for (int k = 0; k < 3; k++) {
                    box[0][k + 3] = box[1][k + 3] = k == axis ? 2 : 3 - (axis + k) % 3;
                    if (k != axis) continue;
                    box[1][k] = along;
                    box[1][k + 3] = along + 1;
                }
                area[axis] =
                    (swap ? -1 : 1) * box[0][(axis + 1) % 3 + 3] * box[0][(axis + 2) % 3 + 3];
                for (int i = 0; i < 2; i++)
                    add_block(&m[i], box[i], 0);
                const abut_soup one = soup_of_mesh(&m[swap]), other = soup_of_mesh(&m[!swap]);
                const measured v = measure(&one, NULL, &other, NULL);
                for (size_t i = 0; i < v.region_count; i++)
                    for (int k = 0; k < 3; k++)
                        assert_true(fabs(v.regions[i].vector_area[k] -
                                         (is_apart ? touching : area)[k]) < 1e-12);
                assert_true(v.region_count == 1);
            }
}

// -------------------------------------------------------------------------------------------- places

// Far from the origin, very small and very large, in frames, mirrored: as wide as near it.
static void test_places(void** state)
{
    (void)state;
    rng r = {7};
    mesh a = random_mesh(STARS, &r), b = random_mesh(STARS, &r);
    const abut_soup one = soup_of_mesh(&a), other = soup_of_mesh(&b);
    abut_pose pose[2] = {pose_random(&r, 1), pose_random(&r, 1)};
    double truth;
    volume_truth_is_within(&one, &pose[0], &other, &pose[1], 0, 0, &truth);
    assert_true(truth > 0.1);
    abut_model* m[2] = {build(&one, ABUT_METHOD_WIDE), build(&other, ABUT_METHOD_WIDE)};
    abut_pose frame = pose_random(&r, 1e6);
    for (int i = 0; i < 6; i++) {
        abut_instance at[2];
        double times = 1;
        for (int side = 0; side < 2; side++) {
            at[side] = (abut_instance){.model = m[side], .pose = pose[side]};
            if (i == 1) at[side].frame = &frame;
            for (int k = 0; k < 3 && (i == 2 || i == 3); k++)
                at[side].pose.translation[k] =
                    ldexp(pose[side].translation[k], i == 2 ? 300 : -300);
            if (i == 2 || i == 3) at[side].pose.scale = ldexp(1, i == 2 ? 300 : -300);
            for (int k = 0; k < 3 && i == 4; k++) {
                at[side].pose.rotation[0][k] *= -1;
                at[side].pose.translation[k] *= k ? 1 : -1;
            }
            if (i == 5) at[side].pose.translation[0] += 0x1p30;
        }
        if (i == 2 || i == 3) times = ldexp(1, i == 2 ? 900 : -900);
        const measured v = measure_in(ABUT_METHOD_WIDE, &at[0], &at[1], &float_modes[0]);
        const double slack =
            i == 5 || i == 1 ? 1e-6 : 2e-11;  // moved by what is rounded; frames not quite rigid
        assert_true(v.hi / times - v.lo / times < 2e-11);
        assert_true(fabs(v.lo / times - truth) < slack);
        assert_int_equal(v.region_count, 1);
    }
    abut_model_free(m[0]);
    abut_model_free(m[1]);
}

// The parts of a box that is cut share what the whole box does; cuts go through corners of the other solid, too.
static void test_partition(void** state)
{
    (void)state;
    rng r = {11};
    for (int i = 0; i < 12; i++) {
        mesh a = random_mesh(i % 2 ? STARS : BOX_AND_TETRAHEDRON, &r), box = {.vertex_count = 0};
        const abut_soup one = soup_of_mesh(&a);
        const double* cut = a.vertices + 3 * rng_below(&r, a.vertex_count);
        double lo = 0, hi = 0;
        for (int part = 0; part < 9; part++) {  // 8: all of it
            double b[6];
            for (int k = 0; k < 3; k++) {
                b[k] = part < 8 && part >> k & 1 ? cut[k] : -6;
                b[k + 3] = part < 8 && !(part >> k & 1) ? cut[k] : 6;
            }
            box.vertex_count = box.triangle_count = 0;
            add_block(&box, b, 0);
            const abut_soup other = soup_of_mesh(&box);
            const measured v = measure(&one, NULL, &other, NULL);
            if (part == 8) {
                assert_true(v.lo > 0.01 && v.lo <= hi && lo <= v.hi && hi - lo < 1e-9);
            } else {
                lo += v.lo;
                hi += v.hi * (1 + 0x1p-50);
            }
        }
    }
}

// ----------------------------------------------------------------------------------------- failures

static abut_status ask_failing(counting* c, const abut_instance* a, const abut_instance* b,
                               measured* out)
{
    const abut_host host = counting_host(c);
    abut_query* q;
    abut_status status = abut_query_create(&q, &host);
    if (status != ABUT_OK) return status;
    status = ask(q, a, b, out);
    abut_query_free(q);
    return status;
}

static void test_failures(void** state)
{
    (void)state;
    rng r = {3};
    mesh a = random_mesh(TWO_STARS, &r), b = random_mesh(HOLLOW_STARS, &r);
    const abut_soup one = soup_of_mesh(&a), other = soup_of_mesh(&b);
    abut_model* m[2] = {build(&one, ABUT_METHOD_WIDE), build(&other, ABUT_METHOD_WIDE)};
    const abut_instance at[2] = {{.model = m[0], .pose = identity},
                                 {.model = m[1], .pose = identity}};
    measured truth, v;
    counting c = counting_begin();
    assert_int_equal(ask_failing(&c, &at[0], &at[1], &truth), ABUT_OK);
    const size_t allocations = c.allocations, calls = c.progress_calls;
    assert_true(allocations > 20 && calls > 5);
    for (size_t i = 0; i < allocations; i++) {
        c = counting_begin();
        c.fail_at = i;
        assert_int_equal(ask_failing(&c, &at[0], &at[1], &v), ABUT_OUT_OF_MEMORY);
        assert_int_equal(c.blocks, 0);
    }
    for (size_t i = 0; i < calls; i++) {
        c = counting_begin();
        c.cancel_at = i;
        assert_int_equal(ask_failing(&c, &at[0], &at[1], &v), ABUT_CANCELLED);
        assert_int_equal(c.blocks, 0);
    }
    abut_model_free(m[0]);
    abut_model_free(m[1]);
}

// With solids, and where all components are in contact so that no rays are asked, the second call allocates nothing.
static void test_memory(void** state)
{
    (void)state;
    rng r = {3};
    mesh a = random_mesh(STARS, &r), b = random_mesh(STARS, &r);
    const abut_soup soup[2] = {soup_of_mesh(&a), soup_of_mesh(&b)};
    abut_instance at[2];
    abut_model* m[2];
    abut_solid* solid[2];
    abut_query* q;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
    abut_overlap_ask how = {.volume = 1};
    abut_overlap_answer found;
    for (int side = 0; side < 2; side++) {
        m[side] = build(&soup[side], ABUT_METHOD_WIDE);
        at[side] = (abut_instance){.model = m[side], .pose = identity};
        assert_int_equal(abut_solid_build(&solid[side], m[side], NULL), ABUT_OK);
    }
    for (int side = 0; side < 2; side++) {
        how.a_solid = solid[0];
        if (side) how.b_solid = solid[1];
        // Not checked.
        assert_int_equal(abut_overlap(q, &at[0], &at[1], &how, &found), ABUT_BAD_COMBINATION);
        assert_int_equal(abut_solid_check(solid[side], q), ABUT_OK);
    }
    assert_int_equal(abut_overlap(q, &at[0], &at[1], &how, &found), ABUT_OK);
    const double lo = found.volume_lo;
    const size_t before = c.allocations;
    assert_int_equal(abut_overlap(q, &at[0], &at[1], &how, &found), ABUT_OK);
    assert_int_equal(c.allocations, before);
    assert_true(lo > 0 && double_is_equal(found.volume_lo, lo));
    abut_query_free(q);
    for (int side = 0; side < 2; side++) {
        abut_solid_free(solid[side]);
        abut_model_free(m[side]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),    cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_pegs),      cmocka_unit_test(test_hollows),
        cmocka_unit_test(test_doubt),     cmocka_unit_test(test_vector_area),
        cmocka_unit_test(test_flush),     cmocka_unit_test(test_places),
        cmocka_unit_test(test_partition), cmocka_unit_test(test_failures),
        cmocka_unit_test(test_memory),
    };
    // Only the first shows what bounds are for.
    const size_t count = EXPECT_WRONG ? 1 : sizeof tests / sizeof *tests;
    return _cmocka_run_group_tests("volume", tests, count, NULL, NULL);
}
