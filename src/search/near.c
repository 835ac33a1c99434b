// near.c - see near.h.
#include "search/near.h"

#include "base/base.h"
#include "base/host.h"
#include "geom/nearest.h"
#include "search/team.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define AT_ONCE 16  // triangles of b that are placed at once
#define SETTLE_LEAST                                                                               \
    256  // new candidates that are worth being bounded in doubles before the list grows

// The eigenvalues of M'M are within Gershgorin's circles: so M changes no length by less than the root of the least, nor
// by more than that of the greatest. M is divided by 2^top before, which is above its entries.
static void stretch_bounds(const double m[3][3], int* top, double* least, double* most)
{
    double largest = 0, low = (double)INFINITY, high = 0, x[3][3];
    for (int i = 0; i < 9; i++)
        largest = fabs(m[i / 3][i % 3]) > largest ? fabs(m[i / 3][i % 3]) : largest;
    *top = double_is_zero(largest) ? 0 : double_top(largest);
    for (int i = 0; i < 9; i++)
        x[i / 3][i % 3] = double_scale(m[i / 3][i % 3], -*top);
    for (int i = 0; i < 3; i++) {
        double off = 0, on = 0;
        for (int j = 0; j < 3; j++) {
            const double product = x[0][i] * x[0][j] + x[1][i] * x[1][j] + x[2][i] * x[2][j];
            if (i == j)
                on = product;
            else
                off += fabs(product);
        }
        low = on - off < low ? on - off : low;
        high = on + off > high ? on + off : high;
    }
    low -= 0x1p-48;
    high += 0x1p-48;
    *least = low > 0 ? sqrt(low) * (1 - 0x1p-50) : 0;
    *most = sqrt(high) * (1 + 0x1p-50);
}

near_unit near_unit_make(const relative_side* a, const relative_side* b)
{
    near_unit u;
    const relative_side* const side[2] = {a, b};
    int exponent[2];
    double least[2], most[2];
    for (int i = 0; i < 2; i++) {
        int top;
        stretch_bounds(side[i]->pose->matrix, &top, &least[i], &most[i]);
        exponent[i] = top + side[i]->frame->exponent;
    }
    u.exponent = exponent[0];
    u.shrink[0] = (float)(least[0] * (1 - 0x1p-22));
    u.stretch = (float)(most[0] * (1 + 0x1p-22));
    // Smaller is true of any length: beyond what floats hold, it is.
    const int apart = exponent[1] - exponent[0];
    const double factor = double_scale(least[1], apart > 100 ? 100 : apart) * (1 - 0x1p-22);
    u.shrink[1] = factor >= (double)FLT_MIN ? (float)factor : 0;
    return u;
}

double near_world(const near_unit* unit, float length)
{
    if (!(length < INFINITY)) return (double)INFINITY;
    const double x = double_scale((double)length, unit->exponent);
    return x > 0 ? x : DBL_MIN;  // below the normal numbers: not so small
}

float near_units(const near_unit* unit, double length)
{
    if (!double_is_finite(length)) return INFINITY;
    const double normal = length > DBL_MIN ? length : DBL_MIN;  // others are scaled to 0
    const double x = double_scale(normal, -unit->exponent) * (1 + 0x1p-50);
    if (!(x < (double)FLT_MAX)) return INFINITY;
    return x < (double)FLT_MIN ? FLT_MIN : float_round_up(x);
}

double near_least(const near_unit* unit, double a_scale)
{
    // a_scale is a power of two, or 0, of a model whose size is nothing beside the other: then nothing is known.
    if (double_is_zero(a_scale)) return 0;
    const double x =
        double_scale((double)unit->shrink[0] * (1 - 0x1p-20) / a_scale, unit->exponent);
    return x < (double)INFINITY ? x : 0;
}

// Of units so small, lengths may be below the normal numbers: hi is rounded up there by any factor, so it is no measure of
// what may be left out. The answer is exact then.
#define TOLERANT_EXPONENT (-870)
// Above this a bound in floats may be beyond the doubles in the world, so that hi is not told of it.
#define TOLERANT_EXPONENT_MOST (1023 - 128 - 8)

