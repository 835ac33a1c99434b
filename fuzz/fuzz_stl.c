// fuzz_stl.c - STL, binary and ASCII: either format stands for both.
#include "fuzz_mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    return fuzz_mesh(data, size, MESH_STL_BINARY);
}
