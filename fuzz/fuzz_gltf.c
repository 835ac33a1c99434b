// fuzz_gltf.c - glTF, binary and text. Beside the laws of all readers and of nodes: no path of a node is another's.
#define FUZZ_SHOWS_AGAIN 1
#include "fuzz_places.h"

static void check_paths(const uint8_t* data, size_t size, int drop_bad)
{
    mesh m = {0};
    const mesh_read_options options = {.format = MESH_GLTF, .drop_bad = drop_bad, .keep_places = 1};
    mesh_read_memory(&m, data, size, &options, NULL);
    for (size_t i = 0; i < m.group_count && m.group_count < 64; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(m.groups[i].id && strcmp(m.groups[i].id, m.groups[k].id) != 0);
    mesh_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    for (int drop_bad = 0; drop_bad < 2; drop_bad++) {
        check_places(data, size, MESH_GLTF, drop_bad);
        check_paths(data, size, drop_bad);
    }
    return fuzz_mesh(data, size, MESH_GLTF);
}
