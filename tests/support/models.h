// models.h - models of meshes for tests that ask whole models, and order in lists of pairs.
#ifndef ABUT_TESTS_SUPPORT_MODELS_H
#define ABUT_TESTS_SUPPORT_MODELS_H
#include "mesh/mesh.h"

#include "abut/abut.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// The caller frees the model.
static inline abut_model* model_in(const mesh* m, abut_method method, abut_memory memory)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_build options = {.method = method, .memory = memory};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &options), ABUT_OK);
    return model;
}

static inline abut_model* model_of_mesh(const mesh* m, abut_method method)
{
    return model_in(m, method, ABUT_MEMORY_DEFAULT);
}

static inline void triangle_corners(const mesh* m, uint32_t triangle, double out[3][3])
{
    for (size_t k = 0; k < 3; k++) {
        const double* v = m->vertices + 3 * (size_t)m->triangles[3 * (size_t)triangle + k];
        for (size_t c = 0; c < 3; c++)
            out[k][c] = v[c];
    }
}

// For qsort of pairs written as a << 32 | b.
static inline int compare_keys(const void* x, const void* y)
{
    const uint64_t a = *(const uint64_t*)x, b = *(const uint64_t*)y;
    return (a > b) - (a < b);
}

#endif
