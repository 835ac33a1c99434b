// pair_check.c - one random pair against the oracle, by every road into the decision.
#include "support/pair_check.h"

#include "geom/tri_tri.h"
#include "support/float_mode.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PRINTED = 5 };

typedef struct triangle {
    double v[9];
} triangle;

static triangle in_order(const double t[3][3], const int order[3])
{
    triangle out;
    for (int k = 0; k < 9; k++)
        out.v[k] = t[order[k / 3]][k % 3];
    return out;
}

static const int vertex_orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

static void print_triangle(const char* name, const double t[3][3], const abut_pose* pose)
{
    printf("  %s:", name);
    for (int k = 0; k < 9; k++)
        printf("%s%a", k % 3 ? "," : " ", t[k / 3][k % 3]);
    printf("\n    rotation");
    for (int k = 0; k < 9; k++)
        printf("%s%a", k % 3 ? "," : " ", pose->rotation[k / 3][k % 3]);
    printf("\n    translation %a,%a,%a scale %a\n", pose->translation[0], pose->translation[1],
           pose->translation[2], pose->scale);
}

static void mismatch(pair_totals* totals, const random_pair* pair, uint64_t index, const char* what,
                     int got, int expected)
{
    if (++totals->mismatches > MOST_PRINTED) return;
    printf("MISMATCH in %s: %d, not %d (pair %" PRIu64 ": %s, %s, %s, perturbed %d)\n", what, got,
           expected, index, pair_shape_name[pair->shape], pair_size_name[pair->size],
           pair_motion_name[pair->motion], pair->perturbed);
    print_triangle("a", pair->a, &pair->a_pose);
    print_triangle("b", pair->b, &pair->b_pose);
}

int corners_agree(oracle* o, const abut_contact* contact)
{
    const int n = oracle_corner_count(o);
    if (contact->point_count != n) return 0;
    abut_event events[9];
    double points[9][3];
    for (int k = 0; k < n; k++)
        oracle_corner(o, k, &events[k], points[k]);
    for (int start = 0; start < n; start++) {
        for (int step = -1; step <= 1; step += 2) {
            int same = 1;
            for (int k = 0; k < n && same; k++) {
                const int other = (start + step * k + n) % n;
                same = contact->events[k].a == events[other].a &&
                       contact->events[k].b == events[other].b;
                for (int i = 0; i < 3; i++)
                    same &= contact->points[k][i] == points[other][i];
            }
            if (same) return 1;
        }
    }
    return n == 0;
}

static void print_corners(oracle* o, const abut_contact* contact)
{
    abut_event event;
    double point[3];
    for (int k = 0; k < contact->point_count; k++)
        printf("  got %d/%d at %a,%a,%a\n", contact->events[k].a, contact->events[k].b,
               contact->points[k][0], contact->points[k][1], contact->points[k][2]);
    for (int k = 0; k < oracle_corner_count(o); k++) {
        oracle_corner(o, k, &event, point);
        printf("  not %d/%d at %a,%a,%a\n", event.a, event.b, point[0], point[1], point[2]);
    }
}

// Compare corners, and count and print a difference.
static void check_corners(pair_totals* totals, oracle* o, const random_pair* pair, uint64_t index,
                          const abut_contact* contact)
{
    if (corners_agree(o, contact)) return;
    mismatch(totals, pair, index, "corners", contact->point_count, oracle_corner_count(o));
    if (totals->mismatches <= MOST_PRINTED) print_corners(o, contact);
}

typedef struct decision {
    abut_kind kind;
    int was_exact;
    abut_contact contact;
} decision;

static decision decide(const random_pair* pair, const affine pose[2], int drop_equal,
                       int corners_too)
{
    const double* const a[3] = {pair->a[0], pair->a[1], pair->a[2]};
    const double* const b[3] = {pair->b[0], pair->b[1], pair->b[2]};
    const corners corners_a = corners_of_triangle(a), corners_b = corners_of_triangle(b);
    pose_pair poses;
    posed_triangle placed[2];
    posed_pair posed;
    decision out = {0};
    pose_pair_prepare(&poses, &pose[0], &pose[1], drop_equal);
    posed_triangle_place(&placed[0], &poses, 0, a);
    posed_triangle_place(&placed[1], &poses, 1, b);
    posed_pair_prepare(&posed, &poses, &placed[0], &placed[1]);
    out.kind = tri_tri(&posed, &corners_a, &corners_b);
    out.was_exact = posed_pair_was_exact(&posed);
    if (corners_too) {
        posed_pair_prepare(&posed, &poses, &placed[0], &placed[1]);
        contact_find(&posed, &corners_a, &corners_b, 1, &out.contact);
    }
    return out;
}

// What a caller gets who is in that mode.
static abut_contact ask_public(const triangle* a, const abut_pose* a_pose, const triangle* b,
                               const abut_pose* b_pose, const float_mode* mode)
{
    abut_contact out = {.kind = (abut_kind)-1};
    float_mode_enter(mode);
    const abut_status status = abut_triangles_touch(a->v, a_pose, b->v, b_pose, &out);
    float_mode_leave();
    if (status != ABUT_OK) out.kind = (abut_kind)-1;
    return out;
}

