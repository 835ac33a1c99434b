// test_scene_program.c - motions, what the scenes refuse, and the program abut-scene.
#define _POSIX_C_SOURCE 200809L
#include "path/poses.h"
#include "scenes/scene_line.h"
#include "support/models.h"

#include "abut/abut.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define PI 3.14159265358979323846264338328L

// ------------------------------------------------------------------------------------------ motions

static scene_status move(motion* out, const char* distance, const char* steps, scene_error* e)
{
    const char* settings[] = {distance, steps};
    const scene_arguments a = {"turn", settings, 2};
    return scene_move(&a, out, e);
}

static void expect_rigid(const double r[3][3])
{
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++)
            assert_close(r[0][j] * r[0][k] + r[1][j] * r[1][k] + r[2][j] * r[2][k], j == k, 1e-15);
    }
    abut_pose pose = {.scale = 1};
    memcpy(pose.rotation, r, sizeof pose.rotation);
    assert_int_equal(abut_pose_check(&pose), ABUT_OK);
}

static void the_turn_is_rigid_and_exact_at_quarters(void** state)
{
    (void)state;
    motion m = {0};
    assert_int_equal(scene_move(&(scene_arguments){.name = "turn"}, &m, NULL), SCENE_OK);
    assert_int_equal(m.frame_count, 2000);
    for (size_t i = 0; i < m.frame_count; i++) {
        const scene_frame* f = m.frames + i;
        for (int body = 0; body < 2; body++) {
            const double(*r)[3] = (const double(*)[3])f->rotation[body];
            expect_rigid(r);
            for (int j = 0; j < 3; j++)
                assert_true(f->position[body][j] == (body && j == 0 ? 1.5 : 0));
            for (int k = 0; k < 9 && (body == 0 || i == 0); k++)
                assert_true(r[k / 3][k % 3] == (k / 3 == k % 3));
        }
        assert_close(f->rotation[1][1][0], (double)sinl(PI * (long double)i / 1000), 1e-15);
    }
    for (size_t quarter = 0; quarter < 4; quarter++) {
        const double(*r)[3] = (const double(*)[3])m.frames[500 * quarter].rotation[1];
        static const double expected[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const double c = expected[quarter][0], s = expected[quarter][1];
        assert_true(r[0][0] == c && r[1][1] == c && r[1][0] == s && r[0][1] == -s);
    }

    motion_free(&m);
    assert_null(m.frames);
    assert_int_equal(move(&m, "distance=0.25", "steps=7", NULL), SCENE_OK);
    assert_int_equal(m.frame_count, 7);
    assert_true(m.frames[6].position[1][0] == 0.25);
    motion_free(&m);
}

static void meshes_fit_the_cube(void** state)
{
    (void)state;
    static const char* const lines[] = {"torus radius=30 tube=7", "bolt", "pipes", "box x=1e-100",
                                        "bricks grid=1e99"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        mesh m = scene_from_line(lines[i]);
        assert_int_equal(mesh_fit_cube(&m, 2), SCENE_OK);
        double longest = 0;
        for (size_t axis = 0; axis < 3; axis++) {
            double low = 9, high = -9;
            for (size_t v = 0; v < m.vertex_count; v++) {
                low = fmin(low, m.vertices[3 * v + axis]);
                high = fmax(high, m.vertices[3 * v + axis]);
            }
            assert_close(low + high, 0, 1e-15);
            longest = fmax(longest, high - low);
        }
        assert_close(longest, 2, 1e-15);
        mesh_free(&m);
    }
    double point[6] = {1, 2, 3, 1, 2, 3};
    mesh flat = {.vertices = point, .vertex_count = 2};
    assert_int_equal(mesh_fit_cube(&flat, 2), SCENE_BAD_VALUE);
    assert_int_equal(mesh_fit_cube(&(mesh){0}, 2), SCENE_BAD_VALUE);
    point[0] = -HUGE_VAL;
    assert_int_equal(mesh_fit_cube(&flat, 2), SCENE_BAD_VALUE);
    point[0] = -1e308, point[3] = 1e308;
    assert_int_equal(mesh_fit_cube(&flat, 2), SCENE_BAD_VALUE);
    assert_true(point[1] == 2 && point[3] == 1e308);
    point[0] = 5;
    point[3] = 1;
    assert_int_equal(mesh_fit_cube(&flat, 0), SCENE_BAD_VALUE);
    assert_int_equal(mesh_fit_cube(&flat, 2), SCENE_OK);
    assert_true(point[0] == 1 && point[3] == -1 && point[1] == 0 && point[5] == 0);
}

static uint64_t hash_of(const motion* m)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < m->frame_count; i++) {
        uint64_t bits[24];
        _Static_assert(sizeof bits == sizeof *m->frames, "numbers of a frame");
        memcpy(bits, &m->frames[i], sizeof bits);
        for (int k = 0; k < 24 * 8; k++)  // FNV-1a, lowest byte first
            hash = (hash ^ (bits[k / 8] >> k % 8 * 8 & 255)) * 0x100000001B3u;
    }
    return hash;
}

