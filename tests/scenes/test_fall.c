// test_fall.c - the rigid-body engine of scenes/: masses, contacts and impulses whose values are known, and short
// falls: the energy, the depth, the same bits everywhere, the path as it is written. abut-scene fall --check does the
// long ones.
#include "fall_run.h"
#include "fall_world.h"
#include "scenes/scene_line.h"

#include <stdio.h>
#include <stdlib.h>

static const vec middle = {0, 0, 0};
static const quaternion no_turn = {1, {0, 0, 0}};

static fall_body body_from_line(const char* line, vec shift, int is_fixed)
{
    mesh m = scene_from_line(line);
    for (size_t i = 0; i < m.vertex_count; i++) {
        m.vertices[3 * i] += shift.x;
        m.vertices[3 * i + 1] += shift.y;
        m.vertices[3 * i + 2] += shift.z;
    }
    fall_body b;
    assert_int_equal(fall_body_make(&b, &m, is_fixed), SCENE_OK);
    return b;
}

static void free_body(fall_body* b)
{
    abut_model_free(b->model);
    mesh_free(&b->shape);
}

// ------------------------------------------------------------------------------------------ masses

static void solids_have_the_known_masses(void** state)
{
    (void)state;
    const vec shift = {5, -2, 0.5};
    fall_body box = body_from_line("box x=2 y=3 z=4 segments=3", shift, 0);
    assert_close(box.mass, 24, 1e-12);
    assert_close(vec_length(vec_sub(box.centre, shift)), 0, 1e-13);
    const double expected[3] = {24 * (9 + 16) / 12.0, 24 * (4 + 16) / 12.0, 24 * (4 + 9) / 12.0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_close(box.inertia.m[i][j], i == j ? expected[i] : 0, 1e-11);
    assert_close(box.radius, sqrt(29) / 2, 1e-9);
    assert_true(box.shortest == 2 && box.longest == 4);
    free_body(&box);

    // Fine polygons, so only nearly the round solids.
    const double pi = 3.14159265358979;
    fall_body torus = body_from_line("torus rings=200 sides=100 radius=2 tube=0.5", middle, 0);
    const double volume = 2 * pi * pi * 2 * 0.25;
    assert_close(torus.mass, volume, 0.002 * volume);
    assert_close(torus.inertia.m[2][2], volume * (4 + 0.75 * 0.25), 0.01 * volume);
    assert_close(torus.inertia.m[0][0], volume * (2 + 0.625 * 0.25), 0.01 * volume);
    free_body(&torus);
}

static void open_and_reversed_surfaces_are_refused(void** state)
{
    (void)state;
    fall_body b;
    mesh open = scene_from_line("box");
    open.triangle_count--;
    assert_int_equal(fall_body_make(&b, &open, 1), SCENE_BAD_VALUE);
    free_body(&b);
    mesh inside_out = scene_from_line("box");
    for (size_t t = 0; t < inside_out.triangle_count; t++) {
        uint32_t* v = inside_out.triangles + 3 * t;
        const uint32_t swap = v[0];
        v[0] = v[1], v[1] = swap;
    }
    assert_int_equal(fall_body_make(&b, &inside_out, 0), SCENE_BAD_VALUE);
    free_body(&b);
}

// ---------------------------------------------------------------------------------------- contacts

// A world of two bodies, the first one fixed or not. Nothing in it is freed by fall_free's owner twice.
static fall_world* world_of(fall_body a, fall_body b)
{
    fall_world* w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->bodies = calloc(2, sizeof *w->bodies);
    w->pairs = calloc(1, sizeof *w->pairs);
    w->struck = calloc(2, 1);
    assert_true(w->bodies && w->pairs && w->struck);
    w->bodies[0] = a;
    w->bodies[1] = b;
    w->body_count = 2;
    w->pairs[0] = (fall_pair){.b = 1};
    w->pair_count = 1;
    w->gravity = 1;
    w->step = 0x1p-9;
    w->depth_share = 0.01;
    assert_int_equal(abut_query_create(&w->query, NULL), ABUT_OK);
    return w;
}

static void loops_push_out(void** state)
{
    (void)state;
    const vec along = vec_unit((vec){1, 2, 3});
    fall_world* w = world_of(body_from_line("icosphere level=4", middle, 1),
                             body_from_line("icosphere level=3", middle, 0));
    fall_body_set(w->bodies + 1, vec_scale(along, 1.98),
                  quaternion_unit((quaternion){3, {1, 2, 1}}));
    assert_int_equal(fall_contacts(w, w->pairs, &w->now), SCENE_OK);
    assert_int_equal(w->pairs[0].regions, 1);
    assert_true(w->now.count >= 1 && w->pairs[0].pairs > 3);
    for (size_t i = 0; i < w->now.count; i++) {
        assert_true(vec_dot(w->now.items[i].normal, along) > 0.99);
        assert_close(vec_dot(w->now.items[i].point, along), 0.99, 0.02);
    }
    // The overlap is at most 0.02 deep, and at least half of that, as the spheres are of triangles.
    w->depth_share = 0.02;
    assert_int_equal(fall_prove(w, w->pairs, w->now.items, w->now.count), SCENE_OK);
    assert_true(!w->pairs[0].bad && w->pairs[0].depth > 0.002 && w->pairs[0].depth < 0.041);
    w->depth_share = 0.0005;
    assert_int_equal(fall_prove(w, w->pairs, w->now.items, w->now.count), SCENE_OK);
    assert_true(w->pairs[0].bad);
    fall_free(w);
}

// A torus that lies on a floor shares a ring with it: two loops, and both push up.
static void a_ring_pushes_one_way(void** state)
{
    (void)state;
    fall_world* w = world_of(body_from_line("box x=9 y=9 z=2 segments=1", middle, 1),
                             body_from_line("torus rings=50 sides=37", middle, 0));
    fall_body_set(w->bodies + 1, (vec){0.01, 0.02, 1.28},
                  quaternion_unit((quaternion){1, {0.0001, 0, 1}}));
    assert_int_equal(fall_contacts(w, w->pairs, &w->now), SCENE_OK);
    assert_int_equal(w->pairs[0].regions, 2);
    assert_int_equal(w->now.count, 8);
    for (size_t i = 0; i < w->now.count; i++)
        assert_true(w->now.items[i].normal.z > 0.9);
    fall_free(w);
}

// ---------------------------------------------------------------------------------------- impulses

static double kinetic_of(const fall_world* w)
{
    return fall_body_kinetic(w->bodies) + fall_body_kinetic(w->bodies + 1);
}

static void impulses_keep_momentum_and_take_energy(void** state)
{
    (void)state;
    fall_world* w = world_of(body_from_line("box x=2 y=3 z=4", middle, 0),
                             body_from_line("box x=1 y=1 z=2", middle, 0));
    fall_body *a = w->bodies, *b = w->bodies + 1;
    fall_body_set(b, (vec){1.5, 0, 0}, no_turn);
    a->velocity = (vec){2, 0, 0};
    b->velocity = (vec){-1, 0.5, 0};
    b->spin = (vec){0.1, 0.3, -0.2};
    w->bounce = 0.5;
    w->friction = 0.3;
    const vec momentum = vec_add(vec_scale(a->velocity, a->mass), vec_scale(b->velocity, b->mass));
    const double before = kinetic_of(w);
    fall_contact c = {.b = 1, .point = {1, 0.1, 0.2}, .normal = {1, 0, 0}};
    c.along[0] = (vec){0, 1, 0};
    c.along[1] = (vec){0, 0, 1};
    assert_int_equal(fall_append(&w->solve, &c, 1), SCENE_OK);
    fall_solve(w, &w->solve);
    const vec after = vec_add(vec_scale(a->velocity, a->mass), vec_scale(b->velocity, b->mass));
    assert_close(vec_length(vec_sub(after, momentum)), 0, 1e-12);
    assert_true(kinetic_of(w) < 0.95 * before);
    const fall_contact* s = w->solve.items;
    const vec va = vec_add(a->velocity, vec_cross(a->spin, s->arm_a));
    const vec vb = vec_add(b->velocity, vec_cross(b->spin, s->arm_b));
    // It approached with about 3, the spins aside, and half of that is what it leaves with.
    assert_close(vec_dot(vec_sub(vb, va), s->normal), s->wanted, 1e-9);
    assert_close(s->wanted, 1.5, 0.2);
    assert_true(s->push > 0 && fabs(s->rub[0]) <= 0.3 * s->push &&
                fabs(s->rub[1]) <= 0.3 * s->push);
    assert_true(w->struck[0] && w->struck[1]);
    fall_free(w);
}

// A box that slides on a floor loses speed as Coulomb says, and does not sink or tip.
static void friction_is_coulombs(void** state)
{
    (void)state;
    fall_world* w = world_of(body_from_line("box x=9 y=9 z=2", middle, 1),
                             body_from_line("box x=1 y=1 z=0.2", middle, 0));
    fall_body* b = w->bodies + 1;
    fall_body_set(b, (vec){0, 0, 1.1}, no_turn);
    b->velocity = (vec){1, 0, -0.01};
    w->friction = 0.4;
    for (int i = 0; i < 4; i++) {
        fall_contact c = {.b = 1, .point = {i % 2 - 0.5, i / 2 - 0.5, 1}, .normal = {0, 0, 1}};
        c.along[0] = (vec){1, 0, 0};
        c.along[1] = (vec){0, 1, 0};
        assert_int_equal(fall_append(&w->solve, &c, 1), SCENE_OK);
    }
    fall_solve(w, &w->solve);
    assert_close(b->velocity.x, 1 - 0.4 * 0.01, 1e-6);
    assert_close(b->velocity.z, 0, 1e-6);
    assert_close(vec_length(b->spin), 0, 1e-5);
    fall_free(w);
}

// ------------------------------------------------------------------------------------------- falls

// By other means than the engine's: of 26 directions one parts the pair within 2 % of the smaller one.
static void expect_shallow(const fall_world* w, abut_query* query, const fall_pair* p)
{
    const abut_instance a = {w->bodies[p->a].model, fall_body_abut_pose(w->bodies + p->a)};
    const abut_instance b = {w->bodies[p->b].model, fall_body_abut_pose(w->bodies + p->b)};
    const double length = 0.02 * fmin(w->bodies[p->a].shortest, w->bodies[p->b].shortest);
    const abut_ask ask = {.limit = 1};
    abut_hits hits;
    assert_int_equal(abut_collide(query, &a, &b, &ask, &hits), ABUT_OK);
    assert_int_equal(hits.count > 0, p->pairs > 0);
    int parted = hits.count == 0;
    for (int i = 0; i < 27 && !parted; i++) {
        const vec way = vec_unit((vec){i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1});
        abut_instance moved = b;
        moved.pose.translation[0] += length * way.x;
        moved.pose.translation[1] += length * way.y;
        moved.pose.translation[2] += length * way.z;
        assert_int_equal(abut_collide(query, &a, &moved, &ask, &hits), ABUT_OK);
        parted = hits.count == 0;
    }
    assert_true(parted);
}

static void falls_keep_the_rules(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        size_t steps;
        double regions;  // at the end
    } cases[] = {{"pipes", 2400, 1},  {"torus", 2000, 2},  {"torpedo", 1400, 3},
                 {"objects", 560, 1}, {"within", 3000, 0}, {"rollers", 1400, 8}};
    abut_query* query;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fall_world* w;
        assert_int_equal(fall_create(&w, fall_scene_find(cases[i].name), 1, NULL), SCENE_OK);
        const fall_state* now = fall_now(w);
        double energy = now->kinetic + now->potential;
        size_t contacts = 0;
        for (size_t step = 0; step < cases[i].steps; step++) {
            assert_int_equal(fall_step(w), SCENE_OK);
            assert_true(now->kinetic + now->potential <= energy * (1 + 1e-14));
            energy = now->kinetic + now->potential;
            assert_true(now->depth <= 0.01);
            contacts += now->pairs > 0;
            for (size_t k = 0; k < w->pair_count && step % 40 == 0; k++)
                if (w->pairs[k].pairs) expect_shallow(w, query, w->pairs + k);
        }
        assert_true(contacts > 50 && (double)now->regions >= cases[i].regions);
        fall_free(w);
    }
    abut_query_free(query);
}

