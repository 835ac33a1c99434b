// bcf.c - rows as topics of a BCF archive: a folder each, named by the row's key, so that an archive that is written later
// updates what a program took from an earlier one.
#include "clash/write/bcf.h"

#include "archive/zip_write.h"
#include "clash/sources/sources.h"
#include "clash/write/review_files.h"
#include "picture/report.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOTS = 64 };  // taken at once: as many pictures are in memory

// BCF wants a date of every topic; where none is known it is this one.
#define NO_DATE "1970-01-01T00:00:00Z"

typedef struct bcf_archive {
    const clash_result* result;
    zip_writer zip;
    const char* date;
    char* text;  // of the file that is being written
    size_t size;
    FILE* file;
} bcf_archive;

// ------------------------------------------------------------------------------------------ files

static bool add(bcf_archive* a, const char* folder, const char* name, const void* bytes,
                size_t size)
{
    char* path = say_text("%s%s", folder, name);
    const zip_status status = path ? zip_add(&a->zip, path, bytes, size) : ZIP_OUT_OF_MEMORY;
    free(path);
    if (status == ZIP_OUT_OF_MEMORY) return say_no_memory();
    if (status == ZIP_TOO_LARGE)
        say(C018_BCF_TOO_LARGE, "%s: an archive of more than 4 GB: list fewer pairs",
            a->result->options->bcf);
    return status == ZIP_OK;
}

static bool begin(bcf_archive* a)
{
    a->text = NULL;
    a->file = open_memstream(&a->text, &a->size);
    return a->file || say_no_memory();
}

// Close what begin opened. The text is to be freed.
static bool end(bcf_archive* a)
{
    const bool failed = (ferror(a->file) | fclose(a->file)) != 0;
    return !failed || say_no_memory();
}

static bool end_and_add(bcf_archive* a, const char* folder, const char* name)
{
    const bool fine = end(a) && add(a, folder, name, a->text, a->size);
    free(a->text);
    return fine;
}

// What is there once.
static bool add_root(bcf_archive* a)
{
    const size_t version = a->result->options->bcf_version;
    if (!begin(a)) return false;
    bcf_write_version(version, a->file);
    if (!end_and_add(a, "", "bcf.version") || !begin(a)) return false;
    bcf_write_extensions(version, a->file);
    if (!end_and_add(a, "", version == CLASH_BCF_21 ? "extensions.xsd" : "extensions.xml"))
        return false;
    if (version != CLASH_BCF_21) return true;
    if (!begin(a)) return false;
    bcf_write_project(a->file);
    return end_and_add(a, "", "project.bcfp");
}

static bool add_topic(bcf_archive* a, bcf_topic* t)
{
    const size_t version = a->result->options->bcf_version;
    char folder[48];
    clash_uuid((const char* const[]){"viewpoint", t->guid}, 2, t->viewpoint);
    clash_uuid((const char* const[]){"approval", t->guid}, 2, t->comment);
    snprintf(folder, sizeof folder, "%s/", t->guid);
    if (!add(a, folder, "", NULL, 0) || !begin(a)) return false;
    bcf_write_markup(t, version, a->date, a->file);
    if (!end_and_add(a, folder, "markup.bcf")) return false;
    if (!t->shot) return true;
    if (!begin(a)) return false;
    bcf_write_viewpoint(t, version, a->file);
    return end_and_add(a, folder, "viewpoint.bcfv") &&
           (!t->shot->png || add(a, folder, "snapshot.png", t->shot->png, t->shot->size));
}

// ------------------------------------------------------------------------------------------- rows

// An interval in words: one number where both ends are written alike. unit: NULL: none is known.
static void describe_interval(const char* name, const clash_interval* v, const char* unit,
                              FILE* out)
{
    char lo[24], hi[24];
    if (isnan(v->lo)) return;
    snprintf(lo, sizeof lo, "%.6g", v->lo);
    snprintf(hi, sizeof hi, "%.6g", v->hi);
    fprintf(out, "\n%s: %s", name, lo);
    if (strcmp(lo, hi) != 0) fprintf(out, " to %s", hi);
    if (unit) fprintf(out, " %s", unit);
}

