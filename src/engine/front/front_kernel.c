// front_kernel.c - a walk that begins where the last one ended (front.h).
//
// Entries that the motion may have brought together are visited again. What still is apart stays, with its new
// gap; what meets is descended, and so the front moves down. It moves up only at once: where it
// has become too expensive, or where a short walk from the roots finds everything apart, that makes a new one.
#include "engine/front/front.h"
#include "engine/front/visits.inl"
#include "engine/walk/begin.inl"
#include "engine/walk/hunt.inl"
#include "engine/walk/walk.h"

#define MOVED_MOST     4  // in sizes of a: then a new front begins, while floats still tell small gaps
#define TRIAL_MOST     1024   // walks until a new front is tried
#define PLANES_A_VISIT 8      // tests of planes cost as much as one of boxes
#define TRIAL_VISITS   8      // that a new front may take where the old one needs none
#define PAUSED_MOST    16384  // entries of a front that has moved before its walk ended
#define WALK_VISITS    4      // cost as much as a walk that begins with poses and tests none

// ------------------------------------------------------------------------------------------ preparing

// Poses are prepared where they are needed: most walks that begin at a front need few of them.

static void prepare_walk(front_walker* fw, search* s)
{
    begin(&fw->w, s, fw->w.side, &fw->pair, &fw->b_in_a);
    // b's frame is lengthened by at least so much when it is put into a's.
    const double least = fw->b_in_a.stretch * (fw->b_in_a.b_scale / fw->b_in_a.a_scale) *
                         (1 - 4 * fw->b_in_a.rotation_defect - 0x1p-20);
    fw->unit[0] = (double)FRONT_KEPT;
    fw->unit[1] = least > 0 ? (double)FRONT_KEPT * least : 0;
    (void)reserve(&fw->w, 2 * WIDE_LANES);
}

// --------------------------------------------------------------------------------------------- policy

// Ask the two triangles that were in contact last. Returns 1 if they are now.
static int ask_witness(search* s, wide_front* f)
{
    front_account* account = &f->account;
    const int counts = !front_is_timed(s);
    placed_pair p;
    if (!search_may_cost(s, 1)) return 0;
    s->work.triangle_tests++;
    search_place_pair(s, f->witness.a, f->witness.b, &p);
    const abut_kind kind = tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&p.pair);
    const int is_contact = kind != ABUT_KIND_APART;
    if (counts)
        account_add(account, &account->witness,
                    (is_contact ? account_expected(account, 1) : 0) - COST_WITNESS);
    if (!is_contact) return 0;
    search_record(s, f->witness.a, f->witness.b, kind);
    s->stopped = 1;
    return 1;
}

// ----------------------------------------------------------------------------------------- the front

static void set_reference(front_walker* fw, const front_place* place)
{
    wide_front* f = fw->f;
    f->place = *place;
    f->pose[0] = *fw->w.side[0]->side.pose;
    f->pose[1] = *fw->w.side[1]->side.pose;
    f->unit = front_unit(&f->pose[0], fw->w.side[0]->side.frame);
    f->is_rounded = fw->w.side[0]->side.given != NULL;
    for (int i = 0; i < 2 && f->is_rounded; i++)
        memcpy(f->given[i], fw->w.side[i]->side.given, sizeof f->given[i]);
}

// Whether the poses are those of the reference, bit by bit: of rounded ones those that they are products of.
static int stands_still(const front_walker* fw)
{
    const wide_front* f = fw->f;
    if (f->is_rounded != (fw->w.side[0]->side.given != NULL)) return 0;
    for (int i = 0; i < 2; i++) {
        const relative_side* side = &fw->w.side[i]->side;
        const int order = side->given ? memcmp(f->given[i], side->given, sizeof f->given[i])
                                      : memcmp(&f->pose[i], side->pose, sizeof f->pose[i]);
        if (order != 0) return 0;
    }
    return 1;
}

// All contacts are asked for again where a budget or a deadline ended the last walk: its pairs were kept.
static void go_on(front_walker* fw)
{
    const wide_front* f = fw->f;
    search* s = fw->w.s;
    fw->goes_on = fw->may_go_on && search_recall(s, f->found, f->found_count);
    if (fw->goes_on) s->may_repeat = 1;  // some leaves may have been tested in part
}

