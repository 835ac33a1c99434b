// sweep.c - see sweep.h (docs/proofs/motion.md, "Motions": the bounds).
#include "search/sweep.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "geom/nearest.h"
#include "geom/tri_tri.h"
#include "geom/vector.h"
#include "search/team.h"

#include <math.h>
#include <string.h>

#define U      0x1p-53
#define TINY   0x1p-500  // above the root of what underflows in a square
#define WINDOW 0x1p-48   // windows are multiples of it

// Tests build the library with 1/32 here, to show that the bounds are needed.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

// Not less than it is.
static inline double length_of(const double x[3])
{
    return sqrt(dot3(x, x)) * (1 + 8 * U) + TINY;
}

sweep_search* sweep_create(const abut_host* host)
{
    sweep_search* w = host_allocate(host, 1, sizeof *w);
    if (w) *w = (sweep_search){.now.half = 0};
    return w;
}

// -------------------------------------------------------------------------------------------- interval

static void find_field(sweep_field* out, const motion_piece* piece, double tau)
{
    double reach = 0;  // of the pivot's roundings
    for (int k = 0; k < 3; k++) {
        out->way[k] = piece->way[k];
        out->spin[k] = piece->angle * piece->axis[k];
        out->pivot[k] = piece->pivot[k] + tau * piece->way[k];
        reach = double_larger(reach, fabs(piece->pivot[k]) + fabs(piece->way[k]));
    }
    out->angle = piece->angle * (1 + 4 * U);
    out->way_error = (piece->way_error + 16 * U * piece->angle * reach) * (1 + 0x1p-30);
    out->stray = (piece->stray + 16 * U * piece->angle) * (1 + 0x1p-30);
    out->bend = (2 + piece->angle) * piece->angle * out->stray * (1 + 0x1p-30);
}

void sweep_set(search* s, const motion_piece* a, const motion_piece* b, double middle, double half)
{
    sweep_search* const w = s->sweep;
    sweep_interval* const i = &w->now;
    const motion_piece* const piece[2] = {a, b};
    i->middle = middle;
    i->half = half;
    i->is_exact = 1;
    for (int side = 0; side < 2; side++) {
        motion_at* const at = &i->at[side];
        motion_find(piece[side], i->middle, at);
        find_field(&i->field[side], piece[side], i->middle);
        w->side[side].pose = &at->pose;
        w->side[side].matrix_error = at->matrix_error;
        w->side[side].translation_error = at->translation_error;
        i->is_exact &= !(at->matrix_error > 0) && !(at->translation_error > 0);
    }
    pose_pair_change(&w->poses, &i->at[0].pose, &i->at[1].pose, 0);
    w->unit = near_unit_make(&w->side[0], &w->side[1]);
    w->before = w->after = (float)i->half;
    w->may_touch = 0;
    w->has_found = 0;
}

// ------------------------------------------------------------------------------------------- triangles

// Place a triangle as it is at the middle, with what its pose lacks in its error.
static void place(const search* s, int side, uint32_t id, posed_triangle* out)
{
    const sweep_search* w = s->sweep;
    const relative_side* r = &w->side[side];
    near_place_in(s, &w->poses, side, id, out);
    double size = 0;
    for (int i = 0; i < 3; i++)
        size = double_larger(size, absolute_sum3(out->vertex[i]));
    out->error += 1.01 * (r->matrix_error * size + r->translation_error);
}

// How the corners of a triangle move along a direction while the interval lasts.
typedef struct projection {
    double height[3], rate[3];  // now, above a's first corner; and what is added to the end
    double height_error;        // of each height
    // No corner is farther than these from where they say, at the end: what grows with time, for each unit of the direction's
    // length; and what grows with its square, along the direction.
    double drift, bend;
    double speed;  // none gets farther than this from where it is now, however it turns
} projection;

// How fast a corner goes. shared: what both bodies go; it is left out.
static void find_velocity(const sweep_field* f, const double shared[3], const double arm[3],
                          double turn[3], double go[3])
{
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        turn[k] = f->spin[x] * arm[y] - f->spin[y] * arm[x];
        go[k] = f->way[k] - shared[k] + turn[k];
    }
}

