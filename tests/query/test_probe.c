// test_probe.c - a tree of the engine walked by a probe: the farthest vertex in a direction, by every form of tree and every
// instruction set; all triangles where nothing is left out, each once; and walks that end early.
#include "engine/kernels.h"
#include "query/model.h"
#include "support/pruning.h"
#include "support/soups.h"

#include "abut/abut.h"

enum { SIDE = 40, TRIANGLES = 2 * SIDE * SIDE };

// What is asked, and what was found.
typedef struct farthest {
    wide_probe probe;  // first
    const abut_model* m;
    double along[3];
    int raises;          // whether what is found lets others be left out
    size_t calls, most;  // of leaves: so many end the walk
    double best;
    uint32_t order[TRIANGLES];  // as they were looked at
    size_t count;
} farthest;

static void bound_nodes(const wide_probe* p, const wide_node* n, wide_bounds* out)
{
    const farthest* f = (const farthest*)p;
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        double at = 0, extent = 0;
        for (int i = 0; i < 3; i++) {
            double on = 0;
            at += f->along[i] * (double)n->centre[i][lane];
            for (int k = 0; k < 3; k++)
                on += f->along[k] * (double)n->axis[3 * i + k][lane];
            extent += fabs(on) * (double)n->half[i][lane];
        }
        out->bound[lane] = at + extent + 1e-12;
        out->promise[lane] = at;
    }
}

static double reach_of(const abut_model* m, const double along[3], uint32_t triangle)
{
    const double* vertex[3];
    double most = -HUGE_VAL;
    soup_mesh_vertices(&m->mesh, triangle, vertex);
    for (int i = 0; i < 3; i++) {
        double y[3];
        frame_place(&m->frame, vertex[i], y);
        most = fmax(most, along[0] * y[0] + along[1] * y[1] + along[2] * y[2]);
    }
    return most;
}

static int look(wide_probe* p, const uint32_t* triangles, size_t count)
{
    farthest* f = (farthest*)p;
    assert_true(count >= 1 && count <= WIDE_LEAF && f->count + count <= TRIANGLES);
    for (size_t i = 0; i < count; i++) {
        f->best = fmax(f->best, reach_of(f->m, f->along, triangles[i]));
        f->order[f->count++] = triangles[i];
    }
    if (f->raises) p->stop = f->best;
    return ++f->calls < f->most;
}

static void ask(farthest* f, const abut_model* m, const double along[3], int raises, size_t most,
                simd_set set)
{
    memset(f, 0, sizeof *f);
    f->m = m;
    memcpy(f->along, along, sizeof f->along);
    f->raises = raises;
    f->most = most;
    f->best = -HUGE_VAL;
    f->probe =
        (wide_probe){.stop = -HUGE_VAL, .left_out = -HUGE_VAL, .bound = bound_nodes, .look = look};
    wide_kernels_of(set)->probe_walk(&m->wide, &f->probe);
}

static abut_model* build_hills(const abut_build* how)
{
    static const int places[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    soup_data s = soup_separate(TRIANGLES);
    for (int t = 0; t < TRIANGLES; t++)
        for (int c = 0; c < 3; c++) {
            const int i = t / 2 % SIDE + places[t % 2][c][0],
                      j = t / 2 / SIDE + places[t % 2][c][1];
            double* at = s.vertices + 9 * (size_t)t + 3 * (size_t)c;
            at[0] = i + 1000;
            at[1] = j;
            at[2] = 3 * sin(i * 0.3) * cos(j * 0.2);
        }
    const abut_soup soup = soup_of(&s);
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, how), ABUT_OK);
    soup_free(&s);
    return m;
}

// Each triangle at most once.
static void expect_distinct(const farthest* f)
{
    static unsigned char seen[TRIANGLES];
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < f->count; i++)
        assert_int_equal(seen[f->order[i]]++, 0);
}

static void test_walks(void** state)
{
    (void)state;
    static const abut_build forms[] = {
        {.method = ABUT_METHOD_WIDE},
        {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
        {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
        {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_FAST, .leaf_size = 2},
        {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_BEST},
    };
    static farthest f, again;
    rng seed = {5};
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
        abut_model* m = build_hills(&forms[form]);
        for (int i = 0; i < 30; i++) {
            double most = -HUGE_VAL;
            const double along[3] = {rng_signed(&seed), rng_signed(&seed), rng_signed(&seed)};
            for (uint32_t t = 0; t < TRIANGLES; t++)
                most = fmax(most, reach_of(m, along, t));
            ask(&f, m, along, 1, SIZE_MAX, SIMD_PORTABLE);
            assert_true(f.best >= most && f.best <= most && f.probe.left_out <= f.best);
            assert_true(!PRUNING || f.count < TRIANGLES / 8);
            expect_distinct(&f);
            for (int set = 1; set <= (int)simd_best(); set++) {
                ask(&again, m, along, 1, SIZE_MAX, (simd_set)set);
                assert_int_equal(again.count, f.count);
                assert_memory_equal(again.order, f.order, f.count * sizeof *f.order);
                assert_memory_equal(&again.probe.left_out, &f.probe.left_out, sizeof(double));
            }
            // Nothing is left out, and then the walk is ended.
            ask(&f, m, along, 0, SIZE_MAX, simd_best());
            assert_true(f.count == TRIANGLES && f.probe.left_out == -HUGE_VAL);
            expect_distinct(&f);
            ask(&f, m, along, 0, 7, simd_best());
            assert_int_equal(f.calls, 7);
        }
        abut_model_free(m);
    }
}

// Of one triangle the whole model is a leaf; what promises nothing is not looked at.
static void test_small(void** state)
{
    (void)state;
    static farthest f;
    const double v[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, along[3] = {1, 0, 0};
    const uint32_t index[3] = {0, 1, 2};
    const abut_soup soup = {
        .vertices = v, .vertex_count = 3, .triangles = index, .triangle_count = 1};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, NULL), ABUT_OK);
    ask(&f, m, along, 1, SIZE_MAX, simd_best());
    assert_true(f.count == 1 && f.order[0] == 0);
    const double best = f.best;
    f.count = 0;
    f.probe.stop = best + 1e-3;
    wide_kernels_now()->probe_walk(&m->wide, &f.probe);
    assert_int_equal(f.count, !PRUNING);
    if (PRUNING) assert_true(f.probe.left_out >= best && f.probe.left_out <= best + 1e-3);
    abut_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walks), cmocka_unit_test(test_small)};
    return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
