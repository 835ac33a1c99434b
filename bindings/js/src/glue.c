// glue.c - what JavaScript cannot do by itself in the memory of a module: functions for the library to call, and files to
// be read. The rest it does by tables (../tools/tables.py): a structure is written into memory, a public function of the
// headers is called by its own name, and its answer is read.
#include "glue.h"

#include "tables_check.h"

#include <stdlib.h>
#include <string.h>

// Given by whoever loads the module. Other than 0: stop.
__attribute__((import_module("abut"), import_name("progress"))) int
abut_js_progress(double fraction);

static int tell(void* user, double fraction)
{
    (void)user;
    return abut_js_progress(fraction);
}

const abut_host* abut_js_host(void)
{
    static const abut_host host = {.progress = tell};
    return &host;
}

struct js_file {
    mesh mesh;
    mesh_error error;
};

js_file* abut_js_read(const void* bytes, size_t size, const char* format, int drop_bad,
                      int keep_places)
{
    static const mesh_progress progress = {tell, NULL};
    const mesh_read_options how = {mesh_format_from_name(format), &progress, drop_bad, keep_places};
    js_file* file = calloc(1, sizeof *file);
    if (file) file->error.status = mesh_read_memory(&file->mesh, bytes, size, &how, &file->error);
    return file;
}

void abut_js_file_free(js_file* file)
{
    if (file) mesh_free(&file->mesh);
    free(file);
}

size_t abut_js_file_select(js_file* file, const char* group)
{
    return mesh_select_group(&file->mesh, group);
}

const mesh* abut_js_file_mesh(const js_file* file)
{
    return &file->mesh;
}

const mesh_error* abut_js_file_error(const js_file* file)
{
    return &file->error;
}

const char* abut_js_format_name(int format)
{
    return mesh_format_name((mesh_format)format);
}

// Bytes of a saved model are put together in one block that grows.
typedef struct js_bytes {
    char* data;
    size_t size, room;
} js_bytes;

static abut_status append(void* user, const void* bytes, size_t size)
{
    js_bytes* b = user;
    if (size > b->room - b->size) {
        const size_t room = b->size + size > 2 * b->room ? b->size + size : 2 * b->room;
        char* data = room >= b->size + size ? realloc(b->data, room) : NULL;
        if (!data) return ABUT_OUT_OF_MEMORY;
        b->data = data;
        b->room = room;
    }
    memcpy(b->data + b->size, bytes, size);
    b->size += size;
    return ABUT_OK;
}

abut_status abut_js_save(const abut_model* model, void** out, size_t* size)
{
    js_bytes b = {0};
    const abut_status status = abut_model_save(model, NULL, append, &b);
    if (status != ABUT_OK) {
        free(b.data);
        return status;
    }
    *out = b.data;
    *size = b.size;
    return ABUT_OK;
}
