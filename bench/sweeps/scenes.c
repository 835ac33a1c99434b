// scenes.c - models that move: the turning motions that the engine's bars are for, and random ways, straight and turning,
// that hit, miss or graze. Recorded motions are in recorded.c.
#include "scenes.h"

#include "random.h"
#include "sweeps/sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------ what makers use

int sweeps_data_path(const char* scene, const char* file, char* out, size_t size)
{
    const char* folder = getenv("ABUT_DATA");
    if (!folder || !*folder) {
        fprintf(stderr, "abut-bench: SKIPPED: %s, which is read from ABUT_DATA\n", scene);
        return 0;
    }
    const int length = snprintf(out, size, "%s/%s", folder, file);
    if (length > 0 && (size_t)length < size) return 1;
    return bench_fail("%s: a path is too long", scene), -1;
}

int sweeps_read_mesh(const char* scene, const char* file, mesh* out)
{
    char path[4096];
    mesh_error error;
    const int found = sweeps_data_path(scene, file, path, sizeof path);
    if (found <= 0) return found;
    if (mesh_read_file(out, path, NULL, &error) == MESH_OK) return 1;
    return bench_fail("%s: %s", path, error.text), -1;
}

static void make_identity(abut_pose* pose)
{
    *pose = (abut_pose){.scale = 1};
    for (int k = 0; k < 3; k++)
        pose->rotation[k][k] = 1;
}

sweeps_way* sweeps_add_way(sweeps_scene* s)
{
    if (s->way_count == s->way_room) {
        s->way_room = 2 * s->way_room + 64;
        s->ways = realloc(s->ways, s->way_room * sizeof *s->ways);
        if (!s->ways) exit(bench_fail("out of memory"));
    }
    sweeps_way* way = &s->ways[s->way_count++];
    *way = (sweeps_way){.pieces = {{.to = NULL}}};
    for (int i = 0; i < 2; i++)
        make_identity(&way->start[i]);
    return way;
}

// A model in a cube of side 2: a torus, or what a file has. The second is the same.
static int make_models(sweeps_scene* s, const sweeps_kind* kind)
{
    for (int i = 0; i < 2; i++) {
        mesh* m = &s->meshes[i];
        if (kind->files[0]) {
            const int read = sweeps_read_mesh(s->name, kind->files[0], m);
            if (read <= 0) return read;
        } else {
            uint32_t rings, sides;
            torus_divide((uint64_t)kind->value, &rings, &sides);
            if (torus_make(rings, sides, 2, 0.75, m) != SCENE_OK)
                return bench_fail("%s: cannot be made", s->name), -1;
        }
        if (mesh_fit_cube(m, 2) != SCENE_OK) return bench_fail("%s: no extent", s->name), -1;
    }
    return 1;
}

// ----------------------------------------------------------------------------------- turning motions

// How the second model moves past the first, which rests at the origin. It turns about its own middle.
typedef struct turn {
    const char* name;  // the scene's name begins with it
    double from[3], way[3], axis[3], degrees;
} turn;

// The height of a torus in a cube of side 2, whose circles have radii 2 and 0.75.
#define TALL (1.5 / 2.75)

static const turn turns[] = {
    {"approach", {2.6, 0.35, 0.15}, {-1.5, 0, 0}, {0.2, 1, 0.3}, 90},
    {"near pass", {-1.5, 2.15, 0}, {3, 0, 0}, {0, 0, 1}, 90},
    {"wide pass", {-1.5, 3, 0.2}, {3, 0, 0}, {0.3, 0.2, 1}, 180},
    {"two turns beside", {2.6, 0, 0}, {0, 0, 0}, {0.1, 1, 0.4}, 720},
    {"slide 1e-2", {0, 0, TALL + 1e-2}, {0.5, 0, 0}, {0, 0, 1}, 90},
    {"slide 1e-3", {0, 0, TALL + 1e-3}, {0.5, 0, 0}, {0, 0, 1}, 90},
};

static const turn* turn_of(const char* scene)
{
    const turn* t = turns;
    while (strncmp(scene, t->name, strlen(t->name)) != 0)
        t++;
    return t;
}

static int make_turn(sweeps_scene* s, const sweeps_kind* kind, bool is_quick)
{
    (void)is_quick;
    const turn* t = turn_of(kind->name);
    const int made = make_models(s, kind);
    if (made <= 0) return made;
    sweeps_way* way = sweeps_add_way(s);
    abut_motion* piece = &way->pieces[1];
    piece->degrees = t->degrees;
    for (int k = 0; k < 3; k++) {
        way->start[1].translation[k] = piece->pivot[k] = t->from[k];
        piece->way[k] = t->way[k];
        piece->axis[k] = t->axis[k];
    }
    return 1;
}

// --------------------------------------------------------------------------------------- random ways

static double random_signed(random_source* r)
{
    return 2 * random_unit(r) - 1;
}

