// test_models.c - laws of whole models: the tree gives what brute force gives on every scene, and the
// pairs follow every change of the input that leaves the shared points what they are.
#include "base/bits.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/pruning.h"
#include "support/share.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#define FLUSH_AND_ZERO 0x8040u  // FTZ and DAZ in MXCSR
#endif

// ------------------------------------------------------------------------------------------ helpers

typedef struct answer {  // pairs as a << 32 | b, kinds beside them
    uint64_t* pairs;
    int* kinds;
    size_t count;
} answer;

static void answer_free(answer* r)
{
    free(r->pairs);
    free(r->kinds);
}

static uint64_t hits_hash(const abut_hits* hits)
{
    uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (size_t i = 0; i < hits->count; i++) {
        const uint64_t words[] = {hits->pairs[i].a, hits->pairs[i].b,
                                  (uint64_t)hits->contacts[i].kind};
        for (int k = 0; k < 3; k++)
            hash = (hash ^ words[k]) * 1099511628211u;
    }
    return hash;
}

static answer answer_of(const mesh* a, const abut_pose* a_pose, const mesh* b,
                        const abut_pose* b_pose, abut_method method)
{
    abut_model *a_model = model_of_mesh(a, method), *b_model = model_of_mesh(b, method);
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance x = {a_model, *a_pose}, y = {b_model, *b_pose};
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_hits hits;
    assert_int_equal(abut_collide(query, &x, &y, &ask, &hits), ABUT_OK);
    assert_true(hits.complete);
    if (memcmp(a_pose, b_pose, sizeof *a_pose) == 0) {
        // The same again with bit-equal poses kept, which otherwise drop out.
        const size_t count = hits.count;
        const uint64_t hash = hits_hash(&hits);
        query->search.keep_equal_poses = 1;
        assert_int_equal(abut_collide(query, &x, &y, &ask, &hits), ABUT_OK);
        assert_int_equal(hits.count, count);
        assert_true(hits_hash(&hits) == hash);
    }
    answer r = {malloc((hits.count + 1) * sizeof *r.pairs), malloc((hits.count + 1) * sizeof(int)),
                hits.count};
    for (size_t i = 0; i < hits.count; i++) {
        r.pairs[i] = (uint64_t)hits.pairs[i].a << 32 | hits.pairs[i].b;
        r.kinds[i] = (int)hits.contacts[i].kind;
    }
    abut_query_free(query);
    abut_model_free(a_model);
    abut_model_free(b_model);
    return r;
}

// Demand equal answers; both are freed. Returns how many pairs they hold.
static size_t same_answers(answer x, answer y)
{
    assert_int_equal(x.count, y.count);
    for (size_t i = 0; i < x.count; i++) {
        assert_int_equal(x.pairs[i], y.pairs[i]);
        assert_int_equal(x.kinds[i], y.kinds[i]);
    }
    const size_t count = x.count;
    answer_free(&x);
    answer_free(&y);
    return count;
}

static mesh scene(const char* name, const char* settings)
{
    char copy[200];
    const char* setting[8];
    size_t count = 0;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char* s = strtok(copy, " "); s; s = strtok(NULL, " "))
        setting[count++] = s;
    const scene_arguments arguments = {name, setting, count};
    mesh m = {0};
    scene_error error = {0};
    if (scene_make(&arguments, &m, &error) != SCENE_OK) fail_msg("%s: %s", name, error.text);
    return m;
}

static mesh mesh_copy(const mesh* m)
{
    mesh copy = *m;
    copy.faces = NULL;
    copy.vertices = malloc(m->vertex_count * 3 * sizeof(double));
    copy.triangles = malloc(m->triangle_count * 3 * sizeof(uint32_t));
    memcpy(copy.vertices, m->vertices, m->vertex_count * 3 * sizeof(double));
    memcpy(copy.triangles, m->triangles, m->triangle_count * 3 * sizeof(uint32_t));
    return copy;
}

static abut_pose turned(double x, double y, double z, double degrees, double move_x, double move_y,
                        double move_z)
{
    abut_pose pose;
    const double axis[3] = {x, y, z};
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, degrees), ABUT_OK);
    pose.translation[0] = move_x;
    pose.translation[1] = move_y;
    pose.translation[2] = move_z;
    return pose;
}

// --------------------------------------------------------------------------- the tree and brute force

