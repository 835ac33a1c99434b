// result.c - see result.h.
#include "output/result.h"

#include "models/load.h"
#include "models/threads.h"
#include "text/printable.h"

#define AT(member) offsetof(result_options, member)

static const option_row rows[RESULT_OPTIONS] = {
    OPTION_JSON(AT(json)),
    {OPTION("--csv", option_flag, AT(csv)),
     OPTION_TEXT(SECTION_WRITE, NULL, "a table, as CSV (docs/reference/json.md)"),
     .more = "A line for each pair, step or finding", .first = true},
    OPTION_CRLF(AT(crlf), "--csv"),
    OPTION_OUTPUT(AT(output)),
    OPTION_QUIET(AT(quiet)),
    OPTION_ALLOW_EMPTY(AT(allow_empty)),
};

option_group result_options_group(result_options* o)
{
    return (option_group)OPTION_GROUP(rows, o, o->given);
}

bool result_options_fit(const result_options* o, const command_line* line, const char* const* shown)
{
    return option_fits_beside(line, "--crlf", "--csv") &&
           (!o->quiet || output_fits_quiet(o->output, option_first_given(line, shown)));
}

csv result_csv(const result_options* o, FILE* out)
{
    return (csv){.out = out, .crlf = o->crlf};
}

bool result_prepare(result_files* files, const result_options* o, const char* const* inputs,
                    size_t input_count)
{
    *files = (result_files){0};
    return output_prepare(&files->text, o->output, inputs, input_count) &&
           output_prepare(&files->picture, o->picture.path, inputs, input_count) &&
           output_prepare(&files->page, o->picture.report, inputs, input_count) &&
           output_prepare(&files->other, o->other, inputs, input_count) &&
           output_differs(&files->picture, &files->text) &&
           output_differs(&files->page, &files->text) &&
           output_differs(&files->page, &files->picture) &&
           output_differs(&files->other, &files->text) &&
           output_differs(&files->other, &files->picture) &&
           output_differs(&files->other, &files->page);
}

void result_discard(result_files* files)
{
    output_discard(&files->text);
    output_discard(&files->picture);
    output_discard(&files->page);
    output_discard(&files->other);
}

static bool see(void* result, const result_ways* ways, const picture_options* o,
                result_files* files, progress* p)
{
    if (!is_shown(o)) return true;
    progress_begin(p, "drawing", path_name(o->path ? o->path : o->report));
    const bool written = ways->see(result, files);
    progress_end(p);
    return written;
}

static bool write_other(const void* result, const result_ways* ways, const result_options* o,
                        result_files* files)
{
    if (!o->other) return true;
    if (!output_open(&files->other)) return false;
    ways->other(result, files->other.stream);
    return output_close(&files->other);
}

bool result_tell(void* result, const result_ways* ways, const result_options* o,
                 const warning_list* warnings, result_files* files, progress* p)
{
    if (!see(result, ways, &o->picture, files, p) || !write_other(result, ways, o, files))
        return false;
    if (!o->quiet && (!o->json || ways->part)) warnings_say(warnings);
    if (!result_is_written(o)) return true;
    if (!output_open(&files->text)) return false;
    FILE* out = files->text.stream;
    if (!ways->part)
        (o->json ? ways->json : o->csv ? ways->csv : ways->text)(result, out);
    else if (!ways->part(result, out))
        return false;
    return output_close(&files->text);
}

int result_run(void* result, const result_job* job)
{
    int status = EXIT_ERROR;
    result_files files;
    progress p;
    threads t;
    progress_open(&p, job->options->quiet);
    if (!threads_open(&t, job->thread_count, &p)) return status;
    if (result_prepare(&files, job->options, job->inputs, job->input_count) &&
        job->find(result, &t.host, &p) &&
        result_tell(result, job->ways, job->options, job->warnings, &files, &p))
        status = job->exit_status(result);
    result_discard(&files);
    job->release(result);
    threads_close(&t);
    return status;
}

void result_write_sight(const result_options* o, const double view[3], FILE* out)
{
    if (o->picture.path) {
        fputs("picture: ", out);
        printable_write(o->picture.path, out);
        fprintf(out, ", seen from %.6g,%.6g,%.6g\n", view[0], view[1], view[2]);
    }
    if (o->picture.report) {
        fputs("report: ", out);
        printable_write(o->picture.report, out);
        fputc('\n', out);
    }
}
