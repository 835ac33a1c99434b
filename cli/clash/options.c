// options.c - the command line of "abut clash". Only --against may come several times.
#include "clash/sources/sources.h"
#include "models/threads.h"
#include "options/arguments.h"
#include "say/say.h"

#include <ctype.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(clash_options, member)

static bool take_against(void* to, const option_row* row, const char* text)
{
    clash_options* o = to;
    (void)row;
    o->against[o->against_count++] = text;
    return true;
}

static bool take_unit(void* to, const option_row* row, const char* text)
{
    const double metres = clash_unit_metres(text);
    if (metres > 0) {
        *(double*)to = metres;
        return true;
    }
    say(O013_NO_SUCH_VALUE, "%s takes m, dm, cm, mm, um, in or ft, not '%s'", row->name, text);
    return false;
}

static bool take_file(void* to, const option_row* row, const char* text)
{
    *(const char**)to = text;
    if (strcmp(text, "-") != 0) return true;
    say(O018_NEEDS_A_FILE, "%s: goes to a file, not to standard output", row->name);
    return false;
}

// A size, or a form of the tree, as other verbs have.
static bool take_memory(void* to, const option_row* row, const char* text)
{
    clash_options* o = to;
    if (!isdigit((unsigned char)*text)) return method_option_take(&o->build, BUILD_MEMORY, text);
    return argument_bytes(row->name, text, &o->memory);
}

static const option_row rows[] = {
    {OPTION("--groups", option_flag, AT(groups)),
     OPTION_TEXT(SECTION_OBJECTS, NULL, "an object is a group of a file, not the file"),
     .more =
         "These are the objects of a file, or its groups, if it has no objects, or its solids. "
         "Those of one name in a file are one. What is in none is an object without a name. STEP "
         "and IFC files are always read so",
     .first = true},
    {OPTION("--against", take_against, 0),
     OPTION_TEXT(SECTION_OBJECTS, "FILE", "only the other files' objects against this one's"),
     .more = "May be given several times", .repeats = true},
    {OPTION("--ignore", option_text, AT(ignore)),
     OPTION_TEXT(SECTION_OBJECTS, "FILE", "leave out pairs: lines of two names, a tab between"),
     .more = "What follows a second tab, and lines that start with #, do not matter"},
    {OPTION("--inside", option_flag, AT(inside)),
     OPTION_TEXT(SECTION_FIND, NULL, "also whether one is inside the other, or crosses it"),
     .more = "Pairs without contact are listed, too, where one is inside"},
    {OPTION("--clearance", measure_take_limit, AT(clearance)),
     OPTION_TEXT(SECTION_FIND, "D", "also what is at most D apart, and how far"),
     .more = "In the unit of the files. Then the exit status is 1, as for contact. For the methods "
             "wide, brute, aabb, obb and sphere",
     .first = true},
    OPTION_STRICT(AT(clearance.is_strict)),
    {OPTION("--rules", option_text, AT(rules)),
     OPTION_TEXT(SECTION_REVIEW, "FILE", "what is asked of which objects (a file in JSON)"),
     .more = "A JSON file of abut's own rules, or of IfcClash's sets. The first rule that is about "
             "a pair holds",
     .first = true},
    {OPTION("--hard-tolerance", option_length, AT(hard)),
     OPTION_TEXT(SECTION_REVIEW, "D", "overlaps at most D deep are allowed")},
    {OPTION("--touch", option_name, AT(touch)), .names = {"keep", "hide"},
     OPTION_TEXT(SECTION_REVIEW, "HOW", "what only touches")},
    {OPTION("--rank", option_name, AT(rank)), .names = {"depth", "volume", "name"},
     OPTION_TEXT(SECTION_REVIEW, "BY", "rows with class and size"), .first = true},
    {OPTION("--group", option_name, AT(group_by)), .names = {"none", "object", "cell", "level"},
     OPTION_TEXT(SECTION_REVIEW, "BY", "rows in groups")},
    {OPTION("--cell", option_length, AT(cell)),
     OPTION_TEXT(SECTION_REVIEW, "D", "the edge of a cell of --group cell")},
    {OPTION("--baseline", option_text, AT(baseline)),
     OPTION_TEXT(SECTION_REVIEW, "FILE", "an older result in JSON: what is new or gone"),
     .first = true},
    {OPTION("--approvals", option_text, AT(approvals)),
     OPTION_TEXT(SECTION_REVIEW, "FILE", "what was accepted, by whom and why")},
    {OPTION("--frames", option_text, AT(frames)),
     OPTION_TEXT(SECTION_REVIEW, "FILE", "poses of the objects, a frame at a time"),
     .more =
         "Lines of a frame's number from 0, an object and its pose, a tab between: 7 numbers, x y "
         "z qx "
         "qy qz qw, or 12, the rows of a matrix. Others stay where they are. A row is that of its "
         "worst frame"},
    {OPTION("--unit", take_unit, AT(unit)),
     OPTION_TEXT(SECTION_READ, "NAME", "the unit of files that do not say theirs"),
     .more = "One of m, dm, cm, mm, um, in, ft"},
    {OPTION("--bcf", take_file, AT(bcf)),
     OPTION_TEXT(SECTION_WRITE, "FILE", "topics for BIM programs, with pictures (BCF)"),
     .more = "A row is a topic, named by the row's key: what is written later updates it"},
    {OPTION("--bcf-version", option_name, AT(bcf_version)), .names = {"2.1", "3.0"},
     OPTION_TEXT(SECTION_WRITE, "V", "of --bcf")},
    {OPTION("--junit", take_file, AT(junit)),
     OPTION_TEXT(SECTION_WRITE, "FILE", "a report of tests for CI: a rule is a test case"),
     .more = "It fails if it lists a row that no approval covers. What is undecided or was not "
             "retested is an error"},
    {OPTION("--annotate", option_flag, AT(annotate)),
     OPTION_TEXT(SECTION_WRITE, NULL, "lines that GitHub shows beside a change"),
     .more = "On standard output, ten of a kind; --json and --csv then need -o FILE"},
    {OPTION("--no-times", option_flag, AT(no_times)),
     OPTION_TEXT(SECTION_WRITE, NULL, "no seconds: two runs write the same bytes"),
     .more = "Nor counts of tests, unless --stats asks: these depend on the machine"},
    {OPTION("--date", option_text, AT(date)),
     OPTION_TEXT(SECTION_WRITE, "DATE", "the date that is written, as 2026-11-30"),
     .more =
         "Or as 2026-11-30T12:00:00Z. Default: SOURCE_DATE_EPOCH, else that of the newest model"},
    OPTION_STATS(AT(stats)),
    OPTION_CSV_SAFE(AT(csv_safe)),
    OPTION_DROP_BAD(AT(drop_bad)),
    OPTION_FORMAT(AT(format)),
    OPTION_MAX_MEMORY,
    {OPTION("--memory", take_memory, 0),
     OPTION_TEXT(SECTION_READ, "SIZE", "models in pieces that fit, one after another, as 4G"),
     .more = "For what is larger than memory. Answers are the same. Files that are no saved sets "
             "become some in TMPDIR first, one at a time. Or one of default, small, compact: how "
             "large the trees are; one of less memory is searched a little slower"},
    OPTION_SHARD(AT(shard)),
    OPTION_THREADS(AT(thread_count)),
};

