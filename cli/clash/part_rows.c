// part_rows.c - puts together what parts of a clash have found: sums, rows, warnings. A part is trusted in nothing (part_read.c).
#include "clash/part_read.h"
#include "say/say.h"

// -------------------------------------------------------------------------------------------- sums

static void get_sums(clash_merger* m, part_reader* k)
{
    clash_result* r = m->result;
    clash_review* v = &r->review;
    const uint32_t flags = part_get_u32(k), band = part_get_u32(k);
    abut_clashes counts = {.band = (abut_band)band};
    k->failed |= band > ABUT_BAND_CLEAR;
    counts.asked = (size_t)part_get_u64(k);
    counts.volume_tests = part_get_u64(k);
    counts.triangle_tests = part_get_u64(k);
    counts.node_updates = part_get_u64(k);
    counts.exact_tests = part_get_u64(k);
    v->ignored_count += (size_t)part_get_u64(k);
    v->allowed_count += (size_t)part_get_u64(k);
    v->is_undecided |= (flags & SUMS_ARE_UNDECIDED) != 0;
    if (!k->failed && flags & SUMS_SAY_BAND) clash_found_sum(r, &counts, counts.band);
    const size_t reasons = part_get_count(k, 8);
    // One that asked nothing has not counted any.
    k->failed |= reasons && reasons != v->ignored_reasons;
    for (size_t i = 0; i < reasons && !k->failed; i++)
        v->ignored[i].pairs += (size_t)part_get_u64(k);
}

bool clash_merge_sums(clash_merger* m)
{
    for (size_t i = 0; i < m->list->count; i++) {
        part_reader k = part_section_of(&m->list->parts[i], PART_SUMS);
        get_sums(m, &k);
        if (!part_is_read(&k, PART_SUMS)) return false;
    }
    return true;
}

bool clash_merge_warnings(clash_merger* m)
{
    warnings_sort(&m->result->warnings);
    for (size_t i = 0; i < m->list->count; i++) {
        part_reader k = part_section_of(&m->list->parts[i], PART_WARNINGS);
        if (!part_get_warnings(&k, &m->result->warnings) || !part_is_read(&k, PART_WARNINGS))
            return false;
    }
    return true;
}

// -------------------------------------------------------------------------------------------- rows

// A value of an enumeration with so many.
static int get_kind(part_reader* k, uint32_t count)
{
    const uint32_t value = part_get_u32(k);
    k->failed |= value >= count;
    return k->failed ? 0 : (int)value;
}

enum {
    RELATIONS = ABUT_RELATION_B_INSIDE_A + 1,
    REASONS = ABUT_REASON_UNORIENTED + 1,
    BANDS = ABUT_BAND_CLEAR + 1,
    FEATURES = ABUT_FEATURE_FACE + 1
};

static abut_clash get_clash(part_reader* k)
{
    abut_clash c = {.count = (size_t)part_get_u64(k), .complete = 1};
    for (int i = 0; i < 4; i++)
        c.kind_count[i] = (size_t)part_get_u64(k);
    part_get_f64s(k, c.low, 3);
    part_get_f64s(k, c.high, 3);
    c.relation = (abut_relation)get_kind(k, RELATIONS);
    c.reason = (abut_reason)get_kind(k, REASONS);
    return c;
}

static abut_gap get_gap(part_reader* k)
{
    abut_gap g = {.band = (abut_band)get_kind(k, BANDS)};
    abut_distance_answer* d = &g.distance;
    d->lo = part_get_f64(k);
    d->hi = part_get_f64(k);
    d->pair.a = part_get_u32(k);
    d->pair.b = part_get_u32(k);
    d->features.a = (uint8_t)get_kind(k, FEATURES);
    d->features.b = (uint8_t)get_kind(k, FEATURES);
    part_get_f64s(k, d->a_point, 3);
    part_get_f64s(k, d->b_point, 3);
    return g;
}

static clash_interval get_interval(part_reader* k)
{
    const double lo = part_get_f64(k), hi = part_get_f64(k);
    return (clash_interval){lo, hi};
}

