// test_volume.c - how much two solids share: known answers, and random ones against rational arithmetic (volume_truth.h), in
// general places and in all the places where faces, edges and corners coincide.
#include "query/volume.h"
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"
#include "support/volume_truth.h"

#define RIGID                                                                                      \
    {                                                                                              \
        {1, 0, 0}, {0, 1, 0},                                                                      \
        {                                                                                          \
            0, 0, 1                                                                                \
        }                                                                                          \
    }
static const abut_pose identity = {.rotation = RIGID};

typedef struct volume {
    double lo, hi;
    size_t left_out[2], region_count;
    volume_region regions[16];
} volume;

// What abut_overlap asks, all pairs in groups by themselves joined as their triangles share vertices is left to it: here all are one.
static abut_status ask(abut_query* q, const abut_instance* a, const abut_instance* b, volume* out)
{
    static const abut_ask points = {.detail = ABUT_DETAIL_POINTS};
    const abut_solid* const given[2] = {NULL, NULL};
    solid_pair p;
    abut_hits hits;
    volume_answer found;
    abut_status status = solid_pair_open(&p, q, a, b, given, 1);
    if (status == ABUT_OK)
        status = collide_placed(q, NULL, &p.placed[0], &p.placed[1], &points, &hits);
    if (status == ABUT_OK) {
        const volume_ask all = {.pair = &p, .hits = &hits};
        status = volume_find(&all, &found);
    }
    if (status == ABUT_OK) {
        *out = (volume){
            found.lo, found.hi, {found.left_out[0], found.left_out[1]}, found.region_count, {{0}}};
        for (size_t i = 0; i < found.region_count && i < 16; i++)
            out->regions[i] = found.regions[i];
    }
    solid_pair_close(&p);
    return status;
}

static abut_model* build(const abut_soup* s, abut_method method)
{
    const abut_build how = {.method = method};
    abut_model* m;
    assert_int_equal(abut_model_build(&m, s, &how), ABUT_OK);
    return m;
}

static volume measure_by(abut_method method, const abut_soup* a, const abut_pose* a_pose,
                         const abut_soup* b, const abut_pose* b_pose)
{
    volume out;
    abut_query* q;
    abut_model *x = build(a, method), *y = build(b, method);
    const abut_instance one = {.model = x, .pose = a_pose ? *a_pose : identity};
    const abut_instance other = {.model = y, .pose = b_pose ? *b_pose : identity};
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(ask(q, &one, &other, &out), ABUT_OK);
    abut_query_free(q);
    abut_model_free(x);
    abut_model_free(y);
    return out;
}

static volume measure(const abut_soup* a, const abut_pose* a_pose, const abut_soup* b,
                      const abut_pose* b_pose)
{
    return measure_by(ABUT_METHOD_WIDE, a, a_pose, b, b_pose);
}

static void assert_volume(const volume* v, double truth, double slack)
{
    if (!(v->lo >= 0 && v->lo <= truth && truth <= v->hi && v->hi - v->lo <= slack))
        print_error("%.17g is not in [%.17g, %.17g], or that is wider than %.3g\n", truth, v->lo,
                    v->hi, slack);
    assert_true(v->lo >= 0 && v->lo <= truth && truth <= v->hi && v->hi - v->lo <= slack);
}

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
            const volume v = measure(&one, NULL, &other, NULL);
            assert_volume(&v, all[i].volume, 3e-13 * size * size * size);
            assert_int_equal(v.left_out[0] + v.left_out[1], 0);
        }
}

// ------------------------------------------------------------------------------------------ random

typedef struct mesh {
    double vertices[64 * 3];
    uint32_t triangles[128 * 3];
    size_t vertex_count, triangle_count;
} mesh;

static abut_soup soup_of_mesh(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

static void add_triangle(mesh* m, size_t first, const uint32_t t[3], int turned)
{
    uint32_t* out = m->triangles + 3 * m->triangle_count++;
    for (int k = 0; k < 3; k++)
        out[k] = (uint32_t)first + t[turned && k ? 3 - k : k];
}

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

// Turn some triangles over: which way they face tells nothing.
static void turn_some(mesh* m, rng* r)
{
    for (size_t i = 0; i < m->triangle_count; i++) {
        uint32_t* t = m->triangles + 3 * i;
        const uint32_t swap = t[1];
        if (rng_below(r, 2)) continue;
        t[1] = t[2];
        t[2] = swap;
    }
}

static void test_random(void** state)
{
    (void)state;
    rng r = {25};
    size_t shared = 0, count = 0;
    double widest = 0;
    for (int sort = 0; sort < SORTS; sort++)
        for (int i = 0; i < CASES(16); i++, count++) {
            mesh a = random_mesh(sort, &r), b = random_mesh(sort, &r);
            abut_pose pose[2] = {identity, identity};
            double truth;
            const int in_general =
                sort == TETRAHEDRA || sort == STARS || sort == HOLLOW_STARS || sort == TWO_STARS;
            for (int side = 0; side < 2 && in_general; side++)
                pose[side] = pose_random(&r, 1);
            if (i % 8 == 0) b = a;
            if (i % 8 == 0) pose[1] = pose[0];
            mesh turned[2] = {a, b};
            if (i % 2) turn_some(&turned[0], &r);
            if (i % 3 == 0) turn_some(&turned[1], &r);
            const abut_soup one = soup_of_mesh(&turned[0]), other = soup_of_mesh(&turned[1]);
            const volume v = measure_by(i % 5 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE, &one,
                                        &pose[0], &other, &pose[1]);
            const abut_soup from = soup_of_mesh(&a), to = soup_of_mesh(&b);
            if (!volume_truth_is_within(&from, &pose[0], &to, &pose[1], v.lo, v.hi, &truth))
                fail_msg("sort %d, case %d: %.17g is not in [%.17g, %.17g]", sort, i, truth, v.lo,
                         v.hi);
            if (v.hi - v.lo > widest) widest = v.hi - v.lo;
            shared += truth > 0;
        }
    print_message("%zu of %zu share a volume; the widest interval is %.3g\n", shared, count,
                  widest);
    assert_true(shared > count / 2);
    assert_true(widest < 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
