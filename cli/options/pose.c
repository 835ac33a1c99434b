// pose.c - from the words of the command line to a pose.
#include "options/pose.h"

#include "options/arguments.h"
#include "say/say.h"

#include <math.h>
#include <string.h>

const abut_pose pose_at_rest = {
    .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .translation = {0, 0, 0}, .scale = 1};

static option_take take_numbers;

// Both sides of a part, one behind the other. The numbers of an option are told apart by its row's place.
#define SIDE(name)         OPTION(name, take_numbers, 0)
#define PLACE(value, text) OPTION_TEXT(SECTION_PLACE, value, text)
static const option_row rows[2 * POSE_PARTS] = {
    {SIDE("--scale-a")},
    {SIDE("--scale-b"), PLACE("S", "first scale by S, from 2^-300 to 2^300")},
    {SIDE("--rotate-a")},
    {SIDE("--rotate-b"), PLACE("AX,AY,AZ,DEG", "turn by DEG degrees about an axis through 0,0,0"),
     .more = "Right-handed, after scaling, about the origin of the file", .first = true},
    {SIDE("--move-a")},
    {SIDE("--move-b"), PLACE("X,Y,Z", "move by so much, in the unit of the files"),
     .more = "After scaling and turning", .first = true},
    {SIDE("--pose-a")},
    {SIDE("--pose-b"), PLACE("\"M11 ... M44\"", "all at once: a 4 x 4 matrix, row by row"),
     .more = "It has one scale and no shear"},
    {SIDE("--quat-a")},
    {SIDE("--quat-b"), PLACE("X,Y,Z,QW,QX,QY,QZ", "all at once: move, and turn by a quaternion"),
     .more = "It is normalised, and refused below norm 0.5. Numbers have commas or white space "
             "between them"},
};

option_group pose_options_group(pose_options* o)
{
    return (option_group)OPTION_GROUP(rows, o, o->given);
}

static const char* name_of(int part, int side)
{
    return rows[2 * part + side].name;
}

static bool is_given(const pose_options* o, int part, int side)
{
    return o->given[2 * part + side];
}

// A matrix or a quaternion is the whole pose; the other three go together.
static bool excludes(int part, int other)
{
    return part != other && (part >= POSE_MATRIX || other >= POSE_MATRIX);
}

static bool take_numbers(void* to, const option_row* row, const char* text)
{
    pose_options* o = to;
    const int part = (int)(row - rows) / 2, side = (int)(row - rows) % 2;
    for (int other = 0; other < POSE_PARTS; other++) {
        if (!is_given(o, other, side) || !excludes(part, other)) continue;
        say(O006_EXCLUDE, "options %s and %s exclude each other", name_of(other, side), row->name);
        return false;
    }
    double* const places[POSE_PARTS] = {
        [POSE_SCALE] = &o->sides[side].scale,
        [POSE_ROTATE] = o->sides[side].rotate,
        [POSE_MOVE] = o->sides[side].move,
        [POSE_MATRIX] = o->sides[side].matrix,
        [POSE_QUATERNION] = o->sides[side].quaternion,
    };
    static const size_t counts[POSE_PARTS] = {
        [POSE_SCALE] = 1,   [POSE_ROTATE] = 4,     [POSE_MOVE] = 3,
        [POSE_MATRIX] = 16, [POSE_QUATERNION] = 7,
    };
    return argument_numbers(row->name, text, counts[part], places[part]);
}

static double column_length(const double m[16], int column)
{
    return hypot(hypot(m[column], m[4 + column]), m[8 + column]);
}

// Find the two columns whose angle is farthest from a right one, and that angle in degrees.
static double worst_angle(const double m[16], int* first, int* second)
{
    double worst = 90;
    *first = 0, *second = 1;
    for (int i = 0; i < 3; i++) {
        for (int j = i + 1; j < 3; j++) {
            double dot = 0;
            for (int row = 0; row < 3; row++)
                dot +=
                    m[4 * row + i] / column_length(m, i) * (m[4 * row + j] / column_length(m, j));
            const double angle = acos(fmin(fmax(dot, -1), 1)) * (180 / 3.14159265358979323846);
            if (fabs(angle - 90) <= fabs(worst - 90)) continue;
            worst = angle;
            *first = i, *second = j;
        }
    }
    return worst;
}

