// tetra.c - the query on a tetrahedral mesh (Klosowski 1998, chapter 2). The corners of the flyer's box are
// tracked from tetrahedron to tetrahedron by shooting rays from where they were; from theirs a
// breadth-first search goes through all tetrahedra whose boxes meet the flyer's, and the obstacle's
// triangles on their faces are the candidates.
//
// Why no triangle is missed. Let B be the flyer's box, grown by a little. Two tetrahedra that meet the
// inside of B are linked by others that do, each sharing a face with the next: join a point of one in B
// with a point of the other by a line that avoids all edges; the line is in B and in the mesh, both
// convex. One corner of the flyer's box, moved into the mesh if need be, is in the inside of B, and the
// tetrahedron that holds it was found exactly. A point of contact is in the inside of B, so both
// tetrahedra at its triangle are reached.
#include "baseline/tetra.h"

#include "base/base.h"
#include "base/bits.h"
#include "baseline/structure.h"
#include "baseline/tetra_mesh.h"

#include <stdlib.h>
#include <string.h>

#define GROWTH   0x1p-43  // of a box in its frame, against rounding of vertices and corners
#define FARTHEST 0x1p100  // beyond this, floats of boxes are infinite

typedef struct tetra {
    const tetra_mesh* mesh;
    float_box* boxes;  // of the cells, in the environment's frame
    range3 range;      // of all
    pose_pair unmoved;
} tetra;

// ---------------------------------------------------------------------------------------- building

static float float_above(double x)
{
    if (x > FARTHEST) return (float)HUGE_VAL;
    return x < -FARTHEST ? (float)-FARTHEST : float_round_up(x);
}

static void find_box(float_box* box, const tetra_mesh* m, const frame* f, const tetra_cell* c)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        double y[3];
        frame_place(f, m->vertices + 3 * (size_t)c->corner[i], y);
        for (int k = 0; k < 3; k++) {
            if (y[k] < low[k]) low[k] = y[k];
            if (y[k] > high[k]) high[k] = y[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        box->low[k] = -float_above(-low[k] + GROWTH * (1 + fabs(low[k])));
        box->high[k] = float_above(high[k] + GROWTH * (1 + fabs(high[k])));
    }
}

static void free_tetra(void* structure)
{
    tetra* t = structure;
    free(t->boxes);
    free(t);
}

static abut_status build(void** out, const environment* e, const baseline_options* o)
{
    const tetra_mesh* m = o->tetra;
    const affine one = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (m->triangle_count != e->mesh.triangle_count) return ABUT_BAD_ARGUMENT;
    tetra* t = calloc(1, sizeof *t);
    if (!t) return ABUT_OUT_OF_MEMORY;
    t->mesh = m;
    pose_pair_prepare(&t->unmoved, &one, &one, 1);
    t->boxes = malloc(m->cell_count * sizeof *t->boxes);
    if (!t->boxes) {
        free_tetra(t);
        return ABUT_OUT_OF_MEMORY;
    }
    for (int k = 0; k < 3; k++) {
        t->range.low[k] = HUGE_VAL;
        t->range.high[k] = -HUGE_VAL;
    }
    for (size_t i = 0; i < m->cell_count; i++) {
        find_box(&t->boxes[i], m, &e->frame, &m->cells[i]);
        for (int k = 0; k < 3; k++) {
            const double low = (double)t->boxes[i].low[k], high = (double)t->boxes[i].high[k];
            if (low < t->range.low[k]) t->range.low[k] = low;
            if (high > t->range.high[k]) t->range.high[k] = high;
        }
    }
    *out = t;
    return ABUT_OK;
}

static size_t bytes(const void* structure)
{
    const tetra* t = structure;
    const tetra_mesh* m = t->mesh;
    return sizeof *t + m->cell_count * (sizeof *m->cells + sizeof *t->boxes) +
           m->vertex_count * 3 * sizeof *m->vertices;
}

// A triangle is named by the two tetrahedra that it lies between.
static size_t stored(const void* structure)
{
    return 2 * ((const tetra*)structure)->mesh->triangle_count;
}

// ---------------------------------------------------------------------------------------- locating

// A point that is looked for, as a vertex of side b of a pair, and the one from which the ray to it comes.
typedef struct target {
    const tetra_mesh* mesh;
    const pose_pair* poses;
    posed_triangle points;
    int to, from;  // vertices of points, numbered 3 to 5; from is -1 where there is no ray
    int turn;      // -1 if the poses mirror what side a face is on, else 1
    uint64_t random, steps;
} target;

