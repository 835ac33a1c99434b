// fuzz_threemf.c - 3MF: the text of a model, which is put into an archive, since no fuzzer finds checksums; or an archive.
// Behind the first zero is the text of another part.
#include "fuzz_mesh.h"
#include "support/zip_made.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size >= 4 && memcmp(data, "PK\3\4", 4) == 0) return fuzz_mesh(data, size, MESH_3MF);
    const uint8_t* end = data + size;
    const uint8_t* zero = size > 0 ? memchr(data, '\0', size) : NULL;
    zip_made z = {0};
    zip_made_add(&z, "3D/3dmodel.model", (const char*)data, (size_t)((zero ? zero : end) - data));
    if (zero) zip_made_add(&z, "3D/a.model", (const char*)zero + 1, (size_t)(end - zero) - 1);
    zip_made_end(&z);
    fuzz_mesh((const uint8_t*)z.bytes, z.size, MESH_3MF);
    free(z.bytes);
    return 0;
}