// By how much the speed of a corner along a direction changes: as much as it is pulled to the axis, which is across that.
// loose: what is not known of that, of any direction.
static double pull_along(const sweep_field* f, const double direction[3], double turning,
                         double reach, double loose)
{
    double across[3];
    cross3(across, direction, f->spin);
    const double length = length_of(direction);
    const double least = f->angle * (f->stray + 0x1p-48 * f->angle) * reach;
    return length_of(across) * turning + length * (loose + least);
}

static void project(const search* s, int side, const posed_triangle* t, const double normal[3],
                    const double from[3], const double shared[3], projection* out)
{
    const sweep_search* w = s->sweep;
    const sweep_field* f = &w->now.field[side];
    const double half = w->now.half;
    const double* const origin = w->poses.side[0].translation;  // of placed points
    double far = 0, terms = 0, reach = 0, turning = 0, going = 0;
    for (int k = 0; k < 3; k++)
        far = double_larger(far, fabs(origin[k]) + fabs(f->pivot[k]));
    for (int i = 0; i < 3; i++) {
        double x[3], arm[3], turn[3], go[3];
        for (int k = 0; k < 3; k++) {
            x[k] = t->point[i][k] - from[k];
            arm[k] = t->point[i][k] + (origin[k] - f->pivot[k]);
        }
        find_velocity(f, shared, arm, turn, go);
        out->height[i] = dot3(normal, x);
        out->rate[i] = half * dot3(normal, go);
        terms = double_larger(terms, fabs(normal[0] * x[0]) + fabs(normal[1] * x[1]) +
                                         fabs(normal[2] * x[2]));
        reach = double_larger(reach, length_of(arm));
        turning = double_larger(turning, length_of(turn));
        going = double_larger(going, length_of(go));
    }
    // Of an arm, in length; then of a velocity.
    const double arm_error = 32 * U * (reach + far) + 2 * t->error;
    const double velocity_error = f->way_error +
                                  (f->stray + 32 * U * f->angle) * (reach + arm_error) +
                                  4 * f->angle * arm_error + 32 * U * (going + turning);
    const double loose =
        f->angle * (4 * f->angle * arm_error + f->way_error) + f->bend * (reach + arm_error);
    const double acceleration = f->angle * turning + loose, most = acceleration * length_of(normal),
                 along = pull_along(f, normal, turning, reach + arm_error, loose);
    out->height_error = 1.01 * t->error * absolute_sum3(normal) + 16 * U * terms + TINY;
    out->drift = half * velocity_error * (1 + 0x1p-30) + TINY;
    out->bend = half * half / 2 * (along < most ? along : most) * (1 + 0x1p-30) + TINY;
    // As fast as now and what it gains meanwhile; or as it can ever be.
    const double way[3] = {f->way[0] - shared[0], f->way[1] - shared[1], f->way[2] - shared[2]};
    const double soon = going + half * acceleration + velocity_error,
                 ever = length_of(way) + turning + (1 + f->angle) * velocity_error;
    out->speed = half * (soon < ever ? soon : ever) * (1 + 0x1p-30) + TINY;
}

// The largest x up to 1 for which height + x slope - x^2 bend is certainly above 0. height is, and bend is not negative.
static double window_of(double height, double slope, double bend)
{
    if (height + slope - bend > 0x1p-48 * (height + fabs(slope) + bend)) return 1;
    // slope - bend < 0: so the denominator is above 0 but for rounding.
    const double x = 2 * height / (sqrt(slope * slope + 4 * bend * height) - slope);
    const double less = (x < 1 ? x : 1) * (1 - 0x1p-16);
    return height + less * slope - less * less * bend > 0 ? less : 0;  // NaN: 0
}

