// fuzz_gltf.c - glTF, binary and text. Beside the laws of all readers: what is read with its places kept is, put in them,
// what is read in the world.
#define FUZZ_SHOWS_AGAIN 1
#include "fuzz_mesh.h"

// The triangles of a group, put in its place, are those of the same group in the world.
static void check_group(const mesh* kept, const mesh* world, size_t number)
{
    const mesh_group *from = &kept->groups[number], *to = &world->groups[number];
    CHECK(strcmp(from->name, to->name) == 0 && (from->id != NULL) == (to->id != NULL));
    CHECK(!from->id || strcmp(from->id, to->id) == 0);
    CHECK(from->kind == 'n' && from->place == &kept->places[number] && !to->place);
    CHECK(from->triangle_count == to->triangle_count);
    const bool mirror = mesh_place_is_mirror(from->place);
    for (size_t i = 0; i < 3 * from->triangle_count; i++) {
        const size_t corner = mirror && i % 3 ? 3 - i % 3 : i % 3;
        double placed[3];
        mesh_place_vertex(from->place, corner_of(kept, from->first_triangle + i / 3, i % 3),
                          placed);
        CHECK(same_bytes(placed, corner_of(world, to->first_triangle + i / 3, corner),
                         sizeof placed));
    }
}

// No path of a node is another's.
static void check_paths(const mesh* m)
{
    for (size_t i = 0; i < m->group_count && m->group_count < 64; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(m->groups[i].id && strcmp(m->groups[i].id, m->groups[k].id) != 0);
}

static void check_places(const uint8_t* data, size_t size, int drop_bad)
{
    mesh kept = {0}, world = {0};
    const mesh_read_options options = {.format = MESH_GLTF, .drop_bad = drop_bad, .keep_places = 1};
    const mesh_read_options plain = {.format = MESH_GLTF, .drop_bad = drop_bad};
    mesh_error e;
    const mesh_status status = mesh_read_memory(&world, data, size, &plain, &e);
    // In the world a vertex may be too far away for a double.
    const mesh_status other = mesh_read_memory(&kept, data, size, &options, NULL);
    CHECK(other == status || (other == MESH_OK && strstr(e.text, "beyond the largest double")));
    if (other == MESH_OK) {
        check_mesh(&kept, size);
        check_paths(&kept);
    }
    if (status == MESH_OK) {
        CHECK(kept.group_count == world.group_count && kept.place_count == kept.group_count);
        for (size_t i = 0; i < kept.group_count; i++)
            check_group(&kept, &world, i);
    }
    mesh_free(&kept);
    mesh_free(&world);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    check_places(data, size, 0);
    check_places(data, size, 1);
    return fuzz_mesh(data, size, MESH_GLTF);
}
