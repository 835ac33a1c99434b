// cells.c - see cells.h: objects cut into cells along a Morton curve, and one piece after another that is asked about.
#include "clash/cells.h"

#include "clash/cells_near.h"
#include "clash/frames.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void clash_cells_free(clash_cells* c)
{
    free(c->of);
    free(c->order);
    free(c->starts);
    free(c->boxes);
    free(c->cell_boxes);
    free(c->blocks);
    free(c->block_of);
    free(c->objects);
    free(c->roles);
    free(c->made);
    *c = (clash_cells){0};
}

// --------------------------------------------------------------------------------------------- boxes

// How far apart two objects may be that are asked about: half of it, for each.
static double reach_of(const clash_result* r)
{
    const clash_rules* rules = r->review.rules;
    if (!r->options->is_review) return r->options->clearance.distance / 2;
    return fmax(clash_rules_clearance(rules), clash_rules_duplicate(rules)) / 2;
}

// A box that holds the one that a world has of the object, grown by its margin (world/world_tree.c): its roundings are some 2^-48 of the numbers that
// take part, what is added here is 2^-40 of them. Where something overflows, all space.
static clash_box box_of(const clash_object* object, double reach)
{
    clash_box out;
    const abut_pose* pose = &object->pose;
    for (int i = 0; i < 3; i++) {
        double low = pose->translation[i], high = low, size = fabs(low);
        for (int k = 0; k < 3; k++) {
            const double factor = pose->scale * pose->rotation[i][k];
            const double from = factor * object->low[k], to = factor * object->high[k];
            low += fmin(from, to);
            high += fmax(from, to);
            size += fmax(fabs(from), fabs(to));
        }
        const double slack = (size + reach) * 0x1p-40 + 0x1p-700;
        const bool is_known = isfinite(size) && isfinite(reach) && size < 0x1p1000;
        out.low[i] = is_known ? low - reach - slack : -(double)INFINITY;
        out.high[i] = is_known ? high + reach + slack : (double)INFINITY;
    }
    return out;
}

// Without triangles nothing is met.
static clash_box empty_box(void)
{
    const double inf = (double)INFINITY;
    return (clash_box){{inf, inf, inf}, {-inf, -inf, -inf}};
}

static void add_box(clash_box* to, const clash_box* b)
{
    for (int k = 0; k < 3; k++) {
        to->low[k] = fmin(to->low[k], b->low[k]);
        to->high[k] = fmax(to->high[k], b->high[k]);
    }
}

// --------------------------------------------------------------------------------------------- curve

typedef struct placed {
    uint64_t code;
    uint32_t object;
} placed;

static int compare_placed(const void* x, const void* y)
{
    const placed *a = x, *b = y;
    if (a->code != b->code) return a->code < b->code ? -1 : 1;
    return (a->object > b->object) - (a->object < b->object);
}

