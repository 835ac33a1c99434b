// sweep_judge.c - see sweep_judge.h.
#include "support/sweep_judge.h"

#include "support/oracle_distance.h"

#include <math.h>
#include <string.h>

void sweep_judge_init(sweep_judge* j, int bits, double step)
{
    memset(j, 0, sizeof *j);
    j->step = step;
    j->sure = -1;
    moved_place_init(&j->place[0], bits);
    moved_place_init(&j->place[1], bits);
    moved_pair_init(&j->pair, bits);
}

void sweep_judge_clear(sweep_judge* j)
{
    moved_place_clear(&j->place[0]);
    moved_place_clear(&j->place[1]);
    moved_pair_clear(&j->pair);
}

static void place_both(sweep_judge* j, const sweep_case* c, double time)
{
    for (int side = 0; side < 2; side++)
        moved_place_find(&j->place[side], &c->body[side].pose, c->body[side].pieces, c->pieces,
                         time);
}

static void set_pair(sweep_judge* j, const sweep_case* c, size_t a, size_t b)
{
    moved_pair_set(&j->pair, c->body[0].corners + 9 * a, &j->place[0], c->body[1].corners + 9 * b,
                   &j->place[1]);
}

static int decide_pair(sweep_judge* j, const sweep_case* c, size_t a, size_t b)
{
    set_pair(j, c, a, b);
    if (!(c->separation > 0)) return moved_pair_meets(&j->pair);
    moved_pair_measure(&j->pair);
    if (moved_pair_is_within(&j->pair, c->separation)) return 1;
    return moved_pair_is_beyond(&j->pair, c->separation) ? -1 : 0;
}

int sweep_judge_pair(sweep_judge* j, const sweep_case* c, double time, size_t a, size_t b)
{
    place_both(j, c, time);
    return decide_pair(j, c, a, b);
}

int sweep_judge_time(sweep_judge* j, const sweep_case* c, double time)
{
    sweep_seen seen;
    sweep_look(c, time, &seen);
    if (!seen.meets) return 0;
    place_both(j, c, time);
    if (decide_pair(j, c, seen.a, seen.b) > 0) return 1;
    for (size_t a = 0; a < c->body[0].count; a++)
        for (size_t b = 0; b < c->body[1].count; b++)
            if (decide_pair(j, c, a, b) > 0) return 1;
    return 0;
}

// ----------------------------------------------------------------------------------------- straight

static int piece_is_straight(const abut_motion* m, const abut_pose* before)
{
    if (!m->to) return !(fabs(m->degrees) > 0);
    return !memcmp(m->to->rotation, before->rotation, sizeof before->rotation);
}

int sweep_case_is_straight(const sweep_case* c)
{
    int is_straight = !(c->separation > 0);
    for (int side = 0; side < 2; side++) {
        const sweep_body* const body = &c->body[side];
        const abut_pose* before = &body->pose;
        for (size_t i = 0; i < c->pieces && body->pieces; i++) {
            is_straight &= piece_is_straight(&body->pieces[i], before);
            if (body->pieces[i].to) before = body->pieces[i].to;
        }
    }
    return is_straight;
}

// Of one pair, or of all if it is NULL.
static int first_of(sweep_judge* j, const sweep_case* c, const abut_pair* only, mpq_t first)
{
    const size_t columns = c->body[1].count, count = c->body[0].count * columns;
    const size_t low = only ? only->a * columns + only->b : 0, high = only ? low + 1 : count;
    mpz_t way[3], from[3];
    mpq_t begin, end;
    mpz_inits(way[0], way[1], way[2], from[0], from[1], from[2], NULL);
    mpq_inits(begin, end, NULL);
    int is_found = 0;
    for (size_t piece = 0; piece < c->pieces && !is_found; piece++) {
        for (int late = 1; late >= 0; late--) {
            place_both(j, c, (double)piece + late);
            for (int i = 0; i < 3; i++) {
                mpz_sub(late ? way[i] : from[i], j->place[1].t[i], j->place[0].t[i]);
                if (!late) mpz_sub(way[i], way[i], from[i]);
            }
        }
        for (size_t k = low; k < high; k++) {
            set_pair(j, c, k / columns, k % columns);
            if (!moved_pair_straight(&j->pair, way, begin, end)) continue;
            mpq_set_ui(end, (unsigned long)piece, 1);
            mpq_add(begin, begin, end);
            if (!is_found || mpq_cmp(begin, first) < 0) mpq_set(first, begin);
            is_found = 1;
        }
    }
    mpq_clears(begin, end, NULL);
    mpz_clears(way[0], way[1], way[2], from[0], from[1], from[2], NULL);
    return is_found;
}

int sweep_judge_straight(sweep_judge* j, const sweep_case* c, mpq_t first)
{
    return first_of(j, c, NULL, first);
}

// t_lo <= first <= t_hi, and both are doubles next to each other, or the same.
static const char* straight_fault(const mpq_t first, const abut_first* f)
{
    mpq_t x;
    mpq_init(x);
    mpq_set_d(x, f->t_lo);
    const int low = mpq_cmp(x, first);
    mpq_set_d(x, f->t_hi);
    const int high = mpq_cmp(x, first);
    mpq_clear(x);
    if (low > 0) return "straight: t_lo is after the first contact";
    if (high < 0) return "straight: t_hi is before the first contact";
    if (low == 0 ? high != 0 : !(f->t_hi <= nextafter(f->t_lo, (double)INFINITY)))
        return "straight: these are not the doubles next to the first contact";
    return NULL;
}