// Bring the front to where the models are now. Returns 0 if it is of no use there.
static int move_front(front_walker* fw, const front_place* place)
{
    wide_front* f = fw->f;
    if (!f->exists) return 0;
    if (stands_still(fw)) {
        fw->stands = 1;
        go_on(fw);
        return 1;
    }
    double turn;
    const double motion = front_motion(f, place, &turn);
    if (!(motion + (double)f->moved < MOVED_MOST)) return 0;
    f->step = motion;
    f->moved = front_moved_after(f->moved, motion);
    f->turned = front_moved_after(f->turned, turn);
    set_reference(fw, place);
    return 1;
}

// The front from the roots. For first contact the likely places come first. Returns 0 if the search must end.
static int begin_front(front_walker* fw, const front_place* place, int with_hunt)
{
    walker* w = &fw->w;
    const visit whole = {0, 0};
    front_forget(fw->f);
    set_reference(fw, place);
    fw->f->exists = 1;
    // Of a list that nobody waits for, planes are memory that would have to be moved.
    fw->f->has_planes = w->s->limit == 1 || fw->f->last == ABUT_STATE_APART ||
                        (fw->f->last == ABUT_STATE_UNDECIDED && !front_is_timed(w->s));
    if (with_hunt) {
        const int goes_on = hunt(w, whole);
        w->height = w->queued = 0;
        w->with_edges = 1;
        w->visits = w->by_edges = 0;
        w->stack[w->height++] = whole;
        return goes_on && empty_stack(fw);
    }
    w->stack[w->height++] = whole;
    return empty_stack(fw);
}

// After a trial: when the next one comes.
static void delay_trial(wide_front* f, int was_worth_it)
{
    if (was_worth_it)
        f->trial_next = TRIAL_LEAST;
    else if (f->trial_next < TRIAL_MOST)
        f->trial_next *= 2;
    f->trial = f->trial_next;
    f->plane_tests = 0;
}

// How many visits a new front may take: what the old one needs now; or a few, if walks since the last trial took three times
// as much. 0: it is not the time for one.
static size_t trial_visits(front_walker* fw, size_t due_count)
{
    wide_front* f = fw->f;
    if (f->is_paused || front_is_timed(fw->w.s) || f->last != ABUT_STATE_APART) return 0;
    if (f->trial > 1) {
        f->trial--;
        return 0;
    }
    const size_t taken = (size_t)(f->plane_tests / PLANES_A_VISIT) + WALK_VISITS * f->trial_next;
    size_t visits = taken / 3 < TRIAL_VISITS ? taken / 3 : TRIAL_VISITS;
    if (visits < due_count) visits = due_count;
    return visits;
}

// A walk from the roots that takes fewer visits than the front would, and leads to no leaves: then what it leaves is the
// new front. Returns 0 if there is none: the front is as it was.
static int try_front(front_walker* fw, size_t visits)
{
    wide_front* f = fw->f;
    walker* w = &fw->w;
    const size_t old = f->count, used = old - f->dead_count;
    const float earliest = fw->earliest;
    fw->earliest = INFINITY;
    w->stack[w->height++] = (visit){0, 0};
    int goes_on = 1;
    for (size_t i = 0; i < visits && w->height && !w->queued && goes_on; i++)
        goes_on = visit_top(fw);
    if (goes_on && !w->height && !w->queued && !w->s->found_count) {
        f->count -= old;
        memmove(f->entries, f->entries + old, f->count * sizeof *f->entries);
        memmove(f->planes, f->planes + old, f->count * sizeof *f->planes);
        memmove(f->until, f->until + old, f->count * sizeof *f->until);
        f->dead_count = 0;
        // Worth it, if far fewer places remain, or if the next step may be answered at once.
        const double slack = (double)fw->earliest - (double)f->moved;
        delay_trial(f, 2 * f->count < used || slack > 2 * f->step);
        return 1;
    }
    f->count = old;
    w->height = w->queued = 0;
    fw->earliest = earliest;
    delay_trial(f, 0);
    return 0;
}

// Whether the front is to be given up, since there is so much to look at again; or, where no walk ever ends, since each
// adds to it.
static int is_worn(const front_walker* fw, size_t due_count)
{
    const wide_front* f = fw->f;
    if (f->is_paused) return !fw->stands && f->count > PAUSED_MOST;
    return (int64_t)due_count * (COST_VOLUME * WIDE_LANES) * 5 >
           f->fresh_work * 4 + 40 * COST_VOLUME * WIDE_LANES;
}

