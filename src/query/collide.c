// collide.c - a search by either method, then its pairs in order, with details where asked for.
#include "query/collide.h"

#include "base/base.h"
#include "base/host.h"
#include "query/methods.h"
#include "wide/wide_walk.h"

#define CONTACTS_PER_PROGRESS 4096

// --------------------------------------------------------------------------------------- searching

// Fill ids with first, first + 1, ... and return how many there are, at most a block of them.
static size_t number_block(uint32_t* ids, size_t first, size_t count)
{
    const size_t left = count - first, size = left < TREE_LEAF_MAX ? left : TREE_LEAF_MAX;
    for (size_t i = 0; i < size; i++)
        ids[i] = (uint32_t)(first + i);
    return size;
}

static void search_all_pairs(search* s)
{
    const size_t a_count = s->mesh[0]->triangle_count, b_count = s->mesh[1]->triangle_count;
    uint32_t a_ids[TREE_LEAF_MAX], b_ids[TREE_LEAF_MAX];
    for (size_t i = 0; i < a_count; i += TREE_LEAF_MAX) {
        const size_t a_block = number_block(a_ids, i, a_count);
        for (size_t k = 0; k < b_count; k += TREE_LEAF_MAX) {
            const size_t b_block = number_block(b_ids, k, b_count);
            s->done =
                ((double)i + (double)a_block * ((double)k / (double)b_count)) / (double)a_count;
            if (!search_triangles(s, a_ids, a_block, b_ids, b_block)) return;
        }
    }
}

static void search_wide(search* s, const abut_model* a, const abut_model* b, const affine pose[2])
{
    const wide_side a_side = {&a->wide, {&pose[0], &a->frame}};
    const wide_side b_side = {&b->wide, {&pose[1], &b->frame}};
    wide_walk(s, &a_side, &b_side);
}

static void search_trees(search* s, const abut_model* a, const abut_model* b, const affine pose[2])
{
    const relative_side a_side = {&pose[0], &a->frame}, b_side = {&pose[1], &b->frame};
    relative_pose relative;
    relative_pose_prepare(&relative, &a_side, &b_side);
    method_walk(a->tree.kind)(s, &a->tree, &b->tree, &relative);
}

// ------------------------------------------------------------------------------------------ answer

// Make *block hold at least one element, so that it is never NULL.
static abut_status reserve(const abut_query* q, void** block, size_t* capacity, size_t size)
{
    const size_t count = q->search.found_count;
    return host_grow(&q->host, block, capacity, 0, count ? count : 1, size);
}

static abut_status list_found(abut_query* q)
{
    const search* s = &q->search;
    void* pairs = q->pairs;
    const abut_status status = reserve(q, &pairs, &q->pair_capacity, sizeof *q->pairs);
    q->pairs = pairs;
    if (status != ABUT_OK) return status;
    for (size_t i = 0; i < s->found_count; i++) {
        q->pairs[i].a = (uint32_t)(s->found[i].key >> 32);
        q->pairs[i].b = (uint32_t)s->found[i].key;
    }
    return ABUT_OK;
}

static void find_points(const search* s, const abut_pair* ids, abut_contact* out)
{
    placed_pair p;
    search_place_pair(s, ids->a, ids->b, &p);
    contact_find(&p.pair, &p.reduced[0], &p.reduced[1], 1, out);
}

static abut_status detail_found(abut_query* q, abut_detail detail)
{
    const search* s = &q->search;
    void* contacts = q->contacts;
    const abut_status status = reserve(q, &contacts, &q->contact_capacity, sizeof *q->contacts);
    q->contacts = contacts;
    if (status != ABUT_OK) return status;
    for (size_t i = 0; i < s->found_count; i++) {
        abut_contact* contact = &q->contacts[i];
        *contact = (abut_contact){.kind = (abut_kind)s->found[i].value};
        if (detail != ABUT_DETAIL_POINTS) continue;
        find_points(s, &q->pairs[i], contact);
        ASSERT(contact->kind == (abut_kind)s->found[i].value);
        if (i % CONTACTS_PER_PROGRESS == CONTACTS_PER_PROGRESS - 1) TRY(host_progress(&q->host, 1));
    }
    return ABUT_OK;
}

abut_status collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_hits* out)
{
    search* s = &query->search;
    affine pose[2];
    abut_ask resolved;
    if (a->model->method != b->model->method) return ABUT_MIXED_METHODS;
    if (a->model->tree.kind && b->model->tree.kind && a->model->tree.kind != b->model->tree.kind)
        return ABUT_MIXED_METHODS;
    TRY(method_resolve_ask(a->model->method, ask, &resolved));
    TRY(affine_from_pose(&pose[0], &a->pose));
    TRY(affine_from_pose(&pose[1], &b->pose));
    s->host = &query->host;
    s->mesh[0] = &a->model->mesh;
    s->mesh[1] = &b->model->mesh;
    s->limit = ask->limit;
    s->budget = ask->budget;
    s->descent = resolved.descent;
    s->intervals = resolved.intervals;
    s->interval_count = resolved.interval_count;
    s->cull_triangles = a->model->method != ABUT_BRUTE;
    s->cull_spheres = a->model->method == ABUT_HYBRID;
    s->may_repeat = a->model->tree.may_repeat || b->model->tree.may_repeat;
    pose_pair_prepare(&s->poses, &pose[0], &pose[1], !query->keep_equal_poses);
    search_begin(s);
    if (s->mesh[0]->triangle_count && s->mesh[1]->triangle_count) {
        if (a->model->method == ABUT_BRUTE) {
            search_all_pairs(s);
        } else if (a->model->method == ABUT_WIDE) {
            search_wide(s, a->model, b->model, pose);
        } else {
            search_trees(s, a->model, b->model, pose);
        }
    }
    search_end(s);
    TRY(s->status);
    TRY(list_found(query));
    if (ask->detail != ABUT_DETAIL_PAIRS) TRY(detail_found(query, ask->detail));
    *out = (abut_hits){
        .pairs = query->pairs,
        .contacts = ask->detail != ABUT_DETAIL_PAIRS ? query->contacts : NULL,
        .count = s->found_count,
        .complete = !s->stopped,
        .volume_tests = s->volume_tests,
        .triangle_tests = s->triangle_tests,
        .node_updates = s->node_updates,
        .exact_tests = s->exact_tests,
    };
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- query

abut_status query_create(abut_query** out, const abut_host* host)
{
    const abut_host complete = host_complete(host);
    abut_query* query = host_allocate(&complete, 1, sizeof *query);
    if (!query) return ABUT_OUT_OF_MEMORY;
    *query = (abut_query){.host = complete};
    *out = query;
    return ABUT_OK;
}

void query_free(abut_query* query)
{
    const abut_host host = query->host;
    search* s = &query->search;
    host_release(&host, s->found, s->found_capacity, sizeof *s->found);
    host_release(&host, s->stack, s->stack_bytes, 1);
    host_release(&host, s->placed, s->placed_bytes, 1);
    host_release(&host, s->stamps, s->stamp_capacity, sizeof *s->stamps);
    host_release(&host, s->scratch, s->scratch_capacity, sizeof *s->scratch);
    host_release(&host, query->pairs, query->pair_capacity, sizeof *query->pairs);
    host_release(&host, query->contacts, query->contact_capacity, sizeof *query->contacts);
    for (int i = 0; i < 2; i++)
        host_release(&host, query->components[i], query->component_capacity[i],
                     sizeof *query->components[i]);
    host_release(&host, query, 1, sizeof *query);
}
