// test_scenes.c - the models of scenes/: closed, of the right size, the same everywhere.
#include "angle.h"
#include "random.h"
#include "scenes/scene_line.h"

#include "abut/abut.h"

#include <stdlib.h>

#define PI 3.14159265358979323846

static const double* corner(const mesh* m, size_t triangle, size_t i)
{
    return m->vertices + 3 * (size_t)m->triangles[3 * triangle + i];
}

// The volume, by the divergence theorem.
static double volume_of(const mesh* m)
{
    double sum = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        const double *a = corner(m, i, 0), *b = corner(m, i, 1), *c = corner(m, i, 2);
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
}

// ------------------------------------------------------------------------------------------- angles

static void angles_are_accurate_and_exact_at_quarters(void** state)
{
    (void)state;
    for (uint64_t whole = 1; whole <= 400; whole++)
        for (uint64_t part = 0; part < 2 * whole; part++) {
            double c, s;
            angle_of_turn(part, whole, &c, &s);
            const long double turn =
                2 * 3.14159265358979323846264338328L * (long double)part / (long double)whole;
            assert_true(fabsl((long double)c - cosl(turn)) < 4e-16L);
            assert_true(fabsl((long double)s - sinl(turn)) < 4e-16L);
            assert_true(fabs(c * c + s * s - 1) < 5e-16);
            double mirrored_c, mirrored_s;
            angle_of_turn(2 * whole - part, whole, &mirrored_c, &mirrored_s);
            assert_true(mirrored_c == c && mirrored_s == -s);
        }
    const double expected[5] = {1, 0, -1, 0, 1};  // cosine; sine is a quarter later
    for (uint64_t whole = 4; whole <= 2000; whole += 4)
        for (uint64_t quarter = 0; quarter < 4; quarter++) {
            double c, s;
            angle_of_turn(quarter * whole / 4, whole, &c, &s);
            assert_true(c == expected[quarter] && s == expected[(quarter + 3) % 4]);
            assert_true(!(c == 0 && signbit(c)) && !(s == 0 && signbit(s)));
        }
}

