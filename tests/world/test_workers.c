// test_workers.c - whatever is asked, on 1 to 16 workers that take their turns in any order the
// answer is that of one thread, bit by bit: pairs and their order, kinds, events and points, the first contact, and
// the work. On every scene of scenes/, on falls, and on real models.
//
//   test_workers        for each scene the engine and one other method, and some numbers of workers; all come up
//   test_workers all    more of them, and more real models: the long run of docs/notes/testing.md. The engine is asked every question by
//                       each number of workers; so are other methods on real models, and by a quarter of the numbers, others
//                       for each question, every method that has a tree on what is made by formula
#include "fall.h"
#include "scenes/scene_line.h"
#include "support/assemblies.h"
#include "support/data_pack.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/recorded.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/methods.h"
#include "abut/world.h"

#include <stdio.h>

static int is_long;

enum { WORKERS_MAX = SHUFFLED_WORKERS_MAX, ASKS = 7 };

static const abut_ask asks[ASKS] = {
    {.limit = 0},
    {.limit = 1},
    {.detail = ABUT_DETAIL_POINTS},
    {.limit = 1, .detail = ABUT_DETAIL_POINTS},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .detail = ABUT_DETAIL_KINDS},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .limit = 1},
    {.limit = 30, .budget = 50000},  // by one worker
};

// What was compared; a difference ends the test.
typedef struct tally {
    size_t questions, apart, pairs, contacts;
} tally;

static tally sum;
static size_t
    first_shared[2];  // loops for first contact, depth first: of wide, and of the other methods

// Workers who keep their query from scene to scene.
typedef struct worker_query {
    shuffled order;
    abut_host host;
    abut_query* query;
} worker_query;

static worker_query queries[WORKERS_MAX + 1];  // by the number of workers
static abut_query* alone[ASKS];                // whose answers stay until the next question

static int make_queries(void** state)
{
    (void)state;
    for (int i = 1; i <= WORKERS_MAX; i++) {
        queries[i].host = shuffled_host(&queries[i].order, i, 77 + (uint64_t)i);
        if (abut_query_create(&queries[i].query, &queries[i].host) != ABUT_OK) return 1;
    }
    for (int k = 0; k < ASKS; k++)
        if (abut_query_create(&alone[k], NULL) != ABUT_OK) return 1;
    return 0;
}

static int free_queries(void** state)
{
    (void)state;
    for (int i = 1; i <= WORKERS_MAX; i++)
        abut_query_free(queries[i].query);
    for (int k = 0; k < ASKS; k++)
        abut_query_free(alone[k]);
    return 0;
}

// ------------------------------------------------------------------------------------------- answers

static void compare_contact(const abut_contact* x, const abut_contact* y)
{
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->point_count, y->point_count);
    const size_t points = (size_t)x->point_count;
    assert_memory_equal(x->events, y->events, points * sizeof *x->events);
    assert_memory_equal(x->points, y->points, points * sizeof *x->points);
}

static void compare(const abut_hits* x, const abut_hits* y)
{
    assert_int_equal(x->count, y->count);
    assert_int_equal(x->complete, y->complete);
    assert_int_equal(x->state, y->state);
    assert_memory_equal(&x->distance_least, &y->distance_least, sizeof x->distance_least);
    assert_true(x->volume_tests == y->volume_tests && x->triangle_tests == y->triangle_tests);
    assert_true(x->node_updates == y->node_updates && x->exact_tests == y->exact_tests);
    if (x->count) assert_memory_equal(x->pairs, y->pairs, x->count * sizeof *x->pairs);
    assert_int_equal(!x->contacts, !y->contacts);
    for (size_t i = 0; x->contacts && i < x->count; i++)
        compare_contact(&x->contacts[i], &y->contacts[i]);
    sum.questions++;
    sum.apart += x->state == ABUT_STATE_APART;
    sum.pairs += x->count;
    sum.contacts += x->contacts ? x->count : 0;
}

// Whichever contact.
static void compare_any(const abut_hits* any, const abut_hits* all)
{
    assert_int_equal(any->count, all->count > 0);
    assert_true(any->count || any->complete);
    size_t found = 0;
    for (size_t i = 0; any->count && i < all->count; i++)
        found += all->pairs[i].a == any->pairs[0].a && all->pairs[i].b == any->pairs[0].b;
    assert_int_equal(found, any->count);
}

static void ask_one(const abut_instance side[2], const abut_ask* ask, worker_query* w,
                    const abut_hits* truth, abut_method method)
{
    abut_hits hits;
    const size_t before = atomic_load(&w->order.calls);
    assert_int_equal(abut_collide(w->query, &side[0], &side[1], ask, &hits), ABUT_OK);
    compare(truth, &hits);
    if (ask->limit == 1 && !ask->walk)
        first_shared[method != ABUT_METHOD_WIDE] += atomic_load(&w->order.calls) - before;
}

