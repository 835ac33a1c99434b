// clearance.c - a search for all pairs of triangles within the margins, then how near each of them is.
#include "query/clearance.h"

#include "base/base.h"
#include "engine/kernels.h"
#include "geom/nearest.h"
#include "query/distance.h"
#include "query/frames.h"
#include "query/methods.h"

typedef struct asked {
    abut_query* query;
    placed_model side[2];
    double margin[2];
    const abut_clearance_ask* ask;
} asked;

const char* band_text(abut_band band)
{
    switch (band) {
    case ABUT_BAND_UNDECIDED:
        return "undecided";
    case ABUT_BAND_CONTACT:
        return "contact";
    case ABUT_BAND_CLOSE:
        return "close";
    case ABUT_BAND_CLEAR:
        return "clear";
    }
    return NULL;
}

// --------------------------------------------------------------------------------------- searching

static void walk(const asked* q)
{
    search* s = &q->query->search;
    const abut_model *a = q->side[0].model, *b = q->side[1].model;
    const relative_side* const sides = q->query->close.side;
    if (a->method == ABUT_METHOD_BRUTE) {
        (void)query_all_pairs(s, close_triangles);
        return;
    }
    if (method_has_tree(a->method)) {
        relative_pose relative;
        relative_pose_prepare(&relative, &sides[0], &sides[1]);
        method_close(a->tree.kind)(s, &a->tree, &b->tree, &relative);
        return;
    }
    const wide_side a_side = {&a->wide, sides[0]}, b_side = {&b->wide, sides[1]};
    wide_kernels_now()->close(s, &a_side, &b_side);
}

// What to keep of the time before a deadline for listing a pair, in nanoseconds. Generous: a listing is not interrupted.
static uint32_t pair_time(abut_detail detail)
{
    static const uint32_t time[] = {
        [ABUT_DETAIL_PAIRS] = 60, [ABUT_DETAIL_KINDS] = 4000, [ABUT_DETAIL_POINTS] = 8000};
    return time[detail];
}

// What says whether two triangles touch, placed as what says how far they are. later: the engine makes it ready where it
// comes to leaves.
static abut_status prepare_contacts(const asked* q, unsigned points, int later)
{
    search* s = &q->query->search;
    relative_side side[2];
    TRY(frames_prepare(s, &q->side[0], &q->side[1], FRAMES_FOR_LENGTHS | points, &s->poses,
                       &side[0], &side[1]));
    if (!later) pose_pair_change(&s->poses, side[0].pose, side[1].pose, !s->keep_equal_poses);
    return ABUT_OK;
}

static abut_status prepare(const asked* q)
{
    abut_query* query = q->query;
    search* s = &query->search;
    close_question* close = &query->close;
    const abut_model *a = q->side[0].model, *b = q->side[1].model;
    const unsigned points = q->ask->detail == ABUT_DETAIL_POINTS ? FRAMES_FOR_POINTS : 0;
    s->host = &query->host;
    s->mesh[0] = &a->mesh;
    s->mesh[1] = &b->mesh;
    s->limit = q->ask->limit;
    s->any = 0;
    s->budget = q->ask->budget;
    s->considered = NULL;
    s->stop_time = query_stop_time(query, q->ask->deadline);
    s->pair_time = pair_time(q->ask->detail);
    s->may_repeat = 0;
    s->close = close;
    TRY(frames_prepare(s, &q->side[0], &q->side[1], FRAMES_FOR_LENGTHS | points, &close->poses,
                       &close->side[0], &close->side[1]));
    close_question_prepare(close, &close->side[0], &close->side[1], q->margin, q->ask->strict);
    // The axes of the engine's boxes are not quite orthonormal, so vectors in them are not quite as long as they are.
    for (int i = 0; i < 2; i++) {
        close->box_shrink[i] =
            close->unit.shrink[i] * (float)(1 - 0x1p-19 - 1.5 * q->side[i].model->wide.defect);
        close->box_beyond[i] = close->hi_unit / close->box_shrink[i] * 1.03F;
    }
    return prepare_contacts(q, points, a->method == ABUT_METHOD_WIDE);
}

// Find the pairs; they are in the search then, in order.
static abut_status find_pairs(const asked* q, const abut_instance* a, const abut_instance* b)
{
    search* s = &q->query->search;
    if (margins_are_zero(q->margin)) {
        const abut_ask ask = {
            .limit = q->ask->limit, .budget = q->ask->budget, .deadline = q->ask->deadline};
        abut_hits hits;
        return collide(q->query, a, b, &ask, &hits);
    }
    TRY(prepare(q));
    if (a->model->tree.kind) TRY(ask_depth_first(s));
    search_begin(s);
    walk(q);
    search_end(s);
    return s->status;
}

// ------------------------------------------------------------------------------------------ listing

static void fill_touching(const abut_query* q, const abut_pair* ids, abut_approach* out)
{
    contact_first_corner(&q->search, *ids, out->kind, &out->features, out->a_point);
    memcpy(out->b_point, out->a_point, sizeof out->b_point);
}

