// general_lp.c - Seidel's incremental linear program (Discrete & Computational Geometry 6, 1991) in three
// variables, and the proof of what it finds. Directions are integers, so that all coefficients here are
// exact, and only offsets round.
#include "baseline/general_dop.h"

#define MARGIN 0x1p-48  // above the rounding of a sum of four products, in any mode

// ------------------------------------------------------------------------------------------ proofs

static void direction_of(const general_set* set, int i, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = set->direction[i][k];
}

// Make weights with mixed signs 0, those below 0 positive. Returns whether any is left.
static int make_positive(double* weight, int count)
{
    int above = 0, below = 0;
    for (int i = 0; i < count; i++) {
        above += weight[i] > 0;
        below += weight[i] < 0;
    }
    for (int i = 0; i < count; i++)
        weight[i] = fabs(weight[i]);
    return !(above && below) && above + below > 0;
}

static int weights_of_two(double n[4][3], double weight[4])
{
    double cross[3];
    cross3(cross, n[0], n[1]);
    if (absolute_sum3(cross) > 0 || !(dot3(n[0], n[1]) < 0)) return 0;
    weight[0] = absolute_sum3(n[1]);
    weight[1] = absolute_sum3(n[0]);
    return 1;
}

// Of three in a plane, no two of which are parallel, by their cross products.
static int weights_of_three(double n[4][3], double weight[4])
{
    double cross[3][3];
    for (int i = 0; i < 3; i++)
        cross3(cross[i], n[(i + 1) % 3], n[(i + 2) % 3]);
    if (fabs(dot3(n[0], cross[0])) > 0) return 0;
    for (int i = 0; i < 3; i++)
        weight[i] = dot3(cross[i], cross[0]);
    return make_positive(weight, 3);
}

// Of four, by the determinants of the other three.
static int weights_of_four(double n[4][3], double weight[4])
{
    for (int i = 0; i < 4; i++) {
        double cross[3];
        cross3(cross, n[(i + 2) % 4], n[(i + 3) % 4]);
        weight[i] = (i % 2 ? -1 : 1) * dot3(n[(i + 1) % 4], cross);
    }
    return make_positive(weight, 4);
}

// Weights w >= 0 with sum of w[i] * direction member[i] = 0. Returns whether there are any.
static int find_weights(const general_set* set, const int* member, int count, double weight[4])
{
    double n[4][3];
    for (int i = 0; i < count; i++)
        direction_of(set, member[i], n[i]);
    if (count == 2) return weights_of_two(n, weight);
    return count == 3 ? weights_of_three(n, weight) : weights_of_four(n, weight);
}

typedef struct weighted {
    double sum, size;  // of w * offset, of w * |offset|
    double weights;
} weighted;

static weighted sum_of(const int* member, int count, const double weight[4], const double* offset)
{
    weighted w = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        w.sum += weight[i] * offset[member[i]];
        w.size += weight[i] * fabs(offset[member[i]]);
        w.weights += weight[i];
    }
    return w;
}

// Whether a subset of up to four constraints is proved contradictory.
static int is_contradiction(const general_set* set, const int* named, int count,
                            const double* offset)
{
    for (int subset = 3; subset < 1 << count; subset++) {
        int member[4], size = 0;
        double weight[4];
        for (int i = 0; i < count; i++) {
            if (subset >> i & 1) member[size++] = named[i];
        }
        if (size < 2 || !find_weights(set, member, size, weight)) continue;
        const weighted w = sum_of(member, size, weight, offset);
        if (w.sum < -(MARGIN * w.size + RELATIVE_TINY * w.weights)) return 1;
    }
    return 0;
}

// NOLINTNEXTLINE(readability-function-size): four members, chosen by four loops
double general_least_sum(const general_set* set, const double* offset)
{
    double least = 1;
    int member[4];
    const int count = set->count;
    for (member[0] = 0; member[0] < count; member[0]++) {
        for (member[1] = member[0] + 1; member[1] < count; member[1]++) {
            // An index of count stands for none.
            for (member[2] = member[1] + 1; member[2] <= count; member[2]++) {
                for (member[3] = member[2] + 1; member[3] <= count + 1; member[3]++) {
                    const int size = member[2] == count ? 2 : member[3] >= count ? 3 : 4;
                    double weight[4];
                    if (member[3] == count + 1 && size == 3) continue;
                    if (!find_weights(set, member, size, weight)) continue;
                    const weighted w = sum_of(member, size, weight, offset);
                    if (w.sum < least * w.size) least = w.sum / w.size;
                }
            }
        }
    }
    return least;
}

// ------------------------------------------------------------------------------------------ program

#define NO_CONSTRAINT (-1)

// A constraint a . y <= b in two variables, of that number.
typedef struct flat_constraint {
    double a[2], b;
    int id;
} flat_constraint;

typedef struct program {
    double bound;  // of every variable: far beyond every corner, so that it takes part in no proof
    flat_constraint box[4];  // the same of two variables: each up, then down
    int named[4];            // constraints that contradict each other
    int named_count;
} program;

// Always returns 0.
static int name(program* p, int a, int b, int c)
{
    if (a == NO_CONSTRAINT || b == NO_CONSTRAINT) return 0;
    p->named[p->named_count++] = a;
    p->named[p->named_count++] = b;
    if (c != NO_CONSTRAINT) p->named[p->named_count++] = c;
    return 0;
}

