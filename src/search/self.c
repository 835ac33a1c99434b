// self.c - see self.h.
#include "search/self.h"

#include "base/base.h"
#include "geom/lattice.h"

static const uint32_t* vertices_of(const search* s, uint32_t triangle)
{
    return s->mesh[0]->triangles + 3 * (size_t)triangle;
}

static void record_duplicate(search* s, uint32_t a, uint32_t b)
{
    const int is_point = soup_mesh_corners(s->mesh[0], a).count == 1;
    self_record(s, a, b, is_point ? ABUT_KIND_TOUCH : ABUT_KIND_COPLANAR, ABUT_SELF_DUPLICATE);
}

static void record_contact(search* s, uint32_t a, uint32_t b, const abut_contact* contact,
                           const corners reduced[2])
{
    const int how = self_class_of(contact, vertices_of(s, a), vertices_of(s, b), reduced);
    if (how) self_record(s, a, b, contact->kind, (abut_self_class)how);
}

// a < b, no duplicates.
static void decide_placed(search* s, uint32_t a, uint32_t b, placed_pair* p)
{
    abut_contact contact;
    contact_find(&p->pair, &p->reduced[0], &p->reduced[1], 0, &contact);
    record_contact(s, a, b, &contact, p->reduced);
}

// In machine words, if the pair allows: most that come here are ties. Returns 0 if it does not.
static int decide_on_lattice(search* s, uint32_t a, uint32_t b)
{
    static const lattice_pose in_place = {.axis = {0, 1, 2}};
    const corners reduced[2] = {soup_mesh_corners(s->mesh[0], a), soup_mesh_corners(s->mesh[0], b)};
    const double* vertex[6];
    lattice_points points;
    abut_contact contact;
    if (reduced[0].count < 3 || reduced[1].count < 3) return 0;
    soup_mesh_vertices(s->mesh[0], a, vertex);
    soup_mesh_vertices(s->mesh[0], b, vertex + 3);
    if (!PRUNE(lattice_place(&points, &in_place, vertex))) return 0;
    lattice_contact(&points, &contact);
    s->work.exact_tests++;
    record_contact(s, a, b, &contact, reduced);
    return 1;
}

void self_decide(search* s, uint32_t a, uint32_t b)
{
    const uint32_t first = a < b ? a : b, second = a < b ? b : a;
    placed_pair p;
    ASSERT(a != b && s->mesh[0] == s->mesh[1]);
    const self_common common = self_common_of(vertices_of(s, first), vertices_of(s, second));
    if (common.is_duplicate) {
        record_duplicate(s, first, second);
        return;
    }
    if (PRUNE(common.is_within)) return;  // they share that one, the hull of its vertices
    if (decide_on_lattice(s, first, second)) return;
    search_place_pair(s, first, second, &p);
    decide_placed(s, first, second, &p);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
}

// The plainest way, pair by pair.
static void decide_plainly(search* s, uint32_t a, uint32_t b)
{
    placed_pair p;
    search_place_pair(s, a, b, &p);
    if (tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]) != ABUT_KIND_APART) {
        if (self_common_of(vertices_of(s, a), vertices_of(s, b)).is_duplicate)
            record_duplicate(s, a, b);
        else
            decide_placed(s, a, b, &p);
    }
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
}

int self_all_pairs(search* s)
{
    const uint32_t count = (uint32_t)s->mesh[0]->triangle_count;
    for (uint32_t a = 0; a < count; a++) {
        if (!soup_mesh_has(s->mesh[0], a)) continue;
        s->done = (double)a / (double)count;
        for (uint32_t b = a + 1; b < count; b++) {
            if (!soup_mesh_has(s->mesh[0], b)) continue;
            if (!search_may_test(s)) return 0;
            s->work.triangle_tests++;
            decide_plainly(s, a, b);
        }
    }
    return 1;
}
