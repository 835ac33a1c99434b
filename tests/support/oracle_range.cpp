// oracle_range.cpp - see oracle_range.h.
#include "support/oracle_range.h"

#include <gmpxx.h>
#include <vector>

namespace
{

typedef mpq_class rational;
struct point {  // NOLINT(readability-identifier-naming): a name in the copy that the compiler makes
    rational x[3];
};

point place(const oracle_map& m, const point& v)
{
    point out;
    for (int k = 0; k < 3; k++) {
        out.x[k] = rational(m.translation[k]);
        for (int i = 0; i < 3; i++)
            out.x[k] += rational(m.matrix[k][i]) * v.x[i];
    }
    return out;
}

// The solution of m y = x - t, by elimination.
point place_back(const oracle_map& m, const point& v)
{
    rational a[3][4];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            a[k][i] = rational(m.matrix[k][i]);
        a[k][3] = v.x[k] - rational(m.translation[k]);
    }
    for (int k = 0; k < 3; k++) {
        int pivot = k;
        while (a[pivot][k] == 0)
            pivot++;
        for (int i = 0; i < 4; i++)
            swap(a[k][i], a[pivot][i]);
        for (int row = 0; row < 3; row++) {
            if (row == k) continue;
            const rational factor = a[row][k] / a[k][k];
            for (int i = 0; i < 4; i++)
                a[row][i] -= factor * a[k][i];
        }
    }
    return {{a[0][3] / a[0][0], a[1][3] / a[1][1], a[2][3] / a[2][2]}};
}

rational above(const double plane[4], const point& p)
{
    rational out = -rational(plane[3]);
    for (int k = 0; k < 3; k++)
        out += rational(plane[k]) * p.x[k];
    return out;
}

std::vector<point> cut(const std::vector<point>& polygon, const double plane[4])
{
    std::vector<point> out;
    for (size_t i = 0; i < polygon.size(); i++) {
        const point &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const rational x = above(plane, a), y = above(plane, b);
        if (x <= 0) out.push_back(a);
        if ((x < 0 && y > 0) || (x > 0 && y < 0)) {
            const rational t = x / (x - y);
            point p;
            for (int k = 0; k < 3; k++)
                p.x[k] = a.x[k] + t * (b.x[k] - a.x[k]);
            out.push_back(p);
        }
    }
    return out;
}

}  // namespace

void range_truth_find(const range_question* q, range_truth* out)
{
    std::vector<point> polygon;
    bool corner_is_in[3] = {true, true, true};
    point corner[3];
    *out = range_truth();
    for (int i = 0; i < 3; i++) {
        point p = {
            {rational(q->vertex[i][0]), rational(q->vertex[i][1]), rational(q->vertex[i][2])}};
        p = place(q->model, p);
        if (q->has_frame) p = place(q->frame, p);
        corner[i] = place_back(q->pose, p);
        polygon.push_back(corner[i]);
    }
    for (int k = 0; k < q->count; k++) {
        int outside = 0;
        for (int i = 0; i < 3; i++) {
            const int sign = sgn(above(q->plane[k], corner[i]));
            out->touches |= sign == 0;
            outside += sign > 0;
            corner_is_in[i] = corner_is_in[i] && sign <= 0;
        }
        out->is_beyond_one |= outside == 3;
    }
    out->has_corner = corner_is_in[0] || corner_is_in[1] || corner_is_in[2];
    out->is_inside = corner_is_in[0] && corner_is_in[1] && corner_is_in[2];
    for (int k = 0; k < q->count && !polygon.empty(); k++)
        polygon = cut(polygon, q->plane[k]);
    out->shares = !polygon.empty();
}