static int same_place(const scene_frame* x, const scene_frame* y)
{
    return memcmp(x, y, sizeof *x) == 0;
}

static void billiards_stay_in_a_narrower_room(void** state)
{
    (void)state;
    mesh a = scene_from_line("tetra count=40 size=0.2"),
         b = scene_from_line("box x=0.125 y=0.25 z=0.25");
    motion m = {0};
    double low[3] = {9, 9, 9}, high[3] = {-9, -9, -9};
    assert_int_equal(billiard_make(&(billiard_rules){200, 0.5, 20, 0.3, 7, 1}, &a, &b, &m),
                     SCENE_OK);
    for (size_t i = 0; i < 3 * a.vertex_count; i++) {
        low[i % 3] = fmin(low[i % 3], a.vertices[i]);
        high[i % 3] = fmax(high[i % 3], a.vertices[i]);
    }
    for (size_t i = 0; i < 3 * m.frame_count; i++) {
        const double at = m.frames[i / 3].position[1][i % 3];
        assert_true(at > low[i % 3] - 1e-12 && at < high[i % 3] + 1e-12);
    }
    motion_free(&m);
    assert_int_equal(billiard_make(&(billiard_rules){5, 0.5, 20, 0.3, 7, 1.5}, &a, &b, &m),
                     SCENE_BAD_VALUE);
    mesh_free(&a);
    mesh_free(&b);
}

