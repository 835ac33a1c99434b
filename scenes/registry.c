// registry.c - the scenes by name, with the keys that a command line or a table of cases may set.
#include "scenes.h"
#include "text/number.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#define KEYS(table)  .keys = (table), .key_count = sizeof(table) / sizeof *(table)
#define LEAST_LENGTH 1e-100
#define MOST_LENGTH  1e100
#define MOST_COUNT   2147483647.0
#define MOST_SEED    9007199254740992.0  // 2^53
#define SEED_KEY                                                                                   \
    {                                                                                              \
        "seed", SCENE_INTEGER, 1, 0, MOST_SEED, NULL, "of the random numbers"                      \
    }
#define LENGTH_KEY(name, fallback, help)                                                           \
    {                                                                                              \
        name, SCENE_REAL, fallback, LEAST_LENGTH, MOST_LENGTH, NULL, help                          \
    }
#define PLACE_KEY(name, help)                                                                      \
    {                                                                                              \
        name, SCENE_REAL, 0, -MOST_LENGTH, MOST_LENGTH, NULL, help                                 \
    }
#define COUNT_KEY(name, fallback, least, most, help)                                               \
    {                                                                                              \
        name, SCENE_INTEGER, fallback, least, most, NULL, help                                     \
    }

static uint32_t count_of(double value)
{
    return (uint32_t)value;
}

// ------------------------------------------------------------------------------------ round things

static const scene_key torus_keys[] = {
    COUNT_KEY("rings", 64, 3, 1e6, "segments around the axis"),
    COUNT_KEY("sides", 32, 3, 1e6, "segments around the tube"),
    LENGTH_KEY("radius", 1, "of the circle in the middle of the tube"),
    LENGTH_KEY("tube", 0.3, "radius of the tube"),
    COUNT_KEY("triangles", 0, 0, MOST_COUNT, "choose rings and sides for about so many; 0: do not"),
};

static scene_status make_torus(const scene_values* v, mesh* out)
{
    uint32_t rings = count_of(v->value[0]), sides = count_of(v->value[1]);
    if (v->value[4] > 0) {
        if (v->given[0] || v->given[1]) return SCENE_BAD_VALUE;
        torus_divide((uint64_t)v->value[4], &rings, &sides);
    }
    return torus_make(rings, sides, v->value[2], v->value[3], out);
}

static const scene_key sphere_keys[] = {
    COUNT_KEY("stacks", 32, 2, 1e6, "segments from pole to pole"),
    COUNT_KEY("slices", 64, 3, 1e6, "segments around the axis"),
    LENGTH_KEY("radius", 1, "of the sphere"),
};

static scene_status make_sphere(const scene_values* v, mesh* out)
{
    return sphere_make(count_of(v->value[0]), count_of(v->value[1]), v->value[2], out);
}

static const scene_key icosphere_keys[] = {
    COUNT_KEY("level", 4, 0, 12, "how often each triangle is split in four"),
    LENGTH_KEY("radius", 1, "of the sphere"),
};

static scene_status make_icosphere(const scene_values* v, mesh* out)
{
    return icosphere_make(count_of(v->value[0]), v->value[1], out);
}

// ------------------------------------------------------------------------------------------ blocks

static const scene_key box_keys[] = {
    LENGTH_KEY("x", 1, "length along x"),
    LENGTH_KEY("y", 1, "length along y"),
    LENGTH_KEY("z", 1, "length along z"),
    COUNT_KEY("segments", 1, 1, 13000, "steps of the grid along each edge"),
    PLACE_KEY("cx", "of its centre, along x"),
    PLACE_KEY("cy", "along y"),
    PLACE_KEY("cz", "along z"),
};

// So far away that the grid would lose its steps, nothing is made.
static scene_status make_box(const scene_values* v, mesh* out)
{
    const double *size = v->value, *centre = v->value + 4;
    for (int k = 0; k < 3; k++)
        if (fabs(centre[k]) > 1e6 * size[k]) return SCENE_BAD_VALUE;
    mesh m = {0};
    const scene_status status = box_make(size, count_of(v->value[3]), &m);
    if (status != SCENE_OK) return status;
    for (size_t i = 0; i < 3 * m.vertex_count; i++)
        m.vertices[i] += centre[i % 3];
    *out = m;
    return SCENE_OK;
}