// Widen the windows, in parts of the half, by how long the gap along a direction from a to b certainly stays above the
// separation before and after the middle. Returns how fast the triangles are together, in any direction.
static double try_direction(const search* s, const posed_triangle* a, const posed_triangle* b,
                            const double normal[3], double window[2])
{
    const sweep_interval* i = &s->sweep->now;
    const double* const from = a->point[0];
    const double length = length_of(normal);
    projection p, q;
    project(s, 0, a, normal, from, i->field[0].way, &p);
    project(s, 1, b, normal, from, i->field[0].way, &q);
    double gap[3];  // before, now, after
    for (int e = -1; e <= 1; e++) {
        double high = -(double)INFINITY, low = (double)INFINITY;
        for (int k = 0; k < 3; k++) {
            const double x = p.height[k] + e * p.rate[k], y = q.height[k] + e * q.rate[k];
            high = x > high ? x : high;
            low = y < low ? y : low;
        }
        gap[e + 1] = low - high;
    }
    const double error = (p.height_error + q.height_error) * ABUT_BOUND_SCALE;
    const double drift = (p.drift + q.drift) * length * ABUT_BOUND_SCALE;
    const double bend = (p.bend + q.bend) * ABUT_BOUND_SCALE;
    const double height = gap[1] - error - i->separation * length;
    for (int k = 0; k < 2; k++) {
        const double slope = gap[k ? 2 : 0] - gap[1] - drift;
        const double along = height > 0 ? window_of(height, slope, bend) : 0;
        window[k] = along > window[k] ? along : window[k];
    }
    return p.speed + q.speed;
}

// The normal of a triangle that points where toward does. Returns 0 if it has none.
static int face_normal(const posed_triangle* t, const double toward[3], double out[3])
{
    double u[3], v[3], top = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = t->point[1][k] - t->point[0][k];
        v[k] = t->point[2][k] - t->point[0][k];
    }
    cross3(out, u, v);
    for (int k = 0; k < 3; k++)
        top = double_larger(top, fabs(out[k]));
    if (!(top > 0)) return 0;
    const double one = dot3(out, toward) < 0 ? -top : top;
    for (int k = 0; k < 3; k++)
        out[k] /= one;
    return 1;
}

// How long before and after the middle the distance of two triangles is certainly above the separation, in parts of the
// half; at the middle it is lo, along normal. Where the gap is small that is a rounded direction, which what slides along a
// face soon gets ahead of: the normal of the face is a better one.
static void find_windows(const search* s, const posed_triangle* a, const posed_triangle* b,
                         const nearest_bounds* at_middle, double window[2])
{
    const posed_triangle* const triangle[2] = {a, b};
    window[0] = window[1] = 0;
    const double speed = try_direction(s, a, b, at_middle->normal, window) * ABUT_BOUND_SCALE;
    const double room = (at_middle->lo - s->sweep->now.separation) * (1 - 0x1p-30);
    const double any = room > 0 ? room / speed * (1 - 0x1p-30) : 0;
    for (int k = 0; k < 2; k++)
        window[k] = any > window[k] ? any : window[k];
    for (int side = 0; side < 2 && !(window[0] >= 1 && window[1] >= 1); side++) {
        double normal[3];
        if (face_normal(triangle[side], at_middle->normal, normal))
            (void)try_direction(s, a, b, normal, window);
    }
}

// Whether two triangles are as near as the separation, of exact poses.
static int is_near_exactly(search* s, uint32_t a_id, uint32_t b_id, const posed_triangle* a,
                           const posed_triangle* b, const nearest_bounds* bounds)
{
    const sweep_search* w = s->sweep;
    const double separation = w->now.separation;
    posed_pair pair;
    const corners of_a = soup_mesh_corners(s->mesh[0], a_id),
                  of_b = soup_mesh_corners(s->mesh[1], b_id);
    posed_pair_prepare(&pair, &w->poses, a, b);
    const abut_kind kind = tri_tri(&pair, &of_a, &of_b);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&pair);
    if (kind != ABUT_KIND_APART || !(separation > 0)) return kind != ABUT_KIND_APART;
    exact_points e;
    nearest_square square;
    const double* vertex[6] = {a->vertex[0], a->vertex[1], a->vertex[2],
                               b->vertex[0], b->vertex[1], b->vertex[2]};
    exact_points_make(&e, &w->poses, vertex, EXACT_RELATIVE);
    nearest_exact(&e, bounds->features, 0, &square);
    s->work.exact_tests++;
    return nearest_compare_double(&square, separation) <= 0;
}

