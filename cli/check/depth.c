// depth.c - see depth.h: what is asked of both models as solids.
#include "check/depth.h"

#include "say/say.h"

bool depth_has_overlap(const depth_options* o)
{
    return o->curves || o->volume || o->curves_file;
}

bool depth_is_asked(const depth_options* o)
{
    return o->depth || o->along || depth_has_overlap(o);
}

bool depth_has_table(const depth_options* o)
{
    return o->depth || o->along || o->curves || o->volume;
}

static abut_status ask_depths(depth_result* r, const abut_instance* a, const abut_instance* b)
{
    const depth_options* o = r->options;
    const abut_solids_ask how = {.a_solid = r->solids.of[0],
                                 .b_solid = r->solids.of[1],
                                 .absolute = o->tolerance,
                                 .budget = o->budget};
    abut_status status = ABUT_OK;
    if (o->depth) status = abut_depth_least(r->query, a, b, &how, &r->least);
    if (o->depth && status == ABUT_OK) status = abut_reach(r->query, a, b, &how, &r->reach);
    if (o->along && status == ABUT_OK)
        status = abut_depth_along(r->query, a, b, o->direction, &how, &r->along);
    return status;
}

static abut_status ask_overlap(depth_result* r, const abut_instance* a, const abut_instance* b)
{
    const bool volume = r->options->volume;
    const abut_overlap_ask how = {.volume = volume,
                                  .a_solid = volume ? r->solids.of[0] : NULL,
                                  .b_solid = volume ? r->solids.of[1] : NULL};
    return abut_overlap(r->query, a, b, &how, &r->overlap);
}

bool depth_ask(depth_result* r, const depth_options* o, const model_file sides[2],
               const abut_pose poses[2], const abut_host* host)
{
    const abut_instance a = {.model = sides[0].model, .pose = poses[0]},
                        b = {.model = sides[1].model, .pose = poses[1]};
    r->options = o;
    r->sides = sides;
    if (!pair_query(&r->query, host) || !solids_make(&r->solids, sides, o->volume, r->query, host))
        return false;
    // The overlap goes last: it lives in the query.
    abut_status status = ask_depths(r, &a, &b);
    if (status == ABUT_OK && depth_has_overlap(o)) status = ask_overlap(r, &a, &b);
    if (status != ABUT_OK) say_status(NULL, status);
    return status == ABUT_OK;
}

void depth_free(depth_result* r)
{
    solids_free(&r->solids);
    abut_query_free(r->query);
}

// What the bounds of a depth prove.
static depth_state state_of(double lo, double hi, bool complete)
{
    if (lo > 0 || (hi > 0 && complete)) return DEPTH_BLOCKED;
    return hi > 0 ? DEPTH_UNDECIDED : DEPTH_FREE;
}

depth_state depth_state_of(const depth_result* r)
{
    const depth_options* o = r->options;
    const abut_depth_least_answer* least = &r->least;
    const abut_depth_along_answer* along = &r->along;
    depth_state state = DEPTH_FREE;
    if (o->volume && r->overlap.volume_lo > 0) return DEPTH_BLOCKED;
    if (o->depth) state = state_of(least->lo, least->hi, least->complete);
    if (o->along && state != DEPTH_BLOCKED) {
        const depth_state other = state_of(along->depth_lo, along->depth_hi, along->complete);
        // Each of both may know more.
        if (other == DEPTH_BLOCKED || !o->depth) state = other;
    }
    return state;
}

bool depth_is_stopped(const depth_result* r)
{
    const depth_options* o = r->options;
    return (o->depth && (!r->least.complete || !r->reach.complete)) ||
           (o->along && !r->along.complete);
}

void depth_add_costs(const depth_result* r, json_costs* costs)
{
    const abut_depth_least_answer* least = &r->least;
    const abut_depth_along_answer* along = &r->along;
    const abut_reach_answer* reach = &r->reach;
    costs->volume_tests += least->volume_tests + along->volume_tests + reach->volume_tests;
    costs->triangle_tests += least->triangle_tests + along->triangle_tests + reach->triangle_tests;
    costs->node_updates += least->node_updates + along->node_updates;
    costs->exact_tests += least->exact_tests + along->exact_tests + reach->exact_tests;
}