static void random_numbers_are_those_of_splitmix64(void** state)
{
    (void)state;
    random_source r = {1234567};
    assert_true(random_bits(&r) == 6457827717110365317u);
    assert_true(random_bits(&r) == 3203168211198807973u);
    assert_true(random_bits(&r) == 9817491932198370423u);
    unsigned seen[3] = {0};
    for (int i = 0; i < 3000; i++) {
        const double x = random_unit(&r);
        assert_true(x >= 0 && x < 1);
        seen[random_below(&r, 3)]++;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(seen[i], 900, 1100);
}

// -------------------------------------------------------------------------------- closed surfaces

static int compare_edges(const void* a, const void* b)
{
    const uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

// Every directed edge once, and its opposite once; every vertex used; no triangle without area.
// Returns vertices - edges + triangles.
static long check_closed(const char* line, const mesh* m)
{
    const size_t count = 3 * m->triangle_count;
    uint64_t* edges = malloc(count * sizeof *edges);
    unsigned char* used = calloc(m->vertex_count, 1);
    assert_non_null(edges);
    assert_non_null(used);
    for (size_t i = 0; i < m->triangle_count; i++) {
        double d[2][3];
        for (size_t k = 0; k < 3; k++) {
            const uint64_t from = m->triangles[3 * i + k], to = m->triangles[3 * i + (k + 1) % 3];
            assert_true(from < m->vertex_count && from != to);
            edges[3 * i + k] = from << 32 | to;
            used[from] = 1;
            d[0][k] = corner(m, i, 1)[k] - corner(m, i, 0)[k];
            d[1][k] = corner(m, i, 2)[k] - corner(m, i, 0)[k];
        }
        double area = 0, length[2] = {0};
        for (size_t k = 0; k < 3; k++) {
            const size_t l = (k + 1) % 3;
            const double x = d[0][k] * d[1][l] - d[0][l] * d[1][k];
            area += x * x;
            length[0] += d[0][k] * d[0][k], length[1] += d[1][k] * d[1][k];
        }
        if (!(area > 1e-12 * length[0] * length[1])) fail_msg("%s: triangle %zu is flat", line, i);
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < count; i++) {
        const uint64_t opposite = edges[i] << 32 | edges[i] >> 32;
        if (i && edges[i] == edges[i - 1]) fail_msg("%s: an edge is there twice", line);
        if (!bsearch(&opposite, edges, count, sizeof *edges, compare_edges))
            fail_msg("%s: an edge has no opposite", line);
    }
    for (size_t i = 0; i < m->vertex_count; i++)
        assert_true(used[i]);
    free(edges);
    free(used);
    return (long)m->vertex_count - (long)count / 2 + (long)m->triangle_count;
}

static void solids_are_closed_and_have_their_volume(void** state)
{
    (void)state;
    static const struct {
        const char* line;
        long euler;
        size_t triangles;          // 0: not told here
        double volume, tolerance;  // of threads: see below
    } cases[] = {
        {"torus", 0, 4096, 2 * PI * PI * 0.09, 0.02},
        {"torus rings=400 sides=200 radius=3 tube=1", 0, 160000, 2 * PI * PI * 3, 0.02},
        {"torus rings=3 sides=3", 0, 18, 0.30375, 1e-14},
        {"torus triangles=53824", 0, 53824, 2 * PI * PI * 0.09, 0.002},
        {"torus triangles=12544", 0, 12544, 2 * PI * PI * 0.09, 0.006},
        {"torus triangles=73984", 0, 73984, 2 * PI * PI * 0.09, 0.002},
        {"sphere", 2, 3968, 4 * PI / 3, 0.02},
        {"sphere stacks=152 slices=76 radius=2", 2, 22952, 32 * PI / 3, 0.05},
        {"sphere stacks=312 slices=156", 2, 97032, 4 * PI / 3, 0.002},
        {"sphere stacks=2 slices=3", 2, 6, 0.86602540378443865, 1e-15},
        {"icosphere", 2, 5120, 4 * PI / 3, 0.01},
        {"icosphere level=0", 2, 20, 2.536150710120, 1e-12},
        {"icosphere level=6 radius=10", 2, 81920, 4000 * PI / 3, 1},
        {"box", 2, 12, 1, 0},
        {"box x=1 y=2 z=4 segments=8", 2, 768, 8, 1e-13},
        {"box x=3 y=0.3 z=1e-3 segments=3", 2, 108, 9e-4, 1e-15},
        {"box x=2 y=4 z=8 cx=-99 cy=0.5 cz=7 segments=2", 2, 48, 64, 1e-9},
        {"bricks", 256, 1536, 128, 0},
        {"bricks layer=b", 256, 1536, 128, 0},
        {"bricks nx=3 ny=1 nz=5 size=7 grid=0.1 layer=b", 30, 180, 15 * 0.343, 1e-13},
        {"tetra count=333", 666, 1332, 0.005, 0.005},
        {"pipes count=40 sides=5", 80, 640, 0.0071329, 1e-3},
        {"cylinder", 2, 952, 2 * PI, 0.05},
        {"cylinder triangles=99900", 2, 99528, 2 * PI, 0.001},
        {"lock", 66, 20772, 0.1016, 0.001},
        {"lock triangles=8000", 66, 0, 0.087, 0.001},
        {"car", 20, 59888, 0.9744, 0.003},
        {"bolt", 2, 0, 0, HUGE_VAL},
        {"bolt root=flat", 2, 0, 0, HUGE_VAL},
        {"bolt segments=12 d=20 length=11 clearance=0", 2, 0, 0, HUGE_VAL},
        {"bolt segments=13 d=3 pitch=1.2 length=2.4 clearance=0.3", 2, 0, 0, HUGE_VAL},
        {"nut", 0, 0, 0, HUGE_VAL},
        {"nut segments=13 d=3 pitch=1.2 height=2.4", 0, 0, 0, HUGE_VAL},
        {"nut d=64 segments=100 flats=76.8", 0, 0, 0, HUGE_VAL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mesh m = scene_from_line(cases[i].line);
        assert_null(m.faces);
        assert_int_equal(m.face_count, m.triangle_count);
        if (cases[i].triangles) assert_int_equal(m.triangle_count, cases[i].triangles);
        assert_int_equal(check_closed(cases[i].line, &m), cases[i].euler);
        const double volume = volume_of(&m);
        if (!(volume > 0 && fabs(volume - cases[i].volume) <= cases[i].tolerance))
            fail_msg("%s: volume %.17g", cases[i].line, volume);
        mesh_free(&m);
    }
}

static void spheres_and_boxes_have_their_size(void** state)
{
    (void)state;
    static const char* const spheres[] = {"sphere radius=3", "icosphere radius=3 level=5"};
    for (size_t i = 0; i < 2; i++) {
        mesh m = scene_from_line(spheres[i]);
        for (size_t v = 0; v < m.vertex_count; v++) {
            const double* p = m.vertices + 3 * v;
            assert_close(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), 3, 2e-15);
        }
        mesh_free(&m);
    }
    mesh m = scene_from_line("box x=0.3 y=0.7 z=1.1 segments=7");
    const double half[3] = {0.15, 0.35, 0.55};
    size_t ends[3][2] = {{0}};
    for (size_t v = 0; v < 3 * m.vertex_count; v++) {
        const double x = m.vertices[v];
        assert_true(fabs(x) <= half[v % 3]);
        if (fabs(x) == half[v % 3]) ends[v % 3][x > 0]++;
    }
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++)
            assert_int_equal(ends[axis][side], 64);
    mesh_free(&m);

    m = scene_from_line("box x=80 y=60 z=15.5 cx=90 cy=-0.5 cz=-12.25");
    static const double low[3] = {50, -30.5, -20}, high[3] = {130, 29.5, -4.5};
    for (size_t v = 0; v < 3 * m.vertex_count; v++)
        assert_true(m.vertices[v] == low[v % 3] || m.vertices[v] == high[v % 3]);
    mesh_free(&m);
}

// ------------------------------------------------------------------------------------------ threads

typedef struct thread_case {
    const char* line;
    double diameter, pitch, length, clearance, head;
    int is_bolt, is_round, segments;
} thread_case;

// Radius of the thread at t pitches from the middle of its outer flat, from the definitions: ISO 68-1,
// and an arc with H / 6 in the round root of a bolt.
static double thread_radius(const thread_case* c, double t)
{
    const double pitch = c->pitch, sharp = pitch * sqrt(3) / 2;
    const double u = fabs(t - floor(t + 0.5)) * pitch;
    double depth = fmax(0, fmin((u - pitch / 16) * sqrt(3), sharp * 5 / 8));
    if (u > pitch * 3 / 8 && c->is_round) {
        const double v = pitch / 2 - u;
        depth = sharp * 13 / 24 + sqrt(sharp * sharp / 36 - v * v);
    }
    return (c->diameter - c->clearance) / 2 - depth;
}

// Volume within the thread's surface, which fades out over half a pitch, as polygons.
static double thread_volume(const thread_case* c)
{
    const double core = thread_radius(c, c->is_bolt ? 0.5 : 0);
    const int steps = 400;
    double sum = 0;
    for (int i = 0; i < steps; i++)
        for (int j = 0; j < steps; j++) {
            const double z = c->length * (i + 0.5) / steps;
            const double part = fmin(1, fmin(z, c->length - z) / (c->pitch / 2));
            const double r = core + part * (thread_radius(c, (j + 0.5) / steps) - core);
            sum += r * r;
        }
    return sum / (steps * steps) * c->length * c->segments / 2 * sin(2 * PI / c->segments);
}

static void threads_have_the_volume_of_the_standard(void** state)
{
    (void)state;
    static const thread_case cases[] = {
        {"bolt", 10, 1.5, 30, 0.05, 6.4, 1, 1, 48},
        {"bolt root=flat", 10, 1.5, 30, 0.05, 6.4, 1, 0, 48},
        {"bolt segments=12 d=20 length=11 clearance=0 head=1", 20, 2.5, 11, 0, 1, 1, 1, 12},
        {"bolt segments=13 d=3 pitch=1.2 length=2.4 clearance=0.3", 3, 1.2, 2.4, 0.3, 1.92, 1, 1,
         13},
        {"bolt d=7 segments=100 root=flat", 7, 1.05, 21, 0.05, 4.48, 1, 0, 100},
        {"nut", 10, 1.5, 8, 0, 8, 0, 0, 48},
        {"nut segments=13 d=3 pitch=1.2 height=2.4", 3, 1.2, 2.4, 0, 2.4, 0, 0, 13},
        {"nut d=64 segments=100", 64, 6, 51.2, 0, 51.2, 0, 0, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const thread_case* c = cases + i;
        mesh m = scene_from_line(c->line);
        const double flats = 1.6 * c->diameter, hexagon = sqrt(3) / 2 * flats * flats * c->head;
        const double thread = thread_volume(c);
        const double found = c->is_bolt ? volume_of(&m) - hexagon : hexagon - volume_of(&m);
        // Coarse facets follow the fading less closely.
        if (!(fabs(found - thread) <= (c->segments < 48 ? 2e-2 : 2e-3) * thread))
            fail_msg("%s: the thread has volume %g, not %g", c->line, found, thread);
        mesh_free(&m);
    }
}

static void threads_have_the_radii_of_the_standard(void** state)
{
    (void)state;
    mesh bolt = scene_from_line("bolt"), nut = scene_from_line("nut");
    // The radii of the standard for M10 x 1.5: d3 = 8.160, D1 = 8.376.
    double least[2] = {9, 9}, most[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        const mesh* m = i ? &nut : &bolt;
        for (size_t v = 0; v < m->vertex_count; v++) {
            const double* p = m->vertices + 3 * v;
            const double r = sqrt(p[0] * p[0] + p[1] * p[1]);
            if (r > 0.1) least[i] = fmin(least[i], r);
            if (r < 5.5) most[i] = fmax(most[i], r);
        }
    }
    assert_close(2 * least[0], 8.160 - 0.05, 6e-4);
    assert_close(2 * most[0], 10 - 0.05, 1e-14);
    assert_close(2 * least[1], 8.376, 6e-4);
    assert_close(2 * most[1], 10, 1e-14);
    mesh_free(&bolt);
    mesh_free(&nut);
}

static abut_model* build(const mesh* m)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, NULL), ABUT_OK);
    return model;
}

