// output.c - the result of "abut fly" for people, for programs and for tables.
#include "fly/fly.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "say/say.h"
#include "text/printable.h"

#include "abut/abut.h"

#include <inttypes.h>
#include <math.h>

// ------------------------------------------------------------------------------------------- text

static bool is_measured(const fly_result* r)
{
    return r->options->clearance.is_given;
}

static void write_undecided(const fly_result* r, FILE* out)
{
    const size_t count = r->path.count;
    if (fly_is_hollow(r))
        fprintf(out, "undecided at all of %zu step%s: nothing to check\n", count, plural(count));
    else if (r->summary.steps[FLY_UNDECIDED])
        fprintf(out, "undecided at %zu of %zu step%s: %s, then the %s ended the search\n",
                r->summary.steps[FLY_UNDECIDED], count, plural(count),
                is_measured(r) ? "nothing too close found" : "no contact found",
                fly_end_text(r->options));
}

static void write_verdict(const fly_result* r, FILE* out)
{
    const fly_summary* s = &r->summary;
    const measure_limit* limit = &r->options->clearance;
    const size_t count = r->path.count;
    if (s->steps[FLY_APART] == count)
        fputs("apart at every step: no triangle of a shares a point with one of b\n", out);
    if (s->steps[FLY_CLEAR] == count)
        fprintf(out, "clear at every step: %s %.17g apart\n",
                limit->is_strict ? "at least" : "more than", limit->distance);
    if (s->steps[FLY_CONTACT])
        fprintf(out, "contact at %zu of %zu step%s: %s%" PRIu64 " pair%s of triangles\n",
                s->steps[FLY_CONTACT], count, plural(count), s->complete ? "" : "at least ",
                s->pairs, plural(s->pairs));
    if (s->steps[FLY_CLOSE])
        fprintf(out, "close at %zu of %zu step%s: %s %.17g apart\n", s->steps[FLY_CLOSE], count,
                plural(count), measure_limit_text(limit), limit->distance);
    write_undecided(r, out);
}

// The least distance of the flight, and where it is.
static void write_least(const fly_result* r, FILE* out)
{
    const fly_near* n = &r->summary.least;
    if (!(n->hi < (double)INFINITY)) return;
    const pair_origin from = pair_origin_of(r->sides, n->pair);
    fputs("least distance: ", out);
    if (n->lo < n->hi) fprintf(out, "from %.17g to ", n->lo);
    fprintf(out, "%.17g, at step %zu, of triangle %" PRIu32 " of a and %" PRIu32 " of b\n", n->hi,
            r->summary.least_step, from.triangle[0], from.triangle[1]);
}

// The end of a line in a table: how near, at steps of a state.
static void write_near(const fly_result* r, const fly_near* n, uint8_t state, FILE* out)
{
    if (is_measured(r) && n->hi < (double)INFINITY)
        fprintf(out, "  %.17g", n->hi);
    else if (is_measured(r) && n->lo < (double)INFINITY)
        fprintf(out, "  %s %.17g", state == FLY_CLEAR ? "above" : "at least", n->lo);
    fputc('\n', out);
}

static const char* near_heading(const fly_result* r)
{
    return is_measured(r) ? "  distance" : "";
}

// The same of how deep.
static void write_depth(const fly_result* r, const fly_depth* d, FILE* out)
{
    if (r->options->depth && d->hi < (double)INFINITY) fprintf(out, "  %-22.17g", d->hi);
    if (r->options->depth && !(d->hi < (double)INFINITY)) fprintf(out, "  %-22s", "not known");
}

static const char* depth_heading(const fly_result* r)
{
    return r->options->depth ? "  depth at most         " : "";
}

