// quick_kernel.c - leaves and boxes where builds are quick (quick.h): of the leaves of a set at once, a lane each, of
// eight sets, and of what is above them.
//
// Extents are measured along the axes as they are stored, not along their duals: what that errs by is in
// docs/proofs/boxes.md, "Boxes of quick builds".
#include "base/simd.h"
#include "engine/build/extents.inl"
#include "engine/build/fit.h"
#include "engine/build/lane_boxes.inl"
#include "engine/build/lanes3.inl"
#include "engine/build/quick.h"

// Of so many leaves corners are measured once more; of more of them the sets' boxes are.
#define CORNERS_MEASURED 256

// The leaves of a set: corner i of each.
typedef struct block {
    lanes3 x[CORNERS];  // from the leaf's origin
    lanes3 z[CORNERS];  // from the set's reference
    lanes3 origin;
    lanes reach, there;  // there: 1, or 0 in lanes that repeat the first leaf
} block;

// ------------------------------------------------------------------------------------------ blocks

static void load_block(block* b, const wide_leaf* leaves, uint32_t count, const float reference[3])
{
    const wide_leaf* leaf[WIDE_LANES];
    for (uint32_t j = 0; j < WIDE_LANES; j++) {
        leaf[j] = &leaves[j < count ? j : 0];
        b->origin.x[j] = leaf[j]->origin[0];
        b->origin.y[j] = leaf[j]->origin[1];
        b->origin.z[j] = leaf[j]->origin[2];
        b->reach[j] = leaf[j]->reach;
        b->there[j] = j < count ? 1 : 0;
    }
    const lanes3 from = {b->origin.x - lanes_all(reference[0]),
                         b->origin.y - lanes_all(reference[1]),
                         b->origin.z - lanes_all(reference[2])};
    for (int v = 0; v < 3; v++) {
        lanes x[WIDE_LEAF], y[WIDE_LEAF], z[WIDE_LEAF];
        load_corner(leaf, 3 * v, x);
        load_corner(leaf, 3 * v + 1, y);
        load_corner(leaf, 3 * v + 2, z);
        for (int t = 0; t < WIDE_LEAF; t++) {
            const int i = v * WIDE_LEAF + t;
            b->x[i] = (lanes3){x[t], y[t], z[t]};
            b->z[i] = (lanes3){x[t] + from.x, y[t] + from.y, z[t] + from.z};
        }
    }
}

// Numbers that would read as 0 under denormals-are-zero are 0 already here.
static inline lanes stored(lanes x)
{
    return lanes_choose(lanes_abs(x) < 0x1p-100F, lanes_all(0), x);
}

static inline lanes3 stored3(lanes3 a)
{
    return (lanes3){stored(a.x), stored(a.y), stored(a.z)};
}

static inline void extent(const lanes3* points, lanes3 along, lanes* low, lanes* high)
{
    *low = *high = dot(along, points[0]);
    for (int i = 1; i < CORNERS; i++) {
        const lanes x = dot(along, points[i]);
        *low = lanes_min(*low, x);
        *high = lanes_max(*high, x);
    }
}

static inline lanes area_of_sides(const lanes low[3], const lanes high[3])
{
    const lanes a = high[0] - low[0], b = high[1] - low[1], c = high[2] - low[2];
    return a * b + b * c + c * a;
}

static void begin_with_file(lane_boxes* out, const lanes3* points)
{
    for (int i = 0; i < 3; i++)
        out->axis[i] = (lanes3){lanes_all(i == 0), lanes_all(i == 1), lanes_all(i == 2)};
    lanes3 low = points[0], high = low;
    for (int i = 1; i < CORNERS; i++) {
        low = (lanes3){lanes_min(low.x, points[i].x), lanes_min(low.y, points[i].y),
                       lanes_min(low.z, points[i].z)};
        high = (lanes3){lanes_max(high.x, points[i].x), lanes_max(high.y, points[i].y),
                        lanes_max(high.z, points[i].z)};
    }
    out->low[0] = low.x, out->low[1] = low.y, out->low[2] = low.z;
    out->high[0] = high.x, out->high[1] = high.y, out->high[2] = high.z;
    out->area = area_of_sides(out->low, out->high);
}