// Every question to each number of workers; or those of one number in stride, another stretch for each
// question.
static void ask_all(const abut_instance side[2], abut_method method, int stride)
{
    static unsigned turn;
    abut_hits truth[ASKS], hits;
    for (int k = 0; k < ASKS; k++) {
        if (method == ABUT_METHOD_WIDE && asks[k].walk) continue;
        if (method != ABUT_METHOD_WIDE && asks[k].detail == ABUT_DETAIL_POINTS && !is_long)
            continue;
        assert_int_equal(abut_collide(alone[k], &side[0], &side[1], &asks[k], &truth[k]), ABUT_OK);
        turn++;
        for (int w = 1; w <= WORKERS_MAX; w++)
            if (((unsigned)w + turn) % (unsigned)stride == 0)
                ask_one(side, &asks[k], &queries[w], &truth[k], method);
    }
    const abut_ask any = {.limit = 1, .any = 1};
    worker_query* const w = &queries[2 + turn % (WORKERS_MAX - 1)];
    assert_int_equal(abut_collide(w->query, &side[0], &side[1], &any, &hits), ABUT_OK);
    compare_any(&hits, &truth[0]);
}

static void ask_meshes(const mesh* a, const abut_pose* a_pose, const mesh* b,
                       const abut_pose* b_pose, abut_method method, int stride)
{
    abut_model* models[2] = {model_of_mesh(a, method), model_of_mesh(b, method)};
    const abut_instance side[2] = {{models[0], *a_pose}, {models[1], *b_pose}};
    ask_all(side, method, stride);
    abut_model_free(models[0]);
    abut_model_free(models[1]);
}

#define TREES (METHOD_LAST - ABUT_METHOD_AABB + 1)  // methods from aabb on

static abut_method method_in_turn(unsigned turn)
{
    const int method = (int)(ABUT_METHOD_AABB + turn % TREES);
    return method != ABUT_METHOD_WIDE && method_is_here(method) ? (abut_method)method
                                                                : ABUT_METHOD_AABB;
}

// With wide, and one other method in turn; or all that have a tree.
static void ask_methods(const mesh* a, const abut_pose* a_pose, const mesh* b,
                        const abut_pose* b_pose)
{
    static unsigned turn;
    ask_meshes(a, a_pose, b, b_pose, ABUT_METHOD_WIDE, is_long ? 1 : 8);
    turn++;  // five methods on: so that kinds come up soon
    if (!is_long && IS_CASE(turn))
        ask_meshes(a, a_pose, b, b_pose, method_in_turn(5 * turn + turn / 3), 16);
    for (unsigned i = 0; is_long && i < TREES; i++)
        ask_meshes(a, a_pose, b, b_pose, method_in_turn(i), 4);
}

static abut_pose pose_of(double degrees, double move)
{
    static const double axis[3] = {1, 2, 3};
    abut_pose pose;
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, degrees), ABUT_OK);
    pose.translation[0] = move;
    return pose;
}

// -------------------------------------------------------------------------------------------- scenes

// Contacts of every sort, and long questions without any.
static const struct {
    const char *a, *b;
    double degrees, move;
} scenes[] = {
    {"torus triangles=2500", "torus triangles=2500", 25, 0.07},
    {"torus triangles=2500", "torus triangles=2500", 120, 0.93},
    {"sphere stacks=30 slices=60", "sphere stacks=30 slices=60 radius=0.997", 10, 0},
    {"sphere stacks=20 slices=40", "icosphere level=3", 15, 0.001},
    {"box segments=16", "box segments=11", 0, 1},
    {"box segments=16", "torus triangles=2000", 25, 0.3},
    {"bolt segments=16", "nut segments=16", 0, 0},
    {"bolt segments=16", "nut segments=16", 1, 0.1},
    {"bricks nx=6 ny=6 nz=1 layer=a", "bricks nx=6 ny=6 nz=1 layer=b", 0, 0},
    {"bricks nx=4 ny=4 nz=1 grid=0.1 layer=a", "bricks nx=4 ny=4 nz=1 grid=0.1 layer=a", 0, 0},
    {"soup count=1000", "soup count=1000 seed=7", 30, 0},
    {"tetra count=300", "tetra count=300 seed=9", 30, 0},
    {"pipes count=40", "pipes count=40 seed=3", 0, 0},
    {"door triangles=1000", "lock triangles=8000", 20, 0.1},
    {"car triangles=2000", "cylinder triangles=500", 0, 0.2},
    {"combs teeth=40 comb=a", "combs teeth=40 comb=b", 0, 0},
    {"plant n=40 clashes=5", "plant n=30 clashes=2", 10, 0.5},
    {"mechanism", "mechanism", 5, 0.01},
    {"mould shape=tray fine=5", "mould shape=bottle fine=5", 0, 0.5},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static void every_scene_comes_up(void** state)
{
    (void)state;
    size_t count;
    const scene_info* list = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        int found = !list[i].make;  // motions come up below
        const size_t length = strlen(list[i].name);
        for (int k = 0; k < SCENES; k++)
            found += (strncmp(scenes[k].a, list[i].name, length) == 0) +
                     (strncmp(scenes[k].b, list[i].name, length) == 0);
        if (!found) fail_msg("no scene has %s", list[i].name);
    }
}

