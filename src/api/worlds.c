// worlds.c - as api.c, for worlds.
#include "api/checks.h"
#include "geom/motion.h"
#include "query/clearance.h"
#include "world/world.h"

abut_status abut_world_create(abut_world** out, const abut_host* host)
{
    return out ? world_create(out, host) : ABUT_BAD_ARGUMENT;
}

void abut_world_free(abut_world* world)
{
    if (world) world_free(world);
}

abut_status abut_world_add(abut_world* world, const abut_instance* instance, uint32_t* id)
{
    if (!world || !instance || !instance->model) return ABUT_BAD_ARGUMENT;
    TRY(margins_check(&instance->margin, 1));
    return world_add(world, instance, id);
}

abut_status abut_world_remove(abut_world* world, uint32_t id)
{
    return world ? world_remove(world, id) : ABUT_BAD_ARGUMENT;
}

abut_status abut_world_instance(const abut_world* world, uint32_t id, abut_instance* out)
{
    return world && out ? world_instance(world, id, out) : ABUT_BAD_ARGUMENT;
}

abut_status abut_world_move(abut_world* world, uint32_t id, const abut_pose* pose)
{
    return world && pose ? world_move(world, id, pose) : ABUT_BAD_ARGUMENT;
}

abut_status abut_world_frame(abut_world* world, uint32_t id, const abut_pose* about)
{
    return world ? world_frame_move(world, id, about) : ABUT_BAD_ARGUMENT;
}

abut_status abut_world_group(abut_world* world, uint32_t id, uint32_t groups, uint32_t against)
{
    return world ? world_group(world, id, groups, against) : ABUT_BAD_ARGUMENT;
}

abut_status abut_world_ignore(abut_world* world, const abut_pair* pairs, size_t count)
{
    if (!world || (!pairs && count)) return ABUT_BAD_ARGUMENT;
    return world_ignore(world, pairs, count);
}

abut_status abut_world_margin(abut_world* world, uint32_t id, double margin)
{
    if (!world) return ABUT_BAD_ARGUMENT;
    TRY(margins_check(&margin, 1));
    return world_margin(world, id, margin);
}

abut_status abut_world_pair_margin(abut_world* world, const abut_pair* pairs, const double* margins,
                                   size_t count)
{
    if (!world || ((!pairs || !margins) && count)) return ABUT_BAD_ARGUMENT;
    TRY(margins_check(margins, count));
    return world_pair_margin(world, pairs, margins, count);
}

abut_status abut_world_strict(abut_world* world, int strict)
{
    if (!world || (unsigned)strict > 1) return ABUT_BAD_ARGUMENT;
    world->strict = strict;
    return ABUT_OK;
}

abut_status abut_world_motion(abut_world* world, uint32_t id, const abut_motion* motion)
{
    if (!world) return ABUT_BAD_ARGUMENT;
    if (motion) TRY(motion_check(motion));
    return world_motion_set(world, id, motion);
}

abut_status abut_world_sweep(abut_world* world, const abut_motion_ask* options, int earliest,
                             abut_meetings* out)
{
    static const abut_motion_ask defaults;
    if (!options) options = &defaults;
    if (!world || !out || (unsigned)earliest > 1) return ABUT_BAD_ARGUMENT;
    TRY(motion_ask_check(options));
    return world_sweep(world, options, earliest, out);
}

abut_status abut_world_collide(abut_world* world, abut_survey survey, const abut_ask* options,
                               abut_clashes* out)
{
    const abut_ask defaults = {.limit = 0};
    if (!options) options = &defaults;
    if (!world || !out || (unsigned)survey > ABUT_SURVEY_RELATIONS_ALONE || !ask_is_plain(options))
        return ABUT_BAD_ARGUMENT;
    if (ask_is_told(options)) return ABUT_BAD_COMBINATION;
    return world_collide(world, survey, options, out);
}

abut_status abut_world_broad(abut_world* world, int k)
{
    return world ? world_broad_set(world, k) : ABUT_BAD_ARGUMENT;
}
