// exact.c - see exact.h. Four pairs at once in doubles, then the rest one by one in integers.
#include "engine/leaf/exact.h"

#include "base/base.h"
#include "engine/leaf/leaf.h"
#include "search/close.h"
#include "search/self.h"

#include <string.h>

#define LATER 0xFD  // in place of a kind: left to the caller

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
    s->work.exact_tests++;
    return 1;
}

static abut_kind decide_pair(search* s, const wide_pair* ids)
{
    placed_pair p;
    search_place_pair(s, ids->a, ids->b, &p);
    const abut_kind kind = tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
    return kind;
}

static void prepare_settling(wide_decider* d, const search* s)
{
    const lattice_pose* exchange = d->has_lattice ? &d->lattice : NULL;
    if (d->settle && d->has_lattice && d->lattice.has_offset &&
        wide_settle_prepare(&d->bounded, s->mesh, &s->poses, NULL))
        d->again = d->settle;
    if (d->settle && !wide_settle_prepare(&d->query, s->mesh, &s->poses, exchange))
        d->settle = NULL;
    d->is_prepared = 1;
}

void wide_decider_put_off(wide_decider* out, const affine* const pose[2],
                          wide_settle_kernel* settle)
{
    out->settle = settle;
    out->again = NULL;
    out->is_prepared = 0;
    out->pose[0] = pose[0];
    out->pose[1] = pose[1];
    out->has_lattice = 0;
}

void wide_decider_prepare(wide_decider* out, const search* s, wide_settle_kernel* settle)
{
    ASSERT(s->poses.row_norm[0] > 0 && s->poses.row_norm[1] > 0);  // prepared
    wide_decider_put_off(out, (const affine* const[2]){NULL, NULL}, settle);
    out->has_lattice = lattice_pose_find(&out->lattice, &s->poses);
    if (out->has_lattice) prepare_settling(out, s);
}

void wide_decider_complete(wide_decider* d, search* s)
{
    if (d->is_prepared) return;
    if (d->pose[0]) pose_pair_change(&s->poses, d->pose[0], d->pose[1], !s->keep_equal_poses);
    prepare_settling(d, s);
}

// Those that rounding left unsettled.
static void settle_again(const wide_decider* d, const wide_pair* pairs, size_t count,
                         uint8_t* kinds)
{
    ASSERT(count <= WIDE_SETTLE_MOST);
    wide_pair open[WIDE_SETTLE_MOST];
    uint8_t open_kinds[WIDE_SETTLE_MOST];
    size_t open_count = 0;
    for (size_t i = 0; i < count; i++) {
        open[open_count] = pairs[i];
        open_count += kinds[i] == WIDE_UNSETTLED;
    }
    if (!open_count) return;
    d->again(&d->bounded, open, open_count, open_kinds);
    for (size_t i = 0, k = 0; i < count; i++)
        if (kinds[i] == WIDE_UNSETTLED) kinds[i] = open_kinds[k++];
}

// Decide up to WIDE_SETTLE_MOST pairs.
static void decide_all(wide_decider* d, search* s, const wide_pair* pairs, size_t count,
                       int only_quickly, uint8_t* kinds)
{
    const int all_proper = !s->mesh[0]->reduced && !s->mesh[1]->reduced;
    wide_decider_complete(d, s);
    if (d->settle)
        d->settle(&d->query, pairs, count, kinds);
    else
        memset(kinds, WIDE_UNSETTLED, count);
    if (d->again) settle_again(d, pairs, count, kinds);
    for (size_t i = 0; i < count; i++) {
        if (kinds[i] != WIDE_UNSETTLED && all_proper) continue;
        const int proper = all_proper || are_proper(s, &pairs[i]);
        if (kinds[i] != WIDE_UNSETTLED && proper) continue;
        abut_kind kind;
        if (d->has_lattice && proper && decide_on_lattice(s, &d->lattice, &pairs[i], &kind))
            kinds[i] = (uint8_t)kind;
        else
            kinds[i] = only_quickly ? LATER : (uint8_t)decide_pair(s, &pairs[i]);
    }
}

// Record those in contact, without asking anything between: every second one is, and no branch foresees which.
static void record_all(search* s, const wide_pair* pairs, const uint8_t* kinds, size_t count)
{
    ASSERT(search_has_room(s, count));
    size_t found = s->found_count;
    for (size_t k = 0; k < count; k++) {
        s->found[found] = (sort_record){(uint64_t)pairs[k].a << 32 | pairs[k].b, kinds[k]};
        found += kinds[k] != ABUT_KIND_APART;
    }
    s->found_count = found;
}