static const scene_key bricks_keys[] = {
    COUNT_KEY("nx", 8, 1, 10000, "bricks along x"),
    COUNT_KEY("ny", 8, 1, 10000, "bricks along y"),
    COUNT_KEY("nz", 2, 1, 10000, "bricks along z, in each layer"),
    COUNT_KEY("size", 2, 1, 10000, "edge of a brick, in steps of the grid"),
    COUNT_KEY("shift", 1, 0, 10000, "of layer b along x and y, in steps of the grid"),
    LENGTH_KEY("grid", 0.5, "length of a step (0.1: coordinates that are not representable)"),
    {"layer", SCENE_CHOICE, 0, 0, 1, "a b", "a: the lower one; b: the one that stands on it"},
};

static scene_status make_bricks(const scene_values* v, mesh* out)
{
    const bricks_shape shape = {
        .nx = count_of(v->value[0]),
        .ny = count_of(v->value[1]),
        .nz = count_of(v->value[2]),
        .size = count_of(v->value[3]),
        .shift = count_of(v->value[4]),
        .grid = v->value[5],
        .layer = (int)v->value[6],
    };
    return bricks_make(&shape, out);
}

// ----------------------------------------------------------------------------------------- threads

#define THREAD_RULES                                                                               \
    "at least two pitches long, pitch at most 0.4 d, flats at least 1.2 d, clearance at most a "   \
    "quarter of the pitch"

static const scene_key bolt_keys[] = {
    {"d", SCENE_REAL, 10, 0.1, 1e4, NULL, "major diameter, mm"},
    {"pitch", SCENE_REAL, 0, 0, 1e4, NULL, "mm; 0: the coarse pitch of d in ISO 261, else 0.15 d"},
    {"length", SCENE_REAL, 0, 0, 1e5, NULL, "of the thread, mm; 0: 3 d"},
    {"head", SCENE_REAL, 0, 0, 1e4, NULL, "height of the head, mm; 0: 0.64 d, as ISO 4017"},
    {"flats", SCENE_REAL, 0, 0, 1e5, NULL, "width of the head, mm; 0: 1.6 d, as ISO 4017 for M10"},
    {"clearance", SCENE_REAL, 0.05, 0, 1e3, NULL,
     "how much smaller its diameters are than the basic ones, mm"},
    COUNT_KEY("segments", 48, 12, 10000, "per turn"),
    {"root", SCENE_CHOICE, 0, 0, 1, "round flat",
     "round: with H/6, down to d3; flat: basic profile"},
};

static scene_status make_bolt(const scene_values* v, mesh* out)
{
    const bolt_shape shape = {
        .diameter = v->value[0],
        .pitch = v->value[1],
        .length = v->value[2],
        .head = v->value[3],
        .flats = v->value[4],
        .clearance = v->value[5],
        .segments = count_of(v->value[6]),
        .flat_root = (int)v->value[7],
    };
    return bolt_make(&shape, out);
}

static const scene_key mould_keys[] = {
    {"shape", SCENE_CHOICE, 0, 0, 0, "tray bottle",
     "a tray with bosses and ribs, or half a bottle"},
    {"fine", SCENE_REAL, 0.6, MOULD_FINEST, 10, NULL, "distance of vertices where it is round, mm"},
};

static scene_status make_mould(const scene_values* v, mesh* out)
{
    return mould_make((mould_shape)v->value[0], v->value[1], out);
}

static const scene_key nut_keys[] = {
    {"d", SCENE_REAL, 10, 0.1, 1e4, NULL, "major diameter, mm"},
    {"pitch", SCENE_REAL, 0, 0, 1e4, NULL, "mm; 0: the coarse pitch of d in ISO 261, else 0.15 d"},
    {"height", SCENE_REAL, 0, 0, 1e5, NULL, "mm; 0: 0.8 d"},
    {"flats", SCENE_REAL, 0, 0, 1e5, NULL, "width, mm; 0: 1.6 d, as ISO 4032 for M10"},
    COUNT_KEY("segments", 48, 12, 10000, "per turn"),
};

