// collide.c - a search by either method, then its pairs in order, with details where asked for.
#include "query/collide.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "geom/motion.h"
#include "query/first_share.h"
#include "query/methods.h"
#include "query/overlaps/regions.h"
#include "query/overlaps/volume.h"
#include "query/shape.h"
#include "query/straight.h"
#include "query/vertices.h"
#include "search/team.h"

#include <string.h>

#define CONTACTS_PER_PROGRESS 4096
#define TURN_COST             16384  // of listing pairs, in units of one without details: some ten microseconds

// --------------------------------------------------------------------------------------- searching

// Fill ids with those of first, first + 1, ... that are there, of a block at most. Returns how many.
static size_t number_block(const soup_mesh* m, uint32_t* ids, size_t first)
{
    ASSERT(first < m->triangle_count);
    const size_t left = m->triangle_count - first,
                 size = left < TREE_LEAF_MAX ? left : TREE_LEAF_MAX;
    size_t count = 0;
    for (size_t i = first; i < first + size; i++)
        if (soup_mesh_has(m, i)) ids[count++] = (uint32_t)i;
    return count;
}

int query_all_pairs(search* s, block_function* ask)
{
    const size_t a_count = s->mesh[0]->triangle_count, b_count = s->mesh[1]->triangle_count;
    uint32_t a_ids[TREE_LEAF_MAX], b_ids[TREE_LEAF_MAX];
    for (size_t i = 0; i < a_count; i += TREE_LEAF_MAX) {
        const size_t a_block = number_block(s->mesh[0], a_ids, i);
        for (size_t k = 0; k < b_count; k += TREE_LEAF_MAX) {
            const size_t b_block = number_block(s->mesh[1], b_ids, k);
            s->done =
                ((double)i + (double)a_block * ((double)k / (double)b_count)) / (double)a_count;
            if (a_block && b_block && !ask(s, a_ids, a_block, b_ids, b_block)) return 0;
        }
    }
    return 1;
}

static void search_wide(abut_query* q, wide_front* front, const placed_model* a,
                        const placed_model* b, const wide_side side[2])
{
    if (!front) {
        wide_kernels_now()->walk(&q->search, &side[0], &side[1]);
        return;
    }
    const front_model a_front = {a->model->serial, a->model->low, a->model->high, &a->model->frame},
                      b_front = {b->model->serial, b->model->low, b->model->high, &b->model->frame};
    wide_front_begin(front, &a_front, &b_front);
    if (wide_front_rests(front, &q->search)) {
        wide_kernels_now()->walk(&q->search, &side[0], &side[1]);
        wide_front_pass(front, &q->search);
        return;
    }
    wide_kernels_now()->front(&q->search, &side[0], &side[1], front);
    VALIDATE(q->search.status != ABUT_OK ||
             wide_front_is_whole(front, &a->model->wide, &b->model->wide));
}

static void search_trees(abut_query* q, environment_front* front, const placed_model* a,
                         const placed_model* b, const wide_side side[2])
{
    search* s = &q->search;
    relative_pose relative;
    scalar_of(s)->front = front;
    if (front) {
        s->status = environment_front_begin(front, a->model->serial, &a->model->tree, &q->host);
        if (s->status != ABUT_OK) return;
    }
    relative_pose_prepare(&relative, &side[0].side, &side[1].side);
    method_walk(a->model->tree.kind)(s, &a->model->tree, &b->model->tree, &relative);
    if (front && s->status != ABUT_OK) environment_front_forget(front);
}

// One search from the front, or without one if it is NULL.
static void search_pair(abut_query* q, pair_front* front, const placed_model* a,
                        const placed_model* b, const wide_side side[2])
{
    search* s = &q->search;
    search_begin(s);
    if (soup_mesh_present(s->mesh[0]) && soup_mesh_present(s->mesh[1])) {
        if (a->model->method == ABUT_METHOD_BRUTE) {
            (void)query_all_pairs(s, scalar_triangles);
        } else if (method_has_tree(a->model->method)) {
            search_trees(q, front ? &front->environment : NULL, a, b, side);
        } else {
            search_wide(q, front ? &front->wide : NULL, a, b, side);
        }
    }
    search_end(s);
    if (front) wide_front_end(&front->wide, s);
}

// ------------------------------------------------------------------------------------------ answer

abut_status query_reserve(const abut_query* q, void** block, size_t* capacity, size_t size)
{
    const size_t count = q->search.found_count;
    return host_grow(&q->host, block, capacity, 0, count ? count : 1, size);
}

