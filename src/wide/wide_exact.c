// wide_exact.c - see wide_exact.h. Four pairs at once in doubles, then the rest one by one in integers.
#include "wide/wide_exact.h"

#include <string.h>

// Whether both are triangles, and not segments or points.
static int are_proper(const search* s, const wide_pair* ids)
{
    return (!s->mesh[0]->reduced || soup_mesh_corners(s->mesh[0], ids->a).count == 3) &&
           (!s->mesh[1]->reduced || soup_mesh_corners(s->mesh[1], ids->b).count == 3);
}

// In machine words, if the pair allows. Returns 0 if it does not.
static int decide_on_lattice(search* s, const lattice_pose* pose, const wide_pair* ids,
                             abut_kind* kind)
{
    const double* vertex[6];
    lattice_points points;
    soup_mesh_vertices(s->mesh[0], ids->a, vertex);
    soup_mesh_vertices(s->mesh[1], ids->b, vertex + 3);
    if (!lattice_place(&points, pose, vertex)) return 0;
    *kind = lattice_tri_tri(&points);
    s->exact_tests++;
    return 1;
}

static abut_kind decide_pair(search* s, const wide_pair* ids)
{
    placed_pair p;
    search_place_pair(s, ids->a, ids->b, &p);
    const abut_kind kind = tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]);
    s->exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
    return kind;
}

// Decide up to WIDE_SETTLE_MOST pairs. settle and exchange may be NULL.
static void decide_all(search* s, const lattice_pose* exchange, const wide_settle_query* query,
                       wide_settle_kernel* settle, const wide_pair* pairs, size_t count,
                       uint8_t* kinds)
{
    const int all_proper = !s->mesh[0]->reduced && !s->mesh[1]->reduced;
    if (settle)
        settle(query, pairs, count, kinds);
    else
        memset(kinds, WIDE_UNSETTLED, count);
    for (size_t i = 0; i < count; i++) {
        if (kinds[i] != WIDE_UNSETTLED && all_proper) continue;
        const int proper = all_proper || are_proper(s, &pairs[i]);
        if (kinds[i] != WIDE_UNSETTLED && proper) continue;
        abut_kind kind;
        if (!exchange || !proper || !decide_on_lattice(s, exchange, &pairs[i], &kind))
            kind = decide_pair(s, &pairs[i]);
        kinds[i] = (uint8_t)kind;
    }
}

int wide_decide_with(search* s, wide_settle_kernel* settle, const wide_pair* undecided,
                     size_t count)
{
    lattice_pose exchange;
    wide_settle_query query;
    const lattice_pose* found = lattice_pose_find(&exchange, &s->poses) ? &exchange : NULL;
    if (settle && !wide_settle_prepare(&query, s->mesh, &s->poses, found)) settle = NULL;
    for (size_t i = 0; i < count; i += WIDE_SETTLE_MOST) {
        const size_t left = count - i, part = left < WIDE_SETTLE_MOST ? left : WIDE_SETTLE_MOST;
        const wide_pair* pairs = undecided + i;
        uint8_t kinds[WIDE_SETTLE_MOST];
        decide_all(s, found, &query, settle, pairs, part, kinds);
        for (size_t k = 0; k < part; k++) {
            if (kinds[k] == ABUT_APART) continue;
            if (!search_may_decide(s)) return 0;
            search_record(s, pairs[k].a, pairs[k].b, (abut_kind)kinds[k]);
        }
    }
    return 1;
}

int wide_decide(search* s, const wide_pair* undecided, size_t count)
{
    return wide_decide_with(s, wide_settle_choose(), undecided, count);
}