typedef struct two_models {
    const char *a, *a_settings, *b, *b_settings;
    double size;  // about how large: moves are fractions of it
} two_models;

// At most about 10^7 pairs of triangles each.
static const two_models scenes[] = {
    {"torus", "triangles=1500", "torus", "triangles=1500", 1},
    {"sphere", "stacks=20 slices=30", "icosphere", "level=3", 1},
    {"icosphere", "level=3", "icosphere", "level=3", 1},
    {"box", "segments=8", "box", "segments=5", 1},
    {"bolt", "segments=12", "nut", "segments=12", 10},
    {"bricks", "nx=4 ny=4 nz=2 layer=a", "bricks", "nx=4 ny=4 nz=2 layer=b", 2},
    {"bricks", "nx=3 ny=3 nz=2 grid=0.1 layer=a", "bricks", "nx=3 ny=3 nz=2 grid=0.1 layer=b", 1},
    {"soup", "count=1500", "soup", "count=1500 seed=7", 1},
    {"pipes", "count=40", "pipes", "count=40 seed=3", 1},
    {"tetra", "count=300", "tetra", "count=300 seed=9", 1},
    {"box", "segments=8", "torus", "triangles=1000", 1},
    {"bricks", "nx=4 ny=4 nz=2 layer=a", "bricks", "nx=4 ny=4 nz=2 layer=a", 2},
};
enum { SCENE_COUNT = sizeof scenes / sizeof *scenes };

static void tree_equals_brute_force_on_every_scene(void** state)
{
    (void)state;
    size_t contacts = 0, runs = 0, without = 0;
    for (int i = 0; i < SCENE_COUNT; i++) {
        const two_models* t = &scenes[i];
        mesh a = scene(t->a, t->a_settings), b = scene(t->b, t->b_settings);
        const double s = t->size;
        const abut_pose identity = {.scale = 1};
        const abut_pose common = turned(1, 2, 3, 40, 5, -7, 1e3 / 3);
        abut_pose shrunk = turned(-1, 0.3, 0.2, 117, 0.3 * s, 0.1 * s, -0.2 * s);
        shrunk.scale = 0.7;
        abut_pose mirrored = turned(0, 0, 1, 90, 0.25 * s, 0, 0);
        for (int c = 0; c < 3; c++)
            mirrored.rotation[2][c] = -mirrored.rotation[2][c];
        const abut_pose poses[][2] = {
            {identity, identity},
            {common, common},
            {identity, turned(0, 0, 1, 30, 0.4 * s, 0.1 * s, 0.05 * s)},
            {turned(1, 1, 0, 77, 1e4, 0, 0), turned(1, -1, 0.5, -13, 1e4, 0.1 * s, 0)},
            {common, shrunk},
            {identity, mirrored},
            {identity, shrunk},
        };
        for (size_t k = 0; k < sizeof poses / sizeof *poses; k++) {
            if (!IS_CASE((size_t)i + k)) continue;
            const size_t count =
                same_answers(answer_of(&a, &poses[k][0], &b, &poses[k][1], ABUT_METHOD_BRUTE),
                             answer_of(&a, &poses[k][0], &b, &poses[k][1], SOME_TREE));
            contacts += count;
            without += count == 0;
            runs++;
        }
        mesh_free(&a);
        mesh_free(&b);
    }
    print_message("%zu runs on %d scenes, %zu contacts, %zu runs without\n", runs, SCENE_COUNT,
                  contacts, without);
    assert_true(contacts > CASES(100000));
}

// --------------------------------------------------------------------------------------------- laws

typedef struct law {  // a pair of models in poses that meet, and its answer
    mesh a, b;
    abut_pose a_pose, b_pose;
} law;

static law law_make(int i)
{
    const two_models* t = &scenes[i];
    const abut_pose in_place = turned(0, 0, 1, 0, 0, 0, 0);
    law l = {scene(t->a, t->a_settings), scene(t->b, t->b_settings), in_place, in_place};
    // Bricks in place touch; others are turned against each other.
    if (strcmp(t->a, "bricks") != 0)
        l.b_pose = turned(1, 0.2, 0.1, 25, 0.3 * t->size, 0.1 * t->size, 0);
    return l;
}

static answer law_answer(const law* l)
{
    return answer_of(&l->a, &l->a_pose, &l->b, &l->b_pose, SOME_TREE);
}

