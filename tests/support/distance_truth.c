// distance_truth.c - see distance_truth.h.
#include "support/distance_truth.h"

void distance_truth_init(distance_truth* t)
{
    *t = (distance_truth){.o = oracle_create()};
    oracle_gap_init(&t->swapped);
}

void distance_truth_clear(distance_truth* t)
{
    for (size_t i = 0; i < t->capacity; i++)
        oracle_gap_clear(&t->gap[i]);
    oracle_gap_clear(&t->swapped);
    free(t->gap);
    free(t->kind);
    oracle_free(t->o);
}

static void reserve(distance_truth* t, size_t count)
{
    if (count <= t->capacity) return;
    t->gap = realloc(t->gap, count * sizeof *t->gap);
    t->kind = realloc(t->kind, count * sizeof *t->kind);
    assert_true(t->gap && t->kind);
    for (; t->capacity < count; t->capacity++)
        oracle_gap_init(&t->gap[t->capacity]);
}

static void triangle_of(const soup_data* s, size_t i, double out[3][3])
{
    memcpy(out, s->vertices + 9 * i, 9 * sizeof(double));
}

void distance_truth_find(distance_truth* t, const soup_data soup[2], const abut_pose pose[2])
{
    const affine map[2] = {oracle_affine(&pose[0]), oracle_affine(&pose[1])};
    double p[3][3], q[3][3];
    t->a_count = soup[0].triangle_count;
    t->b_count = soup[1].triangle_count;
    t->contact_count = 0;
    reserve(t, t->a_count * t->b_count);
    size_t least[2] = {0, 0};
    for (size_t i = 0; i < t->a_count; i++)
        for (size_t k = 0; k < t->b_count; k++) {
            const size_t at = i * t->b_count + k;
            triangle_of(&soup[0], i, p);
            triangle_of(&soup[1], k, q);
            oracle_load(t->o, (const double(*)[3])p, &map[0], (const double(*)[3])q, &map[1]);
            t->kind[at] = oracle_decide(t->o);
            if (t->kind[at] == ABUT_KIND_APART)
                oracle_gap_find(&t->gap[at], (const double(*)[3])p, &map[0], (const double(*)[3])q,
                                &map[1]);
            else
                mpq_set_ui(t->gap[at].square, 0, 1);
            t->contact_count += t->kind[at] != ABUT_KIND_APART;
            if (mpq_cmp(t->gap[at].square, t->gap[least[0]].square) < 0) least[0] = at;
            const int sign = mpq_cmp(t->gap[at].square, t->gap[least[1]].square);
            if (sign < 0 || (sign == 0 && k < least[1] % t->b_count)) least[1] = at;
        }
    for (int order = 0; order < 2; order++) {
        const uint32_t i = (uint32_t)(least[order] / t->b_count),
                       k = (uint32_t)(least[order] % t->b_count);
        t->pair[order] = order ? (abut_pair){k, i} : (abut_pair){i, k};
    }
    if (t->contact_count) return;
    triangle_of(&soup[0], t->pair[1].b, p);
    triangle_of(&soup[1], t->pair[1].a, q);
    oracle_gap_find(&t->swapped, (const double(*)[3])q, &map[1], (const double(*)[3])p, &map[0]);
}

const oracle_gap* distance_truth_least(const distance_truth* t)
{
    return &t->gap[t->pair[0].a * t->b_count + t->pair[0].b];
}

const char* distance_truth_fault(const distance_truth* t, int is_swapped,
                                 const abut_distance_answer* d)
{
    const abut_pair pair = t->pair[is_swapped];
    if (!d->complete || d->is_farther || !d->has_pair) return "it is not complete";
    if (d->pair.a != pair.a || d->pair.b != pair.b) return "another pair is the least";
    if (t->contact_count) return d->lo != 0 || d->hi != 0 ? "they are in contact" : NULL;
    const oracle_gap* gap = is_swapped ? &t->swapped : distance_truth_least(t);
    if (!oracle_encloses(gap->square, d->lo, d->hi)) return "lo and hi are not next to it";
    if (d->features.a != gap->features.a || d->features.b != gap->features.b)
        return "other features are the least";
    for (int c = 0; c < 3; c++)
        if (!oracle_is_rounded(gap->a[c], d->a_point[c]) ||
            !oracle_is_rounded(gap->b[c], d->b_point[c]))
            return "a point is not rounded once";
    return NULL;
}

