// recorded.c - reads recorded motions and compares two answers to each frame (see recorded.h).
#include "support/recorded.h"

#include "path/poses.h"
#include "support/data_pack.h"
#include "support/models.h"
#include "support/oracle.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// In the order of the data pack's manifest.
const recording_files recordings[RECORDING_COUNT] = {
    {"motion/fcl/Model_1.exact",
     {"motion/fcl/Model_1_obj1.obj", "motion/fcl/Model_1_obj2.obj"},
     {"motion/fcl/Model_1.frames", NULL}},
    {"motion/fcl/Model_1_Scenario_1.exact",
     {"motion/fcl/Model_1_Scenario_1_obj1.obj", "motion/fcl/Model_1_Scenario_1_obj2.obj"},
     {"motion/fcl/Model_1_Scenario_1.frames", NULL}},
    {"motion/fcl/Model_1_Scenario_3.exact",
     {"motion/fcl/Model_1_Scenario_3_obj1.obj", "motion/fcl/Model_1_Scenario_3_obj2.obj"},
     {"motion/fcl/Model_1_Scenario_3.frames", NULL}},
    {"motion/fcl/Model_2_Scenario_1.exact",
     {"motion/fcl/Model_2_Scenario_1_obj1.obj", "motion/fcl/Model_2_Scenario_1_obj2.obj"},
     {"motion/fcl/Model_2_Scenario_1.frames", NULL}},
    {"motion/fcl/Model_2_Scenario_3.exact",
     {"motion/fcl/Model_2_Scenario_3_obj1.obj", "motion/fcl/Model_2_Scenario_3_obj2.obj"},
     {"motion/fcl/Model_2_Scenario_3.frames", NULL}},
    {"motion/fcl/Model_3_Scenario_1.exact",
     {"motion/fcl/Model_3_Scenario_1_obj1.obj", "motion/fcl/Model_3_Scenario_1_obj2.obj"},
     {"motion/fcl/Model_3_Scenario_1.frames", NULL}},
    {"motion/made/gears.exact",
     {"cad/mechanisms/gears/gear.obj", "cad/mechanisms/gears/gear.obj"},
     {"motion/made/gears.frames", NULL}},
    {"motion/made/rrt_rob_in_env.exact",
     {"robots/fcl/rob.obj", "robots/fcl/env.obj"},
     {"motion/made/rrt_rob_in_env.frames", NULL}},
    {"motion/made/screw_in_nut.exact",
     {"cad/mechanisms/bolt/screw-big.obj", "cad/mechanisms/bolt/nut-big.obj"},
     {"motion/made/screw_in_nut.frames", NULL}},
    {"motion/pqp_falling/torus1_x_torus2.exact",
     {"motion/pqp_falling/torus1.tris", "motion/pqp_falling/torus2.tris"},
     {"motion/pqp_falling/torus1.path", "motion/pqp_falling/torus2.path"}},
};

// ----------------------------------------------------------------------------------------- reading

// All numbers of a text file; lines that start with # are comments. The caller frees them.
static double* read_numbers(const char* name, size_t* count)
{
    char* text = data_text(name);
    size_t capacity = 1024;
    double* numbers = malloc(capacity * sizeof *numbers);
    *count = 0;
    for (char* at = text; *at;) {
        at += strspn(at, " \t\r\n");
        if (*at == '#') {
            at += strcspn(at, "\n");
        } else if (*at) {
            if (*count == capacity) numbers = realloc(numbers, (capacity *= 2) * sizeof *numbers);
            char* end;
            numbers[(*count)++] = strtod(at, &end);
            if (end == at) fail_msg("%s: not a number: %.20s", name, at);
            at = end;
        }
    }
    free(text);
    return numbers;
}

