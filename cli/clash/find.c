// find.c - which pairs are asked about, and what the world says of them: contacts, relations, gaps.
#include "clash/cells.h"
#include "clash/frames.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>

static bool tell(abut_status status)
{
    if (status) say_status(NULL, status);
    return status == ABUT_OK;
}

// Half of the clearance each is exact: no number that is taken is that small.
static abut_status fill_world(abut_world* w, const clash_result* r, bool for_clearance)
{
    const clash_rules* rules = r->review.rules;
    const double margin = for_clearance ? clash_rules_clearance(rules) / 2 : 0;
    abut_status status = ABUT_OK;
    for (uint32_t i = 0; i < r->cells.object_count && status == ABUT_OK; i++) {
        const uint32_t object = r->cells.objects[i];
        abut_instance instance = clash_instance(&r->objects[object]);
        uint32_t groups, against;
        instance.margin = margin;
        status = abut_world_add(w, &instance, NULL);
        clash_rules_group(rules, object, for_clearance, &groups, &against);
        clash_piece_group(r, i, &groups, &against);
        if (status == ABUT_OK) status = abut_world_group(w, i, groups, against);
    }
    return status;
}

// ------------------------------------------------------------------------------------------- ignored

static void count_ignored(clash_review* v, const char* why)
{
    v->ignored_count++;
    for (size_t i = 0; i < v->ignored_reasons; i++)
        if (v->ignored[i].reason == why) v->ignored[i].pairs++;
}

bool clash_reasons_list(clash_result* r)
{
    clash_review* v = &r->review;
    const size_t count = clash_ignore_count(v->rules);
    if (v->ignored) return true;
    v->ignored = calloc(count + 1, sizeof *v->ignored);
    if (!v->ignored) return tell(ABUT_OUT_OF_MEMORY);
    for (size_t i = 0; i < count; i++)
        v->ignored[i].reason = clash_ignore_reason(v->rules, i);
    v->ignored_reasons = count;
    return true;
}

// Find the pairs whose boxes meet and that are left out, or that no rule is about, though groups let them through: the search need
// not ask about them. So what is asked does not depend on which other objects are there. To be freed.
static abut_status find_ignored(clash_result* r, abut_world* w, abut_pair** out, size_t* count)
{
    clash_review* v = &r->review;
    abut_clashes boxes;
    clash_demand demand;
    const char* why;
    *count = 0;
    const abut_status status = abut_world_collide(w, ABUT_SURVEY_BOXES, NULL, &boxes);
    if (status != ABUT_OK) return status;
    *out = malloc((boxes.count + 1) * sizeof **out);
    if (!*out) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < boxes.count; i++) {
        const abut_pair* p = &boxes.pairs[i];
        const uint32_t* all = r->cells.objects;
        const int rule = clash_rule_of(v->rules, all[p->a], all[p->b], &demand, &why);
        if (rule >= 0) continue;
        (*out)[(*count)++] = *p;
        if (rule == CLASH_RULE_IGNORED) count_ignored(v, why);
    }
    return abut_world_ignore(w, *out, *count);
}

// ---------------------------------------------------------------------------------------------- pairs

// What two surveys say, as one list sorted by pairs.
typedef struct finder {
    clash_result* result;
    const abut_clashes *near, *met;  // clearances (NULL: not asked) and relations
    size_t near_at, met_at;
} finder;

