// diff.c - "abut clash diff OLD NEW": two results of reviews compared, without their models.
#include "clash/life/life.h"
#include "say/say.h"
#include "text/printable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct diff_options {
    const char* paths[2];
    const char* output;
    bool json, quiet;
} diff_options;

// A row of the answer: of the newer result, or one of the older that is gone.
typedef struct diff_row {
    const life_row *is, *was;  // NULL: not there
    const life_row* shown;     // that of the newer, if it is there
    clash_state state;
    char* why;
} diff_row;

// What the newer result itself says of a pair that is gone.
typedef struct gone_row {
    const life_row* row;
} gone_row;

typedef struct diff {
    const diff_options* options;
    json_tree trees[2];
    life_result sides[2];  // older, newer
    diff_row* rows;
    size_t row_count;
    gone_row* gone;  // of the newer, by their keys
    size_t gone_count;
    size_t counts[CLASH_STATES];
} diff;

// ------------------------------------------------------------------------------------------- find

static bool has_rule(const life_result* l, const char* name)
{
    for (const json_value* at = l->rules->first; at; at = at->next) {
        const json_value* member = json_member(at, "name");
        if (member && member->kind == JSON_STRING && strcmp(member->text, name) == 0) return true;
    }
    return false;
}

static int compare_keys(const void* x, const void* y)
{
    const gone_row *p = x, *q = y;
    return strcmp(p->row->key, q->row->key);
}

static bool order_gone(diff* d)
{
    const life_result* now = &d->sides[1];
    d->gone = calloc(now->row_count + 1, sizeof *d->gone);
    if (!d->gone) return say_no_memory();
    for (size_t i = 0; i < now->row_count; i++)
        if (now->rows[i].is_gone) d->gone[d->gone_count++].row = &now->rows[i];
    if (d->gone_count) qsort(d->gone, d->gone_count, sizeof *d->gone, compare_keys);
    return true;
}

static const life_row* gone_of(const diff* d, const life_row* was)
{
    const gone_row wanted = {was};
    const gone_row* found = bsearch(&wanted, d->gone, d->gone_count, sizeof *d->gone, compare_keys);
    return found ? found->row : NULL;
}

static bool has_sides(const life_result* l)
{
    for (size_t i = 0; i < l->source_count; i++)
        if (l->sources[i].is_against) return true;
    return false;
}

static bool is_one_side(const life_result* l, const life_object* a, const life_object* b)
{
    return has_sides(l) && l->sources[a->source].is_against == l->sources[b->source].is_against;
}

// Say why a pair that is gone was not tested in the newer result, as far as results tell; or leave why as it is, NULL.
static bool tell_why(const diff* d, const life_row* was, char** why)
{
    const life_result *old = &d->sides[0], *now = &d->sides[1];
    const uint32_t a = old->objects[was->a].match, b = old->objects[was->b].match;
    const life_object *one = &now->objects[a == LIFE_NONE ? 0 : a],
                      *other = &now->objects[b == LIFE_NONE ? 0 : b];
    const life_row* said = gone_of(d, was);
    if (said && said->state == CLASH_RESOLVED) return true;
    if (said)
        *why = say_text("%s", said->why);
    else if (a == LIFE_NONE || b == LIFE_NONE)
        *why = life_why_not_there(old, a == LIFE_NONE ? was->a : was->b, now);
    else if (life_was_skipped(now, one, other))
        *why = life_why_skipped(now, one, other);
    else if (is_one_side(now, one, other))
        *why = say_text("both are on one side of --against now");
    else if (!has_rule(now, was->rule))
        *why = say_text("there is no rule %s any more", was->rule);
    else
        return true;
    return *why || say_no_memory();
}