// Take a box where it is smaller.
static void offer_box(lane_boxes* best, const lane_boxes* other)
{
    const lanes_int better = other->area < best->area;
    best->area = lanes_choose(better, other->area, best->area);
    for (int i = 0; i < 3; i++) {
        best->axis[i] = choose3(better, other->axis[i], best->axis[i]);
        best->low[i] = lanes_choose(better, other->low[i], best->low[i]);
        best->high[i] = lanes_choose(better, other->high[i], best->high[i]);
    }
}

// ------------------------------------------------------------------------------------------ leaves

// The normals of a block's triangles, each as long as twice its area, in units of the square of a scale.
static inline void find_normals(const block* b, lanes scale, lanes3 normal[WIDE_LEAF])
{
    for (int t = 0; t < WIDE_LEAF; t++) {
        const lanes3 p = b->x[t];
        normal[t] = cross(times(subtract(b->x[WIDE_LEAF + t], p), scale),
                          times(subtract(b->x[2 * WIDE_LEAF + t], p), scale));
    }
}

// Beside the file's axes: the mean of the normals, and across it each edge of the largest triangle.
static void fit_leaves(lane_boxes* best, const block* b, const lanes3 normal[WIDE_LEAF],
                       lanes scale)
{
    lanes3 mean, corner[3] = {b->x[0], b->x[WIDE_LEAF], b->x[2 * WIDE_LEAF]}, largest = normal[0];
    lanes most = dot(largest, largest);
    for (int t = 1; t < WIDE_LEAF; t++) {
        const lanes size = dot(normal[t], normal[t]);
        const lanes_int larger = size > most;
        most = lanes_choose(larger, size, most);
        largest = choose3(larger, normal[t], largest);
        for (int v = 0; v < 3; v++)
            corner[v] = choose3(larger, b->x[v * WIDE_LEAF + t], corner[v]);
    }
    mean = (lanes3){lanes_all(0), lanes_all(0), lanes_all(0)};
    for (int t = 0; t < WIDE_LEAF; t++) {
        const lanes sign =
            (lanes)(((lanes_int)dot(normal[t], largest) & INT32_MIN) | (lanes_int)lanes_all(1));
        mean = (lanes3){mean.x + sign * normal[t].x, mean.y + sign * normal[t].y,
                        mean.z + sign * normal[t].z};
    }
    begin_with_file(best, b->x);
    lane_boxes own;
    own.axis[0] = stored3(unit(mean));
    extent(b->x, own.axis[0], &own.low[0], &own.high[0]);
    for (int v = 0; v < 3; v++) {
        const lanes3 edge = times(subtract(corner[v == 2 ? 0 : v + 1], corner[v]), scale);
        const lanes3 across = subtract(edge, times(own.axis[0], dot(edge, own.axis[0])));
        const lanes_int is_sound = 16 * dot(across, across) > dot(edge, edge);
        own.axis[1] = stored3(unit(across));
        own.axis[2] = stored3(cross(own.axis[0], own.axis[1]));
        for (int i = 1; i < 3; i++)
            extent(b->x, own.axis[i], &own.low[i], &own.high[i]);
        own.area = lanes_choose(is_sound, area_of_sides(own.low, own.high), lanes_all(FLT_MAX));
        offer_box(best, &own);
    }
}

// ----------------------------------------------------------------------------------------- moments

static inline float lanes_sum(lanes x)
{
    const lanes_halves h = lanes_split(x);
    return sum_of(h.half[0] + h.half[1]);
}