static void models_by_formula(void** state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        const abut_pose rests = {.scale = 1}, pose = pose_of(scenes[i].degrees, scenes[i].move);
        mesh a = scene_from_line(scenes[i].a), b = scene_from_line(scenes[i].b);
        ask_methods(&a, &rests, &b, &pose);
        mesh_free(&a);
        mesh_free(&b);
    }
}

static abut_pose pose_in_frame(const scene_frame* f, int body)
{
    abut_pose pose = {.scale = 1};
    memcpy(pose.rotation, f->rotation[body], sizeof pose.rotation);
    memcpy(pose.translation, f->position[body], sizeof pose.translation);
    return pose;
}

static void motions_by_formula(void** state)
{
    (void)state;
    const size_t frames = is_long ? 4 : 2;
    mesh a = scene_from_line("torus triangles=2000"), b = scene_from_line("tetra count=200");
    motion m[2] = {{0}, {0}};
    const billiard_rules rules = {.steps = 60, .step = 0.05, .turn = 3, .stir = 0.1, .seed = 4};
    assert_int_equal(mesh_fit_cube(&a, 2), SCENE_OK);
    assert_int_equal(turn_make(1.5, (uint32_t)frames, &m[0]), SCENE_OK);
    assert_int_equal(billiard_make(&rules, &a, &b, &m[1]), SCENE_OK);
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < m[i].frame_count; k += m[i].frame_count / frames) {
            const abut_pose poses[2] = {pose_in_frame(&m[i].frames[k], 0),
                                        pose_in_frame(&m[i].frames[k], 1)};
            ask_methods(&a, &poses[0], i ? &b : &a, &poses[1]);
        }
        motion_free(&m[i]);
    }
    mesh_free(&a);
    mesh_free(&b);
}

static abut_pose pose_of_body(const fall_world* w, size_t body)
{
    abut_pose pose = {.scale = 1};
    double rows[12];
    fall_body_pose(w, body, rows);
    for (int r = 0; r < 3; r++) {
        memcpy(pose.rotation[r], rows + 4 * r, 3 * sizeof *rows);
        pose.translation[r] = rows[4 * r + 3];
    }
    return pose;
}

// After some steps.
static void falling_bodies(void** state)
{
    (void)state;
    size_t count;
    const fall_scene* list = fall_scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        fall_world* w = NULL;
        assert_int_equal(fall_create(&w, &list[i], 1, NULL), SCENE_OK);
        const size_t steps = is_long ? 200 : CASES(40);
        for (size_t k = 0; k < steps; k++)
            assert_int_equal(fall_step(w), SCENE_OK);
        const abut_pose rests = pose_of_body(w, 0);
        for (size_t k = 1; k < fall_body_count(w) && k < (is_long ? 4 : 2); k++) {
            const abut_pose pose = pose_of_body(w, k);
            ask_methods(fall_body_mesh(w, 0), &rests, fall_body_mesh(w, k), &pose);
        }
        fall_free(w);
    }
}

// ------------------------------------------------------------------------------------- first contact

typedef struct spike_tally {
    size_t early, late, shared;
} spike_tally;

static void ask_spike(const abut_instance side[2], abut_method method, int turn, spike_tally* t)
{
    abut_hits first, level, all;
    const int is_wide = method == ABUT_METHOD_WIDE;
    assert_int_equal(abut_collide(alone[0], &side[0], &side[1], NULL, &all), ABUT_OK);
    assert_int_equal(abut_collide(alone[1], &side[0], &side[1], &asks[1], &first), ABUT_OK);
    t->early += first.volume_tests * 3 < all.volume_tests;
    t->late += first.volume_tests * 3 > all.volume_tests * 2;
    for (int w = 2 + turn % 3; w <= WORKERS_MAX; w += is_long ? 1 : 6) {
        const size_t before = atomic_load(&queries[w].order.calls);
        ask_one(side, &asks[1], &queries[w], &first, method);
        t->shared += atomic_load(&queries[w].order.calls) > before;
    }
    if (is_wide) return;
    assert_int_equal(abut_collide(alone[5], &side[0], &side[1], &asks[5], &level), ABUT_OK);
    ask_one(side, &asks[5], &queries[2 + turn % (WORKERS_MAX - 1)], &level, method);
}

