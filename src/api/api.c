// api.c - arguments checked, then passed on. Nothing else happens here.
#include "api/checks.h"
#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "exec/pool.h"
#include "geom/motion.h"
#include "nc/deepest.h"
#include "query/batch.h"
#include "query/clearance.h"
#include "query/collide.h"
#include "query/contain.h"
#include "query/distance.h"
#include "query/first_contact.h"
#include "query/image.h"
#include "query/methods.h"
#include "query/model.h"
#include "query/points.h"
#include "query/self.h"
#include "query/shape.h"
#include "query/slack.h"
#include "query/solid.h"
#include "query/vertices.h"
#include "soup/soup.h"
#include "soup/statistics.h"

#include <math.h>

const char* abut_method_name(abut_method method)
{
    return method_name(method);
}

const char* abut_method_text(abut_method method)
{
    return method_text(method);
}

abut_status abut_method_from_name(const char* name, abut_method* out)
{
    return name && out ? method_from_name(name, out) : ABUT_BAD_ARGUMENT;
}

abut_status abut_pool_create(abut_pool** out, int workers, const abut_host* host)
{
    if (!out || workers < 0 || workers > POOL_WORKERS_MAX || (host && host->run))
        return ABUT_BAD_ARGUMENT;
    return pool_create(out, workers, host);
}

abut_status abut_pool_host(abut_pool* pool, abut_host* out)
{
    if (!pool || !out) return ABUT_BAD_ARGUMENT;
    *out = pool_host(pool);
    return ABUT_OK;
}

void abut_pool_free(abut_pool* pool)
{
    if (pool) pool_free(pool);
}

abut_status abut_soup_check(const abut_soup* soup, abut_soup_report* report)
{
    return soup_check(soup, report);
}

abut_status abut_soup_statistics(const abut_soup* soup, const abut_host* host, abut_statistics* out)
{
    if (!out) return ABUT_BAD_ARGUMENT;
    TRY(soup_check(soup, NULL));
    const abut_host complete = host_complete(host);
    return soup_statistics(soup, &complete, out);
}

abut_status abut_model_build(abut_model** out, const abut_soup* soup, const abut_build* options)
{
    const abut_build defaults = {.method = ABUT_METHOD_AUTO};
    build_options resolved;
    if (!options) options = &defaults;
    if (!out || !is_zero(options->reserved)) return ABUT_BAD_ARGUMENT;
    if (options->tree && !is_zero(options->tree->reserved)) return ABUT_BAD_ARGUMENT;
    TRY(method_resolve(options, &resolved));
    TRY(soup_check(soup, NULL));
    return model_build(out, soup, &resolved);
}

abut_status abut_model_save(const abut_model* model, const uint64_t source[2], abut_write* write,
                            void* user)
{
    static const uint64_t none[2] = {0, 0};
    if (!model || !write) return ABUT_BAD_ARGUMENT;
    return image_save(model, source ? source : none, write, user);
}

abut_status abut_model_open(abut_model** out, const void* bytes, size_t size, const abut_host* host)
{
    if (!out || !bytes || (uintptr_t)bytes % 64) return ABUT_BAD_ARGUMENT;
    return image_open(out, bytes, size, host);
}

abut_status abut_model_source(const abut_model* model, uint64_t source[2])
{
    if (!model || !source) return ABUT_BAD_ARGUMENT;
    source[0] = model->source[0];
    source[1] = model->source[1];
    return ABUT_OK;
}

void abut_model_free(abut_model* model)
{
    if (model) model_free(model);
}

abut_status abut_model_describe(const abut_model* model, abut_model_info* out)
{
    if (!model || !out) return ABUT_BAD_ARGUMENT;
    model_describe(model, out);
    return ABUT_OK;
}

abut_status abut_model_depths(const abut_model* model, size_t capacity, size_t* leaves,
                              size_t* triangles)
{
    if (!model || capacity <= model->tree.depth || capacity <= model->wide.depth)
        return ABUT_BAD_ARGUMENT;
    model_depths(model, capacity, leaves, triangles);
    return ABUT_OK;
}

abut_status abut_model_triangles(const abut_model* model, size_t first, size_t count, double* out)
{
    if (!model || (!out && count)) return ABUT_BAD_ARGUMENT;
    const size_t all = model->mesh.triangle_count;
    if (first > all || count > all - first) return ABUT_BAD_ARGUMENT;
    model_triangles(model, first, count, out);
    return ABUT_OK;
}

