// table.c - how deep the pairs of an assembly or a building are in each other, the deepest first. Each number is an interval
// that holds the true one: what is printed is rounded outward.
#include "depths/depths.h"
#include "output/json.h"

#include "abut/contain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct line {
    const char *a, *b;
    abut_relation relation;
    size_t contacts;  // pairs of triangles
    abut_depth_least_answer least;
    abut_reach_answer reach;
    double volume_lo, volume_hi;  // NaN: one has no solid
} line;

static void ask(depths_run* run, const depths_scene* s, size_t pair, line* out)
{
    const depths_part *a = &s->parts[s->pairs[pair].a], *b = &s->parts[s->pairs[pair].b];
    abut_instance at[2];
    abut_containment c;
    abut_overlap_answer o;
    abut_solids_ask depth = {.a_solid = a->solid, .b_solid = b->solid};
    const abut_overlap_ask overlap = {.volume = 1, .a_solid = a->solid, .b_solid = b->solid};
    depths_place(s, pair, at);
    depths_must(s, abut_contain(run->query, &at[0], &at[1], NULL, &c));
    *out = (line){.a = a->name, .b = b->name, .relation = c.relation};
    depths_must(s, abut_overlap(run->query, &at[0], &at[1], &overlap, &o));
    out->contacts = o.hits.count;
    out->volume_lo = o.volume_lo;
    out->volume_hi = o.volume_hi;
    depths_must(s, abut_reach(run->query, &at[0], &at[1], &depth, &out->reach));
    depth.budget = run->request->budget;
    depths_must(s, abut_depth_least(run->query, &at[0], &at[1], &depth, &out->least));
}

static int compare(const void* x, const void* y)
{
    const line *p = x, *q = y;
    if (p->least.hi > q->least.hi) return -1;
    if (p->least.hi < q->least.hi) return 1;
    const int by_a = strcmp(p->a, q->a);
    return by_a ? by_a : strcmp(p->b, q->b);
}

// ------------------------------------------------------------------------------------------ Markdown

// To six digits, rounded down or up: "%.6g" is off by 5e-6 of itself at most.
static void write_rounded(double value, int up, FILE* out)
{
    const double step = 1e-5;
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    const double back = strtod(text, NULL);
    if (up ? back < value : back > value)
        snprintf(text, sizeof text, "%.6g",
                 value * ((value > 0) == (up != 0) ? 1 + step : 1 - step));
    fputs(text, out);
}

static void write_interval(double lo, double hi, FILE* out)
{
    if (isnan(lo)) {
        fputs(" | -", out);
        return;
    }
    fputs(" | [", out);
    write_rounded(lo, 0, out);
    fputs(", ", out);
    write_rounded(hi, 1, out);
    fputc(']', out);
}

static void write_line(size_t rank, const line* l, FILE* out)
{
    const double* t = l->least.translation;
    fprintf(out, "| %zu | `%s` | `%s` | %s | %zu", rank, l->a, l->b,
            abut_relation_text(l->relation), l->contacts);
    write_interval(l->least.lo, l->least.hi, out);
    fprintf(out, " | %.4g, %.4g, %.4g", t[0] + 0.0, t[1] + 0.0, t[2] + 0.0);
    write_interval(l->reach.a_in_b.lo, l->reach.a_in_b.hi, out);
    write_interval(l->reach.b_in_a.lo, l->reach.b_in_a.hi, out);
    write_interval(l->volume_lo, l->volume_hi, out);
    fputs(" |\n", out);
}

typedef struct lines {
    const char* scene;
    const line* list;
    size_t count;
} lines;

static void write_text(const void* of, FILE* out)
{
    const lines* all = of;
    fputs("| | a | b | how they stand | contacts | depth | way out of b | reach of a in b | of b "
          "in a | volume "
          "|\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
          out);
    for (size_t i = 0; i < all->count; i++)
        write_line(i + 1, &all->list[i], out);
}

// ---------------------------------------------------------------------------------------------- JSON

static void put_interval(json* j, const char* key, double lo, double hi)
{
    json_key(j, key);
    json_object(j, false);
    json_put_number(j, "lo", lo);
    json_put_number(j, "hi", hi);
    json_close(j);
}

static void write_json(const void* of, FILE* out)
{
    const lines* all = of;
    json j = {.out = out};
    json_object(&j, true);
    json_put_string(&j, "scene", all->scene);
    json_key(&j, "pairs");
    json_array(&j, true);
    for (size_t i = 0; i < all->count; i++) {
        const line* l = &all->list[i];
        json_object(&j, false);
        json_put_string(&j, "a", l->a);
        json_put_string(&j, "b", l->b);
        json_put_string(&j, "relation", abut_relation_text(l->relation));
        json_put_count(&j, "contacts", l->contacts);
        put_interval(&j, "depth", l->least.lo, l->least.hi);
        json_put_numbers(&j, "translation", l->least.translation, 3);
        json_put_bool(&j, "complete", l->least.complete);
        put_interval(&j, "a_in_b", l->reach.a_in_b.lo, l->reach.a_in_b.hi);
        put_interval(&j, "b_in_a", l->reach.b_in_a.lo, l->reach.b_in_a.hi);
        put_interval(&j, "volume", l->volume_lo, l->volume_hi);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

static int write_table(depths_run* run, const depths_scene* s)
{
    line* list = calloc(s->pair_count, sizeof *list);
    if (!list) return bench_fail("out of memory");
    for (size_t i = 0; i < s->pair_count; i++)
        ask(run, s, i, &list[i]);
    qsort(list, s->pair_count, sizeof *list, compare);
    const lines all = {s->name, list, s->pair_count};
    const int status =
        peer_run_write(run->request->out, run->request->json ? write_json : write_text, &all);
    free(list);
    return status;
}

int depths_table(depths_run* run)
{
    size_t count;
    const depths_kind* kind = depths_kinds(&count);
    const depths_kind* const end = kind + count;
    while (kind < end && strcmp(kind->name, run->request->table) != 0)
        kind++;
    if (kind == end) return bench_fail("there is no scene %s", run->request->table);
    depths_scene s;
    const int made = depths_scene_make(&s, kind);
    const int status = made > 0 ? write_table(run, &s) : BENCH_ERROR;
    depths_scene_free(&s);
    return status;
}
