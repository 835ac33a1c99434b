// volume_regions.c - see volume_regions.h. The surface of what two solids share is pieces of both, which meet in segments. A
// piece is connected by its border: by segments, and by the parts of its edges between them.
#include "query/overlaps/volume_regions.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"

#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

// ------------------------------------------------------------------------------------------- joining

abut_status volume_element_add(volume_scratch* s, const abut_host* host)
{
    void *sums = s->sums, *joined = s->joined;
    abut_status status =
        host_grow(host, &sums, &s->sum_capacity, s->count, s->count + 1, sizeof *s->sums);
    s->sums = sums;
    if (status == ABUT_OK)
        status = host_grow(host, &joined, &s->joined_capacity, s->count, s->count + 1,
                           sizeof *s->joined);
    s->joined = joined;
    TRY(status);
    s->sums[s->count] = volume_sum_none();
    s->joined[s->count] = (uint32_t)s->count;
    s->count++;
    return ABUT_OK;
}

static uint32_t first_of(volume_scratch* s, size_t element)
{
    uint32_t at = (uint32_t)element;
    while (s->joined[at] != at) {
        s->joined[at] = s->joined[s->joined[at]];
        at = s->joined[at];
    }
    return at;
}

void volume_join(volume_scratch* s, size_t one, size_t other)
{
    const uint32_t x = first_of(s, one), y = first_of(s, other);
    s->joined[x < y ? y : x] = x < y ? x : y;
}

// ------------------------------------------------------------------------------------------- edges

// The end of an edge that is next to a pass and inside.
static void join_end(volume_finder* f, const volume_pass* pass, uint32_t end)
{
    const uint32_t label = f->s->side[pass->side].label[end];
    ASSERT(label);
    volume_join(f->s, pass->group, label - 1);
}

static const volume_pass* pass_of(const volume_finder* f, const sort_record* r)
{
    return &f->s->passes[r->value];
}

// How far a pass is along its edge, from the end with the lesser number on. In [0, 1], so bits are ordered as numbers are.
static double share_from_lesser(const volume_finder* f, const volume_pass* pass)
{
    uint32_t ends[2];
    volume_pass_ends(f, pass, ends);
    const double share = ends[0] < ends[1] ? pass->share : 1 - pass->share;
    return share < 0 ? 0 : share;
}

// The passes of one edge and one triangle that has it, in their order along it: where it is inside they are joined. So are
// those that may be at one place, where regions touch.
static void join_along(volume_finder* f, const sort_record* along, size_t count)
{
    const volume_pass* first = pass_of(f, along);
    uint32_t ends[2];
    volume_pass_ends(f, first, ends);
    const int up = ends[0] < ends[1];
    const uint32_t* label = f->s->side[first->side].label;
    const uint32_t lesser = up ? ends[0] : ends[1], greater = up ? ends[1] : ends[0];
    int inside = label[lesser] != 0;
    const volume_pass* last = NULL;
    for (size_t i = 0; i < count; i++) {
        const volume_pass* pass = pass_of(f, &along[i]);
        if (pass->triangle[pass->side] != first->triangle[first->side]) continue;
        const int is_near = last && share_from_lesser(f, pass) - share_from_lesser(f, last) <=
                                        pass->slip + last->slip + 0x1p-50;
        if (!last && inside)
            join_end(f, pass, lesser);
        else if (last && (inside || is_near))
            volume_join(f->s, last->group, pass->group);
        inside = !inside;
        last = pass;
    }
    VALIDATE(inside == (label[greater] != 0));
    if (last && inside) join_end(f, last, greater);
}

static uint64_t edge_key(const volume_finder* f, const volume_pass* pass)
{
    uint32_t ends[2];
    volume_pass_ends(f, pass, ends);
    const uint64_t x = ends[0], y = ends[1];
    return x < y ? x << 32 | y : y << 32 | x;
}