// ----------------------------------------------------------------------------------------- clearance

// Whether a square is that of something too close. Contact always is.
static int is_close(const mpq_t square, const mpq_t limit, int strict)
{
    const int sign = mpq_cmp(limit, square);
    return strict && mpq_sgn(square) ? sign > 0 : sign >= 0;
}

// The square of the sum of two doubles.
static void square_of_sum(mpq_t out, const double x[2])
{
    mpq_t y;
    mpq_init(y);
    mpq_set_d(out, x[0]);
    mpq_set_d(y, x[1]);
    mpq_add(out, out, y);
    mpq_mul(out, out, out);
    mpq_clear(y);
}

size_t distance_truth_count(const distance_truth* t, const double margin[2], int strict)
{
    size_t count = 0;
    mpq_t limit;
    mpq_init(limit);
    square_of_sum(limit, margin);
    for (size_t i = 0; i < t->a_count * t->b_count; i++)
        count += (size_t)is_close(t->gap[i].square, limit, strict);
    mpq_clear(limit);
    return count;
}

static const char* approach_fault(const oracle_gap* gap, abut_kind kind, const abut_approach* p,
                                  int with_points)
{
    if (p->kind != kind) return "another kind";
    if (kind != ABUT_KIND_APART) return p->lo != 0 || p->hi != 0 ? "they are in contact" : NULL;
    if (!oracle_encloses(gap->square, p->lo, p->hi)) return "lo and hi are not next to it";
    if (!with_points) return NULL;
    if (p->features.a != gap->features.a || p->features.b != gap->features.b)
        return "other features are the least";
    for (int c = 0; c < 3; c++)
        if (!oracle_is_rounded(gap->a[c], p->a_point[c]) ||
            !oracle_is_rounded(gap->b[c], p->b_point[c]))
            return "a point is not rounded once";
    return NULL;
}

static const char* pairs_fault(const distance_truth* t, int is_swapped, const mpq_t limit,
                               int strict, int with_points, const abut_clearance_answer* c)
{
    const size_t rows = is_swapped ? t->b_count : t->a_count,
                 columns = is_swapped ? t->a_count : t->b_count;
    size_t next = 0, contacts = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++) {
            const size_t at = is_swapped ? k * t->b_count + i : i * t->b_count + k;
            const int is_here = next < c->count && c->pairs[next].a == i && c->pairs[next].b == k;
            if (is_here != is_close(t->gap[at].square, limit, strict))
                return is_here ? "a pair is not so near" : "a pair is lost";
            if (!is_here) continue;
            contacts += t->kind[at] != ABUT_KIND_APART;
            // Features and points are the least in the other order.
            const char* fault = c->approaches
                                    ? approach_fault(&t->gap[at], t->kind[at], &c->approaches[next],
                                                     with_points && !is_swapped)
                                    : NULL;
            if (fault) return fault;
            next++;
        }
    if (next != c->count) return "pairs are not sorted, or come twice";
    if (contacts != c->contact_count) return "contacts are not counted";
    const abut_band band = contacts ? ABUT_BAND_CONTACT : next ? ABUT_BAND_CLOSE : ABUT_BAND_CLEAR;
    return c->band != band || !c->complete ? "another band" : NULL;
}

const char* distance_truth_clearance_fault(const distance_truth* t, int is_swapped,
                                           const double margin[2], int strict, int with_points,
                                           const abut_clearance_answer* c)
{
    mpq_t limit;
    mpq_init(limit);
    square_of_sum(limit, margin);
    const char* fault = pairs_fault(t, is_swapped, limit, strict, with_points, c);
    mpq_clear(limit);
    return fault;
}
