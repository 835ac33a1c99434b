// fuzz_off.c - OFF and its variants.
#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    return fuzz_mesh(data, size, MESH_OFF);
}
