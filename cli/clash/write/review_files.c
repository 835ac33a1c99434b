// review_files.c - BCF and JUnit: which of them are asked for, and when they are written.
#include "clash/write/review_files.h"

#include "clash/write/bcf.h"
#include "say/say.h"

#include <stdlib.h>

struct clash_files {
    output bcf, junit;
};

static bool prepare(const clash_options* o, output* out, const char* name,
                    const result_files* others)
{
    return !name || (output_prepare(out, name, o->paths, o->input_count) &&
                     output_differs(out, &others->text) && output_differs(out, &others->picture) &&
                     output_differs(out, &others->page));
}

bool clash_files_prepare(clash_result* r, const result_files* others)
{
    const clash_options* o = r->options;
    if (!o->bcf && !o->junit) return true;
    struct clash_files* files = r->review.files = calloc(1, sizeof *files);
    if (!files) return say_no_memory();
    return prepare(o, &files->bcf, o->bcf, others) && prepare(o, &files->junit, o->junit, others) &&
           output_differs(&files->junit, &files->bcf);
}

bool clash_files_warn(clash_result* r)
{
    const clash_options* o = r->options;
    if (!o->bcf) return true;
    if (!see_can_write() &&
        !warnings_add(&r->warnings, C019_PICTURES_LACK,
                      "%s: built without zlib: topics have no pictures", o->bcf))
        return false;
    return clash_unit(r) > 0 ||
           warnings_add(&r->warnings, C009_UNIT_TAKEN,
                        "%s: its cameras are in metres, and so the files are taken to be; "
                        "--unit says another unit",
                        o->bcf);
}

static bool write_bcf(const clash_result* r, output* out, progress* p)
{
    progress_begin(p, "drawing", r->options->bcf);
    const bool written = output_open(out) && bcf_write(r, out->stream, p) && output_close(out);
    progress_end(p);
    return written;
}

static bool write_junit(const clash_result* r, output* out)
{
    if (!output_open(out)) return false;
    junit_write(r, out->stream);
    return output_close(out);
}

bool clash_files_write(clash_result* r, progress* p)
{
    const clash_options* o = r->options;
    struct clash_files* files = r->review.files;
    if (o->bcf && !write_bcf(r, &files->bcf, p)) return false;
    return !o->junit || write_junit(r, &files->junit);
}

void clash_files_discard(clash_result* r)
{
    struct clash_files* files = r->review.files;
    if (!files) return;
    output_discard(&files->bcf);
    output_discard(&files->junit);
    free(files);
    r->review.files = NULL;
}
