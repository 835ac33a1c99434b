// blocked.c - see blocked.h.
#include "query/depths/blocked.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/moved.h"
#include "query/contain.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ frames

abut_status solid_pair_turn(const solid_pair* p, const double world[3], double out[3])
{
    const affine* const turn = p->placed[0].frame;
    if (!frames_drop_out(&p->placed[0], &p->placed[1], FRAMES_FOR_LENGTHS))
        return ABUT_BAD_COMBINATION;
    for (int j = 0; j < 3; j++) {
        out[j] = turn ? 0 : world[j];
        // One entry of a column is 1 or -1.
        for (int i = 0; turn && i < 3; i++)
            if (!double_is_zero(turn->matrix[i][j]))
                out[j] = turn->matrix[i][j] < 0 ? -world[i] : world[i];
    }
    return ABUT_OK;
}

void solid_pair_turn_back(const solid_pair* p, const double in[3], double world[3])
{
    const affine* const turn = p->placed[0].frame;
    for (int i = 0; i < 3; i++) {
        world[i] = turn ? 0 : in[i];
        for (int j = 0; turn && j < 3; j++)
            if (!double_is_zero(turn->matrix[i][j]))
                world[i] = turn->matrix[i][j] < 0 ? -in[j] : in[j];
    }
}

// ------------------------------------------------------------------------------------------------ relation

// Whether the only pair that was found crosses, and counts.
static int found_crosses(const solid_pair* p)
{
    const search* s = &p->query->search;
    return s->found_count && s->found[0].value == ABUT_KIND_CROSS &&
           solid_is_closed(p->solid[0], (uint32_t)(s->found[0].key >> 32)) &&
           solid_is_closed(p->solid[1], (uint32_t)s->found[0].key);
}

// Of models that are placed. Most that cross are told by the first pair that is found.
static abut_status relation_of(solid_pair* p, const placed_model placed[2], abut_relation* out)
{
    abut_query* const query = p->query;
    const abut_ask any = {.limit = 1, .any = placed[0].model->method == ABUT_METHOD_WIDE},
                   all = {.limit = 0};
    abut_hits hits;
    TRY(collide_placed(query, NULL, &placed[0], &placed[1], &any, &hits));
    const struct work first = query->search.work;
    *out = ABUT_RELATION_CROSSING;
    if (found_crosses(p)) return ABUT_OK;
    if (hits.count) TRY(collide_placed(query, NULL, &placed[0], &placed[1], &all, &hits));
    *out = ABUT_RELATION_UNKNOWN;
    if (hits.count) work_add(&query->search.work, &first);
    if (!hits.complete) return ABUT_OK;
    return contain_solids(query, &placed[0], &placed[1], p->solid, out);
}

abut_status blocked_at(solid_pair* p, const double shift[3], abut_relation* out)
{
    affine shifted = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    placed_model placed[2] = {p->placed[0], p->placed[1]};
    TRY(solid_pair_turn(p, shift, shifted.translation));
    const int is_moved =
        !double_is_zero(shift[0]) || !double_is_zero(shift[1]) || !double_is_zero(shift[2]);
    placed[0].frame = NULL;
    placed[1].frame = is_moved ? &shifted : NULL;
    *out = ABUT_RELATION_SEPARATE;
    if (!p->solid[0]->parts.closed_count || !p->solid[1]->parts.closed_count) return ABUT_OK;
    return relation_of(p, placed, out);
}

// Whether exact signs have room for all vertices.
static int fits(const solid_pair* p, const composition* c)
{
    pose_pair poses;
    const bit_range range[2] = {p->solid[0]->vertices, p->solid[1]->vertices};
    pose_pair_compose(&poses, c, 0);
    return exact_grid_is_there(&poses, range);
}

abut_status blocked_along(solid_pair* p, real_stack* stack, const double way[3], real numerator,
                          real denominator, abut_relation* out)
{
    static const affine no_frame = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    composition moved;
    placed_model placed[2] = {p->placed[0], p->placed[1]};
    *out = ABUT_RELATION_SEPARATE;
    if (!p->solid[0]->parts.closed_count || !p->solid[1]->parts.closed_count) return ABUT_OK;
    *out = ABUT_RELATION_UNKNOWN;
    if (!composition_make_moved(&moved, stack, &placed[0].pose, &placed[1].pose, way, numerator,
                                denominator) ||
        !fits(p, &moved))
        return ABUT_OK;
    placed[0].frame = NULL;
    placed[1].frame = &no_frame;
    placed[1].moved = &moved;
    const abut_status status = relation_of(p, placed, out);
    memset(&p->query->search.poses, 0, sizeof p->query->search.poses);  // of what ends here
    return status;
}