static int ends_with(const char* name, const char* suffix)
{
    const size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

static mesh read_body(const char* name)
{
    if (!ends_with(name, ".tris")) return data_mesh(name);
    size_t count;
    double* numbers = read_numbers(name, &count);
    mesh m = {0};
    m.face_count = m.triangle_count = (size_t)numbers[0];
    m.vertex_count = 3 * m.triangle_count;
    assert_int_equal(count, 1 + 9 * m.triangle_count);
    m.vertices = malloc(3 * m.vertex_count * sizeof *m.vertices);
    m.triangles = malloc(m.vertex_count * sizeof *m.triangles);
    memcpy(m.vertices, numbers + 1, 3 * m.vertex_count * sizeof *m.vertices);
    for (size_t i = 0; i < m.vertex_count; i++)
        m.triangles[i] = (uint32_t)i;
    free(numbers);
    return m;
}

static poses data_poses(const char* name)
{
    char path[PATH_SIZE];
    poses p;
    poses_error error;
    if (poses_read_file(&p, data_path(path, name), &error) != POSES_OK)
        fail_msg("%s: %s", path, error.text);
    return p;
}

static void read_motion(recording* r, const recording_files* files)
{
    const int paths = files->motion[1] != NULL;  // and .frames otherwise
    poses of[2] = {data_poses(files->motion[0])};
    if (paths) of[1] = data_poses(files->motion[1]);
    r->frame_count = of[0].count;
    assert_int_equal(of[0].bodies, paths ? 1 : 2);
    if (paths) assert_int_equal(of[1].count, of[0].count);
    r->poses = malloc(r->frame_count * sizeof *r->poses);
    for (size_t frame = 0; frame < r->frame_count; frame++) {
        for (size_t i = 0; i < 2; i++)
            r->poses[frame][i] = paths ? of[i].poses[frame] : of[0].poses[2 * frame + i];
    }
    poses_free(&of[0]);
    poses_free(&of[1]);
}

recording recording_read(const recording_files* files)
{
    recording r = {.body = {read_body(files->body[0]), read_body(files->body[1])}};
    read_motion(&r, files);
    size_t count;
    double* answers = read_numbers(files->answer, &count);
    assert_int_equal(count, 2 * r.frame_count);
    r.published = malloc(r.frame_count * sizeof *r.published);
    for (size_t frame = 0; frame < r.frame_count; frame++) {
        assert_true(answers[2 * frame] == (double)frame);
        r.published[frame] = (uint64_t)answers[2 * frame + 1];
    }
    free(answers);
    return r;
}

recording recording_read_waypoints(void)
{
    recording r = {.body = {data_mesh("robots/fcl/rob.obj"), data_mesh("robots/fcl/env.obj")}};
    poses path = data_poses("motion/made/rrt_rob_in_env.path");
    assert_int_equal(path.layout, POSES_QUATERNIONS);
    r.frame_count = path.count;
    r.poses = calloc(r.frame_count, sizeof *r.poses);
    r.published = calloc(r.frame_count, sizeof *r.published);
    for (size_t i = 0; i < r.frame_count; i++) {
        r.poses[i][0] = path.poses[i];
        r.poses[i][1] = (abut_pose){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
    }
    poses_free(&path);
    return r;
}

void recording_free(recording* r)
{
    mesh_free(&r->body[0]);
    mesh_free(&r->body[1]);
    free(r->poses);
    free(r->published);
}

// --------------------------------------------------------------------------------- rounded vertices

// The model of a body in world coordinates: vertices moved in double arithmetic, in the order of terms
// that the published counts were made with, and then taken as they are.
typedef struct rounded_body {
    mesh moved;  // borrows the triangles of the body
    abut_model* model;
    abut_pose pose;
} rounded_body;

static void rounded_move(rounded_body* out, const mesh* body, const abut_pose* pose)
{
    if (out->model && memcmp(&out->pose, pose, sizeof *pose) == 0) return;
    if (!out->moved.vertices) {
        out->moved = *body;
        out->moved.vertices = malloc(3 * (body->vertex_count + 1) * sizeof *body->vertices);
    }
    for (size_t i = 0; i < body->vertex_count; i++) {
        const double* v = body->vertices + 3 * i;
        for (size_t c = 0; c < 3; c++)
            out->moved.vertices[3 * i + c] = pose->rotation[c][0] * v[0] +
                                             pose->rotation[c][1] * v[1] +
                                             pose->rotation[c][2] * v[2] + pose->translation[c];
    }
    abut_model_free(out->model);
    out->model = model_of_mesh(&out->moved, ABUT_METHOD_AUTO);
    out->pose = *pose;
}

static void rounded_free(rounded_body* b)
{
    free(b->moved.vertices);
    abut_model_free(b->model);
}

// --------------------------------------------------------------------------------------- comparing

typedef struct comparison {
    const recording* r;
    size_t frame;
    abut_model* model[2];
    rounded_body rounded[2];
    abut_query *exact_query, *rounded_query;
    oracle* truth;
    recording_totals* totals;
    FILE* list;
} comparison;

// How far the rounding moved a coordinate of a vertex: |R v + t - rounded|, one rounding.
static double moved_by(const double row[3], const double v[3], double translation, double rounded)
{
    mpq_t sum, x, y;
    mpq_inits(sum, x, y, (mpq_ptr)NULL);
    mpq_set_d(sum, translation);
    mpq_set_d(x, rounded);
    mpq_sub(sum, sum, x);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, row[k]);
        mpq_set_d(y, v[k]);
        mpq_mul(x, x, y);
        mpq_add(sum, sum, x);
    }
    const double by = fabs(mpq_get_d(sum));
    mpq_clears(sum, x, y, (mpq_ptr)NULL);
    return by;
}