// How many pairs of triangles are in contact, with b turned about z and moved along it.
static size_t contacts(const mesh* a, const mesh* b, double degrees, double up)
{
    abut_instance one = {.model = build(a)}, two = {.model = build(b)};
    assert_int_equal(abut_pose_from_axis_angle(&two.pose, (const double[]){0, 0, 1}, degrees),
                     ABUT_OK);
    two.pose.translation[2] = up;
    abut_query* q = NULL;
    abut_hits hits;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_collide(q, &one, &two, NULL, &hits), ABUT_OK);
    const size_t count = hits.count;
    abut_query_free(q);
    abut_model_free((abut_model*)(uintptr_t)one.model);
    abut_model_free((abut_model*)(uintptr_t)two.model);
    return count;
}

static void the_nut_sits_on_the_bolt_without_touching(void** state)
{
    (void)state;
    mesh bolt = scene_from_line("bolt"), nut = scene_from_line("nut");
    assert_int_equal(contacts(&bolt, &nut, 0, 0), 0);
    assert_int_equal(contacts(&bolt, &nut, 0, 1.5), 0);
    // Screwing: any turn, with its part of the pitch.
    assert_int_equal(contacts(&bolt, &nut, 90, 0.375), 0);
    assert_int_equal(contacts(&bolt, &nut, 180, -0.75), 0);
    assert_int_equal(contacts(&bolt, &nut, 33.3, 33.3 / 240), 0);
    // A push along the axis, or a turn without it, makes the flanks cross.
    assert_int_equal(contacts(&bolt, &nut, 0, 0.01), 0);
    assert_int_equal(contacts(&bolt, &nut, 0, 0.2), 2044);
    assert_int_equal(contacts(&bolt, &nut, 90, 0), 2108);
    mesh_free(&bolt);
    mesh_free(&nut);
    // Without clearance, equal flanks lie on each other.
    bolt = scene_from_line("bolt clearance=0 root=flat segments=12 length=12"),
    nut = scene_from_line("nut segments=12");
    assert_true(contacts(&bolt, &nut, 0, 0) > 1000);
    mesh_free(&bolt);
    mesh_free(&nut);
}