void near_begin(near_search* n, double absolute, double relative, int keep_touching)
{
    const int is_tolerant =
        n->unit.exponent >= TOLERANT_EXPONENT && n->unit.exponent <= TOLERANT_EXPONENT_MOST;
    n->straight = NULL;
    n->uncertain = 0;
    n->is_part = 0;
    n->absolute = is_tolerant ? absolute : 0;
    n->relative = is_tolerant ? relative : 0;
    n->keep_touching = keep_touching;
    const double tolerance = double_scale(n->absolute, -n->unit.exponent) * (1 - 0x1p-22);
    n->tolerance_unit = tolerance < (double)FLT_MIN   ? 0
                        : tolerance < (double)FLT_MAX ? (float)tolerance
                                                      : FLT_MAX;
    n->hi = n->cut = n->found_hi = (double)INFINITY;
    n->hi_unit = n->cut_unit = INFINITY;
    n->found = (abut_pair){0, 0};
    n->toward[0] = n->toward[1] = n->toward[2] = 0;
}

void near_limit(near_search* n, double hi)
{
    if (!(hi < n->hi)) return;
    n->hi = n->cut = hi;
    n->hi_unit = n->cut_unit = near_units(&n->unit, hi);
}

// What is farther need not be looked at, if some points are hi from each other. hi less it is at most the tolerance.
static double cut_below(const near_search* n, double hi)
{
    const double part = n->relative * hi, tolerance = part > n->absolute ? part : n->absolute;
    double cut = hi - tolerance * (1 - 0x1p-40);
    while (cut > 0 && cut < hi && hi - cut > tolerance)
        cut = double_from_bits(double_bits(cut) + 1);
    return cut < 0 && n->keep_touching ? 0 : cut;
}

void near_lower(near_search* n, double hi, uint32_t a, uint32_t b)
{
    if (!(hi < n->found_hi)) return;
    n->found_hi = hi;
    n->found = (abut_pair){a, b};
    if (!(hi < n->hi)) return;
    n->hi = hi;
    n->cut = cut_below(n, hi);
    n->hi_unit = near_units(&n->unit, hi);
    n->cut_unit = n->cut < 0 ? -1 : near_units(&n->unit, n->cut);
}

// It is turned into a's axes by the transpose, which is the inverse but for a scale. Any direction will do, so none of this
// is bounded; but its square must not underflow.
void near_aim(near_search* n, const double normal[3])
{
    double turned[3], largest = 0;
    for (int k = 0; k < 3; k++) {
        turned[k] = 0;
        for (int i = 0; i < 3; i++)
            turned[k] += n->side[0].pose->matrix[i][k] * normal[i];
        largest = fabs(turned[k]) > largest ? fabs(turned[k]) : largest;
    }
    if (!(largest >= DBL_MIN && largest < (double)INFINITY)) return;
    for (int k = 0; k < 3; k++)
        n->toward[k] = (float)(turned[k] / largest);
}

int near_may_go_on(search* s, size_t number)
{
    if (!number || number % 64) return 1;  // the first ones always: what was found is told
    if (search_is_late(s)) return 0;
    if (s->status == ABUT_OK) s->status = host_progress(s->host, s->done);
    return s->status == ABUT_OK;
}

// Bound a candidate in doubles. Most are as far as those before them: they share what is nearest with one, and its direction
// tells. Returns whether it may still be the nearest.
static int settle(const search* s, near_candidate* c)
{
    near_search* n = s->near;
    if (n->straight) return 1;  // it was bounded before it was kept
    posed_triangle a, b;
    near_place(s, 0, c->a, &a);
    near_place(s, 1, c->b, &b);
    const double along = nearest_along(&a, &b, n->normal);
    c->lo = along > c->lo ? along : c->lo;
    if (PRUNE(c->lo > n->cut)) return 0;
    // As near as the last one, or all but: what its own direction would tell more is seldom enough.
    if (along >= n->hi * (1 - 0x1p-30)) return 1;
    nearest_bounds bounds;
    nearest_bound(&a, &b, &bounds);
    c->lo = bounds.lo > c->lo ? bounds.lo : c->lo;
    near_lower(n, bounds.hi, c->a, c->b);
    if (PRUNE(c->lo > n->cut)) return 0;
    memcpy(n->normal, bounds.normal, sizeof n->normal);
    return 1;
}

// may_stop: the search may be stopped meanwhile; then the others stay as they are.
static int settle_list(search* s, int may_stop)
{
    near_search* n = s->near;
    size_t count = n->settled, i = n->settled;
    for (; i < n->count; i++) {
        near_candidate c = n->list[i];
        if (PRUNE(c.lo > n->cut)) continue;
        if (may_stop && !near_may_go_on(s, i)) break;
        if (settle(s, &c)) n->list[count++] = c;
    }
    const int is_done = i == n->count;
    n->settled = count;
    while (i < n->count)
        n->list[count++] = n->list[i++];
    n->count = count;
    return is_done;
}

