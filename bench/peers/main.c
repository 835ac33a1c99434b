// main.c - the program "abut-peers": abut and another library on the same models in the same poses,
// in turns within one process. Before anything is timed, the answers are compared.
//
// Time is that of the processor, not of the clock: other programs disturb it less. A row's figures
// are medians over the runs; a run asks every pose of the scene once.
#include "peer.h"
#include "scenes.h"

#include "abut/abut.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ANY_BAR 2.5  // peer / abut, first contact
#define ALL_BAR 3.5  // all contacts

enum { MOST_POSES = 64, MOST_RUNS = 99 };

typedef struct scene {
    const char* name;
    mesh a, b;
    peer_pose a_pose, b_pose[MOST_POSES];
    int pose_count;
    int poses_all;  // how many of them are asked for all contacts; 0: none
} scene;

static double processor_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void die(const char* text)
{
    fprintf(stderr, "abut-peers: %s\n", text);
    exit(2);
}

// ------------------------------------------------------------------------------------------- scenes

static void turn(double m[3][3], double x, double y, double z, double degrees)
{
    const double axis[3] = {x, y, z};
    abut_pose pose;
    if (abut_pose_from_axis_angle(&pose, axis, degrees) != ABUT_OK) die("no such turn");
    memcpy(m, pose.rotation, sizeof pose.rotation);
}

static void need(scene_status status)
{
    if (status != SCENE_OK) die("a scene cannot be made");
}

static uint64_t random_next(uint64_t* state)
{
    uint64_t x = (*state += 0x9E3779B97F4A7C15u);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static double random_signed(uint64_t* state)
{
    return (double)(random_next(state) >> 11) * 0x1p-52 - 1;
}

// Random turns, and moves of up to reach.
static void random_poses(scene* s, int count, double reach, uint64_t seed)
{
    s->pose_count = count;
    for (int i = 0; i < count; i++) {
        double axis[3];
        for (int k = 0; k < 3; k++)
            axis[k] = random_signed(&seed);
        turn(s->b_pose[i].rotation, axis[0], axis[1], axis[2], 180 * random_signed(&seed));
        for (int k = 0; k < 3; k++)
            s->b_pose[i].translation[k] = reach * random_signed(&seed);
    }
}

// Zachmann's turn of a torus before another, at the given distances, one after the other.
static void turning_tori(scene* s, const double* distances, int count, int steps)
{
    for (int side = 0; side < 2; side++) {
        mesh* m = side ? &s->b : &s->a;
        need(torus_make(328, 82, 2, 0.75, m));
        need(mesh_fit_cube(m, 2));
    }
    for (int d = 0; d < count; d++) {
        motion path = {0};
        need(turn_make(distances[d], (uint32_t)steps, &path));
        for (int i = 0; i < steps; i++) {
            peer_pose* pose = &s->b_pose[s->pose_count++];
            memcpy(pose->rotation, path.frames[i].rotation[1], sizeof pose->rotation);
            memcpy(pose->translation, path.frames[i].position[1], sizeof pose->translation);
        }
        motion_free(&path);
    }
}

static void make_torus(scene* s)
{
    const double distances[] = {1.2, 1.5, 1.8, 1.95};
    turning_tori(s, distances, 4, 16);
    s->poses_all = s->pose_count;
}

static void make_gaps(scene* s)
{
    const double distances[] = {2.1, 2.01, 2.001, 2.0001};
    turning_tori(s, distances, 4, 16);
}

static void make_spheres(scene* s, double gap, int all)
{
    need(sphere_make(127, 128, 1, &s->a));
    need(sphere_make(127, 128, 1 + gap, &s->b));
    random_poses(s, 4, 0, 11);
    if (all) s->poses_all = 4;
}

static void make_bricks(scene* s)
{
    bricks_shape shape = {64, 64, 1, 2, 1, 1.0 / 16, 0};
    need(bricks_make(&shape, &s->a));
    shape.layer = 1;
    need(bricks_make(&shape, &s->b));
    s->pose_count = s->poses_all = 2;
    turn(s->b_pose[0].rotation, 0, 0, 1, 0);
    turn(s->b_pose[1].rotation, 0, 0, 1, 0);
    s->b_pose[1].translation[0] = 1.0 / 32;
}

static void make_turned_bricks(scene* s)
{
    make_bricks(s);
    random_poses(s, 8, 0.5, 12);
    s->poses_all = 8;
}

static void make_soup(scene* s)
{
    need(soup_make(50000, 0.02, 1, &s->a));
    need(soup_make(50000, 0.02, 2, &s->b));
    random_poses(s, 4, 0.3, 13);
    s->poses_all = 4;
}

static void make_pipes(scene* s)
{
    need(pipes_make(1821, 8, 1, 0.005, 1, &s->a));
    need(pipes_make(1821, 8, 1, 0.005, 2, &s->b));
    random_poses(s, 2, 0.3, 14);
    s->poses_all = 2;
}

static void make_spheres_wide(scene* s)
{
    make_spheres(s, 1e-1, 1);
}
static void make_spheres_close(scene* s)
{
    make_spheres(s, 1e-2, 1);
}
static void make_spheres_closest(scene* s)
{
    make_spheres(s, 1e-3, 1);
}

static const struct {
    const char* name;
    void (*make)(scene* s);
    int is_generic;  // nothing touches: rounding decides nothing
} makers[] = {
    {"torus 54k turning", make_torus, 0},  // mirror images meet edge to edge
    {"torus 54k gaps", make_gaps, 1},
    {"spheres 32k, 1e-1", make_spheres_wide, 1},
    {"spheres 32k, 1e-2", make_spheres_close, 1},
    {"spheres 32k, 1e-3", make_spheres_closest, 1},
    {"bricks 49k touching", make_bricks, 0},
    {"bricks 49k turned", make_turned_bricks, 1},
    {"soup 50k", make_soup, 1},
    {"pipes 51k", make_pipes, 1},
};
enum { SCENE_COUNT = sizeof makers / sizeof *makers };

// ------------------------------------------------------------------------------------------- asking

typedef struct both {  // the models of a scene in both libraries
    abut_model *a, *b;
    abut_query* query;
    peer_model *peer_a, *peer_b;
    abut_instance b_placed[MOST_POSES];
    abut_instance a_placed;
    double build, peer_build;  // seconds for both models
} both;

static abut_model* build(const mesh* m)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_build options = {.method = ABUT_OBB};
    abut_model* model = NULL;
    if (abut_model_build(&model, &soup, &options) != ABUT_OK) die("a model cannot be built");
    return model;
}