static abut_status reserve_along(volume_finder* f, size_t count)
{
    volume_scratch* s = f->s;
    void *along = s->along, *scratch = s->along_scratch;
    abut_status status = host_grow(f->host, &along, &s->along_capacity, 0, count, sizeof *s->along);
    s->along = along;
    if (status == ABUT_OK)
        status = host_grow(f->host, &scratch, &s->along_scratch_capacity, 0, count,
                           sizeof *s->along_scratch);
    s->along_scratch = scratch;
    return status;
}

// Edges that are passed several times, of one side: by edge, and along each by the place.
static void join_often_passed(volume_finder* f, int side)
{
    volume_scratch* s = f->s;
    size_t listed = 0;
    for (size_t i = 0; i < s->pass_count; i++) {
        const volume_pass* pass = &s->passes[i];
        if (pass->side != side || volume_passes_once(f, pass)) continue;
        s->along[listed++] =
            (sort_record){double_bits(share_from_lesser(f, pass)) & INT64_MAX, (uint32_t)i};
    }
    sort_records(s->along, s->along_scratch, listed);
    for (size_t i = 0; i < listed; i++)
        s->along[i].key = edge_key(f, pass_of(f, &s->along[i]));
    sort_records(s->along, s->along_scratch, listed);
    for (size_t i = 0, next; i < listed; i = next) {
        for (next = i; next < listed && s->along[next].key == s->along[i].key;)
            next++;
        join_along(f, s->along + i, next - i);
    }
}

abut_status volume_join_passes(volume_finder* f)
{
    size_t often[2] = {0, 0};
    for (size_t i = 0; i < f->s->pass_count; i++) {
        const volume_pass* pass = &f->s->passes[i];
        uint32_t ends[2];
        if (!volume_passes_once(f, pass)) {
            often[pass->side]++;
            continue;
        }
        volume_pass_ends(f, pass, ends);
        join_end(f, pass, ends[!pass->leaves]);
    }
    for (int side = 0; side < 2; side++) {
        if (!often[side]) continue;
        TRY(reserve_along(f, often[side]));
        join_often_passed(f, side);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------ regions

static void world_vertex(const volume_finder* f, int side, uint32_t vertex, double out[3])
{
    const double* const any = f->mesh[!side]->vertices;
    const double* const it = f->mesh[side]->vertices + 3 * (size_t)vertex;
    const double* const all[6] = {side ? any : it, side ? any : it, side ? any : it,
                                  side ? it : any, side ? it : any, side ? it : any};
    exact_points world;
    exact_points_make(&world, &f->s->poses, all, EXACT_WORLD);
    exact_vertex(&world, 3 * side, out);
}

static void fill_region(const volume_finder* f, const volume_sum* sum, volume_region* out)
{
    const volume_place* p = &f->s->place;
    volume_sum_bounds(sum, p, &out->lo, &out->hi);
    if (out->lo < 0) out->lo = 0;
    for (int k = 0; k < 3; k++) {
        double at[3];
        out->vector_area[k] = double_scale(sum->area[k] / 2, 2 * p->exponent);
        out->low[k] = HUGE_VAL;
        out->high[k] = -HUGE_VAL;
        for (int end = 0; end < 2; end++) {
            if (sum->vertex[end][k] == NONE) continue;
            world_vertex(f, sum->side[end][k], sum->vertex[end][k], at);
            if (at[k] < out->low[k]) out->low[k] = at[k];
            if (at[k] > out->high[k]) out->high[k] = at[k];
        }
    }
}

// Add the sums of elements to those of their parts.
static void sum_up(volume_scratch* s)
{
    for (size_t i = 0; i < s->count; i++) {
        const uint32_t first = first_of(s, i);
        if (first != i) volume_sum_join(&s->sums[first], &s->sums[i]);
    }
}

// Number parts in the order of their first elements. Returns how many there are.
static size_t number_parts(volume_scratch* s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const uint32_t first = first_of(s, i);
        s->region_of[i] = first == i ? (uint32_t)count++ : s->region_of[first];
    }
    return count;
}

// ------------------------------------------------------------------------------------------- hollows

// A part of the boundary that is joined to no other but by a face that has a hole, or by the space between, as a hollow is to what
// is around it: its volume is negative, since it is what is missing there. missing: six times that, at most.
static int is_hollow(const volume_scratch* s, size_t i, double* missing)
{
    const volume_sum* sum = &s->sums[i];
    double lo, hi;
    if (s->joined[i] != i) return 0;
    volume_sum_bounds(sum, &s->place, &lo, &hi);
    *missing = -(sum->high + sum->low) + sum->error * (1 + 0x1p-10);
    return hi < 0;
}

static int may_be_around(const volume_scratch* s, size_t i, size_t hollow)
{
    const volume_sum *outer = &s->sums[i], *inner = &s->sums[hollow];
    const double slack = 8 * s->place.error;
    double lo, hi;
    if (s->joined[i] != i || is_hollow(s, i, &lo)) return 0;
    volume_sum_bounds(outer, &s->place, &lo, &hi);
    for (int k = 0; k < 3; k++)
        if (outer->box[0][k] > inner->box[0][k] + slack ||
            outer->box[1][k] < inner->box[1][k] - slack)
            return 0;
    return outer->high + outer->low + outer->error * (1 + 0x1p-10) + inner->high + inner->low +
               inner->error * (1 + 0x1p-10) >=
           0;
}

// The smallest part whose box is around that of a hollow, and which is large enough; the hollow itself if there is none. If there are
// several, any of them may be the one that lacks it.
static size_t find_around(const volume_scratch* s, size_t hollow, size_t* count)
{
    size_t best = hollow;
    *count = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (!may_be_around(s, i, hollow)) continue;
        ++*count;
        if (best == hollow || s->sums[i].high < s->sums[best].high) best = i;
    }
    return best;
}

