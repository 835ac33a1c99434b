// solids.c - see solids.h.
#include "models/solids.h"

#include "models/measure.h"
#include "say/say.h"

#include <abut/depth.h>
#include <math.h>

static abut_status try_depth(abut_query* query, const abut_instance* one)
{
    abut_depth_least_answer answer;
    return abut_depth_least(query, one, one, NULL, &answer);
}

bool solids_method_fits(abut_method method)
{
    return measure_method_answers(method, try_depth, "does not tell how deep models are");
}

bool solids_make(solids* s, const model_file sides[2], bool checked, abut_query* query,
                 const abut_host* host)
{
    abut_status status = ABUT_OK;
    *s = (solids){.is_one = sides[0].model == sides[1].model};
    for (int i = 0; i < (s->is_one ? 1 : 2) && status == ABUT_OK; i++) {
        status = abut_solid_build(&s->of[i], sides[i].model, host);
        if (status == ABUT_OK && checked) status = abut_solid_check(s->of[i], query);
        if (status != ABUT_OK) say_status(path_name(sides[i].path), status);
    }
    for (int i = 0; i < 2; i++)
        model_file_box(&sides[i], s->low[i], s->high[i]);
    if (s->is_one) s->of[1] = s->of[0];
    return status == ABUT_OK;
}

void solids_free(solids* s)
{
    abut_solid_free(s->of[0]);
    if (!s->is_one) abut_solid_free(s->of[1]);
    *s = (solids){.is_one = false};
}

// The middle of a box in a pose, and how far it reaches from there along an axis, with room for all rounding.
static double placed(const solids* s, const abut_pose* pose, int side, int axis, double* reach)
{
    double middle = pose->translation[axis], sum = fabs(middle), half = 0;
    for (int k = 0; k < 3; k++) {
        const double low = s->low[side][k], high = s->high[side][k];
        const double m = pose->scale * pose->rotation[axis][k];
        middle += m * (low / 2 + high / 2);
        half += fabs(m) * (high / 2 - low / 2);
        sum += fabs(m) * (fabs(low) + fabs(high));
    }
    *reach = half + 1e-14 * sum;
    return middle;
}

bool solids_boxes_apart(const solids* s, const abut_pose poses[2])
{
    for (int axis = 0; axis < 3; axis++) {
        double a, b;
        const double middle_a = placed(s, &poses[0], 0, axis, &a),
                     middle_b = placed(s, &poses[1], 1, axis, &b);
        if (fabs(middle_a - middle_b) > (a + b) * (1 + 1e-14)) return true;
    }
    return false;
}

bool solids_is_open(const solids* s, int side)
{
    abut_solid_info info;
    return abut_solid_describe(s->of[side], &info) != ABUT_OK || info.closed_count == 0;
}

const abut_solid_part* solids_part(const solids* s, int side, size_t index)
{
    const abut_solid_part* parts;
    size_t count;
    const bool is_there = abut_solid_parts(s->of[side], &parts, &count) == ABUT_OK && index < count;
    return is_there ? &parts[index] : NULL;
}

bool solids_leaves_out(const abut_solid_part* part)
{
    return part->fault == ABUT_FAULT_OPEN || part->fault == ABUT_FAULT_CROSSING;
}