abut_status abut_query_create(abut_query** out, const abut_host* host)
{
    if (!out) return ABUT_BAD_ARGUMENT;
    return query_create(out, host);
}

void abut_query_free(abut_query* query)
{
    if (query) query_free(query);
}

abut_status abut_collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                         const abut_ask* options, abut_hits* out)
{
    const abut_ask defaults = {.limit = 0};
    if (!options) options = &defaults;
    if (!query || !a || !a->model || !b || !b->model || !out) return ABUT_BAD_ARGUMENT;
    if (!ask_is_plain(options)) return ABUT_BAD_ARGUMENT;
    return collide(query, a, b, options, out);
}

abut_status abut_pose_slack(const abut_pose* inner, const abut_pose* outer, int products,
                            const abut_model* model, double* out)
{
    if (!inner || !outer || products < 0 || !model || !out) return ABUT_BAD_ARGUMENT;
    return slack_find(inner, outer, products, model, out);
}

abut_status abut_motion_check(const abut_motion* motion)
{
    return motion ? motion_check(motion) : ABUT_BAD_ARGUMENT;
}

abut_status abut_motion_pose(const abut_pose* from, const abut_motion* pieces, size_t count,
                             double time, abut_pose* out)
{
    if (!from || !out) return ABUT_BAD_ARGUMENT;
    return motion_pose(from, pieces, count, time, out);
}

const char* abut_state_text(abut_state state)
{
    return state_text(state);
}

const char* abut_relation_text(abut_relation relation)
{
    return relation_text(relation);
}

const char* abut_reason_text(abut_reason reason)
{
    return reason_text(reason);
}

abut_status abut_contain(abut_query* query, const abut_instance* a, const abut_instance* b,
                         const abut_ask* options, abut_containment* out)
{
    const abut_ask defaults = {.limit = 0};
    if (!options) options = &defaults;
    if (!query || !a || !a->model || !b || !b->model || !out) return ABUT_BAD_ARGUMENT;
    if (!ask_is_plain(options)) return ABUT_BAD_ARGUMENT;
    if (ask_is_told(options)) return ABUT_BAD_COMBINATION;
    return contain(query, a, b, options, out);
}

// Check what is asked of a distance.
static abut_status distance_ask_check(const abut_distance_ask* ask)
{
    if (!is_zero(ask->reserved)) return ABUT_BAD_ARGUMENT;
    if ((unsigned)ask->detail > ABUT_DETAIL_POINTS || (unsigned)ask->coherent > 1)
        return ABUT_BAD_ARGUMENT;
    const double numbers[] = {ask->absolute, ask->relative, ask->deadline};
    if (!doubles_are_finite(numbers, 3) || isnan(ask->within)) return ABUT_NOT_FINITE;
    if (ask->absolute < 0 || ask->relative < 0 || ask->within < 0 || ask->deadline < 0)
        return ABUT_BAD_ARGUMENT;
    return ABUT_OK;
}

abut_status abut_distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                          const abut_distance_ask* options, abut_distance_answer* out)
{
    static const abut_distance_ask defaults;
    if (!options) options = &defaults;
    if (!query || !a || !a->model || !b || !b->model || !out) return ABUT_BAD_ARGUMENT;
    TRY(distance_ask_check(options));
    return distance(query, NULL, a, b, options, out);
}

const char* abut_band_text(abut_band band)
{
    return band_text(band);
}

// Check what is asked of a clearance.
static abut_status clearance_ask_check(const abut_clearance_ask* ask)
{
    if (!is_zero(ask->reserved)) return ABUT_BAD_ARGUMENT;
    if ((unsigned)ask->detail > ABUT_DETAIL_POINTS || (unsigned)ask->strict > 1)
        return ABUT_BAD_ARGUMENT;
    if (!double_is_finite(ask->deadline)) return ABUT_NOT_FINITE;
    return double_compare(ask->deadline, 0) < 0 ? ABUT_BAD_ARGUMENT : ABUT_OK;
}

abut_status abut_clearance(abut_query* query, const abut_instance* a, const abut_instance* b,
                           const abut_clearance_ask* options, abut_clearance_answer* out)
{
    static const abut_clearance_ask defaults;
    if (!options) options = &defaults;
    if (!query || !a || !a->model || !b || !b->model || !out) return ABUT_BAD_ARGUMENT;
    TRY(clearance_ask_check(options));
    return clearance(query, a, b, options, out);
}

