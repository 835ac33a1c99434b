// test_wide_build.c - the engine's tree holds what engine/tree/node.h claims, for every sort of soup, effort
// and leaf size, in every floating-point state; it is the same for any order of tasks and any
// instruction set; and running out of memory, or being stopped, leaves nothing behind. With EXPECT_WRONG
// the boxes' bound is 1/32 of what it must be, and must be found too small.
#include "base/simd_set.h"
#include "engine/build/build.h"
#include "engine/tree/pack.h"
#include "scenes.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

static const abut_effort efforts[] = {ABUT_EFFORT_NORMAL, ABUT_EFFORT_FAST, ABUT_EFFORT_BEST};
static const abut_memory memories[] = {ABUT_MEMORY_NORMAL, ABUT_MEMORY_SMALL, ABUT_MEMORY_COMPACT,
                                       ABUT_MEMORY_DEFAULT};

typedef struct subject {
    soup_mesh m;
    frame f;
    abut_host host;
} subject;

static subject subject_of(const abut_soup* soup, const abut_host* host)
{
    subject s = {.host = host_complete(host)};
    assert_int_equal(soup_mesh_copy(&s.m, soup, &s.host), ABUT_OK);
    s.f = frame_of_mesh(&s.m);
    return s;
}

static mesh scene(const char* name, const char* const* settings, size_t count)
{
    mesh m = {0};
    scene_error error;
    const scene_arguments arguments = {name, settings, count};
    if (scene_make(&arguments, &m, &error) != SCENE_OK) fail_msg("%s: %s", name, error.text);
    return m;
}

static subject subject_of_mesh(const mesh* m, const abut_host* host)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    return subject_of(&soup, host);
}

static void subject_free(subject* s)
{
    soup_mesh_free(&s->m, &s->host);
}

static wide_tree build(subject* s, const wide_options* o)
{
    wide_tree t = {0};
    assert_int_equal(wide_build(&t, &s->m, &s->f, o, &s->host), ABUT_OK);
    return t;
}

// Returns the bytes of the tree.
static size_t assert_sound(subject* s, const wide_options* o)
{
    wide_tree t = build(s, o);
    const size_t bytes = wide_bytes(&t);
    const char* broken = wide_check(&t, &s->m, &s->f, o->leaf_size, &s->host);
    wide_free(&t, &s->host);
    if (broken) fail_msg("effort %d, leaf size %d: %s", (int)o->effort, o->leaf_size, broken);
    return bytes;
}

// ------------------------------------------------------------------------------------------- claims

// NOLINTNEXTLINE(readability-function-size): sorts, counts, places, efforts and leaf sizes
static void trees_are_sound(void** state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 6, 8, 9, 17, 100, 1500};
    static const double places[][2] = {{1, 0}, {1e-300, 0}, {1e300, 0}, {1, 1e9}, {1e-8, 1e8}};
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
                soup_data data = soup_random((soup_sort)sort, counts[n], n + 1);
                soup_transform(&data, places[p][0], places[p][1]);
                const abut_soup soup = soup_of(&data);
                subject s = subject_of(&soup, NULL);
                for (int i = 0; i < 12; i++) {
                    if (counts[n] > 100 ? i % 4 : !IS_CASE((size_t)(i + sort) + n + p)) continue;
                    const wide_options o = {efforts[i % 3], 1 + i / 3, p == 3 ? 0x1p-10 : 0,
                                            memories[((size_t)i + n + p) % 4]};
                    assert_sound(&s, &o);
                }
                subject_free(&s);
                soup_free(&data);
            }
        }
    }
}

// Large enough for the grid and for several tasks.
static const struct {
    const char* name;
    const char* settings[2];
} scenes[] = {
    {"torus", {"triangles=20000", "tube=0.3"}},
    {"sphere", {"stacks=75", "slices=75"}},
    {"bricks", {"nx=20", "ny=20"}},
    {"pipes", {"count=200", "sides=16"}},
    {"soup", {"count=12000", "size=0.05"}},
    {"bolt", {"d=10", "length=30"}},
    {"tetra", {"count=3000", "size=0.05"}},
};
enum { SCENE_COUNT = sizeof scenes / sizeof *scenes };