static bool find_rows(diff* d)
{
    const life_result *old = &d->sides[0], *now = &d->sides[1];
    d->rows = calloc(old->row_count + now->row_count + 1, sizeof *d->rows);
    if (!d->rows) return say_no_memory();
    if (!order_gone(d)) return false;
    for (size_t i = 0; i < now->row_count && !now->rows[i].is_gone; i++) {
        const life_row* is = &now->rows[i];
        const life_row* was = is->match == LIFE_NO_MATCH ? NULL : &old->rows[is->match];
        d->rows[d->row_count++] = (diff_row){.is = is, .was = was, .shown = is, .state = is->state};
        d->counts[is->state]++;
    }
    for (size_t i = 0; i < old->row_count; i++) {
        const life_row* was = &old->rows[i];
        if (was->match != LIFE_NO_MATCH || (was->is_gone && was->state == CLASH_RESOLVED)) continue;
        diff_row* row = &d->rows[d->row_count++];
        row->was = row->shown = was;
        if (!tell_why(d, was, &row->why)) return false;
        row->state = row->why ? CLASH_NOT_RETESTED : CLASH_RESOLVED;
        d->counts[row->state]++;
    }
    return true;
}

static bool read_side(diff* d, int side)
{
    const char* path = d->options->paths[side];
    return life_load(&d->trees[side], path, "review", "the result of a review") &&
           life_read(&d->sides[side], &d->trees[side], path);
}

// ------------------------------------------------------------------------------------------- text

static const life_object* object_of(const diff* d, const diff_row* row, bool is_b)
{
    const life_result* side = &d->sides[row->is != NULL];
    return &side->objects[is_b ? row->shown->b : row->shown->a];
}

static void write_size(const life_row* row, FILE* out)
{
    static const char* const words[] = {"deep", "apart"};
    for (int m = 0; m < 2; m++) {
        const clash_interval x = row->measures[m];
        char lo[32], hi[32];
        if (isnan(x.lo)) continue;
        snprintf(lo, sizeof lo, "%.4g", x.lo);
        snprintf(hi, sizeof hi, "%.4g", x.hi);
        if (strcmp(lo, hi) == 0)
            fprintf(out, ", %s %s", lo, words[m]);
        else
            fprintf(out, ", %s to %s %s", lo, hi, words[m]);
    }
}

static void write_row(const diff* d, const diff_row* row, FILE* out)
{
    const life_row* of = row->shown;
    fprintf(out, "%-12s  ", clash_state_text(row->state));
    printable_write(life_said(object_of(d, row, false)), out);
    fputs(", ", out);
    printable_write(life_said(object_of(d, row, true)), out);
    // Every row has one: the analyzer thinks that a result without rows may have some.
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
    fprintf(out, ": %s", clash_class_text(of->class));
    write_size(of, out);
    fputc('\n', out);
    if (row->is && row->was && row->state == CLASH_CHANGED) {
        fprintf(out, "%14sit was %s", "", clash_class_text(row->was->class));
        write_size(row->was, out);
        fputs(row->was->state == CLASH_APPROVED ? ", approved\n" : "\n", out);
    }
    if (row->why) {
        fprintf(out, "%14s", "");
        printable_write(row->why, out);
        fputc('\n', out);
    }
}

static void write_text(const diff* d, FILE* out)
{
    for (size_t i = 0; i < d->row_count; i++) {
        const diff_row* row = &d->rows[i];
        const bool stays_approved =
            row->state == CLASH_APPROVED && row->was && row->was->state == CLASH_APPROVED;
        if (row->state != CLASH_ACTIVE && !stays_approved) write_row(d, row, out);
    }
    for (int s = 0; s < CLASH_STATES; s++)
        fprintf(out, "%s%zu %s", s ? ", " : "", d->counts[s], clash_state_text((clash_state)s));
    fputc('\n', out);
}

// ------------------------------------------------------------------------------------------- JSON

static void put_measures(json* j, const life_row* row)
{
    static const char* const keys[LIFE_MEASURES] = {"depth", "gap", "volume", "length", "area"};
    json_put_string(j, "test", clash_test_text(row->test));
    json_put_string(j, "class", clash_class_text(row->class));
    for (int m = 0; m < LIFE_MEASURES; m++) {
        const double ends[2] = {row->measures[m].lo, row->measures[m].hi};
        if (!isnan(ends[0])) json_put_numbers(j, keys[m], ends, 2);
    }
}

static void put_row(const diff* d, const diff_row* row, json* j)
{
    const life_row* of = row->shown;
    json_object(j, false);
    json_put_string(j, "key", of->key);
    json_put_string(j, "state", clash_state_text(row->state));
    json_put_string(j, "a", object_of(d, row, false)->name);
    json_put_string(j, "b", object_of(d, row, true)->name);
    put_measures(j, of);
    json_put_string(j, "why", row->why);
    if (row->is && row->was) {
        json_key(j, "was");
        json_object(j, false);
        json_put_string(j, "state", clash_state_text(row->was->state));
        put_measures(j, row->was);
        json_close(j);
    }
    json_close(j);
}