// Two spheres, one within the other, which is a long question; a spike of the inner one is the only contact. As the
// inner one is turned, the contact is anywhere in the walk: one worker alone finds it soon or late.
static void a_spike_is_found_wherever_it_is(void** state)
{
    (void)state;
    mesh a = scene_from_line("sphere stacks=40 slices=80"),
         b = scene_from_line("sphere stacks=40 slices=80 radius=0.998");
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_AABB,
                                          OR_AABB(ABUT_METHOD_HYBRID)};
    spike_tally t = {0};
    for (size_t c = 0; c < 3; c++)
        b.vertices[3 * (b.vertex_count / 3) + c] *= 1.01;
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        abut_model* models[2] = {model_of_mesh(&a, methods[m]), model_of_mesh(&b, methods[m])};
        abut_instance side[2] = {{models[0], {.scale = 1}}, {models[1], {.scale = 1}}};
        const int turns = is_long ? 60 : CASES(m ? 4 : 12);
        for (int i = 0; i < turns; i++) {
            side[1].pose = pose_of(360.0 * (i + 1) / (turns + 1), 0);
            ask_spike(side, methods[m], i, &t);
        }
        abut_model_free(models[0]);
        abut_model_free(models[1]);
    }
    print_message("%zu contacts in the first third of the walk, %zu in the last; %zu questions "
                  "shared\n",
                  t.early, t.late, t.shared);
    assert_true(t.shared > 0);
    if (ABUT_TEST_SHARE == 1) assert_true(t.early > 0 && t.late > 0);
    mesh_free(&a);
    mesh_free(&b);
}

// --------------------------------------------------------------------------------------- real models

static void recorded_motions(void** state)
{
    (void)state;
    if (!data_pack("recorded motions on many workers")) return;
    for (int i = 0; i < RECORDING_COUNT; i += is_long ? 1 : 3) {
        recording r = recording_read(&recordings[i]);
        size_t most = 0;  // the frame with most contacts
        for (size_t k = 0; k < r.frame_count; k++)
            if (r.published[k] > r.published[most]) most = k;
        static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_AABB, SOME_TREE,
                                              OR_AABB(ABUT_METHOD_HYBRID)};
        const size_t frames[] = {most, r.frame_count / 2};
        for (size_t k = 0; k < (is_long ? 8 : 1); k++) {
            const abut_pose* pose = r.poses[frames[k / 4]];
            ask_meshes(&r.body[0], &pose[0], &r.body[1], &pose[1], methods[k % 4], is_long ? 1 : 8);
        }
        recording_free(&r);
    }
}

static void scans(void** state)
{
    (void)state;
    static const char* const names[] = {"scans/bunny.obj", "scans/spot.obj", "scans/teapot.obj",
                                        "scans/dragon_res3.ply", "scans/armadillo.obj"};
    if (!data_pack("scans on many workers")) return;
    for (size_t i = 0; i < (is_long ? sizeof names / sizeof *names : 1); i++) {
        mesh m = data_mesh(names[i]);
        assert_int_equal(mesh_fit_cube(&m, 2), SCENE_OK);
        const abut_pose rests = {.scale = 1}, pose = pose_of(40, 0.3);
        ask_meshes(&m, &rests, &m, &pose, ABUT_METHOD_WIDE, is_long ? 1 : 8);
        if (is_long) {
            ask_meshes(&m, &rests, &m, &pose, OR_AABB(ABUT_METHOD_HYBRID), 1);
            ask_meshes(&m, &rests, &m, &pose, SOME_TREE, 1);
            ask_meshes(&m, &rests, &m, &rests, ABUT_METHOD_WIDE, 1);
        }
        mesh_free(&m);
    }
}

static abut_world* world_of(const abut_instance* objects, size_t first, size_t count,
                            const abut_host* host)
{
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, host), ABUT_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(abut_world_add(w, &objects[i], NULL), ABUT_OK);
        if (first == count) continue;
        assert_int_equal(abut_world_group(w, (uint32_t)i, i < first ? 1 : 2, i < first ? 2 : 1),
                         ABUT_OK);
    }
    return w;
}

