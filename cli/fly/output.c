// output.c - the result of "abut fly" for people, for programs and for tables.
#include "fly/fly.h"
#include "output/json_parts.h"
#include "say/say.h"
#include "text/printable.h"

#include "abut/abut.h"

#include <inttypes.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- text

static const char* end_text(const fly_options* o)
{
    if (!(o->deadline > 0)) return "budget";
    return o->files.budget ? "budget or the deadline" : "deadline";
}

static void write_verdict(const fly_result* r, FILE* out)
{
    const fly_summary* s = &r->summary;
    const size_t count = r->path.count;
    if (s->steps[ABUT_STATE_APART] == count)
        fputs("apart at every step: no triangle of a shares a point with one of b\n", out);
    if (s->steps[ABUT_STATE_CONTACT])
        fprintf(out, "contact at %zu of %zu step%s: %s%" PRIu64 " pair%s of triangles\n",
                s->steps[ABUT_STATE_CONTACT], count, plural(count), s->complete ? "" : "at least ",
                s->pairs, plural(s->pairs));
    if (fly_is_hollow(r))
        fprintf(out, "undecided at all of %zu step%s: nothing to check\n", count, plural(count));
    else if (s->steps[ABUT_STATE_UNDECIDED])
        fprintf(out,
                "undecided at %zu of %zu step%s: no contact found, then the %s ended the search\n",
                s->steps[ABUT_STATE_UNDECIDED], count, plural(count), end_text(r->options));
}

static void write_step(const fly_result* r, size_t i, FILE* out)
{
    const fly_step* s = &r->steps[i];
    fprintf(out, "%12zu  %-9s %12zu %14.3f\n", i, abut_state_text((abut_state)s->state),
            s->pair_count, s->microseconds);
}

// Steps in a row that are in one state.
static void write_runs(const fly_result* r, FILE* out)
{
    const size_t count = r->path.count;
    fprintf(out, "\n%12s %12s  %-9s %12s\n", "first step", "last step", "state", "pairs");
    for (size_t i = 0, first = 0; i < count; i = first) {
        uint64_t pairs = 0;
        for (; i < count && r->steps[i].state == r->steps[first].state; i++)
            pairs += r->steps[i].pair_count;
        fprintf(out, "%12zu %12zu  %-9s %12" PRIu64 "\n", first, i - 1,
                abut_state_text((abut_state)r->steps[first].state), pairs);
        first = i;
    }
}

static json_costs costs_of(const fly_result* r)
{
    return (json_costs){r->volume_tests, r->triangle_tests,           r->node_updates,
                        r->exact_tests,  pair_read_seconds(r->sides), pair_build_seconds(r->sides),
                        r->query_seconds};
}

void fly_write_text(const void* result, FILE* out)
{
    const fly_result* r = result;
    const json_costs costs = costs_of(r);
    const fly_summary* s = &r->summary;
    pair_write_sides(r->sides, out);
    fputs("path: ", out);
    printable_write(path_name(r->options->path), out);
    fprintf(out, ", %zu step%s, %s\n", r->path.count, plural(r->path.count),
            poses_layout_text(r->path.layout));
    write_verdict(r, out);
    result_write_sight(&r->options->result, r->view, out);
    if (r->options->steps) {
        fprintf(out, "\n%12s  %-9s %12s %14s\n", "step", "state", "pairs", "microseconds");
        for (size_t i = 0; i < r->path.count; i++)
            write_step(r, i, out);
    } else {
        write_runs(r, out);
    }
    fputc('\n', out);
    if (r->options->stats) costs_write_tests(&costs, out);
    costs_write_seconds(&costs, "fly", out);
    fprintf(out, "microseconds a step: %.3f in the mean, 99 of 100 within %.3f, all within %.3f\n",
            s->mean, s->percentile, s->most);
}

// ------------------------------------------------------------------------------------------- JSON

static void write_side(json* j, const char* key, const model_file* side)
{
    json_key(j, key);
    json_object(j, false);
    json_put_string(j, "file", side->path);
    if (side->group) {
        json_put_string(j, "group", side->group);
    }
    json_put_count(j, "triangles", side->info.triangle_count);
    json_close(j);
}

static void write_contact(json* j, int state)
{
    json_key(j, "contact");
    if (state == ABUT_STATE_UNDECIDED)
        json_null(j);
    else
        json_bool(j, state == ABUT_STATE_CONTACT);
}

static void write_steps(json* j, const fly_result* r)
{
    json_key(j, "steps");
    json_array(j, true);
    for (size_t i = 0; i < r->path.count; i++) {
        const fly_step* s = &r->steps[i];
        json_object(j, false);
        json_put_count(j, "step", i);
        write_contact(j, s->state);
        json_put_count(j, "pair_count", s->pair_count);
        json_key(j, "us");
        json_microseconds(j, s->microseconds);
        json_put_string(j, "state", abut_state_text((abut_state)s->state));
        json_put_bool(j, "complete", s->complete);
        if (s->distance_least > 0) {
            json_put_number(j, "distance_least", s->distance_least);
        }
        if (r->path.times) {
            json_put_number(j, "time", r->path.times[i]);
        }
        json_close(j);
    }
    json_close(j);
}

static void write_summary(json* j, const fly_result* r)
{
    const fly_summary* s = &r->summary;
    const struct {
        const char* key;
        uint64_t count;
    } counts[] = {
        {"steps", r->path.count},
        {"contact_frames", s->steps[ABUT_STATE_CONTACT]},
        {"undecided_frames", s->steps[ABUT_STATE_UNDECIDED]},
        {"pairs", s->pairs},
    };
    const struct {
        const char* key;
        double value;
    } times[] = {{"mean_us", s->mean}, {"p99_us", s->percentile}, {"max_us", s->most}};
    json_key(j, "summary");
    json_object(j, true);
    for (int i = 0; i < 4; i++) {
        json_put_count(j, counts[i].key, counts[i].count);
    }
    for (int i = 0; i < 3; i++) {
        json_key(j, times[i].key);
        json_microseconds(j, times[i].value);
    }
    json_close(j);
}

void fly_write_json(const void* result, FILE* out)
{
    const fly_result* r = result;
    const json_costs costs = costs_of(r);
    json j = {.out = out};
    json_begin(&j);
    write_side(&j, "a", &r->sides[0]);
    write_side(&j, "b", &r->sides[1]);
    json_put_string(&j, "path", r->options->path);
    if (r->options->path_a) {
        json_put_string(&j, "path_a", r->options->path_a);
    }
    json_put_bool(&j, "empty", pair_is_empty(r->sides));
    write_steps(&j, r);
    write_summary(&j, r);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

// -------------------------------------------------------------------------------------------- CSV

// No cell holds a name, so none is quoted.
void fly_write_csv(const void* result, FILE* out)
{
    const fly_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    static const char* const contact[] = {"", "false", "true"};  // by abut_state
    fprintf(out, "step,contact,pair_count,us,state,complete%s", r->path.times ? ",time" : "");
    csv_end_line(&table);
    for (size_t i = 0; i < r->path.count; i++) {
        const fly_step* s = &r->steps[i];
        fprintf(out, "%zu,%s,%zu,%.3f,%s,%s", i, contact[s->state], s->pair_count, s->microseconds,
                abut_state_text((abut_state)s->state), s->complete ? "true" : "false");
        if (r->path.times) fprintf(out, ",%.17g", r->path.times[i]);
        csv_end_line(&table);
    }
}