static scene_status make_nut(const scene_values* v, mesh* out)
{
    const nut_shape shape = {
        .diameter = v->value[0],
        .pitch = v->value[1],
        .height = v->value[2],
        .flats = v->value[3],
        .segments = count_of(v->value[4]),
    };
    return nut_make(&shape, out);
}

// ------------------------------------------------------------------------------------ random things

static const scene_key soup_keys[] = {
    COUNT_KEY("count", 1000, 1, MOST_COUNT, "triangles"),
    LENGTH_KEY("size", 0.1,
               "edge of the cube that holds a triangle; its centre is in the unit cube"),
    SEED_KEY,
};

static scene_status make_soup(const scene_values* v, mesh* out)
{
    return soup_make(count_of(v->value[0]), v->value[1], (uint64_t)v->value[2], out);
}

static const scene_key tetra_keys[] = {
    COUNT_KEY("count", 250, 1, MOST_COUNT, "tetrahedra"),
    LENGTH_KEY("size", 0.1, "edge of the cube that holds one; its centre is in the unit cube"),
    SEED_KEY,
};

static scene_status make_tetra(const scene_values* v, mesh* out)
{
    return tetra_make(count_of(v->value[0]), v->value[1], (uint64_t)v->value[2], out);
}

static const scene_key pipes_keys[] = {
    COUNT_KEY("count", 100, 1, MOST_COUNT, "pipes, with their centres in the unit cube"),
    COUNT_KEY("sides", 16, 3, 1e6, "of a pipe"),
    LENGTH_KEY("length", 1, "of the longest; the shortest have half of it"),
    LENGTH_KEY("radius", 0.01, "of a pipe"),
    SEED_KEY,
};

static scene_status make_pipes(const scene_values* v, mesh* out)
{
    return pipes_make(count_of(v->value[0]), count_of(v->value[1]), v->value[2], v->value[3],
                      (uint64_t)v->value[4], out);
}

// -------------------------------------------------------------------------------------- machines

#define TRIANGLES_KEY(fallback, least)                                                             \
    COUNT_KEY("triangles", fallback, least, MOST_COUNT, "about so many")

static const scene_key cylinder_keys[] = {TRIANGLES_KEY(1000, 16)};
static const scene_key door_keys[] = {TRIANGLES_KEY(3391, 100)};
static const scene_key lock_keys[] = {TRIANGLES_KEY(20898, 8000)};
static const scene_key car_keys[] = {TRIANGLES_KEY(60755, 1000)};

static scene_status make_cylinder(const scene_values* v, mesh* out)
{
    return cylinder_make(count_of(v->value[0]), out);
}

static scene_status make_door(const scene_values* v, mesh* out)
{
    return door_make(count_of(v->value[0]), out);
}

static scene_status make_lock(const scene_values* v, mesh* out)
{
    return lock_make(count_of(v->value[0]), out);
}

static scene_status make_car(const scene_values* v, mesh* out)
{
    return car_make(count_of(v->value[0]), out);
}

static const scene_key combs_keys[] = {
    COUNT_KEY("teeth", 256, 1, MOST_COUNT, "of the comb: triangles"),
    {"gap", SCENE_REAL, 0x1p-52, 0, 0.25, NULL,
     "along y, between each tooth of a and each of b; 0: they touch"},
    {"comb", SCENE_CHOICE, 0, 0, 1, "a b", "a: the stack of plates; b: the needles beside it"},
};

static scene_status make_combs(const scene_values* v, mesh* out)
{
    return combs_make(count_of(v->value[0]), v->value[1], (int)v->value[2], out);
}

// ----------------------------------------------------------------------------------------- motions

static const scene_key plant_keys[] = {
    COUNT_KEY("n", 1300, 1, 10000000, "objects"),
    COUNT_KEY("clashes", 0, 0, 4000000, "supports that are too tall"),
};

static scene_status make_plant(const scene_values* v, mesh* out)
{
    return plant_make(count_of(v->value[0]), count_of(v->value[1]), out);
}