// Drop those of the settled ones that are farther than a pair that was found since.
static void drop_far(near_search* n)
{
    size_t count = n->first;
    for (size_t i = n->first; i < n->settled; i++)
        if (!PRUNE(n->list[i].lo > n->cut)) n->list[count++] = n->list[i];
    const size_t others = n->count - n->settled;
    if (others) memmove(n->list + count, n->list + n->settled, others * sizeof *n->list);
    n->settled = count;
    n->count = count + others;
}

int near_settle(search* s)
{
    const int is_done = settle_list(s, 1);
    drop_far(s->near);
    return is_done;
}

static abut_status reserve_list(near_search* n, const abut_host* host, size_t count)
{
    void* list = n->list;
    const abut_status status =
        host_grow(host, &list, &n->capacity, n->count, count, sizeof *n->list);
    n->list = list;
    return status;
}

void near_keep(search* s, double lo, uint32_t a, uint32_t b)
{
    near_search* n = s->near;
    ASSERT(a < s->mesh[0]->triangle_count && b < s->mesh[1]->triangle_count);
    // Where many are as near, doubles tell more. This happens after so many, whatever room there is: so it is the same each
    // time.
    if (n->count - n->settled >= SETTLE_LEAST) settle_list(s, 0);
    if (n->count == n->capacity) {
        drop_far(n);
        if (2 * n->count >= n->capacity) s->status = reserve_list(n, s->host, 2 * n->count + 64);
    }
    if (s->status == ABUT_OK) n->list[n->count++] = (near_candidate){lo, a, b};
}

// In order of a, then b.
static int pair_is_less(const near_candidate* p, const near_candidate* q)
{
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

static void sift(near_candidate* list, size_t at, size_t count)
{
    const near_candidate c = list[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && pair_is_less(&list[child], &list[child + 1])) child++;
        if (!pair_is_less(&c, &list[child])) break;
        list[at] = list[child];
    }
    list[at] = c;
}

// In place: that of the C library may ask for memory.
void near_sort(near_candidate* list, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(list, i, count);
    for (size_t end = count; end-- > 1;) {
        const near_candidate last = list[end];
        list[end] = list[0];
        list[0] = last;
        sift(list, 0, end);
    }
}

// ------------------------------------------------------------------------------------------- sharing

