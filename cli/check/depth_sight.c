// depth_sight.c - what there is to see of a depth: an arrow along the way that frees b, and the deepest points of both.
#include "check/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INK_ARROW = 0, INK_POINT = 2 };
#define HEAD 0.2  // how long the head of the arrow is, and half as wide

static void add_line(depth_sight* s, const double from[3], const double to[3], int ink)
{
    see_line* line = &s->lines[s->count++];
    memcpy(line->points[0], from, sizeof line->points[0]);
    memcpy(line->points[1], to, sizeof line->points[1]);
    line->ink = ink;
    line->is_bold = true;
}

// Two directions across a vector, of its length and at right angles, or nearly so.
static void across(const double v[3], double out[2][3])
{
    int axis = 0;
    double length = 0, square = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(v[k]) < fabs(v[axis])) axis = k;
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    for (int k = 0; k < 3; k++)
        square += v[k] * v[k];
    length = sqrt(square);
    out[0][axis] = 0;
    out[0][next] = -v[last];
    out[0][last] = v[next];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, n = (k + 2) % 3;
        out[1][k] = (v[i] * out[0][n] - v[n] * out[0][i]) / length;
    }
}

static void add_arrow(depth_sight* s, const double from[3], const double way[3])
{
    double to[3], side[2][3], barb[3];
    for (int k = 0; k < 3; k++)
        to[k] = from[k] + way[k];
    add_line(s, from, to, INK_ARROW);
    across(way, side);
    for (int i = 0; i < 4; i++) {
        const double half = (i & 1 ? -HEAD : HEAD) / 2;
        for (int k = 0; k < 3; k++)
            barb[k] = to[k] - HEAD * way[k] + half * side[i / 2][k];
        add_line(s, to, barb, INK_ARROW);
    }
    s->has_arrow = true;
    memcpy(s->arrow[0], from, sizeof s->arrow[0]);
    memcpy(s->arrow[1], to, sizeof s->arrow[1]);
}

void depth_see(const depth_result* r, depth_sight* s)
{
    const abut_deepest* deepest[2] = {&r->reach.a_in_b, &r->reach.b_in_a};
    const double* from = r->least.point;
    *s = (depth_sight){.count = 0};
    if (!r->options->depth) return;
    for (int i = 0; i < 2; i++) {
        if (deepest[i]->triangle == UINT32_MAX || !(deepest[i]->hi > 0)) continue;
        if (!isfinite(from[0])) from = deepest[i]->point;
        memcpy(s->points[s->point_count++], deepest[i]->point, sizeof s->points[0]);
        add_line(s, deepest[i]->point, deepest[i]->point, INK_POINT);
    }
    if (r->least.hi > 0 && r->least.hi < (double)INFINITY && isfinite(from[0]))
        add_arrow(s, from, r->least.translation);
}

void depth_show(const depth_sight* s, see_scene* scene)
{
    scene->line_count = s->count;
    if (s->has_arrow) scene->inks[INK_ARROW] = "the shortest way that frees b";
    if (s->point_count) scene->inks[INK_POINT] = "the deepest point of each in the other";
}

// ----------------------------------------------------------------------------------------- report

static void put_points(json* j, const char* key, const double points[][3], size_t count)
{
    json_key(j, key);
    json_array(j, false);
    for (size_t i = 0; i < count; i++) {
        json_array(j, false);
        for (int k = 0; k < 3; k++)
            json_number(j, points[i][k]);
        json_close(j);
    }
    json_close(j);
}

static char* region_words(const depth_result* r, const abut_region* g)
{
    char *volume = depth_brief(g->volume_lo, g->volume_hi),
         *length = depth_brief(g->length_lo, g->length_hi),
         *area = depth_brief(g->area_lo, g->area_hi), *out = NULL;
    const bool has_volume = r->options->volume && !isnan(g->volume_hi);
    if (volume && length && area)
        out = say_text("%s%s%zu curve%s, %s long; %zu patch%s, area %s", has_volume ? volume : "",
                       has_volume ? " in volume; " : "", g->curve_count, plural(g->curve_count),
                       length, g->patch_count, g->patch_count == 1 ? "" : "es", area);
    free(volume);
    free(length);
    free(area);
    return out;
}

static void put_regions(const depth_result* r, json* j)
{
    const abut_overlap_answer* o = &r->overlap;
    json_key(j, "regions");
    json_array(j, true);
    for (size_t i = 0; i < o->region_count; i++) {
        const abut_region* g = &o->regions[i];
        char* words = region_words(r, g);
        json_object(j, false);
        json_put_numbers(j, "low", g->low, 3);
        json_put_numbers(j, "high", g->high, 3);
        json_put_string(j, "text", words);
        json_close(j);
        free(words);
    }
    json_close(j);
}

void depth_put_sight(const depth_result* r, const depth_sight* s, json* j)
{
    if (s->has_arrow) put_points(j, "arrow", s->arrow, 2);
    if (s->point_count) put_points(j, "deepest", s->points, s->point_count);
    if (depth_has_overlap(r->options)) put_regions(r, j);
}

static void put_fact(report* p, const char* name, char* words)
{
    report_fact(p, name, "%s", words ? words : "");
    free(words);
}

void depth_report_facts(const depth_result* r, report* p)
{
    const depth_options* o = r->options;
    char along[96];
    snprintf(along, sizeof along, "along %.80s", o->along ? o->along : "");
    if (o->depth) {
        put_fact(p, "depth", depth_words(r));
        put_fact(p, "reach of a into b", depth_reach_words(r, 0));
        put_fact(p, "reach of b into a", depth_reach_words(r, 1));
    }
    if (o->along) put_fact(p, along, depth_along_words(r));
    if (o->volume) put_fact(p, "volume", depth_volume_words(r));
    if (depth_has_overlap(o)) put_fact(p, "curves", depth_curves_words(r));
    for (int side = 0; side < 2; side++) {
        char* words;
        for (size_t index = 0; depth_left_out_words(r, side, &index, &words);)
            put_fact(p, "left out", words);
    }
    if (depth_is_stopped(r))
        report_fact(p, "search", "ended before the bounds came together; they are true");
}