static int order_of(const abut_pair* p, const abut_pair* q)
{
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

// The next pair of either, by the numbers of all objects. Returns false at the end.
static bool next_pair(finder* f, abut_pair* pair, abut_clash* clash, abut_gap* gap)
{
    const bool has_near = f->near && f->near_at < f->near->count;
    const bool has_met = f->met_at < f->met->count;
    if (!has_near && !has_met) return false;
    const int order = !has_near  ? 1
                      : !has_met ? -1
                                 : order_of(&f->near->pairs[f->near_at], &f->met->pairs[f->met_at]);
    *clash = (abut_clash){.relation = ABUT_RELATION_SEPARATE, .complete = 1};
    *gap = (abut_gap){.band = ABUT_BAND_CONTACT};
    const uint32_t* all = f->result->cells.objects;
    abut_pair own;  // by the numbers of the piece
    if (order <= 0) {
        own = f->near->pairs[f->near_at];
        *gap = f->near->gaps[f->near_at++];
    }
    if (order >= 0) {
        own = f->met->pairs[f->met_at];
        *clash = f->met->clashes[f->met_at++];
        if (clash->count) *gap = (abut_gap){.band = ABUT_BAND_CONTACT};
    }
    *pair = (abut_pair){all[own.a], all[own.b]};
    return true;
}

// Whether a gap is too small for a rule. Bounds of distances are the doubles next to them, equal if they are one: so they
// decide exactly, and nothing lies between a bound and a clearance.
static bool is_too_close(const clash_demand* demand, const abut_gap* gap)
{
    const abut_distance_answer* d = &gap->distance;
    if (gap->band != ABUT_BAND_CLOSE) return false;
    return demand->is_strict && d->lo == d->hi ? d->hi < demand->clearance
                                               : d->hi <= demand->clearance;
}

// The first test of a list that is asked; false: none is.
static bool first_asked(const clash_demand* demand, const clash_test* list, size_t count,
                        clash_test* out)
{
    for (size_t i = 0; i < count; i++) {
        *out = list[i];
        if (demand->asks[*out]) return true;
    }
    return false;
}

// Which test a pair falls under, by its relation; false: under none that is asked. Contact breaks each clearance.
static bool test_of(const clash_demand* demand, const abut_clash* clash, const abut_gap* gap,
                    clash_test* out)
{
    static const clash_test crossing[] = {CLASH_HARD, CLASH_CLEARANCE},
                            surfaces[] = {CLASH_HARD, CLASH_TOUCH, CLASH_CLEARANCE},
                            unknown[] = {CLASH_HARD, CLASH_INSIDE},
                            touching[] = {CLASH_TOUCH, CLASH_CLEARANCE};
    *out = CLASH_CLEARANCE;
    switch (clash->relation) {
    case ABUT_RELATION_TOUCHING:
        return first_asked(demand, touching, demand->touch_is_fine ? 1 : 2, out);
    case ABUT_RELATION_CROSSING:
        return first_asked(demand, crossing, 2, out);
    case ABUT_RELATION_UNKNOWN:
        if (clash->count) return first_asked(demand, surfaces, 3, out);
        if (first_asked(demand, unknown, 2, out)) return true;
        break;
    case ABUT_RELATION_A_INSIDE_B:
    case ABUT_RELATION_B_INSIDE_A:
        *out = CLASH_INSIDE;
        if (demand->asks[CLASH_INSIDE]) return true;
        break;
    case ABUT_RELATION_SEPARATE:
        break;
    }
    *out = CLASH_CLEARANCE;
    return demand->asks[CLASH_CLEARANCE] && is_too_close(demand, gap);
}

static clash_interval gap_of(const abut_clash* clash, const abut_gap* gap)
{
    return clash->count ? (clash_interval){0, 0}
                        : (clash_interval){gap->distance.lo, gap->distance.hi};
}

// Count a pair that is not listed.
static void settle_pair(clash_review* v, int rule, const abut_clash* clash, const char* why)
{
    if (rule == CLASH_RULE_IGNORED) count_ignored(v, why);
    // Pairs that are near by another rule's clearance are nothing that this one allows.
    if (rule >= 0) v->allowed_count += clash->relation != ABUT_RELATION_SEPARATE;
}

// What is not listed in a frame may be in another: it is kept until all are known, with CLASH_TESTS as its test.
static void take_pair(clash_result* r, const abut_pair* pair, const abut_clash* clash,
                      const abut_gap* gap, size_t frame)
{
    clash_review* v = &r->review;
    clash_demand demand;
    clash_test test = CLASH_TESTS;
    const char* why;
    const int rule = clash_rule_of(v->rules, pair->a, pair->b, &demand, &why);
    if (rule == CLASH_RULE_NONE) return;
    const bool is_listed = rule >= 0 && test_of(&demand, clash, gap, &test);
    if (!is_listed) {
        test = CLASH_TESTS;
        if (!v->frames) {
            settle_pair(v, rule, clash, why);
            return;
        }
    }
    const size_t i = r->clashes.count++;
    const clash_interval unknown = {(double)NAN, (double)NAN};
    v->pairs[i] = *pair;
    v->clashes[i] = *clash;
    if (v->gaps) v->gaps[i] = *gap;
    v->rows[i] = (clash_row){
        .a = pair->a,
        .b = pair->b,
        .rule = rule,
        .test = test,
        .relation = clash->relation,
        .reason = clash->reason,
        .depth = unknown,
        .translation = {(double)NAN, (double)NAN, (double)NAN},
        .pierced = -1,
        .gap = test == CLASH_CLEARANCE ? gap_of(clash, gap) : unknown,
        .volume = unknown,
        .length = unknown,
        .low = {clash->low[0], clash->low[1], clash->low[2]},
        .high = {clash->high[0], clash->high[1], clash->high[2]},
        .is_complete = true,
        .frame_first = frame,
        .frame_worst = frame,
        .frame_count = 1,
    };
}

// Add what the surveys of a frame say.
static bool take_all(finder* f, size_t frame)
{
    clash_result* r = f->result;
    abut_pair pair;
    abut_clash clash;
    abut_gap gap;
    if (!clash_found_room(r, f->met->count + (f->near ? f->near->count : 0), f->near != NULL))
        return false;
    clash_found_sum(r, f->met, f->near ? f->near->band : f->met->band);
    while (next_pair(f, &pair, &clash, &gap))
        take_pair(r, &pair, &clash, &gap, frame);
    return true;
}

// ------------------------------------------------------------------------------------------- expanded

// Count the pairs of triangles that are nearer than a row's rule asks, and find the box about their points.
static abut_status expand(const clash_result* r, abut_query* query, clash_row* row,
                          const clash_demand* demand)
{
    const clash_object at[2] = {clash_object_at(r, row->a, row->frame_worst),
                                clash_object_at(r, row->b, row->frame_worst)};
    abut_instance a = clash_instance(&at[0]), b = clash_instance(&at[1]);
    const abut_clearance_ask ask = {.strict = demand->is_strict, .detail = ABUT_DETAIL_POINTS};
    abut_clearance_answer near;
    a.margin = b.margin = demand->clearance / 2;
    const abut_status status = abut_clearance(query, &a, &b, &ask, &near);
    if (status != ABUT_OK) return status;
    row->near_count = near.count;
    for (size_t i = 0; i < near.count; i++)
        for (int k = 0; k < 3; k++) {
            const double x = near.approaches[i].a_point[k], y = near.approaches[i].b_point[k];
            const double low = fmin(x, y), high = fmax(x, y);
            row->low[k] = i ? fmin(row->low[k], low) : low;
            row->high[k] = i ? fmax(row->high[k], high) : high;
        }
    return ABUT_OK;
}

static bool expand_all(clash_result* r, size_t first)
{
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, r->host);
    for (size_t i = first; status == ABUT_OK && i < r->clashes.count; i++) {
        clash_row* row = &r->review.rows[i];
        clash_demand demand;
        if (row->test == CLASH_CLEARANCE &&
            clash_rule_of(r->review.rules, row->a, row->b, &demand, NULL) >= 0 && demand.expanded)
            status = expand(r, query, row, &demand);
    }
    abut_query_free(query);
    return tell(status);
}