static void end_walk(front_walker* fw, int is_done)
{
    search* s = fw->w.s;
    wide_front* f = fw->f;
    if (s->status != ABUT_OK || !keep_stack(fw)) {
        front_forget(f);
        return;
    }
    f->is_paused = !is_done && !(s->limit && s->found_count >= s->limit);
    f->is_list_open = f->is_paused && !s->limit;
    f->earliest = is_done ? fw->earliest : -INFINITY;
    if (8 * f->dead_count > f->count) front_compact(f);
    if (is_done && !s->found_count) f->distance = front_distance(f);
}

// A front is looked through in no order, where a contact may be found late. So in the search for one it is given up where
// that takes more than it has saved; and a new one where it takes half as many visits more than questions by themselves.
static void limit_visits(front_walker* fw, int is_old)
{
    const search* s = fw->w.s;
    const front_account* c = &fw->f->account;
    if (s->limit != 1 || front_is_timed(s) || !account_is_known(c)) return;
    const int64_t fresh = account_largest(c), cost = COST_VOLUME * WIDE_LANES;
    const int64_t most =
        is_old ? (c->front.credit + fresh) / (cost + COST_KEEP) : fresh * 3 / 2 / cost;
    fw->visits_most = s->work.node_updates + 4 + (uint64_t)most;
}

// Walk from the front, or from the roots. Returns 0 if neither pays: then nothing was done.
static int walk_front(front_walker* fw, search* s)
{
    wide_front* f = fw->f;
    const front_place place = front_place_of(&fw->b_in_a);
    int is_old = move_front(fw, &place);
    if (is_old && !f->is_paused && PRUNE(f->earliest >= f->moved)) {
        f->distance = front_distance(f);
        return 1;
    }
    plane_pose_prepare(&fw->planes, &place, &fw->b_in_a);
    size_t due_count = is_old ? find_due(fw) : 0;
    // There may not be time for all of them.
    if (front_is_timed(s)) front_sort_due(f, due_count);
    // For all contacts the leaves that touch are most of the work: planes spare too little of it to be asked first.
    const int wears_out = is_old && s->limit != 1 && is_worn(fw, due_count);
    const int goes_on = wears_out || test_planes(fw, &due_count);
    const size_t trial = is_old && !wears_out ? trial_visits(fw, due_count) : 0;
    if (is_old && !f->is_paused && goes_on && !due_count && !trial) {
        f->earliest = fw->earliest;
        f->distance = front_distance(f);
        return 1;
    }
    if (wears_out || (goes_on && is_old && is_worn(fw, due_count))) {
        is_old = 0;
        if (!front_is_timed(s) && !front_may_begin(f, s)) return 0;
        fw->earliest = INFINITY;
    }
    prepare_walk(fw, s);
    limit_visits(fw, is_old);
    int is_done = 0;
    if (s->status == ABUT_OK && goes_on) {
        const int64_t before = cost_of_work(&s->work);
        const int with_hunt = s->limit == 1 && f->last != ABUT_STATE_APART && !f->is_paused;
        if (is_old && trial && try_front(fw, trial)) {
            is_old = 0;
            is_done = 1;
        } else {
            fw->is_new = !is_old;
            is_done = is_old ? revisit(fw, due_count) : begin_front(fw, &place, with_hunt);
        }
        if (!is_done && s->status == ABUT_OK && !s->found_count &&
            s->work.node_updates >= fw->visits_most) {
            front_forget(f);
            return 0;
        }
        is_done = is_done && test_queue(fw);
        if (!is_old)
            f->fresh_work = cost_of_work(&s->work) - before;
        else if (f->is_paused)
            f->fresh_work += cost_of_work(&s->work) - before;
    }
    end_walk(fw, is_done);
    // Where a contact was found on the way from the roots, most of the front is only what was passed by.
    if (!is_old && s->limit == 1 && s->found_count) front_forget(f);
    return 1;
}

// ------------------------------------------------------------------------------------- without a front

// Look where the last contact was found: a box against the leaves of a node, then the best of these against the
// neighbours of the box. Returns 0 if the search must end.
static int look_near(front_walker* fw)
{
    walker* w = &fw->w;
    visit v = {fw->f->near[0], fw->f->near[1]};
    for (int turn = 0; turn < 2; turn++) {
        if (!search_may_cost(w->s, WIDE_LANES)) return 0;
        const outcome o = visit_one(w, &v, 1);
        const unsigned leaves = leaf_lanes(&o);
        float score[WIDE_LANES];
        lanes_store(score, o.lanes.score);
        if (!leaves) return 1;
        w->leaves_at = v;
        if (!test_leaves(w, &o, score)) return 0;
        unsigned best = (unsigned)__builtin_ctz(leaves);
        for (unsigned left = leaves; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            if (score[lane] > score[best]) best = lane;
        }
        v = (visit){2 * (v.other / WIDE_LANES) + (uint32_t)(1 - o.side),
                    o.node * WIDE_LANES + best};
    }
    return search_may_test(w->s);
}