// ------------------------------------------------------------------------------------------- bricks

static void layers_of_bricks_share_planes_bit_by_bit(void** state)
{
    (void)state;
    static const char* const grids[] = {"0.5", "0.1", "0.3333333333333333", "1e-100", "1e100"};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        char line[80];
        const double grid = strtod(grids[i], NULL);
        snprintf(line, sizeof line, "bricks nx=5 ny=4 nz=3 size=3 layer=a grid=%s", grids[i]);
        mesh a = scene_from_line(line);
        snprintf(line, sizeof line, "bricks nx=5 ny=4 nz=3 size=3 layer=b grid=%s", grids[i]);
        mesh b = scene_from_line(line);
        const size_t upper = 5 * 4 * 4, bricks = 5 * 4 * 3;
        size_t of_a = 0, of_b = 0;
        for (size_t v = 0; v < 8 * bricks; v++) {
            const double *p = a.vertices + 3 * v, *q = b.vertices + 3 * v;
            of_a += p[2] == 9 * grid;
            of_b += q[2] == 9 * grid;
            assert_true(p[2] <= 9 * grid && q[2] >= 9 * grid && q[2] <= 18 * grid);
            for (int axis = 0; axis < 3; axis++) {
                const double steps = floor(p[axis] / grid + 0.5);
                assert_true(p[axis] == steps * grid);
                assert_true(axis == 2 || q[axis] == (steps + 1) * grid);
            }
        }
        assert_int_equal(of_a, upper);
        assert_int_equal(of_b, upper);
        mesh_free(&a);
        mesh_free(&b);
    }
}

