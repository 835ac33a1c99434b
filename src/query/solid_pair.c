// solid_pair.c - see solid_pair.h.
#include "query/solid_pair.h"

#include "query/methods.h"

#include <string.h>

abut_status solid_pair_place(solid_pair* out, abut_query* query, const abut_instance* a,
                             const abut_instance* b, const abut_solid* const given[2])
{
    const abut_instance* const instance[2] = {a, b};
    memset(out, 0, sizeof *out);
    out->query = query;
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    for (int side = 0; side < 2; side++) {
        const abut_model* const model = instance[side]->model;
        if (method_has_tree(model->method)) return ABUT_BAD_COMBINATION;
        if (given[side] && given[side]->model != model) return ABUT_BAD_COMBINATION;
        TRY(model_place(&out->placed[side], &out->frames[side], instance[side]));
    }
    return ABUT_OK;
}

abut_status solid_pair_open(solid_pair* out, abut_query* query, const abut_instance* a,
                            const abut_instance* b, const abut_solid* const given[2],
                            int is_checked)
{
    TRY(solid_pair_place(out, query, a, b, given));
    for (int side = 0; side < 2; side++) {
        const abut_model* const model = out->placed[side].model;
        if (!given[side] && side && out->solid[0]->model == model) {
            out->solid[1] = out->solid[0];
            continue;
        }
        if (!given[side]) TRY(solid_make(&out->own[side], model, &query->host));
        out->solid[side] = given[side] ? given[side] : out->own[side];
        if (!is_checked || out->solid[side]->is_checked) continue;
        if (given[side]) return ABUT_BAD_COMBINATION;
        TRY(solid_check(out->own[side], query));
    }
    return ABUT_OK;
}

void solid_pair_close(solid_pair* p)
{
    for (int side = 0; side < 2; side++)
        if (p->own[side]) solid_free(p->own[side]);
}
