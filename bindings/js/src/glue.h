// glue.h - what a module has for JavaScript beside the library's own functions.
#ifndef ABUT_JS_GLUE_H
#define ABUT_JS_GLUE_H
#include "mesh/mesh.h"

#include "abut/abut.h"
#include "abut/saved.h"

// A host that tells the module's import abut.progress how far a long call is.
const abut_host* abut_js_host(void);

// A file that was read, or why it was not.
typedef struct js_file js_file;
// format: a name of mesh.h; "" finds it by the content. NULL: there is no memory.
js_file* abut_js_read(const void* bytes, size_t size, const char* format, int drop_bad,
                      int keep_places);
void abut_js_file_free(js_file* file);
// Keep only the triangles of a group (mesh_select_group).
size_t abut_js_file_select(js_file* file, const char* group);
const mesh* abut_js_file_mesh(const js_file* file);
// status 0: it was read.
const mesh_error* abut_js_file_error(const js_file* file);

// The name of a mesh's format.
const char* abut_js_format_name(int format);

// A model as bytes (abut_model_save), which the caller frees.
abut_status abut_js_save(const abut_model* model, void** out, size_t* size);

#endif
