// options.c - the command line of "abut check".
#include "check/check.h"
#include "models/threads.h"
#include "options/arguments.h"
#include "say/say.h"
#include "shape/probe.h"

#include <ctype.h>
#include <string.h>

#define AT(member) offsetof(check_options, member)

static option_take take_along, take_curves_file;

static const option_row rows[] = {
    OPTION_CLEARANCE(AT(clearance)),
    OPTION_STRICT(AT(clearance.is_strict)),
    {OPTION("--inside", option_flag, AT(inside)),
     OPTION_TEXT(SECTION_FIND, NULL, "also whether one is inside the other, or crosses it"),
     .more = "For each connected component; unknown where surfaces with gaps leave it open. Not "
             "with --first, --limit, --budget, --csv or --clearance",
     .first = true},
    {OPTION_DEPTH(AT(depth.depth), "how deep they are in each other, and what frees B"),
     .more = "The shortest way to move B after which the insides of both share no point, and how "
             "deep the surface of each reaches into the other. Exact for convex models; else a "
             "search, with true bounds. Insides are those of closed parts. For the methods wide "
             "and brute, as are the next four",
     .first = true},
    {OPTION("--along", take_along, AT(depth)),
     OPTION_TEXT(SECTION_FIND, "DIR", "how far B goes that way until it is free, exactly"),
     .names = {"x", "y", "z"}, .more = "Or three numbers, DX,DY,DZ, of which multiples are told"},
    {OPTION("--curves", option_flag, AT(depth.curves)),
     OPTION_TEXT(SECTION_FIND, NULL, "along which curves and over which areas they meet"),
     .more = "Pairs in contact, joined exactly. All are found: not with --first or --limit"},
    {OPTION("--volume", option_flag, AT(depth.volume)),
     OPTION_TEXT(SECTION_FIND, NULL, "the volume that both share, of each region, too"),
     .more = "Of closed parts that do not cross themselves; others are named. As --curves"},
    {OPTION_TOLERANCE(AT(depth.tolerance)),
     .more = "In the unit of the files. Without it 1e-6 of the size of the overlap, the diagonal "
             "of what the boxes about both share; and --along is exact"},
    {OPTION("--curves-obj", take_curves_file, AT(result.other)),
     OPTION_TEXT(SECTION_WRITE, "FILE", "write the curves to FILE, as lines of an OBJ file")},
    {OPTION("--contacts", option_flag, AT(contacts)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the pairs of triangles in the text, with kind"),
     .more = "JSON and CSV always list them"},
    {OPTION("--points", option_flag, AT(points)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the pairs, and the corners of what they share"),
     .more = "In world coordinates", .first = true},
    {OPTION("--considered", option_flag, AT(considered)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the pairs of triangles that had to be tested"),
     .more = "No volumes of the method kept them apart. In a picture all other triangles are grey. "
             "One thread then searches; not with --inside, --csv or --clearance"},
    OPTION_STATS(AT(stats)),
    OPTION_THREADS(AT(thread_count)),
};

// x, y, z, or three numbers.
static bool take_along(void* to, const option_row* row, const char* text)
{
    depth_options* o = to;
    double* d = o->direction;
    size_t axis;
    o->along = text;
    if (strpbrk(text, "0123456789")) {
        if (!argument_numbers(row->name, text, 3, d)) return false;
        const bool is_some = d[0] != 0 || d[1] != 0 || d[2] != 0;
        if (!is_some)
            say(O015_NO_LENGTH, "%s: '%s' is no direction: one of its numbers must not be 0",
                row->name, text);
        return is_some;
    }
    if (!option_choice(row, text, &axis)) return false;
    d[axis] = 1;
    return true;
}

static bool take_curves_file(void* to, const option_row* row, const char* text)
{
    *(const char**)to = text;
    if (strcmp(text, "-") != 0) return true;
    say(O018_NEEDS_A_FILE, "%s: curves go to a file, not to standard output", row->name);
    return false;
}

// Refuse what means nothing for depths, curves and volumes, and them where they would mean nothing.
static bool depth_fits(check_options* o, const command_line* line)
{
    static const char* const asking[] = {"--depth",  "--along",      "--curves",
                                         "--volume", "--curves-obj", NULL};
    static const char* const others[] = {"--clearance", "--considered", NULL};
    static const char* const parts[] = {"--first", "--limit", NULL};
    static const char* const overlap[] = {"--curves", "--volume", "--curves-obj", NULL};
    const char* asked = option_first_given(line, asking);
    const char* other = option_first_given(line, others);
    const char* all = option_first_given(line, overlap);
    const char* part = option_first_given(line, parts);
    depth_options* d = &o->depth;
    d->curves_file = o->result.other;
    d->budget = o->files.budget;
    if (asked && other) {
        say(O006_EXCLUDE, "options %s and %s exclude each other", asked, other);
        return false;
    }
    if (all && part) {
        say(O006_EXCLUDE, "options %s and %s exclude each other: %s takes all pairs in contact",
            all, part, all);
        return false;
    }
    if (all && !d->depth && !d->along && option_given(line, "--budget")) {
        say(O007_NO_EFFECT, "option --budget has no effect on %s without --depth or --along", all);
        return false;
    }
    return !asked || o->files.shape || solids_method_fits(o->build.build.method);
}

// A table has a line for each point of the curves, or one for all that is told of the solids.
static bool depth_table_fits(const command_line* line)
{
    static const char* const lines[] = {"--depth", "--along", "--volume", NULL};
    const char* other = option_first_given(line, lines);
    if (!option_given(line, "--csv")) return true;
    if (option_given(line, "--curves") && other) {
        say(O006_EXCLUDE,
            "with --csv, options --curves and %s exclude each other: they are two tables", other);
        return false;
    }
    static const char* const kinds[] = {"--curves", "--depth", "--along", "--volume", NULL};
    const char* table = option_first_given(line, kinds);
    if (!table || !option_given(line, "--points")) return true;
    say(O006_EXCLUDE, "with --csv, options --points and %s exclude each other: they are two tables",
        table);
    return false;
}

bool check_options_parse(check_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--json", "--csv"},
        {"--csv", "--stats"},
        {"--inside", "--first"},
        {"--inside", "--limit"},
        {"--inside", "--budget"},
        {"--inside", "--csv"},
        {"--inside", "--considered"},
        {"--csv", "--considered"},
        {"--clearance", "--inside"},
        {"--clearance", "--csv"},
        {"--clearance", "--considered"},
        {"--clearance", "--descent"},
        {"--clearance", "--traversal"},
    };
    // The corners of contacts and the walk of two trees are about two models, and no shape is drawn.
    static const char* const not_for_shapes[] = {
        "--depth",     "--along",          "--curves",
        "--volume",    "--tolerance",      "--curves-obj",
        "--points",    "--considered",     "--picture",
        "--report",    "--view",           "--picture-size",
        "--no-tint",   "--descent",        "--traversal",
        "--intervals", "--interval-count", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    pose_options poses = {0};
    *o = (check_options){0};
    command_line line = {
        .verb = &verb_check,
        .groups = {pose_options_group(&poses), pair_options_group(&o->files, true),
                   OPTION_GROUP(rows, o, given), result_options_group(&o->result),
                   picture_options_group(&o->result.picture),
                   method_options_group(&o->build, true)},
        .takes = "check takes two files ('abut clash' takes many)",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    if (!command_line_read(&line, count, arguments, status) ||
        !pair_take_shape(&o->files, &line, not_for_shapes))
        return false;
    o->contacts |= o->points;
    // A picture shows what was considered, too.
    const bool is_seen = o->result.picture.path, is_drawn = is_shown(&o->result.picture);
    const char* const shown[] = {"--json",   "--csv",   "--contacts",
                                 "--points", "--stats", is_seen ? NULL : "--considered",
                                 NULL};
    static const char* const told[] = {"--depth", "--along", "--curves", "--volume", NULL};
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--strict", "--clearance") &&
           option_fits_beside_one(&line, "--tolerance", "--depth", "--along") &&
           result_options_fit(&o->result, &line, shown) &&
           (is_drawn || result_options_fit(&o->result, &line, told)) && depth_fits(o, &line) &&
           depth_table_fits(&line) && method_options_fit(&o->build) &&
           (!o->clearance.is_given || o->files.shape ||
            measure_method_fits(o->build.build.method)) &&
           (!o->files.shape || shape_method_fits(o->build.build.method)) &&
           pair_options_finish(&o->files, &line, "files") &&
           pose_options_finish(&poses, o->poses) && picture_options_finish(&o->result.picture);
}
