// scenes.c - the scenes on which abut is compared with its peers, those made by formula; those of
// real models are in data.c. docs/notes/benchmarks.md says what each is.
#include "scenes.h"

#include "bench.h"
#include "peers/peers.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------ what makers use

int peer_fail(const peer_scene* s, const char* text)
{
    bench_fail("%s: %s", s->name, text);
    return -1;
}

mesh* peer_add_meshes(peer_scene* s, size_t count)
{
    mesh* more = realloc(s->meshes, (s->mesh_count + count) * sizeof *more);
    if (!more) exit(bench_fail("out of memory"));
    s->meshes = more;
    more += s->mesh_count;
    memset(more, 0, count * sizeof *more);
    s->mesh_count += count;
    return more;
}

peer_query* peer_add_queries(peer_scene* s, size_t count)
{
    peer_query* more = realloc(s->queries, (s->query_count + count) * sizeof *more);
    if (!more) exit(bench_fail("out of memory"));
    s->queries = more;
    more += s->query_count;
    memset(more, 0, count * sizeof *more);
    for (size_t i = 0; i < count; i++) {
        more[i].a_pose.scale = more[i].b_pose.scale = 1;
        for (int k = 0; k < 3; k++)
            more[i].a_pose.rotation[k][k] = more[i].b_pose.rotation[k][k] = 1;
    }
    s->query_count += count;
    return more;
}

static uint64_t seed_of(const peer_setup* setup, uint64_t seed)
{
    return setup->is_tuning ? seed + 1000 : seed;
}

static double size_of(const peer_setup* setup, double count)
{
    return setup->is_tuning ? 0.7 * count : count;
}

static size_t queries_of(const peer_setup* setup, size_t whole, size_t quick)
{
    return setup->is_quick ? quick : whole;
}

static int made(const peer_scene* s, scene_status status)
{
    return status == SCENE_OK ? 1 : peer_fail(s, "cannot be made");
}

static double random_signed(random_source* r)
{
    return 2 * random_unit(r) - 1;
}

static void turn_randomly(abut_pose* pose, random_source* r)
{
    double axis[3];
    for (int k = 0; k < 3; k++)
        axis[k] = random_signed(r);
    const double degrees = 180 * random_signed(r);
    abut_pose_from_axis_angle(pose, axis, degrees);
}

static void place_randomly(abut_pose* pose, random_source* r, double reach)
{
    turn_randomly(pose, r);
    for (int k = 0; k < 3; k++)
        pose->translation[k] = reach * random_signed(r);
}

// In any direction, so far.
static void move_off(abut_pose* pose, random_source* r, double least, double most)
{
    double v[3], square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            v[k] = random_signed(r);
            square += v[k] * v[k];
        }
    } while (square > 1 || square < 1e-4);
    const double scale = (least + (most - least) * random_unit(r)) / sqrt(square);
    for (int k = 0; k < 3; k++)
        pose->translation[k] = scale * v[k];
}

// Mesh 1 in count random poses about mesh 0.
static void add_random(peer_scene* s, size_t count, double reach, uint64_t seed)
{
    random_source r = {seed};
    peer_query* q = peer_add_queries(s, count);
    for (size_t i = 0; i < count; i++) {
        q[i].b = 1;
        place_randomly(&q[i].b_pose, &r, reach);
    }
}

// ---------------------------------------------------------------------------------------- round things

static int make_ring(const peer_scene* s, mesh* m, double triangles)
{
    uint32_t rings, sides;
    torus_divide((uint64_t)triangles, &rings, &sides);
    return made(s, torus_make(rings, sides, 2, 0.75, m));
}

