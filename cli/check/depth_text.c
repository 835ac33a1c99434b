// depth_text.c - depths, curves and volumes in words, for people.
#include "check/depth.h"
#include "say/say.h"
#include "text/printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ words

// Bounds that are so near to each other, for their size, are told as one number.
#define NEAR 1e-6

// Write the number of fewest digits that is between both, as far as doubles tell.
static void write_shortest(double lo, double hi, char* out, size_t size)
{
    const double middle = lo + (hi - lo) / 2;
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, size, "%.*g", digits, middle);
        const double back = strtod(out, NULL);
        if (lo <= back && back <= hi) return;
    }
}

char* depth_bounds(double lo, double hi)
{
    if (isnan(lo)) return say_text("not known");
    if (lo == hi || (lo < hi && hi - lo <= NEAR * hi)) {
        char text[32];
        write_shortest(lo, hi, text, sizeof text);
        return lo == hi ? say_text("%s", text) : say_text("%s (within %.2g)", text, hi - lo);
    }
    if (isnan(hi)) return say_text("not known");
    if (!(hi < (double)INFINITY)) return say_text("at least %.17g", lo);
    if (!(lo > 0) && hi > 0) return say_text("at most %.17g", hi);
    return say_text("from %.17g to %.17g", lo, hi);
}

char* depth_brief(double lo, double hi)
{
    char low[32], high[32];
    snprintf(low, sizeof low, "%.6g", lo);
    snprintf(high, sizeof high, "%.6g", hi);
    if (strcmp(low, high) == 0) return say_text("%s", high);
    return lo > 0 ? say_text("%s to %s", low, high) : say_text("at most %s", high);
}

// Put bounds into a text that has one place for them, and free them.
static char* around(const char* before, char* bounds, const char* behind)
{
    char* out = bounds ? say_text("%s%s%s", before, bounds, behind) : NULL;
    free(bounds);
    return out;
}

// Why there is no depth.
static char* open_words(const depth_result* r)
{
    const bool a = solids_is_open(&r->solids, 0), b = solids_is_open(&r->solids, 1);
    if (a && b) return say_text("0: neither has an inside: no part of them is closed");
    return say_text("0: %c has no inside: no part of it is closed", a ? 'a' : 'b');
}

char* depth_words(const depth_result* r)
{
    const abut_depth_least_answer* d = &r->least;
    const double* t = d->translation;
    char behind[160];
    if (d->reason) return open_words(r);
    if (!(d->hi > 0)) return say_text("0: no inside of a shares a point with one of b");
    if (!(d->hi < (double)INFINITY))
        return around("b is ", depth_bounds(d->lo, d->hi), " deep in a");
    snprintf(behind, sizeof behind, " deep in a; moving it by (%.17g, %.17g, %.17g) frees it", t[0],
             t[1], t[2]);
    return around("b is ", depth_bounds(d->lo, d->hi), behind);
}

char* depth_brief_words(const depth_result* r)
{
    const depth_options* o = r->options;
    const abut_depth_least_answer* d = &r->least;
    const abut_depth_along_answer* along = &r->along;
    const abut_overlap_answer* shared = &r->overlap;
    char text[96];
    if ((o->depth && d->reason) || (!o->depth && o->along && along->reason)) return open_words(r);
    if (o->depth && !(d->hi > 0)) return say_text("no depth");
    if (o->depth) return around("depth ", depth_brief(d->lo, d->hi), "");
    snprintf(text, sizeof text, "along %.64s free from ", o->along ? o->along : "");
    if (o->along) return around(text, depth_brief(along->clear_lo, along->clear_hi), " on");
    if (isnan(shared->volume_hi)) return depth_volume_words(r);
    return around("both share ", depth_brief(shared->volume_lo, shared->volume_hi), "");
}

// Where a direction is not of length 1, s counts it.
static const char* unit_of(const depth_options* o)
{
    const double* d = o->direction;
    const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    return square < 1 || square > 1 ? " times that" : "";
}