static abut_instance place(const abut_model* model, const peer_pose* pose)
{
    abut_instance out = {.model = model};
    memcpy(out.pose.rotation, pose->rotation, sizeof out.pose.rotation);
    memcpy(out.pose.translation, pose->translation, sizeof out.pose.translation);
    return out;
}

static both prepare(const scene* s)
{
    both w = {0};
    const double start = processor_now();
    w.a = build(&s->a);
    w.b = build(&s->b);
    const double middle = processor_now();
    w.peer_a = peer_build(&s->a);
    w.peer_b = peer_build(&s->b);
    w.build = middle - start;
    w.peer_build = processor_now() - middle;
    if (!w.peer_a || !w.peer_b) die("the other library cannot build a model");
    if (abut_query_create(&w.query, NULL) != ABUT_OK) die("out of memory");
    w.a_placed = place(w.a, &s->a_pose);
    for (int i = 0; i < s->pose_count; i++)
        w.b_placed[i] = place(w.b, &s->b_pose[i]);
    return w;
}

static void finish(both* w)
{
    abut_query_free(w->query);
    abut_model_free(w->a);
    abut_model_free(w->b);
    peer_free(w->peer_a);
    peer_free(w->peer_b);
}

static abut_hits ask(const both* w, int pose, bool any)
{
    const abut_ask question = {.limit = any};
    abut_hits hits;
    if (abut_collide(w->query, &w->a_placed, &w->b_placed[pose], &question, &hits) != ABUT_OK)
        die("a query failed");
    return hits;
}

static size_t ask_peer(const scene* s, const both* w, int pose, bool any)
{
    const size_t count = peer_collide(w->peer_a, &s->a_pose, w->peer_b, &s->b_pose[pose], any);
    if (count == SIZE_MAX) die("the other library failed");
    return count;
}

// ---------------------------------------------------------------------------------------- comparing

static int compare_keys(const void* x, const void* y)
{
    const uint64_t a = *(const uint64_t*)x, b = *(const uint64_t*)y;
    return (a > b) - (a < b);
}

typedef struct difference {
    size_t pairs, only_abut, only_peer;
} difference;

static void compare_pose(const scene* s, const both* w, int pose, difference* out)
{
    const abut_hits hits = ask(w, pose, false);
    const size_t peer_count = ask_peer(s, w, pose, false);
    uint64_t* pairs = malloc((peer_count + 1) * sizeof *pairs);
    if (!pairs) die("out of memory");
    peer_pairs(pairs);
    qsort(pairs, peer_count, sizeof *pairs, compare_keys);
    size_t k = 0, common = 0;
    for (size_t i = 0; i < hits.count; i++) {
        const uint64_t key = (uint64_t)hits.pairs[i].a << 32 | hits.pairs[i].b;
        while (k < peer_count && pairs[k] < key)
            k++;
        if (k == peer_count || pairs[k] != key) continue;
        common++;
        k++;
    }
    out->pairs += hits.count;
    out->only_abut += hits.count - common;
    out->only_peer += peer_count - common;
    free(pairs);
}

