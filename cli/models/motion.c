// motion.c - see motion.h.
#include "models/motion.h"

#include "models/measure.h"
#include "options/arguments.h"
#include "options/pose.h"
#include "say/say.h"

#include <stdio.h>

// As the library has them.
#define RESOLUTION_DEFAULT 1e-7
#define RESOLUTION_LEAST   0x1p-46

bool motion_take_resolution(void* to, const option_row* row, const char* text)
{
    double* out = to;
    if (!argument_numbers(row->name, text, 1, out)) return false;
    if (*out >= RESOLUTION_LEAST && *out <= 1) return true;
    say(O012_OUT_OF_RANGE, "%s: '%s' is not from 2^-46 to 1", row->name, text);
    return false;
}

static abut_status try_motion(abut_query* query, const abut_instance* one)
{
    const abut_motion turn = {.axis = {0, 0, 1}, .degrees = 1};
    const abut_motion_ask any = {.any = 1};
    abut_first answer;
    return abut_first_contact(query, one, NULL, one, &turn, 1, &any, &answer);
}

bool motion_method_fits(abut_method method)
{
    return measure_method_answers(method, try_motion, "does not prove motions");
}

static bool mirrors(const abut_pose* pose)
{
    const double(*r)[3] = pose->rotation;
    return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
               r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
               r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]) <
           0;
}

// Take the size of the beginning, if what is left stays as near to a rotation as poses must.
static bool take_size(double scale, abut_pose* to)
{
    if (to->scale == scale) return true;
    abut_pose same = *to;
    same.scale = scale;
    for (int i = 0; i < 9; i++)
        same.rotation[i / 3][i % 3] *= to->scale / scale;
    if (abut_pose_check(&same) != ABUT_OK) return false;
    *to = same;
    return true;
}

bool motion_can_end(const abut_pose* from, abut_pose* to, const char* where, const char* begin)
{
    if (!take_size(from->scale, to)) {
        say(P009_NO_MOTION,
            "%s: its scale is %.17g, but that of %s is %.17g: motions keep the size", where,
            to->scale, begin, from->scale);
        return false;
    }
    if (mirrors(from) == mirrors(to)) return true;
    say(P009_NO_MOTION, "%s: it %s the model, and %s %s: no motion goes from the one to the other",
        where, mirrors(to) ? "mirrors" : "does not mirror", begin,
        mirrors(to) ? "does not" : "does");
    return false;
}

const char* motion_status_text(abut_status status)
{
    // The numbers that were given are finite: it is what they add up to.
    return status == ABUT_NOT_FINITE ? "a place on the way is too far away: 2^997 is the limit"
                                     : abut_status_text(status);
}

double motion_resolution(const motion_limits* limits)
{
    return limits->resolution > 0 ? limits->resolution : RESOLUTION_DEFAULT;
}

abut_motion_ask motion_ask_of(const motion_limits* limits, uint64_t budget, double deadline)
{
    return (abut_motion_ask){.separation = limits->separation,
                             .resolution = motion_resolution(limits),
                             .any = limits->any,
                             .budget = budget,
                             .deadline = deadline};
}

int motion_exit_status(abut_motion_state state)
{
    if (state == ABUT_MOTION_FREE) return EXIT_APART;
    return state == ABUT_MOTION_CONTACT ? EXIT_CONTACT : EXIT_UNDECIDED;
}

// ------------------------------------------------------------------------------------------- words

typedef enum kind { REST, TRANSLATION, SCREW, LERP_SLERP } kind;

static kind kind_of(const abut_motion* m)
{
    if (!m) return REST;
    if (m->to) return LERP_SLERP;
    return m->degrees != 0 ? SCREW : TRANSLATION;
}

static char* screw_words(const abut_motion* m)
{
    const double *way = m->way, *axis = m->axis, *pivot = m->pivot;
    char how[128] = "rests";
    if (way[0] != 0 || way[1] != 0 || way[2] != 0)
        snprintf(how, sizeof how, "goes by %.17g,%.17g,%.17g", way[0], way[1], way[2]);
    return say_text("screw: turns by %.17g degrees about %.17g,%.17g,%.17g through "
                    "%.17g,%.17g,%.17g, which %s",
                    m->degrees, axis[0], axis[1], axis[2], pivot[0], pivot[1], pivot[2], how);
}

char* motion_words(const abut_motion* m, bool is_path)
{
    switch (kind_of(m)) {
    case REST:
        return say_text("none: it rests");
    case TRANSLATION:
        return say_text("translation by %.17g,%.17g,%.17g", m->way[0], m->way[1], m->way[2]);
    case SCREW:
        return screw_words(m);
    case LERP_SLERP:
        break;
    }
    return say_text("lerp of the model's point %.17g,%.17g,%.17g, and slerp about it%s",
                    m->pivot[0], m->pivot[1], m->pivot[2], is_path ? ", from step to step" : "");
}

const char* motion_kind(const abut_motion* m)
{
    static const char* const texts[] = {"rest", "translation", "screw", "lerp-slerp"};
    return texts[kind_of(m)];
}

void motion_put(json* j, const char* key, const abut_motion* m, bool is_path)
{
    const kind k = kind_of(m);
    json_key(j, key);
    json_object(j, false);
    json_put_string(j, "interpolation", motion_kind(m));
    if (k == TRANSLATION || k == SCREW) json_put_numbers(j, "way", m->way, 3);
    if (k == SCREW) {
        json_put_numbers(j, "axis", m->axis, 3);
        json_put_number(j, "degrees", m->degrees);
    }
    if (k == SCREW || k == LERP_SLERP) json_put_numbers(j, "pivot", m->pivot, 3);
    if (k == LERP_SLERP && !is_path) {
        double matrix[16];
        pose_to_matrix(m->to, matrix);
        json_put_numbers(j, "to", matrix, 16);
    }
    json_close(j);
}