// What a billiard promises: rigid frames, the first of them free; where b touches, it goes back to where it was; the
// length of a step; and its centre stays in the room.
static void billiards_turn_back(void** state)
{
    (void)state;
    mesh a = scene_from_line("tetra count=40 size=0.2"),
         b = scene_from_line("box x=0.125 y=0.25 z=0.25");
    const double radius = 0.1875;
    motion m = {0};
    assert_int_equal(billiard_make(&(billiard_rules){500, 0.5, 20, 0.3, 7, 0}, &a, &b, &m),
                     SCENE_OK);
    assert_int_equal(m.frame_count, 500);
    abut_query* query = NULL;
    abut_instance instances[2] = {{.model = model_of_mesh(&a, ABUT_METHOD_BRUTE)},
                                  {.model = model_of_mesh(&b, ABUT_METHOD_BRUTE)}};
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    int hit = 0, hits = 0, moved = 0;
    for (size_t i = 0; i < m.frame_count; i++) {
        const scene_frame* f = m.frames + i;
        expect_rigid((const double(*)[3])f->rotation[1]);
        if (hit) assert_true(same_place(f, f - 2));
        memcpy(instances[1].pose.rotation, f->rotation[1], sizeof f->rotation[1]);
        memcpy(instances[1].pose.translation, f->position[1], sizeof f->position[1]);
        abut_hits found;
        assert_int_equal(
            abut_collide(query, &instances[0], &instances[1], &(abut_ask){.limit = 1}, &found),
            ABUT_OK);
        assert_true(i > 0 || !found.count);
        hit = found.count > 0;
        hits += hit;
        for (int k = 0; k < 3; k++)
            assert_true(f->position[1][k] > -0.1 - radius && f->position[1][k] < 1.1 + radius);
        if (i == 0) continue;
        double length = 0;
        for (int k = 0; k < 3; k++)
            length += (f->position[1][k] - f[-1].position[1][k]) *
                      (f->position[1][k] - f[-1].position[1][k]);
        assert_true(sqrt(length) <= 0.5 * radius + 1e-12);
        moved += !same_place(f, f - 1);
    }
    assert_true(hits > 20 && hits < 250 && moved == 499);
    for (int i = 0; i < 2; i++)
        abut_model_free((abut_model*)(uintptr_t)instances[i].model);
    abut_query_free(query);

    // The same bits everywhere.
    const uint64_t hash = hash_of(&m);
    if (hash != 0x7B464C787BC7BA19u) fail_msg("0x%016llX", (unsigned long long)hash);
    motion_free(&m);
    const mesh none = {0};
    assert_int_equal(billiard_make(&(billiard_rules){5, 0.5, 20, 0.3, 7, 0}, &a, &none, &m),
                     SCENE_BAD_VALUE);
    assert_int_equal(billiard_make(&(billiard_rules){0, 0.5, 20, 0.3, 7, 0}, &a, &b, &m),
                     SCENE_BAD_VALUE);
    assert_int_equal(billiard_make(&(billiard_rules){5, nan(""), 20, 0.3, 7, 0}, &a, &b, &m),
                     SCENE_BAD_VALUE);
    b.triangle_count = 1;
    b.triangles[1] = b.triangles[2] = b.triangles[0];  // a point
    assert_int_equal(billiard_make(&(billiard_rules){5, 0.5, 20, 0.3, 7, 0}, &a, &b, &m),
                     SCENE_BAD_VALUE);
    assert_null(m.frames);
    mesh_free(&a);
    mesh_free(&b);
}

// ------------------------------------------------------------------------------------------ refusals

// Expect that a scene refuses a setting, leaves its output alone, and says each of the words.
static void refuses(const char* name, const char* setting, scene_status status, const char* words)
{
    const scene_arguments a = {name, &setting, setting ? 1 : 0};
    const scene_info* s = scene_find(name);
    scene_error e;
    mesh m = {.vertex_count = 77};
    motion frames = {.frame_count = 78};
    const mesh none = {0};
    const scene_status got = s && s->move  ? scene_move(&a, &frames, &e)
                             : s && s->fly ? scene_fly(&a, &none, &none, &frames, &e)
                                           : scene_make(&a, &m, &e);
    if (got != status || e.status != status || !strstr(e.text, words))
        fail_msg("%s %s: status %d, \"%s\"", name, setting ? setting : "", (int)got, e.text);
    assert_true(m.vertex_count == 77 && frames.frame_count == 78);
}

static void every_bad_value_is_refused(void** state)
{
    (void)state;
    size_t count;
    const scene_info* s = scene_list(&count);
    assert_int_equal(count, 20);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < s[i].key_count; k++) {
            const scene_key* key = s[i].keys + k;
            static const char* const bad[] = {"",   "x",    "nan", "inf", "1x",
                                              "1 ", "0x10", "--1", "1,5", "1e999"};
            char setting[80];
            for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
                snprintf(setting, sizeof setting, "%s=%s", key->name, bad[b]);
                refuses(s[i].name, setting, SCENE_BAD_VALUE, key->name);
            }
            if (key->kind == SCENE_CHOICE) continue;
            const int is_integer = key->kind == SCENE_INTEGER;
            snprintf(setting, sizeof setting, "%s=%.17g", key->name,
                     is_integer ? key->least - 1 : nextafter(key->least, -HUGE_VAL));
            refuses(s[i].name, setting, SCENE_BAD_VALUE, " to ");
            snprintf(setting, sizeof setting, "%s=%.17g", key->name,
                     is_integer ? key->most + 2 : nextafter(key->most, HUGE_VAL));
            refuses(s[i].name, setting, SCENE_BAD_VALUE, " to ");
            snprintf(setting, sizeof setting, "%s=%.17g", key->name, key->least + 0.5);
            if (is_integer) refuses(s[i].name, setting, SCENE_BAD_VALUE, "integer");
        }
}