// ------------------------------------------------------------------------------------------- timing

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static double median(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

typedef struct timed {  // medians, microseconds a query
    double own, peer;
    uint64_t volume_tests, triangle_tests;  // of a query of abut, on average
} timed;

static void ask_all(const scene* s, const both* w, bool any, int pose_count, int who)
{
    for (int i = 0; i < pose_count; i++) {
        if (who)
            ask_peer(s, w, i, any);
        else
            ask(w, i, any);
    }
}

// Every run lasts some milliseconds at least.
static timed time_scene(const scene* s, const both* w, bool any, int pose_count, int runs)
{
    double us[2][MOST_RUNS];
    timed out = {0};
    int repeats[2] = {1, 1};
    for (int i = 0; i < pose_count; i++) {
        const abut_hits hits = ask(w, i, any);
        out.volume_tests += hits.volume_tests;
        out.triangle_tests += hits.triangle_tests;
    }
    out.volume_tests /= (uint64_t)pose_count;
    out.triangle_tests /= (uint64_t)pose_count;
    for (int run = -1; run < runs; run++) {
        for (int who = 0; who < 2; who++) {
            const double start = processor_now();
            for (int r = 0; r < repeats[who]; r++)
                ask_all(s, w, any, pose_count, who);
            const double seconds = (processor_now() - start) / repeats[who];
            if (run < 0)
                repeats[who] = seconds < 5e-3 ? (int)(5e-3 / (seconds + 1e-7)) + 1 : 1;
            else
                us[who][run] = seconds * 1e6 / pose_count;
        }
    }
    out.own = median(us[0], runs);
    out.peer = median(us[1], runs);
    return out;
}

// ------------------------------------------------------------------------------------------ running

typedef struct totals {
    double log_ratio[2];
    int count[2], missed[2], differing;
} totals;

static void run_scene(int index, int runs, totals* t)
{
    scene s = {.name = makers[index].name};
    turn(s.a_pose.rotation, 0, 0, 1, 0);
    makers[index].make(&s);
    both w = prepare(&s);
    difference d = {0};
    for (int i = 0; i < s.pose_count; i++)
        compare_pose(&s, &w, i, &d);
    printf(
        "%-20s %zu + %zu triangles, %d poses, build %.0f / %.0f ms; %zu pairs, only abut %zu, only "
        "peer %zu\n",
        s.name, s.a.triangle_count, s.b.triangle_count, s.pose_count, 1e3 * w.build,
        1e3 * w.peer_build, d.pairs, d.only_abut, d.only_peer);
    if (makers[index].is_generic && d.only_abut + d.only_peer) t->differing++;
    for (int all = 0; all < 2; all++) {
        if (all && !s.poses_all) continue;
        const timed m = time_scene(&s, &w, !all, all ? s.poses_all : s.pose_count, runs);
        const double ratio = m.peer / m.own, bar = all ? ALL_BAR : ANY_BAR;
        printf("    %-5s %12.2f us %12.2f us %7.2f times  %s   (%" PRIu64 " volume tests, %" PRIu64
               " triangle tests)\n",
               all ? "all" : "first", m.own, m.peer, ratio, ratio >= bar ? "pass" : "MISS",
               m.volume_tests, m.triangle_tests);
        t->log_ratio[all] += log(ratio);
        t->count[all]++;
        t->missed[all] += ratio < bar;
        fflush(stdout);
    }
    finish(&w);
    mesh_free(&s.a);
    mesh_free(&s.b);
}

static void usage(FILE* out)
{
    fputs("usage: abut-peers [--runs N] [--only TEXT]\n\n"
          "Time abut's method obb against another library on the same models and poses.\n"
          "  --runs N     runs of every scene, 1 to 99 (15)\n"
          "  --only TEXT  scenes whose name contains TEXT\n\n"
          "Exit status: 0 if both bars are met (by the geometric mean), 1 if not, 2 on an error.\n",
          out);
}

int main(int count, char** arguments)
{
    const char* only = "";
    int runs = 15;
    for (int i = 1; i < count; i++) {
        const int has_value = i + 1 < count;
        if (strcmp(arguments[i], "--runs") == 0 && has_value) {
            runs = (int)strtol(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--only") == 0 && has_value) {
            only = arguments[++i];
        } else {
            const int help = strcmp(arguments[i], "--help") == 0;
            usage(help ? stdout : stderr);
            return help ? 0 : 2;
        }
    }
    if (runs < 1 || runs > MOST_RUNS) die("--runs is 1 to 99");
    printf("abut %s obb, against %s; medians of %d runs, microseconds of the processor a query\n",
           ABUT_VERSION_STRING, peer_name(), runs);
    totals t = {0};
    for (int i = 0; i < SCENE_COUNT; i++) {
        if (strstr(makers[i].name, only)) run_scene(i, runs, &t);
    }
    if (!t.count[0]) die("no scene has such a name");
    int missed = 0;
    for (int all = 0; all < 2; all++) {
        if (!t.count[all]) continue;
        const double mean = exp(t.log_ratio[all] / t.count[all]), bar = all ? ALL_BAR : ANY_BAR;
        printf(
            "%s: %.2f times by the geometric mean of %d scenes (bar %.1f: %s); %d scenes below\n",
            all ? "all contacts" : "first contact", mean, t.count[all], bar,
            mean >= bar ? "pass" : "MISS", t.missed[all]);
        missed += mean < bar;
    }
    printf("generic scenes with different pairs: %d\n", t.differing);
    return missed != 0;
}
