// maker.c - growing the arrays of a mesh, with one sticky status instead of a check at every vertex.
#include "maker.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VERTICES  0xFFFFFFFEu
#define MOST_TRIANGLES 0x7FFFFFFFu

static int reserve(maker* k, uint64_t vertices, uint64_t triangles)
{
    if (vertices > MOST_VERTICES || triangles > MOST_TRIANGLES) {
        k->status = SCENE_TOO_LARGE;
        return 0;
    }
    if (vertices > k->vertex_capacity) {
        double* more = realloc(k->m.vertices, (size_t)vertices * 3 * sizeof(double));
        if (!more) {
            k->status = SCENE_OUT_OF_MEMORY;
            return 0;
        }
        k->m.vertices = more;
        k->vertex_capacity = (size_t)vertices;
    }
    if (triangles > k->triangle_capacity) {
        uint32_t* more = realloc(k->m.triangles, (size_t)triangles * 3 * sizeof(uint32_t));
        if (!more) {
            k->status = SCENE_OUT_OF_MEMORY;
            return 0;
        }
        k->m.triangles = more;
        k->triangle_capacity = (size_t)triangles;
    }
    return 1;
}

// Doubled, but not beyond the limit while there is room below it.
static uint64_t grown(uint64_t count, uint64_t most)
{
    const uint64_t wanted = count < 32 ? 64 : 2 * count;
    return wanted > most && count < most ? most : wanted;
}

void maker_start(maker* k, uint64_t vertices, uint64_t triangles)
{
    *k = (maker){.status = SCENE_OK};
    (void)reserve(k, vertices, triangles);
}

uint32_t maker_vertex(maker* k, double x, double y, double z)
{
    const size_t at = k->m.vertex_count;
    if (k->status != SCENE_OK) return 0;
    if (at == k->vertex_capacity && !reserve(k, grown(at, MOST_VERTICES), 0)) return 0;
    double* v = k->m.vertices + 3 * at;
    v[0] = x, v[1] = y, v[2] = z;
    k->m.vertex_count++;
    return (uint32_t)at;
}

void maker_triangle(maker* k, uint32_t a, uint32_t b, uint32_t c)
{
    const size_t at = k->m.triangle_count;
    if (k->status != SCENE_OK) return;
    if (at == k->triangle_capacity && !reserve(k, 0, grown(at, MOST_TRIANGLES))) return;
    uint32_t* t = k->m.triangles + 3 * at;
    t[0] = a, t[1] = b, t[2] = c;
    k->m.triangle_count++;
}

void maker_quad(maker* k, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    maker_triangle(k, a, b, c);
    maker_triangle(k, a, c, d);
}

// Names stand behind the groups, in one block: mesh_free knows no other.
void maker_start_groups(maker* k, uint32_t count)
{
    if (k->status != SCENE_OK) return;
    k->m.groups = calloc(count, sizeof *k->m.groups + MAKER_NAME);
    k->group_room = count;
    if (!k->m.groups) k->status = SCENE_OUT_OF_MEMORY;
}

static void end_group(maker* k)
{
    if (!k->m.group_count) return;
    mesh_group* last = &k->m.groups[k->m.group_count - 1];
    last->triangle_count = k->m.triangle_count - last->first_triangle;
}

char* maker_group(maker* k)
{
    if (k->status != SCENE_OK) return NULL;
    end_group(k);
    const size_t i = k->m.group_count++;
    char* name = (char*)(k->m.groups + k->group_room) + i * MAKER_NAME;
    k->m.groups[i] = (mesh_group){.name = name, .kind = 'o', .first_triangle = k->m.triangle_count};
    return name;
}

scene_status maker_finish(maker* k, mesh* out)
{
    if (k->status != SCENE_OK) {
        mesh_free(&k->m);
        return k->status;
    }
    end_group(k);
    k->m.face_count = k->m.triangle_count;
    *out = k->m;
    return SCENE_OK;
}