static const char* judge_straight(sweep_judge* j, const sweep_case* c, const abut_motion_ask* ask,
                                  const abut_first* f)
{
    mpq_t first, other;
    mpq_inits(first, other, NULL);
    const char* fault = NULL;
    const int is_found = first_of(j, c, NULL, first);
    if (f->state != (is_found ? ABUT_MOTION_CONTACT : ABUT_MOTION_FREE)) {
        fault = is_found ? "straight: not told as contact" : "straight: not told as free";
    } else if (is_found) {
        const int is_met = first_of(j, c, &f->pair, other);
        if (!ask->any) fault = straight_fault(first, f);
        if (!is_met || (!ask->any && !mpq_equal(first, other)))
            fault = "straight: the pair is not of the first";
        mpq_set_d(first, f->t_hi);
        if (mpq_cmp(other, first) > 0) fault = "straight: the pair touches after t_hi";
    }
    mpq_clears(first, other, NULL);
    return fault;
}

// ------------------------------------------------------------------------------------------- answers

static const char* form_fault(const sweep_case* c, const abut_motion_ask* ask, const abut_first* f)
{
    const double end = (double)c->pieces;
    if (f->state <= ABUT_MOTION_UNDECIDED || f->state > ABUT_MOTION_NEAR) return "no such state";
    if (!f->complete) return "not complete, without a budget";
    if (!(f->t_lo >= 0 && f->t_lo <= f->t_hi && f->t_hi <= end)) return "times out of order";
    if (f->state == ABUT_MOTION_FREE)
        return f->t_lo < end || f->has_pair ? "free, but when?" : NULL;
    if (!f->has_pair) return "no pair";
    if (f->pair.a >= c->body[0].count || f->pair.b >= c->body[1].count) return "no such pair";
    const double resolution = ask->resolution > 0 ? ask->resolution : 1e-7;
    if (!ask->any && f->t_hi - f->t_lo > resolution * (1 + 1e-9)) return "coarser than asked";
    return NULL;
}

// A time before t_lo at which they touch for certain.
static const char* early_fault(sweep_judge* j, const sweep_case* c, const abut_first* f)
{
    if (j->sure >= 0 && j->sure < f->t_lo) return "touching for certain before t_lo";
    if (j->sure >= 0 && f->state == ABUT_MOTION_FREE) return "free, but touching for certain";
    sweep_seen seen;
    sweep_walk(c, 0, (double)c->pieces, j->step, &seen);
    if (!seen.meets) return NULL;
    const int is_free = f->state == ABUT_MOTION_FREE;
    if ((seen.time < f->t_lo || is_free) && sweep_judge_time(j, c, seen.time))
        return is_free ? "free, but the walk touches" : "the walk touches before t_lo";
    if (seen.before >= f->t_lo) return NULL;
    sweep_bisect(c, &seen);
    for (int power = -52; power < -10; power += 3) {
        const double time = seen.time + ldexp(1, power);
        if (time >= f->t_lo || time > (double)c->pieces) break;
        if (sweep_judge_time(j, c, time)) return "they touch just before t_lo";
    }
    return NULL;
}

// Whether the pair first touches between t_lo and t_hi, on ways that are straight up to then: it may do so at one time alone, as
// faces do that meet flat.
static int touches_between(sweep_judge* j, const sweep_case* c, const abut_first* f)
{
    sweep_case whole = *c;
    whole.pieces = (size_t)f->t_lo + 1;
    if (whole.pieces > c->pieces || !sweep_case_is_straight(&whole)) return 0;
    mpq_t first, x;
    mpq_inits(first, x, NULL);
    int is_between = first_of(j, &whole, &f->pair, first);
    mpq_set_d(x, f->t_lo);
    is_between = is_between && mpq_cmp(first, x) >= 0;
    mpq_set_d(x, f->t_hi);
    is_between = is_between && mpq_cmp(first, x) <= 0;
    mpq_clears(first, x, NULL);
    return is_between;
}

// What is said of t_hi.
static const char* late_fault(sweep_judge* j, const sweep_case* c, const abut_first* f)
{
    if (f->state == ABUT_MOTION_CONTACT) {
        const int it = sweep_judge_pair(j, c, f->t_hi, f->pair.a, f->pair.b);
        if (it < 0 && !touches_between(j, c, f)) return "the pair does not touch at t_hi";
        j->unsure += !it;
        return NULL;
    }
    if (f->state != ABUT_MOTION_NEAR) return NULL;
    place_both(j, c, f->t_hi);
    set_pair(j, c, f->pair.a, f->pair.b);
    moved_pair_measure(&j->pair);
    if (!(f->near_lo >= 0 && f->near_lo <= f->near_hi)) return "near: distances out of order";
    // Within 8 off: what is certain of neither side.
    if (f->near_lo > 0 && !moved_pair_is_beyond(&j->pair, f->near_lo) &&
        moved_pair_is_within(&j->pair, f->near_lo))
        return "near: nearer than near_lo";
    if (moved_pair_is_beyond(&j->pair, f->near_hi) && !moved_pair_is_within(&j->pair, f->near_hi))
        return "near: farther than near_hi";
    return NULL;
}

const char* sweep_judge_fault(sweep_judge* j, const sweep_case* c, const abut_motion_ask* ask,
                              const abut_first* answer)
{
    j->count++;
    if (answer->state >= ABUT_MOTION_UNDECIDED && answer->state <= ABUT_MOTION_NEAR)
        j->states[answer->state]++;
    const char* fault = form_fault(c, ask, answer);
    if (fault) return fault;
    if (sweep_case_is_straight(c)) return judge_straight(j, c, ask, answer);
    fault = early_fault(j, c, answer);
    return fault ? fault : late_fault(j, c, answer);
}