// The deepest of the flight, and what frees b there.
static void write_deepest(const fly_result* r, FILE* out)
{
    const fly_depth d = fly_deepest(r, 0, r->path.count, NULL);
    const double* t = d.translation;
    if (!(d.hi > 0)) {
        fputs("depth: 0 at every step: no inside of a shares a point with one of b\n", out);
        return;
    }
    fputs("depth: at most ", out);
    fprintf(out, "%.17g, at step %zu, where moving b by (%.17g, %.17g, %.17g) frees it", d.hi,
            r->summary.deepest, t[0], t[1], t[2]);
    if (d.lo < d.hi) fprintf(out, "; at least %.17g", d.lo);
    fputc('\n', out);
}

static void write_steps_text(const fly_result* r, FILE* out)
{
    const bool is_timed = !r->options->no_times;
    fprintf(out, "\n%12s  %-9s %12s%s%s%s\n", "step", "state", "pairs",
            is_timed ? "   microseconds" : "", depth_heading(r), near_heading(r));
    for (size_t i = 0; i < r->path.count; i++) {
        const fly_step* s = &r->steps[i];
        fprintf(out, "%12zu  %-9s %12zu", i, fly_state_text((fly_state)s->state), s->pair_count);
        if (is_timed) fprintf(out, " %14.3f", s->microseconds);
        write_depth(r, &s->depth, out);
        write_near(r, &s->near, s->state, out);
    }
}

