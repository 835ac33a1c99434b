// gltf_bytes.c - where the numbers of a glTF file are: buffers, views of them, and accessors, which say what a view holds.
// What they say is checked against the bytes that are there, before anything is read.
#include "file/bytes.h"
#include "file/system.h"
#include "file/whole.h"
#include "mesh/gltf.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_OF_VERTEX = 12, STRIDE_MOST = 252 };

// --------------------------------------------------------------------------------------- data: URI

// The six bits of a letter; 64: it is none.
static uint32_t base64_value(char c)
{
    if (c >= 'A' && c <= 'Z') return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z') return (uint32_t)(c - 'a') + 26;
    if (is_digit(c)) return (uint32_t)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

// Returns how many bytes were written to out, which has room for 3 of 4 letters; SIZE_MAX: it is no base64.
static size_t base64_decode(char* out, const char* text, size_t length)
{
    while (length > 0 && text[length - 1] == '=')
        length--;
    size_t used = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        const uint32_t value = base64_value(text[i]);
        if (value == 64) return SIZE_MAX;
        bits = bits << 6 | value;
        if (i % 4 == 0) continue;  // six bits are no byte
        const unsigned have = 6 - 2 * (unsigned)(i % 4);
        out[used++] = (char)(unsigned char)(bits >> have & 0xff);
    }
    return length % 4 == 1 ? SIZE_MAX : used;
}

static mesh_status decode(const gltf* g, gltf_buffer* buffer, size_t number, const json_value* uri)
{
    const char* comma = strchr(uri->text, ',');
    static const char marker[] = ";base64";
    const size_t length = sizeof marker - 1;
    if (!comma || (size_t)(comma - uri->text) < length ||
        memcmp(comma - length, marker, length) != 0)
        return gltf_fail(g, F034_GLTF_MEMBER, uri, "the data of buffer %zu is not in base64",
                         number);
    const size_t size = strlen(comma + 1);
    TRY(reader_may_take(g->r, size / 4 * 3 + 3));
    buffer->taken = malloc(size / 4 * 3 + 3);
    if (!buffer->taken) return reader_no_memory(g->r);
    buffer->size = base64_decode(buffer->taken, comma + 1, size);
    buffer->bytes = buffer->taken;
    if (buffer->size != SIZE_MAX) return MESH_OK;
    return gltf_fail(g, F034_GLTF_MEMBER, uri, "the data of buffer %zu is no base64", number);
}

// ------------------------------------------------------------------------------------------ beside

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Decode %20 and its like in place. Returns false if there is a zero, or half of one.
static bool percent_decode(char* text)
{
    char* to = text;
    for (const char* at = text; *at;) {
        if (*at != '%') {
            *to++ = *at++;
            continue;
        }
        const int high = hex_digit(at[1]), low = high < 0 ? -1 : hex_digit(at[2]);
        if (low < 0 || high + low == 0) return false;
        *to++ = (char)(unsigned char)(high * 16 + low);
        at += 3;
    }
    *to = '\0';
    return true;
}

// Whether a path stays beside the file that names it: no root, no drive or scheme, no step up.
static bool stays_beside(const char* path)
{
    if (*path == '\0' || *path == '/' || strpbrk(path, ":\\")) return false;
    for (const char* at = path; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) return false;
    }
    return true;
}

// The path of a file beside, to be freed; NULL: no memory.
static char* path_beside(const char* file, const char* name)
{
    const char* slash = strrchr(file, '/');
#ifdef _WIN32
    const char* other = strrchr(file, '\\');
    if (other && (!slash || other > slash)) slash = other;
#endif
    const size_t folder = slash ? (size_t)(slash - file) + 1 : 0, length = strlen(name);
    char* path = malloc(folder + length + 1);
    if (!path) return NULL;
    memcpy(path, file, folder);
    memcpy(path + folder, name, length + 1);
    return path;
}

static mesh_status load(const gltf* g, gltf_buffer* buffer, size_t number, const json_value* uri,
                        const char* name)
{
    static const char missing[] = "is not there: copy it beside this one";
    struct stat about;
    char* path = path_beside(g->r->path, name);
    if (!path) return reader_no_memory(g->r);
    whole_file_why why = {.text = "is not a regular file"};
    whole_file_status status = WHOLE_FILE_CANNOT_READ;
    if (file_about(path, &about) != 0)
        memcpy(why.text, missing, sizeof missing);
    else if (S_ISREG(about.st_mode))
        status = whole_file_read(path, &buffer->taken, &buffer->size, &why);
    free(path);
    buffer->bytes = buffer->taken;
    if (status == WHOLE_FILE_OK) return MESH_OK;
    if (status == WHOLE_FILE_OUT_OF_MEMORY) return reader_no_memory(g->r);
    return gltf_fail(g, status == WHOLE_FILE_TOO_LARGE ? S004_MEMORY_LIMIT : F036_GLTF_FILE, uri,
                     "buffer %zu is in the file \"%.80s\", which %s", number, name, why.text);
}