static void compare_clashes(const abut_clashes* x, const abut_clashes* y)
{
    assert_int_equal(x->count, y->count);
    assert_int_equal(x->asked, y->asked);
    assert_true(x->volume_tests == y->volume_tests && x->triangle_tests == y->triangle_tests);
    assert_true(x->node_updates == y->node_updates && x->exact_tests == y->exact_tests);
    assert_memory_equal(x->pairs, y->pairs, x->count * sizeof *x->pairs);
    for (size_t i = 0; i < x->count; i++) {
        const abut_clash *c = &x->clashes[i], *d = &y->clashes[i];
        assert_int_equal(c->count, d->count);
        assert_memory_equal(c->kind_count, d->kind_count, sizeof c->kind_count);
        assert_memory_equal(c->low, d->low, sizeof c->low);
        assert_memory_equal(c->high, d->high, sizeof c->high);
        sum.pairs += c->count;
    }
    sum.questions += x->asked;
}

// Every object against every other: by a world, and by a batch of those whose boxes meet.
static void ask_assembly(const abut_instance* objects, size_t first, size_t count, void* context)
{
    abut_world* w = world_of(objects, first, count, NULL);
    abut_clashes boxes, truth, found;
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_BOXES, NULL, &boxes), ABUT_OK);
    const size_t asked = boxes.count;
    abut_question* questions = calloc(asked, sizeof *questions);
    for (size_t i = 0; i < asked; i++) {
        questions[i].a = objects[boxes.pairs[i].a];
        questions[i].b = objects[boxes.pairs[i].b];
    }
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_REGIONS, NULL, &truth), ABUT_OK);
    abut_batch *alone_batch = NULL, *batch = NULL;
    assert_int_equal(abut_batch_create(&alone_batch, NULL), ABUT_OK);
    const int step = *(const int*)context;
    for (int k = 1; k <= WORKERS_MAX; k += step) {
        const abut_hits *expected, *hits;
        abut_world* other = world_of(objects, first, count, &queries[k].host);
        assert_int_equal(abut_world_collide(other, ABUT_SURVEY_REGIONS, NULL, &found), ABUT_OK);
        compare_clashes(&truth, &found);
        abut_world_free(other);
        const abut_ask* ask = &asks[2 + k % 2];
        assert_int_equal(abut_collide_batch(alone_batch, questions, asked, ask, &expected),
                         ABUT_OK);
        assert_int_equal(abut_batch_create(&batch, &queries[k].host), ABUT_OK);
        assert_int_equal(abut_collide_batch(batch, questions, asked, ask, &hits), ABUT_OK);
        for (size_t i = 0; i < asked; i++)
            compare(&expected[i], &hits[i]);
        abut_batch_free(batch);
    }
    abut_batch_free(alone_batch);
    free(questions);
    abut_world_free(w);
}

static void assemblies_of_objects(void** state)
{
    (void)state;
    int step = is_long ? 1 : 8;
    if (!data_pack("assemblies on many workers")) return;
    for (int i = 0; i < (is_long ? ASSEMBLY_COUNT : 1); i++)
        assembly_read(&assemblies[i], ask_assembly, &step);
}

static void say_what_was_compared(void** state)
{
    (void)state;
    size_t shared = 0;
    for (int i = 1; i <= WORKERS_MAX; i++)
        shared += queries[i].order.shared;
    printf("%zu questions, %zu of them without contact; %zu pairs, %zu of them with kinds or "
           "points: 0 "
           "differences. %zu loops that several workers had a part in; for first contact %zu "
           "(wide) and %zu\n",
           sum.questions, sum.apart, sum.pairs, sum.contacts, shared, first_shared[0],
           first_shared[1]);
    assert_true(sum.apart > 10 && sum.pairs > 1000 && sum.contacts > 1000 && shared > 20);
    assert_true(first_shared[0] > 0 && first_shared[1] > 0);
}

int main(int argc, char** argv)
{
    is_long = argc == 2 && strcmp(argv[1], "all") == 0;
    if (argc > 2 || (argc == 2 && !is_long)) {
        fprintf(stderr, "usage: test_workers [all]\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_comes_up),
        cmocka_unit_test(models_by_formula),
        cmocka_unit_test(motions_by_formula),
        cmocka_unit_test(falling_bodies),
        cmocka_unit_test(a_spike_is_found_wherever_it_is),
        cmocka_unit_test(recorded_motions),
        cmocka_unit_test(scans),
        cmocka_unit_test(assemblies_of_objects),
        cmocka_unit_test(say_what_was_compared),
    };
    return cmocka_run_group_tests(tests, make_queries, free_queries);
}