static const scene_key mechanism_keys[] = {
    COUNT_KEY("teeth", 12, 6, 1000, "of each gear"),
    COUNT_KEY("frames", 141, 1, 1000000, "of the motion"),
};

static scene_status make_mechanism(const scene_values* v, mesh* out)
{
    return mechanism_make(count_of(v->value[0]), out);
}

static int write_mechanism(const scene_values* v, FILE* out)
{
    return mechanism_write_frames(count_of(v->value[1]), out);
}

static const scene_key turn_keys[] = {
    {"distance", SCENE_REAL, 1.5, 0, MOST_LENGTH, NULL, "between the centres, along x"},
    COUNT_KEY("steps", 2000, 1, 1e8, "in the full turn"),
};

static scene_status move_turn(const scene_values* v, motion* out)
{
    return turn_make(v->value[0], count_of(v->value[1]), out);
}

static const scene_key billiard_keys[] = {
    COUNT_KEY("steps", 1000, 1, 1e8, "in the path"),
    {"step", SCENE_REAL, 0.05, 1e-9, 10, NULL,
     "length of a step, in radii of b (half its box's diagonal)"},
    {"turn", SCENE_REAL, 3, 0, 180, NULL, "most degrees that b turns in a step"},
    {"stir", SCENE_REAL, 0.1, 0, 1, NULL, "how much a step may differ from the one before"},
    SEED_KEY,
    {"inward", SCENE_REAL, 0, 0, 1, NULL,
     "how much narrower the room is, in radii of b; 1: b's centre stays in the box around a"},
};

static scene_status fly_billiard(const scene_values* v, const mesh* a, const mesh* b, motion* out)
{
    const billiard_rules rules = {
        .steps = count_of(v->value[0]),
        .step = v->value[1],
        .turn = v->value[2],
        .stir = v->value[3],
        .seed = (uint64_t)v->value[4],
        .inward = v->value[5],
    };
    return billiard_make(&rules, a, b, out);
}

// ------------------------------------------------------------------------------------------ by name

static const scene_info scenes[] = {
    {.name = "torus",
     .summary = "torus around the z axis",
     KEYS(torus_keys),
     .make = make_torus,
     .rules = "tube is less than radius; triangles goes without rings and sides"},
    {.name = "sphere",
     .summary = "sphere of meridians and parallels",
     KEYS(sphere_keys),
     .make = make_sphere},
    {.name = "icosphere",
     .summary = "sphere of split icosahedron faces",
     KEYS(icosphere_keys),
     .make = make_icosphere},
    {.name = "box",
     .summary = "box, around the origin or elsewhere, with a grid on each face",
     KEYS(box_keys),
     .make = make_box,
     .rules = "its centre is at most a million sides away, along each axis"},
    {.name = "bolt",
     .summary = "hexagon bolt with an ISO metric thread along z",
     KEYS(bolt_keys),
     .make = make_bolt,
     .rules = THREAD_RULES},
    {.name = "nut",
     .summary = "the bolt's nut, in place on the middle of its thread",
     KEYS(nut_keys),
     .make = make_nut,
     .rules = THREAD_RULES},
    {.name = "mould",
     .summary = "mould for three axes, an open surface (Klosowski 1998)",
     KEYS(mould_keys),
     .make = make_mould},
    {.name = "bricks",
     .summary = "one of two layers of bricks that touch in whole faces",
     KEYS(bricks_keys),
     .make = make_bricks},
    {.name = "soup", .summary = "random triangles", KEYS(soup_keys), .make = make_soup},
    {.name = "tetra", .summary = "random tetrahedra", KEYS(tetra_keys), .make = make_tetra},
    {.name = "pipes",
     .summary = "random axis-parallel pipes of long thin triangles",
     KEYS(pipes_keys),
     .make = make_pipes},
    {.name = "cylinder",
     .summary = "closed cylinder around the z axis, as long as it is wide",
     KEYS(cylinder_keys),
     .make = make_cylinder},
    {.name = "door",
     .summary = "skin of a car door, with a window (a stand-in for that of Zachmann 1998)",
     KEYS(door_keys),
     .make = make_door},
    {.name = "lock",
     .summary = "lock of a car door, open: levers and springs between each other (likewise)",
     KEYS(lock_keys),
     .make = make_lock},
    {.name = "car",
     .summary = "skin of a car, with seats in it (likewise)",
     KEYS(car_keys),
     .make = make_car},
    {.name = "combs",
     .summary = "one of two combs, each tooth beside each of the other: no volume helps",
     KEYS(combs_keys),
     .make = make_combs},
    {.name = "plant",
     .summary = "pipes on supports on racks, an object each: what touches and overlaps is known",
     KEYS(plant_keys),
     .make = make_plant,
     .rules = "clashes is at most the number of pipes that have a support"},
    {.name = "mechanism",
     .summary = "27 parts; to a .frames file their poses: what touches and overlaps is known",
     KEYS(mechanism_keys),
     .make = make_mechanism,
     .write_frames = write_mechanism},
    {.name = "turn",
     .summary = "motion: body 2 turns about its z axis beside body 1 (Zachmann 1998)",
     KEYS(turn_keys),
     .move = move_turn},
    {.name = "billiard",
     .summary = "motion: body 2 flies among body 1, and turns back where it hits (Klosowski 1998)",
     KEYS(billiard_keys),
     .fly = fly_billiard,
     .rules = "both models have triangles, b has an extent, and there is a place where it does not "
              "touch a"},
};