// One contact is found fastest where nothing is kept.
static void walk_plainly(front_walker* fw, search* s)
{
    walker* w = &fw->w;
    wide_front* f = fw->f;
    front_forget(f);
    prepare_walk(fw, s);
    if (s->status != ABUT_OK) return;
    w->is_hunt = 1;
    w->leaves_at =
        (visit){0, UINT32_MAX};  // a contact may be found in flight, where nobody notes that
    const int64_t before = cost_of_work(&s->work);
    int goes_on = !f->has_near || look_near(fw);
    const int64_t cost_near = cost_of_work(&s->work) - before;
    account_add(&f->account, &f->account.witness, -cost_near);
    if (goes_on) {
        goes_on = hunt(w, first_visit(w));
        while (goes_on && w->height)
            goes_on = search_may_cost(s, WIDE_LANES) && fly(w);
        if (goes_on) (void)empty_queue(w);
        account_fresh(&f->account, s->found_count != 0,
                      cost_of_work(&s->work) - before - cost_near);
    } else if (s->found_count) {
        account_add(&f->account, &f->account.witness, account_expected(&f->account, 1));
    }
    f->has_near = s->found_count != 0 && w->leaves_at.other != UINT32_MAX;
    f->near[0] = w->leaves_at.opened;
    f->near[1] = w->leaves_at.other;
}

// From the front. What it spares is known by what questions by themselves took before. Returns 0 if it does not pay.
static int walk_from_front(front_walker* fw, search* s)
{
    wide_front* f = fw->f;
    front_account* c = &f->account;
    const struct work before = s->work;
    const int is_done = walk_front(fw, s);
    const struct work done = work_between(&before, &s->work);
    if (front_is_timed(s)) return is_done;
    const int64_t cost = COST_FRONT + cost_of_work(&done) + COST_KEEP * (int64_t)done.node_updates +
                         COST_GAPS * (int64_t)fw->vain_gaps +
                         COST_PLANES * (int64_t)fw->plane_tests -
                         COST_VOLUME * (int64_t)fw->plane_pairs;
    const int64_t saved = (is_done ? account_expected(c, s->found_count != 0) : 0) - cost;
    if (saved < cost) c->uses++;
    account_add(c, &c->front, saved);
    // Where it loses once it does so again: the models come nearer, or move faster.
    if (!fw->is_new && saved < -account_expected(c, 0) / 4 && !c->front.closed)
        c->front.closed = PAUSE;
    if (is_done && c->front.closed) front_forget(f);
    return is_done;
}

void ISA(wide_front)(search* s, const wide_side* a, const wide_side* b, wide_front* f)
{
    front_walker fw;  // it is large, so it is not cleared as a whole
    fw.f = f;
    fw.stands = fw.goes_on = 0;
    fw.plane_tests = fw.plane_pairs = fw.vain_gaps = 0;
    fw.visits_most = UINT64_MAX;
    fw.is_new = 0;
    fw.may_go_on = f->is_list_open && !s->limit;
    f->is_list_open = 0;
    fw.earliest = INFINITY;
    fw.w.s = s;
    fw.w.side[0] = a;
    fw.w.side[1] = b;
    if (front_asks_witness(f, s)) {
        prepare_pair(&fw.w);
        if (ask_witness(s, f) || s->stopped) {
            front_set_last(f, s);
            return;
        }
    }
    relative_pair_prepare(&fw.pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&fw.pair, &fw.b_in_a);
    if (!PRUNE(wide_pose_is_far(&fw.b_in_a))) {
        const int with_front = front_is_timed(s) || f->exists || front_may_begin(f, s);
        if (with_front && walk_from_front(&fw, s)) {
            front_keep_witness(f, s);
        } else if (s->limit == 1) {
            walk_plainly(&fw, s);
            front_keep_witness(f, s);
        } else {
            const int64_t before = cost_of_work(&s->work);
            front_forget(f);
            ISA(wide_walk)(s, a, b);
            account_fresh(&f->account, s->found_count != 0, cost_of_work(&s->work) - before);
        }
    }
    front_set_last(f, s);
}