static void trees_of_scenes_are_sound_and_small(void** state)
{
    (void)state;
    static const double mosts[] = {96, 64, 24};  // bytes a triangle, for each of memories
    for (int i = 0; i < SCENE_COUNT; i++) {
        mesh m = scene(scenes[i].name, scenes[i].settings, 2);
        subject s = subject_of_mesh(&m, NULL);
        assert_true(m.triangle_count > 8192);
        for (int e = 0; e < 3; e++) {
            if (!IS_CASE((i + e) % 3)) continue;
            const wide_options o = {efforts[e], WIDE_LEAF, 0, memories[(i + e) % 3]};
            const double bytes = (double)assert_sound(&s, &o) / (double)m.triangle_count;
            if (bytes > mosts[(i + e) % 3])
                fail_msg("%s: %g bytes a triangle", scenes[i].name, bytes);
        }
        subject_free(&s);
        mesh_free(&m);
    }
}

// One cell of the grid holds nearly all; and sets that nothing splits.
static void crowds_are_split(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        soup_data data = soup_random((soup_sort)sort, 12000, 5);
        for (size_t i = 9; i < 9 * data.triangle_count; i++)
            data.vertices[i] *= 1e-6;
        const abut_soup soup = soup_of(&data);
        subject s = subject_of(&soup, NULL);
        for (int e = 0; e < 3; e++) {
            if (!IS_CASE((sort + e) % 3)) continue;
            const wide_options o = {efforts[e], WIDE_LEAF, 0, memories[(sort + e) % 3]};
            assert_sound(&s, &o);
        }
        subject_free(&s);
        soup_free(&data);
    }
}

// Models of many pieces, small and large enough for the grid: no leaf has triangles of two.
static void pieces_have_leaves_of_their_own(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        const char* settings[2];
        uint32_t size;  // of a piece, whose triangles follow one another
        size_t leaves;  // of it, where they are known
    } cases[] = {
        {"tetra", {"count=500", "size=0.1"}, 4, 1},
        {"tetra", {"count=3000", "size=0.1"}, 4, 1},
        {"pipes", {"count=20", "sides=16"}, 60, 0},
        {"pipes", {"count=200", "sides=16"}, 60, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mesh m = scene(cases[i].name, cases[i].settings, 2);
        subject s = subject_of_mesh(&m, NULL);
        const wide_options o = {ABUT_EFFORT_NORMAL, WIDE_LEAF, 0, ABUT_MEMORY_NORMAL};
        wide_tree t = build(&s, &o);
        for (size_t leaf = 0; leaf < t.leaf_count; leaf++) {
            const uint32_t* const id = t.leaves[leaf].id;
            for (int lane = 1; lane < WIDE_LEAF && id[lane] != WIDE_NOBODY; lane++)
                assert_int_equal(id[lane] / cases[i].size, id[0] / cases[i].size);
        }
        if (cases[i].leaves)
            assert_int_equal(t.leaf_count, cases[i].leaves * m.triangle_count / cases[i].size);
        wide_free(&t, &s.host);
        subject_free(&s);
        mesh_free(&m);
    }
}

// Put what packed nodes stand for in a mode in their place, as a tree of nodes would have it.
static void unpack_in_mode(wide_tree* t, const float_mode* mode, const abut_host* host)
{
    t->nodes = host_allocate(host, t->node_count, sizeof *t->nodes);
    assert_non_null(t->nodes);
    float_mode_enter(mode);
    for (size_t i = 0; i < t->node_count; i++)
        wide_unpack(&t->packed[i], &t->nodes[i]);
    float_mode_leave();
    host_release(host, t->packed, t->node_count, sizeof *t->packed);
    t->packed = NULL;
    for (size_t i = 0; i < t->node_count * WIDE_LANES; i++) {
        wide_node* n = &t->nodes[i / WIDE_LANES];
        const size_t lane = i % WIDE_LANES;
        if (n->half[0][lane] >= 0) continue;
        for (int k = 0; k < 9; k++)
            n->axis[k][lane] = 0;
        for (int k = 0; k < 3; k++) {
            n->centre[k][lane] = 0;
            n->half[k][lane] = WIDE_NO_HALF;
        }
    }
}

