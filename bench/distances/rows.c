// rows.c - one row of "distance": the answers compared with the exact ones, then the times.
#include "bench.h"
#include "distances/distances.h"

#include "abut/distance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The bars of ours against itself say how much longer it may take: 1 / 1.15.
static const distance_mode modes[] = {
    {"exact", "pqp", PEER_DISTANCE, PEER_DISTANCE, 0, 1, 0, 12, 8},
    {"coherent", "pqp", PEER_COHERENT, PEER_COHERENT, 0, 1, 0, 8, 0},
    {"within 0.5", "pqp", PEER_WITHIN, PEER_WITHIN, 0.5, 1, 0, 1.5, 0},
    {"within 0.99", "pqp", PEER_WITHIN, PEER_WITHIN, 0.99, 1, 0, 5, 0},
    {"within 1.01", "pqp", PEER_WITHIN, PEER_WITHIN, 1.01, 1, 0, 5, 0},
    {"within 2", "pqp", PEER_WITHIN, PEER_WITHIN, 2, 1, 0, 1.5, 0},
    {"exact", "fcl-obbrss", PEER_DISTANCE, PEER_DISTANCE, 0, 1, 0, 15, 0},
    {"exact", "coal", PEER_DISTANCE, PEER_DISTANCE, 0, 1, 0, 15, 0},
    {"coherent", "abut", PEER_COHERENT, PEER_DISTANCE, 0, 1, 0, 0.95, 0},
    {"tolerance", "abut", PEER_DISTANCE, PEER_TOLERANCE, 0, 1, 0, 1 / 1.15, 0},
    {"clearance", "abut", PEER_CLEARANCE, PEER_ALL, 0, 1, 0, 1 / 1.3, 0},
    {"threads", "abut", PEER_DISTANCE, PEER_DISTANCE, 0, 2, 500, 1.8, 0},
};

const distance_mode* distance_modes(size_t* count)
{
    *count = sizeof modes / sizeof *modes;
    return modes;
}

// ------------------------------------------------------------------------------------------ the truth

static double radius(const mesh* m)
{
    double most = 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double* v = m->vertices + 3 * i;
        most = fmax(most, hypot(hypot(v[0], v[1]), v[2]));
    }
    return most;
}

// By how much lengths change under a pose: recorded rotations need not be quite rigid.
static double deviation(const abut_pose* pose)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double dot = i == k ? -1 : 0;
            for (int j = 0; j < 3; j++)
                dot += pose->rotation[j][i] * pose->rotation[j][k];
            most = fmax(most, fabs(dot));
        }
    return most;
}

// What a peer that computes in doubles, with rigid poses, may be wrong by.
static double precision_of(const peer_query* q, const double* radii)
{
    double way = 0;
    for (int k = 0; k < 3; k++)
        way = hypot(way, q->b_pose.translation[k] - q->a_pose.translation[k]);
    const double reach = radii[q->a] + radii[q->b] + way;
    return reach * (1e-12 + 2 * (deviation(&q->a_pose) + deviation(&q->b_pose)));
}

side_status distance_truth_find(side* ours, const peer_scene* scene, distance_truth* out)
{
    const size_t count = scene->query_count;
    double* radii = malloc((scene->mesh_count + 1) * sizeof *radii);
    *out = (distance_truth){.scene = scene,
                            .answers = calloc(count + 1, sizeof *out->answers),
                            .precision = malloc((count + 1) * sizeof(double)),
                            .bounds = malloc((count + 1) * sizeof(double))};
    side_status status =
        radii && out->answers && out->precision && out->bounds ? SIDE_OK : SIDE_FAILED;
    if (status != SIDE_OK) snprintf(ours->error, sizeof ours->error, "out of memory");
    for (size_t i = 0; i < scene->mesh_count && status == SIDE_OK; i++)
        radii[i] = radius(&scene->meshes[i]);
    for (size_t i = 0; i < count && status == SIDE_OK; i++) {
        out->precision[i] = precision_of(&scene->queries[i], radii);
        status = ours->calls->measure(ours, PEER_DISTANCE, i, &out->answers[i]);
    }
    free(radii);
    return status;
}

double distance_truth_us(const distance_truth* t)
{
    double seconds = 0;
    for (size_t i = 0; i < t->scene->query_count; i++)
        seconds += t->answers[i].seconds;
    return 1e6 * seconds / (double)t->scene->query_count;
}

void distance_truth_free(distance_truth* t)
{
    free(t->answers);
    free(t->precision);
    free(t->bounds);
    *t = (distance_truth){0};
}

// -------------------------------------------------------------------------------------- the comparison