// How much a vertex of each body was moved: another one in each frame, for all would take too long.
static void measure_rounding(comparison* c)
{
    for (int i = 0; i < 2; i++) {
        const mesh* body = &c->r->body[i];
        const abut_pose* pose = &c->r->poses[c->frame][i];
        const size_t v = c->frame * 7919 % body->vertex_count;  // a prime
        for (size_t k = 0; k < 3; k++) {
            const double by =
                moved_by(pose->rotation[k], body->vertices + 3 * v, pose->translation[k],
                         c->rounded[i].moved.vertices[3 * v + k]);
            c->totals->most_moved = fmax(c->totals->most_moved, by);
        }
    }
}

// A pair that is in one list only: ask the oracle about the exact poses and about the rounded vertices.
// If both lists are right, one of the motions of the vertices that rounding made has joined or parted
// the two triangles: there is nothing else that is different.
static void prove(comparison* c, abut_pair pair, int in_exact)
{
    const abut_pose* pose = c->r->poses[c->frame];
    const uint32_t triangle[2] = {pair.a, pair.b};
    double exact[2][3][3], rounded[2][3][3], most = 0;
    for (int i = 0; i < 2; i++) {
        triangle_corners(&c->r->body[i], triangle[i], exact[i]);
        triangle_corners(&c->rounded[i].moved, triangle[i], rounded[i]);
        for (int k = 0; k < 9; k++)
            most = fmax(most, moved_by(pose[i].rotation[k % 3], exact[i][k / 3],
                                       pose[i].translation[k % 3], rounded[i][k / 3][k % 3]));
    }
    const affine a = oracle_affine(&pose[0]), b = oracle_affine(&pose[1]);
    const affine stays = oracle_affine(NULL);
    oracle_load(c->truth, (const double(*)[3])exact[0], &a, (const double(*)[3])exact[1], &b);
    const abut_kind exact_kind = oracle_decide(c->truth);
    oracle_load(c->truth, (const double(*)[3])rounded[0], &stays, (const double(*)[3])rounded[1],
                &stays);
    const abut_kind rounded_kind = oracle_decide(c->truth);

    recording_totals* t = c->totals;
    const int right = (exact_kind != ABUT_KIND_APART) == in_exact &&
                      (rounded_kind != ABUT_KIND_APART) == !in_exact && most > 0;
    t->oracle_wrong += !right;
    if (right && in_exact) t->only_exact[exact_kind]++;
    if (right && !in_exact) t->only_rounded[rounded_kind]++;
    t->most_moved = fmax(t->most_moved, most);
    static const char* const kinds[] = {"apart", "touch", "cross", "coplanar"};
    if (c->list || !right)
        fprintf(
            right ? c->list : stderr,
            "frame %zu pair %u %u: exact poses %s, rounded vertices %s, moved by up to %.3g%s\n",
            c->frame, pair.a, pair.b, kinds[exact_kind], kinds[rounded_kind], most,
            right ? "" : "  WRONG");
}

static int pair_order(abut_pair x, abut_pair y)
{
    if (x.a != y.a) return x.a < y.a ? -1 : 1;
    return (x.b > y.b) - (x.b < y.b);
}

static abut_hits collide(abut_query* query, const abut_instance pair[2])
{
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_hits hits;
    const abut_status status = abut_collide(query, &pair[0], &pair[1], &ask, &hits);
    if (status != ABUT_OK) fail_msg("%s", abut_status_text(status));
    assert_true(hits.complete);
    return hits;
}

// Ask again with rounded vertices and prove every difference.
static void compare_rounded(comparison* c, const abut_hits* exact)
{
    const abut_pose* pose = c->r->poses[c->frame];
    abut_instance instance[2];
    for (int i = 0; i < 2; i++) {
        rounded_move(&c->rounded[i], &c->r->body[i], &pose[i]);
        instance[i] = (abut_instance){.model = c->rounded[i].model};
    }
    measure_rounding(c);
    const abut_hits rounded = collide(c->rounded_query, instance);
    recording_totals* t = c->totals;
    t->rounded_frames++;
    if (!c->r->answers_exact_poses && rounded.count != c->r->published[c->frame]) {
        t->rounded_wrong++;
        fprintf(stderr, "frame %zu: published %zu, rounded vertices %zu  WRONG\n", c->frame,
                (size_t)c->r->published[c->frame], rounded.count);
    }
    size_t differing = 0;
    for (size_t i = 0, k = 0; i < exact->count || k < rounded.count;) {
        const int order = i == exact->count    ? 1
                          : k == rounded.count ? -1
                                               : pair_order(exact->pairs[i], rounded.pairs[k]);
        if (order) prove(c, order < 0 ? exact->pairs[i] : rounded.pairs[k], order < 0), differing++;
        i += order <= 0;
        k += order >= 0;
    }
    t->pairs_differ += differing > 0;
}