static void trees_are_sound_in_every_mode(void** state)
{
    (void)state;
    int wrong = 0;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        soup_data data = soup_random((soup_sort)sort, 10000, 9);
        const abut_soup soup = soup_of(&data);
        subject s = subject_of(&soup, NULL);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            if (!IS_CASE(mode + sort)) continue;
            const wide_options o = {efforts[mode % 3], WIDE_LEAF, 0, memories[(mode + sort) % 3]};
            float_mode_enter(&float_modes[mode]);
            wide_tree t = {0};
            const abut_status status = wide_build(&t, &s.m, &s.f, &o, &s.host);
            float_mode_leave();
            assert_int_equal(status, ABUT_OK);
            const char* broken = wide_check(&t, &s.m, &s.f, o.leaf_size, &s.host);
            if (!broken && t.packed) {
                unpack_in_mode(&t, &float_modes[(mode + 1 + sort) % FLOAT_MODE_COUNT], &s.host);
                broken = wide_check(&t, &s.m, &s.f, o.leaf_size, &s.host);
            }
            wrong += broken != NULL;
            if (broken && !EXPECT_WRONG) fail_msg("%s: %s", float_modes[mode].name, broken);
            wide_free(&t, &s.host);
        }
        subject_free(&s);
        soup_free(&data);
    }
    if (EXPECT_WRONG) assert_true(wrong > 0);
}

// Against the rotation in long double: within the bound in every mode, and not far below it.
static void unpacked_axes_are_within_their_bound(void** state)
{
    (void)state;
    long double most = 0;
    rng r = {12};
    for (int i = 0; i < CASES(6000); i++) {
        wide_packed p = {.unit = 1};
        wide_node n;
        const int reach = i % 3 ? 27000 : 32767;  // what is packed stays below tan(22.5 degrees)
        for (int k = 0; k < 3; k++) {
            for (int lane = 0; lane < WIDE_LANES; lane++)
                p.turn[k][lane] = (int16_t)((int)rng_below(&r, 2 * (size_t)reach + 1) - reach);
        }
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        wide_unpack(&p, &n);
        float_mode_leave();
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            long double g[3], square = 1;
            for (int k = 0; k < 3; k++) {
                g[k] = (long double)p.turn[k][lane] * (long double)WIDE_TURN_UNIT;
                square += g[k] * g[k];
            }
            for (int k = 0; k < 9; k++) {
                const int row = k / 3, column = k % 3, third = 3 - row - column;
                long double exact = 2 * g[row] * g[column];
                if (row == column)
                    exact += 2 - square;
                else
                    exact += ((column - row + 3) % 3 == 1 ? 2 : -2) * g[third];
                const long double error = fabsl((long double)n.axis[k][lane] - exact / square);
                most = error > most ? error : most;
            }
        }
    }
    print_message("unpacked axes err by up to %.2f units of 2^-23\n", (double)(most * 0x1p23L));
    assert_true(most <= (long double)WIDE_AXIS_ERROR);
    assert_true(most >= (long double)WIDE_AXIS_ERROR / 4);
}

// --------------------------------------------------------------------------------------- same trees

static void assert_same_tree(const wide_tree* a, const wide_tree* b)
{
    assert_int_equal(a->node_count, b->node_count);
    assert_int_equal(a->leaf_count, b->leaf_count);
    assert_int_equal(a->depth, b->depth);
    assert_true(a->defect == b->defect);
    assert_true(!a->nodes == !b->nodes && !a->leaves == !b->leaves);
    if (a->nodes)
        assert_memory_equal(a->nodes, b->nodes, a->node_count * sizeof *a->nodes);
    else
        assert_memory_equal(a->packed, b->packed, a->node_count * sizeof *a->packed);
    if (a->leaves)
        assert_memory_equal(a->leaves, b->leaves, a->leaf_count * sizeof *a->leaves);
    else if (a->shorts)
        assert_memory_equal(a->shorts, b->shorts, a->leaf_count * sizeof *a->shorts);
    else
        assert_memory_equal(a->lists, b->lists, a->leaf_count * sizeof *a->lists);
}

// Three workers, every seventh index first.
static void run_in_disorder(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t begin = 0; begin < 7; begin++) {
        for (size_t i = 6 - begin; i < count; i += 7)
            task(context, i, (int)(i % 3));
    }
}

static void trees_do_not_depend_on_workers_or_instructions(void** state)
{
    (void)state;
    const abut_host disorder = {.run = run_in_disorder, .workers = 3};
    for (int i = 0; i < SCENE_COUNT; i++) {
        mesh m = scene(scenes[i].name, scenes[i].settings, 2);
        for (int e = 0; e < 3; e++) {
            if (!IS_CASE((i + e) % 3)) continue;
            const wide_options o = {efforts[e], WIDE_LEAF, 0, memories[(i + 2 * e) % 3]};
            subject s = subject_of_mesh(&m, NULL);
            wide_tree first = build(&s, &o);
            for (int set = 0; set < SIMD_SETS; set++) {
                if (!simd_use((simd_set)set)) continue;
                subject other = subject_of_mesh(&m, &disorder);
                wide_tree t = build(&other, &o);
                assert_same_tree(&first, &t);
                assert_memory_equal(s.m.vertices, other.m.vertices, s.m.vertex_count * 24);
                wide_free(&t, &other.host);
                subject_free(&other);
            }
            simd_use(simd_best());
            wide_free(&first, &s.host);
            subject_free(&s);
        }
        mesh_free(&m);
    }
}