static int find_points(const search* s, const abut_pair* ids, abut_contact* out)
{
    placed_pair p;
    search_place_pair(s, ids->a, ids->b, &p);
    return contact_find(&p.pair, &p.reduced[0], &p.reduced[1], 1, out);
}

static void fill_in(const abut_query* q, size_t first, size_t end)
{
    ASSERT(first <= end && end <= q->search.found_count && end <= q->pair_capacity);
    const search* s = &q->search;
    for (size_t i = first; i < end; i++) {
        const sort_record* found = &s->found[i];
        q->pairs[i] = (abut_pair){(uint32_t)(found->key >> 32), (uint32_t)found->key};
        if (q->detail == ABUT_DETAIL_PAIRS) continue;
        abut_contact* contact = &q->contacts[i];
        *contact = (abut_contact){.kind = (abut_kind)found->value};
        if (q->detail == ABUT_DETAIL_POINTS) {
            const int sense = find_points(s, &q->pairs[i], contact);
            if (q->with_senses) q->senses[i] = (int8_t)sense;
        }
        ASSERT(contact->kind == (abut_kind)found->value);
    }
}

// How many pairs are a turn.
static size_t pairs_a_turn(const abut_query* q)
{
    return TURN_COST / q->list_cost;
}

static abut_status fill_turn(void* context, size_t turn, int worker)
{
    const abut_query* const q = context;
    const size_t most = pairs_a_turn(q);
    const size_t first = turn * most, left = q->search.found_count - first;
    (void)worker;
    q->list(q, first, first + (left < most ? left : most));
    return ABUT_OK;
}

static abut_status list_together(abut_query* q)
{
    search* s = &q->search;
    const size_t most = pairs_a_turn(q), turns = (s->found_count + most - 1) / most;
    if (!s->team) TRY(team_create(&s->team, s->host));
    return crew_run(&s->team->crew, turns, fill_turn, q, 1, 1);
}

abut_status query_list(abut_query* q, list_function* list, size_t cost)
{
    const size_t count = q->search.found_count;
    q->list = list;
    q->list_cost = cost;
    if (q->host.workers > 1 && count >= 4 * pairs_a_turn(q)) return list_together(q);
    for (size_t i = 0; i < count; i += CONTACTS_PER_PROGRESS) {
        const size_t left = count - i;
        if (i) TRY(host_progress(&q->host, 1));
        list(q, i, i + (left < CONTACTS_PER_PROGRESS ? left : CONTACTS_PER_PROGRESS));
    }
    return ABUT_OK;
}

// Room for what was found.
static abut_status make_room(abut_query* q, abut_detail detail)
{
    void *pairs = q->pairs, *contacts = q->contacts, *senses = q->senses;
    TRY(query_reserve(q, &pairs, &q->pair_capacity, sizeof *q->pairs));
    q->pairs = pairs;
    if (detail != ABUT_DETAIL_PAIRS)
        TRY(query_reserve(q, &contacts, &q->contact_capacity, sizeof *q->contacts));
    q->contacts = contacts;
    if (q->with_senses) TRY(query_reserve(q, &senses, &q->sense_capacity, sizeof *q->senses));
    q->senses = senses;
    return ABUT_OK;
}

// Whether there is some.
static int has_room(const abut_query* q, abut_detail detail)
{
    return q->pair_capacity && (detail == ABUT_DETAIL_PAIRS || q->contact_capacity) &&
           (!q->with_senses || q->sense_capacity);
}

// List what was found, with details: these cost more. A contact is ten times as long, and its points are found.
static abut_status list_found(abut_query* q, abut_detail detail)
{
    static const size_t cost[] = {
        [ABUT_DETAIL_PAIRS] = 1, [ABUT_DETAIL_KINDS] = 8, [ABUT_DETAIL_POINTS] = 64};
    if (!q->search.found_count && has_room(q, detail)) return ABUT_OK;
    TRY(make_room(q, detail));
    q->detail = detail;
    return query_list(q, fill_in, cost[detail]);
}

uint64_t query_stop_time(const abut_query* query, double deadline)
{
    const uint64_t own = clock_after(deadline), all = query->stop_time;
    return own && (!all || own < all) ? own : all;
}

