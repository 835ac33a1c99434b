// pieces.c - how "abut fly --continuous" tells what lies between the steps.
#include "fly/fly.h"
#include "output/measured.h"
#include "say/say.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// The clock of the path within a piece; rounded.
static double clock_at(const fly_result* r, size_t piece, double time)
{
    const double* times = r->path.times;
    return times[piece] + time * (times[piece + 1] - times[piece]);
}

char* fly_motion_words(const fly_result* r, int side)
{
    abut_motion motion;
    abut_pose to;
    return motion_words(fly_motion_kind(r, side, &motion, &to), true);
}

static const char* state_text(const fly_result* r, size_t piece)
{
    const first_told told = fly_told(r, piece);
    return abut_motion_state_text(first_state(&told));
}

// ------------------------------------------------------------------------------------------- text

static void write_counts(const fly_result* r, FILE* out)
{
    static const abut_motion_state order[] = {ABUT_MOTION_FREE, ABUT_MOTION_CONTACT,
                                              ABUT_MOTION_NEAR, ABUT_MOTION_UNDECIDED};
    const char* between = "between the steps: ";
    for (int i = 0; i < BETWEEN_STATES; i++) {
        const size_t count = r->between.states[order[i]];
        if (!count) continue;
        fprintf(out, "%s%s in %zu", between, abut_motion_state_text(order[i]), count);
        between = ", ";
    }
    fprintf(out, " of %zu piece%s\n", r->between.count, plural(r->between.count));
}

void fly_write_between(const fly_result* r, FILE* out)
{
    const fly_between* b = &r->between;
    write_counts(r, out);
    for (int side = 0; side < 2; side++) {
        char* words = fly_motion_words(r, side);
        fprintf(out, "motion of %c: %s\n", 'a' + side, words ? words : "");
        free(words);
    }
    if (b->first == b->count) return;
    const first_told told = fly_told(r, b->first);
    char* words = first_words(&told);
    fprintf(out, "first: %s: %s\n", abut_motion_state_text(first_state(&told)), words ? words : "");
    free(words);
    if (r->path.times && !told.is_hollow)
        fprintf(out, "time of the path: %.9g to %.9g\n", clock_at(r, b->first, told.first->t_lo),
                clock_at(r, b->first, told.first->t_hi));
    first_write_pair(told.first, r->sides, out);
}

void fly_write_pieces(const fly_result* r, FILE* out)
{
    const size_t count = r->between.count;
    fprintf(out, "\n%12s %12s  %-9s  %s\n", "from step", "to step", "between", "first time");
    for (size_t i = 0, next = 0; i < count; i = next) {
        const first_told told = fly_told(r, i);
        const abut_motion_state state = first_state(&told);
        char time[FIRST_TIME_SIZE] = "";
        for (next = i + 1; next < count && !r->options->steps; next++) {
            const first_told other = fly_told(r, next);
            if (first_state(&other) != state) break;
        }
        if (state != ABUT_MOTION_FREE && !told.is_hollow)
            first_time(&told, state == ABUT_MOTION_CONTACT ? told.first->t_hi : told.first->t_lo,
                       time);
        fprintf(out, "%12zu %12zu  %s%s%s\n", i, next, abut_motion_state_text(state),
                *time ? "  " : "", time);
    }
}

// ------------------------------------------------------------------------------------------- JSON

static void put_pieces(json* j, const fly_result* r)
{
    json_key(j, "pieces");
    json_array(j, true);
    for (size_t i = 0; i < r->between.count; i++) {
        const first_told told = fly_told(r, i);
        json_object(j, false);
        json_put_count(j, "piece", i);
        first_put(j, &told, r->sides);
        if (!r->options->no_times) {
            json_key(j, "us");
            json_microseconds(j, r->between.pieces[i].microseconds);
        }
        json_close(j);
    }
    json_close(j);
}

// The first piece that is not free.
static void put_first(json* j, const fly_result* r)
{
    const fly_between* b = &r->between;
    json_key(j, "first");
    if (b->first == b->count) {
        json_null(j);
        return;
    }
    const first_told told = fly_told(r, b->first);
    json_object(j, false);
    json_put_count(j, "step", b->first);
    first_put(j, &told, r->sides);
    if (r->path.times && !told.is_hollow) {
        json_put_number(j, "time_lo", clock_at(r, b->first, told.first->t_lo));
        json_put_number(j, "time_hi", clock_at(r, b->first, told.first->t_hi));
    }
    json_close(j);
}

static void put_motions(json* j, const fly_result* r)
{
    json_key(j, "motion");
    json_object(j, true);
    for (int side = 0; side < 2; side++) {
        abut_motion motion;
        abut_pose to;
        motion_put(j, side ? "b" : "a", fly_motion_kind(r, side, &motion, &to), true);
    }
    json_close(j);
}

void fly_put_between(json* j, const fly_result* r)
{
    const fly_between* b = &r->between;
    json_key(j, "between");
    json_object(j, true);
    put_motions(j, r);
    json_put_number(j, "separation", r->options->limits.separation);
    json_put_number(j, "resolution", motion_resolution(&r->options->limits));
    json_put_count(j, "free", b->states[ABUT_MOTION_FREE]);
    json_put_count(j, "contact", b->states[ABUT_MOTION_CONTACT]);
    json_put_count(j, "near", b->states[ABUT_MOTION_NEAR]);
    json_put_count(j, "undecided", b->states[ABUT_MOTION_UNDECIDED]);
    put_first(j, r);
    if (!r->options->no_times || r->options->stats) json_put_count(j, "intervals", b->intervals);
    if (!r->options->no_times) json_put_seconds(j, "seconds", b->seconds);
    put_pieces(j, r);
    json_close(j);
}

// -------------------------------------------------------------------------------------------- CSV

void fly_write_between_heading(FILE* out)
{
    fputs(",between,t_lo,t_hi,motion_a,motion_b", out);
}

void fly_write_between_cells(const fly_result* r, size_t step, FILE* out)
{
    if (step == r->between.count) {
        fputs(",,,,,", out);
        return;
    }
    const abut_first* f = &r->between.pieces[step].first;
    const bool is_known = !fly_is_hollow(r);
    fprintf(out, ",%s", state_text(r, step));
    measured_write_cell(is_known ? f->t_lo : (double)NAN, out);
    measured_write_cell(is_known ? f->t_hi : (double)NAN, out);
    for (int side = 0; side < 2; side++) {
        abut_motion motion;
        abut_pose to;
        fprintf(out, ",%s", motion_kind(fly_motion_kind(r, side, &motion, &to)));
    }
}
