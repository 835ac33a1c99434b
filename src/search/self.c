// self.c - see self.h.
#include "search/self.h"

#include "base/base.h"

// a < b, placed.
static void decide_placed(search* s, uint32_t a, uint32_t b, placed_pair* p)
{
    const uint32_t *const first = s->mesh[0]->triangles + 3 * (size_t)a, *const second =
                                                                             s->mesh[0]->triangles +
                                                                             3 * (size_t)b;
    abut_contact contact;
    if (self_common_of(first, second).is_duplicate) {
        const abut_kind kind = p->reduced[0].count > 1 ? ABUT_KIND_COPLANAR : ABUT_KIND_TOUCH;
        self_record(s, a, b, kind, ABUT_SELF_DUPLICATE);
        return;
    }
    contact_find(&p->pair, &p->reduced[0], &p->reduced[1], 0, &contact);
    const int how = self_class_of(&contact, first, second, p->reduced);
    if (how) self_record(s, a, b, contact.kind, (abut_self_class)how);
}

void self_decide(search* s, uint32_t a, uint32_t b)
{
    const uint32_t first = a < b ? a : b, second = a < b ? b : a;
    placed_pair p;
    ASSERT(a != b && s->mesh[0] == s->mesh[1]);
    search_place_pair(s, first, second, &p);
    decide_placed(s, first, second, &p);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
}

int self_all_pairs(search* s)
{
    const uint32_t count = (uint32_t)s->mesh[0]->triangle_count;
    for (uint32_t a = 0; a < count; a++) {
        s->done = (double)a / (double)count;
        for (uint32_t b = a + 1; b < count; b++) {
            placed_pair p;
            if (!search_may_test(s)) return 0;
            s->work.triangle_tests++;
            search_place_pair(s, a, b, &p);
            if (tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]) != ABUT_KIND_APART)
                decide_placed(s, a, b, &p);
            s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
        }
    }
    return 1;
}
