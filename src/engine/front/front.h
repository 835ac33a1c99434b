// front.h - what the engine keeps from query to query for models that move in small steps (abut_ask.coherent).
//
// The front is where the last walk ended: pairs of boxes that were proved apart, and pairs of leaves. Together they
// cover every pair of leaves of both trees exactly once. With each stands how far the models may move before it
// must be looked at again (docs/proofs/boxes.md, "Fronts"). Where a contact was found, its triangles are asked first.
#ifndef ABUT_ENGINE_FRONT_FRONT_H
#define ABUT_ENGINE_FRONT_FRONT_H
#include "engine/front/account.h"
#include "engine/leaf/pair.h"
#include "engine/walk/walk.h"

#include <float.h>
#include <math.h>

#define FRONT_LEAVES 0x100u  // of an entry: two leaves, opened a's and other b's
#define TRIAL_LEAST  4       // walks until a new front is tried
#define MISSES_MOST  6       // then an answer at once is tried every seventh time
#define FRONT_TOUCHING                                                                             \
    (-1.0F)  // in place of an until: leaves that were found in contact in the pose of the last walk

// A node opened against a box, as the walk has it, and those of its children that are meant: bits. None: nobody's.
typedef struct front_entry {
    uint32_t opened, other, lanes;
} front_entry;

// Eight pairs of boxes, and a plane for each that parts them: what is tested before the boxes themselves. In the unit of
// a's frame, normals are at most 1.025 long. Pairs that nobody means have an offset of -INFINITY, those without a plane
// one of INFINITY.
typedef struct front_planes {
    float normal[3][WIDE_LANES];  // in a's frame, toward b
    float centre[3][WIDE_LANES];  // of b's box, in its own frame
    // Apart where normal * centre > offset + width + reach * turn: turn is how far b has turned since width was found.
    float offset[WIDE_LANES], width[WIDE_LANES], reach[WIDE_LANES];
    float turned;  // until then
} front_planes;

// b in the frame of a, in the unit of that frame: y goes to linear * y + translation, within error in every
// coordinate for |y| <= 1.
typedef struct front_place {
    double linear[3][3], translation[3], error;
    double linear_size, far;  // the largest sum of |entries| of a row, the largest |coordinate|
} front_place;

// Of one pair of models that move. Zeroed: nothing is known.
typedef struct wide_front {
    uint64_t serial[2];            // of the models that all this is about
    affine pose[2];                // where it was looked at last
    int is_rounded;                // these are rounded products
    affine given[2][2];            // of these poses and frames
    front_place place;             // the same
    double unit;                   // the unit of a's frame in the world, there: at least so long
    double low[2][3], high[2][3];  // of all coordinates of either model
    double middle[3], half[3];     // of a box in b's frame about all of b

    int exists;        // the front does, and covers everything
    int is_paused;     // a budget or a deadline ended its walk
    int is_list_open;  // and that was the last walk, for all contacts: it goes on with those below
    sort_record* found;
    size_t found_count, found_capacity;
    // How far any point of b has moved in the frame of a since the front began, at most.
    float moved;
    float turned;    // the same of the linear map from b to a: how far any vector of length 1 has
    float earliest;  // the least until of all
    front_entry* entries;
    front_planes* planes;  // of each entry that is of boxes and was visited
    float* until;   // of each entry: apart as long as moved is no more. -INFINITY: look at it
    uint32_t* due;  // those to look at now
    size_t count, dead_count, capacity;

    wide_pair witness;  // a pair that was in contact last
    int has_witness;
    uint32_t near[2];  // the visit that found the last contact
    int has_near;
    abut_state last;  // answer

    // Whether it pays.
    int64_t fresh_work;  // cost of the walk that made the front
    front_account account;
    unsigned trial, trial_next;  // after so many walks a new front is tried
    uint64_t plane_tests;        // since one was tried
    int has_planes;  // not where all contacts are wanted, and there are some: they would not pay
    double step;     // the last motion
    unsigned misses,
        skips;  // questions that were not answered at once; those where that is not tried

    double distance;  // of the last query: a lower bound in the world
} wide_front;

// Search as wide_walk does, from the front. With limit 1 any pair may be found. Prepares the poses of s where they
// are needed: at least where something is found.
typedef void wide_front_kernel(search* s, const wide_side* a, const wide_side* b, wide_front* f);
wide_front_kernel ISA(wide_front);

// A model as the front sees it: the least and greatest coordinates, and a number that no other model has.
typedef struct front_model {
    uint64_t serial;
    const double *low, *high;
    const frame* frame;
} front_model;