static void law_free(law* l)
{
    mesh_free(&l->a);
    mesh_free(&l->b);
}

static void swapping_the_models_mirrors_the_pairs(void** state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; i++) {
        law l = law_make(i);
        answer forth = law_answer(&l);
        answer back = answer_of(&l.b, &l.b_pose, &l.a, &l.a_pose, SOME_TREE);
        assert_int_equal(forth.count, back.count);
        for (size_t k = 0; k < back.count; k++)
            back.pairs[k] = back.pairs[k] << 32 | back.pairs[k] >> 32;
        qsort(back.pairs, back.count, sizeof *back.pairs, compare_keys);
        assert_memory_equal(forth.pairs, back.pairs, forth.count * sizeof *forth.pairs);
        answer_free(&forth);
        answer_free(&back);
        law_free(&l);
    }
}

static void a_common_pose_changes_nothing(void** state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; i++) {
        law l = law_make(i);
        abut_pose identity = {.scale = 1}, common = turned(3, -1, 2, 71, 1e5, 0.1, -3e3);
        common.scale = 1.1;
        same_answers(answer_of(&l.a, &identity, &l.b, &identity, SOME_TREE),
                     answer_of(&l.a, &common, &l.b, &common, SOME_TREE));
        law_free(&l);
    }
}

// Turn (x, y, z) into (y, z, x) in both posed models: a motion that rounds nothing.
static abut_pose turned_axes(const abut_pose* pose)
{
    abut_pose r = *pose;
    for (int i = 0; i < 3; i++) {
        memcpy(r.rotation[i], pose->rotation[(i + 1) % 3], sizeof r.rotation[i]);
        r.translation[i] = pose->translation[(i + 1) % 3];
    }
    return r;
}

static void exact_motions_of_both_change_nothing(void** state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; i++) {
        law l = law_make(i);
        const abut_pose a_turned = turned_axes(&l.a_pose), b_turned = turned_axes(&l.b_pose);
        same_answers(law_answer(&l), answer_of(&l.a, &a_turned, &l.b, &b_turned, SOME_TREE));
        for (int c = 0; c < 3; c++)  // so that a shift by 1024 is exact
            l.b_pose.translation[c] = nearbyint(l.b_pose.translation[c] * 0x1p20) * 0x1p-20;
        law shifted = l;
        for (int c = 0; c < 3; c++) {
            shifted.a_pose.translation[c] += 1024;
            shifted.b_pose.translation[c] += 1024;
        }
        same_answers(law_answer(&l), law_answer(&shifted));
        law_free(&l);
    }
}

static void powers_of_two_change_nothing(void** state)
{
    (void)state;
    const int exponents[] = {-500, -60, 60, 500, 900};
    for (int i = 0; i < SCENE_COUNT; i += 2)
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
            law l = law_make(i), large = law_make(i);
            for (int side = 0; side < 2; side++) {
                mesh* m = side ? &large.b : &large.a;
                abut_pose* pose = side ? &large.b_pose : &large.a_pose;
                for (size_t v = 0; v < 3 * m->vertex_count; v++)
                    m->vertices[v] = ldexp(m->vertices[v], exponents[k]);
                for (int c = 0; c < 3; c++)
                    pose->translation[c] = ldexp(pose->translation[c], exponents[k]);
            }
            same_answers(law_answer(&l), law_answer(&large));
            law_free(&l);
            law_free(&large);
        }
}

// The scale of a power of two may stand in the pose or in the vertices.
static void scale_may_stand_in_pose_or_vertices(void** state)
{
    (void)state;
    for (int i = 1; i < SCENE_COUNT; i += 2)
        for (int exponent = -299; exponent <= 299; exponent += 598) {
            law l = law_make(i), split = law_make(i);
            split.a_pose.scale = ldexp(1, exponent);
            for (size_t v = 0; v < 3 * split.a.vertex_count; v++)
                split.a.vertices[v] = ldexp(split.a.vertices[v], -exponent);
            same_answers(law_answer(&l), law_answer(&split));
            law_free(&l);
            law_free(&split);
        }
}

