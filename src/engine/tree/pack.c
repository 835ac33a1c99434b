// pack.c - see pack.h. Bounds: docs/proofs/boxes.md, "Packed boxes", "Short leaves".
#include "engine/tree/pack.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <math.h>

// Since an entry of an unpacked axis errs by at most WIDE_AXIS_ERROR: these axes, as rows and as columns, are
// orthonormal up to 3.5 times that;
#define AXIS_DEFECT 0x1p-18
// and along them a point has other coordinates, by so much of the sum of half lengths.
#define HALF_ERROR (1.8 * WIDE_AXIS_ERROR)
#define ROUNDING   0x1p-40  // of all that is done here in doubles

#define SHORT_LEAST 0x1p-110F  // smaller units are no more than the error of a corner that is 0

#define UNIT_LEAST 0x1p-22  // multiples of it up to 4 are floats
#define SMALL_MOST 32767

#define NODES_PER_TASK 4096
#define MODEL_BYTES    1024  // a model's own are fewer

typedef struct packer {
    const wide_node* from;
    wide_packed* to;
    size_t count;
} packer;

// ------------------------------------------------------------------------------------------- axes

// The order of the axes, and their signs, that turn the box least: the same box is meant.
static matrix3 nearest_axes(const matrix3* axes)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    double best = 0, cross[3];
    matrix3 turned = *axes;
    cross3(cross, axes->row[0], axes->row[1]);
    const int is_mirrored = dot3(cross, axes->row[2]) < 0;
    for (int i = 0; i < 6; i++) {
        double sign[3], trace = 0;
        int negative = is_mirrored ^ (i > 2), least = 0;
        for (int k = 0; k < 3; k++) {
            const double on = axes->row[orders[i][k]][k];
            sign[k] = on < 0 ? -1 : 1;
            negative ^= on < 0;
            trace += fabs(on);
            if (fabs(on) < fabs(axes->row[orders[i][least]][least])) least = k;
        }
        if (negative) {
            sign[least] = -sign[least];
            trace -= 2 * fabs(axes->row[orders[i][least]][least]);
        }
        if (trace <= best) continue;
        best = trace;
        for (int k = 0; k < 3; k++) {
            for (int x = 0; x < 3; x++)
                turned.row[k][x] = sign[k] * axes->row[orders[i][k]][x];
        }
    }
    return turned;
}

static int32_t nearest(double x, double most)
{
    ASSERT(!isnan(x));
    return (int32_t)floor((x < -most ? -most : x < most ? x : most) + 0.5);
}

static int16_t nearest_small(double x)
{
    return (int16_t)nearest(x, SMALL_MOST);
}

// Find the numbers of a rotation near by, and the axes that are meant by them.
static matrix3 pack_axes(const matrix3* axes, int16_t turn[3])
{
    matrix3 meant;
    const matrix3 r = nearest_axes(axes);
    // 4 w^2; no turn of a cube onto itself is nearer, so that w > 0.85.
    const double w2 = 1 + r.row[0][0] + r.row[1][1] + r.row[2][2];
    const double to_units = 1 / ((double)WIDE_TURN_UNIT * w2);
    turn[0] = nearest_small((r.row[1][2] - r.row[2][1]) * to_units);
    turn[1] = nearest_small((r.row[2][0] - r.row[0][2]) * to_units);
    turn[2] = nearest_small((r.row[0][1] - r.row[1][0]) * to_units);
    double g[3];
    for (int k = 0; k < 3; k++)
        g[k] = turn[k] * (double)WIDE_TURN_UNIT;
    const double s = 2 / (1 + dot3(g, g));
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        meant.row[i][i] = 1 - s * (g[j] * g[j] + g[k] * g[k]);
        meant.row[i][j] = s * (g[i] * g[j] + g[k]);
        meant.row[i][k] = s * (g[i] * g[k] - g[j]);
    }
    return meant;
}

// ------------------------------------------------------------------------------------------ centres

// Choose origin and unit so that every centre is within reach.
static void choose_grid(const wide_node* n, int count, wide_packed* p)
{
    double unit = UNIT_LEAST, middle[3];
    for (int k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int lane = 0; lane < count; lane++) {
            low = fmin(low, (double)n->centre[k][lane]);
            high = fmax(high, (double)n->centre[k][lane]);
        }
        middle[k] = 0.5 * (low + high);
        // One unit for the rounding of the origin, one for that of a centre.
        while (0.5 * (high - low) > unit * (SMALL_MOST - 2))
            unit *= 2;
    }
    for (int k = 0; k < 3; k++)
        p->origin[k] = (float)(unit * floor(middle[k] / unit + 0.5));
    p->unit = (float)unit;
}

// -------------------------------------------------------------------------------------------- boxes

// The upper half of a float's bits, not below it.
static uint16_t upper_half(double x)
{
    ASSERT(x >= 0);
    const float rounded = float_round_up(x);
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return (uint16_t)((bits + 0xFFFF) >> 16);
}

static void pack_box(const wide_node* n, int lane, wide_packed* p)
{
    double half[3], shift[3], most[3], all = 0;
    matrix3 axes;
    int16_t turn[3];
    for (int i = 0; i < 3; i++) {
        half[i] = (double)n->half[i][lane];
        for (int k = 0; k < 3; k++)
            axes.row[i][k] = (double)n->axis[3 * i + k][lane];
    }
    const matrix3 meant = pack_axes(&axes, turn);
    for (int k = 0; k < 3; k++) {
        const double from = (double)n->centre[k][lane] - (double)p->origin[k];
        p->turn[k][lane] = turn[k];
        p->centre[k][lane] = nearest_small(from / (double)p->unit);
        shift[k] = from - (double)p->centre[k][lane] * (double)p->unit;
    }
    const double spare = ROUNDING * (half[0] + half[1] + half[2] + absolute_sum3(shift));
    for (int i = 0; i < 3; i++) {
        most[i] = fabs(dot3(meant.row[i], shift)) + spare;
        for (int j = 0; j < 3; j++)
            most[i] += fabs(dot3(meant.row[i], axes.row[j])) * half[j];
        all += most[i];
    }
    for (int i = 0; i < 3; i++)
        p->half[i][lane] = upper_half(most[i] + HALF_ERROR * all);
}

