// edges.c - a planner's edges: many motions of one body between free poses of a scene. Sampling asks abut_collide at every
// hundredth of the body's size; abut_first_contact proves. A planner that samples walks on along edges that it calls free, so
// edges are chained as its would be: one of its paths, on which there is contact, can be written to a file.
#include "common/ends.h"
#include "peers/peers.h"
#include "random.h"
#include "sweeps/sweeps.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHAIN_MOST = 12, FILES_MOST = 3 };
#define STEP       0.01  // of the body's size
#define EDGE_LEAST 0.5   // of the body's size
#define EDGE_MOST  2.0
#define TURN_MOST  60.0
#define BAR        10.0

typedef struct edges_kind {
    const char *name, *body;  // below ABUT_DATA
    const char* obstacles[FILES_MOST];
} edges_kind;

#define TABLE_BARS                                                                                 \
    {                                                                                              \
        "robots/scenes/table_bars/meshes/shelves.stl",                                             \
            "robots/scenes/table_bars/meshes/left_bars.stl",                                       \
            "robots/scenes/table_bars/meshes/right_bars.stl"                                       \
    }
#define KITCHEN                                                                                    \
    {                                                                                              \
        "robots/scenes/kitchen/meshes/kitchen_counter.stl",                                        \
            "robots/scenes/kitchen/meshes/cupboard.stl"                                            \
    }

static const edges_kind kinds[] = {
    {"edges: hand, table with bars", "robots/panda/meshes/collision/hand.stl", TABLE_BARS},
    {"edges: gripper, table with bars",
     "robots/robotiq140/meshes/visual/robotiq_arg2f_base_link.stl", TABLE_BARS},
    {"edges: shoulder, kitchen", "robots/ur5/meshes/collision/shoulder.stl", KITCHEN},
    {"edges: robot, house", "robots/fcl/rob.obj", {"robots/fcl/env.obj"}},
};

typedef struct edges {
    sweeps_scene scene;  // the body, and what is in its way
    double low[3], high[3];
    double size, centre[3];
    abut_query* query;
    sweeps_leg* legs;  // of the body, one each
    size_t* steps;
    size_t* chain;  // where the path of each begins
    abut_first* first;
    bool* sampled;  // contact
} edges;

// ------------------------------------------------------------------------------------------ meshes

static int append(mesh* to, const mesh* more)
{
    const size_t vertices = to->vertex_count + more->vertex_count,
                 triangles = to->triangle_count + more->triangle_count;
    double* v = realloc(to->vertices, 3 * vertices * sizeof *v);
    if (v) to->vertices = v;
    uint32_t* t = realloc(to->triangles, 3 * triangles * sizeof *t);
    if (t) to->triangles = t;
    if (!v || !t) return bench_fail("out of memory"), -1;
    memcpy(v + 3 * to->vertex_count, more->vertices, 3 * more->vertex_count * sizeof *v);
    for (size_t i = 0; i < 3 * more->triangle_count; i++)
        t[3 * to->triangle_count + i] = more->triangles[i] + (uint32_t)to->vertex_count;
    to->vertex_count = vertices;
    to->triangle_count = triangles;
    return 1;
}

static int read_meshes(edges* e, const edges_kind* kind)
{
    sweeps_scene* s = &e->scene;
    s->name = kind->name;
    int status = sweeps_read_mesh(kind->name, kind->body, &s->meshes[0]);
    for (int i = 0; i < FILES_MOST && kind->obstacles[i] && status > 0; i++) {
        mesh more = {0};
        status = sweeps_read_mesh(kind->name, kind->obstacles[i], i ? &more : &s->meshes[1]);
        if (i && status > 0) status = append(&s->meshes[1], &more);
        mesh_free(&more);
    }
    if (status <= 0) return status;
    double low[3], high[3];
    mesh_ends(&s->meshes[0], low, high);
    for (int k = 0; k < 3; k++) {
        e->size = fmax(e->size, high[k] - low[k]);
        e->centre[k] = low[k] / 2 + high[k] / 2;
    }
    mesh_ends(&s->meshes[1], e->low, e->high);
    const abut_status built = sweeps_scene_build(s);
    return built ? (bench_fail("%s: %s", s->name, abut_status_text(built)), -1) : 1;
}

