// saved.c - see saved.h. What a saved model is, the library alone knows; here are only files.
#include "models/saved.h"

#include "base/hash.h"
#include "system/system.h"

#include <abut/saved.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool saved_begins(const char* path, const unsigned char magic[8])
{
    unsigned char begin[8];
    struct stat about;
    // Of a pipe nothing may be read here: it would be missing later.
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    FILE* in = fopen(path, "rb");
    if (!in) return false;
    const size_t got = fread(begin, 1, sizeof begin, in);
    fclose(in);
    return got == sizeof begin && memcmp(begin, magic, sizeof begin) == 0;
}

bool saved_is(const char* path)
{
    static const unsigned char magic[8] = {0x8A, 'a', 'b', 'u', 't', '\r', '\n', 0x1A};
    return saved_begins(path, magic);
}

static bool fail(model_file* file, fault_code code, const char* text, load_error* error)
{
    *error = (load_error){0};
    model_file_free(file);
    return load_fail(error, code, "%s", text);
}

bool saved_load(model_file* file, const char* path, load_error* error)
{
    *file = (model_file){.path = path};
    const double started = progress_clock();
    file->image = system_map(path, &file->image_size);
    if (!file->image) {
        const int reason = errno;
        model_file_free(file);
        *error = (load_error){0};
        return load_fail(error, S002_CANNOT_OPEN, "cannot be opened: %s", strerror(reason));
    }
    abut_status status = abut_model_open(&file->model, file->image, file->image_size, NULL);
    if (status == ABUT_OK) status = abut_model_describe(file->model, &file->info);
    if (status != ABUT_OK)
        return fail(file, fault_code_of_status(status), abut_status_text(status), error);
    file->read_seconds = progress_clock() - started;
    return true;
}

void saved_unmap(model_file* file)
{
    if (file->image) system_unmap(file->image, file->image_size);
    file->image = NULL;
}

static abut_status write_bytes(void* user, const void* bytes, size_t size)
{
    fwrite(bytes, 1, size, user);
    return ABUT_OK;
}

abut_status saved_write(const abut_model* model, const uint64_t source[2], FILE* out)
{
    return abut_model_save(model, source, write_bytes, out);
}

void saved_hash(const mesh* m, uint64_t out[2])
{
    uint64_t vertices[2];
    hash_128(m->vertices, m->vertex_count * 3 * sizeof(double), 0, vertices);
    hash_128(m->triangles, m->triangle_count * 3 * sizeof(uint32_t), vertices[0] ^ vertices[1],
             out);
}