abut_status near_share(near_search* n, const abut_host* host)
{
    if (!n->parts) n->parts = host_allocate(host, TEAM_PARTS_MOST, sizeof *n->parts);
    if (!n->own) {
        n->own = host_allocate(host, 1, sizeof *n->own);
        if (n->own) *n->own = (near_search){.hi = 0};
    }
    return n->parts && n->own ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// All but its memory and what is in it.
static void copy_question(near_search* to, const near_search* from)
{
    const near_search kept = *to;
    *to = *from;
    to->list = kept.list;
    to->count = kept.count;
    to->capacity = kept.capacity;
    to->stack = kept.stack;
    to->stack_capacity = kept.stack_capacity;
    to->far = kept.far;
    to->far_capacity = kept.far_capacity;
    to->parts = kept.parts;
    to->own = kept.own;
    to->first = kept.first;
    to->left = kept.left;
}

abut_status near_open_part(search* s, const near_search* whole, size_t first, size_t count)
{
    if (!s->near) {
        s->near = host_allocate(s->host, 1, sizeof *s->near);
        if (!s->near) return ABUT_OUT_OF_MEMORY;
        *s->near = (near_search){.hi = 0};
    }
    near_search* n = s->near;
    if (n->round != whole->round) n->first = n->count = n->left = 0;
    copy_question(n, whole);
    n->is_part = 1;
    n->settled = n->first;
    void* stack = n->stack;
    const abut_status status =
        host_grow(s->host, &stack, &n->stack_capacity, n->left, n->left + count, sizeof *n->stack);
    n->stack = stack;
    if (status != ABUT_OK) return status;
    memcpy(n->stack + n->left, whole->stack + first, count * sizeof *n->stack);
    return ABUT_OK;
}

void near_close_part(search* s, near_part* out, size_t height)
{
    near_search* n = s->near;
    settle_list(s, 0);
    drop_far(n);
    *out = (near_part){
        n,           n->first, n->count - n->first, n->left,
        height,      n->found, n->found_hi,         {n->toward[0], n->toward[1], n->toward[2]},
        n->may_touch};
    n->first = n->count;
    n->left = height;
}

// Append what a part left.
static abut_status take_part(near_search* whole, const near_part* p, const abut_host* host,
                             size_t* height)
{
    const size_t left = p->left_end - p->left;
    void* stack = whole->stack;
    TRY(reserve_list(whole, host, whole->count + p->count));
    if (p->count)
        memcpy(whole->list + whole->count, p->by->list + p->first, p->count * sizeof *whole->list);
    whole->count += p->count;
    const abut_status status = host_grow(host, &stack, &whole->stack_capacity, *height,
                                         *height + left, sizeof *whole->stack);
    whole->stack = stack;
    TRY(status);
    if (left) memcpy(whole->stack + *height, p->by->stack + p->left, left * sizeof *whole->stack);
    *height += left;
    return ABUT_OK;
}

// Of pairs that touch from the very beginning on the least counts.
static void take_less(near_search* whole, abut_pair pair)
{
    const abut_pair is = whole->found;
    if (pair.a != is.a ? pair.a < is.a : pair.b < is.b) whole->found = pair;
}

abut_status near_gather(search* s, near_search* whole, size_t part_count, size_t* height)
{
    *height = 0;
    for (size_t i = 0; i < part_count; i++) {
        const near_part* p = &whole->parts[i];
        whole->may_touch |= p->may_touch;
        if (whole->straight && !(p->found_hi > 0) && !(whole->found_hi > 0))
            take_less(whole, p->found);
        if (p->found_hi < whole->found_hi) {
            near_lower(whole, p->found_hi, p->found.a, p->found.b);
            memcpy(whole->toward, p->toward, sizeof whole->toward);
        }
    }
    for (size_t i = 0; i < part_count; i++)
        TRY(take_part(whole, &whole->parts[i], s->host, height));
    return ABUT_OK;
}

void near_place_in(const search* s, const pose_pair* poses, int side, uint32_t id,
                   posed_triangle* out)
{
    const double* vertex[3];
    soup_mesh_vertices(s->mesh[side], id, vertex);
    posed_triangle_place(out, poses, side, vertex);
}

void near_place(const search* s, int side, uint32_t id, posed_triangle* out)
{
    near_place_in(s, &s->near->poses, side, id, out);
}

int near_each_pair(search* s, const pose_pair* poses, const uint32_t* a_ids, size_t a_count,
                   const uint32_t* b_ids, size_t b_count, near_pair_function* ask)
{
    posed_triangle a, b[AT_ONCE];
    for (size_t first = 0; first < b_count; first += AT_ONCE) {
        size_t count = 0;
        for (; count < AT_ONCE && first + count < b_count; count++)
            near_place_in(s, poses, 1, b_ids[first + count], &b[count]);
        for (size_t i = 0; i < a_count; i++) {
            near_place_in(s, poses, 0, a_ids[i], &a);
            for (size_t k = 0; k < count; k++)
                if (!ask(s, a_ids[i], &a, b_ids[first + k], &b[k])) return 0;
        }
    }
    return 1;
}

// Bound one pair. Returns 0 if the search must end.
static int bound_pair(search* s, uint32_t a_id, const posed_triangle* a, uint32_t b_id,
                      const posed_triangle* b)
{
    near_search* n = s->near;
    nearest_bounds bounds;
    if (!search_may_test(s)) return 0;
    s->work.triangle_tests++;
    nearest_bound(a, b, &bounds);
    near_lower(n, bounds.hi, a_id, b_id);
    if (PRUNE(bounds.lo > n->cut)) return 1;
    n->may_touch |= !(bounds.lo > 0);
    near_keep(s, bounds.lo, a_id, b_id);
    return s->status == ABUT_OK && (!n->may_touch || n->no_contact);
}

int near_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                   size_t b_count)
{
    return near_each_pair(s, &s->near->poses, a_ids, a_count, b_ids, b_count, bound_pair);
}

static void release(const near_search* n, const abut_host* host)
{
    host_release(host, n->parts, TEAM_PARTS_MOST, sizeof *n->parts);
    host_release(host, n->list, n->capacity, sizeof *n->list);
    host_release(host, n->far, n->far_capacity, sizeof *n->far);
    host_release(host, n->stack, n->stack_capacity, sizeof *n->stack);
}

void near_free(near_search* n, const abut_host* host)
{
    if (n->own) release(n->own, host);
    host_release(host, n->own, 1, sizeof *n->own);
    release(n, host);
    host_release(host, n, 1, sizeof *n);
}