// The best point of the line on which constraint last is an equation. aim: what is to be large. Returns
// 0 if there is none, with all that is at fault named but the plane that the caller is in.
static int solve_line(program* p, const flat_constraint* all, int last, const double aim[2],
                      double out[2])
{
    const flat_constraint* own = &all[last];
    const int x = fabs(own->a[0]) < fabs(own->a[1]), t = 1 - x;  // x is eliminated
    const double size = fabs(own->a[x]), sign = own->a[x] < 0 ? -1 : 1;
    double low = -p->bound, high = p->bound;
    int low_id = NO_CONSTRAINT, high_id = NO_CONSTRAINT;
    for (int i = -2; i < last; i++) {
        const flat_constraint* other = i < 0 ? &p->box[2 * x + i + 2] : &all[i];
        const double a = other->a[t] * size - sign * other->a[x] * own->a[t];
        const double b = other->b * size - sign * other->a[x] * own->b;
        if (a > 0 && b / a < high) {
            high = b / a;
            high_id = other->id;
        } else if (a < 0 && b / a > low) {
            low = b / a;
            low_id = other->id;
        } else if (!(a > 0 || a < 0) && b < 0) {
            return name(p, own->id, other->id, NO_CONSTRAINT);
        }
    }
    if (low > high) {
        if (low_id == NO_CONSTRAINT || high_id == NO_CONSTRAINT) return 0;
        return name(p, own->id, low_id, high_id);
    }
    const double slope = aim[t] * size - sign * aim[x] * own->a[t];
    out[t] = slope > 0 ? high : low;
    out[x] = sign * (own->b - own->a[t] * out[t]) / size;
    return 1;
}

// The best point of a plane. Returns 0 as solve_line.
static int solve_plane(program* p, const flat_constraint* all, int count, const double aim[2],
                       double out[2])
{
    for (int k = 0; k < 2; k++)
        out[k] = aim[k] > 0 ? p->bound : -p->bound;
    for (int i = 0; i < count; i++) {
        if (!(all[i].a[0] * out[0] + all[i].a[1] * out[1] > all[i].b)) continue;
        if (!solve_line(p, all, i, aim, out)) return 0;
    }
    return 1;
}

// Solve on the plane of constraint order[last], among those before it.
static int solve_on(program* p, const general_set* set, const double* offset, const int* order,
                    int last, const double aim[3], double out[3])
{
    double own[3], flat_aim[2], y[2];
    flat_constraint all[GENERAL_MAX + 2];
    int count = 0, x = 0;
    direction_of(set, order[last], own);
    for (int k = 1; k < 3; k++) {
        if (fabs(own[k]) > fabs(own[x])) x = k;
    }
    const int left[2] = {(x + 1) % 3, (x + 2) % 3};  // x is eliminated
    const double size = fabs(own[x]), sign = own[x] < 0 ? -1 : 1, b = offset[order[last]];
    for (int i = -2; i < last; i++) {
        double n[3] = {0, 0, 0}, most = p->bound;
        flat_constraint* c = &all[count];
        if (i < 0) {
            n[x] = i == -2 ? 1 : -1;
        } else {
            direction_of(set, order[i], n);
            most = offset[order[i]];
        }
        for (int k = 0; k < 2; k++)
            c->a[k] = n[left[k]] * size - sign * n[x] * own[left[k]];
        c->b = most * size - sign * n[x] * b;
        c->id = i < 0 ? NO_CONSTRAINT : order[i];
        if (fabs(c->a[0]) > 0 || fabs(c->a[1]) > 0)
            count++;
        else if (c->b < 0)
            return name(p, order[last], c->id, NO_CONSTRAINT);
    }
    for (int k = 0; k < 2; k++)
        flat_aim[k] = aim[left[k]] * size - sign * aim[x] * own[left[k]];
    if (!solve_plane(p, all, count, flat_aim, y)) {
        if (p->named_count) p->named[p->named_count++] = order[last];
        return 0;
    }
    out[left[0]] = y[0];
    out[left[1]] = y[1];
    out[x] = sign * (b - own[left[0]] * y[0] - own[left[1]] * y[1]) / size;
    return 1;
}

static void shuffle(int* order, int count)
{
    uint64_t random = 0x9E3779B97F4A7C15u;
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const int k = (int)((random >> 33) % (unsigned)(i + 1)), other = order[i];
        order[i] = order[k];
        order[k] = other;
    }
}

int general_is_empty(const general_set* set, const double* offset)
{
    static const double aim[3] = {3, -2, 1};
    program p = {.named_count = 0};
    int order[GENERAL_MAX];
    double x[3], reach = 0;
    for (int i = 0; i < set->count; i++) {
        if (!(fabs(offset[i]) < HUGE_VAL)) return 0;
        if (fabs(offset[i]) > reach) reach = fabs(offset[i]);
    }
    p.bound = 0x1p20 * reach;
    for (int i = 0; i < 4; i++) {
        const double a = i % 2 ? -1 : 1;
        p.box[i] = (flat_constraint){{i < 2 ? a : 0, i < 2 ? 0 : a}, p.bound, NO_CONSTRAINT};
    }
    shuffle(order, set->count);
    for (int k = 0; k < 3; k++)
        x[k] = aim[k] > 0 ? p.bound : -p.bound;
    for (int i = 0; i < set->count; i++) {
        double n[3];
        direction_of(set, order[i], n);
        if (!(dot3(n, x) > offset[order[i]])) continue;
        if (!solve_on(&p, set, offset, order, i, aim, x))
            return is_contradiction(set, p.named, p.named_count, offset);
    }
    return 0;
}