// When to stop, and what to keep of the time for listing what was found. Generous: a listing is not interrupted.
static void set_deadline(abut_query* query, const abut_ask* ask)
{
    ASSERT((unsigned)ask->detail <= ABUT_DETAIL_POINTS);
    static const uint32_t pair_time[] = {
        [ABUT_DETAIL_PAIRS] = 60, [ABUT_DETAIL_KINDS] = 150, [ABUT_DETAIL_POINTS] = 4000};
    query->search.stop_time = query_stop_time(query, ask->deadline);
    query->search.pair_time = pair_time[ask->detail];
}

const char* state_text(abut_state state)
{
    switch (state) {
    case ABUT_STATE_UNDECIDED:
        return "undecided";
    case ABUT_STATE_APART:
        return "apart";
    case ABUT_STATE_CONTACT:
        return "contact";
    }
    return NULL;
}

static abut_state state_of(const search* s)
{
    if (s->found_count) return ABUT_STATE_CONTACT;
    return s->stopped ? ABUT_STATE_UNDECIDED : ABUT_STATE_APART;
}

int models_mix(const abut_model* a, const abut_model* b)
{
    return a->method == b->method &&
           (!a->tree.kind || !b->tree.kind || a->tree.kind == b->tree.kind);
}

abut_status models_place(placed_model out[2], affine frames[2], const abut_instance* a,
                         const abut_instance* b, const abut_ask* ask)
{
    ask_options resolved;
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    TRY(method_resolve_ask(a->model->method, ask, &resolved));
    TRY(model_place(&out[0], &frames[0], a));
    return model_place(&out[1], &frames[1], b);
}

static int poses_are_same(const abut_pose* p, const abut_pose* q)
{
    return doubles_are_same(p->rotation[0], q->rotation[0], 9) &&
           doubles_are_same(p->translation, q->translation, 3) &&
           doubles_are_same(&p->scale, &q->scale, 1);
}

abut_status posed_side_change(posed_side* side, const abut_instance* instance)
{
    side->placed.model = instance->model;
    if (instance->frame) {
        TRY(model_place(&side->placed, &side->frame, instance));
        side->pose = instance->pose;
        return ABUT_OK;
    }
    side->placed.frame = NULL;
    if (poses_are_same(&instance->pose, &side->pose)) return ABUT_OK;
    TRY(affine_from_pose(&side->placed.pose, &instance->pose));
    side->pose = instance->pose;
    return ABUT_OK;
}

// The part of the question that only methods of one pair of volumes at a time have.
static abut_status ask_scalar(search* s, abut_method method, const abut_tree_walk* walk)
{
    TRY(scalar_open(s));
    scalar_search* q = scalar_of(s);
    q->asked = (scalar_question){
        .cull_triangles = method != ABUT_METHOD_BRUTE,
        .cull_spheres = method == ABUT_METHOD_HYBRID,
        .descent = walk->descent,
        .traversal = walk->traversal,
        .intervals = walk->intervals,
        .interval_count = walk->interval_count,
    };
    return ABUT_OK;
}

// What is asked of the models goes into the search.
static abut_status open_search(abut_query* query, const placed_model* a, const placed_model* b,
                               const ask_options* how, wide_side side[2])
{
    const abut_ask* ask = &how->own;
    ASSERT(a->model && b->model && models_mix(a->model, b->model));
    search* s = &query->search;
    side[0].tree = &a->model->wide;
    side[1].tree = &b->model->wide;
    s->host = &query->host;
    s->mesh[0] = &a->model->mesh;
    s->mesh[1] = &b->model->mesh;
    s->limit = ask->limit;
    s->any = ask->any;
    s->budget = ask->budget;
    s->considered = how->walk.considered;
    s->considered_user = how->walk.considered_user;
    set_deadline(query, ask);
    s->may_repeat = a->model->tree.may_repeat || b->model->tree.may_repeat;
    if (a->model->method != ABUT_METHOD_WIDE) TRY(ask_scalar(s, a->model->method, &how->walk));
    TRY(frames_prepare(s, a, b, ask->detail == ABUT_DETAIL_POINTS ? FRAMES_FOR_POINTS : 0,
                       &s->poses, &side[0].side, &side[1].side));
    // The engine does it where it comes to leaves.
    if (a->model->method != ABUT_METHOD_WIDE || ask->detail == ABUT_DETAIL_POINTS)
        pose_pair_change(&s->poses, side[0].side.pose, side[1].side.pose, !s->keep_equal_poses);
    const int is_plain = side[0].side.pose == &a->pose && side[1].side.pose == &b->pose;
    side[0].whole = is_plain ? &a->model->whole : NULL;
    side[1].whole = is_plain ? &b->model->whole : NULL;
    return ABUT_OK;
}