// ------------------------------------------------------------------------------------------ failures

static void builds_survive_every_failed_allocation(void** state)
{
    (void)state;
    static const size_t counts[] = {3, 200, 9000};
    for (int i = 0; i < 9; i++) {
        if (!IS_CASE((i % 3 + i / 3) % 3)) continue;
        soup_data data = soup_random(SOUP_GENERIC, counts[i % 3], 61);
        for (size_t k = 1; k < data.triangle_count; k += 2)  // pieces of two triangles
            memcpy(data.vertices + 9 * k, data.vertices + 9 * (k - 1), 3 * sizeof *data.vertices);
        const abut_soup soup = soup_of(&data);
        subject s = subject_of(&soup, NULL);
        const wide_options o = {efforts[i / 3], WIDE_LEAF, 0, memories[i % 3]};
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_host full = host_complete(&host);
        wide_tree t = {0};
        size_t failures = 0;
        for (;; failures++) {
            c = counting_begin();
            c.fail_at = failures;
            // What soup_mesh_arrange replaces must be c's.
            subject own = {.host = full, .f = s.f};
            const abut_status copied = soup_mesh_copy(&own.m, &soup, &full);
            abut_status status = copied;
            if (copied == ABUT_OK) status = wide_build(&t, &own.m, &s.f, &o, &full);
            if (copied == ABUT_OK && status == ABUT_OK) {
                assert_null(wide_check(&t, &own.m, &s.f, o.leaf_size, &s.host));
                assert_int_equal(c.bytes, wide_bytes(&t) + soup_mesh_bytes(&own.m));
                wide_free(&t, &full);
            } else {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_true(!t.nodes && !t.packed);
            }
            soup_mesh_free(&own.m, &full);
            assert_true(c.blocks == 0 && c.bytes == 0);
            if (status == ABUT_OK) break;
        }
        assert_true(failures >= 12);
        subject_free(&s);
        soup_free(&data);
    }
}

static void builds_can_be_stopped(void** state)
{
    (void)state;
    soup_data data = soup_random(SOUP_GENERIC, 9000, 62);
    const abut_soup soup = soup_of(&data);
    const wide_options o = {ABUT_EFFORT_NORMAL, WIDE_LEAF, 0, ABUT_MEMORY_COMPACT};
    for (size_t at = 0;; at++) {
        counting c = counting_begin();
        c.cancel_at = at;
        const abut_host host = counting_host(&c);
        subject s = subject_of(&soup, &host);
        wide_tree t = {0};
        const abut_status status = wide_build(&t, &s.m, &s.f, &o, &s.host);
        assert_false(c.fraction_is_wrong);
        if (status == ABUT_OK) {
            assert_true(at >= 3 && c.fraction == 1);
            wide_free(&t, &s.host);
        } else {
            assert_int_equal(status, ABUT_CANCELLED);
            assert_int_equal(c.progress_calls, at + 1);
            assert_true(!t.nodes && !t.packed);
        }
        subject_free(&s);
        assert_true(c.blocks == 0 && c.bytes == 0);
        if (status == ABUT_OK) break;
    }
    soup_free(&data);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(trees_are_sound_in_every_mode),
        cmocka_unit_test(trees_are_sound),
        cmocka_unit_test(trees_of_scenes_are_sound_and_small),
        cmocka_unit_test(crowds_are_split),
        cmocka_unit_test(pieces_have_leaves_of_their_own),
        cmocka_unit_test(unpacked_axes_are_within_their_bound),
        cmocka_unit_test(trees_do_not_depend_on_workers_or_instructions),
        cmocka_unit_test(builds_survive_every_failed_allocation),
        cmocka_unit_test(builds_can_be_stopped),
    };
    if (EXPECT_WRONG) {
        const struct CMUnitTest wrong[] = {cmocka_unit_test(trees_are_sound_in_every_mode)};
        return cmocka_run_group_tests(wrong, NULL, NULL);
    }
    return cmocka_run_group_tests(all, NULL, NULL);
}