static double pose_deviation(const abut_pose* pose)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double sum = i == j ? -1 : 0;
            for (int k = 0; k < 3; k++)
                sum += pose->rotation[k][i] * pose->rotation[k][j];
            most = fmax(most, fabs(sum));
        }
    }
    return most;
}

static void compare_frame(comparison* c, size_t stride)
{
    recording_totals* t = c->totals;
    abut_instance instance[2];
    for (int i = 0; i < 2; i++) {
        const abut_pose* pose = &c->r->poses[c->frame][i];
        const abut_status status = abut_pose_check(pose);
        if (status != ABUT_OK)
            fail_msg("frame %zu body %d: %s", c->frame, i + 1, abut_status_text(status));
        t->deviation = fmax(t->deviation, pose_deviation(pose));
        instance[i] = (abut_instance){c->model[i], *pose};
    }
    const abut_hits exact = collide(c->exact_query, instance);
    const uint64_t published = c->r->published[c->frame];
    t->frames++;
    t->touching += published > 0;
    t->published_pairs += published;
    t->exact_pairs += exact.count;
    for (size_t i = 0; i < exact.count; i++)
        t->kinds[exact.contacts[i].kind]++;
    t->count_differs += exact.count != published;
    if (c->frame % stride == 0 || exact.count != published) compare_rounded(c, &exact);
}

void recording_compare(const recording* r, size_t stride, recording_totals* totals, FILE* list)
{
    comparison c = {.r = r, .truth = oracle_create(), .totals = totals, .list = list};
    for (int i = 0; i < 2; i++)
        c.model[i] = model_of_mesh(&r->body[i], ABUT_METHOD_AUTO);
    assert_int_equal(abut_query_create(&c.exact_query, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&c.rounded_query, NULL), ABUT_OK);
    for (; c.frame < r->frame_count; c.frame++)
        compare_frame(&c, stride);
    for (int i = 0; i < 2; i++) {
        rounded_free(&c.rounded[i]);
        abut_model_free(c.model[i]);
    }
    abut_query_free(c.exact_query);
    abut_query_free(c.rounded_query);
    oracle_free(c.truth);
}

// ------------------------------------------------------------------------------------------ totals

void recording_totals_add(recording_totals* sum, const recording_totals* one)
{
    sum->frames += one->frames;
    sum->touching += one->touching;
    sum->rounded_frames += one->rounded_frames;
    sum->rounded_wrong += one->rounded_wrong;
    sum->count_differs += one->count_differs;
    sum->pairs_differ += one->pairs_differ;
    sum->oracle_wrong += one->oracle_wrong;
    sum->published_pairs += one->published_pairs;
    sum->exact_pairs += one->exact_pairs;
    for (int kind = 0; kind < 4; kind++) {
        sum->kinds[kind] += one->kinds[kind];
        sum->only_exact[kind] += one->only_exact[kind];
        sum->only_rounded[kind] += one->only_rounded[kind];
    }
    sum->most_moved = fmax(sum->most_moved, one->most_moved);
    sum->deviation = fmax(sum->deviation, one->deviation);
}

static void print_kinds(const char* what, const uint64_t kinds[4])
{
    printf("%s %zu touch %zu cross %zu coplanar", what, (size_t)kinds[ABUT_KIND_TOUCH],
           (size_t)kinds[ABUT_KIND_CROSS], (size_t)kinds[ABUT_KIND_COPLANAR]);
}

void recording_totals_print(const char* name, const recording_totals* t)
{
    printf(
        "%s: %zu frames, %zu touch, %zu pairs published; rounded vertices: %zu frames, %zu wrong; "
        "exact poses: %zu pairs",
        name, t->frames, t->touching, (size_t)t->published_pairs, t->rounded_frames,
        t->rounded_wrong, (size_t)t->exact_pairs);
    print_kinds(",", t->kinds);
    printf("; count differs in %zu frames, pairs in %zu", t->count_differs, t->pairs_differ);
    print_kinds(": only exact", t->only_exact);
    print_kinds(", only rounded", t->only_rounded);
    printf(", %zu contradict the oracle; moved by up to %.3g; deviation from rigid up to %.3g\n",
           t->oracle_wrong, t->most_moved, t->deviation);
    fflush(stdout);
}
