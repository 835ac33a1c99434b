// scenes.c - scenes on which distances are measured: the meshes of "peers", in poses without contact.
#include "bench.h"
#include "distances/distances.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const distance_kind kinds[] = {
    {"torus 1k", "turn torus 1k", true, true},
    {"torus 12k", "turn torus 12k", true, true},
    {"torus 54k", "turn torus 54k", false, true},
    {"torus 100k", "turn torus 100k", false, true},
    {"sphere 23k", "turn sphere 23k", false, true},
    {"sphere 97k", "turn sphere 97k", false, true},
    {"bunny", "turn bunny", true, true},
    {"dragon", "turn dragon", false, true},
    {"flight 2000", "flight 2000", true, false},
    {"flight 20000", "flight 20000", false, false, 0.3},
    {"concentric", "spheres 1e-1", true, false},
    {"concentric turned", "turned spheres 1e-1", false, false},
    {"motion model 1", "motion model 1", false, false},
    {"motion scenario 1-3", "motion scenario 1-3", false, false},
    {"motion scenario 2-3", "motion scenario 2-3", false, false},
    {"motion gears", "motion gears", false, false},
    {"motion robot", "motion robot", false, false},
    {"motion screw", "motion screw", false, false},
};

const distance_kind* distance_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

// ------------------------------------------------------------------------------------------ contacts

typedef struct prober {  // abut, asked whether there is a contact
    abut_model** models;
    size_t model_count;
    abut_query* query;
    abut_status status;  // the first failure
} prober;

static void prober_free(prober* p)
{
    for (size_t i = 0; i < p->model_count; i++)
        abut_model_free(p->models[i]);
    free(p->models);
    abut_query_free(p->query);
}

static void prober_make(prober* p, const peer_scene* s)
{
    *p = (prober){.models = calloc(s->mesh_count + 1, sizeof(abut_model*))};
    p->status = p->models ? abut_query_create(&p->query, NULL) : ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < s->mesh_count && p->status == ABUT_OK; i++) {
        const mesh* m = &s->meshes[i];
        const abut_soup soup = {.vertices = m->vertices,
                                .triangles = m->triangles,
                                .vertex_count = m->vertex_count,
                                .triangle_count = m->triangle_count};
        p->status = abut_model_build(&p->models[i], &soup, NULL);
        p->model_count += p->status == ABUT_OK;
    }
}

static bool is_contact(prober* p, const peer_query* q)
{
    static const abut_ask first = {.limit = 1};
    const abut_instance a = {.model = p->models[q->a], .pose = q->a_pose};
    const abut_instance b = {.model = p->models[q->b], .pose = q->b_pose};
    abut_hits hits = {.count = 0};
    if (p->status == ABUT_OK) p->status = abut_collide(p->query, &a, &b, &first, &hits);
    return hits.count > 0;
}

static void drop_contacts(prober* p, peer_scene* s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->query_count; i++)
        if (!is_contact(p, &s->queries[i])) s->queries[kept++] = s->queries[i];
    s->query_count = kept;
}

// ------------------------------------------------------------------------------------------- separated

static void place(peer_query* q, const double direction[3], double distance)
{
    for (int k = 0; k < 3; k++)
        q->b_pose.translation[k] = distance * direction[k];
}

// The smallest distance along a direction from which on, by halving, there is no contact. Models are in a cube of side 2.
static double smallest_free(prober* p, peer_query* q, const double direction[3])
{
    double low = 0, high = 4;
    for (int i = 0; i < 30; i++) {
        const double middle = (low + high) / 2;
        place(q, direction, middle);
        *(is_contact(p, q) ? &low : &high) = middle;
    }
    return high;
}

static void random_direction(random_source* r, double out[3])
{
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = 2 * random_unit(r) - 1;
            square += out[k] * out[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(square);
}

// Zachmann's turn (1998, section 5): the second model turns before the first, about z, at the smallest distance that is free;
// and the same number of poses about random axes, in random directions. Each so far beyond it.
static void separate(prober* p, peer_scene* s, const peer_setup* setup)
{
    static const double gaps[] = {1e-1, 1e-2, 1e-3}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    const size_t gap_count = sizeof gaps / sizeof *gaps;
    // Odd: at right angles the boxes around both are parallel.
    const size_t steps = setup->is_quick ? 3 : 17;
    random_source r = {setup->is_tuning ? 1051 : 51};
    s->query_count = 0;
    peer_query* all = peer_add_queries(s, 2 * gap_count * steps);
    for (size_t i = 0; i < 2 * steps; i++) {
        const bool is_turn = i < steps;
        double direction[3], axis[3];
        peer_query q = all[gap_count * i];
        random_direction(&r, direction);
        random_direction(&r, axis);
        abut_pose_from_axis_angle(&q.b_pose, is_turn ? z : axis,
                                  is_turn ? 360 * (double)i / (double)steps
                                          : 360 * random_unit(&r));
        const double* way = is_turn ? x : direction;
        const double free_from = smallest_free(p, &q, way);
        for (size_t g = 0; g < gap_count; g++) {
            place(&q, way, free_from + gaps[g]);
            all[gap_count * i + g] = q;
        }
    }
}

int distance_scene_make(peer_scene* out, const distance_kind* kind, const peer_setup* setup)
{
    size_t count;
    const peer_scene_kind* bases = peer_scene_kinds(&count);
    while (strcmp(bases->name, kind->base) != 0)
        bases++;
    const int result = peer_scene_make(out, bases, setup);
    out->name = kind->name;
    if (result <= 0) return result;
    for (size_t i = 0; kind->shrink > 0 && i < 3 * out->meshes[1].vertex_count; i++)
        out->meshes[1].vertices[i] *= kind->shrink;
    prober p;
    prober_make(&p, out);
    if (p.status == ABUT_OK && kind->is_separated) separate(&p, out, setup);
    if (p.status == ABUT_OK) drop_contacts(&p, out);
    const abut_status status = p.status;
    prober_free(&p);
    if (status != ABUT_OK) return peer_fail(out, abut_status_text(status));
    return out->query_count ? 1 : peer_fail(out, "all its poses are in contact");
}