// The exact distance of two triangles alone, by the method that prunes nothing.
static abut_status measure_pair(const peer_scene* scene, size_t query, abut_pair pair,
                                abut_distance_answer* out)
{
    static const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    const peer_query* q = &scene->queries[query];
    const mesh* meshes[2] = {&scene->meshes[q->a], &scene->meshes[q->b]};
    const uint32_t numbers[2] = {pair.a, pair.b};
    abut_model* models[2] = {NULL, NULL};
    abut_query* asked = NULL;
    abut_status status = abut_query_create(&asked, NULL);
    for (int i = 0; i < 2 && status == ABUT_OK; i++) {
        const mesh* m = meshes[i];
        const abut_soup soup = {.vertices = m->vertices,
                                .triangles = m->triangles + 3 * (size_t)numbers[i],
                                .vertex_count = m->vertex_count,
                                .triangle_count = 1};
        status = numbers[i] < m->triangle_count ? abut_model_build(&models[i], &soup, &brute)
                                                : ABUT_BAD_ARGUMENT;
    }
    const abut_instance a = {.model = models[0], .pose = q->a_pose},
                        b = {.model = models[1], .pose = q->b_pose};
    if (status == ABUT_OK) status = abut_distance(asked, &a, &b, NULL, out);
    abut_model_free(models[0]);
    abut_model_free(models[1]);
    abut_query_free(asked);
    return status;
}

typedef struct comparison {
    const distance_truth* truth;
    const distance_mode* mode;
    distance_row* row;
} comparison;

// The peer tells another distance. Its pair may be nearer than what abut says, or abut's pair farther: then abut is wrong.
static void judge(const comparison* c, size_t query, const side_measure* theirs)
{
    const side_measure* truth = &c->truth->answers[query];
    const bool is_nearer = theirs->lo < truth->lo;
    abut_distance_answer alone;
    *(is_nearer ? &c->row->peer_nearer : &c->row->peer_farther) += 1;
    if (is_nearer && !theirs->has_pair) return;
    const abut_pair pair = is_nearer ? theirs->pair : truth->pair;
    if (measure_pair(c->truth->scene, query, pair, &alone) != ABUT_OK) return;
    c->row->ours_wrong += is_nearer ? alone.hi < truth->lo : alone.lo > truth->hi;
}

static void compare_number(const comparison* c, size_t query, const side_measure* theirs)
{
    const side_measure* truth = &c->truth->answers[query];
    double precision = c->truth->precision[query];
    if (c->mode->other == PEER_TOLERANCE) precision = 1e-6 * truth->hi;
    const double difference = fmax(fmax(truth->lo - theirs->hi, theirs->lo - truth->hi), 0);
    c->row->precision = fmax(c->row->precision, precision);
    c->row->worst = fmax(c->row->worst, difference);
    if (!(difference <= precision)) judge(c, query, theirs);
}

static bool is_within(const comparison* c, size_t query)
{
    return c->truth->answers[query].hi <= c->truth->bounds[query];
}

static bool is_yes(const side_measure* answer)
{
    return answer->lo > 0;
}

static side_status compare_query(const peer_match* m, size_t query, void* to, double seconds[2])
{
    const comparison* c = to;
    const side_measure* truth = &c->truth->answers[query];
    side_measure ours, theirs;
    side_status status = m->ours->calls->measure(m->ours, c->mode->ours, query, &ours);
    if (status == SIDE_OK)
        status = m->other->calls->measure(m->other, c->mode->other, query, &theirs);
    if (status != SIDE_OK) return status;
    seconds[0] = ours.seconds;
    seconds[1] = theirs.seconds;
    if (c->mode->ours == PEER_WITHIN) {
        const bool yes = is_within(c, query);
        c->row->ours_wrong += is_yes(&ours) != yes;
        if (is_yes(&theirs) != yes) *(yes ? &c->row->peer_farther : &c->row->peer_nearer) += 1;
        return SIDE_OK;
    }
    c->row->ours_wrong += ours.lo < truth->lo || ours.lo > truth->lo || ours.hi < truth->hi ||
                          ours.hi > truth->hi || ours.pair.a != truth->pair.a ||
                          ours.pair.b != truth->pair.b;
    compare_number(c, query, &theirs);
    return SIDE_OK;
}

static side_status give_bounds(const distance_truth* truth, double factor, peer_match* m)
{
    const size_t count = truth->scene->query_count;
    for (size_t i = 0; i < count; i++)
        truth->bounds[i] = factor * truth->answers[i].hi;
    const side_status status = m->ours->calls->bound(m->ours, truth->bounds, count);
    return status == SIDE_OK ? m->other->calls->bound(m->other, truth->bounds, count) : status;
}

side_status distance_measure(const distance_truth* truth, const distance_mode* mode, peer_match* m,
                             distance_row* row)
{
    const double timeout = m->limits->timeout;
    comparison c = {truth, mode, row};
    side_status status = SIDE_OK;
    row->scene = truth->scene->name;
    row->mode = mode;
    row->queries = truth->scene->query_count;
    if (mode->ours == PEER_CLEARANCE)
        return distance_measure_clearance(truth, m->ours, m->limits, row);
    if (mode->ours == PEER_WITHIN) status = give_bounds(truth, mode->factor, m);
    if (status == SIDE_OK) status = peer_compare_each(m, compare_query, &c);
    row->used = m->used_count;
    if (status == SIDE_OK) status = m->ours->calls->use(m->ours, m->used, row->used);
    if (status == SIDE_OK) status = m->other->calls->use(m->other, m->used, row->used);
    m->other->limit = timeout * (double)row->used;  // one command asks all of them
    const uint64_t before = side_own_allocations(m->ours);
    if (status == SIDE_OK) status = peer_time(m, mode->ours, mode->other, &row->times);
    row->allocations = side_own_allocations(m->ours) - before;
    m->other->limit = timeout;
    return status;
}