static mesh_status load_beside(const gltf* g, gltf_buffer* buffer, size_t number,
                               const json_value* uri)
{
    const size_t size = strlen(uri->text) + 1;
    char* name = malloc(size);
    if (!name) return reader_no_memory(g->r);
    memcpy(name, uri->text, size);
    mesh_status status;
    if (!percent_decode(name) || !stays_beside(name))
        status = gltf_fail(g, F036_GLTF_FILE, uri,
                           "buffer %zu is in \"%.80s\": only files beside this one or in folders "
                           "beside it are read",
                           number, uri->text);
    else if (!g->r->path || strcmp(g->r->path, "-") == 0)
        status = gltf_fail(g, F036_GLTF_FILE, uri,
                           "buffer %zu is in the file \"%.80s\", and there is no file beside %s",
                           number, uri->text, g->r->path ? "standard input" : "bytes in memory");
    else
        status = load(g, buffer, number, uri, name);
    free(name);
    return status;
}

// ----------------------------------------------------------------------------------------- buffers

static mesh_status find_bytes(const gltf* g, gltf_buffer* buffer, size_t number)
{
    const json_value* item = g->buffers.items[number];
    const json_value* uri = json_member(item, "uri");
    if (uri && uri->kind != JSON_STRING)
        return gltf_fail(g, F034_GLTF_MEMBER, uri, "the uri of buffer %zu is %s", number,
                         json_kind_text(uri->kind));
    if (uri)
        return strncmp(uri->text, "data:", 5) == 0 ? decode(g, buffer, number, uri)
                                                   : load_beside(g, buffer, number, uri);
    if (number > 0 || !g->chunk)
        return gltf_fail(g, F034_GLTF_MEMBER, item,
                         "buffer %zu has no uri, and its bytes are not here", number);
    buffer->bytes = g->chunk;
    buffer->size = g->chunk_size;
    return MESH_OK;
}

static mesh_status open_new(gltf* g, size_t number)
{
    gltf_buffer* buffer = &g->opened[number];
    const json_value* item = g->buffers.items[number];
    size_t size = SIZE_MAX;
    TRY(gltf_size(g, item, "buffer", number, "byteLength", &size));
    if (size == SIZE_MAX)
        return gltf_fail(g, F034_GLTF_MEMBER, item, "buffer %zu has no byteLength", number);
    TRY(find_bytes(g, buffer, number));
    if (size <= buffer->size) {
        buffer->size = size;
        return MESH_OK;
    }
    const mesh_status status =
        gltf_fail(g, F003_TRUNCATED, item, "buffer %zu should have %zu bytes, and has %zu", number,
                  size, buffer->size);
    return reader_forgive(g->r, status, "those are read");
}

static mesh_status open_buffer(gltf* g, size_t number)
{
    gltf_buffer* buffer = &g->opened[number];
    if (buffer->is_bad)
        return gltf_fail(g, F036_GLTF_FILE, g->buffers.items[number],
                         "buffer %zu cannot be read, as was told", number);
    if (!buffer->is_open) {
        buffer->is_bad = true;
        TRY(open_new(g, number));
        buffer->is_bad = false;
        buffer->is_open = true;
    }
    return MESH_OK;
}

void gltf_close_buffers(gltf* g)
{
    for (size_t i = 0; g->opened && i < g->buffers.count; i++)
        free(g->opened[i].taken);
    free(g->opened);
    g->opened = NULL;
}

// --------------------------------------------------------------------------------------- accessors

// A part of a buffer.
typedef struct view {
    const char* at;
    size_t size, stride;  // 0: one element behind the other
    bool is_in_file;
} view;

static mesh_status open_view(gltf* g, size_t number, view* out)
{
    const json_value* item = g->views.items[number];
    size_t parent, offset = 0, size = SIZE_MAX, stride = 0;
    TRY(gltf_reference(g, item, "buffer view", number, "buffer", &g->buffers, &parent));
    TRY(gltf_size(g, item, "buffer view", number, "byteOffset", &offset));
    TRY(gltf_size(g, item, "buffer view", number, "byteLength", &size));
    TRY(gltf_size(g, item, "buffer view", number, "byteStride", &stride));
    if (parent == SIZE_MAX || size == SIZE_MAX)
        return gltf_fail(g, F034_GLTF_MEMBER, item, "buffer view %zu has no %s", number,
                         parent == SIZE_MAX ? "buffer" : "byteLength");
    if (stride > STRIDE_MOST)
        return gltf_fail(g, F034_GLTF_MEMBER, item, "the byteStride of buffer view %zu is %zu",
                         number, stride);
    TRY(open_buffer(g, parent));
    const gltf_buffer* buffer = &g->opened[parent];
    if (offset > buffer->size || size > buffer->size - offset)
        return gltf_fail(g, F037_GLTF_RANGE, item,
                         "buffer view %zu has %zu bytes from byte %zu on, buffer %zu has only %zu",
                         number, size, offset, parent, buffer->size);
    *out = (view){buffer->bytes + offset, size, stride, buffer->bytes == g->chunk};
    return MESH_OK;
}