// The answer of a search that has ended. distance_least: as in it.
static abut_status tell_answer(abut_query* query, abut_detail detail, double distance_least,
                               abut_hits* out)
{
    const search* s = &query->search;
    TRY(s->status);
    TRY(list_found(query, detail));
    *out = (abut_hits){
        .pairs = query->pairs,
        .contacts = detail != ABUT_DETAIL_PAIRS ? query->contacts : NULL,
        .count = s->found_count,
        .complete = !s->stopped,
        .volume_tests = s->work.volume_tests,
        .triangle_tests = s->work.triangle_tests,
        .node_updates = s->work.node_updates,
        .exact_tests = s->work.exact_tests,
        .state = state_of(s),
        .distance_least = distance_least,
    };
    return ABUT_OK;
}

static abut_status answer(abut_query* query, pair_front* front, const placed_model* a,
                          const placed_model* b, const ask_options* how, abut_hits* out)
{
    wide_side side[2];
    TRY(open_search(query, a, b, how, side));
    search_pair(query, front, a, b, side);
    if (front && query->search.status == ABUT_OUT_OF_MEMORY) {
        pair_front_forget(front, &query->host);
        search_pair(query, NULL, a, b, side);
    }
    const int with_gaps = front && a->model->method == ABUT_METHOD_WIDE;
    return tell_answer(query, how->own.detail,
                       with_gaps && front->wide.distance > 0 ? front->wide.distance : 0, out);
}

abut_status collide_open(abut_query* query, const placed_model* a, const placed_model* b,
                         const ask_options* how, wide_side side[2])
{
    TRY(open_search(query, a, b, how, side));
    search_begin(&query->search);
    return ABUT_OK;
}

abut_status collide_close(abut_query* query, abut_detail detail, abut_hits* out)
{
    search_end(&query->search);
    return tell_answer(query, detail, 0, out);
}

// Field by field, since there is room between them.
static int asks_are_equal(const abut_ask* p, const ask_options* asked)
{
    static const abut_tree_walk none;
    const abut_ask* q = &asked->own;
    const abut_tree_walk *walk = p->walk ? p->walk : &none, *other = &asked->walk;
    return p->limit == q->limit && p->budget == q->budget && p->detail == q->detail &&
           p->any == q->any && p->coherent == q->coherent &&
           double_is_equal(p->deadline, q->deadline) && walk->descent == other->descent &&
           walk->intervals == other->intervals && walk->interval_count == other->interval_count &&
           walk->traversal == other->traversal && !walk->considered;
}

// Check the options of a question: most often they are those of the last one.
static abut_status check(abut_query* q, const abut_model* a, const abut_model* b,
                         const abut_ask* ask)
{
    if (!models_mix(a, b)) return ABUT_MIXED_METHODS;
    if (q->asked_method == a->method && asks_are_equal(ask, &q->asked)) return ABUT_OK;
    q->asked_method = ABUT_METHOD_AUTO;
    TRY(method_resolve_ask(a->method, ask, &q->resolved));
    if (q->resolved.walk.considered) return ABUT_OK;
    q->asked = (ask_options){.own = *ask};
    if (ask->walk) q->asked.walk = *ask->walk;
    q->asked_method = a->method;
    return ABUT_OK;
}

// Whether a question is the last one about its pair but for poses: then only these can be wrong. A walk of other methods reads
// more than an ask holds.
static int is_asked_again(const pair_front* f, const abut_model* a, const abut_ask* ask)
{
    return f && a->method == ABUT_METHOD_WIDE && asks_are_equal(ask, &f->asked);
}

// The answer where the front told at once that the models are apart. There may have been no other from this query.
static abut_status tell_apart(abut_query* q, const pair_front* front, abut_hits* out)
{
    q->search.found_count = 0;
    TRY(make_room(q, front->asked.own.detail));
    *out = (abut_hits){
        .pairs = q->pairs,
        .contacts = front->asked.own.detail != ABUT_DETAIL_PAIRS ? q->contacts : NULL,
        .complete = 1,
        .state = ABUT_STATE_APART,
        .distance_least = front->wide.distance,
    };
    return ABUT_OK;
}