// ------------------------------------------------------------------------------------------- edges

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

static void put_centre(const edges* e, const double at[3], abut_pose* pose)
{
    for (int k = 0; k < 3; k++) {
        pose->translation[k] = at[k];
        for (int j = 0; j < 3; j++)
            pose->translation[k] -= pose->rotation[k][j] * e->centre[j];
    }
}

static void random_pose(const edges* e, random_source* r, abut_pose* out)
{
    double axis[3], at[3];
    random_direction(r, axis);
    abut_pose_from_axis_angle(out, axis, 180 * random_signed(r));
    for (int k = 0; k < 3; k++)
        at[k] = e->low[k] - e->size / 2 + (e->high[k] - e->low[k] + e->size) * random_unit(r);
    put_centre(e, at, out);
}

static void step_from(const edges* e, random_source* r, const abut_pose* from, abut_pose* out)
{
    double axis[3], way[3], at[3];
    abut_pose turn;
    random_direction(r, axis);
    random_direction(r, way);
    abut_pose_from_axis_angle(&turn, axis, TURN_MOST * random_signed(r));
    const double length = e->size * (EDGE_LEAST + (EDGE_MOST - EDGE_LEAST) * random_unit(r));
    *out = *from;
    for (int i = 0; i < 3; i++) {
        at[i] = from->translation[i] + length * way[i];
        for (int k = 0; k < 3; k++) {
            at[i] += from->rotation[i][k] * e->centre[k];
            out->rotation[i][k] = 0;
            for (int j = 0; j < 3; j++)
                out->rotation[i][k] += turn.rotation[i][j] * from->rotation[j][k];
        }
    }
    put_centre(e, at, out);
}

static abut_status touches(edges* e, const abut_pose* pose, bool coherent, bool* out)
{
    const abut_ask how = {.limit = 1, .coherent = coherent};
    const abut_instance a = {.model = e->scene.models[0], .pose = *pose},
                        b = {.model = e->scene.models[1]};
    abut_hits hits = {.count = 0};
    const abut_status status = abut_collide(e->query, &a, &b, &how, &hits);
    *out = hits.count > 0;
    return status;
}

// The ends are known to be free.
static abut_status sample_edge(edges* e, size_t i, bool* out)
{
    const sweeps_leg* leg = &e->legs[i];
    abut_status status = ABUT_OK;
    *out = false;
    for (size_t k = 1; k < e->steps[i] && !*out && !status; k++) {
        abut_pose at;
        sweeps_leg_pose(leg, (double)k / (double)e->steps[i], &at);
        status = touches(e, &at, true, out);
    }
    return status;
}

// The same poses, but halves first: where there is contact it is found sooner, and where there is none later.
static abut_status sample_halves(edges* e, size_t i, bool* out)
{
    const sweeps_leg* leg = &e->legs[i];
    const size_t steps = e->steps[i];
    size_t stride = 1;
    abut_status status = ABUT_OK;
    *out = false;
    while (stride < steps)
        stride *= 2;
    for (; stride > 0; stride /= 2)
        for (size_t k = stride; k < steps && !*out && !status; k += 2 * stride) {
            abut_pose at;
            sweeps_leg_pose(leg, (double)k / (double)steps, &at);
            status = touches(e, &at, false, out);
        }
    return status;
}

static abut_status free_pose(edges* e, random_source* r, const abut_pose* from, abut_pose* out)
{
    bool contact = true;
    abut_status status = ABUT_OK;
    while (contact && !status) {
        if (from)
            step_from(e, r, from, out);
        else
            random_pose(e, r, out);
        status = touches(e, out, false, &contact);
    }
    return status;
}

static abut_status set_edge(edges* e, size_t i, const abut_pose* from)
{
    sweeps_way* way = &e->scene.ways[i];
    sweeps_legs legs;
    way->start[0] = *from;
    way->pieces[0].to = &way->ends[0];
    memcpy(way->pieces[0].pivot, e->centre, sizeof e->centre);
    const abut_status status = sweeps_legs_find(way, &legs);
    e->legs[i] = legs.legs[0][0];
    e->steps[i] =
        1 + (size_t)(sweeps_leg_length(&e->legs[i], &e->scene.meshes[0]) / (STEP * e->size));
    return status;
}