static void write_json(const diff* d, FILE* out)
{
    json j = {.out = out};
    json_object(&j, true);
    json_put_string(&j, "abut", ABUT_VERSION_STRING);
    json_put_count(&j, "format", 1);
    json_put_count(&j, "diff", 1);
    json_put_string(&j, "old", d->options->paths[0]);
    json_put_string(&j, "new", d->options->paths[1]);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < d->row_count; i++)
        put_row(d, &d->rows[i], &j);
    json_close(&j);
    json_key(&j, "counts");
    json_object(&j, false);
    for (int s = 0; s < CLASH_STATES; s++) {
        const bool has_blank = s == CLASH_NOT_RETESTED;
        json_put_count(&j, has_blank ? "not_retested" : clash_state_text((clash_state)s),
                       d->counts[s]);
    }
    json_close(&j);
    json_close(&j);
}

static bool tell(const diff* d)
{
    output out;
    const diff_options* o = d->options;
    if (o->quiet && !o->output) return true;
    bool fine = output_prepare(&out, o->output, o->paths, 2) && output_open(&out);
    if (fine) {
        (o->json ? write_json : write_text)(d, out.stream);
        fine = output_close(&out);
    }
    output_discard(&out);
    return fine;
}

// ---------------------------------------------------------------------------------------- the verb

static int diff_run(int count, char** arguments);

static const verb verb_diff = {
    .name = "clash diff",
    .summary = "two results of 'abut clash' compared",
    .usage = "OLD NEW [options]",
    .about = "What became of the rows of a review: two results in JSON are compared, as --baseline "
             "does it, but without the models. A row is new, changed or active; one that is gone "
             "was resolved, or not retested.",
    .more = {"What a result does not tell is not known here: whether a rule of the same name asks "
             "for less now. 'abut clash --baseline OLD' knows."},
    .status = "0 nothing is new or changed, 1 something is, 2 error, 3 something was not retested.",
    .examples = {"abut clash diff monday.json friday.json"},
    .run = diff_run,
};

#define AT(member) offsetof(diff_options, member)
static const option_row rows[] = {
    OPTION_JSON(AT(json)),
    OPTION_OUTPUT(AT(output)),
    OPTION_QUIET(AT(quiet)),
};

static bool parse(diff_options* o, int count, char** arguments, int* status)
{
    bool given[OPTION_COUNT(rows)] = {false};
    command_line line = {.verb = &verb_diff,
                         .groups = {OPTION_GROUP(rows, o, given)},
                         .takes = "clash diff takes two files",
                         .paths = o->paths,
                         .paths_most = 2};
    if (!command_line_read(&line, count, arguments, status)) return false;
    if (line.path_count < 2) {
        say(O008_FILE_MISSING, "clash diff needs two files; 'abut clash diff --help' tells more");
        return false;
    }
    return !o->quiet || output_fits_quiet(o->output, o->json ? "--json" : NULL);
}

static int diff_files(const diff_options* o)
{
    int status = EXIT_ERROR;
    diff d = {.options = o};
    if (read_side(&d, 0) && read_side(&d, 1) && life_compare(&d.sides[0], &d.sides[1]) &&
        find_rows(&d) && tell(&d))
        status = d.counts[CLASH_NEW] || d.counts[CLASH_CHANGED] ? EXIT_CONTACT
                 : d.counts[CLASH_NOT_RETESTED]                 ? EXIT_UNDECIDED
                                                                : EXIT_APART;
    for (size_t i = 0; i < d.row_count; i++)
        free(d.rows[i].why);
    free(d.rows);
    free(d.gone);
    for (int side = 0; side < 2; side++) {
        life_free(&d.sides[side]);
        json_tree_free(&d.trees[side]);
    }
    return status;
}

static int diff_run(int count, char** arguments)
{
    diff_options o = {0};
    int status = EXIT_ERROR;
    if (parse(&o, count, arguments, &status)) status = diff_files(&o);
    return status;
}

int clash_diff(int count, char** arguments)
{
    return diff_run(count, arguments);
}