// "0.5 times that on, and not before 0.4", where it is a wide interval.
static char* from_words(double lo, double hi, const char* unit, const char* behind)
{
    char text[64];
    if (!(hi < (double)INFINITY))
        return say_text("no known place%s, and not before %.17g", behind, lo);
    if (hi - lo > NEAR * hi)
        return say_text("%.17g%s%s, and not before %.17g", hi, unit, behind, lo);
    snprintf(text, sizeof text, "%s%s", unit, behind);
    return around("", depth_bounds(lo, hi), text);
}

char* depth_along_words(const depth_result* r)
{
    const abut_depth_along_answer* d = &r->along;
    const char* unit = unit_of(r->options);
    if (d->reason) return open_words(r);
    if (!(d->clear_hi > 0)) return say_text("free at once, and for ever");
    char *first = from_words(d->depth_lo, d->depth_hi, unit, ""),
         *last = from_words(d->clear_lo, d->clear_hi, unit, " on"), *out = NULL;
    const bool is_one = d->depth_lo == d->clear_lo && d->depth_hi == d->clear_hi;
    if (first && last && is_one)
        out = say_text("free from %s", last);
    else if (first && last)
        out = say_text("free at %s, then caught again; free for ever from %s", first, last);
    free(first);
    free(last);
    return out;
}

char* depth_reach_words(const depth_result* r, int side)
{
    const abut_deepest* d = side ? &r->reach.b_in_a : &r->reach.a_in_b;
    const double* p = d->point;
    char behind[224];
    if (solids_is_open(&r->solids, !side))
        return say_text("0: no part of %c is closed", side ? 'a' : 'b');
    if (d->triangle == UINT32_MAX) return depth_bounds(d->lo, d->hi);
    snprintf(behind, sizeof behind, ", at %.17g, %.17g, %.17g, of triangle %" PRIu32 " of %c", p[0],
             p[1], p[2], model_file_triangle(&r->sides[side], d->triangle), 'a' + side);
    return around("", depth_bounds(d->lo, d->hi), behind);
}

char* depth_volume_words(const depth_result* r)
{
    const abut_overlap_answer* o = &r->overlap;
    if (isnan(o->volume_hi)) return say_text("not known: a model has no part that is a solid");
    return around("both share ", depth_bounds(o->volume_lo, o->volume_hi), "");
}

char* depth_curves_words(const depth_result* r)
{
    const abut_overlap_answer* o = &r->overlap;
    size_t closed = 0, count = 0;
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        count += c->kind != ABUT_CURVE_BORDER;
        closed += c->kind != ABUT_CURVE_BORDER && c->is_closed;
    }
    char *length = depth_bounds(o->length_lo, o->length_hi),
         *area = depth_bounds(o->area_lo, o->area_hi), *out = NULL;
    if (length && area)
        out = say_text("%zu curve%s, %zu closed, of length %s; %zu patch%s, of area %s", count,
                       plural(count), closed, length, o->patch_count,
                       o->patch_count == 1 ? "" : "es", area);
    free(length);
    free(area);
    return out;
}