static abut_status make_edges(edges* e, size_t count)
{
    random_source r = {2417};
    abut_pose at;
    abut_status status = ABUT_OK;
    bool goes_on = false;
    for (size_t i = 0; i < count; i++)
        sweeps_add_way(&e->scene);
    for (size_t i = 0; i < count && !status; i++) {
        if (peer_run_is_stopped()) return ABUT_CANCELLED;
        e->chain[i] = goes_on ? e->chain[i - 1] : i;
        if (!goes_on) status = free_pose(e, &r, NULL, &at);
        if (!status) status = free_pose(e, &r, &at, &e->scene.ways[i].ends[0]);
        if (!status) status = set_edge(e, i, &at);
        if (!status) status = sample_edge(e, i, &e->sampled[i]);
        at = e->scene.ways[i].ends[0];
        goes_on = !e->sampled[i] && i + 1 - e->chain[i] < CHAIN_MOST;
    }
    return status;
}

// ------------------------------------------------------------------------------------------- asking

typedef abut_status edges_asker(edges* e, size_t i, bool* contact);

static abut_status prove(edges* e, size_t i, bool* contact)
{
    static const abut_motion_ask what = {.any = 1};
    const sweeps_way* way = &e->scene.ways[i];
    const abut_instance a = {.model = e->scene.models[0], .pose = way->start[0]},
                        b = {.model = e->scene.models[1]};
    const abut_status status =
        abut_first_contact(e->query, &a, &way->pieces[0], &b, NULL, 1, &what, &e->first[i]);
    *contact = e->first[i].state == ABUT_MOTION_CONTACT;
    return status;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Microseconds an edge: the median of the runs, of all edges or of those that are (or are not) in contact.
static abut_status time_edges(const sweeps_run* run, edges* e, edges_asker* ask, double* out)
{
    double us[RUNS_MOST];
    const int runs = run->request->runs;
    const size_t count = e->scene.way_count;
    abut_status status = ABUT_OK;
    for (int i = 0; i < runs && !status; i++) {
        const double begun = seconds_now();
        for (size_t k = 0; k < count && !status; k++) {
            bool contact;
            status = peer_run_is_stopped() ? ABUT_CANCELLED : ask(e, k, &contact);
        }
        us[i] = 1e6 * (seconds_now() - begun) / (double)count;
    }
    *out = status ? 0 : sweeps_median(us, runs);
    return status;
}

// ------------------------------------------------------------------------------- a path with contact

// A matrix of three rows and four columns, as programs here read poses: no bit is lost.
static void write_waypoint(const abut_pose* pose, FILE* out)
{
    for (int i = 0; i < 3; i++)
        fprintf(out, "%.17g %.17g %.17g %.17g%c", pose->rotation[i][0], pose->rotation[i][1],
                pose->rotation[i][2], pose->translation[i], i < 2 ? ' ' : '\n');
}

static int write_path(const sweeps_run* run, const edges* e, size_t edge)
{
    const char* path = run->request->path;
    FILE* out = fopen(path, "w");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    fprintf(out, "# %s: waypoints; the body's middle, %.17g %.17g %.17g, goes straight\n",
            e->scene.name, e->centre[0], e->centre[1], e->centre[2]);
    fprintf(out, "# sampling at 1 %% calls all of it free; there is contact in piece %zu\n",
            edge - e->chain[edge]);
    write_waypoint(&e->scene.ways[e->chain[edge]].start[0], out);
    for (size_t i = e->chain[edge]; i < e->scene.way_count && e->chain[i] == e->chain[edge]; i++)
        if (!e->sampled[i]) write_waypoint(&e->scene.ways[i].ends[0], out);
    return fclose(out) ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

// Told with what proves it: the pose at t_hi is in contact, as abut_collide says.
static int show_missed(const sweeps_run* run, edges* e, size_t edge)
{
    const sweeps_way* way = &e->scene.ways[edge];
    const abut_first* first = &e->first[edge];
    abut_pose at;
    bool contact = false;
    abut_status status = abut_motion_pose(&way->start[0], way->pieces, 1, first->t_hi, &at);
    if (!status) status = touches(e, &at, false, &contact);
    if (status) return bench_fail("%s: %s", e->scene.name, abut_status_text(status));
    if (run->table)
        fprintf(run->table,
                "  edge %zu, the %zuth of its path: sampling calls %zu poses free; contact of "
                "triangles %u and %u\n  at %.12f, where abut_collide says %s\n",
                edge, edge - e->chain[edge] + 1, e->steps[edge] - 1, first->pair.a, first->pair.b,
                first->t_hi, contact ? "the same" : "NO CONTACT (the pose is rounded)");
    return run->request->path ? write_path(run, e, edge) : BENCH_OK;
}

static void count_edges(sweeps_run* run, edges* e, sweeps_row* row, size_t* missed)
{
    const size_t count = e->scene.way_count;
    size_t contacts = 0, at_once = 0, others = 0;
    *missed = count;
    for (size_t i = 0; i < count; i++) {
        const abut_motion_state state = e->first[i].state;
        const bool contact = state == ABUT_MOTION_CONTACT, free = state == ABUT_MOTION_FREE;
        contacts += contact;
        others += !contact && !free;
        at_once += free && e->first[i].intervals == 1;
        row->ways += contact || free;
        row->missed += contact && !e->sampled[i];
        run->ours_wrong += free && e->sampled[i];
        if (contact && !e->sampled[i] && *missed == count) *missed = i;
    }
    row->right = row->ways - row->missed;
    if (run->table)
        fprintf(run->table,
                "\n%s: %zu and %zu triangles, %zu edges, %zu of them in contact, %zu near, "
                "%zu free at one look\n",
                e->scene.name, e->scene.meshes[0].triangle_count, e->scene.meshes[1].triangle_count,
                count, contacts, others, at_once);
}

static int measure(sweeps_run* run, edges* e)
{
    sweeps_row row = {.scene = e->scene.name, .peer = "sampling 1 %", .bar = BAR};
    double forward, halves;
    size_t missed;
    abut_status status = make_edges(e, run->request->edges);
    if (!status) status = time_edges(run, e, prove, &row.ours_us);
    if (!status) status = time_edges(run, e, sample_edge, &forward);
    if (!status) status = time_edges(run, e, sample_halves, &halves);
    if (status) return bench_fail("%s: %s", e->scene.name, abut_status_text(status));
    count_edges(run, e, &row, &missed);
    row.peer_us = fmin(forward, halves);
    if (run->table)
        fprintf(run->table, "  sampling: from one end to the other %.1f us, halves first %.1f us\n",
                forward, halves);
    sweeps_add(run, &row);
    return missed < e->scene.way_count ? show_missed(run, e, missed) : BENCH_OK;
}

static void edges_free(edges* e)
{
    abut_query_free(e->query);
    sweeps_scene_free(&e->scene);
    free(e->legs);
    free(e->steps);
    free(e->chain);
    free(e->first);
    free(e->sampled);
}

static int measure_kind(sweeps_run* run, const edges_kind* kind)
{
    const size_t count = run->request->edges;
    edges e = {.size = 0};
    int made = read_meshes(&e, kind), result = BENCH_OK;
    if (made > 0) {
        e.legs = calloc(count, sizeof *e.legs);
        e.steps = calloc(count, sizeof *e.steps);
        e.chain = calloc(count, sizeof *e.chain);
        e.first = calloc(count, sizeof *e.first);
        e.sampled = calloc(count, sizeof *e.sampled);
        if (!e.legs || !e.steps || !e.chain || !e.first || !e.sampled ||
            abut_query_create(&e.query, NULL))
            result = bench_fail("out of memory");
        else
            result = measure(run, &e);
    }
    run->is_whole &= made > 0;
    edges_free(&e);
    return made < 0 ? BENCH_ERROR : result;
}

int sweeps_edges(sweeps_run* run)
{
    int status = BENCH_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && status == BENCH_OK; i++)
        if (bench_has_text(&run->request->scenes, kinds[i].name) &&
            bench_has_text(&run->request->peers, "sampling 1 %"))
            status = measure_kind(run, &kinds[i]);
    return status;
}
