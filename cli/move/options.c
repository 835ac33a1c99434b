// options.c - the command line of "abut move".
#include "models/threads.h"
#include "move/move.h"
#include "options/arguments.h"
#include "say/say.h"

#include <string.h>

#define AT(member)   offsetof(move_options, member)
#define DEGREES_MOST 0x1p20

static option_take take_turn, take_to;

// Both sides of a part, one behind the other.
#define MOTION(value, text) OPTION_TEXT(SECTION_MOTION, value, text)
static const option_row rows[] = {
    {OPTION("--way-a", option_point, AT(sides[0].way))},
    {OPTION("--way-b", option_point, AT(sides[1].way)), MOTION("X,Y,Z", "go straight, by so much"),
     .more = "From where --pose-b and its kin put it", .first = true},
    {OPTION("--turn-a", take_turn, AT(sides[0].turn))},
    {OPTION("--turn-b", take_turn, AT(sides[1].turn)),
     MOTION("AX,AY,AZ,DEG[,PX,PY,PZ]", "turn by DEG degrees at a constant rate"),
     .more = "Right-handed, about an axis through PX,PY,PZ of the world, by default 0,0,0. DEG may "
             "be many turns, up to 2^20 degrees. With --way the axis goes that way meanwhile: a "
             "screw",
     .first = true},
    {OPTION("--to-a", take_to, AT(sides[0].to))},
    {OPTION("--to-b", take_to, AT(sides[1].to)),
     MOTION("\"M11 ... M44\"", "end exactly in this pose: a 4 x 4 matrix, row by row"),
     .more = "The model's point 0,0,0 goes straight (lerp), and the model turns about it at a "
             "constant rate, by the shorter arc (slerp)",
     .first = true},
    {OPTION_PIVOT("--pivot-a", AT(sides[0].pivot))},
    {OPTION_PIVOT("--pivot-b", AT(sides[1].pivot)), OPTION_PIVOT_TEXT("--to")},
    OPTION_SEPARATION(AT(limits.separation)),
    OPTION_RESOLUTION(AT(limits.resolution), "motion"),
    {OPTION("--any", option_flag, AT(limits.any)),
     OPTION_TEXT(SECTION_FIND, NULL, "is it free? Any contact ends it, not only the first"),
     .more = "In whatever order is quickest. --quiet asks so, too"},
    {OPTION("--deadline", option_time, AT(deadline)),
     OPTION_TEXT(SECTION_FIND, "TIME", "stop after that time: 200us, 1.5ms, 2s"),
     .more = "A number without its unit is refused. What is known by then differs from run to "
             "run"},
    OPTION_STATS(AT(stats)),
    OPTION_THREADS(AT(thread_count)),
};

// ---------------------------------------------------------------------------------------- values

// Read four numbers, or seven where there are more.
static bool take_turn(void* to, const option_row* row, const char* text)
{
    static const char between[] = " \t\r\n,";
    move_turn* turn = to;
    size_t words = 0;
    *turn = (move_turn){{0}};
    for (const char* at = text + strspn(text, between); *at; at += strspn(at, between)) {
        at += strcspn(at, between);
        words++;
    }
    if (!argument_numbers(row->name, text, words > 4 ? 7 : 4, turn->numbers)) return false;
    const double* n = turn->numbers;
    if (n[0] == 0 && n[1] == 0 && n[2] == 0) {
        say(O015_NO_LENGTH,
            "%s: the axis has no length: one of its first three numbers must not be 0", row->name);
        return false;
    }
    if (n[3] >= -DEGREES_MOST && n[3] <= DEGREES_MOST) return true;
    say(O012_OUT_OF_RANGE, "%s: %.9g degrees: it may turn by 1048576 degrees at most, either way",
        row->name, n[3]);
    return false;
}

static bool take_to(void* to, const option_row* row, const char* text)
{
    return argument_numbers(row->name, text, 16, to);
}

// --------------------------------------------------------------------------------------- motions

// What can be given of a side, as it is called there.
typedef struct names {
    const char *way, *turn, *to, *pivot;
} names;
static const names names_of[2] = {{"--way-a", "--turn-a", "--to-a", "--pivot-a"},
                                  {"--way-b", "--turn-b", "--to-b", "--pivot-b"}};

static bool end_fits(move_options* o, int side)
{
    return motion_can_end(&o->poses[side], &o->to[side], names_of[side].to,
                          side ? "b at the beginning" : "a at the beginning");
}

static bool finish_side(move_options* o, const command_line* line, int side)
{
    const names* n = &names_of[side];
    const move_side* given = &o->sides[side];
    abut_motion* m = &o->motions[side];
    const bool has_to = option_given(line, n->to);
    o->moves[side] = has_to || option_given(line, n->way) || option_given(line, n->turn);
    if (has_to) {
        if (!pose_of_matrix(n->to, given->to, &o->to[side]) || !end_fits(o, side)) return false;
        m->to = &o->to[side];
        memcpy(m->pivot, given->pivot, sizeof m->pivot);
        return true;
    }
    memcpy(m->way, given->way, sizeof m->way);
    memcpy(m->axis, given->turn.numbers, sizeof m->axis);
    m->degrees = given->turn.numbers[3];
    memcpy(m->pivot, given->turn.numbers + 4, sizeof m->pivot);
    return true;
}

static bool finish_motions(move_options* o, const command_line* line)
{
    for (int side = 0; side < 2; side++)
        if (!option_fits_beside(line, names_of[side].pivot, names_of[side].to) ||
            !finish_side(o, line, side))
            return false;
    if (o->moves[0] || o->moves[1]) return true;
    say(O010_OPTION_MISSING, "move needs a motion: --way-b, --turn-b or --to-b, or the same for a");
    return false;
}

const abut_motion* move_motion_of(const move_options* o, int side)
{
    return o->moves[side] ? &o->motions[side] : NULL;
}

bool move_options_parse(move_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {{"--json", "--csv"},      {"--csv", "--stats"},
                                           {"--way-a", "--to-a"},    {"--turn-a", "--to-a"},
                                           {"--way-b", "--to-b"},    {"--turn-b", "--to-b"},
                                           {"--any", "--resolution"}};
    static const char* const shown[] = {"--json", "--csv", "--stats", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    pose_options poses = {0};
    *o = (move_options){0};
    command_line line = {
        .verb = &verb_move,
        .groups = {pose_options_group(&poses), OPTION_GROUP(rows, o, given),
                   pair_options_group(&o->files, false), result_options_group(&o->result),
                   picture_options_group(&o->result.picture),
                   method_options_group(&o->build, false)},
        .takes = "move takes two models",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           motion_method_fits(o->build.build.method) &&
           pair_options_finish(&o->files, &line, "models") &&
           pose_options_finish(&poses, o->poses) && finish_motions(o, &line) &&
           picture_options_finish(&o->result.picture);
}