const char* abut_motion_state_text(abut_motion_state state)
{
    return motion_state_text(state);
}

// NOLINTNEXTLINE(readability-function-size): two models, each with its motion
abut_status abut_first_contact(abut_query* query, const abut_instance* a,
                               const abut_motion* a_pieces, const abut_instance* b,
                               const abut_motion* b_pieces, size_t count,
                               const abut_motion_ask* options, abut_first* out)
{
    static const abut_motion_ask defaults;
    if (!options) options = &defaults;
    if (!query || !a || !a->model || !b || !b->model || !out) return ABUT_BAD_ARGUMENT;
    TRY(motion_ask_check(options));
    const abut_motion_question motion = {a, b, a_pieces, b_pieces, count};
    return first_contact(query, &motion, options, (double)count, out);
}

// Vertices of a soup at time 1; NULL: those of time 0.
static abut_status moving_soup_check(const abut_soup* soup, const double* to)
{
    TRY(soup_check(soup, NULL));
    for (size_t i = 0; to && i < soup->vertex_count; i++)
        if (!doubles_are_finite(to + 3 * i, 3)) return ABUT_NOT_FINITE;
    return ABUT_OK;
}

static abut_status vertices_ask_check(const abut_motion_ask* ask)
{
    TRY(motion_ask_check(ask));
    return double_is_zero(ask->separation) ? ABUT_OK : ABUT_BAD_COMBINATION;
}

abut_status abut_vertices_first(abut_query* query, const abut_soup* a, const double* a_to,
                                const abut_soup* b, const double* b_to,
                                const abut_motion_ask* options, abut_first* out)
{
    static const abut_motion_ask defaults;
    const vertices_asked asked[2] = {{a, a_to}, {b, b_to}};
    if (!options) options = &defaults;
    if (!query || !a || !b || !out) return ABUT_BAD_ARGUMENT;
    TRY(vertices_ask_check(options));
    TRY(moving_soup_check(a, a_to));
    TRY(moving_soup_check(b, b_to));
    return vertices_first(query, &asked[0], &asked[1], options, 0, out);
}

abut_status abut_vertices_self_first(abut_query* query, const abut_soup* soup, const double* to,
                                     const abut_motion_ask* options, abut_first* out)
{
    static const abut_motion_ask defaults;
    const vertices_asked asked = {soup, to};
    if (!options) options = &defaults;
    if (!query || !soup || !out) return ABUT_BAD_ARGUMENT;
    TRY(vertices_ask_check(options));
    TRY(moving_soup_check(soup, to));
    return vertices_first(query, &asked, NULL, options, 0, out);
}

const char* abut_self_class_text(abut_self_class how)
{
    return self_class_text(how);
}

const char* abut_self_verdict_text(abut_self_verdict verdict)
{
    return self_verdict_text(verdict);
}

abut_status abut_self(abut_query* query, const abut_instance* instance,
                      const abut_self_ask* options, abut_self_hits* out)
{
    static const abut_self_ask defaults;
    if (!options) options = &defaults;
    if (!query || !instance || !instance->model || !out) return ABUT_BAD_ARGUMENT;
    if (!is_zero(options->reserved) || (unsigned)options->detail > ABUT_DETAIL_POINTS ||
        (unsigned)options->parts > 1)
        return ABUT_BAD_ARGUMENT;
    if (!double_is_finite(options->deadline)) return ABUT_NOT_FINITE;
    if (double_compare(options->deadline, 0) < 0) return ABUT_BAD_ARGUMENT;
    return self_find(query, instance, options, out);
}

// ------------------------------------------------------------------------------------------- many

abut_status abut_batch_create(abut_batch** out, const abut_host* host)
{
    return out ? batch_create(out, host) : ABUT_BAD_ARGUMENT;
}

void abut_batch_free(abut_batch* batch)
{
    if (batch) batch_free(batch);
}

static int questions_are_whole(const abut_question* questions, size_t count)
{
    if (!questions && count) return 0;
    for (size_t i = 0; i < count; i++)
        if (!questions[i].a.model || !questions[i].b.model) return 0;
    return 1;
}