// The sides on which the target is of the faces of a cell: 1 is the cell's own. Returns how many faces it is
// strictly beyond.
static int sides_of(const target* at, const tetra_cell* c, int side[4], int is_pierced[4])
{
    int beyond = 0;
    for (int k = 0; k < 4; k++) {
        const double* vertex[3];
        posed_triangle face;
        posed_pair pair;
        for (int i = 0; i < 3; i++)
            vertex[i] = at->mesh->vertices + 3 * (size_t)c->corner[tetra_face[k][i]];
        posed_triangle_place(&face, at->poses, 0, vertex);
        posed_pair_prepare(&pair, at->poses, &face, &at->points);
        side[k] = at->turn * orient3d(&pair, 0, 1, 2, at->to);
        is_pierced[k] = 0;
        if (side[k] >= 0) continue;
        beyond++;
        if (at->from < 0) continue;
        int sign[3];
        for (int i = 0; i < 3; i++)
            sign[i] = orient3d(&pair, at->from, at->to, i, (i + 1) % 3);
        is_pierced[k] = !on_both_sides(sign);
    }
    return beyond;
}

// Whether a cell holds the target, exactly.
static int holds(const target* at, const tetra_cell* c)
{
    int side[4], is_pierced[4];
    return sides_of(at, c, side, is_pierced) == 0;
}

// Which face to leave by: one that the ray pierces, if there are several; drawn from a fixed sequence, so
// that no cycle goes on for ever.
static int way_out(target* at, const int side[4], const int is_pierced[4])
{
    int ways[4], count = 0;
    for (int pass = 0; pass < 2 && !count; pass++) {
        for (int k = 0; k < 4; k++) {
            if (side[k] < 0 && (pass || is_pierced[k])) ways[count++] = k;
        }
    }
    at->random = at->random * 6364136223846793005u + 1442695040888963407u;
    return ways[(at->random >> 33) % (unsigned)count];
}

// Walk from a cell to the one that holds the target. Returns it, or TETRA_NONE if the target is outside of
// the mesh.
static uint32_t walk_to(target* at, uint32_t cell)
{
    const tetra_mesh* m = at->mesh;
    const uint64_t most = m->cell_count + 64;
    for (uint64_t step = 0; step < most; step++, at->steps++) {
        int side[4], is_pierced[4];
        if (!sides_of(at, &m->cells[cell], side, is_pierced)) return cell;
        cell = m->cells[cell].neighbour[way_out(at, side, is_pierced)];
        if (cell == TETRA_NONE) return cell;
    }
    for (uint32_t i = 0; i < m->cell_count; i++) {
        if (holds(at, &m->cells[i])) return i;
    }
    return TETRA_NONE;
}

// ---------------------------------------------------------------------------------------- tracking

static abut_status make_room(baseline_query* q, const tetra_mesh* m)
{
    if (m->cell_count <= q->cell_capacity) return ABUT_OK;
    free(q->cells);
    free(q->cell_stamps);
    q->cells = malloc(m->cell_count * sizeof *q->cells);
    q->cell_stamps = calloc(m->cell_count, sizeof *q->cell_stamps);
    q->cell_capacity = q->cells && q->cell_stamps ? m->cell_count : 0;
    q->cell_stamp = 0;
    return q->cell_capacity ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// A corner of a box in the file's coordinates, moved into the mesh. Returns 0 if it came to lie outside of
// the box, grown by half as much as it will be.
static int corner_of_box(const tetra* t, const frame* f, const range3* box, int corner,
                         double out[3])
{
    double y[3];
    for (int k = 0; k < 3; k++) {
        double x = corner >> k & 1 ? box->high[k] : box->low[k];
        if (!(x > t->range.low[k])) x = t->range.low[k];
        if (!(x < t->range.high[k])) x = t->range.high[k];
        out[k] = double_scale(f->origin[k] + x, f->exponent);
        if (!(out[k] > t->mesh->low[k])) out[k] = t->mesh->low[k];
        if (!(out[k] < t->mesh->high[k])) out[k] = t->mesh->high[k];
    }
    frame_place(f, out, y);
    for (int k = 0; k < 3; k++) {
        const double more = GROWTH / 2 * (1 + fabs(y[k]));
        if (!(y[k] >= box->low[k] - more && y[k] <= box->high[k] + more)) return 0;
    }
    return 1;
}

static void centre_of_cell(const tetra_mesh* m, uint32_t cell, double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int i = 0; i < 4; i++)
            out[k] += m->vertices[3 * (size_t)m->cells[cell].corner[i] + (size_t)k] / 4;
    }
}