// Zachmann's turn of mesh 0 before itself, at the given distances, one after the other.
int peer_add_turn(peer_scene* s, const double* distances, size_t distance_count, uint32_t steps)
{
    if (made(s, mesh_fit_cube(&s->meshes[0], 2)) < 0) return -1;
    for (size_t d = 0; d < distance_count; d++) {
        motion path = {0};
        if (made(s, turn_make(distances[d], steps, &path)) < 0) return -1;
        peer_query* q = peer_add_queries(s, steps);
        for (uint32_t i = 0; i < steps; i++) {
            const scene_frame* f = &path.frames[i];
            memcpy(q[i].b_pose.rotation, f->rotation[1], sizeof q[i].b_pose.rotation);
            memcpy(q[i].b_pose.translation, f->position[1], sizeof q[i].b_pose.translation);
        }
        motion_free(&path);
    }
    return 1;
}

// value: triangles of a torus; or, below zero, slices of a sphere. second: steps of a turn.
static int make_turn(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    static const double distances[] = {1.2, 1.5, 1.8, 1.95};
    mesh* m = peer_add_meshes(s, 1);
    const double stacks = size_of(setup, -kind->value / 2);
    const int ok = kind->value > 0
                       ? make_ring(s, m, size_of(setup, kind->value))
                       : made(s, sphere_make((uint32_t)stacks, 2 * (uint32_t)stacks, 1, m));
    // Not 4: at right angles the boxes around both are parallel, and nothing is to be searched.
    const uint32_t steps = (uint32_t)queries_of(setup, (size_t)kind->second, 5);
    return ok < 0 ? -1 : peer_add_turn(s, distances, 4, steps);
}

static int make_gaps(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    static const double distances[] = {2.1, 2.01, 2.001, 2.0001};
    mesh* m = peer_add_meshes(s, 1);
    if (make_ring(s, m, size_of(setup, kind->value)) < 0) return -1;
    return peer_add_turn(s, distances, 4, (uint32_t)queries_of(setup, 16, 5));
}

static void turn_mesh(mesh* m, const abut_pose* pose)
{
    for (size_t i = 0; i < m->vertex_count; i++) {
        double* v = m->vertices + 3 * i;
        const double x = v[0], y = v[1], z = v[2];
        for (int k = 0; k < 3; k++)
            v[k] = pose->rotation[k][0] * x + pose->rotation[k][1] * y + pose->rotation[k][2] * z;
    }
}

// One sphere around another. value: how much larger its radius is. second: whether the files are turned,
// so that no axis of theirs is one of the sphere's.
static int make_spheres(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    const uint32_t stacks = (uint32_t)size_of(setup, 127);
    mesh* m = peer_add_meshes(s, 2);
    if (made(s, sphere_make(stacks, stacks + 1, 1, &m[0])) < 0 ||
        made(s, sphere_make(stacks, stacks + 1, 1 + kind->value, &m[1])) < 0)
        return -1;
    random_source r = {seed_of(setup, 21)};
    for (int i = 0; i < 2 && kind->second > 0; i++) {
        abut_pose pose;
        turn_randomly(&pose, &r);
        turn_mesh(&m[i], &pose);
    }
    add_random(s, queries_of(setup, 8, 3), 0, seed_of(setup, 11));
    return 1;
}

// ------------------------------------------------------------------------------------------ many things

enum { LEGS_MOST = 10 };

// Mesh 1 flies from place to place in the unit cube, turning.
static void add_flight(peer_scene* s, int legs, size_t count, uint64_t seed)
{
    random_source r = {seed};
    double axis[3], place[LEGS_MOST + 1][3];
    for (int k = 0; k < 3; k++) {
        axis[k] = random_signed(&r);
        for (int i = 0; i <= legs; i++)
            place[i][k] = 0.1 + 0.8 * random_unit(&r);
    }
    peer_query* q = peer_add_queries(s, count);
    for (size_t i = 0; i < count; i++) {
        const double way = legs * (double)i / (double)count;
        const int leg = (int)way;
        abut_pose_from_axis_angle(&q[i].b_pose, axis, 300 * way);
        for (int k = 0; k < 3; k++)
            q[i].b_pose.translation[k] =
                place[leg][k] + (way - leg) * (place[leg + 1][k] - place[leg][k]);
        q[i].b = 1;
    }
}