abut_status abut_collide_batch(abut_batch* batch, const abut_question* questions, size_t count,
                               const abut_ask* options, const abut_hits** out)
{
    const abut_ask defaults = {.limit = 0};
    if (!options) options = &defaults;
    if (!batch || !out || !ask_is_plain(options) || !questions_are_whole(questions, count))
        return ABUT_BAD_ARGUMENT;
    if (ask_is_told(options)) return ABUT_BAD_COMBINATION;
    return batch_collide(batch, questions, count, options, out);
}

abut_status abut_first_contact_batch(abut_batch* batch, const abut_motion_question* questions,
                                     size_t count, const abut_motion_ask* options,
                                     const abut_first** out)
{
    static const abut_motion_ask defaults;
    if (!options) options = &defaults;
    if (!batch || !out || (!questions && count)) return ABUT_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        const abut_motion_question* q = &questions[i];
        if (!q->a || !q->a->model || !q->b || !q->b->model) return ABUT_BAD_ARGUMENT;
    }
    TRY(motion_ask_check(options));
    return batch_first_contact(batch, questions, count, options, out);
}

abut_status abut_distance_batch(abut_batch* batch, const abut_question* questions, size_t count,
                                const abut_distance_ask* options, const abut_distance_answer** out)
{
    static const abut_distance_ask defaults;
    if (!options) options = &defaults;
    if (!batch || !out || !questions_are_whole(questions, count)) return ABUT_BAD_ARGUMENT;
    TRY(distance_ask_check(options));
    return batch_distance(batch, questions, count, options, out);
}

abut_status abut_clearance_batch(abut_batch* batch, const abut_question* questions, size_t count,
                                 const abut_clearance_ask* options,
                                 const abut_clearance_answer** out)
{
    static const abut_clearance_ask defaults;
    if (!options) options = &defaults;
    if (!batch || !out || !questions_are_whole(questions, count)) return ABUT_BAD_ARGUMENT;
    TRY(clearance_ask_check(options));
    return batch_clearance(batch, questions, count, options, out);
}

// ----------------------------------------------------------------------------------------- shapes

const char* abut_shape_text(abut_shape_kind kind)
{
    return shape_text(kind);
}

abut_status abut_shape_check(const abut_shape* shape)
{
    return shape ? shape_check(shape) : ABUT_BAD_ARGUMENT;
}

abut_status abut_shape_collide(abut_query* query, const abut_instance* instance,
                               const abut_shape* shape, const abut_shape_ask* ask,
                               abut_shape_hits* out)
{
    static const abut_shape_ask defaults;
    if (!ask) ask = &defaults;
    if (!query || !instance || !instance->model || !shape || !out) return ABUT_BAD_ARGUMENT;
    TRY(shape_ask_check(ask));
    TRY(shape_check(shape));
    return collide_shape(query, instance, shape, ask, out);
}

abut_status abut_shape_distance(abut_query* query, const abut_instance* instance,
                                const abut_shape* shape, const abut_distance_ask* options,
                                abut_shape_nearest* out)
{
    static const abut_distance_ask defaults;
    if (!options) options = &defaults;
    if (!query || !instance || !instance->model || !shape || !out) return ABUT_BAD_ARGUMENT;
    TRY(distance_ask_check(options));
    TRY(shape_check(shape));
    return measure_shape(query, instance, shape, options, out);
}

const char* abut_shape_relation_text(abut_shape_relation relation)
{
    return shape_relation_text(relation);
}

abut_status abut_shape_contain(abut_query* query, const abut_instance* instance,
                               const abut_solid* solid, const abut_shape* shape,
                               abut_shape_relation* out)
{
    if (!query || !instance || !instance->model || !solid || !shape || !out)
        return ABUT_BAD_ARGUMENT;
    TRY(shape_check(shape));
    return contain_shape(query, instance, solid, shape, out);
}

abut_status abut_probe_batch(abut_batch* batch, const abut_instance* instance,
                             const abut_shape* shapes, size_t count, const abut_shape_ask* ask,
                             const abut_shape_hits** out)
{
    static const abut_shape_ask defaults;
    if (!ask) ask = &defaults;
    if (!batch || !instance || !instance->model || (!shapes && count) || !out)
        return ABUT_BAD_ARGUMENT;
    TRY(shape_ask_check(ask));
    return batch_probe(batch, instance, shapes, count, ask, out);
}

// ----------------------------------------------------------------------------------------- points