// --------------------------------------------------------------------------------------------- search

// The worlds of both surveys: the second is there where a clearance is asked.
typedef struct search {
    abut_world *met_world, *near_world;
    abut_clashes met, near;
} search;

// Ask both worlds about a frame anew: what has moved little starts from its last answer.
static abut_status search_frame(const clash_result* r, search* s, size_t frame)
{
    const abut_ask how = {.coherent = 1};
    abut_status status = clash_frames_move(r, s->met_world, frame);
    if (status == ABUT_OK)
        status = abut_world_collide(s->met_world, ABUT_SURVEY_RELATIONS_ALONE, &how, &s->met);
    if (status == ABUT_OK && s->near_world) status = clash_frames_move(r, s->near_world, frame);
    if (status == ABUT_OK && s->near_world)
        status = abut_world_collide(s->near_world, ABUT_SURVEY_CLEARANCES, NULL, &s->near);
    return status;
}

// Rows of so many frames are kept until they are merged.
enum { ROWS_MOST = 1 << 14 };

static bool find_in_frames(clash_result* r, search* s, size_t start, progress* p)
{
    abut_query* query = NULL;
    bool fine = tell(abut_query_create(&query, r->host));
    size_t merged = start;
    for (size_t i = 0; fine && i < clash_frames_count(r); i++) {
        finder f = {.result = r, .near = s->near_world ? &s->near : NULL, .met = &s->met};
        const size_t first = r->clashes.count;
        progress_begin(p, "searching contacts", "");
        const abut_status status = search_frame(r, s, i);
        r->query_seconds += progress_end(p);
        fine = tell(status) && take_all(&f, i) && tell(clash_frames_measure(r, query, first));
        if (fine && r->clashes.count - start > 2 * (merged - start) + ROWS_MOST) {
            fine = clash_frames_merge(r, start);
            merged = r->clashes.count;
        }
    }
    abut_query_free(query);
    return fine && clash_frames_merge(r, start);
}