// A ring among tetrahedra. value: how many there are; second: their size.
static int make_flight(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    mesh* m = peer_add_meshes(s, 2);
    if (made(s, tetra_make((uint32_t)size_of(setup, kind->value), kind->second, seed_of(setup, 31),
                           &m[0])) < 0 ||
        make_ring(s, &m[1], 4000) < 0 || made(s, mesh_fit_cube(&m[1], 0.1)) < 0)
        return -1;
    add_flight(s, 5, queries_of(setup, 200, 50), seed_of(setup, 32));
    return 1;
}

// The same among tetrahedra so small and few that it is apart in most poses. value: triangles of the ring.
static int make_sparse_flight(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    mesh* m = peer_add_meshes(s, 2);
    if (made(s, tetra_make((uint32_t)size_of(setup, 2000), 0.01, seed_of(setup, 33), &m[0])) < 0 ||
        make_ring(s, &m[1], size_of(setup, kind->value)) < 0 ||
        made(s, mesh_fit_cube(&m[1], 0.1)) < 0)
        return -1;
    add_flight(s, LEGS_MOST, queries_of(setup, 400, 100), seed_of(setup, 34));
    return 1;
}

// So many poses that a processor cannot learn by heart where each query branches, as it does with the few of other scenes.
// value: triangles of a ring, beside itself or, where second is not 0, small among tetrahedra of that size.
static int make_distinct(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    const bool is_flight = kind->second > 0;
    mesh* m = peer_add_meshes(s, is_flight ? 2 : 1);
    mesh* ring = &m[is_flight];
    if (make_ring(s, ring, size_of(setup, kind->value)) < 0 ||
        made(s, mesh_fit_cube(ring, is_flight ? 0.1 : 2)) < 0 ||
        (is_flight && made(s, tetra_make((uint32_t)size_of(setup, 2000), kind->second,
                                         seed_of(setup, 36), &m[0])) < 0))
        return -1;
    random_source r = {seed_of(setup, 37)};
    const size_t count = queries_of(setup, 4000, 1000);
    peer_query* q = peer_add_queries(s, count);
    for (size_t i = 0; i < count; i++) {
        turn_randomly(&q[i].b_pose, &r);
        if (!is_flight) move_off(&q[i].b_pose, &r, 0.6, 2.4);
        for (int k = 0; k < 3 && is_flight; k++)
            q[i].b_pose.translation[k] = random_unit(&r);
        q[i].b = is_flight;
    }
    return 1;
}

enum { FAR_BY_SPHERES = 0, FAR_BY_BOXES = 1 };

// Two rings that nearly nothing has to be looked at for. value: how they are apart: so far that the spheres about
// them are; or one above the other, so that only boxes are.
static int make_far(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    mesh* m = peer_add_meshes(s, 1);
    if (make_ring(s, m, size_of(setup, 10000)) < 0 || made(s, mesh_fit_cube(m, 2)) < 0) return -1;
    random_source r = {seed_of(setup, 35)};
    const size_t count = queries_of(setup, 200, 50);
    peer_query* q = peer_add_queries(s, count);
    for (size_t i = 0; i < count; i++) {
        place_randomly(&q[i].b_pose, &r, 0.5);
        if ((int)kind->value == FAR_BY_BOXES) {
            q[i].b_pose.translation[2] = 1.5 + 0.4 * q[i].b_pose.translation[2];
            continue;
        }
        place_randomly(&q[i].a_pose, &r, 1);
        move_off(&q[i].b_pose, &r, 3.6, 8);
        for (int k = 0; k < 3; k++)
            q[i].b_pose.translation[k] += q[i].a_pose.translation[k];
    }
    return 1;
}

// Two blocks of pipes, of so many sides.
static int add_pipes(peer_scene* s, double pipes, uint32_t sides, double radius,
                     const peer_setup* setup)
{
    mesh* m = peer_add_meshes(s, 2);
    const uint32_t count = (uint32_t)size_of(setup, pipes);
    for (int i = 0; i < 2; i++)
        if (made(s, pipes_make(count, sides, 1, radius, seed_of(setup, 1 + (uint64_t)i), &m[i])) <
            0)
            return -1;
    add_random(s, queries_of(setup, 8, 2), 0.3, seed_of(setup, 14));
    return 1;
}

