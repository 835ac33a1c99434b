// double_pair.h - sums of two doubles, which hold twice the digits of one: in the default mode of the floating-point unit only
// (engine/leaf/foot.h, foot_is_exact), and where nothing overflows.
#ifndef ABUT_GEOM_DOUBLE_PAIR_H
#define ABUT_GEOM_DOUBLE_PAIR_H

// Its value is h + l; l is at most half of the last place of h.
typedef struct double_pair {
    double h, l;
} double_pair;

// What an operation on two pairs errs by, at most, of its terms: 8.5 * 2^-106.
#define DOUBLE_PAIR_ERROR 0x1.1p-103

// Knuth's: exact.
static inline double_pair pair_of_sum(double a, double b)
{
    const double s = a + b, t = s - a;
    return (double_pair){s, (a - (s - t)) + (b - t)};
}

// Dekker's: exact where |a| >= |b|.
static inline double_pair pair_of_quick_sum(double a, double b)
{
    const double s = a + b;
    return (double_pair){s, b - (s - a)};
}

// Dekker's, by Veltkamp's halves: exact where nothing is too small.
static inline double_pair pair_of_product(double a, double b)
{
    const double c = a * 134217729.0, d = b * 134217729.0;
    const double ah = c - (c - a), bh = d - (d - b), al = a - ah, bl = b - bh, p = a * b;
    return (double_pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static inline double_pair pair_negate(double_pair x)
{
    return (double_pair){-x.h, -x.l};
}

static inline double_pair pair_add(double_pair x, double_pair y)
{
    const double_pair s = pair_of_sum(x.h, y.h);
    return pair_of_quick_sum(s.h, s.l + (x.l + y.l));
}

static inline double_pair pair_subtract(double_pair x, double_pair y)
{
    return pair_add(x, pair_negate(y));
}

static inline double_pair pair_multiply(double_pair x, double_pair y)
{
    const double_pair p = pair_of_product(x.h, y.h);
    return pair_of_quick_sum(p.h, p.l + (x.h * y.l + x.l * y.h));
}

static inline double_pair pair_dot(const double_pair x[3], const double_pair y[3])
{
    return pair_add(pair_add(pair_multiply(x[0], y[0]), pair_multiply(x[1], y[1])),
                    pair_multiply(x[2], y[2]));
}

static inline void pair_cross(double_pair out[3], const double_pair x[3], const double_pair y[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = pair_subtract(pair_multiply(x[i], y[j]), pair_multiply(x[j], y[i]));
    }
}

#endif
