// solid.h - what is inside a model, of whatever pose: its components, and those whose winding numbers are integers.
#ifndef ABUT_QUERY_SOLID_H
#define ABUT_QUERY_SOLID_H
#include "query/components.h"
#include "query/fans.h"
#include "query/model.h"
#include "query/skin.h"
#include "query/winding.h"

#include "abut/point.h"

// What a triangle is to the inside of its model.
enum {
    SOLID_BOUNDS = 1,   // of a closed component, and not degenerate
    SOLID_WHOLE = 2,    // that is oriented too: it counts in integers
    SOLID_PARTIAL = 4,  // not degenerate, of another one: its solid angle counts
};

struct abut_solid {
    abut_host host;  // complete
    const abut_model* model;
    components parts;
    uint8_t* part_role;        // by component, of its triangles that are not degenerate
    size_t bounding, partial;  // triangles
    bit_range vertices;        // of all coordinates
    fans fans;                 // of partial ones, where the model has a tree
    abut_solid_part* list;     // of each component
    // solid_check: whether it was done; the same components, of which those without a fault are called closed; and
    // the surface of these.
    int is_checked;
    component* sound;
    skin skin;
};

static inline unsigned solid_role(const abut_solid* s, uint32_t triangle)
{
    if (s->model->mesh.reduced && soup_mesh_corners(&s->model->mesh, triangle).count < 3) return 0;
    return s->part_role[component_of(&s->parts, triangle)];
}

// Whether a triangle belongs to a closed component.
static inline int solid_is_closed(const abut_solid* s, uint32_t triangle)
{
    return s->parts.list[component_of(&s->parts, triangle)].closed;
}

// As abut_solid_build, for arguments that the api has checked, and so on.
abut_status solid_make(abut_solid** out, const abut_model* model, const abut_host* host);
void solid_free(abut_solid* s);
void solid_describe(const abut_solid* s, abut_solid_info* out);
// As abut_solid_check, for arguments that the api has checked.
abut_status solid_check(abut_solid* s, abut_query* query);
void solid_parts(const abut_solid* s, const abut_solid_part** out, size_t* count);

// The components, for whom those that have no fault are closed.
static inline components solid_bodies(const abut_solid* s)
{
    components bodies = s->parts;
    ASSERT(s->is_checked);
    bodies.list = s->sound;
    return bodies;
}

const char* fault_text(abut_fault fault);

#endif