// The options were checked, or it is asked again.
static abut_status answer_from(abut_query* query, pair_front* front, const placed_model* a,
                               const placed_model* b, int is_again, abut_hits* out)
{
    if (is_again) {
        if (front->wide.exists && frames_drop_out(a, b, 0) &&
            wide_front_is_apart(&front->wide, &a->pose, &b->pose))
            return tell_apart(query, front, out);
    } else if (front) {
        front->asked = query->asked;
        front->resolved = query->resolved;
    }
    return answer(query, front, a, b, front ? &front->resolved : &query->resolved, out);
}

// Whether a question that is asked again goes without the front, since that does not pay. With a budget or a deadline it goes
// on from what the last one left.
static int sleeps(const abut_query* query, pair_front* front, const abut_ask* ask)
{
    return !ask->budget && !(ask->deadline > 0) && !query->stop_time &&
           wide_front_sleeps(&front->wide);
}

abut_status collide_from(abut_query* query, pair_front* front, const abut_instance* a,
                         const abut_instance* b, const abut_ask* ask, abut_hits* out)
{
    posed_side* const sides = front ? front->sides : query->sides;
    const int is_again = is_asked_again(front, a->model, ask);
    if (!is_again) TRY(check(query, a->model, b->model, ask));
    TRY(posed_side_change(&sides[0], a));
    TRY(posed_side_change(&sides[1], b));
    if (is_again && sleeps(query, front, ask))
        return answer(query, NULL, &sides[0].placed, &sides[1].placed, &front->resolved, out);
    return answer_from(query, front, &sides[0].placed, &sides[1].placed, is_again, out);
}

abut_status collide_placed(abut_query* query, pair_front* front, const placed_model* a,
                           const placed_model* b, const abut_ask* ask, abut_hits* out)
{
    const int is_again = is_asked_again(front, a->model, ask);
    if (!is_again) TRY(check(query, a->model, b->model, ask));
    if (is_again && sleeps(query, front, ask))
        return answer(query, NULL, a, b, &front->resolved, out);
    return answer_from(query, front, a, b, is_again, out);
}

pair_front* query_front(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_ask* ask)
{
    if (!ask->coherent) return NULL;
    pair_front* const newest = query->fronts.newest;
    if (newest && pair_front_is_of(newest, a, b)) return newest;
    const pair_key key = pair_key_of(a, b);
    return fronts_get(&query->fronts, &query->host, &key);
}

void query_front_end(abut_query* query, pair_front* front)
{
    if (front) fronts_trim(&query->fronts, &query->host, front, FRONTS_BYTES_MOST);
}

abut_status collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_hits* out)
{
    pair_front* const front = query_front(query, a, b, ask);
    const abut_status status = collide_from(query, front, a, b, ask, out);
    query_front_end(query, front);
    return status;
}

// ------------------------------------------------------------------------------------------- query

abut_status query_create(abut_query** out, const abut_host* host)
{
    const abut_host complete = host_complete(host);
    abut_query* query = host_allocate(&complete, 1, sizeof *query);
    if (!query) return ABUT_OUT_OF_MEMORY;
    const posed_side none = posed_side_none();
    *query = (abut_query){.host = complete, .sides = {none, none}};
    *out = query;
    return ABUT_OK;
}

void query_free(abut_query* query)
{
    ASSERT(query->host.release);
    const abut_host host = query->host;
    search* s = &query->search;
    if (s->team) team_free(s->team);
    search_free(s, &host);
    fronts_free(&query->fronts, &host);
    if (query->shapes) shape_free(query->shapes, &host);
    if (query->vertices) vertices_free(query->vertices, &host);
    straight_free(query->straight, &host);
    host_release(&host, query->pairs, query->pair_capacity, sizeof *query->pairs);
    host_release(&host, query->contacts, query->contact_capacity, sizeof *query->contacts);
    host_release(&host, query->senses, query->sense_capacity, sizeof *query->senses);
    if (query->regions) regions_free(query->regions, &host);
    host_release(&host, query->approaches, query->approach_capacity, sizeof *query->approaches);
    host_release(&host, query->meetings, query->meeting_capacity, sizeof *query->meetings);
    self_parts_free(&query->self_parts, &host);
    for (int i = 0; i < 2; i++)
        host_release(&host, query->components[i], query->component_capacity[i],
                     sizeof *query->components[i]);
    volume_scratch_free(query->volume, &host);
    if (query->first_team) first_team_free(query->first_team, &host);
    host_release(&host, query->motion, query->motion_capacity, sizeof *query->motion);
    host_release(&host, query, 1, sizeof *query);
}