static void pack_node(const wide_node* n, wide_packed* p)
{
    int count = 0;
    while (count < WIDE_LANES && n->half[0][count] >= 0)
        count++;
    memset(p, 0, sizeof *p);
    memcpy(p->child, n->child, sizeof p->child);
    choose_grid(n, count, p);
    for (int lane = 0; lane < count; lane++)
        pack_box(n, lane, p);
    const float no_half = WIDE_NO_HALF;
    uint32_t none;
    memcpy(&none, &no_half, sizeof none);
    for (int lane = count; lane < WIDE_LANES; lane++) {
        for (int k = 0; k < 3; k++)
            p->half[k][lane] = (uint16_t)(none >> 16);
    }
}

static void pack_nodes(void* context, size_t index, int worker)
{
    const packer* p = context;
    (void)worker;
    const size_t begin = index * NODES_PER_TASK, rest = p->count - begin;
    for (size_t i = 0; i < rest && i < NODES_PER_TASK; i++)
        pack_node(&p->from[begin + i], &p->to[begin + i]);
}

// ------------------------------------------------------------------------------------------ leaves

// The unit of a short leaf: two bits, so that 22 more are a float.
static float short_unit(float reach)
{
    const float least = float_round_up((double)reach / WIDE_SHORT_MOST);
    uint32_t bits;
    memcpy(&bits, &least, sizeof bits);
    bits = (bits + 0x3FFFFF) >> 22 << 22;
    float unit;
    memcpy(&unit, &bits, sizeof unit);
    return unit >= SHORT_LEAST ? unit : 0;
}

void wide_shorten(const wide_leaf* leaf, wide_short* out)
{
    ASSERT(leaf->reach >= 0);
    const float unit = short_unit(leaf->reach);
    uint32_t bits;
    memcpy(&bits, &unit, sizeof bits);
    for (int i = 0; i < 9; i++) {
        out->low[i] = i < 3 ? bits >> (22 + 4 * i) << 28 : 0;
        for (int t = 0; t < WIDE_LEAF; t++) {
            const double corner = (double)leaf->corner[i][t] / (double)unit;
            const int32_t x = unit > 0 ? nearest(corner, WIDE_SHORT_MOST) : 0;
            out->high[i][t] = (int16_t)(x >> 7);
            out->low[i] |= ((uint32_t)x & 0x7F) << 7 * t;
        }
    }
    memcpy(out->origin, leaf->origin, sizeof out->origin);
    memcpy(out->id, leaf->id, sizeof out->id);
}

// Replace leaves by others, of which there is an array.
static abut_status take_leaves(wide_tree* t, const void* shorter, const abut_host* host)
{
    if (!shorter) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < t->leaf_count; i++) {
        if (t->shorts)
            wide_shorten(&t->leaves[i], &t->shorts[i]);
        else
            memcpy(t->lists[i].id, t->leaves[i].id, sizeof t->lists[i].id);
    }
    host_release(host, t->leaves, t->leaf_count, sizeof *t->leaves);
    t->leaves = NULL;
    return ABUT_OK;
}

static abut_status replace_nodes(wide_tree* t, const abut_host* host)
{
    t->packed = host_allocate(host, t->node_count, sizeof *t->packed);
    if (!t->packed) return ABUT_OUT_OF_MEMORY;
    packer p = {t->nodes, t->packed, t->node_count};
    host->run(host->user, (p.count + NODES_PER_TASK - 1) / NODES_PER_TASK, pack_nodes, &p);
    host_release(host, t->nodes, t->node_count, sizeof *t->nodes);
    t->nodes = NULL;
    t->defect = AXIS_DEFECT;
    return ABUT_OK;
}

abut_status wide_pack(wide_tree* t, abut_memory memory, size_t triangle_count,
                      const abut_host* host)
{
    ASSERT(!t->node_count || (t->nodes && t->leaves && !t->packed && !t->shorts && !t->lists));
    if (!t->node_count || (memory != ABUT_MEMORY_SMALL && memory != ABUT_MEMORY_COMPACT))
        return ABUT_OK;
    const int is_compact = memory == ABUT_MEMORY_COMPACT;
    const size_t enough = triangle_count < WIDE_PACK_LEAST
                              ? SIZE_MAX
                              : WIDE_SMALL_BYTES * triangle_count - MODEL_BYTES;
    const size_t shorts = t->leaf_count * sizeof *t->shorts;
    const size_t packed = t->node_count * sizeof *t->packed;
    // Of few triangles, many nodes are not full.
    const int are_short_enough = t->node_count * sizeof *t->nodes + shorts <= enough;
    const int is_packed_enough = packed + t->leaf_count * sizeof *t->leaves <= enough;
    if (is_compact || !are_short_enough) TRY(replace_nodes(t, host));
    if (is_compact) {
        t->lists = host_allocate(host, t->leaf_count, sizeof *t->lists);
        return take_leaves(t, t->lists, host);
    }
    if (!are_short_enough && is_packed_enough) return ABUT_OK;
    t->shorts = host_allocate(host, t->leaf_count, sizeof *t->shorts);
    return take_leaves(t, t->shorts, host);
}