static abut_status point_ask_check(const abut_point_ask* ask)
{
    if (!is_zero(ask->reserved) || (unsigned)ask->winding > 1) return ABUT_BAD_ARGUMENT;
    if (isnan(ask->within)) return ABUT_NOT_FINITE;
    if (ask->within < 0) return ABUT_BAD_ARGUMENT;
    return ask->winding && !ask->solid ? ABUT_BAD_COMBINATION : ABUT_OK;
}

abut_status abut_points(abut_batch* batch, const abut_instance* instance, const double* points,
                        size_t count, const abut_point_ask* options, const abut_point_answer** out)
{
    static const abut_point_ask defaults;
    if (!options) options = &defaults;
    if (!batch || !instance || !instance->model || (!points && count) || !out)
        return ABUT_BAD_ARGUMENT;
    TRY(point_ask_check(options));
    if (options->solid && options->solid->model != instance->model) return ABUT_BAD_COMBINATION;
    for (size_t i = 0; i < count; i++)
        if (!doubles_are_finite(points + 3 * i, 3)) return ABUT_NOT_FINITE;
    return batch_points(batch, instance, points, count, options, out);
}

abut_status abut_solid_build(abut_solid** out, const abut_model* model, const abut_host* host)
{
    return out && model ? solid_make(out, model, host) : ABUT_BAD_ARGUMENT;
}

void abut_solid_free(abut_solid* solid)
{
    if (solid) solid_free(solid);
}

abut_status abut_solid_describe(const abut_solid* solid, abut_solid_info* out)
{
    if (!solid || !out) return ABUT_BAD_ARGUMENT;
    solid_describe(solid, out);
    return ABUT_OK;
}

const char* abut_side_text(abut_side side)
{
    return side_text(side);
}

// ------------------------------------------------------------------------------------------ turned

// What both questions about solids of revolution check. *resolution becomes a number above 0.
static abut_status prepare_turned(const abut_model* model, const abut_turned* solid,
                                  const double from[3], const double to[3], double* resolution,
                                  deepest_model* m, turned* t)
{
    if (!model || !solid || !from || !to) return ABUT_BAD_ARGUMENT;
    if (model->method != ABUT_METHOD_WIDE && model->method != ABUT_METHOD_AABB &&
        model->method != ABUT_METHOD_BRUTE)
        return ABUT_BAD_COMBINATION;
    if (!doubles_are_finite(from, 3) || !doubles_are_finite(to, 3) ||
        !double_is_finite(*resolution))
        return ABUT_NOT_FINITE;
    if (*resolution < 0) return ABUT_BAD_ARGUMENT;
    TRY(turned_prepare(t, solid));
    if (!model->mesh.is_moderate) return ABUT_BAD_SCALE;
    for (int k = 0; k < 3; k++)
        if (fabs(from[k]) > 0x1p200 || fabs(to[k]) > 0x1p200) return ABUT_BAD_SCALE;
    if (*resolution == 0) *resolution = 1e-9 * t->size;
    *m = (deepest_model){.mesh = &model->mesh,
                         .frame = &model->frame,
                         .tree = &model->tree,
                         .wide = &model->wide,
                         .low = model->low,
                         .high = model->high};
    return ABUT_OK;
}

abut_status abut_turned_depth(const abut_model* model, const abut_turned* solid,
                              const double from[3], const double to[3], const abut_depth_ask* ask,
                              abut_depth* out)
{
    static const abut_depth_ask defaults;
    if (!ask) ask = &defaults;
    if (!out || !is_zero(ask->reserved)) return ABUT_BAD_ARGUMENT;
    if (!double_is_finite(ask->enough)) return ABUT_NOT_FINITE;
    deepest_model m;
    turned t;
    double resolution = ask->resolution;
    TRY(prepare_turned(model, solid, from, to, &resolution, &m, &t));
    deepest_find(&m, &t, from, to, ask->enough, resolution, out);
    return ABUT_OK;
}

abut_status abut_turned_lift(const abut_model* model, const abut_turned* solid,
                             const double from[3], const double to[3], double resolution,
                             double* lo, double* hi)
{
    if (!lo || !hi) return ABUT_BAD_ARGUMENT;
    deepest_model m;
    turned t;
    double lift[2];
    TRY(prepare_turned(model, solid, from, to, &resolution, &m, &t));
    deepest_lift(&m, &t, from, to, resolution, lift);
    *lo = lift[0];
    *hi = lift[1];
    return ABUT_OK;
}