static void misfits_are_refused(void** state)
{
    (void)state;
    refuses("torus", "tube=1", SCENE_BAD_VALUE, "tube is less than radius");
    refuses("nothing", NULL, SCENE_UNKNOWN_NAME,
            "torus sphere icosphere box bolt nut mould bricks soup");
    refuses("box", "depth=1", SCENE_UNKNOWN_NAME, "x y z segments");
    refuses("box", "xx=1", SCENE_UNKNOWN_NAME, "x y z segments");
    refuses("box", "x", SCENE_BAD_VALUE, "key=value");
    refuses("box", "cy=-1000001", SCENE_BAD_VALUE, "a million sides");
    refuses("bricks", "layer=c", SCENE_BAD_VALUE, "a b");
    refuses("bricks", "layer=a b", SCENE_BAD_VALUE, "a b");
    refuses("bolt", "length=2.9", SCENE_BAD_VALUE, "two pitches");
    refuses("bolt", "flats=11.9", SCENE_BAD_VALUE, "1.2 d");
    refuses("bolt", "pitch=4.1", SCENE_BAD_VALUE, "0.4 d");
    refuses("bolt", "clearance=0.4", SCENE_BAD_VALUE, "a quarter");
    refuses("lock", "triangles=7999", SCENE_BAD_VALUE, "8000");
    refuses("plant", "clashes=401", SCENE_BAD_VALUE, "have a support");
    refuses("combs", "gap=0.3", SCENE_BAD_VALUE, "0.25");
    refuses("nut", "height=2.9", SCENE_BAD_VALUE, "two pitches");
    refuses("nut", "flats=11", SCENE_BAD_VALUE, "1.2 d");
    refuses("nut", "pitch=5", SCENE_BAD_VALUE, "0.4 d");

    const char* both[] = {"triangles=100", "rings=5"};
    const char* twice[] = {"x=1", "x=1"};
    const char* large[] = {"rings=1000000", "sides=1000000"};
    const char* fine[] = {"length=100000", "segments=10000", "pitch=0.001", "clearance=0"};
    scene_error e;
    mesh m = {0};
    assert_int_equal(scene_make(&(scene_arguments){"torus", both, 2}, &m, &e), SCENE_BAD_VALUE);
    assert_non_null(strstr(e.text, "without rings and sides"));
    assert_int_equal(scene_make(&(scene_arguments){"box", twice, 2}, &m, &e), SCENE_BAD_VALUE);
    assert_non_null(strstr(e.text, "twice"));
    assert_int_equal(scene_make(&(scene_arguments){"torus", large, 2}, &m, &e), SCENE_TOO_LARGE);
    assert_non_null(strstr(e.text, "2^31"));
    assert_int_equal(scene_make(&(scene_arguments){"bolt", fine, 4}, &m, NULL), SCENE_TOO_LARGE);
    assert_int_equal(scene_make(&(scene_arguments){.name = "turn"}, &m, &e), SCENE_WRONG_SORT);
    assert_int_equal(scene_write_frames(&(scene_arguments){.name = "box"}, stdout, &e),
                     SCENE_WRONG_SORT);
    assert_non_null(strstr(e.text, "box does not move"));
    motion frames = {0};
    assert_int_equal(scene_move(&(scene_arguments){.name = "box"}, &frames, &e), SCENE_WRONG_SORT);
    assert_int_equal(scene_make(&(scene_arguments){.name = "billiard"}, &m, &e), SCENE_WRONG_SORT);
    assert_int_equal(scene_move(&(scene_arguments){.name = "billiard"}, &frames, &e),
                     SCENE_WRONG_SORT);
    refuses("billiard", NULL, SCENE_BAD_VALUE, "both models have triangles");
    assert_true(!m.vertices && !frames.frames);
}

