// walk.c - see walk.h. Of two nodes the larger is descended; a leaf never is. A pair is tested when it
// is pushed. A box of b is placed once, and stays with its pair while a is descended.
#include "walk/walk.h"

#include "base/base.h"
#include "base/host.h"

typedef struct walker {
    search* s;
    const tree *a, *b;
    const relative_pose* relative;
    double a_size, b_size;  // of a unit box
    size_t height;          // of the stack
} walker;

static void place_b(walker* w, uint32_t node, placed_obb* out)
{
    obb box;
    tree_box(w->b, node, &box);
    relative_pose_place(w->relative, &box, out);
    w->s->node_updates++;
}

// Test a pair and push it if it may touch. Whether it may be tested was asked before.
static void visit(walker* w, uint32_t a, uint32_t b, double share, const placed_obb* b_box)
{
    search* s = w->s;
    s->volume_tests++;
    if (PRUNE(tree_box_apart(w->a, a, w->relative->a_scale, b_box, &w->relative->margin))) {
        s->done += share;
    } else {
        ASSERT(w->height < s->stack_capacity);
        s->stack[w->height++] = (walk_pair){a, b, share, *b_box};
    }
}

// The second child goes first, so that the first is on top of the stack. For the second, the question
// of walk_trees was enough.
static int descend_a(walker* w, const walk_pair* pair, uint32_t first_child)
{
    const double share = pair->share / 2;
    visit(w, first_child + 1, pair->b, share, &pair->b_box);
    if (!search_may_test(w->s)) return 0;
    visit(w, first_child, pair->b, share, &pair->b_box);
    return 1;
}

static int descend_b(walker* w, const walk_pair* pair, uint32_t first_child)
{
    const double share = pair->share / 2;
    placed_obb b_box;
    place_b(w, first_child + 1, &b_box);
    visit(w, pair->a, first_child + 1, share, &b_box);
    place_b(w, first_child, &b_box);
    if (!search_may_test(w->s)) return 0;
    visit(w, pair->a, first_child, share, &b_box);
    return 1;
}

static int step(walker* w)
{
    search* s = w->s;
    const walk_pair pair = s->stack[--w->height];
    const node_link a = tree_link(w->a, pair.a), b = tree_link(w->b, pair.b);
    if (a.count && b.count) {
        if (!search_triangles(s, w->a->order + a.first, a.count, w->b->order + b.first, b.count))
            return 0;
        s->done += pair.share;
        return 1;
    }
    if (!a.count &&
        (b.count || tree_size(w->a, pair.a) * w->a_size >= tree_size(w->b, pair.b) * w->b_size))
        return descend_a(w, &pair, a.first);
    return descend_b(w, &pair, b.first);
}

void walk_trees(search* s, const tree* a, const tree* b, const relative_pose* relative)
{
    walker w = {s, a, b, relative, relative->a_scale, relative->b_scale * relative->stretch, 0};
    void* stack = s->stack;
    // Every step takes one pair off and puts at most two on, one level deeper in one of the trees.
    s->status = host_grow(s->host, &stack, &s->stack_capacity, 0, a->depth + b->depth + 2,
                          sizeof *s->stack);
    s->stack = stack;
    if (s->status != ABUT_OK) return;
    placed_obb root;
    place_b(&w, 0, &root);
    visit(&w, 0, 0, 1, &root);  // no limit and no budget is reached before the first test
    while (w.height) {
        // What is on the stack is work that remains.
        if (!search_may_test(s) || !step(&w)) return;
    }
}