// As if a triangle's weight were in its corners.
static void sum_block(const block* b, const lanes3 normal[WIDE_LEAF], lanes scale,
                      quick_moments* out)
{
    lanes sum[10];
    for (int i = 0; i < 10; i++)
        sum[i] = lanes_all(0);
    const lanes unit_area = b->there / (scale * scale);
    for (int t = 0; t < WIDE_LEAF; t++) {
        const lanes weight = lanes_root(dot(normal[t], normal[t])) * unit_area;
        sum[0] += 3 * weight;
        for (int v = 0; v < 3; v++) {
            const lanes3 p = b->z[v * WIDE_LEAF + t], w = times(p, weight);
            sum[1] += w.x;
            sum[2] += w.y;
            sum[3] += w.z;
            sum[4] += w.x * p.x;
            sum[5] += w.x * p.y;
            sum[6] += w.x * p.z;
            sum[7] += w.y * p.y;
            sum[8] += w.y * p.z;
            sum[9] += w.z * p.z;
        }
    }
    out->weight = lanes_sum(sum[0]);
    for (int k = 0; k < 3; k++)
        out->first[k] = lanes_sum(sum[1 + k]);
    for (int i = 0; i < 6; i++)
        out->second[i] = lanes_sum(sum[4 + i]);
}

static void principal_of_moments(const quick_moments* const of[WIDE_LANES], lanes3 axes[3])
{
    lanes weight, first[3], c[6];
    for (uint32_t lane = 0; lane < WIDE_LANES; lane++) {
        const quick_moments* const own = of[lane];
        weight[lane] = own->weight;
        for (int k = 0; k < 3; k++)
            first[k][lane] = own->first[k];
        for (int i = 0; i < 6; i++)
            c[i][lane] = own->second[i];
    }
    const lanes share = 1 / lanes_choose(weight > 0, weight, lanes_all(1));
    for (int i = 0, n = 0; i < 3; i++) {
        for (int k = i; k < 3; k++, n++)
            c[n] -= first[i] * first[k] * share;
    }
    principal(c, axes);
    for (int i = 0; i < 3; i++)
        axes[i] = stored3(axes[i]);
}

static void axes_of_lane(const lanes3 axes[3], uint32_t lane, float out[9])
{
    for (int i = 0; i < 3; i++) {
        out[3 * i] = axes[i].x[lane];
        out[3 * i + 1] = axes[i].y[lane];
        out[3 * i + 2] = axes[i].z[lane];
    }
}

// ------------------------------------------------------------------------------------------- clouds

typedef struct cloud_box {
    float axis[3][3], low[3], high[3], area;
} cloud_box;

static void cloud_extent(const block* b, const float axis[3], float* low, float* high)
{
    const lanes3 along = {lanes_all(axis[0]), lanes_all(axis[1]), lanes_all(axis[2])};
    lanes l, h;
    extent(b->z, along, &l, &h);
    *low = lanes_least(l);
    *high = -lanes_least(-h);
}

static float cloud_area(const cloud_box* c)
{
    const float x = c->high[0] - c->low[0], y = c->high[1] - c->low[1], z = c->high[2] - c->low[2];
    return x * y + y * z + z * x;
}

// Turn axes by 45 degrees about the one along which the box is shortest, which is returned.
static int turn_box(cloud_box* turned, const cloud_box* b)
{
    int thin = 0;
    for (int i = 1; i < 3; i++) {
        if (b->high[i] - b->low[i] < b->high[thin] - b->low[thin]) thin = i;
    }
    *turned = *b;
    const int j = (thin + 1) % 3, l = (thin + 2) % 3;
    for (int k = 0; k < 3; k++) {
        const float x = b->axis[j][k] * 0x1.6a09e6p-1F, y = b->axis[l][k] * 0x1.6a09e6p-1F;
        turned->axis[j][k] = as_stored((double)(x + y));
        turned->axis[l][k] = as_stored((double)(x - y));
    }
    return thin;
}