static void the_order_of_triangles_and_corners_only_renames(void** state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; i++) {
        law l = law_make(i);
        const uint32_t n = (uint32_t)l.a.triangle_count;
        answer plain = law_answer(&l);
        mesh other = mesh_copy(&l.a);
        for (uint32_t t = 0; t < n; t++)  // triangle t becomes n - 1 - t, corners turned or flipped
            for (uint32_t c = 0; c < 3; c++)
                other.triangles[3 * (n - 1 - t) + c] =
                    l.a.triangles[3 * t + (t & 1 ? (c + 1) % 3 : 2 - c)];
        answer renamed = answer_of(&other, &l.a_pose, &l.b, &l.b_pose, SOME_TREE);
        assert_int_equal(plain.count, renamed.count);
        for (size_t k = 0; k < renamed.count; k++)
            renamed.pairs[k] = ((uint64_t)n - 1 - (renamed.pairs[k] >> 32)) << 32 |
                               (renamed.pairs[k] & 0xFFFFFFFFu);
        qsort(renamed.pairs, renamed.count, sizeof *renamed.pairs, compare_keys);
        assert_memory_equal(plain.pairs, renamed.pairs, plain.count * sizeof *plain.pairs);
        answer_free(&plain);
        answer_free(&renamed);
        mesh_free(&other);
        law_free(&l);
    }
}

// Split every triangle of a through a point of an edge that is a double: the halves together meet what
// the whole met.
static void split_triangles_meet_what_the_whole_met(void** state)
{
    (void)state;
    for (int i = 0; i < SCENE_COUNT; i++) {
        law l = law_make(i);
        for (size_t v = 0; v < 3 * l.a.vertex_count; v++)  // so that midpoints are exact
            l.a.vertices[v] = nearbyint(l.a.vertices[v] * 0x1p20) * 0x1p-20;
        mesh halves = mesh_copy(&l.a);
        const size_t n = l.a.triangle_count;
        halves.vertices = realloc(halves.vertices, (l.a.vertex_count + n) * 3 * sizeof(double));
        halves.triangles = realloc(halves.triangles, 6 * n * sizeof(uint32_t));
        for (size_t t = 0; t < n; t++) {
            const uint32_t* c = l.a.triangles + 3 * t;
            const uint32_t middle = (uint32_t)(l.a.vertex_count + t);
            for (int k = 0; k < 3; k++)
                halves.vertices[3 * middle + (unsigned)k] =
                    0.5 * l.a.vertices[3 * c[0] + (unsigned)k] +
                    0.5 * l.a.vertices[3 * c[1] + (unsigned)k];
            const uint32_t two[6] = {c[0], middle, c[2], middle, c[1], c[2]};
            memcpy(halves.triangles + 6 * t, two, sizeof two);
        }
        halves.vertex_count += n;
        halves.triangle_count *= 2;
        answer whole = law_answer(&l);
        answer split = answer_of(&halves, &l.a_pose, &l.b, &l.b_pose, SOME_TREE);
        size_t distinct = 0;
        for (size_t k = 0; k < split.count; k++)
            split.pairs[k] = (split.pairs[k] >> 33) << 32 | (split.pairs[k] & 0xFFFFFFFFu);
        qsort(split.pairs, split.count, sizeof *split.pairs, compare_keys);
        for (size_t k = 0; k < split.count; k++)
            if (k == 0 || split.pairs[k] != split.pairs[k - 1])
                split.pairs[distinct++] = split.pairs[k];
        assert_int_equal(whole.count, distinct);
        assert_memory_equal(whole.pairs, split.pairs, distinct * sizeof *whole.pairs);
        answer_free(&whole);
        answer_free(&split);
        mesh_free(&halves);
        law_free(&l);
    }
}

static void rounding_modes_change_nothing(void** state)
{
    (void)state;
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < SCENE_COUNT; i++) {
        law l = law_make(i);
        l.b_pose.scale = 1.1;
        for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
            answer plain = law_answer(&l);
            assert_int_equal(fesetround(modes[k]), 0);
            answer other = law_answer(&l);
            fesetround(FE_TONEAREST);
            same_answers(plain, other);
        }
        law_free(&l);
    }
}

