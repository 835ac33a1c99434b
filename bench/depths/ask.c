// ask.c - what is asked beside contacts of the same pairs in the same run: curves, and volumes.
#include "depths/depths.h"
#include "probes/probes.h"

#include "abut/contain.h"

#include <math.h>
#include <string.h>

void depths_time(depths_run* run, const depths_scene* s, depths_asker* ours, depths_asker* beside,
                 depths_row* row)
{
    double own[RUNS_MOST], other[RUNS_MOST];
    row->runs = run->request->runs;
    row->pairs = row->pairs ? row->pairs : s->pair_count;
    row->scene = s->name;
    ours(run, s);  // brings it into memory
    for (int i = 0; i < row->runs; i++) {
        if (beside) other[i] = beside(run, s);
        own[i] = ours(run, s);
    }
    row->ours_us = 1e6 * probes_median(own, row->runs);
    row->beside_us = beside ? 1e6 * probes_median(other, row->runs) : 0;
    depths_add(run, row);
}

// Of all pairs, again and again until the clock tells it well.
#define LEAST_SECONDS 2e-3
#define TIME_PAIRS(call)                                                                           \
    abut_instance at[2];                                                                           \
    size_t repeats = 0;                                                                            \
    double took;                                                                                   \
    const double begun = probes_seconds(false);                                                    \
    do {                                                                                           \
        for (size_t i = 0; i < s->pair_count; i++) {                                               \
            depths_place(s, i, at);                                                                \
            depths_must(s, call);                                                                  \
        }                                                                                          \
        repeats++;                                                                                 \
        took = probes_seconds(false) - begun;                                                      \
    } while (took < LEAST_SECONDS);                                                                \
    return took / (double)repeats

static double ask_contacts(depths_run* run, const depths_scene* s)
{
    static const abut_ask points = {.detail = ABUT_DETAIL_POINTS};
    abut_hits hits;
    TIME_PAIRS(abut_collide(run->query, &at[0], &at[1], &points, &hits));
}

static double ask_curves(depths_run* run, const depths_scene* s)
{
    abut_overlap_answer answer;
    TIME_PAIRS(abut_overlap(run->query, &at[0], &at[1], NULL, &answer));
}

static abut_overlap_ask ask_of(const depths_scene* s, size_t pair)
{
    return (abut_overlap_ask){.volume = 1,
                              .a_solid = s->parts[s->pairs[pair].a].solid,
                              .b_solid = s->parts[s->pairs[pair].b].solid};
}

static double ask_volume(depths_run* run, const depths_scene* s)
{
    abut_overlap_answer answer;
    TIME_PAIRS(
        abut_overlap(run->query, &at[0], &at[1], (abut_overlap_ask[1]){ask_of(s, i)}, &answer));
}

// How many pairs of triangles abut_collide finds.
static size_t count_contacts(depths_run* run, const abut_instance at[2], const depths_scene* s)
{
    abut_hits hits;
    depths_must(s, abut_collide(run->query, &at[0], &at[1], NULL, &hits));
    return hits.count;
}

void depths_curves(depths_run* run, const depths_scene* s)
{
    depths_row row = {.question = "curves", .beside = "contacts", .most = 1.5, .worst = -1};
    size_t pairs = 0, curves = 0, closed = 0, patches = 0, regions = 0;
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_overlap_answer o;
        depths_place(s, i, at);
        const size_t count = count_contacts(run, at, s);
        depths_must(s, abut_overlap(run->query, &at[0], &at[1], NULL, &o));
        row.differ += o.hits.count != count;
        pairs += count;
        curves += o.curve_count;
        patches += o.patch_count;
        regions += o.region_count;
        for (size_t k = 0; k < o.curve_count; k++)
            closed += o.curves[k].is_closed != 0;
    }
    snprintf(row.note, sizeof row.note,
             "%zu contacts: %zu curves, %zu of them closed; %zu patches, %zu regions", pairs,
             curves, closed, patches, regions);
    depths_time(run, s, ask_curves, ask_contacts, &row);
}

void depths_volume(depths_run* run, const depths_scene* s)
{
    depths_row row = {.question = "volume", .beside = "contacts", .most = 3, .worst = 0};
    double sum = 0;
    size_t without = 0;  // one has no part that is a solid
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_overlap_answer o;
        const abut_overlap_ask ask = ask_of(s, i);
        depths_place(s, i, at);
        depths_must(s, abut_overlap(run->query, &at[0], &at[1], &ask, &o));
        without += isnan(o.volume_hi) != 0;
        if (isnan(o.volume_hi)) continue;
        sum += o.volume_hi;
        if (o.volume_lo > 0) row.worst = fmax(row.worst, (o.volume_hi - o.volume_lo) / o.volume_hi);
        row.differ += !(o.volume_lo <= o.volume_hi);
    }
    snprintf(row.note, sizeof row.note,
             "sum %.9g, %zu without; the widest [lo, hi] is %.1e of its volume", sum, without,
             row.worst);
    depths_time(run, s, ask_volume, ask_contacts, &row);
}