// Two triangles that are not certainly apart at the middle.
static sweep_verdict look_nearer(search* s, uint32_t a_id, uint32_t b_id, const posed_triangle* a,
                                 const posed_triangle* b, const nearest_bounds* bounds)
{
    sweep_search* const w = s->sweep;
    const double separation = w->now.separation;
    const int is_proof = !(w->now.half > 0) && w->now.is_exact;
    const int is_near = separation > 0 && bounds->hi <= separation;
    if (is_near || posed_triangles_cross(a, b) ||
        (is_proof && is_near_exactly(s, a_id, b_id, a, b, bounds))) {
        w->found = (abut_pair){a_id, b_id};
        w->has_found = 1;
        return SWEEP_FOUND;
    }
    return is_proof ? SWEEP_FREE : SWEEP_OPEN;
}

// How long two triangles are certainly apart.
static sweep_verdict look_ahead(const search* s, const posed_triangle* a, const posed_triangle* b,
                                const nearest_bounds* bounds, float window[2])
{
    const double half = s->sweep->now.half;
    if (!(half > 0) && bounds->lo > s->sweep->now.separation) return SWEEP_FREE;
    double part[2];
    find_windows(s, a, b, bounds, part);
    if (part[0] >= 1 && part[1] >= 1) return SWEEP_FREE;
    for (int k = 0; k < 2; k++)
        window[k] = (float)((part[k] < 1 ? part[k] : 1) * half * (1 - 0x1p-20));
    return SWEEP_OPEN;
}

sweep_verdict sweep_pair(search* s, uint32_t a_id, uint32_t b_id, float window[2])
{
    posed_triangle a, b;
    nearest_bounds bounds;
    place(s, 0, a_id, &a);
    place(s, 1, b_id, &b);
    nearest_bound(&a, &b, &bounds);
    window[0] = window[1] = 0;
    sweep_verdict verdict = SWEEP_OPEN;
    if (!(bounds.lo > s->sweep->now.separation))
        verdict = look_nearer(s, a_id, b_id, &a, &b, &bounds);
    // Along the direction itself a gap may be known that lo is too coarse for.
    return verdict == SWEEP_OPEN ? look_ahead(s, &a, &b, &bounds, window) : verdict;
}

// ---------------------------------------------------------------------------------------------- front

int sweep_keep(search* s, sweep_entry e)
{
    sweep_search* const w = s->sweep;
    if (w->entry_count == w->entry_capacity) {
        void* entries = w->entries;
        s->status = host_grow(s->host, &entries, &w->entry_capacity, w->entry_count,
                              w->entry_count + 1, sizeof *w->entries);
        w->entries = entries;
        if (s->status != ABUT_OK) return 0;
    }
    // So that sums with times of the interval are exact. A float of 2^-48 or more keeps what is above its last bit.
    float* const window[2] = {&e.before, &e.after};
    for (int k = 0; k < 2; k++)
        *window[k] = (float)((double)(int64_t)((double)*window[k] / WINDOW) * WINDOW);
    w->before = e.before < w->before ? e.before : w->before;
    w->after = e.after < w->after ? e.after : w->after;
    w->may_touch |= !(e.before + e.after > 0);
    w->entries[w->entry_count++] = e;
    return 1;
}

// Look at one pair. Returns 0 if the search must end.
static int look_at(search* s, uint32_t a, uint32_t b)
{
    if (!search_may_test(s)) return 0;
    s->work.triangle_tests++;
    float window[2];
    switch (sweep_pair(s, a, b, window)) {
    case SWEEP_FREE:
        return 1;
    case SWEEP_OPEN:
        return sweep_keep(s, (sweep_entry){a, b, window[0], window[1], 0});
    case SWEEP_FOUND:
        break;
    }
    return 0;
}