static void functions_refuse_what_they_cannot_make(void** state)
{
    (void)state;
    mesh m = {0};
    motion frames = {0};
    const double inf = HUGE_VAL;
    assert_int_equal(torus_make(2, 3, 1, 0.5, &m), SCENE_BAD_VALUE);
    assert_int_equal(torus_make(3, 3, inf, 0.5, &m), SCENE_BAD_VALUE);
    assert_int_equal(sphere_make(1, 3, 1, &m), SCENE_BAD_VALUE);
    assert_int_equal(icosphere_make(13, 1, &m), SCENE_BAD_VALUE);
    assert_int_equal(box_make((const double[]){1, -1, 1}, 1, &m), SCENE_BAD_VALUE);
    assert_int_equal(box_make((const double[]){1, 1, 1}, 100000, &m), SCENE_TOO_LARGE);
    assert_int_equal(bricks_make(&(bricks_shape){.nx = 1}, &m), SCENE_BAD_VALUE);
    assert_int_equal(bricks_make(&(bricks_shape){9999, 9999, 9999, 1, 0, 1, 0}, &m),
                     SCENE_TOO_LARGE);
    assert_int_equal(bolt_make(&(bolt_shape){.clearance = nan("")}, &m), SCENE_BAD_VALUE);
    assert_int_equal(bolt_make(&(bolt_shape){.diameter = -1}, &m), SCENE_BAD_VALUE);
    assert_int_equal(bolt_make(&(bolt_shape){.length = nan("")}, &m), SCENE_BAD_VALUE);
    assert_int_equal(nut_make(&(nut_shape){.segments = 11}, &m), SCENE_BAD_VALUE);
    assert_int_equal(soup_make(1, 0, 1, &m), SCENE_BAD_VALUE);
    assert_int_equal(soup_make(0xFFFFFFFFu, 1, 1, &m), SCENE_TOO_LARGE);
    assert_int_equal(tetra_make(0, 1, 1, &m), SCENE_BAD_VALUE);
    assert_int_equal(pipes_make(1, 2, 1, 1, 1, &m), SCENE_BAD_VALUE);
    assert_int_equal(pipes_make(0xFFFFFFFFu, 0xFFFFFFFFu, 1, 1, 1, &m), SCENE_TOO_LARGE);
    assert_int_equal(cylinder_make(15, &m), SCENE_BAD_VALUE);
    assert_int_equal(door_make(50, &m), SCENE_BAD_VALUE);
    assert_int_equal(lock_make(7999, &m), SCENE_BAD_VALUE);
    assert_int_equal(car_make(999, &m), SCENE_BAD_VALUE);
    assert_int_equal(combs_make(0, 0, 0, &m), SCENE_BAD_VALUE);
    assert_int_equal(combs_make(5, nan(""), 0, &m), SCENE_BAD_VALUE);
    assert_int_equal(turn_make(nan(""), 4, &frames), SCENE_BAD_VALUE);
    assert_int_equal(turn_make(1, 0, &frames), SCENE_BAD_VALUE);
    assert_true(!m.vertices && !frames.frames);
}

// ------------------------------------------------------------------------------------- the program

typedef struct outcome {
    int status;
    char out[16000], err[2000];
} outcome;

static void read_back(FILE* stream, char* text, size_t size)
{
    rewind(stream);
    text[fread(text, 1, size - 1, stream)] = 0;
    fclose(stream);
}