// Without any damping, and with full restitution: then numbers would add energy at every bounce.
static void perfect_balls_gain_nothing(void** state)
{
    (void)state;
    fall_world* w;
    assert_int_equal(fall_create(&w, fall_scene_find("objects"), 1, NULL), SCENE_OK);
    const fall_state* now = fall_now(w);
    const double first = now->kinetic + now->potential;
    double energy = first, slowed = 0;
    w->drag = 0;
    w->bounce = 1;
    w->friction = 0;
    for (int step = 0; step < 500; step++) {
        assert_int_equal(fall_step(w), SCENE_OK);
        assert_true(now->kinetic + now->potential <= energy * (1 + 1e-14));
        energy = now->kinetic + now->potential;
        slowed = fmax(slowed, now->slowed);
    }
    assert_true(slowed > 1e-4 && energy > 0.8 * first);
    fall_free(w);
}

// Until it lands, a body falls as a formula says.
static void free_fall_is_a_parabola(void** state)
{
    (void)state;
    fall_world* w;
    assert_int_equal(fall_create(&w, fall_scene_find("torpedo"), 1, NULL), SCENE_OK);
    double speed = 0, height = w->bodies[1].position.z;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(fall_step(w), SCENE_OK);
        height += (speed - w->step / 2) * w->step;
        speed = (speed - w->step) * (1 - w->drag * w->step);
        assert_close(w->bodies[1].position.z, height, 1e-13);
        assert_close(w->bodies[1].velocity.z, speed, 1e-13);
    }
    fall_free(w);
}