bool pose_of_matrix(const char* name, const double m[16], abut_pose* out)
{
    const abut_status status = abut_pose_from_matrix(out, m);
    const char* text = abut_status_text(status);
    int i, j;
    switch (status) {
    case ABUT_OK:
        return true;
    case ABUT_NON_UNIFORM_SCALE:
        say(fault_code_of_status(status),
            "%s: %s: its columns have the lengths %.9g, %.9g and %.9g", name, text,
            column_length(m, 0), column_length(m, 1), column_length(m, 2));
        return false;
    case ABUT_SHEAR: {
        const double angle = worst_angle(m, &i, &j);
        say(fault_code_of_status(status), "%s: %s: columns %d and %d meet at %.6g degrees", name,
            text, i + 1, j + 1, angle);
        return false;
    }
    case ABUT_NOT_AFFINE:
        say(fault_code_of_status(status), "%s: %s, but %.9g %.9g %.9g %.9g", name, text, m[12],
            m[13], m[14], m[15]);
        return false;
    default:
        say(fault_code_of_status(status), "%s: %s", name, text);
        return false;
    }
}

static bool finish_quaternion(const char* name, const double q[7], abut_pose* out)
{
    const double xyzw[4] = {q[4], q[5], q[6], q[3]};
    const abut_status status = abut_pose_from_quaternion(out, xyzw);
    if (status == ABUT_BAD_ARGUMENT) {
        say(O026_QUATERNION,
            "%s: the quaternion has the norm %.9g; it must be near 1, at least 0.5", name,
            hypot(hypot(q[3], q[4]), hypot(q[5], q[6])));
        return false;
    }
    if (status != ABUT_OK) {
        say_status(name, status);
        return false;
    }
    memcpy(out->translation, q, sizeof out->translation);
    return true;
}

static bool finish_parts(const pose_options* o, int side, abut_pose* out)
{
    if (is_given(o, POSE_ROTATE, side)) {
        const double* r = o->sides[side].rotate;
        const abut_status status = abut_pose_from_axis_angle(out, r, r[3]);
        if (status != ABUT_OK) {
            say(fault_code_of_status(status), "%s: %s", name_of(POSE_ROTATE, side),
                status == ABUT_BAD_ARGUMENT
                    ? "the axis has no length: one of its first three numbers must not be 0"
                    : abut_status_text(status));
            return false;
        }
    }
    if (is_given(o, POSE_SCALE, side)) {
        out->scale = o->sides[side].scale;
        // A pose takes 0 as "not given"; here it was.
        const abut_status status = out->scale == 0 ? ABUT_BAD_SCALE : abut_pose_check(out);
        if (status != ABUT_OK) {
            say(Q006_BAD_SCALE, "%s: %.9g: it must be positive, from 2^-300 to 2^300",
                name_of(POSE_SCALE, side), out->scale);
            return false;
        }
    }
    if (is_given(o, POSE_MOVE, side))
        memcpy(out->translation, o->sides[side].move, sizeof out->translation);
    return true;
}

bool pose_options_finish(const pose_options* o, abut_pose out[2])
{
    for (int side = 0; side < 2; side++) {
        out[side] = pose_at_rest;
        bool fine;
        if (is_given(o, POSE_MATRIX, side))
            fine = pose_of_matrix(name_of(POSE_MATRIX, side), o->sides[side].matrix, &out[side]);
        else if (is_given(o, POSE_QUATERNION, side))
            fine = finish_quaternion(name_of(POSE_QUATERNION, side), o->sides[side].quaternion,
                                     &out[side]);
        else
            fine = finish_parts(o, side, &out[side]);
        if (!fine) return false;
    }
    return true;
}

void pose_to_matrix(const abut_pose* pose, double out[16])
{
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            out[4 * row + column] = pose->scale * pose->rotation[row][column] + 0.0;  // no -0
        out[4 * row + 3] = pose->translation[row] + 0.0;
        out[12 + row] = 0;
    }
    out[15] = 1;
}