// The 21 bits of a number, with two free places behind each.
static uint64_t spread(uint64_t x)
{
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

// Where the middle of a box lies on the curve through all. What has no middle lies at the beginning.
static uint64_t code_of(const clash_box* box, const clash_box* all, double size)
{
    uint64_t code = 0;
    for (int k = 0; k < 3; k++) {
        const double middle = box->low[k] / 2 + box->high[k] / 2;
        double at = (middle - all->low[k]) / size * 0x1p21;
        if (!(at > 0)) at = 0;
        code |= spread((uint64_t)fmin(at, 0x1p21 - 1)) << k;
    }
    return code;
}

static placed* sort_along_curve(const clash_result* r)
{
    const clash_cells* c = &r->cells;
    placed* list = malloc((r->object_count + 1) * sizeof *list);
    clash_box all = empty_box();
    double size = 0;
    for (size_t i = 0; i < r->object_count; i++)
        if (isfinite(c->boxes[i].low[0] + c->boxes[i].high[0])) add_box(&all, &c->boxes[i]);
    for (int k = 0; k < 3; k++)
        size = fmax(size, all.high[k] - all.low[k]);
    for (size_t i = 0; list && i < r->object_count; i++)
        list[i] = (placed){size > 0 ? code_of(&c->boxes[i], &all, size) : 0, (uint32_t)i};
    if (list) qsort(list, r->object_count, sizeof *list, compare_placed);
    return list;
}

// What an object costs beside its triangles, in triangles.
enum { OBJECT_COST = 16 };

// Cut the curve where the counts of triangles are equal. Twice as many cells are the halves of these, also as doubles round: so runs that
// cut a shard's cells finer agree on which objects are the shard's.
static bool cut(clash_result* r)
{
    clash_cells* c = &r->cells;
    placed* list = sort_along_curve(r);
    if (!list) return say_no_memory();
    double before = 0;
    const double all = (double)r->triangle_count + (double)OBJECT_COST * (double)r->object_count;
    for (size_t i = 0; i < r->object_count; i++) {
        const uint32_t object = list[i].object;
        const double size = (double)r->objects[object].triangle_count + OBJECT_COST;
        const double cell = (before + size / 2) / all * (double)c->count;
        c->of[object] = cell < (double)c->count ? (uint32_t)cell : (uint32_t)c->count - 1;
        before += size;
    }
    free(list);
    return true;
}

// List the objects of each cell, in their order, and find the box about them.
static bool list_cells(clash_result* r)
{
    clash_cells* c = &r->cells;
    c->order = malloc((r->object_count + 1) * sizeof *c->order);
    c->starts = calloc(c->count + 2, sizeof *c->starts);
    c->cell_boxes = malloc((c->count + 1) * sizeof *c->cell_boxes);
    if (!c->order || !c->starts || !c->cell_boxes) return say_no_memory();
    for (size_t i = 0; i < c->count; i++)
        c->cell_boxes[i] = empty_box();
    // Behind its own start first, so that it stands there when all are placed.
    for (size_t i = 0; i < r->object_count; i++)
        c->starts[c->of[i] + 2]++;
    for (size_t i = 2; i < c->count + 2; i++)
        c->starts[i] += c->starts[i - 1];
    for (size_t i = 0; i < r->object_count; i++) {
        c->order[c->starts[c->of[i] + 1]++] = (uint32_t)i;
        add_box(&c->cell_boxes[c->of[i]], &c->boxes[i]);
    }
    return true;
}

static void forget_plan(clash_cells* c)
{
    free(c->of);
    free(c->order);
    free(c->starts);
    free(c->boxes);
    free(c->cell_boxes);
    c->of = NULL;
    c->order = NULL;
    c->starts = NULL;
    c->boxes = c->cell_boxes = NULL;
}

bool clash_cells_plan(clash_result* r, size_t count)
{
    clash_cells* c = &r->cells;
    if (r->options->is_review && !r->review.rules && !clash_rules_open(&r->review.rules, r))
        return false;
    if (r->options->is_review && !r->review.frames && !clash_frames_open(r)) return false;
    if (c->blocks) return true;
    forget_plan(c);
    c->count = count;
    c->of = calloc(r->object_count + 1, sizeof *c->of);
    c->boxes = malloc((r->object_count + 1) * sizeof *c->boxes);
    if (!c->of || !c->boxes) return say_no_memory();
    const double reach = reach_of(r);
    for (size_t i = 0; i < r->object_count; i++)
        c->boxes[i] = r->objects[i].triangle_count ? box_of(&r->objects[i], reach) : empty_box();
    return (count < 2 || cut(r)) && list_cells(r);
}

void clash_cells_range(const clash_result* r, size_t* first, size_t* last)
{
    shard_range(&r->options->shard, r->cells.count, first, last);
}

// --------------------------------------------------------------------------------------------- pieces

void clash_piece_end(clash_result* r)
{
    clash_cells* c = &r->cells;
    free(c->objects);
    free(c->roles);
    c->objects = NULL;
    c->roles = NULL;
    c->object_count = 0;
}

typedef struct member {
    uint32_t object;
    unsigned char role;
} member;

typedef struct members {
    member* list;
    size_t count, capacity;
    bool no_memory;
} members;

static void take(members* m, size_t object, clash_role role)
{
    if (m->no_memory) return;
    if (m->count == m->capacity) {
        const size_t capacity = m->capacity ? 2 * m->capacity : 256;
        member* list = realloc(m->list, capacity * sizeof *list);
        m->no_memory = !list;
        if (!list) return;
        m->list = list;
        m->capacity = capacity;
    }
    m->list[m->count++] = (member){(uint32_t)object, (unsigned char)role};
}

static int compare_members(const void* x, const void* y)
{
    const member *a = x, *b = y;
    return (a->object > b->object) - (a->object < b->object);
}

// Objects that move may meet any: all of them are the halo.
static void take_halo(const clash_result* r, size_t first, size_t last, members* m)
{
    const clash_cells* c = &r->cells;
    cells_near* near = NULL;
    if (!r->review.frames && !(near = cells_near_make(c, first, last))) m->no_memory = true;
    for (size_t cell = last; cell < c->count && !m->no_memory; cell++) {
        if (near && !cells_near_meets(near, &c->cell_boxes[cell])) continue;
        for (size_t i = c->starts[cell]; i < c->starts[cell + 1]; i++)
            if (!near || cells_near_meets(near, &c->boxes[c->order[i]]))
                take(m, c->order[i], CLASH_HALO);
    }
    cells_near_free(near);
}

static void take_cells(const clash_result* r, size_t first, size_t last, members* m)
{
    const clash_cells* c = &r->cells;
    for (size_t i = c->starts[first]; i < c->starts[last]; i++)
        take(m, c->order[i], CLASH_OWN);
    if (last < c->count && first < last) take_halo(r, first, last, m);
}

static void take_blocks(const clash_result* r, const clash_block_pair* pair, members* m)
{
    const clash_cells* c = &r->cells;
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_source* source = &r->sources[i];
        const uint32_t block = c->block_of[i];
        if (!source->is_read || (block != pair->a && block != pair->b)) continue;
        for (size_t k = 0; k < source->object_count; k++)
            take(m, source->first_object + k,
                 pair->a == pair->b ? CLASH_OWN
                 : block == pair->a ? CLASH_LEFT
                                    : CLASH_RIGHT);
    }
}

