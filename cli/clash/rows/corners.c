// corners.c - objects where they stand: their triangles, and which of two is named or moved first.
#include "clash/rows/rows.h"
#include "file/memory_limit.h"

#include <stdlib.h>
#include <string.h>

static bool is_identity(const abut_pose* p)
{
    static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    bool is = p->scale == 1;
    for (int i = 0; i < 3; i++) {
        is = is && p->translation[i] == 0;
        for (int k = 0; k < 3; k++)
            is = is && p->rotation[i][k] == one[i][k];
    }
    return is;
}

static void place(const abut_pose* p, double x[3])
{
    const double v[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; i++)
        x[i] = p->scale * p->rotation[i][0] * v[0] + p->scale * p->rotation[i][1] * v[1] +
               p->scale * p->rotation[i][2] * v[2] + p->translation[i];
}

double* clash_corners(const clash_object* object)
{
    const size_t count = object->triangle_count;
    const size_t bytes = (count * 9 + 1) * sizeof(double);
    double* corners = memory_allows(bytes) ? malloc(bytes) : NULL;
    if (!corners) return NULL;
    if (count && abut_model_triangles(object->model, 0, count, corners) != ABUT_OK) {
        free(corners);
        return NULL;
    }
    const bool stays = is_identity(&object->pose);
    for (size_t i = 0; i < count * 3; i++) {
        if (!stays) place(&object->pose, corners + 3 * i);
        for (int k = 0; k < 3; k++)
            corners[3 * i + (size_t)k] += 0.0;  // no -0
    }
    return corners;
}

bool clash_comes_first(const clash_result* r, uint32_t i, uint32_t j)
{
    const clash_object *a = &r->objects[i], *b = &r->objects[j];
    int order = strcmp(clash_id(a), clash_id(b));
    if (order == 0) order = strcmp(a->path, b->path);
    return order ? order < 0 : i < j;
}

static double box_volume(const clash_result* r, uint32_t i)
{
    const clash_box* box = &r->review.boxes[i];
    double volume = 1;
    for (int k = 0; k < 3; k++)
        volume *= box->high[k] - box->low[k];
    return volume;
}

uint32_t clash_mover(const clash_result* r, uint32_t a, uint32_t b)
{
    const double va = box_volume(r, a), vb = box_volume(r, b);
    if (va < vb || vb < va) return va < vb ? a : b;
    return clash_comes_first(r, a, b) ? a : b;
}