static void doubt_all(volume_scratch* s, size_t hollow, size_t best, double missing)
{
    for (size_t i = 0; i < s->count; i++)
        if (i != best && may_be_around(s, i, hollow)) s->sums[i].less += missing;
    s->sums[best].more += missing;
}

// Join hollows to what is around them, all found before any is.
static void join_hollows(volume_scratch* s)
{
    for (size_t i = 0; i < s->count; i++) {
        double missing;
        size_t count = 0;
        s->region_of[i] = (uint32_t)i;
        if (!is_hollow(s, i, &missing)) continue;
        const size_t best = find_around(s, i, &count);
        s->region_of[i] = (uint32_t)best;
        if (count > 1) doubt_all(s, i, best, missing);
    }
    for (size_t i = 0; i < s->count; i++) {
        const size_t around = s->region_of[i];
        if (around == i) continue;
        const uint32_t one = first_of(s, i), other = first_of(s, around);
        if (one == other) continue;
        volume_sum_join(&s->sums[one < other ? one : other], &s->sums[one < other ? other : one]);
        volume_join(s, one, other);
    }
}

static abut_status reserve_regions(volume_finder* f)
{
    volume_scratch* s = f->s;
    void *regions = s->regions, *region_of = s->region_of;
    abut_status status =
        host_grow(f->host, &regions, &s->region_capacity, 0, s->count, sizeof *s->regions);
    s->regions = regions;
    if (status == ABUT_OK)
        status = host_grow(f->host, &region_of, &s->region_of_capacity, 0, s->count,
                           sizeof *s->region_of);
    s->region_of = region_of;
    return status;
}

abut_status volume_list_regions(volume_finder* f, int is_known, volume_answer* out)
{
    volume_scratch* s = f->s;
    volume_sum all = volume_sum_none();
    TRY(reserve_regions(f));
    sum_up(s);
    join_hollows(s);
    out->region_count = number_parts(s);
    for (size_t i = 0; i < s->count; i++) {
        if (s->joined[i] != i) continue;
        volume_region* region = &s->regions[s->region_of[i]];
        fill_region(f, &s->sums[i], region);
        if (!is_known) region->lo = region->hi = (double)NAN;
        volume_sum_join(&all, &s->sums[i]);
        all.more = all.less = 0;
    }
    if (is_known) {
        volume_sum_bounds(&all, &s->place, &out->lo, &out->hi);
        if (out->lo < 0) out->lo = 0;
    }
    out->regions = s->regions;
    out->region_of_group = s->region_of;
    return ABUT_OK;
}