// value: how many; second: their radius.
static int make_pipes(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    return add_pipes(s, kind->value, 8, kind->second, setup);
}

// Thick pipes of many sides, two long triangles each: most leaves that are reached touch.
// value: how many; second: of how many sides.
static int make_dense_pipes(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    return add_pipes(s, kind->value, (uint32_t)kind->second, 0.02, setup);
}

// A block of pipes, and a small copy of it somewhere inside (Gottschalk 1996, section 8: 15 times
// smaller). value: its size.
static int make_pipes_inside(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    mesh* m = peer_add_meshes(s, 2);
    const uint32_t count = (uint32_t)size_of(setup, 893);
    for (int i = 0; i < 2; i++)
        if (made(s, pipes_make(count, 29, 1, 0.005, seed_of(setup, 5), &m[i])) < 0) return -1;
    for (size_t i = 0; i < 3 * m[1].vertex_count; i++)
        m[1].vertices[i] = kind->value * (m[1].vertices[i] - 0.5);
    add_random(s, queries_of(setup, 60, 12), 0.35, seed_of(setup, 15));
    for (size_t i = 0; i < s->query_count; i++)
        for (int k = 0; k < 3; k++)
            s->queries[i].b_pose.translation[k] += 0.5;
    return 1;
}

static int make_soup(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    mesh* m = peer_add_meshes(s, 2);
    const uint32_t count = (uint32_t)size_of(setup, kind->value);
    if (made(s, soup_make(count, 0.02, seed_of(setup, 1), &m[0])) < 0 ||
        made(s, soup_make(count, 0.02, seed_of(setup, 2), &m[1])) < 0)
        return -1;
    add_random(s, queries_of(setup, 6, 2), 0.3, seed_of(setup, 13));
    return 1;
}

// ------------------------------------------------------------------------------------------------ bricks

enum { BRICKS_IN_PLACE = 0, BRICKS_TURNED = 1, BRICKS_AT_RIGHT_ANGLES = 2 };

static void place_bricks(peer_query* q, size_t i, int how, double grid, double length,
                         random_source* r)
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (how == BRICKS_IN_PLACE) {  // another half of a step further each time
        q->b_pose.translation[0] = grid / 2 * (double)i;
        q->b_pose.translation[1] = grid / 2 * (double)(i / 2);
    } else if (how == BRICKS_TURNED) {  // the same bits for both
        place_randomly(&q->a_pose, r, 3);
        q->b_pose = q->a_pose;
    } else {  // all entries are 0, 1 and -1, and the grids coincide
        abut_pose own;
        abut_pose_from_axis_angle(&q->a_pose, axes[i % 3], 90);
        abut_pose_from_axis_angle(&own, axes[2], i % 2 ? 270 : 90);
        const double shift[3] = {i % 2 ? 0 : length, i % 2 ? length : 0, 0};
        for (int x = 0; x < 3; x++) {
            for (int y = 0; y < 3; y++) {
                q->b_pose.rotation[x][y] = 0;
                for (int k = 0; k < 3; k++)
                    q->b_pose.rotation[x][y] += q->a_pose.rotation[x][k] * own.rotation[k][y];
                q->b_pose.translation[x] += q->a_pose.rotation[x][y] * shift[y];
            }
        }
    }
}

