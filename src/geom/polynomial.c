// polynomial.c - see polynomial.h.
#include "geom/polynomial.h"

#include "base/bits.h"

static const polynomial zero = {.degree = -1};

static void trim(polynomial* p)
{
    while (p->degree >= 0 && !p->c[p->degree].limbs)
        p->degree--;
}

polynomial polynomial_between(real_stack* s, real x, real y)
{
    polynomial p = {.degree = 1, .c = {x, real_subtract(s, y, x)}};
    trim(&p);
    return p;
}

static polynomial combined(real_stack* s, const polynomial* a, const polynomial* b, int minus)
{
    polynomial p = {.degree = a->degree > b->degree ? a->degree : b->degree};
    for (int i = 0; i <= p.degree; i++) {
        const real x = i <= a->degree ? a->c[i] : (real){0, 0, s->words};
        const real y = i <= b->degree ? b->c[i] : (real){0, 0, s->words};
        p.c[i] = minus ? real_subtract(s, x, y) : real_add(s, x, y);
    }
    trim(&p);
    return p;
}

polynomial polynomial_add(real_stack* s, const polynomial* a, const polynomial* b)
{
    return combined(s, a, b, 0);
}

polynomial polynomial_subtract(real_stack* s, const polynomial* a, const polynomial* b)
{
    return combined(s, a, b, 1);
}

polynomial polynomial_multiply(real_stack* s, const polynomial* a, const polynomial* b)
{
    if (a->degree < 0 || b->degree < 0) return zero;
    polynomial p = {.degree = a->degree + b->degree};
    ASSERT(p.degree <= POLYNOMIAL_DEGREE_MOST);
    for (int n = 0; n <= p.degree; n++) {
        const size_t mark = real_mark(s);
        real sum = {0, 0, s->words};
        for (int i = n > b->degree ? n - b->degree : 0; i <= n && i <= a->degree; i++)
            sum = real_add(s, sum, real_multiply(s, a->c[i], b->c[n - i]));
        p.c[n] = real_keep(s, mark, sum);
    }
    return p;
}

static polynomial derivative(real_stack* s, const polynomial* p)
{
    polynomial d = {.degree = p->degree < 0 ? -1 : p->degree - 1};
    for (int i = 0; i <= d.degree; i++)
        d.c[i] = real_multiply(s, p->c[i + 1], real_of(s, i + 1));
    return d;
}

static void negate(real_stack* s, polynomial* p)
{
    for (int i = 0; i <= p->degree; i++)
        p->c[i] = real_negate(s, p->c[i]);
}

// Divide a by b, which is not 0: a positive number times a is b times the quotient and what is returned, of lower degree than b.
// quotient may be NULL.
static polynomial divide(real_stack* s, polynomial a, const polynomial* b, polynomial* quotient)
{
    const real lead = b->c[b->degree];
    const real size = real_sign(lead) < 0 ? real_negate(s, lead) : lead;
    if (quotient) *quotient = zero;
    while (a.degree >= b->degree) {
        const int shift = a.degree - b->degree;
        const real top = real_sign(lead) < 0 ? real_negate(s, a.c[a.degree]) : a.c[a.degree];
        for (int i = 0; i < a.degree; i++) {
            const size_t mark = real_mark(s);
            real x = real_multiply(s, a.c[i], size);
            if (i >= shift) x = real_subtract(s, x, real_multiply(s, top, b->c[i - shift]));
            a.c[i] = real_keep(s, mark, x);
        }
        if (quotient) {
            for (int i = 0; i <= quotient->degree; i++)
                quotient->c[i] = real_multiply(s, quotient->c[i], size);
            for (int i = quotient->degree + 1; i < shift; i++)
                quotient->c[i] = (real){0, 0, s->words};
            if (quotient->degree < shift) quotient->degree = shift;
            quotient->c[shift] = top;
        }
        a.degree--;
        trim(&a);
    }
    return a;
}

int polynomial_sign(real_stack* s, const polynomial* p, real x)
{
    const size_t mark = real_mark(s);
    real sum = {0, 0, s->words};
    for (int i = p->degree; i >= 0; i--)
        sum = real_add(s, real_multiply(s, sum, x), p->c[i]);
    const int sign = real_sign(sum);
    real_release(s, mark);
    return sign;
}

// -------------------------------------------------------------------------------------------- chains

typedef struct chain {  // of signed remainders
    int count;
    polynomial p[POLYNOMIAL_DEGREE_MOST + 1];
} chain;