// Of its full strength from afar, and fading near the middle, without a jump of the height.
static void gravity_may_be_to_the_middle(void** state)
{
    (void)state;
    fall_world* w;
    assert_int_equal(fall_create(&w, fall_scene_find("within"), 1, NULL), SCENE_OK);
    const vec start = w->bodies[1].position;
    const double before = fall_now(w)->potential;
    for (int i = 0; i < 50; i++)
        assert_int_equal(fall_step(w), SCENE_OK);
    const vec speed = w->bodies[1].velocity;
    assert_close(vec_dot(vec_unit(speed), vec_unit(start)), -1, 1e-9);
    assert_close(vec_length(speed), 50 * w->step, 0.01 * 50 * w->step);
    assert_close(before / w->bodies[1].mass, vec_length(start), 1e-12);
    fall_free(w);
}

// ----------------------------------------------------------------------------------- bits and files

static void falls_have_the_same_bits_everywhere(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        size_t steps;
        uint64_t hash;
    } cases[] = {
        {"pipes", 1200, 0x4D917E8DFFB8D46E},  {"torus", 1200, 0x54B987D764606043},
        {"torus", 1200, 0x54B987D764606043},  {"torpedo", 600, 0xE7D7A902BF665BE8},
        {"objects", 450, 0x2C076005EEAB067C}, {"within", 1800, 0x7F8B742588468AA2},
        {"rollers", 600, 0x1D10D44544B14676},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const fall_order order = {
            .scene = fall_scene_find(cases[i].name), .small = 1, .steps = cases[i].steps};
        fall_report r;
        assert_int_equal(fall_run(&order, &r), SCENE_OK);
        assert_true(r.growth < 1e-12 && r.depth <= 0.01 && r.contact_steps > 0);
        if (r.hash == cases[i].hash) continue;
        print_error("{\"%s\", %zu, 0x%016llX},\n", cases[i].name, cases[i].steps,
                    (unsigned long long)r.hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

// The next line of a path: body, or all of 31 where that is 0.
static void expect_line(FILE* file, const fall_world* w, size_t body)
{
    for (size_t k = body ? body : 1; k <= (body ? body : 31); k++) {
        double rows[12], x;
        fall_body_pose(w, k, rows);
        for (int i = 0; i < 12; i++) {
            assert_int_equal(fscanf(file, "%lf", &x), 1);  // NOLINT(cert-err34-c)
            assert_true(x == rows[i]);
        }
    }
    assert_int_equal(fgetc(file), '\n');
}

static void paths_hold_the_poses(void** state)
{
    (void)state;
    for (size_t body = 0; body <= 31; body += 31) {
        FILE* file = tmpfile();
        assert_non_null(file);
        const fall_order order = {.scene = fall_scene_find("objects"),
                                  .small = 1,
                                  .steps = 3,
                                  .path = file,
                                  .body = body};
        fall_report r;
        assert_int_equal(fall_run(&order, &r), SCENE_OK);
        fall_world* w;
        assert_int_equal(fall_create(&w, order.scene, 1, NULL), SCENE_OK);
        rewind(file);
        for (int step = 0; step < 3; step++) {
            assert_int_equal(fall_step(w), SCENE_OK);
            expect_line(file, w, body);
        }
        assert_int_equal(fgetc(file), EOF);
        fall_free(w);
        (void)fclose(file);
    }
    fall_report r;
    const fall_order order = {.scene = fall_scene_find("torus"), .small = 1, .steps = 1, .body = 2};
    assert_int_equal(fall_run(&order, &r), SCENE_BAD_VALUE);
    assert_null(fall_scene_find("feather"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_have_the_known_masses),
        cmocka_unit_test(open_and_reversed_surfaces_are_refused),
        cmocka_unit_test(loops_push_out),
        cmocka_unit_test(a_ring_pushes_one_way),
        cmocka_unit_test(impulses_keep_momentum_and_take_energy),
        cmocka_unit_test(friction_is_coulombs),
        cmocka_unit_test(falls_keep_the_rules),
        cmocka_unit_test(perfect_balls_gain_nothing),
        cmocka_unit_test(free_fall_is_a_parabola),
        cmocka_unit_test(gravity_may_be_to_the_middle),
        cmocka_unit_test(falls_have_the_same_bits_everywhere),
        cmocka_unit_test(paths_hold_the_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