static void flushed_subnormals_change_nothing(void** state)
{
    (void)state;
#if defined(__x86_64__)
    const int exponents[] = {0, -1040, -1060};
    for (int i = 0; i < SCENE_COUNT; i++)
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
            law l = law_make(i);
            for (size_t v = 0; v < 3 * l.a.vertex_count; v++)
                l.a.vertices[v] = ldexp(l.a.vertices[v], exponents[k]);
            for (size_t v = 0; v < 3 * l.b.vertex_count; v++)
                l.b.vertices[v] = ldexp(l.b.vertices[v], exponents[k]);
            for (int c = 0; c < 3; c++)
                l.b_pose.translation[c] = ldexp(l.b_pose.translation[c], exponents[k]);
            answer plain = law_answer(&l);
            const unsigned before = _mm_getcsr();
            _mm_setcsr(before | FLUSH_AND_ZERO);
            answer flushed = law_answer(&l);
            _mm_setcsr(before);
            same_answers(plain, flushed);
            law_free(&l);
        }
#else
    print_message("SKIPPED: flush-to-zero is set only on x86-64\n");
#endif
}

// ----------------------------------------------------------------------------------------- counters

typedef struct pinned_work {
    int scene;       // of scenes
    double move[3];  // of b
    size_t limit;    // 0: all contacts
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
} pinned_work;

// The work is the same on every machine and with every compiler. These numbers change only where the
// tree or the walk changes: then they tell by how much.
static const pinned_work works[] = {
    {0, {0.5, 0, 0}, 0, 6503, 5643, 3295, 84},     {0, {0.5, 0, 0}, 1, 37, 3, 19, 0},
    {4, {0, 0, 0.25}, 0, 16073, 34333, 3311, 251}, {5, {0, 0, 0}, 0, 1369, 3644, 811, 568},
    {7, {0.125, 0, 0}, 0, 17771, 19613, 8835, 0},  {8, {0, 0.125, 0}, 0, 13219, 18266, 6347, 0},
};

static void counters_are_the_same_everywhere(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("the table of counters is not compared");
    if (!method_is_here(ABUT_METHOD_OBB)) return;
    int differing = 0;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        const pinned_work* w = &works[i];
        const two_models* t = &scenes[w->scene];
        mesh a = scene(t->a, t->a_settings), b = scene(t->b, t->b_settings);
        abut_model *a_model = model_of_mesh(&a, ABUT_METHOD_OBB),
                   *b_model = model_of_mesh(&b, ABUT_METHOD_OBB);
        abut_query* query = NULL;
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        const abut_instance x = {.model = a_model};
        const abut_instance y = {b_model, {.translation = {w->move[0], w->move[1], w->move[2]}}};
        const abut_ask ask = {.limit = w->limit};
        abut_hits hits;
        assert_int_equal(abut_collide(query, &x, &y, &ask, &hits), ABUT_OK);
        if (hits.volume_tests != w->volume_tests || hits.triangle_tests != w->triangle_tests ||
            hits.node_updates != w->node_updates || hits.exact_tests != w->exact_tests) {
            differing++;
            print_message(
                "row %zu is now: %llu, %llu, %llu, %llu\n", i,
                (unsigned long long)hits.volume_tests, (unsigned long long)hits.triangle_tests,
                (unsigned long long)hits.node_updates, (unsigned long long)hits.exact_tests);
        }
        abut_query_free(query);
        abut_model_free(a_model);
        abut_model_free(b_model);
        mesh_free(&a);
        mesh_free(&b);
    }
    assert_int_equal(differing, 0);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest answers[] = {
        cmocka_unit_test(tree_equals_brute_force_on_every_scene),
        cmocka_unit_test(counters_are_the_same_everywhere),
    };
    const struct CMUnitTest laws[] = {
        cmocka_unit_test(swapping_the_models_mirrors_the_pairs),
        cmocka_unit_test(a_common_pose_changes_nothing),
        cmocka_unit_test(exact_motions_of_both_change_nothing),
        cmocka_unit_test(powers_of_two_change_nothing),
        cmocka_unit_test(scale_may_stand_in_pose_or_vertices),
        cmocka_unit_test(the_order_of_triangles_and_corners_only_renames),
        cmocka_unit_test(split_triangles_meet_what_the_whole_met),
        cmocka_unit_test(rounding_modes_change_nothing),
        cmocka_unit_test(flushed_subnormals_change_nothing),
    };
    const char* const part = argc > 1 ? argv[1] : "answers";
    if (!strcmp(part, "answers")) return cmocka_run_group_tests(answers, NULL, NULL);
    if (!strcmp(part, "laws")) return cmocka_run_group_tests(laws, NULL, NULL);
    fprintf(stderr, "usage: test_models answers|laws\n");
    return 2;
}