static void chain_make(real_stack* s, const polynomial* first, const polynomial* second, chain* out)
{
    out->p[0] = *first;
    out->p[1] = *second;
    out->count = second->degree < 0 ? 1 : 2;
    while (out->count > 1 && out->p[out->count - 1].degree > 0) {
        polynomial next = divide(s, out->p[out->count - 2], &out->p[out->count - 1], NULL);
        if (next.degree < 0) break;
        negate(s, &next);
        out->p[out->count++] = next;
    }
}

static int changes_at(real_stack* s, const chain* c, real x)
{
    int changes = 0, last = 0;
    for (int i = 0; i < c->count; i++) {
        const int sign = polynomial_sign(s, &c->p[i], x);
        changes += sign * last < 0;
        if (sign) last = sign;
    }
    return changes;
}

// Of the chain of a polynomial without multiple roots and its derivative: its roots above low, up to high.
static int roots_between(real_stack* s, const chain* c, real low, real high)
{
    return changes_at(s, c, low) - changes_at(s, c, high);
}

// The chain of what has the same roots as p, each once.
static void chain_of_roots(real_stack* s, const polynomial* p, chain* out)
{
    polynomial d = derivative(s, p);
    chain_make(s, p, &d, out);
    if (out->count < 2 || out->p[out->count - 1].degree <= 0) return;
    const polynomial common = out->p[out->count - 1];
    polynomial simple;
    (void)divide(s, *p, &common, &simple);
    d = derivative(s, &simple);
    chain_make(s, &simple, &d, out);
}

static real middle_of(real_stack* s, real low, real high)
{
    return real_scale(real_add(s, low, high), -1);
}

static polynomial_root exact_root(const polynomial* of, real x)
{
    return (polynomial_root){.of = *of, .low = x, .high = x, .is_exact = 1};
}

// The only root above low, up to high.
static polynomial_root settle(real_stack* s, const chain* c, real low, real high)
{
    const polynomial* const of = &c->p[0];
    if (!polynomial_sign(s, of, high)) return exact_root(of, high);
    while (!polynomial_sign(s, of, low)) {
        const real middle = middle_of(s, low, high);
        if (!polynomial_sign(s, of, middle)) return exact_root(of, middle);
        if (roots_between(s, c, low, middle))
            high = middle;
        else
            low = middle;
    }
    return (polynomial_root){.of = *of, .low = low, .high = high};
}

int polynomial_roots(real_stack* s, const polynomial* p, real low, real high,
                     polynomial_root out[POLYNOMIAL_ROOTS_MOST])
{
    struct part {
        real low, high;
        int roots;
    } stack[POLYNOMIAL_ROOTS_MOST];
    chain c;
    int found = 0, height = 0;
    ASSERT(p->degree >= 0 && p->degree <= POLYNOMIAL_ROOTS_MOST);
    chain_of_roots(s, p, &c);
    if (!polynomial_sign(s, &c.p[0], low)) out[found++] = exact_root(&c.p[0], low);
    const int all = roots_between(s, &c, low, high);
    if (all) stack[height++] = (struct part){low, high, all};
    while (height) {
        const struct part at = stack[--height];
        if (at.roots == 1) {
            out[found++] = settle(s, &c, at.low, at.high);
            continue;
        }
        const real middle = middle_of(s, at.low, at.high);
        const int left = roots_between(s, &c, at.low, middle);
        if (left < at.roots) stack[height++] = (struct part){middle, at.high, at.roots - left};
        if (left) stack[height++] = (struct part){at.low, middle, left};
    }
    return found;
}

// --------------------------------------------------------------------------------------------- roots

// Tarski's query: of the chain of p and p' h, the roots where h > 0, less those where h < 0. Remainders of p' h by p will do.
int polynomial_sign_at(real_stack* s, const polynomial* h, const polynomial_root* root)
{
    if (root->is_exact) return polynomial_sign(s, h, root->low);
    if (h->degree <= 0) return h->degree < 0 ? 0 : real_sign(h->c[0]);
    const size_t mark = real_mark(s);
    const polynomial d = derivative(s, &root->of);
    const polynomial product = polynomial_multiply(s, &d, h);
    const polynomial rest = divide(s, product, &root->of, NULL);
    chain c;
    chain_make(s, &root->of, &rest, &c);
    const int sign = changes_at(s, &c, root->low) - changes_at(s, &c, root->high);
    real_release(s, mark);
    return sign;
}