static void describe(const clash_result* r, const clash_row* row, FILE* out)
{
    const char* unit = clash_unit_name(clash_unit(r));
    char cubic[16];
    snprintf(cubic, sizeof cubic, "%s\xc2\xb3", unit ? unit : "");
    fprintf(out, "%s %s\nRule: %s (%s)", row->words[0], row->words[1],
            clash_rule_name(r->review.rules, row->rule), clash_test_text(row->test));
    describe_interval("Depth", &row->depth, unit, out);
    describe_interval("Gap", &row->gap, unit, out);
    describe_interval("Volume", &row->volume, unit ? cubic : NULL, out);
    if (row->group) fprintf(out, "\nGroup: %s", row->group);
    if (row->is_undecided)
        fputs("\nUndecided: its measures leave open whether it is allowed.", out);
}

static bool add_row(bcf_archive* a, size_t rank, const bcf_shot* shot)
{
    const clash_result* r = a->result;
    const clash_row* row = clash_ranked(r, rank);
    const clash_object* objects[2] = {&r->objects[row->a], &r->objects[row->b]};
    if (!begin(a)) return false;
    describe(r, row, a->file);
    if (!end(a)) {
        free(a->text);
        return false;
    }
    char* description = a->text;
    bcf_topic t = {.guid = row->key,
                   .title = row->words[0],
                   .description = description,
                   .status = bcf_statuses[row->state == CLASH_APPROVED],
                   .labels = {clash_class_text(row->class), clash_state_text(row->state)},
                   .index = rank + 1,
                   .ids = {clash_id(objects[0]), clash_id(objects[1])},
                   .approval = row->approval,
                   .shot = shot->has_camera ? shot : NULL};
    t.files[0] = report_file_name(objects[0]->path);
    if (objects[0]->source != objects[1]->source) t.files[1] = report_file_name(objects[1]->path);
    const bool fine = add_topic(a, &t);
    free(description);
    return fine;
}

static bool add_rows(bcf_archive* a, progress* p)
{
    const clash_result* r = a->result;
    const double unit = clash_unit(r);  // not known: metres, which clash_files_warn tells
    bcf_shot shots[SHOTS];
    bool fine = true;
    for (size_t first = 0; fine && first < r->clashes.count; first += SHOTS) {
        const size_t left = r->clashes.count - first, count = left < SHOTS ? left : SHOTS;
        bcf_take_shots(r, first, count, unit > 0 ? unit : 1, shots);
        for (size_t i = 0; i < count; i++) {
            if (fine && shots[i].failed) fine = say_no_memory();
            fine = fine && add_row(a, first + i, &shots[i]);
            free(shots[i].png);
        }
        progress_report(p, (double)(first + count) / (double)r->clashes.count);
    }
    return fine;
}

// Pairs that are gone have a topic without a view: a program that has the topic closes it.
static bool add_gone(bcf_archive* a, size_t i)
{
    const clash_gone* gone = &a->result->review.gone[i];
    const bool is_resolved = gone->state == CLASH_RESOLVED;
    char* title = say_text("%s, %s: %s", gone->a, gone->b, clash_state_text(gone->state));
    char* why = say_text("%s%s", is_resolved ? "They do not clash any more." : "Not retested: ",
                         is_resolved ? ""
                         : gone->why ? gone->why
                                     : "nobody knows why");
    bcf_topic t = {.guid = gone->key,
                   .title = title,
                   .description = why,
                   .status = bcf_statuses[is_resolved],
                   .labels = {clash_state_text(gone->state), NULL},
                   .index = a->result->clashes.count + i + 1};
    const bool fine = title && why ? add_topic(a, &t) : say_no_memory();
    free(title);
    free(why);
    return fine;
}

bool bcf_write(const clash_result* r, FILE* out, progress* p)
{
    bcf_archive a = {.result = r, .date = *r->review.date ? r->review.date : NO_DATE};
    zip_begin(&a.zip, out, a.date);
    bool fine = add_root(&a) && add_rows(&a, p);
    for (size_t i = 0; fine && i < r->review.gone_count; i++)
        fine = add_gone(&a, i);
    if (fine && zip_end(&a.zip) != ZIP_OK) {
        say(C018_BCF_TOO_LARGE, "%s: an archive of more than 4 GB: list fewer pairs",
            r->options->bcf);
        fine = false;
    }
    zip_free(&a.zip);
    return fine;
}
