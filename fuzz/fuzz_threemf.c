// fuzz_threemf.c - 3MF: the text of a model, which is put into an archive, since no fuzzer finds checksums; or an archive.
// Behind the first zero is the text of another model, behind the second what a slicer writes beside.
#define FUZZ_SHOWS_AGAIN 2
#include "fuzz_places.h"
#include "support/zip_made.h"

static void check_file(const uint8_t* data, size_t size)
{
    check_places(data, size, MESH_3MF, 0);
    check_places(data, size, MESH_3MF, 1);
    fuzz_mesh(data, size, MESH_3MF);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size >= 4 && memcmp(data, "PK\3\4", 4) == 0) {
        check_file(data, size);
        return 0;
    }
    static const char* const names[] = {"3D/3dmodel.model", "3D/a.model",
                                        "Metadata/model_settings.config"};
    enum { PARTS = sizeof names / sizeof *names };
    const uint8_t* end = data + size;
    zip_made z = {0};
    for (size_t i = 0; i < PARTS; i++) {
        const uint8_t* zero = data == end ? NULL : memchr(data, '\0', (size_t)(end - data));
        const uint8_t* part_end = zero && i + 1 < PARTS ? zero : end;
        zip_made_add(&z, names[i], (const char*)data, (size_t)(part_end - data));
        if (part_end == end) break;
        data = zero + 1;
    }
    zip_made_end(&z);
    check_file((const uint8_t*)z.bytes, z.size);
    free(z.bytes);
    return 0;
}