// To be called before each walk: forgets what is about other models.
void wide_front_begin(wide_front* f, const front_model* a, const front_model* b);
// Whether a question without a budget or a deadline, which is like the last one but for poses, is to be asked without the
// front, which is told nothing of it.
static inline int wide_front_sleeps(wide_front* f)
{
    if (f->account.rest <= 1) return 0;
    f->account.rest--;
    return 1;
}

// Whether a question is to be asked as if nothing were kept, since what is kept does not pay. Then wide_front_pass is to be
// called after its walk.
static inline int wide_front_rests(wide_front* f, const search* s);
void wide_front_pass(wide_front* f, const search* s);
// To be called after each walk, when its search has ended: keeps what was found, where the next walk may go on with it. If
// there is no memory, that begins anew.
void wide_front_end(wide_front* f, const search* s);
// Whether the models, which are those of the last walk, are certainly apart in these poses: no farther from where they
// were then than the front allows. Where that often was no use, it is not tried: 0, too; nor where poses are or were
// rounded products. Cost: some 50 nanoseconds.
int wide_front_is_apart(wide_front* f, const affine* a, const affine* b);
// Forget all, and give the memory back.
void wide_front_free(wide_front* f, const abut_host* host);
// The memory it takes.
size_t wide_front_bytes(const wide_front* f);

// -------------------------------------------------------------------------- parts of it, for the kernels

front_place front_place_of(const relative_pose* r);
// The unit of a's frame in the world, at least.
double front_unit(const affine* a, const frame* a_frame);
// How far any point of b has moved from one place to another, at most; infinite or NaN where nothing is known. *turn: how
// far the linear map has.
double front_motion(const wide_front* f, const front_place* to, double* turn);
// How far the models are apart in the world, at least, where the front stands: a finite number, 0 if that is all it tells.
double front_distance(const wide_front* f);
// Make room for count more entries. Returns ABUT_OK or ABUT_OUT_OF_MEMORY, and then nothing has changed.
abut_status front_reserve(wide_front* f, const abut_host* host, size_t count);
// Give up the places of nobody's entries.
void front_compact(wide_front* f);
// Forget the front, but not the witness.
void front_forget(wide_front* f);

// Keep what was found last.
void front_keep_witness(wide_front* f, const search* s);

static inline void front_set_last(wide_front* f, const search* s)
{
    f->last = s->found_count ? ABUT_STATE_CONTACT
              : s->stopped   ? ABUT_STATE_UNDECIDED
                             : ABUT_STATE_APART;
}

static inline int front_is_timed(const search* s)
{
    return s->budget || s->stop_time;
}

static inline int front_asks_witness(const wide_front* f, const search* s)
{
    return s->limit == 1 && f->has_witness &&
           (front_is_timed(s) ||
            (f->last == ABUT_STATE_CONTACT && account_is_open(&f->account, &f->account.witness)));
}

// Whether a front may be tried where there is none.
static inline int front_may_begin(const wide_front* f, const search* s)
{
    return (s->limit != 1 || f->last == ABUT_STATE_APART) &&
           account_is_open(&f->account, &f->account.front) && account_has_hope(&f->account);
}

static inline int wide_front_rests(wide_front* f, const search* s)
{
    front_account* const c = &f->account;
    const int is_first = s->limit == 1;
    if (front_is_timed(s)) return 0;
    if (c->is_first != is_first) *c = (front_account){.is_first = is_first};
    if (c->rest || c->uses >= USES) return 1;
    return !f->exists && !front_may_begin(f, s) && !front_asks_witness(f, s);
}

// Round what has moved up. Any motion, however small, makes it larger.
static inline float front_moved_after(float moved, double by)
{
    return (float)(((double)moved + by + 0x1p-100) * (1 + 0x1p-22));
}

// Until when something stays apart that has such a gap now. Finite: no gap is known to be larger than a float.
static inline float front_until(float moved, double gap)
{
    const double end = ((double)moved + gap) * (1 - 0x1p-22);
    const float until = (float)(end > (double)FLT_MAX ? (double)FLT_MAX : end);
    return until > moved ? until : moved;
}

// For tests: whether the front covers every pair of leaves exactly once. Cost: the product of both counts of leaves.
int wide_front_covers(const wide_front* f, const wide_tree* a, const wide_tree* b, uint8_t* seen);
// The same, with memory of its own, for VALIDATE: 1 also where there is no front, or where it would take long.
int wide_front_is_whole(const wide_front* f, const wide_tree* a, const wide_tree* b);

// So many are put in order: sorting must end in less time than a deadline may be missed by.
enum { FRONT_SORTED = 256 };
// Put those that are due in the order in which motion has used their gaps up: the first is most likely to hold a
// contact. Of more than FRONT_SORTED some that come early do so, no more than these, before all others. Cost: count; no
// memory.
void front_sort_due(wide_front* f, size_t count);

#endif