// Run abut-scene with these words.
static outcome run(const char* const* words)
{
    char* arguments[16] = {(char*)(uintptr_t)ABUT_SCENE_PROGRAM};
    for (size_t i = 0; words[i]; i++) {
        assert_true(i < 14);
        arguments[i + 1] = (char*)(uintptr_t)words[i];
    }
    FILE *out = tmpfile(), *err = tmpfile();
    assert_true(out && err);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (dup2(fileno(out), 1) >= 0 && dup2(fileno(err), 2) >= 0)
            execv(ABUT_SCENE_PROGRAM, arguments);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    outcome o = {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    read_back(out, o.out, sizeof o.out);
    read_back(err, o.err, sizeof o.err);
    return o;
}
#define RUN(...) run((const char* const[]){__VA_ARGS__, NULL})

static void expect(const char* what, const outcome o, int status, const char* words)
{
    const char* text = status ? o.err : o.out;
    if (o.status != status || !strstr(text, words) || (status && o.out[0]))
        fail_msg("%s: status %d, wanted %d with \"%s\"; stdout \"%s\", stderr \"%s\"", what,
                 o.status, status, words, o.out, o.err);
}

static void the_program_explains_itself(void** state)
{
    (void)state;
    size_t count;
    const scene_info* s = scene_list(&count);
    expect("--help", RUN("--help"), 0, "usage: abut-scene NAME");
    expect("-h", RUN("-h"), 0, ".frames");
    expect("--version", RUN("--version"), 0, "abut-scene " ABUT_VERSION_STRING "\n");
    const outcome list = RUN("list");
    for (size_t i = 0; i < count; i++) {
        expect("list", list, 0, s[i].name);
        expect("list", list, 0, s[i].summary);
        const outcome o = RUN(s[i].name, "--help");
        expect(s[i].name, o, 0, s[i].summary);
        for (size_t k = 0; k < s[i].key_count; k++) {
            expect(s[i].name, o, 0, s[i].keys[k].name);
            expect(s[i].name, o, 0, s[i].keys[k].help);
        }
        if (s[i].rules) expect(s[i].name, o, 0, s[i].rules);
    }
    expect("bricks", RUN("bricks", "--help"), 0, "0.5");
}

static void the_program_refuses(void** state)
{
    (void)state;
    const outcome none = run((const char* const[]){NULL});
    expect("nothing", none, 2, "usage:");
    expect("unknown scene", RUN("cone", "-o", "x.obj"), 2, "torus sphere icosphere box bolt nut");
    expect("a name", RUN("\033[2Jcone", "-o", "x.obj"), 2, "\\x1b[2Jcone");
    expect("unknown key", RUN("box", "w=1", "-o", "x.obj"), 2, "x y z segments");
    expect("bad value", RUN("box", "x=-1", "-o", "x.obj"), 2, "x=-1: must be a number from 1e-100");
    expect("no value", RUN("box", "x", "-o", "x.obj"), 2, "key=value");
    expect("no file", RUN("box"), 2, "-o FILE is missing");
    expect("-o without", RUN("box", "-o"), 2, "needs a value");
    expect("-o twice", RUN("box", "-o", "x.obj", "-o", "y.obj"), 2, "twice");
    expect("option", RUN("box", "--fast", "-o", "x.obj"), 2, "no option --fast");
    expect("first option", RUN("--fast"), 2, "no option --fast");
    expect("suffix", RUN("box", "-o", "box.step"), 2, "box.step");
    expect("model as motion", RUN("box", "-o", "x.frames"), 2, "is a model");
    expect("motion as model", RUN("turn", "-o", "x.obj"), 2, ".frames");
    expect("format", RUN("box", "--format", "step", "-o", "x.obj"), 2, "stl-ascii");
    expect("motion format", RUN("turn", "--format", "obj", "-o", "x.frames"), 2, "--format");
    expect("motion fit", RUN("turn", "--fit", "2", "-o", "x.frames"), 2, "--fit");
    expect("fit", RUN("box", "--fit", "0", "-o", "x.obj"), 2, "--fit");
    expect("fit", RUN("box", "--fit", "2x", "-o", "x.obj"), 2, "--fit");
    expect("stdout", RUN("box", "-o", "-"), 2, "needs --format");
    expect("list", RUN("list", "all"), 2, "all");
    expect("models", RUN("turn", "-a", "x.obj", "-o", "x.frames"), 2, "turn takes no -a and -b");
    expect("no models", RUN("billiard", "-a", "x.obj", "-o", "x.frames"), 2,
           "both of -a and -b, or neither");
    expect("no file", RUN("billiard", "-a", "/x.obj", "-b", "/x.obj", "-o", "x.frames"), 2,
           "/x.obj: ");
    expect("twice", RUN("billiard", "-a", "x.obj", "-a", "y.obj"), 2, "-a is given twice");
    expect("folder", RUN("box", "-o", "/nowhere/at/all/x.obj"), 2, "/nowhere/at/all/x.obj");
    expect("folder", RUN("turn", "-o", "/nowhere/at/all/x.frames"), 2, "/nowhere/at/all/x.frames");
    expect("fall", RUN("fall"), 2, "--help");
    expect("fall", RUN("fall", "feather"), 2, "pipes torus torpedo objects within rollers");
    expect("fall", RUN("fall", "torus", "pipes"), 2, "torus and pipes");
    expect("fall", RUN("fall", "torus", "--slow"), 2, "no option --slow");
    expect("fall", RUN("fall", "torus", "--steps"), 2, "needs a value");
    expect("fall", RUN("fall", "torus", "--steps", "1.5"), 2, "--steps must be an integer");
    expect("fall", RUN("fall", "torus", "--small", "--steps", "1", "--body", "2"), 2, "a body 2");
    expect("fall", RUN("fall", "torus", "--small", "-o", "/nowhere/at/all"), 2, "/nowhere/at/all");
    expect("fall", RUN("fall", "torus", "--small", "--models", "/nowhere/x"), 2, "/nowhere/x0.off");
    expect("fall", RUN("fall", "--check", "--small"), 2, "nothing but a name");
}

// The models and the path of a fall, as others replay it.
static void a_fall_writes_its_files(void** state)
{
    (void)state;
    char folder[] = "/tmp/abut-scene-XXXXXX", prefix[80], path[80], file[90];
    assert_non_null(mkdtemp(folder));
    snprintf(prefix, sizeof prefix, "%s/m", folder);
    snprintf(path, sizeof path, "%s/p", folder);
    const outcome o =
        RUN("fall", "torpedo", "--small", "--steps", "2", "--models", prefix, "-o", path);
    expect("fall", o, 0, "torpedo     2800     504      2");
    for (int i = 0; i < 2; i++) {
        mesh m = {0};
        mesh_error e;
        snprintf(file, sizeof file, "%s%d.off", prefix, i);
        assert_int_equal(mesh_read_file(&m, file, NULL, &e), MESH_OK);
        assert_int_equal(m.triangle_count, i ? 504 : 2800);
        mesh_free(&m);
        assert_int_equal(unlink(file), 0);
    }
    const outcome again = RUN("fall", "torpedo", "--small", "--steps", "2", "-o", "-");
    assert_int_equal(again.status, 0);
    assert_non_null(strstr(again.err, "torpedo     2800"));
    FILE* stream = fopen(path, "r");
    assert_non_null(stream);
    char text[2000];
    read_back(stream, text, sizeof text);
    assert_string_equal(text, again.out);
    size_t lines = 0, blanks = 0;
    for (const char* at = text; *at; at++)
        lines += *at == '\n', blanks += *at == ' ';
    assert_true(lines == 2 && blanks == 22);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    expect("fall --help", RUN("fall", "--help"), 0, "pipes that fall into pipes");
}

// The program writes what the generators make; STL rounds to float.
static void files_hold_the_scene(void** state)
{
    (void)state;
    static const char* const suffixes[] = {"obj", "off", "ply", "stl"};
    char folder[] = "/tmp/abut-scene-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    mesh expected = scene_from_line("tetra count=20 seed=5");
    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/x.%s", folder, suffixes[i]);
        expect(suffixes[i], RUN("tetra", "count=20", "-o", path, "seed=5"), 0, ": 80 triangles");
        mesh m = {0};
        mesh_error e;
        assert_int_equal(mesh_read_file(&m, path, NULL, &e), MESH_OK);
        assert_int_equal(m.triangle_count, expected.triangle_count);
        for (size_t c = 0; c < 3 * m.triangle_count; c++)
            for (size_t axis = 0; axis < 3; axis++) {
                const double x = expected.vertices[3 * (size_t)expected.triangles[c] + axis];
                assert_true(m.vertices[3 * (size_t)m.triangles[c] + axis] ==
                            (i == 3 ? (double)(float)x : x));
            }
        mesh_free(&m);
        assert_int_equal(unlink(path), 0);
    }
    mesh_free(&expected);

    snprintf(path, sizeof path, "%s/fit.off", folder);
    expect("fit", RUN("box", "x=8", "y=4", "--fit", "2", "-o", path), 0, "12 triangles");
    mesh m = {0};
    mesh_error e;
    assert_int_equal(mesh_read_file(&m, path, NULL, &e), MESH_OK);
    assert_true(m.vertices[0] == -1 && m.vertices[1] == -0.5 && m.vertices[2] == -0.125);
    mesh_free(&m);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);

    const outcome o = RUN("box", "-o", "-", "--format", "obj");
    expect("stdout", o, 0, "f ");
    assert_non_null(strstr(o.err, "12 triangles"));
    assert_null(strstr(o.out, "triangles\n"));
}

