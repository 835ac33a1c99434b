// plain_ranges.cpp - ranges without a tree, in doubles, as people write it: each triangle against the box by separating axes
// (Akenine-Moeller 2001), against the frustum by its planes, and where these leave it open by clipping.
#include "probes/programs/rival.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace
{
using vector = std::array<double, 3>;
using corners = std::array<vector, 3>;

enum class place { outside, crossing, inside };

std::vector<corners> triangles;

// Whether an axis parts a box about the origin and a triangle.
bool is_parted(const vector& axis, const vector& half, const corners& t)
{
    double p[3], reach = 0;
    for (size_t i = 0; i < 3; i++)
        p[i] = t[i][0] * axis[0] + t[i][1] * axis[1] + t[i][2] * axis[2];
    for (size_t k = 0; k < 3; k++)
        reach += half[k] * std::fabs(axis[k]);
    return std::min({p[0], p[1], p[2]}) > reach || std::max({p[0], p[1], p[2]}) < -reach;
}

vector cross(const vector& a, const vector& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

place place_in_box(const corners& t, const double* low, const double* high)
{
    bool is_inside = true;
    for (size_t k = 0; k < 3; k++) {
        const double least = std::min({t[0][k], t[1][k], t[2][k]});
        const double most = std::max({t[0][k], t[1][k], t[2][k]});
        if (least > high[k] || most < low[k]) return place::outside;
        is_inside &= least >= low[k] && most <= high[k];
    }
    if (is_inside) return place::inside;
    vector half, e[3];
    corners at;
    for (size_t k = 0; k < 3; k++) {
        half[k] = (high[k] - low[k]) / 2;
        for (size_t i = 0; i < 3; i++)
            at[i][k] = t[i][k] - (high[k] + low[k]) / 2;
    }
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++)
            e[i][k] = at[(i + 1) % 3][k] - at[i][k];
    if (is_parted(cross(e[0], e[1]), half, at)) return place::outside;
    for (const vector& edge : e)
        for (size_t k = 0; k < 3; k++) {
            vector axis = {0, 0, 0};
            axis[(k + 1) % 3] = -edge[(k + 2) % 3];
            axis[(k + 2) % 3] = edge[(k + 1) % 3];
            if (is_parted(axis, half, at)) return place::outside;
        }
    return place::crossing;
}

double height(const double* plane, const vector& p)
{
    return plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] - plane[3];
}

// Whether something of a triangle is left on the inner side of all planes.
bool is_left(const corners& t, const double* planes)
{
    std::array<vector, 16> now, next;
    size_t count = 3;
    std::copy(t.begin(), t.end(), now.begin());
    for (size_t i = 0; i < 6 && count > 0; i++) {
        size_t kept = 0;
        for (size_t k = 0; k < count; k++) {
            const vector &a = now[k], &b = now[(k + 1) % count];
            const double x = height(planes + 4 * i, a), y = height(planes + 4 * i, b);
            if (x <= 0) next[kept++] = a;
            if ((x < 0 && y > 0) || (x > 0 && y < 0))
                for (size_t m = 0; m < 3; m++)
                    next[kept][m] = a[m] + x / (x - y) * (b[m] - a[m]);
            if ((x < 0 && y > 0) || (x > 0 && y < 0)) kept++;
        }
        count = kept;
        now = next;
    }
    return count > 0;
}

place place_in_frustum(const corners& t, const double* planes)
{
    bool is_inside = true;
    for (size_t i = 0; i < 6; i++) {
        int outside = 0;
        for (const vector& p : t)
            outside += height(planes + 4 * i, p) > 0;
        if (outside == 3) return place::outside;
        is_inside &= outside == 0;
    }
    if (is_inside) return place::inside;
    return is_left(t, planes) ? place::crossing : place::outside;
}
}  // namespace

std::string rival_name()
{
    return "plain, without a tree";
}

void rival_load(const rival_scene& scene)
{
    for (size_t i = 0; i + 2 < scene.triangles.size(); i += 3) {
        corners t;
        for (size_t c = 0; c < 3; c++)
            std::copy_n(scene.vertices.begin() + 3 * scene.triangles[i + c], 3, t[c].begin());
        triangles.push_back(t);
    }
}

// How many triangles share points with a range; and how many of them are inside.
bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    const bool is_box = question == "range-box";
    if (!is_box && question != "range-frustum") return false;
    const size_t points = is_box ? 2 : 8;
    std::vector<size_t> found;
    for (size_t i = 0; i + points <= answers.size(); i += points) {
        const double* p = scene.points.data() + 3 * i;
        size_t inside = 0;
        found.clear();
        for (size_t k = 0; k < triangles.size(); k++) {
            const place at =
                is_box ? place_in_box(triangles[k], p, p + 3) : place_in_frustum(triangles[k], p);
            if (at != place::outside) found.push_back(k);
            inside += at == place::inside;
        }
        answers[i] = static_cast<double>(found.size());
        answers[i + 1] = static_cast<double>(inside);
    }
    return true;
}