static void fill_apart(const abut_query* q, const abut_pair* ids, abut_approach* out)
{
    const search* s = &q->search;
    const int with_points = q->detail == ABUT_DETAIL_POINTS;
    const pose_pair* poses = &q->close.poses;
    const double* vertex[6];
    posed_triangle t[2];
    nearest_bounds bounds;
    nearest_square square;
    exact_points e;
    near_place_in(s, poses, 0, ids->a, &t[0]);
    near_place_in(s, poses, 1, ids->b, &t[1]);
    nearest_bound(&t[0], &t[1], &bounds);
    soup_mesh_vertices(s->mesh[0], ids->a, vertex);
    soup_mesh_vertices(s->mesh[1], ids->b, vertex + 3);
    exact_points_make(&e, poses, vertex, EXACT_RELATIVE);
    nearest_exact(&e, bounds.features, with_points, &square);
    nearest_enclose(&square, &out->lo, &out->hi);
    if (!with_points) return;
    exact_points_make(&e, poses, vertex, EXACT_WORLD);
    out->features = square.features;
    nearest_points(&e, square.features, out->a_point, out->b_point);
}

static void list(const abut_query* q, size_t first, size_t end)
{
    ASSERT(first <= end && end <= q->search.found_count && end <= q->pair_capacity);
    for (size_t i = first; i < end; i++) {
        const sort_record* found = &q->search.found[i];
        q->pairs[i] = (abut_pair){(uint32_t)(found->key >> 32), (uint32_t)found->key};
        if (q->detail == ABUT_DETAIL_PAIRS) continue;
        abut_approach* out = &q->approaches[i];
        *out = (abut_approach){.kind = found->value == FOUND_CLOSE ? ABUT_KIND_APART
                                                                   : (abut_kind)found->value};
        if (out->kind == ABUT_KIND_APART)
            fill_apart(q, &q->pairs[i], out);
        else if (q->detail == ABUT_DETAIL_POINTS)
            fill_touching(q, &q->pairs[i], out);
    }
}

static abut_status list_pairs(const asked* q)
{
    static const size_t cost[] = {
        [ABUT_DETAIL_PAIRS] = 1, [ABUT_DETAIL_KINDS] = 32, [ABUT_DETAIL_POINTS] = 64};
    abut_query* query = q->query;
    void *pairs = query->pairs, *approaches = query->approaches;
    query->detail = q->ask->detail;
    TRY(query_reserve(query, &pairs, &query->pair_capacity, sizeof *query->pairs));
    query->pairs = pairs;
    if (query->detail != ABUT_DETAIL_PAIRS)
        TRY(query_reserve(query, &approaches, &query->approach_capacity,
                          sizeof *query->approaches));
    query->approaches = approaches;
    if (query->detail == ABUT_DETAIL_POINTS) TRY(prepare_contacts(q, FRAMES_FOR_POINTS, 0));
    return query_list(query, list, cost[query->detail]);
}

// ------------------------------------------------------------------------------------------ answer

static size_t count_contacts(const search* s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->found_count; i++)
        count += s->found[i].value != FOUND_CLOSE;
    return count;
}

static abut_band band_of(const search* s, size_t contacts)
{
    if (contacts) return ABUT_BAND_CONTACT;
    if (s->found_count) return ABUT_BAND_CLOSE;
    return s->stopped ? ABUT_BAND_UNDECIDED : ABUT_BAND_CLEAR;
}

// As bits: some states of the processor take subnormal numbers for 0.
abut_status margins_check(const double* margins, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!double_is_finite(margins[i])) return ABUT_NOT_FINITE;
        if (double_compare(margins[i], 0) < 0) return ABUT_BAD_ARGUMENT;
    }
    return ABUT_OK;
}

abut_status clearance(abut_query* query, const abut_instance* a, const abut_instance* b,
                      const abut_clearance_ask* ask, abut_clearance_answer* out)
{
    affine frames[2];
    asked q = {.query = query, .margin = {a->margin, b->margin}, .ask = ask};
    search* s = &query->search;
    TRY(margins_check(q.margin, 2));
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    if (!tells_how_far(a->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&q.side[0], &frames[0], a));
    TRY(model_place(&q.side[1], &frames[1], b));
    const int is_nothing =
        !soup_mesh_present(&a->model->mesh) || !soup_mesh_present(&b->model->mesh);
    if (is_nothing) {
        TRY(prepare(&q));
        search_begin(s);
        search_end(s);
    } else {
        TRY(find_pairs(&q, a, b));
    }
    TRY(s->status);
    TRY(list_pairs(&q));
    const size_t contacts = count_contacts(s);
    *out = (abut_clearance_answer){
        .band = band_of(s, contacts),
        .pairs = query->pairs,
        .approaches = ask->detail != ABUT_DETAIL_PAIRS ? query->approaches : NULL,
        .count = s->found_count,
        .contact_count = contacts,
        .complete = !s->stopped,
        .volume_tests = s->work.volume_tests,
        .triangle_tests = s->work.triangle_tests,
        .node_updates = s->work.node_updates,
        .exact_tests = s->work.exact_tests,
    };
    return ABUT_OK;
}