// Without -a and -b a billiard is among models that abut-scene writes, too; its frames are read back to the last bit,
// whatever the file is called.
static void a_billiard_needs_no_files(void** state)
{
    (void)state;
    char folder[] = "/tmp/abut-scene-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.path", folder);
    expect("billiard", RUN("billiard", "steps=50", "-o", path), 0, ": 50 frames");
    mesh a = scene_from_line("tetra"), b = scene_from_line("torus");
    motion m = {0};
    poses p;
    assert_int_equal(mesh_fit_cube(&b, 0.1), SCENE_OK);
    assert_int_equal(billiard_make(&(billiard_rules){50, 0.05, 3, 0.1, 1, 0}, &a, &b, &m),
                     SCENE_OK);
    assert_int_equal(poses_read_file(&p, path, NULL), POSES_OK);
    assert_true(p.layout == POSES_PAIRS && p.count == 50);
    for (size_t i = 0; i < 100; i++) {
        const scene_frame* f = m.frames + i / 2;
        assert_memory_equal(p.poses[i].translation, f->position[i % 2], sizeof f->position[0]);
        assert_memory_equal(p.poses[i].rotation, f->rotation[i % 2], sizeof f->rotation[0]);
        assert_true(p.poses[i].scale == 1);
    }
    poses_free(&p);
    motion_free(&m);
    mesh_free(&a);
    mesh_free(&b);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void frames_hold_the_motion(void** state)
{
    (void)state;
    const outcome o = RUN("turn", "distance=0.1", "steps=12", "-o", "-");
    expect("turn", o, 0, "0 0 0 1 0 0 0 1 0 0 0 1 0.10000000000000001 0 0 1 0 0 0 1 0 0 0 1\n");
    motion m = {0};
    assert_int_equal(move(&m, "distance=0.1", "steps=12", NULL), SCENE_OK);
    const char* at = o.out;
    for (size_t i = 0; i < m.frame_count; i++) {
        const scene_frame* f = m.frames + i;
        for (int body = 0; body < 2; body++)
            for (int k = 0; k < 12; k++) {
                char* end;
                const double x = strtod(at, &end);
                assert_true(end > at);
                assert_true(x == (k < 3 ? f->position[body][k]
                                        : f->rotation[body][(k - 3) / 3][(k - 3) % 3]));
                assert_int_equal(*end, body == 1 && k == 11 ? '\n' : ' ');
                at = end + 1;
            }
    }
    assert_int_equal(*at, 0);
    motion_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_turn_is_rigid_and_exact_at_quarters),
        cmocka_unit_test(billiards_turn_back),
        cmocka_unit_test(billiards_stay_in_a_narrower_room),
        cmocka_unit_test(meshes_fit_the_cube),
        cmocka_unit_test(every_bad_value_is_refused),
        cmocka_unit_test(misfits_are_refused),
        cmocka_unit_test(functions_refuse_what_they_cannot_make),
        cmocka_unit_test(the_program_explains_itself),
        cmocka_unit_test(the_program_refuses),
        cmocka_unit_test(a_fall_writes_its_files),
        cmocka_unit_test(files_hold_the_scene),
        cmocka_unit_test(frames_hold_the_motion),
        cmocka_unit_test(a_billiard_needs_no_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