static void bricks_touch_in_a_corner_and_no_further(void** state)
{
    (void)state;
    // Shifted by its size, the upper brick stands on one corner of the lower: exactly the triangles
    // with that corner are in contact.
    mesh a = scene_from_line("bricks nx=1 ny=1 nz=1 layer=a"),
         b = scene_from_line("bricks nx=1 ny=1 nz=1 layer=b shift=2");
    size_t at_corner[2] = {0};
    for (size_t i = 0; i < 12; i++)
        for (size_t k = 0; k < 3; k++) {
            const double *p = corner(&a, i, k), *q = corner(&b, i, k);
            at_corner[0] += p[0] == 1 && p[1] == 1 && p[2] == 1;
            at_corner[1] += q[0] == 1 && q[1] == 1 && q[2] == 1;
        }
    assert_int_equal(contacts(&a, &b, 0, 0), at_corner[0] * at_corner[1]);
    assert_int_equal(contacts(&a, &b, 0, 1e-16), 0);
    mesh_free(&a);
    mesh_free(&b);
}

// ------------------------------------------------------------------------------------ random scenes

static void random_scenes_keep_to_their_sizes(void** state)
{
    (void)state;
    mesh m = scene_from_line("soup count=5000 size=0.25");
    assert_int_equal(m.triangle_count, 5000);
    assert_int_equal(m.vertex_count, 15000);
    double mean[3] = {0};
    for (size_t i = 0; i < 5000; i++)
        for (size_t k = 0; k < 3; k++) {
            const double x[3] = {corner(&m, i, 0)[k], corner(&m, i, 1)[k], corner(&m, i, 2)[k]};
            for (size_t c = 0; c < 3; c++) {
                assert_true(x[c] >= -0.125 && x[c] <= 1.125);
                assert_true(fabs(x[c] - x[(c + 1) % 3]) <= 0.25);
                mean[k] += x[c] / 15000;
            }
        }
    for (int axis = 0; axis < 3; axis++)
        assert_close(mean[axis], 0.5, 0.02);
    mesh_free(&m);

    m = scene_from_line("pipes count=300 sides=8 length=2 radius=0.01");
    unsigned along[3] = {0};
    for (size_t i = 0; i < 300; i++) {
        int long_sides = 0;
        for (size_t axis = 0; axis < 3; axis++) {
            double low = 9, high = -9;
            for (size_t v = 16 * i; v < 16 * i + 16; v++) {
                low = fmin(low, m.vertices[3 * v + axis]);
                high = fmax(high, m.vertices[3 * v + axis]);
            }
            if (high - low > 0.1) {
                assert_true(high - low >= 1 - 1e-15 && high - low <= 2 + 1e-15);
                along[axis]++;
                long_sides++;
            } else
                assert_close(high - low, 0.02, 1e-15);
        }
        assert_int_equal(long_sides, 1);
    }
    for (int axis = 0; axis < 3; axis++)
        assert_in_range(along[axis], 60, 140);
    mesh_free(&m);

    m = scene_from_line("tetra count=2000");
    for (size_t i = 0; i < 2000; i++) {
        const mesh one = {
            .vertices = m.vertices, .triangles = m.triangles + 12 * i, .triangle_count = 4};
        assert_true(volume_of(&one) > -1e-18);
    }
    mesh_free(&m);
}