static bool paths_fit(const clash_options* o)
{
    if (o->path_count == o->against_count) {
        say(O008_FILE_MISSING, "clash needs files; 'abut help clash' tells more");
        return false;
    }
    return inputs_fit(o->paths, o->path_count, o->format);
}

bool clash_paths_fit(const clash_options* o)
{
    const char* path = o->paths[0];
    if (o->path_count > 1 || o->groups || clash_must_convert(path) || set_is(path)) return true;
    if (strcmp(path, "-") != 0 && access(path, F_OK) != 0) return true;  // reading it tells why
    say(O008_FILE_MISSING, "one file is one object: more files are needed, or --groups");
    return false;
}

static bool clearance_fits(const clash_options* o)
{
    const double d = o->clearance.distance;
    if (d > 0 && d < 2 * DBL_MIN) {  // it may have no half
        say(O012_OUT_OF_RANGE, "--clearance takes 0, or a length of at least %.17g", 2 * DBL_MIN);
        return false;
    }
    return !o->clearance.is_given || measure_method_fits(o->build.build.method);
}

// What asks for a review.
static bool asks_for_review(const command_line* line)
{
    static const char* const names[] = {"--rules", "--hard-tolerance", "--touch",     "--rank",
                                        "--group", "--baseline",       "--approvals", "--frames",
                                        "--bcf",   "--junit",          "--annotate",  NULL};
    return option_first_given(line, names) != NULL;
}

// Lines for GitHub go to standard output, where they may not be within a table or JSON.
static bool annotations_fit(const clash_options* o, const command_line* line)
{
    static const char* const machine[] = {"--json", "--csv", NULL};
    const char* form = option_first_given(line, machine);
    if (!o->annotate) return true;
    if (o->result.quiet) {
        say(O006_EXCLUDE, "options --quiet and --annotate exclude each other");
        return false;
    }
    if (!form || (o->result.output && strcmp(o->result.output, "-") != 0)) return true;
    say(O006_EXCLUDE, "options %s and --annotate exclude each other, unless -o names a file", form);
    return false;
}

