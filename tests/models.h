// models.h - models of meshes for tests that ask whole models, and order in lists of pairs.
#ifndef ABUT_TESTS_MODELS_H
#define ABUT_TESTS_MODELS_H
#include "mesh.h"

#include "abut/abut.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// The caller frees the model.
static inline abut_model* model_of_mesh(const mesh* m, abut_method method)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_build options = {.method = method};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &options), ABUT_OK);
    return model;
}

// For qsort of pairs written as a << 32 | b.
static inline int compare_keys(const void* x, const void* y)
{
    const uint64_t a = *(const uint64_t*)x, b = *(const uint64_t*)y;
    return (a > b) - (a < b);
}

#endif