// ------------------------------------------------------------------------------------------- combs

// Whether teeth of the two combs touch, of all pairs, and at how many tests of the others' volumes.
static size_t tests_of_combs(abut_method method, const char* a_line, const char* b_line,
                             size_t* contact_count)
{
    mesh parts[2] = {scene_from_line(a_line), scene_from_line(b_line)};
    abut_model* models[2];
    abut_query* query = NULL;
    abut_hits hits;
    for (int side = 0; side < 2; side++) {
        const mesh* m = &parts[side];
        const abut_soup soup = {.vertices = m->vertices,
                                .triangles = m->triangles,
                                .vertex_count = m->vertex_count,
                                .triangle_count = m->triangle_count};
        assert_int_equal(abut_model_build(&models[side], &soup, &(abut_build){.method = method}),
                         ABUT_OK);
    }
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance a = {.model = models[0]}, b = {.model = models[1]};
    assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
    *contact_count = hits.count;
    const size_t tests = (size_t)hits.triangle_tests;
    abut_query_free(query);
    for (int side = 0; side < 2; side++) {
        abut_model_free(models[side]);
        mesh_free(&parts[side]);
    }
    return tests;
}

// Each tooth touches each, or is an ulp away from it; and no method keeps a pair of them apart by its volumes.
static void no_volume_parts_the_combs(void** state)
{
    (void)state;
    for (int method = 1; method < 64; method++) {
        size_t touching, apart;
        if (!abut_method_name((abut_method)method)) continue;
        abut_model* none = NULL;
        const abut_soup empty = {0};
        if (abut_model_build(&none, &empty, &(abut_build){.method = (abut_method)method}) !=
            ABUT_OK)
            continue;  // without the papers
        abut_model_free(none);
        assert_int_equal(tests_of_combs((abut_method)method, "combs teeth=50 gap=0",
                                        "combs teeth=50 gap=0 comb=b", &touching),
                         2500);
        assert_int_equal(touching, 2500);
        assert_int_equal(
            tests_of_combs((abut_method)method, "combs teeth=50", "combs teeth=50 comb=b", &apart),
            2500);
        assert_int_equal(apart, 0);
    }
}

// ---------------------------------------------------------------------------------------- same bits