// What is not read, by its name.
static mesh_status refuse(const gltf* g, size_t number)
{
    const json_value* item = g->accessors.items[number];
    const json_value* sparse = json_member(item, "sparse");
    if (sparse)
        return gltf_fail(g, F020_COMPRESSED, sparse, "accessor %zu is sparse, which is not read",
                         number);
    if (!json_member(item, "bufferView"))
        return gltf_fail(g, F020_COMPRESSED, item,
                         "accessor %zu has no buffer view: what is compressed is not read, and all "
                         "its values would be zero",
                         number);
    return MESH_OK;
}

static mesh_status open_accessor(gltf* g, size_t number, size_t width, gltf_accessor* out)
{
    const json_value* item = g->accessors.items[number];
    size_t parent, offset = 0, count = 0;
    view v = {0};
    TRY(refuse(g, number));
    TRY(gltf_reference(g, item, "accessor", number, "bufferView", &g->views, &parent));
    TRY(gltf_size(g, item, "accessor", number, "byteOffset", &offset));
    TRY(gltf_size(g, item, "accessor", number, "count", &count));
    if (count == 0)
        return gltf_fail(g, F034_GLTF_MEMBER, item, "accessor %zu has no count, or a count of 0",
                         number);
    TRY(open_view(g, parent, &v));
    const size_t stride = v.stride ? v.stride : width;
    if (stride < width)
        return gltf_fail(g, F034_GLTF_MEMBER, item,
                         "accessor %zu has values of %zu bytes, buffer view %zu one every %zu",
                         number, width, parent, stride);
    if (offset > v.size || v.size - offset < width ||
        count - 1 > (v.size - offset - width) / stride)
        return gltf_fail(
            g, F037_GLTF_RANGE, item,
            "accessor %zu has %zu values from byte %zu on, buffer view %zu only %zu bytes", number,
            count, offset, parent, v.size);
    *out = (gltf_accessor){v.at + offset, count, stride, width, v.is_in_file};
    return MESH_OK;
}

// The type and the component type of an accessor.
static mesh_status take_types(const gltf* g, size_t number, const char** type, size_t* component)
{
    const json_value* item = g->accessors.items[number];
    const json_value* text = json_member(item, "type");
    *component = 0;
    *type = text && text->kind == JSON_STRING ? text->text : "";
    return gltf_size(g, item, "accessor", number, "componentType", component);
}

enum { BYTE_UNSIGNED = 5121, SHORT_UNSIGNED = 5123, INT_UNSIGNED = 5125, FLOAT = 5126 };

mesh_status gltf_vertices(gltf* g, size_t accessor, gltf_accessor* out)
{
    const char* type;
    size_t component;
    const json_value* item = g->accessors.items[accessor];
    TRY(take_types(g, accessor, &type, &component));
    if (strcmp(type, "VEC3") != 0)
        return gltf_fail(g, F034_GLTF_MEMBER, item,
                         "accessor %zu has positions, which are VEC3, and its type is \"%.20s\"",
                         accessor, type);
    if (component != FLOAT)
        return gltf_fail(g, F020_COMPRESSED, item,
                         "accessor %zu has positions of the component type %zu: "
                         "KHR_mesh_quantization is not read",
                         accessor, component);
    return open_accessor(g, accessor, SIZE_OF_VERTEX, out);
}

mesh_status gltf_indices(gltf* g, size_t accessor, gltf_accessor* out)
{
    const char* type;
    size_t component;
    TRY(take_types(g, accessor, &type, &component));
    const size_t width = component == BYTE_UNSIGNED    ? 1
                         : component == SHORT_UNSIGNED ? 2
                         : component == INT_UNSIGNED   ? 4
                                                       : 0;
    if (width == 0 || strcmp(type, "SCALAR") != 0)
        return gltf_fail(g, F034_GLTF_MEMBER, g->accessors.items[accessor],
                         "accessor %zu has indices of type \"%.20s\" and component type %zu",
                         accessor, type, component);
    return open_accessor(g, accessor, width, out);
}