// value: how they are placed. Turned together, the grid is one of decimal fractions: no coordinate is
// exact, and all planes that should coincide do.
static int make_bricks(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    const int how = (int)kind->value;
    bricks_shape shape = {.nx = 64, .nz = 1, .size = 2, .shift = 1};
    shape.nx = shape.ny = (uint32_t)size_of(setup, shape.nx);
    shape.grid = how == BRICKS_TURNED ? 0.1 : 1.0 / 16;
    mesh* m = peer_add_meshes(s, 2);
    if (made(s, bricks_make(&shape, &m[0])) < 0) return -1;
    shape.layer = 1;
    if (made(s, bricks_make(&shape, &m[1])) < 0) return -1;
    random_source r = {seed_of(setup, 41)};
    const size_t count = queries_of(setup, 4, 2);
    peer_query* q = peer_add_queries(s, count);
    for (size_t i = 0; i < count; i++) {
        q[i].b = 1;
        place_bricks(&q[i], i, how, shape.grid, shape.nx * shape.size * shape.grid, &r);
    }
    return 1;
}

// -------------------------------------------------------------------------------------------- the table

#define MOTION(scene, quick, body_a, body_b, path)                                                 \
    {                                                                                              \
        scene, quick, false, peer_make_motion, 0, 0,                                               \
        {                                                                                          \
            body_a, body_b, path                                                                   \
        }                                                                                          \
    }
#define PARTS(scene, file)                                                                         \
    {                                                                                              \
        scene, true, true, peer_make_parts, 0, 0,                                                  \
        {                                                                                          \
            file                                                                                   \
        }                                                                                          \
    }

static const peer_scene_kind kinds[] = {
    {"turn torus 1k", true, false, make_turn, 1000, 16, {0}},
    {"turn torus 12k", true, false, make_turn, 12544, 16, {0}},
    {"turn torus 54k", true, false, make_turn, 53824, 16, {0}},
    {"turn torus 100k", false, false, make_turn, 100000, 16, {0}},
    {"turn torus 1M", false, false, make_turn, 1000000, 5, {0}},
    {"turn sphere 23k", true, false, make_turn, -152, 16, {0}},
    {"turn sphere 97k", false, false, make_turn, -312, 16, {0}},
    {"turn bunny", true, false, peer_make_scan, 0, 0, {"scans/bunny.obj"}},
    {"turn dragon", false, false, peer_make_scan, 0, 0, {"scans/dragon_res3.ply"}},
    {"turn armadillo", false, false, peer_make_scan, 0, 0, {"scans/armadillo.obj"}},
    {"gaps torus 54k", true, false, make_gaps, 53824, 0, {0}},
    {"spheres 1e-1", true, false, make_spheres, 1e-1, 0, {0}},
    {"spheres 1e-2", true, false, make_spheres, 1e-2, 0, {0}},
    {"spheres 1e-3", false, false, make_spheres, 1e-3, 0, {0}},
    {"spheres 1e-4", false, false, make_spheres, 1e-4, 0, {0}},
    {"turned spheres 1e-1", false, false, make_spheres, 1e-1, 1, {0}},
    {"turned spheres 1e-2", false, false, make_spheres, 1e-2, 1, {0}},
    {"turned spheres 1e-3", false, false, make_spheres, 1e-3, 1, {0}},
    {"turned spheres 1e-4", false, false, make_spheres, 1e-4, 1, {0}},
    {"flight 2000", true, false, make_flight, 2000, 0.05, {0}},
    {"flight 20000", false, false, make_flight, 20000, 0.02, {0}},
    {"sparse flight 10k", true, false, make_sparse_flight, 10000, 0, {0}},
    {"sparse flight 1k", true, false, make_sparse_flight, 1000, 0, {0}},
    {"distinct torus 10k", true, false, make_distinct, 10000, 0, {0}},
    {"distinct torus 54k", false, false, make_distinct, 53824, 0, {0}},
    {"distinct flight 2000", true, false, make_distinct, 10000, 0.05, {0}},
    {"far by spheres", true, false, make_far, FAR_BY_SPHERES, 0, {0}},
    {"far by boxes", true, false, make_far, FAR_BY_BOXES, 0, {0}},
    {"pipes inside 1/15", true, false, make_pipes_inside, 1.0 / 15, 0, {0}},
    {"pipes inside 1/60", false, false, make_pipes_inside, 1.0 / 60, 0, {0}},
    {"pipes 51k", false, false, make_pipes, 1821, 0.005, {0}},
    {"dense pipes", false, false, make_dense_pipes, 190, 64, {0}},
    {"sparse pipes", false, false, make_pipes, 1821, 0.0005, {0}},
    {"bricks in place", true, true, make_bricks, BRICKS_IN_PLACE, 0, {0}},
    {"bricks turned", true, true, make_bricks, BRICKS_TURNED, 0, {0}},
    {"bricks at 90", true, true, make_bricks, BRICKS_AT_RIGHT_ANGLES, 0, {0}},
    {"soup 50k", true, false, make_soup, 50000, 0, {0}},
    MOTION("motion model 1", false, "motion/fcl/Model_1_obj1.obj", "motion/fcl/Model_1_obj2.obj",
           "motion/fcl/Model_1.frames"),
    MOTION("motion scenario 1-3", false, "motion/fcl/Model_1_Scenario_3_obj1.obj",
           "motion/fcl/Model_1_Scenario_3_obj2.obj", "motion/fcl/Model_1_Scenario_3.frames"),
    MOTION("motion scenario 2-3", false, "motion/fcl/Model_2_Scenario_3_obj1.obj",
           "motion/fcl/Model_2_Scenario_3_obj2.obj", "motion/fcl/Model_2_Scenario_3.frames"),
    MOTION("motion gears", false, "cad/mechanisms/gears/gear.obj", "cad/mechanisms/gears/gear.obj",
           "motion/made/gears.frames"),
    MOTION("motion robot", true, "robots/fcl/rob.obj", "robots/fcl/env.obj",
           "motion/made/rrt_rob_in_env.frames"),
    MOTION("motion screw", true, "cad/mechanisms/bolt/screw-big.obj",
           "cad/mechanisms/bolt/nut-big.obj", "motion/made/screw_in_nut.frames"),
    PARTS("as1", "cad/as1-oc-214.obj"),
    PARTS("cycloidal", "cad/cycloidal_parts.obj"),
    PARTS("duplex", "bim/duplex_architecture.obj"),
};