static void random_direction(random_source* r, double out[3])
{
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = random_signed(r);
            square += out[k] * out[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(square);
}

// Past the first model, at a distance of up to twice its size from its middle: about a third of these ways hit it, and
// some barely. second: degrees, at most; 0: straight.
static int make_random(sweeps_scene* s, const sweeps_kind* kind, bool is_quick)
{
    const size_t count = is_quick ? 12 : 100;
    random_source r = {241};
    const int made = make_models(s, kind);
    if (made <= 0) return made;
    s->is_straight = kind->second <= 0;
    for (size_t i = 0; i < count; i++) {
        sweeps_way* way = sweeps_add_way(s);
        abut_motion* piece = &way->pieces[1];
        double direction[3], aside[3], dot = 0;
        random_direction(&r, direction);
        random_direction(&r, aside);
        for (int k = 0; k < 3; k++)
            dot += direction[k] * aside[k];
        const double apart = 2.5 * random_unit(&r), length = 3 + 3 * random_unit(&r);
        random_direction(&r, piece->axis);
        piece->degrees = kind->second * random_signed(&r);
        for (int k = 0; k < 3; k++) {
            way->start[1].translation[k] = piece->pivot[k] =
                apart * (aside[k] - dot * direction[k]) - 3 * direction[k];
            piece->way[k] = length * direction[k];
        }
        if (s->is_straight) {
            memset(piece->axis, 0, sizeof piece->axis);
            memset(piece->pivot, 0, sizeof piece->pivot);
            piece->degrees = 0;
        }
    }
    return 1;
}

// -------------------------------------------------------------------------------------------- the table

#define DRAGON    "scans/dragon_res3.ply"
#define TORUS_12K 12544
#define TORUS_54K 53824

static const sweeps_kind kinds[] = {
    {"approach 12k", true, make_turn, {0}, TORUS_12K, 0, 300, false},
    {"near pass 12k", true, make_turn, {0}, TORUS_12K, 0, 80, false},
    {"wide pass 12k", true, make_turn, {0}, TORUS_12K, 0, 0, false},
    {"two turns beside 12k", true, make_turn, {0}, TORUS_12K, 0, 0, false},
    {"slide 1e-2 12k", true, make_turn, {0}, TORUS_12K, 0, 0, true},
    {"slide 1e-3 12k", false, make_turn, {0}, TORUS_12K, 0, 0, false},
    {"approach 54k", false, make_turn, {0}, TORUS_54K, 0, 0, false},
    {"near pass 54k", false, make_turn, {0}, TORUS_54K, 0, 0, false},
    {"approach dragon", false, make_turn, {DRAGON}, 0, 0, 0, false},
    {"wide pass dragon", false, make_turn, {DRAGON}, 0, 0, 0, false},
    {"random turns 12k", true, make_random, {0}, TORUS_12K, 170, 0, false},
    {"straight 12k", true, make_random, {0}, TORUS_12K, 0, 0, false},
    {"straight 54k", false, make_random, {0}, TORUS_54K, 0, 0, false},
    {"straight dragon", false, make_random, {DRAGON}, 0, 0, 0, false},
    {"robot path",
     true,
     sweeps_make_recorded,
     {"robots/fcl/rob.obj", "robots/fcl/env.obj", "motion/made/rrt_rob_in_env.path"},
     0,
     0,
     0,
     false},
    {"robot frames",
     false,
     sweeps_make_recorded,
     {"robots/fcl/rob.obj", "robots/fcl/env.obj", "motion/made/rrt_rob_in_env.frames"},
     0,
     0,
     0,
     false},
    {"falling tori",
     true,
     sweeps_make_recorded,
     {"motion/pqp_falling/torus1", "motion/pqp_falling/torus2", NULL},
     0,
     0,
     0,
     false},
    {"gears",
     false,
     sweeps_make_recorded,
     {"cad/mechanisms/gears/gear.obj", "cad/mechanisms/gears/gear.obj", "motion/made/gears.frames"},
     0,
     0,
     0,
     false},
    {"screw in nut",
     false,
     sweeps_make_recorded,
     {"cad/mechanisms/bolt/screw-big.obj", "cad/mechanisms/bolt/nut-big.obj",
      "motion/made/screw_in_nut.frames"},
     0,
     0,
     0,
     false},
};

const sweeps_kind* sweeps_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

abut_status sweeps_scene_build(sweeps_scene* s)
{
    abut_status status = ABUT_OK;
    for (int i = 0; i < 2 && !status; i++) {
        const mesh* m = &s->meshes[i];
        const abut_soup soup = {.vertices = m->vertices,
                                .vertex_count = m->vertex_count,
                                .triangles = m->triangles,
                                .triangle_count = m->triangle_count};
        status = abut_model_build(&s->models[i], &soup, NULL);
    }
    return status;
}

int sweeps_scene_make(sweeps_scene* out, const sweeps_kind* kind, bool is_quick)
{
    *out = (sweeps_scene){.name = kind->name};
    const int made = kind->make(out, kind, is_quick);
    if (made <= 0) return made;
    const abut_status status = sweeps_scene_build(out);
    if (status) return bench_fail("%s: %s", out->name, abut_status_text(status)), -1;
    return 1;
}

void sweeps_scene_free(sweeps_scene* s)
{
    for (int i = 0; i < 2; i++) {
        mesh_free(&s->meshes[i]);
        abut_model_free(s->models[i]);
    }
    free(s->ways);
    *s = (sweeps_scene){.name = NULL};
}