bool depth_left_out_words(const depth_result* r, int side, size_t* index, char** out)
{
    for (const abut_solid_part* part; (part = solids_part(&r->solids, side, *index)); ++*index) {
        if (!solids_leaves_out(part)) continue;
        const model_file* file = &r->sides[side];
        const char* fault = abut_fault_text(part->fault);
        *out = say_text("of %c, %zu triangle%s, the first is %" PRIu32 ": %s", 'a' + side,
                        part->triangle_count, plural(part->triangle_count),
                        model_file_triangle(file, part->first_triangle), fault ? fault : "");
        ++*index;
        return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------- text

// Write a line, and free its words.
static void write_line(const char* name, char* words, FILE* out)
{
    fprintf(out, "%s: %s\n", name, words ? words : "");
    free(words);
}

enum { BOUNDS_WIDTH = 32 };

static void write_left_out(const depth_result* r, FILE* out)
{
    for (int side = 0; side < 2; side++) {
        char* words;
        for (size_t index = 0; depth_left_out_words(r, side, &index, &words);)
            write_line("left out", words, out);
    }
}

// In a column of a table; width 0: the last one.
static void write_bounds(double lo, double hi, int width, FILE* out)
{
    char* words = depth_bounds(lo, hi);
    fprintf(out, "  %-*s", width, words ? words : "");
    free(words);
}

static void write_curves(const depth_result* r, FILE* out)
{
    const abut_overlap_answer* o = &r->overlap;
    if (!o->curve_count) return;
    fprintf(out, "\n%7s  %-9s %7s %9s  %-9s %-9s  length\n", "curve", "kind", "region", "points",
            "from", "to");
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        const char* ends[2] = {abut_curve_end_text(c->begin), abut_curve_end_text(c->end)};
        fprintf(out, "%7zu  %-9s %7" PRIu32 " %9zu  %-9s %-9s", i, abut_curve_kind_text(c->kind),
                c->region, c->count, c->is_closed ? "closed" : ends[0],
                c->is_closed ? "" : ends[1]);
        write_bounds(c->length_lo, c->length_hi, 0, out);
        fputc('\n', out);
    }
}

static void write_patches(const depth_result* r, FILE* out)
{
    static const char* const facings[] = {"opposed", "mixed", "alike"};
    const abut_overlap_answer* o = &r->overlap;
    if (!o->patch_count) return;
    fprintf(out, "\n%7s  %-9s %7s %9s  area\n", "patch", "facing", "region", "pairs");
    for (size_t i = 0; i < o->patch_count; i++) {
        const abut_patch* p = &o->patches[i];
        fprintf(out, "%7zu  %-9s %7" PRIu32 " %9zu", i, facings[p->facing + 1], p->region,
                p->pair_count);
        write_bounds(p->area_lo, p->area_hi, 0, out);
        fputc('\n', out);
    }
}

static void write_regions(const depth_result* r, FILE* out)
{
    const abut_overlap_answer* o = &r->overlap;
    const bool volume = r->options->volume;
    if (!o->region_count) return;
    fprintf(out, "\n%7s %7s %7s  %-*s  %-*s%s\n", "region", "curves", "patches", BOUNDS_WIDTH,
            "length", volume ? BOUNDS_WIDTH : 0, "area", volume ? "  volume" : "");
    for (size_t i = 0; i < o->region_count; i++) {
        const abut_region* g = &o->regions[i];
        fprintf(out, "%7zu %7zu %7zu", i, g->curve_count, g->patch_count);
        write_bounds(g->length_lo, g->length_hi, BOUNDS_WIDTH, out);
        write_bounds(g->area_lo, g->area_hi, volume ? BOUNDS_WIDTH : 0, out);
        if (volume) write_bounds(g->volume_lo, g->volume_hi, 0, out);
        fprintf(out, "\n%9s %.17g, %.17g, %.17g to %.17g, %.17g, %.17g\n", "box", g->low[0],
                g->low[1], g->low[2], g->high[0], g->high[1], g->high[2]);
    }
}

void depth_write_text(const depth_result* r, FILE* out)
{
    const depth_options* o = r->options;
    if (o->depth) {
        write_line("depth", depth_words(r), out);
        write_line("reach of a into b", depth_reach_words(r, 0), out);
        write_line("reach of b into a", depth_reach_words(r, 1), out);
    }
    if (o->along) {
        char* words = depth_along_words(r);
        fputs("along ", out);
        printable_write(o->along, out);
        fprintf(out, ": %s\n", words ? words : "");
        free(words);
    }
    if (o->volume) write_line("volume", depth_volume_words(r), out);
    if (o->curves || o->curves_file) write_line("curves", depth_curves_words(r), out);
    write_left_out(r, out);
    if (depth_is_stopped(r))
        fprintf(out, "%s before the bounds came together: they are true all the same\n",
                o->budget ? "the budget ended a search" : "a search ended");
    if (o->curves) {
        write_curves(r, out);
        write_patches(r, out);
    }
    if (o->curves || o->volume) {
        write_regions(r, out);
        fputc('\n', out);
    }
}
