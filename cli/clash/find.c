// find.c - which pairs are asked about, and what the world says of them: contacts, relations, gaps.
#include "clash/clash.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>

static bool tell(abut_status status)
{
    if (status) say("%s", abut_status_text(status));
    return status == ABUT_OK;
}

static abut_status fill_world(abut_world* w, const clash_result* r, double clearance)
{
    const bool two_sets = r->options->against_count > 0;
    abut_status status = ABUT_OK;
    for (uint32_t i = 0; i < r->object_count && status == ABUT_OK; i++) {
        const clash_object* object = &r->objects[i];
        abut_instance instance = clash_instance(object);
        instance.margin = clearance / 2;
        status = abut_world_add(w, &instance, NULL);
        if (status == ABUT_OK && two_sets)
            status = abut_world_group(w, i, object->is_against ? 2 : 1, object->is_against ? 1 : 2);
    }
    return status;
}

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

// The next pair of either. Returns false at the end.
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
    if (order <= 0) {
        *pair = f->near->pairs[f->near_at];
        *gap = f->near->gaps[f->near_at++];
    }
    if (order >= 0) {
        *pair = f->met->pairs[f->met_at];
        *clash = f->met->clashes[f->met_at++];
        if (clash->count) *gap = (abut_gap){.band = ABUT_BAND_CONTACT};
    }
    return true;
}

// Which test a pair falls under, by its relation; false: under none that is asked.
static bool test_of(const clash_demand* demand, const abut_clash* clash, const abut_gap* gap,
                    clash_test* out)
{
    switch (clash->relation) {
    case ABUT_RELATION_TOUCHING:
        *out = CLASH_TOUCH;
        return demand->asks[CLASH_TOUCH];
    case ABUT_RELATION_A_INSIDE_B:
    case ABUT_RELATION_B_INSIDE_A:
        *out = CLASH_INSIDE;
        return demand->asks[CLASH_INSIDE];
    case ABUT_RELATION_CROSSING:
    case ABUT_RELATION_UNKNOWN:
        *out = CLASH_HARD;
        return demand->asks[CLASH_HARD];
    case ABUT_RELATION_SEPARATE:
        break;
    }
    *out = CLASH_CLEARANCE;
    return demand->asks[CLASH_CLEARANCE] && gap->band == ABUT_BAND_CLOSE;
}

static void take_pair(clash_result* r, const abut_pair* pair, const abut_clash* clash,
                      const abut_gap* gap)
{
    clash_review* v = &r->review;
    clash_demand demand;
    clash_test test;
    const int rule = clash_rule_of(v->rules, pair->a, pair->b, &demand, NULL);
    v->ignored_count += rule == CLASH_RULE_IGNORED;
    if (rule < 0) return;
    if (!test_of(&demand, clash, gap, &test)) {
        v->allowed_count++;
        return;
    }
    const size_t i = r->clashes.count++;
    const clash_interval unknown = {NAN, NAN};
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
        .translation = {NAN, NAN, NAN},
        .pierced = -1,
        .gap = test == CLASH_CLEARANCE ? (clash_interval){gap->distance.lo, gap->distance.hi}
                                       : unknown,
        .volume = unknown,
        .length = unknown,
        .low = {clash->low[0], clash->low[1], clash->low[2]},
        .high = {clash->high[0], clash->high[1], clash->high[2]},
        .is_complete = true,
    };
}

static bool take_all(finder* f)
{
    clash_result* r = f->result;
    clash_review* v = &r->review;
    const size_t most = f->met->count + (f->near ? f->near->count : 0);
    abut_pair pair;
    abut_clash clash;
    abut_gap gap;
    v->pairs = calloc(most + 1, sizeof *v->pairs);
    v->clashes = calloc(most + 1, sizeof *v->clashes);
    v->rows = calloc(most + 1, sizeof *v->rows);
    if (f->near) v->gaps = calloc(most + 1, sizeof *v->gaps);
    if (!v->pairs || !v->clashes || !v->rows || (f->near && !v->gaps))
        return tell(ABUT_OUT_OF_MEMORY);
    r->clashes = *f->met;
    r->clashes.pairs = v->pairs;
    r->clashes.clashes = v->clashes;
    r->clashes.gaps = v->gaps;
    r->clashes.count = 0;
    if (f->near) r->clashes.band = f->near->band;
    while (next_pair(f, &pair, &clash, &gap))
        take_pair(r, &pair, &clash, &gap);
    return true;
}

bool clash_find(clash_result* r, progress* p)
{
    const double clearance = r->options->clearance.distance;
    const bool gaps = r->options->clearance.is_given;
    abut_world *met_world = NULL, *near_world = NULL;
    abut_clashes met, near;
    progress_begin(p, "searching contacts", "");
    abut_status status = abut_world_create(&met_world, r->host);
    if (status == ABUT_OK) status = fill_world(met_world, r, 0);
    if (status == ABUT_OK)
        status = abut_world_collide(met_world, ABUT_SURVEY_RELATIONS, NULL, &met);
    if (status == ABUT_OK && gaps) status = abut_world_create(&near_world, r->host);
    if (status == ABUT_OK && gaps) status = fill_world(near_world, r, clearance);
    if (status == ABUT_OK && gaps)
        status = abut_world_strict(near_world, r->options->clearance.is_strict);
    if (status == ABUT_OK && gaps)
        status = abut_world_collide(near_world, ABUT_SURVEY_CLEARANCES, NULL, &near);
    r->query_seconds = progress_end(p);
    finder f = {.result = r, .near = gaps ? &near : NULL, .met = &met};
    const bool fine = tell(status) && take_all(&f);
    abut_world_free(met_world);
    abut_world_free(near_world);
    return fine;
}