// Find the cell of each corner of a box. Returns whether one was found at least: it begins the search.
static int track(const tetra* t, const frame* f, baseline_query* q, const range3* box)
{
    int found = 0;
    for (int corner = 0; corner < 8; corner++) {
        double to[3], from[3];
        if (!corner_of_box(t, f, box, corner, to)) continue;
        uint32_t cell = q->tracked == t ? q->corner_cell[corner] : TETRA_NONE;
        memcpy(from, q->corner[corner], sizeof from);
        if (cell >= t->mesh->cell_count) {
            cell = 0;
            centre_of_cell(t->mesh, cell, from);
        }
        const double* const vertex[3] = {from, to, to};
        target at = {.mesh = t->mesh, .poses = &t->unmoved, .to = 4, .from = 3, .turn = 1};
        posed_triangle_place(&at.points, &t->unmoved, 1, vertex);
        cell = walk_to(&at, cell);
        q->tracking_steps += at.steps;
        q->corner_cell[corner] = cell;
        memcpy(q->corner[corner], to, sizeof to);
        if (cell == TETRA_NONE || q->cell_stamps[cell] == q->cell_stamp) {
            found |= cell != TETRA_NONE;
            continue;
        }
        found = 1;
        q->cell_stamps[cell] = q->cell_stamp;
        q->cells[q->cell_count++] = cell;
    }
    return found;
}

// ---------------------------------------------------------------------------------------- searching

static int visit(const tetra* t, baseline_query* q, uint32_t cell, const range3* box)
{
    if (cell == TETRA_NONE || q->cell_stamps[cell] == q->cell_stamp) return 1;
    if (!query_test(q)) return 0;
    q->cell_stamps[cell] = q->cell_stamp;
    if (!PRUNE(boxes_are_apart(&t->boxes[cell], box))) q->cells[q->cell_count++] = cell;
    return 1;
}

// Where no corner can be tracked, as in boxes that the file's coordinates cannot resolve.
static int visit_all(const tetra* t, baseline_query* q, const range3* box)
{
    q->tracking_failures++;
    for (uint32_t i = 0; i < t->mesh->cell_count; i++) {
        if (!visit(t, q, i, box)) return 0;
    }
    return 1;
}

static int look_up(const void* structure, const environment* e, baseline_query* q,
                   const range3* box)
{
    const tetra* t = structure;
    range3 grown;
    q->search.status = make_room(q, t->mesh);
    if (q->search.status != ABUT_OK || !query_test(q)) return 0;
    if (++q->cell_stamp == 0) {
        memset(q->cell_stamps, 0, q->cell_capacity * sizeof *q->cell_stamps);
        q->cell_stamp = 1;
    }
    q->cell_count = 0;
    for (int k = 0; k < 3; k++) {
        grown.low[k] = box->low[k] - GROWTH * (1 + fabs(box->low[k]));
        grown.high[k] = box->high[k] + GROWTH * (1 + fabs(box->high[k]));
        if (PRUNE(grown.low[k] > t->range.high[k] || grown.high[k] < t->range.low[k])) return 1;
    }
    if (!track(t, &e->frame, q, box) && !visit_all(t, q, &grown)) return 0;
    q->tracked = t;
    for (size_t i = 0; i < q->cell_count; i++) {
        const tetra_cell* c = &t->mesh->cells[q->cells[i]];
        for (int k = 0; k < 4; k++) {
            if (c->surface[k] != TETRA_NONE && !query_offer(q, e, c->surface[k], box)) return 0;
            if (!visit(t, q, c->neighbour[k], &grown)) return 0;
        }
    }
    return 1;
}

const structure_class tetra_class = {.looks_up_triangles = 0,
                                     .build = build,
                                     .free = free_tetra,
                                     .bytes = bytes,
                                     .stored = stored,
                                     .look_up = look_up};

// ------------------------------------------------------------------------------------- containment

static int is_mirrored(const double m[3][3])
{
    double normal[3];
    cross3(normal, m[0], m[1]);
    return dot3(normal, m[2]) < 0;
}

abut_status tetra_locate(baseline_query* q, const baseline* a, const abut_pose* a_pose,
                         const flyer* b, const abut_pose* b_pose, tetra_place* out)
{
    abut_hits hits;
    const tetra* t = baseline_structure(a);
    const pose_pair* poses = &q->search.poses;
    TRY(baseline_collide(q, a, a_pose, b, b_pose, 1, &hits));
    *out = hits.count ? TETRA_CONTACT : TETRA_OUTSIDE;
    if (hits.count || !t || !b->mesh.triangle_count) return ABUT_OK;
    const double* vertex[3];
    target at = {.mesh = t->mesh, .poses = poses, .to = 3, .from = -1, .turn = 1};
    if (!poses->in_place && is_mirrored(poses->side[0].matrix)) at.turn = -1;
    soup_mesh_vertices(&b->mesh, 0, vertex);
    posed_triangle_place(&at.points, at.poses, 1, vertex);
    const uint32_t cell = walk_to(&at, 0);
    if (cell != TETRA_NONE && t->mesh->cells[cell].is_inside) {
        *out = TETRA_INSIDE;
        return ABUT_OK;
    }
    for (size_t i = 0; i < q->cell_count; i++) {
        if (t->mesh->cells[q->cells[i]].is_inside) *out = TETRA_MAY_SURROUND;
    }
    return ABUT_OK;
}

void tetra_tracking(const baseline_query* q, uint64_t* steps, uint64_t* failures)
{
    *steps = q->tracking_steps;
    *failures = q->tracking_failures;
}
