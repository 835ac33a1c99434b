// self.c - a search for pairs of triangles of one model, then what they say together.
#include "query/self.h"

#include "base/base.h"
#include "engine/kernels.h"
#include "query/frames.h"
#include "query/methods.h"
#include "search/self.h"

#include <string.h>

const char* self_class_text(abut_self_class how)
{
    switch (how) {
    case ABUT_SELF_DUPLICATE:
        return "duplicate";
    case ABUT_SELF_FOLDED:
        return "folded";
    case ABUT_SELF_CROSSING:
        return "crossing";
    case ABUT_SELF_OVERLAP:
        return "overlap";
    case ABUT_SELF_T_JOINT:
        return "t-joint";
    case ABUT_SELF_TOUCHING:
        return "touching";
    }
    return NULL;
}

const char* self_verdict_text(abut_self_verdict verdict)
{
    switch (verdict) {
    case ABUT_SELF_UNDECIDED:
        return "undecided";
    case ABUT_SELF_CLEAN:
        return "clean";
    case ABUT_SELF_TOUCHES:
        return "touching";
    case ABUT_SELF_FOLDS:
        return "folded";
    case ABUT_SELF_CROSSES:
        return "self-crossing";
    }
    return NULL;
}

abut_self_verdict self_verdict_of(const size_t class_counts[7], int is_complete)
{
    if (class_counts[ABUT_SELF_CROSSING] || class_counts[ABUT_SELF_OVERLAP])
        return ABUT_SELF_CROSSES;
    if (class_counts[ABUT_SELF_FOLDED] || class_counts[ABUT_SELF_DUPLICATE]) return ABUT_SELF_FOLDS;
    if (class_counts[ABUT_SELF_T_JOINT] || class_counts[ABUT_SELF_TOUCHING])
        return ABUT_SELF_TOUCHES;
    return is_complete ? ABUT_SELF_CLEAN : ABUT_SELF_UNDECIDED;
}

// --------------------------------------------------------------------------------------- searching

static abut_status prepare(abut_query* query, const placed_model* placed, const abut_self_ask* ask,
                           wide_side* side)
{
    static const uint32_t pair_time[] = {
        [ABUT_DETAIL_PAIRS] = 60, [ABUT_DETAIL_KINDS] = 200, [ABUT_DETAIL_POINTS] = 4000};
    search* s = &query->search;
    const unsigned points = ask->detail == ABUT_DETAIL_POINTS ? FRAMES_FOR_POINTS : 0;
    relative_side other;
    s->host = &query->host;
    s->mesh[0] = s->mesh[1] = &placed->model->mesh;
    s->limit = ask->limit;
    s->any = 0;
    s->budget = ask->budget;
    s->considered = NULL;
    s->stop_time = query_stop_time(query, ask->deadline);
    s->pair_time = pair_time[ask->detail];
    s->may_repeat = 0;
    side->tree = &placed->model->wide;
    side->whole = NULL;
    TRY(frames_prepare(s, placed, placed, points, &s->poses, &side->side, &other));
    pose_pair_change(&s->poses, side->side.pose, other.pose, !s->keep_equal_poses);
    return ABUT_OK;
}

static abut_status find_pairs(abut_query* query, const abut_model* model, const wide_side* side)
{
    search* s = &query->search;
    search_begin(s);
    if (model->method == ABUT_METHOD_BRUTE)
        (void)self_all_pairs(s);
    else if (soup_mesh_present(&model->mesh))
        wide_kernels_now()->self(s, side, side);
    search_end(s);
    return s->status;
}

// ------------------------------------------------------------------------------------------ listing

static void fill_meeting(const search* s, abut_pair ids, uint32_t found, int with_points,
                         abut_self_meeting* out)
{
    const uint32_t* const triangles = s->mesh[0]->triangles;
    *out = (abut_self_meeting){
        .how = self_class(found),
        .shared_vertices =
            self_common_of(triangles + 3 * (size_t)ids.a, triangles + 3 * (size_t)ids.b).count,
        .degenerate = (soup_mesh_corners(s->mesh[0], ids.a).count < 3) |
                      (soup_mesh_corners(s->mesh[0], ids.b).count < 3) << 1,
        .contact = {.kind = self_kind(found)}};
    if (!with_points) return;
    placed_pair p;
    search_place_pair(s, ids.a, ids.b, &p);
    contact_find(&p.pair, &p.reduced[0], &p.reduced[1], 1, &out->contact);
    ASSERT(out->contact.kind == self_kind(found));
}

static void list(const abut_query* q, size_t first, size_t end)
{
    ASSERT(first <= end && end <= q->search.found_count && end <= q->pair_capacity);
    for (size_t i = first; i < end; i++) {
        const sort_record* found = &q->search.found[i];
        q->pairs[i] = (abut_pair){(uint32_t)(found->key >> 32), (uint32_t)found->key};
        if (q->detail != ABUT_DETAIL_PAIRS)
            fill_meeting(&q->search, q->pairs[i], found->value, q->detail == ABUT_DETAIL_POINTS,
                         &q->meetings[i]);
    }
}

static abut_status list_pairs(abut_query* query, abut_detail detail)
{
    static const size_t cost[] = {
        [ABUT_DETAIL_PAIRS] = 1, [ABUT_DETAIL_KINDS] = 8, [ABUT_DETAIL_POINTS] = 64};
    void *pairs = query->pairs, *meetings = query->meetings;
    TRY(query_reserve(query, &pairs, &query->pair_capacity, sizeof *query->pairs));
    query->pairs = pairs;
    if (detail != ABUT_DETAIL_PAIRS)
        TRY(query_reserve(query, &meetings, &query->meeting_capacity, sizeof *query->meetings));
    query->meetings = meetings;
    query->detail = detail;
    return query_list(query, list, cost[detail]);
}

// ------------------------------------------------------------------------------------------ answer

abut_status self_find(abut_query* query, const abut_instance* instance, const abut_self_ask* ask,
                      abut_self_hits* out)
{
    placed_model placed;
    affine kept;
    wide_side side;
    search* s = &query->search;
    const abut_method method = instance->model->method;
    if (method_has_tree(method)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&placed, &kept, instance));
    TRY(prepare(query, &placed, ask, &side));
    TRY(find_pairs(query, placed.model, &side));
    TRY(list_pairs(query, ask->detail));
    if (ask->parts)
        TRY(self_parts_find(&query->self_parts, s->mesh[0], s->found, s->found_count, !s->stopped,
                            &query->host));
    *out = (abut_self_hits){
        .pairs = query->pairs,
        .meetings = ask->detail != ABUT_DETAIL_PAIRS ? query->meetings : NULL,
        .count = s->found_count,
        .parts = ask->parts ? query->self_parts.list : NULL,
        .part_count = ask->parts ? query->self_parts.count : 0,
        .complete = !s->stopped,
        .volume_tests = s->work.volume_tests,
        .triangle_tests = s->work.triangle_tests,
        .node_updates = s->work.node_updates,
        .exact_tests = s->work.exact_tests,
    };
    for (size_t i = 0; i < s->found_count; i++)
        out->class_counts[self_class(s->found[i].value)]++;
    out->verdict = self_verdict_of(out->class_counts, out->complete);
    return ABUT_OK;
}
