// options.c - the command line of "abut batch".
#include "batch/batch.h"
#include "models/threads.h"
#include "output/output.h"
#include "say/say.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(batch_options, member)

enum { BITS_A_BYTE = 8 };

static const option_row rows[] = {
    {OPTION("--poses", option_text, AT(poses)),
     OPTION_TEXT(SECTION_PLACE, "FILE", "the poses of B, as bytes; -: standard input"),
     .more =
         "Little-endian numbers, frame after frame, and nothing else. NumPy: array.tofile(FILE)",
     .first = true},
    {OPTION("--form", option_name, AT(form)),
     OPTION_TEXT(SECTION_PLACE, "FORM", "what a frame is (default: pose7)"),
     .names = {"pose7", "pose12", "pose16", "pose24", "pose7f", "pose12f", "pose16f", "pose24f"},
     .more = "pose7 is x y z qx qy qz qw, pose12 and pose16 a matrix of 3 or 4 rows, row by row, "
             "pose24 position (3) and rotation (9, rows) of A, then of B. Numbers are doubles, "
             "with an f behind floats",
     .first = true},
    {OPTION("--from", option_count, AT(from)),
     OPTION_TEXT(SECTION_PLACE, "K", "begin with frame K, counted from 0"), .lowest = 0,
     .highest = INT64_MAX / 256},
    {OPTION("--count", option_count, AT(count)),
     OPTION_TEXT(SECTION_PLACE, "M", "answer M frames, fewer at the end of the file"), .lowest = 1,
     .highest = INT64_MAX / 256,
     .more = "Outputs of slices, one behind the other, are the output of all. With bits K and M "
             "must be multiples of 8 for that"},
    OPTION_CLEARANCE(AT(clearance)),
    OPTION_STRICT(AT(clearance.is_strict)),
    {OPTION("--coherent", option_flag, AT(coherent)),
     OPTION_TEXT(SECTION_FIND, NULL, "begin each pose with what the last one found"),
     .more = "Faster for paths of small steps, slower for poses at random. The answers stay the "
             "same. For the method wide, or --descent environment, or with --clearance"},
    {OPTION("--bits", option_flag, AT(bits)),
     OPTION_TEXT(SECTION_WRITE, NULL, "a bit a pose, 1 for contact (default)"),
     .more = "With --clearance also for at most D apart. The first pose is the lowest bit of the "
             "first byte; NumPy: unpackbits(array, bitorder=\"little\")",
     .first = true},
    {OPTION("--rows", option_flag, AT(rows)),
     OPTION_TEXT(SECTION_WRITE, NULL, "a row a pose, as CSV: frame,state"),
     .more = "With --clearance also how near, as lo and hi", .first = true},
    {OPTION("--mark-bad", option_flag, AT(mark_bad)),
     OPTION_TEXT(SECTION_WRITE, NULL, "with --rows: what is no pose is a row, bad"),
     .more = "Without it that is an error, which names the frame"},
    {OPTION("--resume", option_flag, AT(resume)),
     OPTION_TEXT(SECTION_WRITE, NULL, "go on with what an earlier run left of -o FILE"),
     .more = "Poses that are answered are read again, to see that they are the same, and not "
             "asked about. Where nothing was left, it begins anew",
     .first = true},
    OPTION_CRLF(AT(crlf), "rows"),
    OPTION_OUTPUT(AT(output)),
    OPTION_QUIET(AT(quiet)),
    OPTION_ALLOW_EMPTY(AT(allow_empty)),
    OPTION_THREADS(AT(thread_count)),
};

static bool is_input(const char* path)
{
    return strcmp(path, "-") == 0;
}

static bool poses_fit(const batch_options* o)
{
    if (!o->poses) {
        say(O010_OPTION_MISSING,
            "batch needs the poses of b: --poses FILE; 'abut help batch' tells more");
        return false;
    }
    if (is_input(o->poses) && (is_input(o->files.paths[0]) || is_input(o->files.paths[1]))) {
        say(O016_STDIN_TWICE, "standard input can be read only once");
        return false;
    }
    return true;
}

// Bits of slices can only be put one behind the other where each but the last fills its bytes.
static bool slice_fits(const batch_options* o)
{
    const bool counts = o->count != UINT64_MAX && o->count % BITS_A_BYTE;
    if (o->rows || (o->from % BITS_A_BYTE == 0 && !counts)) return true;
    say(O012_OUT_OF_RANGE,
        "%s %" PRIu64 ": a byte has 8 bits, so that of slices of bits both must be multiples of 8; "
        "--rows has no such limit",
        counts ? "--count" : "--from", counts ? o->count : o->from);
    return false;
}

static bool output_fits(const batch_options* o)
{
    const bool is_stream = !o->output || is_input(o->output);
    if (o->resume && is_stream) {
        say(O018_NEEDS_A_FILE,
            "option --resume needs -o FILE: what went to standard output is gone");
        return false;
    }
    if (is_stream && batch_is_written(o) && !o->rows && isatty(STDOUT_FILENO)) {
        say(O018_NEEDS_A_FILE, "bits are not for a terminal: -o FILE, a pipe, or --rows");
        return false;
    }
    return true;
}

bool batch_options_parse(batch_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--bits", "--rows"}, {"--clearance", "--descent"}, {"--clearance", "--traversal"}};
    static const char* const shown[] = {"--bits", "--rows", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (batch_options){.count = UINT64_MAX};
    command_line line = {
        .verb = &verb_batch,
        .groups = {OPTION_GROUP(rows, o, given), pair_files_options_group(&o->files),
                   method_options_group(&o->build, true)},
        .takes = "batch takes two models",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--strict", "--clearance") &&
           option_fits_beside(&line, "--mark-bad", "--rows") &&
           option_fits_beside(&line, "--crlf", "--rows") &&
           (!o->quiet || output_fits_quiet(o->output, option_first_given(&line, shown))) &&
           method_options_fit(&o->build) &&
           (!o->clearance.is_given || measure_method_fits(o->build.build.method)) &&
           pair_options_finish(&o->files, &line, "models") && poses_fit(o) && slice_fits(o) &&
           output_fits(o);
}
