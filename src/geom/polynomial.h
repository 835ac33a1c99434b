// polynomial.h - polynomials of one unknown with exact coefficients, their roots, and what sign another one has there.
//
// A root is never a number: it is a polynomial and an interval that holds this one root. Signs are counted by remainders
// (Sturm; Tarski's query), so nothing is refined, and 0 is found as surely as any other sign.
#ifndef ABUT_GEOM_POLYNOMIAL_H
#define ABUT_GEOM_POLYNOMIAL_H
#include "geom/real.h"

#define POLYNOMIAL_DEGREE_MOST 8
#define POLYNOMIAL_ROOTS_MOST  3

// c[0] + c[1] t + ...; the coefficients stand on a stack. degree -1: it is 0; else c[degree] is not.
typedef struct polynomial {
    int degree;
    real c[POLYNOMIAL_DEGREE_MOST + 1];
} polynomial;

// The linear one from x at 0 to y at 1.
polynomial polynomial_between(real_stack* s, real x, real y);
polynomial polynomial_add(real_stack* s, const polynomial* a, const polynomial* b);
polynomial polynomial_subtract(real_stack* s, const polynomial* a, const polynomial* b);
polynomial polynomial_multiply(real_stack* s, const polynomial* a, const polynomial* b);

// Its sign at a number.
int polynomial_sign(real_stack* s, const polynomial* p, real x);

typedef struct polynomial_root {
    polynomial of;  // has it, once
    real low,
        high;  // equal: the root. Else `of` has no other one from low to high, and these are none
    int is_exact;  // they are equal
} polynomial_root;

// Find the different roots of p, which is not 0 and of degree 3 at most, from low to high, both included; in order. Returns
// how many.
int polynomial_roots(real_stack* s, const polynomial* p, real low, real high,
                     polynomial_root out[POLYNOMIAL_ROOTS_MOST]);

// The sign of h, of degree 6 at most, at a root.
int polynomial_sign_at(real_stack* s, const polynomial* h, const polynomial_root* root);

// -1, 0 or 1 as a root is less than, as, or more than x; the same for two roots.
int polynomial_root_compare(real_stack* s, const polynomial_root* root, real x);
int polynomial_roots_compare(real_stack* s, const polynomial_root* a, const polynomial_root* b);

// The doubles next to a root of 0 or more, equal if it is one.
void polynomial_root_enclose(real_stack* s, const polynomial_root* root, double* lo, double* hi);

// Take off the stack all but a root that was made since the mark.
void polynomial_root_keep(real_stack* s, size_t mark, polynomial_root* root);
// The same root, its numbers on another stack.
polynomial_root polynomial_root_copy(real_stack* to, const polynomial_root* root);

#endif
