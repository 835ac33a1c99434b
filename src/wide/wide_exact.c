// wide_exact.c - see wide_exact.h.
#include "wide/wide_exact.h"

#include "geom/lattice.h"

#define AHEAD 8  // pairs that are fetched before they are decided

static void fetch_indices(const search* s, const wide_pair* pair)
{
    __builtin_prefetch(s->mesh[0]->triangles + (size_t)pair->a * 3);
    __builtin_prefetch(s->mesh[1]->triangles + (size_t)pair->b * 3);
}

static void fetch_vertices(const search* s, const wide_pair* pair)
{
    const uint32_t id[2] = {pair->a, pair->b};
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(s->mesh[side], id[side], vertex);
        for (int i = 0; i < 3; i++)
            __builtin_prefetch(vertex[i]);
    }
}

// In machine words, if the pair allows. Returns 0 if it does not.
static int decide_on_lattice(search* s, const lattice_pose* pose, const wide_pair* ids,
                             abut_kind* kind)
{
    const double* vertex[6];
    lattice_points points;
    if (s->mesh[0]->reduced && soup_mesh_corners(s->mesh[0], ids->a).count < 3) return 0;
    if (s->mesh[1]->reduced && soup_mesh_corners(s->mesh[1], ids->b).count < 3) return 0;
    soup_mesh_vertices(s->mesh[0], ids->a, vertex);
    soup_mesh_vertices(s->mesh[1], ids->b, vertex + 3);
    if (!lattice_place(&points, pose, vertex)) return 0;
    *kind = lattice_tri_tri(&points);
    s->exact_tests++;
    return 1;
}

static abut_kind decide_pair(search* s, const wide_pair* ids)
{
    const uint32_t id[2] = {ids->a, ids->b};
    posed_triangle triangle[2];
    corners reduced[2];
    posed_pair pair;
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(s->mesh[side], id[side], vertex);
        posed_triangle_place(&triangle[side], &s->poses, side, vertex);
        reduced[side] = soup_mesh_corners(s->mesh[side], id[side]);
    }
    posed_pair_prepare(&pair, &s->poses, &triangle[0], &triangle[1]);
    const abut_kind kind = tri_tri(&pair, &reduced[0], &reduced[1]);
    s->exact_tests += (uint64_t)posed_pair_was_exact(&pair);
    return kind;
}

int wide_decide(search* s, const wide_pair* undecided, size_t count)
{
    lattice_pose pose;
    const int on_lattice = lattice_pose_find(&pose, &s->poses);
    for (size_t i = 0; i < count && i < 2 * AHEAD; i++)
        fetch_indices(s, &undecided[i]);
    for (size_t i = 0; i < count && i < AHEAD; i++)
        fetch_vertices(s, &undecided[i]);
    for (size_t i = 0; i < count; i++) {
        if (i + 2 * AHEAD < count) fetch_indices(s, &undecided[i + 2 * AHEAD]);
        if (i + AHEAD < count) fetch_vertices(s, &undecided[i + AHEAD]);
        if (!search_may_decide(s)) return 0;
        abut_kind kind;
        if (!on_lattice || !decide_on_lattice(s, &pose, &undecided[i], &kind))
            kind = decide_pair(s, &undecided[i]);
        if (kind != ABUT_APART) search_record(s, undecided[i].a, undecided[i].b, kind);
    }
    return 1;
}