const scene_info* scene_list(size_t* count)
{
    *count = sizeof scenes / sizeof *scenes;
    return scenes;
}

const scene_info* scene_find(const char* name)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(scenes[i].name, name) == 0) return scenes + i;
    return NULL;
}

// Append to the text of an error; what does not fit is cut off.
__attribute__((format(printf, 2, 3))) static void say(scene_error* e, const char* format, ...)
{
    const size_t used = strlen(e->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->text + used, sizeof e->text - used, format, arguments);
    va_end(arguments);
}

static void say_no_scene(const char* name, scene_error* e)
{
    say(e, "there is no scene \"%.40s\"; there are:", name);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        say(e, " %s", scenes[i].name);
}

static scene_status unknown_key(const scene_info* s, const char* setting, size_t length,
                                scene_error* e)
{
    say(e, "scene %s has no key \"%.*s\"; its keys are:", s->name, (int)(length < 40 ? length : 40),
        setting);
    for (size_t i = 0; i < s->key_count; i++)
        say(e, " %s", s->keys[i].name);
    return SCENE_UNKNOWN_NAME;
}

static scene_status bad_value(const scene_info* s, const scene_key* key, const char* text,
                              scene_error* e)
{
    say(e, "%s: %s=%.40s: ", s->name, key->name, text);
    if (key->kind == SCENE_CHOICE)
        say(e, "must be one of: %s", key->choices);
    else
        say(e, "must be %s from %.17g to %.17g",
            key->kind == SCENE_INTEGER ? "an integer" : "a number", key->least, key->most);
    return SCENE_BAD_VALUE;
}

// The place of a word in "a b c", or -1.
static int choice_index(const char* choices, const char* word)
{
    const size_t length = strlen(word);
    int index = 0;
    for (const char* at = choices; *at; index++) {
        const size_t here = strcspn(at, " ");
        if (here == length && memcmp(at, word, length) == 0) return index;
        at += here;
        at += strspn(at, " ");
    }
    return -1;
}

static int read_value(const scene_key* key, const char* text, double* out)
{
    if (key->kind == SCENE_CHOICE) {
        const int index = choice_index(key->choices, text);
        *out = index;
        return index >= 0;
    }
    const char *at = text, *end = text + strlen(text);
    if (number_parse(&at, end, out) != NUMBER_OK || at != end) return 0;
    if (key->kind == SCENE_INTEGER && floor(*out) != *out) return 0;
    return *out >= key->least && *out <= key->most;
}