bool clash_piece_begin(clash_result* r, size_t first, size_t last)
{
    clash_cells* c = &r->cells;
    members m = {0};
    clash_piece_end(r);
    if (c->blocks)
        take_blocks(r, &c->blocks[first], &m);
    else
        take_cells(r, first, last, &m);
    if (m.count) qsort(m.list, m.count, sizeof *m.list, compare_members);
    c->objects = malloc((m.count + 1) * sizeof *c->objects);
    c->roles = malloc(m.count + 1);
    const bool fine = !m.no_memory && c->objects && c->roles;
    for (size_t i = 0; fine && i < m.count; i++) {
        c->objects[i] = m.list[i].object;
        c->roles[i] = m.list[i].role;
    }
    c->object_count = fine ? m.count : 0;
    free(m.list);
    return fine || say_no_memory();
}

void clash_piece_group(const clash_result* r, size_t number, uint32_t* groups, uint32_t* against)
{
    enum { HALF = 16 };
    switch ((clash_role)r->cells.roles[number]) {
    case CLASH_OWN:
        *against |= *against << HALF;
        break;
    case CLASH_LEFT:
        *against <<= HALF;
        break;
    case CLASH_HALO:
    case CLASH_RIGHT:
        *groups <<= HALF;
        break;
    }
}

bool clash_piece_number(const clash_result* r, uint32_t object, uint32_t* number)
{
    const clash_cells* c = &r->cells;
    size_t low = 0, high = c->object_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->objects[middle] < object)
            low = middle + 1;
        else
            high = middle;
    }
    *number = (uint32_t)low;
    return low < c->object_count && c->objects[low] == object;
}

bool clash_is_mine(const clash_result* r, uint32_t a, uint32_t b)
{
    uint32_t x, y;
    if (!clash_piece_number(r, a, &x) || !clash_piece_number(r, b, &y)) return false;
    const clash_role of_a = (clash_role)r->cells.roles[x], of_b = (clash_role)r->cells.roles[y];
    return of_a == CLASH_OWN || of_b == CLASH_OWN || (of_a == CLASH_LEFT && of_b == CLASH_RIGHT) ||
           (of_a == CLASH_RIGHT && of_b == CLASH_LEFT);
}

bool clash_object_is_mine(const clash_result* r, size_t object, size_t first, size_t last)
{
    const clash_cells* c = &r->cells;
    if (!c->blocks) return c->of[object] >= first && c->of[object] < last;
    const uint32_t block = c->block_of[r->objects[object].source - r->sources];
    size_t i = 0;
    while (i < c->count && c->blocks[i].a != block && c->blocks[i].b != block)
        i++;
    return i >= first && i < last;
}

static int compare_numbers(const void* x, const void* y)
{
    const uint32_t a = *(const uint32_t*)x, b = *(const uint32_t*)y;
    return (a > b) - (a < b);
}

uint32_t* clash_cells_own(const clash_result* r, size_t first, size_t last, size_t* count)
{
    const clash_cells* c = &r->cells;
    const size_t most = c->blocks ? r->object_count : c->starts[last] - c->starts[first];
    uint32_t* out = malloc((most + 1) * sizeof *out);
    *count = 0;
    if (!out) {
        say_no_memory();
        return NULL;
    }
    if (c->blocks) {
        for (uint32_t i = 0; i < r->object_count; i++)
            if (clash_object_is_mine(r, i, first, last)) out[(*count)++] = i;
        return out;
    }
    // Not all of them are looked at: there may be many cells, each with a part.
    memcpy(out, c->order + c->starts[first], most * sizeof *out);
    if (last > first + 1) qsort(out, most, sizeof *out, compare_numbers);
    *count = most;
    return out;
}

// What an object of a piece takes beside its image: the model itself, its place in a world, what is found of it.
enum { OPENED = 2048 };

size_t clash_cells_bytes(clash_result* r, size_t cell)
{
    size_t bytes = 0;
    if (!clash_piece_begin(r, cell, cell + 1)) return SIZE_MAX;
    for (size_t i = 0; i < r->cells.object_count; i++) {
        const clash_object* object = &r->objects[r->cells.objects[i]];
        // Those that share an image, and are both there, count twice: so it is at most that.
        bytes += OPENED;
        if (object->source->set) bytes += set_model_size(object->source->set, object->image);
    }
    clash_piece_end(r);
    return bytes;
}

bool clash_cells_ask(clash_result* r, size_t first, size_t last, progress* p)
{
    bool fine = true;
    // Pairs of blocks go one by one; cells of one call are one piece.
    for (size_t i = first, next; fine && i < last; i = next) {
        next = r->cells.blocks ? i + 1 : last;
        fine = clash_piece_begin(r, i, next) && clash_models_make(r, p) && clash_ask(r, p);
        clash_models_let_go(r);
    }
    clash_piece_end(r);
    return fine;
}
