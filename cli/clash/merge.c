// merge.c - "abut merge" of clash: of the parts of all shards what one run makes after its last question.
#include "clash/frames.h"
#include "clash/part_read.h"
#include "clash/sources/sources.h"
#include "say/say.h"

#include <stdlib.h>

bool clash_settle_warnings(clash_result* r)
{
    warning_list* late = &r->late_warnings;
    for (size_t i = 0; i < late->count; i++) {
        char* text = late->texts[i];
        late->texts[i] = NULL;
        if (!warnings_take(&r->warnings, text)) return false;
    }
    warnings_free(late);
    warnings_sort(&r->warnings);
    return true;
}

// What the rules of a review, and the pairs of --ignore, say of all objects.
static bool open_rules(clash_merger* m)
{
    clash_result* r = m->result;
    if (r->options->is_review)
        return clash_rules_open(&r->review.rules, r) && clash_merge_units(m) &&
               clash_frames_open(r) && clash_reasons_list(r);
    return clash_ignored_load(r, &r->ignored);  // for its warnings
}

static bool take_parts(clash_merger* m)
{
    clash_result* r = m->result;
    return clash_merge_inputs(m) && clash_merge_sources(m) && clash_merge_objects(m) &&
           clash_units_compare(r) && clash_find_pairs(r) && open_rules(m) && clash_merge_sums(m) &&
           clash_merge_rows(m) && clash_merge_warnings(m) && clash_end(r);
}

// Parts are read, too: no result may be written over them.
static bool add_inputs(clash_options* o, const part_list* list)
{
    const char** paths = realloc(o->paths, (o->input_count + list->count + 1) * sizeof *paths);
    if (!paths) return say_no_memory();
    o->paths = paths;
    for (size_t i = 0; i < list->count; i++)
        o->paths[o->input_count++] = list->parts[i].path;
    return true;
}

static int merge(clash_options* o, const part_list* list)
{
    int status = EXIT_ERROR;
    clash_result r = {.options = o};
    clash_merger m = {.result = &r, .list = list};
    result_files files = {{0}};
    progress p;
    o->no_times = true;
    o->result.quiet = list->quiet;
    progress_open(&p, list->quiet);
    if (add_inputs(o, list) && result_prepare(&files, &o->result, o->paths, o->input_count) &&
        clash_files_prepare(&r, &files) && (!o->is_review || clash_life_open(&r)) && take_parts(&m))
        status = clash_tell(&r, &files, &p);
    result_discard(&files);
    clash_files_discard(&r);
    clash_result_free(&r);
    free(m.told_by);
    free(m.has);
    return status;
}

int clash_merge(const part_list* list)
{
    clash_options o = {.path_count = 0};
    int count, status = EXIT_ERROR;
    char** arguments = part_list_arguments(list, &count);
    if (arguments && clash_options_parse(&o, count, arguments, &status)) status = merge(&o, list);
    clash_options_free(&o);
    part_arguments_free(arguments);
    return status;
}
