// trial.c - see trial.h. Of two sizes that work alike the smaller is taken, whatever the order in which they are tried.
#include "query/trial.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/host.h"
#include "base/host_share.h"
#include "query/collide.h"

const int trial_sizes[TRIAL_SIZES] = {8, 4, 16, 2, 32, 1};

#define BUDGET 262144  // tests

uint64_t trial_work(const abut_hits* hits)
{
    return TRIAL_VOLUME * hits->volume_tests + TRIAL_TRIANGLE * hits->triangle_tests +
           TRIAL_UPDATE * hits->node_updates;
}

uint64_t trial_budget(size_t triangle_count)
{
    return BUDGET + 8 * (uint64_t)triangle_count;
}

// ------------------------------------------------------------------------------------------- poses

// How far the slabs about both overlap, in widths of the narrower one.
static const double overlaps[] = {0.02, 0.3, -0.01, 0.1, 0.5, 0.05};
enum { OVERLAPS = sizeof overlaps / sizeof *overlaps };

// Whole numbers from -most to most.
static int number_at(uint64_t place, int most)
{
    const uint64_t hash = hash_64(&place, sizeof place);
    return (int)(hash >> 33) % (2 * most + 1) - most;
}

// A rotation whose entries are fractions of small numbers.
static void rotation_at(uint64_t place, double out[3][3])
{
    int q[4];
    for (int i = 0; i < 4; i++)
        q[i] = number_at(4 * place + (uint64_t)i, 9);
    if (!q[0]) q[0] = 1;  // so that it is one
    const int w = q[0], x = q[1], y = q[2], z = q[3], norm = w * w + x * x + y * y + z * z;
    const int whole[3][3] = {
        {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
    };
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out[i][k] = (double)whole[i][k] / norm;
    }
}

// How far the vertices that triangles use reach along a direction, in the frame.
static void reach_along(const soup_mesh* m, const frame* f, const double direction[3], double* low,
                        double* high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        double y[3];
        frame_place(f, m->vertices + 3 * (size_t)m->triangles[i], y);
        const double along = dot3(direction, y);
        *low = along < *low ? along : *low;
        *high = along > *high ? along : *high;
    }
}

// y goes to rotation y + shift in the frame: the same of the file's coordinates.
static void place_in_file(const frame* f, const double shift[3], abut_pose* out)
{
    for (int k = 0; k < 3; k++) {
        const double turned = dot3(out->rotation[k], f->origin);
        out->translation[k] = double_scale(f->origin[k] + shift[k] - turned, f->exponent);
    }
}

int trial_poses(const soup_mesh* m, const frame* f, abut_pose out[TRIAL_POSES])
{
    const size_t n = m->triangle_count;
    const int wanted = n <= 20000 ? TRIAL_POSES : n <= 100000 ? TRIAL_POSES / 2 : TRIAL_POSES / 4;
    int count = 0;
    for (int i = 0; i < wanted && n; i++) {
        abut_pose* pose = &out[count];
        double direction[3], back[3], a[2], b[2], shift[3];
        *pose = (abut_pose){.scale = 1};
        rotation_at((uint64_t)i, pose->rotation);
        for (int k = 0; k < 3; k++)
            direction[k] = number_at(1000 + 3 * (uint64_t)i + (uint64_t)k, 9);
        if (!(absolute_sum3(direction) > 0)) direction[0] = 1;
        for (int k = 0; k < 3; k++)
            back[k] = pose->rotation[0][k] * direction[0] + pose->rotation[1][k] * direction[1] +
                      pose->rotation[2][k] * direction[2];
        reach_along(m, f, direction, &a[0], &a[1]);
        reach_along(m, f, back, &b[0], &b[1]);
        const double width = a[1] - a[0] < b[1] - b[0] ? a[1] - a[0] : b[1] - b[0];
        const double way =
            (a[1] - b[0] - overlaps[i % OVERLAPS] * width) / dot3(direction, direction);
        for (int k = 0; k < 3; k++)
            shift[k] = way * direction[k];
        place_in_file(f, shift, pose);
        count += doubles_are_finite(pose->translation, 3);
    }
    return count;
}