static void check_public(pair_totals* totals, oracle* o, const random_pair* pair, uint64_t index,
                         abut_kind expected)
{
    const float_mode* const mode = &float_modes[index / 20 % FLOAT_MODE_COUNT];
    for (int order = 0; order < 36; order++) {
        const triangle a = in_order(pair->a, vertex_orders[order / 6]);
        const triangle b = in_order(pair->b, vertex_orders[order % 6]);
        const abut_contact contact = ask_public(&a, &pair->a_pose, &b, &pair->b_pose, mode);
        if (contact.kind != expected)
            mismatch(totals, pair, index, "kind of an order", (int)contact.kind, (int)expected);
        else if (order == 0)
            check_corners(totals, o, pair, index, &contact);
        if (order % 7) continue;
        const abut_contact swapped = ask_public(&b, &pair->b_pose, &a, &pair->a_pose, mode);
        if (swapped.kind != expected)
            mismatch(totals, pair, index, "kind, swapped", (int)swapped.kind, (int)expected);
    }
    totals->orders_checked++;
}

static void count_pair(pair_totals* totals, const oracle* o, const random_pair* pair,
                       const affine pose[2], abut_kind kind)
{
    const int a = oracle_rank(o, 0), b = oracle_rank(o, 1);
    totals->pairs++;
    totals->different_poses += memcmp(&pose[0], &pose[1], sizeof pose[0]) != 0;
    totals->ranks[a < b ? a : b][a < b ? b : a]++;
    totals->kinds[kind]++;
    totals->shapes[pair->shape]++;
    totals->sizes[pair->size]++;
    totals->motions[pair->motion]++;
    totals->perturbed += pair->perturbed >= 0;
}

static void check_pair(pair_totals* totals, oracle* o, const random_pair* pair, uint64_t index)
{
    const affine pose[2] = {oracle_affine(&pair->a_pose), oracle_affine(&pair->b_pose)};
    oracle_load(o, pair->a, &pose[0], pair->b, &pose[1]);
    const abut_kind expected = oracle_decide(o);
    count_pair(totals, o, pair, pose, expected);

    const int corners_too = index % 10 == index / 100 % 10;
    for (int drop_equal = 0; drop_equal < 2; drop_equal++) {
        const decision found = decide(pair, pose, drop_equal, corners_too);
        if (drop_equal && found.was_exact) totals->integers++;
        if (found.kind != expected)
            mismatch(totals, pair, index, "tri_tri", (int)found.kind, (int)expected);
        if (!corners_too) continue;
        totals->corners_checked++;
        if (found.contact.kind != expected)
            mismatch(totals, pair, index, "contact_find", (int)found.contact.kind, (int)expected);
        else
            check_corners(totals, o, pair, index, &found.contact);
    }
    if (index % 20 == index / 100 % 20) check_public(totals, o, pair, index, expected);
}

void pair_check_range(pair_totals* totals, oracle* o, uint64_t seed, uint64_t first, uint64_t count)
{
    for (uint64_t index = first; index < first + count; index++) {
        const random_pair pair = random_pair_make(seed, index);
        check_pair(totals, o, &pair, index);
    }
}

// ----------------------------------------------------------------------------------------- totals

static double percent(const pair_totals* totals, uint64_t count)
{
    return totals->pairs ? 100.0 * (double)count / (double)totals->pairs : 0;
}

static void print_names(const pair_totals* totals, const char* title, const char* const* name,
                        const uint64_t* count, int names)
{
    printf("%s:", title);
    for (int k = 0; k < names; k++)
        printf("%s %s %" PRIu64, k ? "," : "", name[k], count[k]);
    printf(" (of %" PRIu64 ")\n", totals->pairs);
}

static const char* const rank_name[3] = {"point", "segment", "triangle"};

void pair_totals_print(const pair_totals* totals)
{
    static const char* const kinds[4] = {"apart", "touch", "cross", "coplanar"};
    print_names(totals, "kinds", kinds, totals->kinds, 4);
    print_names(totals, "shapes", pair_shape_name, totals->shapes, SHAPE_COUNT);
    print_names(totals, "sizes", pair_size_name, totals->sizes, SIZE_COUNT);
    print_names(totals, "motions", pair_motion_name, totals->motions, MOTION_COUNT);
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 3; b++)
            printf("%s-%s: %" PRIu64 " (%.2f %%)\n", rank_name[a], rank_name[b],
                   totals->ranks[a][b], percent(totals, totals->ranks[a][b]));
    printf("two different poses: %" PRIu64 " (%.2f %%)\n", totals->different_poses,
           percent(totals, totals->different_poses));
    printf("reached integers: %" PRIu64 " (%.2f %%)\n", totals->integers,
           percent(totals, totals->integers));
    printf("perturbed: %" PRIu64 " (%.2f %%)\n", totals->perturbed,
           percent(totals, totals->perturbed));
    printf("sets of corners checked: %" PRIu64 "; pairs in all orders: %" PRIu64 "\n",
           totals->corners_checked, totals->orders_checked);
    printf("pairs: %" PRIu64 ", mismatches: %" PRIu64 "\n", totals->pairs, totals->mismatches);
}

static int at_least(const pair_totals* totals, const char* what, uint64_t count, double wanted)
{
    if (percent(totals, count) >= wanted) return 1;
    printf("only %.2f %% %s, not %g %%\n", percent(totals, count), what, wanted);
    return 0;
}

int pair_totals_suffice(const pair_totals* totals)
{
    int enough = at_least(totals, "with two different poses", totals->different_poses, 30);
    enough &= at_least(totals, "that reach integers", totals->integers, 20);
    for (int a = 0; a < 2; a++)
        for (int b = a; b < 3; b++)
            enough &= at_least(totals, rank_name[a], totals->ranks[a][b], 10);
    return enough;
}