static void look_at_all(search* s)
{
    const size_t a_count = s->mesh[0]->triangle_count, b_count = s->mesh[1]->triangle_count;
    for (uint32_t a = 0; a < a_count; a++)
        for (uint32_t b = 0; b < b_count; b++)
            if (soup_mesh_has(s->mesh[0], a) && soup_mesh_has(s->mesh[1], b) && !look_at(s, a, b))
                return;
}

void sweep_brute(search* s)
{
    sweep_search* const w = s->sweep;
    if (w->is_root) {
        look_at_all(s);
        return;
    }
    for (size_t i = w->first; i < w->first + w->count; i++) {
        const sweep_entry e = w->entries[i];  // they move as they grow
        if (PRUNE(sweep_is_within(w, &e))) continue;
        if (!look_at(s, e.opened, e.other)) return;
    }
}

// ---------------------------------------------------------------------------------------------- parts

abut_status sweep_share(sweep_search* w, const abut_host* host)
{
    if (!w->parts) w->parts = host_allocate(host, TEAM_PARTS_MOST, sizeof *w->parts);
    if (!w->own) w->own = sweep_create(host);
    w->round++;
    return w->parts && w->own ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// All but its memory and what is in it.
static void copy_question(sweep_search* to, const sweep_search* from)
{
    const sweep_search kept = *to;
    *to = *from;
    to->entries = kept.entries;
    to->entry_capacity = kept.entry_capacity;
    to->entry_count = 0;
    to->parts = kept.parts;
    to->own = kept.own;
}

abut_status sweep_open_part(search* s, const sweep_search* whole)
{
    if (!s->sweep) s->sweep = sweep_create(s->host);
    sweep_search* const w = s->sweep;
    if (!w) return ABUT_OUT_OF_MEMORY;
    if (w->round != whole->round) copy_question(w, whole);
    w->part_first = w->entry_count;
    w->before = w->after = (float)w->now.half;
    w->may_touch = w->has_found = 0;
    return ABUT_OK;
}

void sweep_close_part(const search* s, sweep_part* out)
{
    const sweep_search* w = s->sweep;
    *out = (sweep_part){w,
                        w->part_first,
                        w->entry_count - w->part_first,
                        w->before,
                        w->after,
                        w->may_touch,
                        w->has_found,
                        w->found};
}

abut_status sweep_gather(sweep_search* whole, size_t part_count, const abut_host* host)
{
    size_t count = whole->entry_count;
    for (size_t i = 0; i < part_count; i++)
        count += whole->parts[i].count;
    void* entries = whole->entries;
    const abut_status status = host_grow(host, &entries, &whole->entry_capacity, whole->entry_count,
                                         count, sizeof *whole->entries);
    whole->entries = entries;
    TRY(status);
    for (size_t i = 0; i < part_count; i++) {
        const sweep_part* p = &whole->parts[i];
        ASSERT(!p->has_found);
        if (!p->count) continue;
        memcpy(whole->entries + whole->entry_count, p->by->entries + p->first,
               p->count * sizeof *whole->entries);
        whole->entry_count += p->count;
        whole->before = p->before < whole->before ? p->before : whole->before;
        whole->after = p->after < whole->after ? p->after : whole->after;
        whole->may_touch |= p->may_touch;
    }
    return ABUT_OK;
}

void sweep_gather_found(sweep_search* whole, size_t part)
{
    ASSERT(whole->parts[part].has_found);
    whole->has_found = 1;
    whole->found = whole->parts[part].found;
}

static void release(sweep_search* w, const abut_host* host)
{
    host_release(host, w->parts, TEAM_PARTS_MOST, sizeof *w->parts);
    host_release(host, w->entries, w->entry_capacity, sizeof *w->entries);
    host_release(host, w, 1, sizeof *w);
}

void sweep_free(sweep_search* w, const abut_host* host)
{
    if (w->own) release(w->own, host);  // which has none of its own
    release(w, host);
}
