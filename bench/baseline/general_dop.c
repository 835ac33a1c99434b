// general_dop.c - general DOPs as nodes of a tree, and their cones. content and half_area are those of a
// box along the axes about the DOP: the splits that a tree is built with compare nothing else.
#include "baseline/general_dop.h"

#include "base/bits.h"
#include "methods/bound/kdop.h"

const general_set general7_set = {
    7, {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// As kdop_fit: rounding errs by less than a sixteenth of the slack.
void general_fit(const general_set* set, float* offset, const triangle_set* triangles,
                 const volume_options* options)
{
    for (int i = 0; i < set->count; i++) {
        double most = -HUGE_VAL;
        for (size_t t = 0; t < triangles->count; t++) {
            const uint32_t* index = triangles->triangles + (size_t)triangles->order[t] * 3;
            for (int v = 0; v < 3; v++) {
                const double along =
                    kdop_along(set->direction[i], triangles->points + (size_t)index[v] * 3);
                if (along > most) most = along;
            }
        }
        offset[i] =
            float_round_up(most + VOLUME_SLACK + options->widen * kdop_length(set->direction[i]));
    }
}

// ------------------------------------------------------------------------------------------- cones

static void cone_of(general_cone* out, const general_set* set, const int member[3])
{
    double normal[3][3];
    for (int l = 0; l < 3; l++) {
        out->member[l] = member[l];
        for (int k = 0; k < 3; k++)
            normal[l][k] = set->direction[member[l]][k];
    }
    for (int l = 0; l < 3; l++)
        cross3(out->dual[l], normal[(l + 1) % 3], normal[(l + 2) % 3]);
    out->determinant = dot3(normal[0], out->dual[0]);
}

// Whether no direction, at unit length, is beyond the plane of the cone's three. A vector g of the plane
// through the three unit normals u[l] has dual-sum 1: sum of weights |n[l]| w[l] = 1.
static int is_on_hull(const general_set* set, const general_cone* c)
{
    for (int i = 0; i < set->count; i++) {
        double sum = 0;
        for (int l = 0; l < 3; l++) {
            double along = 0;
            for (int k = 0; k < 3; k++)
                along += c->dual[l][k] * set->direction[i][k];
            sum += along * kdop_length(set->direction[c->member[l]]);
        }
        if (sum > c->determinant * kdop_length(set->direction[i]) * (1 + 1e-9)) return 0;
    }
    return 1;
}

int general_cones(const general_set* set, general_cone out[GENERAL_CONES])
{
    int count = 0;
    for (int i = 0; i < set->count; i++) {
        for (int j = 0; j < set->count; j++) {
            for (int l = i + 1; l < set->count && j > i; l++) {
                const int member[3] = {i, j, l};
                if (l == j || count == GENERAL_CONES) continue;
                cone_of(&out[count], set, member);
                if (out[count].determinant > 0.5 && is_on_hull(set, &out[count])) count++;
            }
        }
    }
    return count;
}

// --------------------------------------------------------------------------------------- the class

static void fit7(void* out, const triangle_set* set, const volume_options* options,
                 const void* parent)
{
    (void)parent;
    general_fit(&general7_set, ((general7*)out)->offset, set, options);
}

// A box about the DOP: -x = (b + c) / 2 for two normals b, c of the tetrahedron whose first coordinate is -1.
static range3 box_of(const general7* v)
{
    range3 box;
    for (int k = 0; k < 3; k++) {
        const double b = (double)v->offset[k == 0 ? 2 : 1], c = (double)v->offset[k == 2 ? 2 : 3];
        box.low[k] = -(b + c) / 2;
        box.high[k] = (double)v->offset[4 + k];
    }
    return box;
}

static int directions7(const void* volume, int all, double out[VOLUME_DIRECTIONS_MAX][3])
{
    const range3 box = box_of(volume);
    (void)all;
    for (int i = 0; i < 3; i++) {
        const double own = box.high[i] - box.low[i];
        int rank = 0;
        for (int k = 0; k < 3; k++) {
            const double other = box.high[k] - box.low[k];
            rank += other > own || (k < i && !(other < own));
        }
        for (int k = 0; k < 3; k++)
            out[rank][k] = i == k;
    }
    return 3;
}

static double half_area7(const void* volume)
{
    const range3 box = box_of(volume);
    const double edge[3] = {box.high[0] - box.low[0], box.high[1] - box.low[1],
                            box.high[2] - box.low[2]};
    return half_area_of_box(edge);
}

static double content7(const void* volume)
{
    const range3 box = box_of(volume);
    return (box.high[0] - box.low[0]) * (box.high[1] - box.low[1]) * (box.high[2] - box.low[2]);
}

// The largest |offset|, as for k-DOPs.
static double defect7(const void* volume)
{
    const general7* v = volume;
    double reach = 0;
    for (int i = 0; i < 7; i++) {
        if (fabs((double)v->offset[i]) > reach) reach = fabs((double)v->offset[i]);
    }
    return reach;
}

static int holds7(const void* volume, const long double point[3])
{
    const general7* v = volume;
    for (int i = 0; i < 7; i++) {
        long double along = 0;
        for (int k = 0; k < 3; k++)
            along += general7_set.direction[i][k] * point[k];
        if (!(along <= (long double)v->offset[i])) return 0;
    }
    return 1;
}

static const char* check7(const void* volume, double defect)
{
    return defect7(volume) <= defect ? NULL : "an offset is beyond the reach";
}

const volume_class general7_class = {
    .size = sizeof(general7),
    .fit = fit7,
    .directions = directions7,
    .content = content7,
    .half_area = half_area7,
    .defect = defect7,
    .holds = holds7,
    .check = check7,
};