// The file's axes, others, and these turned. Returns how far points reach.
static float fit_cloud(cloud_box* best, const block* b, const float axes[9])
{
    cloud_box own, turned;
    float farthest = 0;
    lane_boxes file;
    begin_with_file(&file, b->z);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            best->axis[i][k] = i == k;
        best->low[k] = lanes_least(file.low[k]);
        best->high[k] = -lanes_least(-file.high[k]);
        farthest = best->high[k] > farthest ? best->high[k] : farthest;
        farthest = -best->low[k] > farthest ? -best->low[k] : farthest;
    }
    best->area = cloud_area(best);
    memcpy(own.axis, axes, sizeof own.axis);
    for (int i = 0; i < 3; i++)
        cloud_extent(b, own.axis[i], &own.low[i], &own.high[i]);
    own.area = cloud_area(&own);
    const int thin = turn_box(&turned, &own);
    for (int i = thin + 1; i < thin + 3; i++)
        cloud_extent(b, turned.axis[i % 3], &turned.low[i % 3], &turned.high[i % 3]);
    turned.area = cloud_area(&turned);
    if (own.area < best->area) *best = own;
    if (turned.area < best->area) *best = turned;
    return farthest;
}

static void put_cloud(lane_boxes* to, uint32_t lane, const cloud_box* c)
{
    for (int i = 0; i < 3; i++) {
        to->axis[i].x[lane] = c->axis[i][0];
        to->axis[i].y[lane] = c->axis[i][1];
        to->axis[i].z[lane] = c->axis[i][2];
        to->low[i][lane] = c->low[i];
        to->high[i][lane] = c->high[i];
    }
}

// --------------------------------------------------------------------------------------------- sets

// Write the leaves of a set.
static void fill_leaves(const quick_request* q, const quick_set* s)
{
    wide_leaf* leaf = q->leaves + s->leaf;
    uint32_t ids[WIDE_LEAF], count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t own = q->order[s->first + i];
        if (count && own & QUICK_FIRST) {
            ISA(fit).fill(leaf++, q->m, q->place, ids, count);
            count = 0;
        }
        ids[count++] = own & ~QUICK_FIRST;
    }
    ISA(fit).fill(leaf, q->m, q->place, ids, count);
}

// Write the leaves of a set, and its node if there are several. Returns a bound of its boxes' defects.
static double build_set(const quick_request* q, const quick_set* s, block* b, quick_moments* of)
{
    fill_leaves(q, s);
    memcpy(of->reference, q->leaves[s->leaf].origin, sizeof of->reference);
    load_block(b, q->leaves + s->leaf, s->leaves, of->reference);
    lanes3 normal[WIDE_LEAF];
    const lanes scale = 1 / lanes_max(b->reach, lanes_all(0x1p-60F));
    find_normals(b, scale, normal);
    sum_block(b, normal, scale, of);
    if (s->leaves < 2) return 0;
    wide_node* const n = q->nodes + s->node;
    lane_boxes boxes;
    fit_leaves(&boxes, b, normal, scale);
    for (uint32_t i = 0; i < WIDE_LANES; i++)
        n->child[i] = i < s->leaves ? ~(int32_t)(s->leaf + i) : 0;
    return close_boxes(n, &boxes, s->leaves, b->origin, b->reach, q->widen);
}

