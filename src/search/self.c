// self.c - see self.h.
#include "search/self.h"

#include "base/base.h"

void self_decide(search* s, uint32_t a, uint32_t b)
{
    const uint32_t first = a < b ? a : b, second = a < b ? b : a;
    const uint32_t* const triangles = s->mesh[0]->triangles;
    placed_pair p;
    abut_contact contact;
    ASSERT(a != b && s->mesh[0] == s->mesh[1]);
    search_place_pair(s, first, second, &p);
    contact_find(&p.pair, &p.reduced[0], &p.reduced[1], 0, &contact);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
    const int how = self_class_of(&contact, triangles + 3 * (size_t)first,
                                  triangles + 3 * (size_t)second, p.reduced);
    if (how) self_record(s, first, second, contact.kind, (abut_self_class)how);
}

int self_all_pairs(search* s)
{
    const uint32_t count = (uint32_t)s->mesh[0]->triangle_count;
    for (uint32_t a = 0; a < count; a++) {
        s->done = (double)a / (double)count;
        for (uint32_t b = a + 1; b < count; b++) {
            if (!search_may_test(s)) return 0;
            s->work.triangle_tests++;
            self_decide(s, a, b);
        }
    }
    return 1;
}