// Drop the rows of pairs that are listed in no frame.
static bool drop_unlisted(clash_result* r, size_t first)
{
    bool* keep = malloc(r->clashes.count - first + 1);
    for (size_t i = first; keep && i < r->clashes.count; i++) {
        const clash_row* row = &r->review.rows[i];
        clash_demand demand;
        const char* why = NULL;
        keep[i - first] = row->test != CLASH_TESTS;
        if (keep[i - first]) continue;
        const int rule = clash_rule_of(r->review.rules, row->a, row->b, &demand, &why);
        settle_pair(&r->review, rule, &r->clashes.clashes[i], why);
    }
    if (keep) clash_rows_keep(r, first, keep);
    free(keep);
    return keep || tell(ABUT_OUT_OF_MEMORY);
}

// What both worlds are asked about, before the first question.
static abut_status fill_worlds(clash_result* r, search* s, bool gaps)
{
    abut_pair* ignored = NULL;
    size_t count = 0;
    abut_status status = abut_world_create(&s->met_world, r->host);
    if (status == ABUT_OK) status = fill_world(s->met_world, r, false);
    if (status == ABUT_OK) status = find_ignored(r, s->met_world, &ignored, &count);
    if (status == ABUT_OK && gaps) status = abut_world_create(&s->near_world, r->host);
    if (status == ABUT_OK && gaps) status = fill_world(s->near_world, r, true);
    if (status == ABUT_OK && gaps) status = abut_world_ignore(s->near_world, ignored, count);
    free(ignored);
    return status;
}

// Contacts of what only touches are counted where such a row may be listed.
static abut_survey survey_of(const clash_result* r)
{
    return clash_rules_ask(r->review.rules, CLASH_TOUCH) ||
                   clash_rules_ask(r->review.rules, CLASH_CLEARANCE)
               ? ABUT_SURVEY_RELATIONS
               : ABUT_SURVEY_RELATIONS_ALONE;
}

static bool find_at_rest(clash_result* r, search* s)
{
    finder f = {.result = r, .near = s->near_world ? &s->near : NULL, .met = &s->met};
    abut_status status = abut_world_collide(s->met_world, survey_of(r), NULL, &s->met);
    if (status == ABUT_OK && s->near_world)
        status = abut_world_collide(s->near_world, ABUT_SURVEY_CLEARANCES, NULL, &s->near);
    return tell(status) && take_all(&f, 0);
}

bool clash_find(clash_result* r, progress* p)
{
    const bool gaps = clash_rules_ask(r->review.rules, CLASH_CLEARANCE);
    const size_t first = r->clashes.count;
    search s = {0};
    if (!clash_reasons_list(r)) return false;
    progress_begin(p, "searching contacts", "");
    bool fine = tell(fill_worlds(r, &s, gaps));
    if (fine && !r->review.frames) fine = find_at_rest(r, &s);
    r->query_seconds += progress_end(p);
    if (fine && r->review.frames)
        fine = find_in_frames(r, &s, first, p) && drop_unlisted(r, first) &&
               clash_frames_describe(r, first);
    fine = fine && expand_all(r, first);
    abut_world_free(s.met_world);
    abut_world_free(s.near_world);
    return fine;
}