static scene_status read_setting(const scene_info* s, const char* setting, scene_values* v,
                                 scene_error* e)
{
    const char* equals = strchr(setting, '=');
    if (!equals) {
        say(e, "\"%.40s\" is not a setting: write key=value", setting);
        return SCENE_BAD_VALUE;
    }
    const size_t length = (size_t)(equals - setting);
    for (size_t i = 0; i < s->key_count; i++) {
        const scene_key* key = s->keys + i;
        if (strlen(key->name) != length || memcmp(key->name, setting, length) != 0) continue;
        if (v->given[i]) {
            say(e, "%s: %s is given twice", s->name, key->name);
            return SCENE_BAD_VALUE;
        }
        v->given[i] = 1;
        if (read_value(key, equals + 1, v->value + i)) return SCENE_OK;
        return bad_value(s, key, equals + 1, e);
    }
    return unknown_key(s, setting, length, e);
}

// What a scene is called by what it has.
static const char* sort_of(const scene_info* s)
{
    return s->make ? "model" : s->move ? "motion" : "motion among models";
}

static scene_status read_settings(const scene_arguments* a, const char* wanted,
                                  const scene_info** out, scene_values* v, scene_error* e)
{
    const scene_info* s = scene_find(a->name);
    if (!s) {
        say_no_scene(a->name, e);
        return SCENE_UNKNOWN_NAME;
    }
    if (strcmp(sort_of(s), wanted) != 0) {
        say(e, "scene %s is a %s, not a %s", s->name, sort_of(s), wanted);
        return SCENE_WRONG_SORT;
    }
    *v = (scene_values){0};
    for (size_t i = 0; i < s->key_count; i++)
        v->value[i] = s->keys[i].fallback;
    for (size_t i = 0; i < a->setting_count; i++) {
        const scene_status status = read_setting(s, a->settings[i], v, e);
        if (status != SCENE_OK) return status;
    }
    *out = s;
    return SCENE_OK;
}

static scene_status explain(const scene_info* s, scene_status status, scene_error* e)
{
    if (status == SCENE_OUT_OF_MEMORY) say(e, "%s: out of memory", s->name);
    if (status == SCENE_TOO_LARGE)
        say(e, "%s: more than 2^31 - 1 triangles or 2^32 - 2 vertices", s->name);
    if (status == SCENE_BAD_VALUE)
        say(e, "%s: the values do not fit together: %s", s->name, s->rules ? s->rules : "");
    return status;
}

scene_status scene_make(const scene_arguments* arguments, mesh* out, scene_error* error)
{
    const scene_info* s = NULL;
    scene_values v;
    scene_error e = {0};
    e.status = read_settings(arguments, "model", &s, &v, &e);
    if (e.status == SCENE_OK) e.status = explain(s, s->make(&v, out), &e);
    if (error) *error = e;
    return e.status;
}

scene_status scene_move(const scene_arguments* arguments, motion* out, scene_error* error)
{
    const scene_info* s = NULL;
    scene_values v;
    scene_error e = {0};
    e.status = read_settings(arguments, "motion", &s, &v, &e);
    if (e.status == SCENE_OK) e.status = explain(s, s->move(&v, out), &e);
    if (error) *error = e;
    return e.status;
}

scene_status scene_fly(const scene_arguments* arguments, const mesh* a, const mesh* b, motion* out,
                       scene_error* error)
{
    const scene_info* s = NULL;
    scene_values v;
    scene_error e = {0};
    e.status = read_settings(arguments, "motion among models", &s, &v, &e);
    if (e.status == SCENE_OK) e.status = explain(s, s->fly(&v, a, b, out), &e);
    if (error) *error = e;
    return e.status;
}

scene_status scene_write_frames(const scene_arguments* arguments, FILE* out, scene_error* error)
{
    const scene_info* s = NULL;
    scene_values v;
    scene_error e = {0};
    e.status = read_settings(arguments, "model", &s, &v, &e);
    if (e.status == SCENE_OK && !s->write_frames) {
        e.status = SCENE_WRONG_SORT;
        say(&e, "scene %s does not move", s->name);
    }
    // A stream that failed knows it.
    if (e.status == SCENE_OK) (void)s->write_frames(&v, out);
    if (error) *error = e;
    return e.status;
}