const peer_scene_kind* peer_scene_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

int peer_scene_make(peer_scene* out, const peer_scene_kind* kind, const peer_setup* setup)
{
    *out = (peer_scene){.name = kind->name, .touches = kind->touches};
    return kind->make(out, kind, setup);
}

void peer_scene_free(peer_scene* s)
{
    for (size_t i = 0; i < s->mesh_count; i++)
        mesh_free(&s->meshes[i]);
    free(s->meshes);
    free(s->queries);
    *s = (peer_scene){0};
}

// ------------------------------------------------------------------------------------- for the programs

static void write_pose(const abut_pose* pose, FILE* out)
{
    fwrite(pose->rotation, sizeof pose->rotation, 1, out);
    fwrite(pose->translation, sizeof pose->translation, 1, out);
}

int peer_scene_write(const peer_scene* s, const char* path)
{
    FILE* out = fopen(path, "wb");
    if (!out) return bench_fail("%s: cannot be written", path);
    fwrite((uint64_t[2]){s->mesh_count, s->query_count}, 8, 2, out);
    for (size_t i = 0; i < s->mesh_count; i++) {
        const mesh* m = &s->meshes[i];
        const uint32_t padding = 0;
        fwrite((uint64_t[2]){m->vertex_count, m->triangle_count}, 8, 2, out);
        fwrite(m->vertices, sizeof *m->vertices, 3 * m->vertex_count, out);
        fwrite(m->triangles, sizeof *m->triangles, 3 * m->triangle_count, out);
        if (m->triangle_count % 2) fwrite(&padding, sizeof padding, 1, out);
    }
    for (size_t i = 0; i < s->query_count; i++) {
        const peer_query* q = &s->queries[i];
        fwrite((uint32_t[2]){q->a, q->b}, 4, 2, out);
        write_pose(&q->a_pose, out);
        write_pose(&q->b_pose, out);
    }
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}