static bool review_fits(const clash_options* o, const command_line* line)
{
    if (!option_fits_beside(line, "--bcf-version", "--bcf") || !annotations_fit(o, line))
        return false;
    if (o->date && !o->is_review) {
        say(O007_NO_EFFECT,
            "--date has no effect without a review, as by --rank, --rules or --baseline");
        return false;
    }
    if ((o->group_by == CLASH_GROUP_CELL) != option_given(line, "--cell")) {
        say(O010_OPTION_MISSING, "--group cell and --cell D go together");
        return false;
    }
    if (o->group_by == CLASH_GROUP_CELL && !(o->cell > 0)) {
        say(O012_OUT_OF_RANGE, "--cell takes a length above 0");
        return false;
    }
    return true;
}

// List the other files that are read, too: no result may be written over them. There is room: each is an argument.
static void take_inputs(clash_options* o)
{
    const char* const others[] = {o->ignore, o->rules, o->baseline, o->approvals, o->frames};
    o->input_count = o->path_count;
    for (size_t i = 0; i < OPTION_COUNT(others); i++)
        if (others[i]) o->paths[o->input_count++] = others[i];
}

// What needs all models at once, or is asked of all parts.
static bool pieces_fit(clash_options* o, const command_line* line)
{
    static const char* const whole[] = {"--bcf", NULL};
    static const char* const drawn[] = {"--picture", "--report", "--bcf", NULL};
    if (!shard_options_fit(&o->shard, line, o->result.output, whole)) return false;
    const char* name = o->memory ? option_first_given(line, drawn) : NULL;
    if (name)
        say(O006_EXCLUDE, "options --memory SIZE and %s exclude each other: all models are drawn",
            name);
    return !name;
}

// What a part of a shard says of its command.
static bool keep_arguments(clash_options* o, const command_line* line, int count, char** arguments)
{
    static const char* const sizes[] = {"--memory", NULL};
    if (!shard_is_given(&o->shard)) return true;
    o->arguments =
        shard_arguments(line, count, arguments, o->memory ? sizes : NULL, &o->argument_count);
    return o->arguments;
}

// The rows of a program: those that it has not are left out. Returns how many there are.
static size_t take_rows(const clash_more* more, option_row* out)
{
    size_t count = 0;
    for (size_t i = 0; i < OPTION_COUNT(rows); i++) {
        const char* const* without = more ? more->without : NULL;
        while (without && *without && strcmp(*without, rows[i].name) != 0)
            without++;
        if (!without || !*without) out[count++] = rows[i];
    }
    return count;
}

static bool parse(clash_options* o, const clash_more* more, int count, char** arguments,
                  int* status)
{
    static const char* const pairs[][2] = {{"--json", "--csv"},
                                           {"--csv", "--stats"},
                                           {"--clearance", "--inside"},
                                           {"--rules", "--touch"},
                                           {"--rules", "--hard-tolerance"},
                                           {"--rules", "--clearance"},
                                           {"--frames", "--report"},
                                           {"--frames", "--picture"},
                                           {"--frames", "--bcf"}};
    static const char* const shown[] = {"--json", "--csv", "--stats", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    option_row taken[OPTION_COUNT(rows)];
    command_line line = {
        .verb = &verb_clash,
        .groups = {{taken, take_rows(more, taken), o, given},
                   result_options_group(&o->result),
                   picture_options_group(&o->result.picture),
                   method_options_but_memory(&o->build)},
        .paths = o->paths,
        .paths_most = SIZE_MAX,
    };
    if (more) {
        line.verb = more->verb;
        line.groups[2] = more->group;                             // in place of pictures
        line.groups[3] = method_options_group(&o->build, false);  // --memory is that of trees alone
    }
    if (!command_line_read(&line, count, arguments, status)) return false;
    o->path_count = line.path_count;
    for (size_t i = 0; i < o->against_count; i++)
        o->paths[o->path_count++] = o->against[i];
    take_inputs(o);
    o->is_review = asks_for_review(&line);
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--csv-safe", "--csv") && review_fits(o, &line) &&
           option_fits_beside(&line, "--strict", "--clearance") && clearance_fits(o) &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           paths_fit(o) && picture_options_finish(&o->result.picture) && pieces_fit(o, &line) &&
           keep_arguments(o, &line, count, arguments) &&
           (!more || more->fit(more->group.options, &line, count, arguments));
}

bool clash_options_parse(clash_options* o, int count, char** arguments, int* status)
{
    return clash_options_parse_more(o, NULL, count, arguments, status);
}

bool clash_options_parse_more(clash_options* o, const clash_more* more, int count, char** arguments,
                              int* status)
{
    const size_t room = (size_t)count + 1;
    *o = (clash_options){.paths = calloc(room, sizeof *o->paths),
                         .against = calloc(room, sizeof *o->against)};
    if (o->paths && o->against) return parse(o, more, count, arguments, status);
    say_status(NULL, ABUT_OUT_OF_MEMORY);
    *status = EXIT_ERROR;
    return false;
}

void clash_options_free(clash_options* o)
{
    free(o->paths);
    free(o->against);
    free(o->arguments);
    *o = (clash_options){0};
}