static double quick_sets(const quick_request* q, size_t first, size_t count)
{
    block blocks[WIDE_LANES];
    lane_boxes boxes;
    lanes3 axes[3], origin;
    lanes reaches;
    cloud_box best;
    const quick_moments* of[WIDE_LANES];
    double defect = 0;
    for (size_t i = 0; i < count; i++) {
        const double own = build_set(q, &q->sets[first + i], &blocks[i], &q->moments[first + i]);
        defect = own > defect ? own : defect;
    }
    for (size_t lane = 0; lane < WIDE_LANES; lane++)
        of[lane] = &q->moments[first + (lane < count ? lane : 0)];
    principal_of_moments(of, axes);
    for (uint32_t lane = 0; lane < WIDE_LANES; lane++) {
        float own[9];
        axes_of_lane(axes, lane, own);
        reaches[lane] = fit_cloud(&best, &blocks[lane < count ? lane : 0], own);
        put_cloud(&boxes, lane, &best);
        origin.x[lane] = of[lane]->reference[0];
        origin.y[lane] = of[lane]->reference[1];
        origin.z[lane] = of[lane]->reference[2];
    }
    wide_node* const n = &q->boxes[first / WIDE_LANES];
    const double own = close_boxes(n, &boxes, (uint32_t)count, origin, reaches, q->widen);
    return own > defect ? own : defect;
}

// ------------------------------------------------------------------------------------------- above

// The boxes of sets first to end - 1.
typedef struct box_range {
    const wide_node* boxes;
    uint32_t first, end;
    lanes3 reference;
} box_range;

static inline lanes_int lanes_in_range(const box_range* r, uint32_t group)
{
    const lanes_int set = {0, 1, 2, 3, 4, 5, 6, 7};
    const lanes_int at = set + lanes_int_all((int32_t)(group * WIDE_LANES));
    return (at >= lanes_int_all((int32_t)r->first)) & (at < lanes_int_all((int32_t)r->end));
}

static inline lanes3 centre_from(const box_range* r, const wide_node* n)
{
    const lanes3 centre = {lanes_load(n->centre[0]), lanes_load(n->centre[1]),
                           lanes_load(n->centre[2])};
    return subtract(centre, r->reference);
}

// How far boxes reach along three axes.
static void measure_range(const box_range* r, cloud_box* c)
{
    lanes low[3], high[3];
    lanes3 axis[3];
    for (int i = 0; i < 3; i++) {
        low[i] = high[i] = lanes_all(FLT_MAX);
        axis[i] =
            (lanes3){lanes_all(c->axis[i][0]), lanes_all(c->axis[i][1]), lanes_all(c->axis[i][2])};
    }
    for (uint32_t g = r->first / WIDE_LANES; g * WIDE_LANES < r->end; g++) {
        const wide_node* const n = &r->boxes[g];
        const lanes_int there = lanes_in_range(r, g);
        const lanes3 centre = centre_from(r, n);
        for (int i = 0; i < 3; i++) {
            lanes size = lanes_all(0);
            for (int j = 0; j < 3; j++) {
                const lanes3 own = {lanes_load(n->axis[3 * j]), lanes_load(n->axis[3 * j + 1]),
                                    lanes_load(n->axis[3 * j + 2])};
                size += lanes_abs(dot(axis[i], own)) * lanes_load(n->half[j]);
            }
            const lanes along = dot(axis[i], centre), far = lanes_all(FLT_MAX);
            low[i] = lanes_min(low[i], lanes_choose(there, along - size, far));
            high[i] = lanes_min(high[i], lanes_choose(there, -along - size, far));
        }
    }
    for (int i = 0; i < 3; i++) {
        c->low[i] = lanes_least(low[i]);
        c->high[i] = -lanes_least(high[i]);
    }
    c->area = cloud_area(c);
}

// The largest coordinate of a centre from the reference, and sum of half lengths.
static float reach_of_range(const box_range* r)
{
    lanes most = lanes_all(0), size = most;
    for (uint32_t g = r->first / WIDE_LANES; g * WIDE_LANES < r->end; g++) {
        const wide_node* const n = &r->boxes[g];
        const lanes_int there = lanes_in_range(r, g);
        const lanes3 c = centre_from(r, n);
        const lanes own = lanes_max(lanes_max(lanes_abs(c.x), lanes_abs(c.y)), lanes_abs(c.z));
        const lanes half = lanes_load(n->half[0]) + lanes_load(n->half[1]) + lanes_load(n->half[2]);
        most = lanes_max(most, lanes_choose(there, own, lanes_all(0)));
        size = lanes_max(size, lanes_choose(there, half, lanes_all(0)));
    }
    return -lanes_least(-most) - lanes_least(-size);
}