static int decide(wide_decider* d, search* s, const wide_pair* undecided, size_t count,
                  wide_pair* later, size_t* later_count)
{
    // Where one contact is enough, the first few are likely to be.
    const size_t most = later || s->stop_time ? 4 : WIDE_SETTLE_MOST;
    for (size_t i = 0; i < count; i += most) {
        if (i && later && !search_may_decide(s)) return 0;
        if (i && search_is_late(s)) return 0;
        const size_t left = count - i, part = left < most ? left : most;
        const wide_pair* pairs = undecided + i;
        uint8_t kinds[WIDE_SETTLE_MOST];
        decide_all(d, s, pairs, part, later != NULL, kinds);
        if (!later && search_has_room(s, part)) {
            record_all(s, pairs, kinds, part);
            continue;
        }
        for (size_t k = 0; k < part; k++) {
            if (kinds[k] == ABUT_KIND_APART) continue;
            if (later && kinds[k] == LATER) {
                later[(*later_count)++] = pairs[k];
                continue;
            }
            if (!search_may_decide(s)) return 0;
            search_record(s, pairs[k].a, pairs[k].b, (abut_kind)kinds[k]);
        }
    }
    return 1;
}

int wide_decide(wide_decider* d, search* s, const wide_pair* undecided, size_t count)
{
    return decide(d, s, undecided, count, NULL, NULL);
}

int wide_decide_quickly(wide_decider* d, search* s, const wide_pair* undecided, size_t count,
                        wide_pair* later, size_t* later_count)
{
    return decide(d, s, undecided, count, later, later_count);
}

// One pair of which it is known whether it touches. Returns 0 if the search must end.
static int record_close(search* s, const wide_pair* p, unsigned state, abut_kind kind)
{
    const int is_close =
        kind != ABUT_KIND_APART || state == WIDE_MAY_TOUCH || close_is_within(s, p->a, p->b);
    if (!is_close) return 1;
    if (!search_may_decide(s)) return 0;
    if (kind != ABUT_KIND_APART)
        search_record(s, p->a, p->b, kind);
    else
        search_record_close(s, p->a, p->b);
    return 1;
}

int wide_decide_close(wide_decider* d, search* s, const wide_pair* pairs, const uint8_t* states,
                      size_t count)
{
    const size_t most = s->limit == 1 || s->stop_time ? 4 : WIDE_SETTLE_MOST;
    for (size_t i = 0; i < count; i += most) {
        if (i && (!search_may_decide(s) || search_is_late(s))) return 0;
        const size_t part = count - i < most ? count - i : most;
        wide_pair touching[WIDE_SETTLE_MOST];
        uint8_t kinds[WIDE_SETTLE_MOST];
        size_t touching_count = 0;
        for (size_t k = i; k < i + part; k++) {
            touching[touching_count] = pairs[k];
            touching_count += states[k] >= WIDE_MAY_TOUCH;
        }
        if (touching_count) decide_all(d, s, touching, touching_count, 0, kinds);
        for (size_t k = i, next = 0; k < i + part; k++) {
            const int may_touch = states[k] >= WIDE_MAY_TOUCH;
            const abut_kind kind = may_touch ? (abut_kind)kinds[next++] : ABUT_KIND_APART;
            if (!record_close(s, &pairs[k], states[k], kind)) return 0;
        }
    }
    return 1;
}

int wide_decide_self(wide_decider* d, search* s, const wide_pair* pairs, size_t count)
{
    const size_t most = s->limit == 1 || s->stop_time ? 4 : WIDE_SETTLE_MOST;
    for (size_t i = 0; i < count; i += most) {
        if (i && search_is_late(s)) return 0;
        const size_t left = count - i, part = left < most ? left : most;
        uint8_t kinds[WIDE_SETTLE_MOST];
        decide_all(d, s, pairs + i, part, 0, kinds);
        for (size_t k = 0; k < part; k++) {
            if (kinds[k] == ABUT_KIND_APART) continue;
            if (!search_may_decide(s)) return 0;
            if (kinds[k] == ABUT_KIND_CROSS)
                self_record(s, pairs[i + k].a, pairs[i + k].b, ABUT_KIND_CROSS, ABUT_SELF_CROSSING);
            else
                self_decide(s, pairs[i + k].a, pairs[i + k].b);
        }
    }
    return 1;
}