// Steps in a row that are in one state.
static void write_runs(const fly_result* r, FILE* out)
{
    const size_t count = r->path.count;
    fprintf(out, "\n%12s %12s  %-9s %12s%s%s\n", "first step", "last step", "state", "pairs",
            depth_heading(r), near_heading(r));
    for (size_t i = 0, first = 0; i < count; i = first) {
        uint64_t pairs = 0;
        for (; i < count && r->steps[i].state == r->steps[first].state; i++)
            pairs += r->steps[i].pair_count;
        const fly_near least = fly_nearest(r, first, i, NULL);
        const fly_depth most = fly_deepest(r, first, i, NULL);
        fprintf(out, "%12zu %12zu  %-9s %12" PRIu64, first, i - 1,
                fly_state_text((fly_state)r->steps[first].state), pairs);
        write_depth(r, &most, out);
        write_near(r, &least, r->steps[first].state, out);
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
    if (is_measured(r)) write_least(r, out);
    if (r->options->depth && !fly_is_hollow(r)) write_deepest(r, out);
    if (r->options->continuous) fly_write_between(r, out);
    result_write_sight(&r->options->result, r->view, out);
    (r->options->steps ? write_steps_text : write_runs)(r, out);
    if (r->options->continuous) fly_write_pieces(r, out);
    if (r->options->stats || !r->options->no_times) fputc('\n', out);
    if (r->options->stats) costs_write_tests(&costs, out);
    if (r->options->no_times) return;
    costs_write_seconds(&costs, "fly", out);
    if (r->options->continuous)
        fprintf(out, "seconds: %.6f to prove what lies between the steps\n", r->between.seconds);
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

// Whether a step is known to have no contact: a search that was stopped may yet have told.
static bool is_apart(const fly_result* r, const fly_step* s)
{
    if (s->state != FLY_UNDECIDED) return s->state != FLY_CONTACT;
    return is_measured(r) && !fly_is_hollow(r) && s->near.lo > 0;
}

static void write_contact(json* j, const fly_result* r, const fly_step* s)
{
    json_key(j, "contact");
    if (s->state != FLY_CONTACT && !is_apart(r, s))
        json_null(j);
    else
        json_bool(j, s->state == FLY_CONTACT);
}

static void put_near(json* j, const fly_result* r, const fly_near* n)
{
    json_put_number(j, "lo", n->lo);
    json_put_number(j, "hi", n->hi);
    measured_put_pair(j, r->sides, n->hi < (double)INFINITY, n->pair);
}

static void put_depth(json* j, const char* key, const fly_depth* d, const size_t* step)
{
    json_key(j, key);
    json_object(j, false);
    json_put_number(j, "lo", d->lo);
    json_put_number(j, "hi", d->hi);
    json_put_numbers(j, "translation", d->translation, 3);
    if (step) json_put_count(j, "step", *step);
    json_put_bool(j, "complete", d->complete);
    json_close(j);
}

static void write_steps(json* j, const fly_result* r)
{
    json_key(j, "steps");
    json_array(j, true);
    for (size_t i = 0; i < r->path.count; i++) {
        const fly_step* s = &r->steps[i];
        json_object(j, false);
        json_put_count(j, "step", i);
        write_contact(j, r, s);
        json_put_count(j, "pair_count", s->pair_count);
        if (!r->options->no_times) {
            json_key(j, "us");
            json_microseconds(j, s->microseconds);
        }
        json_put_string(j, "state", fly_state_text((fly_state)s->state));
        json_put_bool(j, "complete", s->complete);
        if (is_measured(r)) put_near(j, r, &s->near);
        if (r->options->depth) put_depth(j, "depth", &s->depth, NULL);
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

static void write_least_json(json* j, const fly_result* r)
{
    const fly_summary* s = &r->summary;
    json_put_count(j, "close_frames", s->steps[FLY_CLOSE]);
    json_key(j, "least");
    json_object(j, false);
    put_near(j, r, &s->least);
    json_key(j, "step");
    if (s->least.hi < (double)INFINITY)
        json_count(j, s->least_step);
    else
        json_null(j);
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
        {"contact_frames", s->steps[FLY_CONTACT]},
        {"undecided_frames", s->steps[FLY_UNDECIDED]},
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
    if (is_measured(r)) write_least_json(j, r);
    if (r->options->depth) {
        const fly_depth most = fly_deepest(r, 0, r->path.count, NULL);
        put_depth(j, "deepest", &most, &s->deepest);
        json_put_count(j, "deep_frames", s->deep);
    }
    for (int i = 0; i < 3 && !r->options->no_times; i++) {
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
    if (r->options->continuous) fly_put_between(&j, r);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    // As of 'abut clash': how much is tested depends on the machine, too.
    if (!r->options->no_times)
        json_write_costs(&j, &costs);
    else if (r->options->stats)
        json_write_tests(&j, &costs);
    json_close(&j);
}

// -------------------------------------------------------------------------------------------- CSV

// No cell holds a name, so none is quoted.
void fly_write_csv(const void* result, FILE* out)
{
    const fly_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    const bool is_timed = !r->options->no_times;
    fprintf(out, "step,contact,pair_count%s,state,complete%s%s", is_timed ? ",us" : "",
            r->path.times ? ",time" : "", is_measured(r) ? ",lo,hi" : "");
    if (r->options->depth) fputs(",depth_lo,depth_hi,depth_x,depth_y,depth_z", out);
    if (r->options->continuous) fly_write_between_heading(out);
    csv_end_line(&table);
    for (size_t i = 0; i < r->path.count; i++) {
        const fly_step* s = &r->steps[i];
        fprintf(out, "%zu,%s,%zu", i,
                s->state == FLY_CONTACT ? "true"
                : is_apart(r, s)        ? "false"
                                        : "",
                s->pair_count);
        if (is_timed) fprintf(out, ",%.3f", s->microseconds);
        fprintf(out, ",%s,%s", fly_state_text((fly_state)s->state), s->complete ? "true" : "false");
        if (r->path.times) fprintf(out, ",%.17g", r->path.times[i]);
        if (is_measured(r)) {
            measured_write_cell(s->near.lo, out);
            measured_write_cell(s->near.hi, out);
        }
        if (r->options->depth) {
            measured_write_cell(s->depth.lo, out);
            measured_write_cell(s->depth.hi, out);
            for (int axis = 0; axis < 3; axis++)
                measured_write_cell(s->depth.translation[axis], out);
        }
        if (r->options->continuous) fly_write_between_cells(r, i, out);
        csv_end_line(&table);
    }
}