// ------------------------------------------------------------------------------------------ trials

static const abut_pose no_pose = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};

typedef struct trial {
    const abut_host* host;  // which is told of the progress
    abut_pose poses[TRIAL_POSES];
    int pose_count;
    uint64_t least;  // work; UINT64_MAX: of none yet
    int size;        // with which
} trial;

// Of the poses those stay that the first size answers within the budget.
static abut_status ask_first(trial* t, abut_query* query, const abut_model* model)
{
    const abut_ask ask = {.budget = trial_budget(model->mesh.triangle_count)};
    const abut_instance a = {.model = model, .pose = no_pose};
    uint64_t work = 0;
    int kept = 0;
    for (int i = 0; i < t->pose_count; i++) {
        const abut_instance b = {.model = model, .pose = t->poses[i]};
        abut_hits hits;
        TRY(host_progress(t->host, 0.5 + 0.5 * i / t->pose_count));
        TRY(collide(query, &a, &b, &ask, &hits));
        if (!hits.complete) continue;
        work += trial_work(&hits);
        t->poses[kept++] = t->poses[i];
    }
    t->pose_count = kept;
    t->least = work;
    return ABUT_OK;
}

// A size that works more than the best is given up, sooner or later.
static abut_status ask_next(trial* t, abut_query* query, const abut_model* model, int size)
{
    const abut_instance a = {.model = model, .pose = no_pose};
    uint64_t work = 0;
    for (int i = 0; i < t->pose_count; i++) {
        const abut_instance b = {.model = model, .pose = t->poses[i]};
        // A test works TRIAL_TRIANGLE at least.
        const abut_ask ask = {.budget = (t->least - work) / TRIAL_TRIANGLE + 1};
        abut_hits hits;
        TRY(host_progress(t->host, 0.5 + 0.5 * i / t->pose_count));
        TRY(collide(query, &a, &b, &ask, &hits));
        work += trial_work(&hits);
        if (!hits.complete || work > t->least) return ABUT_OK;
    }
    if (work < t->least || size < t->size) {
        t->least = work;
        t->size = size;
    }
    return ABUT_OK;
}

static abut_status ask_model(trial* t, const abut_model* model, int place)
{
    abut_query* query = NULL;
    abut_host quiet = *t->host;
    quiet.progress = NULL;  // it would begin anew with each
    TRY(query_create(&query, &quiet));
    if (place == 0) t->pose_count = trial_poses(&model->mesh, &model->frame, t->poses);
    const abut_status status =
        place == 0 ? ask_first(t, query, model) : ask_next(t, query, model, trial_sizes[place]);
    query_free(query);
    return status;
}

static abut_status try_size(trial* t, int place, const abut_soup* soup,
                            const build_options* options)
{
    abut_model* model = NULL;
    build_options own = *options;
    host_share half;
    host_share_begin(&half, t->host);
    half.to = 0.5;
    own.own.leaf_size = trial_sizes[place];
    own.own.host = &half.host;
    own.tree.trial = own.tree.turned = 0;
    TRY(model_build(&model, soup, &own));
    const abut_status status = ask_model(t, model, place);
    model_free(model);
    return status;
}

abut_status trial_leaf_size(int* out, const abut_soup* soup, const build_options* options,
                            const abut_host* host)
{
    host_share share;
    host_share_begin(&share, host);
    trial* t = host_allocate(host, 1, sizeof *t);
    if (!t) return ABUT_OUT_OF_MEMORY;
    *t = (trial){.host = &share.host, .size = trial_sizes[0]};
    abut_status status = ABUT_OK;
    for (int i = 0; i < TRIAL_SIZES && status == ABUT_OK; i++) {
        share.from = (double)i / TRIAL_SIZES;
        share.to = (double)(i + 1) / TRIAL_SIZES;
        status = try_size(t, i, soup, options);
        if (!t->pose_count) break;
    }
    if (status == ABUT_OK) *out = t->size;
    host_release(host, t, 1, sizeof *t);
    return status;
}