int polynomial_root_compare(real_stack* s, const polynomial_root* root, real x)
{
    if (root->is_exact || real_compare(s, x, root->low) <= 0)
        return root->is_exact ? real_compare(s, root->low, x) : 1;
    if (real_compare(s, x, root->high) >= 0) return -1;
    const int sign = polynomial_sign(s, &root->of, x);
    return !sign ? 0 : sign == polynomial_sign(s, &root->of, root->low) ? 1 : -1;
}

int polynomial_roots_compare(real_stack* s, const polynomial_root* a, const polynomial_root* b)
{
    if (b->is_exact) return polynomial_root_compare(s, a, b->low);
    if (a->is_exact) return -polynomial_root_compare(s, b, a->low);
    if (polynomial_root_compare(s, a, b->low) <= 0) return -1;
    if (polynomial_root_compare(s, a, b->high) >= 0) return 1;
    // a lies where b's polynomial changes its sign in b alone.
    const int sign = polynomial_sign_at(s, &b->of, a);
    return !sign ? 0 : sign == polynomial_sign(s, &b->of, b->low) ? -1 : 1;
}

typedef struct measured {
    real_stack* stack;
    const polynomial_root* root;
} measured;

static int compare_double(const void* number, double x)
{
    const measured* const m = number;
    const size_t mark = real_mark(m->stack);
    const int sign = polynomial_root_compare(m->stack, m->root, real_of(m->stack, x));
    real_release(m->stack, mark);
    return sign;
}

// In doubles, which only saves comparisons.
static double guess_root(const polynomial_root* root)
{
    double c[POLYNOMIAL_DEGREE_MOST + 1], low = real_about(root->low),
                                          high = real_about(root->high);
    int top = REAL_NO_TOP;
    for (int i = 0; i <= root->of.degree; i++)
        if (root->of.c[i].limbs && real_top(root->of.c[i]) > top) top = real_top(root->of.c[i]);
    for (int i = 0; i <= root->of.degree; i++)
        c[i] = real_about(real_scale(root->of.c[i], -top));
    double at_low = 0;
    for (int i = root->of.degree; i >= 0; i--)
        at_low = at_low * low + c[i];
    for (int step = 0; step < 60; step++) {
        const double middle = low + (high - low) / 2;
        double value = 0;
        for (int i = root->of.degree; i >= 0; i--)
            value = value * middle + c[i];
        if ((value < 0) == (at_low < 0))
            low = middle;
        else
            high = middle;
    }
    return low;
}

void polynomial_root_enclose(real_stack* s, const polynomial_root* root, double* lo, double* hi)
{
    const measured m = {s, root};
    double_enclose(compare_double, &m, root->is_exact ? real_about(root->low) : guess_root(root),
                   lo, hi);
}

void polynomial_root_keep(real_stack* s, size_t mark, polynomial_root* root)
{
    real* parts[POLYNOMIAL_DEGREE_MOST + 3];
    int count = 0;
    for (int i = 0; i <= root->of.degree; i++)
        parts[count++] = &root->of.c[i];
    parts[count++] = &root->low;
    if (!root->is_exact) parts[count++] = &root->high;
    // In the order in which they lie, so that none is overwritten before it is moved. No two are one number.
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && parts[k]->x < parts[k - 1]->x; k--) {
            real* const swap = parts[k];
            parts[k] = parts[k - 1];
            parts[k - 1] = swap;
        }
    real_release(s, mark);
    for (int i = 0; i < count; i++)
        if (parts[i]->limbs) *parts[i] = real_keep(s, s->used, *parts[i]);
    if (root->is_exact) root->high = root->low;
}

static real real_copy(real_stack* to, real x)
{
    const size_t at = to->used;
    ASSERT(at + (size_t)x.limbs <= REAL_STACK_WORDS);
    for (int i = 0; i < x.limbs; i++)
        to->words[at + (size_t)i] = x.x[i];
    to->used += (size_t)x.limbs;
    if (to->used > to->peak) to->peak = to->used;
    return (real){x.limbs, x.exponent, to->words + at};
}

polynomial_root polynomial_root_copy(real_stack* to, const polynomial_root* root)
{
    polynomial_root out = {.of = {.degree = root->of.degree}, .is_exact = root->is_exact};
    for (int i = 0; i <= out.of.degree; i++)
        out.of.c[i] = real_copy(to, root->of.c[i]);
    out.low = real_copy(to, root->low);
    out.high = root->is_exact ? out.low : real_copy(to, root->high);
    return out;
}