// How far the corners of leaves reach along the axes of a box. Returns what their error is a part of.
static float measure_corners(cloud_box* c, const float reference[3], const wide_leaf* leaves,
                             size_t count)
{
    extents e;
    double along[9], from[3];
    for (int i = 0; i < 9; i++)
        along[i] = (double)c->axis[i / 3][i % 3];
    for (int k = 0; k < 3; k++)
        from[k] = (double)reference[k];
    measure_leaves(&e, along, from, leaves, count);
    memcpy(c->low, e.low, sizeof c->low);
    memcpy(c->high, e.high, sizeof c->high);
    return e.reach + e.offset;
}

// The file's axes, others, and these turned by 45 degrees about the shortest side.
static void fit_range(cloud_box* best, const box_range* r, const float axes[9])
{
    cloud_box own, turned;
    for (int i = 0; i < 9; i++)
        best->axis[i / 3][i % 3] = i % 4 == 0;
    memcpy(own.axis, axes, sizeof own.axis);
    measure_range(r, best);
    measure_range(r, &own);
    turn_box(&turned, &own);
    measure_range(r, &turned);
    if (own.area < best->area) *best = own;
    if (turned.area < best->area) *best = turned;
}

static double quick_above(const quick_request* q, size_t node)
{
    const collapse* const c = q->plan;
    const wide_span* const span = &c->spans[node];
    const int32_t* const child = c->t.nodes[node].child;
    wide_node* const n = &q->nodes[q->number[node]];
    const quick_moments* of[WIDE_LANES];
    lane_boxes boxes = {.area = lanes_all(0)};
    lanes3 axes[3], origin = {lanes_all(0), lanes_all(0), lanes_all(0)};
    lanes reaches = lanes_all(0);
    unsigned sets = 0;
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        const int32_t own = child[lane < span->count ? lane : 0];
        of[lane] = own < 0 ? &q->moments[~own] : &q->above[own];
        sets |= (own < 0 ? 1u : 0u) << lane;
    }
    if (sets != 0xFF) principal_of_moments(of, axes);
    for (int i = 0; i < 3; i++)  // of the lanes of sets, which are copied below
        boxes.axis[i] = (lanes3){lanes_all(i == 0), lanes_all(i == 1), lanes_all(i == 2)};
    for (int lane = 0; lane < span->count; lane++) {
        if (sets >> lane & 1) continue;
        const float* const from = of[lane]->reference;
        const box_range r = {q->boxes,
                             span->leaf[lane],
                             span->leaf[lane + 1],
                             {lanes_all(from[0]), lanes_all(from[1]), lanes_all(from[2])}};
        cloud_box best;
        float own[9];
        axes_of_lane(axes, (uint32_t)lane, own);
        fit_range(&best, &r, own);
        const quick_set *begin = &q->sets[r.first], *last = &q->sets[r.end - 1];
        const uint32_t leaves = last->leaf + last->leaves - begin->leaf;
        reaches[lane] = leaves <= CORNERS_MEASURED
                            ? measure_corners(&best, from, q->leaves + begin->leaf, leaves)
                            : reach_of_range(&r);
        put_cloud(&boxes, (uint32_t)lane, &best);
        origin.x[lane] = from[0];
        origin.y[lane] = from[1];
        origin.z[lane] = from[2];
    }
    const double defect = close_boxes(n, &boxes, (uint32_t)span->count, origin, reaches, q->widen);
    for (int lane = 0; lane < span->count; lane++) {
        const uint32_t set = span->leaf[lane];
        if (sets >> lane & 1)
            copy_lane_from(n, lane, &q->boxes[set / WIDE_LANES], (int)(set % WIDE_LANES));
    }
    return defect;
}

const quick_kernel ISA(quick) = {quick_sets, quick_above};