static clash_row get_row(const clash_merger* m, part_reader* k)
{
    clash_row row = {.rule = get_kind(k, (uint32_t)clash_rules_count(m->result->review.rules))};
    row.test = (clash_test)get_kind(k, CLASH_TESTS);
    row.class = (clash_class)get_kind(k, CLASH_CLASSES);
    row.relation = (abut_relation)get_kind(k, RELATIONS);
    row.reason = (abut_reason)get_kind(k, REASONS);
    row.pierced = get_kind(k, 3) - 1;
    const uint32_t flags = part_get_u32(k);
    row.is_complete = flags & ROW_IS_COMPLETE;
    row.is_undecided = flags & ROW_IS_UNDECIDED;
    row.depth = get_interval(k);
    row.gap = get_interval(k);
    row.volume = get_interval(k);
    row.length = get_interval(k);
    row.area = get_interval(k);
    part_get_f64s(k, row.translation, 3);
    part_get_f64s(k, row.low, 3);
    part_get_f64s(k, row.high, 3);
    row.near_count = (size_t)part_get_u64(k);
    row.frame_first = (size_t)part_get_u64(k);
    row.frame_worst = (size_t)part_get_u64(k);
    row.frame_count = (size_t)part_get_u64(k);
    return row;
}

enum { ROW_BYTES_LEAST = 120 };  // both places, and a clash

// Make room for the rows of all parts.
static bool make_room_for_rows(clash_merger* m)
{
    size_t count = 0;
    uint32_t all = 0;
    for (size_t i = 0; i < m->list->count; i++) {
        part_reader k = part_section_of(&m->list->parts[i], PART_ROWS);
        const uint32_t flags = part_get_u32(&k);
        const size_t more = part_get_count(&k, ROW_BYTES_LEAST);
        if (more) all |= flags;
        count += more;
    }
    return clash_found_room(m->result, count, all & ROWS_HAVE_GAPS);
}

// A part's rows have gaps and reviews as the others have; one without rows may know neither.
static bool merge_rows_of(clash_merger* m, const part* p)
{
    clash_result* r = m->result;
    clash_review* v = &r->review;
    part_reader k = part_section_of(p, PART_ROWS);
    const uint32_t flags = part_get_u32(&k);
    const size_t count = part_get_count(&k, ROW_BYTES_LEAST);
    const bool has_gaps = v->gaps != NULL;
    k.failed |= r->options->is_review != ((flags & ROWS_ARE_REVIEWED) != 0);
    k.failed |= count && has_gaps != ((flags & ROWS_HAVE_GAPS) != 0);
    for (size_t i = 0; i < count && !k.failed; i++) {
        const size_t at = r->clashes.count;
        const uint32_t a = clash_merge_place(m, &k), b = clash_merge_place(m, &k);
        k.failed |= a >= b;
        v->pairs[at] = (abut_pair){a, b};
        v->clashes[at] = get_clash(&k);
        if (has_gaps) v->gaps[at] = get_gap(&k);
        if (r->options->is_review) v->rows[at] = get_row(m, &k);
        if (r->options->is_review) {
            v->rows[at].a = a;
            v->rows[at].b = b;
        }
        r->clashes.count += !k.failed;
    }
    return part_is_read(&k, PART_ROWS);
}

bool clash_merge_rows(clash_merger* m)
{
    clash_result* r = m->result;
    const abut_pair* pairs;
    if (!make_room_for_rows(m)) return false;
    for (size_t i = 0; i < m->list->count; i++)
        if (!merge_rows_of(m, &m->list->parts[i])) return false;
    if (!clash_found_sort(r)) return false;
    pairs = r->review.pairs;
    for (size_t i = 1; i < r->clashes.count; i++)
        if (pairs[i].a == pairs[i - 1].a && pairs[i].b == pairs[i - 1].b) {
            say(C021_PART_DAMAGED,
                "two parts have the pair %s, %s: they are damaged, or of other jobs",
                clash_name(&r->objects[pairs[i].a]), clash_name(&r->objects[pairs[i].b]));
            return false;
        }
    return true;
}
