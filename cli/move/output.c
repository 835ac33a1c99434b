// output.c - the result of "abut move" for people, for programs and for tables.
#include "move/move.h"
#include "output/json_parts.h"
#include "say/say.h"

#include <inttypes.h>
#include <stdlib.h>

static json_costs costs_of(const move_result* r)
{
    const abut_first* f = &r->first;
    return (json_costs){f->volume_tests, f->triangle_tests,           f->node_updates,
                        f->exact_tests,  pair_read_seconds(r->sides), pair_build_seconds(r->sides),
                        r->query_seconds};
}

static void write_motion(const move_options* o, int side, FILE* out)
{
    char* words = motion_words(move_motion_of(o, side), false);
    fprintf(out, "motion of %c: %s\n", 'a' + side, words ? words : "");
    free(words);
}

void move_write_text(const void* result, FILE* out)
{
    const move_result* r = result;
    const move_options* o = r->options;
    const json_costs costs = costs_of(r);
    const first_told told = move_told(r);
    char* words = first_words(&told);
    pair_write_sides(r->sides, out);
    for (int side = 0; side < 2; side++)
        write_motion(o, side, out);
    fprintf(out, "%s: %s\n", abut_motion_state_text(first_state(&told)), words ? words : "");
    free(words);
    first_write_pair(&r->first, r->sides, out);
    result_write_sight(&o->result, r->view, out);
    if (o->stats) {
        fprintf(out, "intervals of time: %" PRIu64 "\n", r->first.intervals);
        costs_write_tests(&costs, out);
    }
    costs_write_seconds(&costs, "prove", out);
}

void move_write_json(const void* result, FILE* out)
{
    const move_result* r = result;
    const move_options* o = r->options;
    const json_costs costs = costs_of(r);
    const first_told told = move_told(r);
    json j = {.out = out};
    json_begin(&j);
    json_write_sides(&j, r->sides, o->poses);
    json_key(&j, "motion");
    json_object(&j, true);
    motion_put(&j, "a", move_motion_of(o, 0), false);
    motion_put(&j, "b", move_motion_of(o, 1), false);
    json_close(&j);
    json_put_number(&j, "separation", o->limits.separation);
    json_put_number(&j, "resolution", motion_resolution(&o->limits));
    json_put_bool(&j, "any", o->limits.any);
    first_put(&j, &told, r->sides);
    json_put_bool(&j, "empty", pair_is_empty(r->sides));
    json_put_count(&j, "intervals", r->first.intervals);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_write_costs(&j, &costs);
    json_close(&j);
}

// No cell holds a name, so none is quoted.
void move_write_csv(const void* result, FILE* out)
{
    const move_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    const first_told told = move_told(r);
    first_write_heading(r->sides, out);
    fputs(",motion_a,motion_b", out);
    csv_end_line(&table);
    first_write_cells(&told, r->sides, out);
    fprintf(out, ",%s,%s", motion_kind(move_motion_of(r->options, 0)),
            motion_kind(move_motion_of(r->options, 1)));
    csv_end_line(&table);
}