static uint64_t mix(uint64_t hash, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++)  // FNV-1a, lowest byte first
        hash = (hash ^ (bits >> (8 * i) & 255)) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_doubles(uint64_t hash, const double* x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, x + i, sizeof bits);
        hash = mix(hash, bits, 8);
    }
    return hash;
}

static uint64_t hash_of(const char* line)
{
    mesh m = scene_from_line(line);
    uint64_t hash = mix_doubles(0xCBF29CE484222325u, m.vertices, 3 * m.vertex_count);
    for (size_t i = 0; i < 3 * m.triangle_count; i++)
        hash = mix(hash, m.triangles[i], 4);
    mesh_free(&m);
    return hash;
}

static void scenes_have_the_same_bits_everywhere(void** state)
{
    (void)state;
    static const struct {
        const char* line;
        uint64_t hash;
    } cases[] = {
        {"torus", 0x38FE1E787097AB9D},
        {"torus triangles=53824", 0xC8B42CC3ABA40C5D},
        {"sphere", 0x196525612A03BCFD},
        {"sphere stacks=7 slices=5 radius=0.1", 0x1438A43420B3BE69},
        {"icosphere", 0x805037B37FB7A835},
        {"icosphere level=2 radius=1e-3", 0x24A512F40EA1707D},
        {"box", 0x9BAB35B728074795},
        {"box x=0.1 y=2 z=3 segments=5", 0x52C6776F590A2BA5},
        {"bolt", 0x0E6E1ED671FD19BE},
        {"bolt d=12 segments=37 clearance=0.02 root=flat", 0x4C64DE9BCA306A3C},
        {"nut", 0xD595CF4FEEE2C8A7},
        {"nut d=12 segments=37", 0xFA06F618BD928B6F},
        {"mould", 0x542BD102DDD17192},
        {"mould shape=bottle fine=2", 0x94090F622F77CB52},
        {"bricks", 0x540527A785EDB8A5},
        {"bricks layer=b grid=0.1", 0x6BA798FB4A40E8F5},
        {"soup", 0xD6D11189CCBB0367},
        {"soup seed=2", 0x1C47344A56F55523},
        {"cylinder", 0xBDF8DFC7E5396EB5},
        {"door", 0x146FE383C5949817},
        {"lock", 0x7B8B158DA2F58F5E},
        {"car", 0x2F293AA24286488D},
        {"combs", 0x383D45F2D91D55D5},
        {"combs comb=b teeth=100 gap=0.1", 0x54ACEE5E9E245FFE},
        {"tetra", 0x857D68D535ABA2FF},
        {"tetra seed=2", 0xD47AA802B622122F},
        {"pipes", 0x24DEB918665F1C15},
        {"pipes seed=2 sides=7", 0xEA9F672FE7242192},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t hash = hash_of(cases[i].line);
        if (hash == cases[i].hash) continue;
        print_error("{\"%s\", 0x%016llX},\n", cases[i].line, (unsigned long long)hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
    // A seed is all that differs.
    assert_true(hash_of("soup seed=1") == hash_of("soup"));
    assert_true(hash_of("pipes seed=2") != hash_of("pipes"));
    assert_true(hash_of("soup seed=0") != hash_of("soup seed=9007199254740992"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_are_accurate_and_exact_at_quarters),
        cmocka_unit_test(random_numbers_are_those_of_splitmix64),
        cmocka_unit_test(solids_are_closed_and_have_their_volume),
        cmocka_unit_test(spheres_and_boxes_have_their_size),
        cmocka_unit_test(threads_have_the_volume_of_the_standard),
        cmocka_unit_test(threads_have_the_radii_of_the_standard),
        cmocka_unit_test(the_nut_sits_on_the_bolt_without_touching),
        cmocka_unit_test(layers_of_bricks_share_planes_bit_by_bit),
        cmocka_unit_test(bricks_touch_in_a_corner_and_no_further),
        cmocka_unit_test(random_scenes_keep_to_their_sizes),
        cmocka_unit_test(no_volume_parts_the_combs),
        cmocka_unit_test(scenes_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
