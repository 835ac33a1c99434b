// needle.c - a bound in doubles for the many, integers for the few that may be the thinnest: the area
// of a very thin triangle is all cancellation, and in doubles would be noise.
#include "soup/needle.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/limbs.h"

#include <math.h>

// A coordinate is a multiple of 2^-1074 below 2^1024: a difference has 2099 bits and a sign.
#define LIMBS_MAX 34

// ---------------------------------------------------------------------------------------- the bound

// With u = 2^-52, the rounding of any mode: differences are within u of themselves, a component of the
// cross product within 8 u of the longest edge squared, its length within 15 u, the square itself
// within 6 u of itself.
#define ERROR 0x1p-46

// So that neither the squares of lengths nor the squares of areas leave the range of doubles.
#define SQUARE_MIN 0x1p-400
#define SQUARE_MAX 0x1p400

static double square_of_length(const double e[3])
{
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

double needle_bound(const double* const vertex[3])
{
    double edge[3][3], longest = 0, normal[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            edge[i][k] = vertex[(i + 1) % 3][k] - vertex[i][k];
        const double square = square_of_length(edge[i]);
        if (!(square < SQUARE_MAX)) return HUGE_VAL;
        if (square > longest) longest = square;
    }
    if (!(longest > SQUARE_MIN)) return HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        normal[k] = edge[0][x] * edge[1][y] - edge[0][y] * edge[1][x];
    }
    const double least = sqrt(square_of_length(normal)) - ERROR * longest;
    return least > 0 ? longest / least * (1 + ERROR) : HUGE_VAL;
}

// ------------------------------------------------------------------------------------- the integers

typedef struct integer_triangle {
    int limbs;  // of a coordinate
    uint64_t point[3][3][LIMBS_MAX];
} integer_triangle;

// Every coordinate as an integer times one power of two, which is of no interest to a ratio.
static void make_integers(integer_triangle* t, const double* const vertex[3])
{
    dyadic d[9];
    int low = INT32_MAX, top = INT32_MIN;
    for (int i = 0; i < 9; i++) {
        d[i] = dyadic_from_double(vertex[i / 3][i % 3]);
        if (!d[i].mantissa) continue;
        const int end = d[i].exponent + 64 - __builtin_clzll(d[i].mantissa);
        if (d[i].exponent < low) low = d[i].exponent;
        if (end > top) top = end;
    }
    t->limbs = top < low ? 1 : (top - low + 1 + 2 + 63) / 64;
    ASSERT(t->limbs > 0 && t->limbs <= LIMBS_MAX);
    for (int i = 0; i < 9; i++) {
        uint64_t* out = t->point[i / 3][i % 3];
        memset(out, 0, (size_t)t->limbs * sizeof *out);
        if (d[i].mantissa)
            limbs_accumulate(out, t->limbs, d[i].mantissa, d[i].exponent - low, d[i].negative);
    }
}

// out := the sum of the squares of three numbers of n limbs each.
static void sum_squares(uint64_t* out, const uint64_t* a, const uint64_t* b, const uint64_t* c,
                        int n)
{
    uint64_t square[4 * LIMBS_MAX];
    limbs_multiply(out, a, n, a, n);
    limbs_multiply(square, b, n, b, n);
    limbs_add(out, out, square, 2 * n);
    limbs_multiply(square, c, n, c, n);
    limbs_add(out, out, square, 2 * n);
}

typedef struct rounded {  // value * 2^exponent
    double value;
    int exponent;
} rounded;

// Keep the topmost 64 bits of a positive number, and of these what a double holds.
static rounded round_limbs(const uint64_t* a, int n)
{
    const int bits = limbs_bit_length(a, n);
    const int low = bits > 64 ? bits - 64 : 0, word = low / 64, bit = low % 64;
    uint64_t top = a[word] >> bit;
    if (bit) top |= a[word + 1] << (64 - bit);
    return (rounded){(double)top, low};
}

static int limbs_is_less(const uint64_t* a, const uint64_t* b, int n)
{
    ASSERT(n > 0);
    int i = n - 1;
    while (i > 0 && a[i] == b[i])
        i--;
    return a[i] < b[i];
}

double needle_ratio(const double* const vertex[3])
{
    integer_triangle t;
    uint64_t edge[3][3][LIMBS_MAX], squares[3][2 * LIMBS_MAX];
    uint64_t normal[3][2 * LIMBS_MAX], product[2 * LIMBS_MAX], area[4 * LIMBS_MAX];
    make_integers(&t, vertex);
    const int n = t.limbs;
    int longest = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            limbs_subtract(edge[i][k], t.point[(i + 1) % 3][k], t.point[i][k], n);
        sum_squares(squares[i], edge[i][0], edge[i][1], edge[i][2], n);
        if (limbs_is_less(squares[longest], squares[i], 2 * n)) longest = i;
    }
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        limbs_multiply(normal[k], edge[0][x], n, edge[1][y], n);
        limbs_multiply(product, edge[0][y], n, edge[1][x], n);
        limbs_subtract(normal[k], normal[k], product, 2 * n);
    }
    sum_squares(area, normal[0], normal[1], normal[2], 2 * n);
    // The height is twice the area by the edge, so the ratio is edge^2 by the length of the normal.
    const rounded square = round_limbs(squares[longest], 2 * n);
    rounded area_square = round_limbs(area, 4 * n);
    if (area_square.exponent % 2) {
        area_square.value *= 2;
        area_square.exponent--;
    }
    return double_scale(square.value / sqrt(area_square.value),
                        square.exponent - area_square.exponent / 2);
}
