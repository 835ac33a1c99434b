// gltf.c - glTF 2.0: binary (.glb) and text (.gltf).
#include "mesh/gltf.h"

#include "file/bytes.h"
#include "text/end.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BYTES = 12,
    CHUNK_HEADER_BYTES = 8,
};

// ----------------------------------------------------------------------------------------- failing

mesh_status gltf_fail(const gltf* g, fault_code code, const json_value* where, const char* format,
                      ...)
{
    char text[240], line[48] = "";
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (g->r->binary && where->line > 1)
        snprintf(line, sizeof line, "line %zu of its JSON: ", where->line);
    return reader_fail(g->r, code, g->text + where->byte, "%s%s", line, text);
}

mesh_status gltf_fail_whole(const gltf* g, mesh_status status)
{
    g->r->fatal = true;
    return status;
}

// ------------------------------------------------------------------------------------------ values

bool gltf_is_whole(const json_value* value, size_t* out)
{
    if (value->kind != JSON_NUMBER || !(value->number >= 0 && value->number <= 0x1p53))
        return false;
    const uint64_t whole = (uint64_t)value->number;
    *out = whole < SIZE_MAX ? (size_t)whole : SIZE_MAX - 1;  // no memory has so many of anything
    return (double)whole == value->number;
}

mesh_status gltf_size(const gltf* g, const json_value* owner, const char* element, size_t number,
                      const char* key, size_t* out)
{
    const json_value* value = json_member(owner, key);
    if (!value || gltf_is_whole(value, out)) return MESH_OK;
    return gltf_fail(g, F034_GLTF_MEMBER, value, "the %s of %s %zu is no whole number", key,
                     element, number);
}

mesh_status gltf_element(const gltf* g, const json_value* value, const char* element, size_t number,
                         const char* key, const gltf_list* list, size_t* out)
{
    *out = SIZE_MAX;
    if (!gltf_is_whole(value, out))
        return gltf_fail(g, F034_GLTF_MEMBER, value, "the %s of %s %zu is no whole number", key,
                         element, number);
    if (*out < list->count) return MESH_OK;
    return gltf_fail(g, F035_GLTF_NUMBER, value, "the %s of %s %zu is %s %zu, and there are %zu",
                     key, element, number, list->element, *out, list->count);
}

mesh_status gltf_reference(const gltf* g, const json_value* owner, const char* element,
                           size_t number, const char* key, const gltf_list* list, size_t* out)
{
    const json_value* value = json_member(owner, key);
    *out = SIZE_MAX;
    return value ? gltf_element(g, value, element, number, key, list, out) : MESH_OK;
}

// Numbers of an array of exactly so many; if it is not there they stay as they are.
mesh_status gltf_take_list(gltf* g, const char* key, const char* element, gltf_list* out)
{
    const json_value* array = json_member(g->json.root, key);
    *out = (gltf_list){.element = element};
    if (!array) return MESH_OK;
    if (array->kind != JSON_ARRAY)
        return gltf_fail_whole(g,
                               gltf_fail(g, F034_GLTF_MEMBER, array, "\"%s\" is %s, not an array",
                                         key, json_kind_text(array->kind)));
    // NOLINTBEGIN(bugprone-sizeof-expression): pointers are what it holds
    TRY(reader_may_take(g->r, array->count * sizeof *out->items));
    out->items = malloc((array->count + 1) * sizeof *out->items);
    // NOLINTEND(bugprone-sizeof-expression)
    if (!out->items) return reader_no_memory(g->r);
    for (const json_value* v = array->first; v; v = v->next) {
        if (v->kind != JSON_OBJECT)
            return gltf_fail_whole(g,
                                   gltf_fail(g, F034_GLTF_MEMBER, v, "%s %zu is %s, not an object",
                                             element, out->count, json_kind_text(v->kind)));
        out->items[out->count++] = v;
    }
    return MESH_OK;
}

const char* gltf_text_of(const json_value* object, const char* key)
{
    const json_value* value = json_member(object, key);
    return value && value->kind == JSON_STRING ? value->text : "";
}

// ---------------------------------------------------------------------------------------- versions

static mesh_status check_version(const gltf* g)
{
    const json_value* asset = json_member(g->json.root, "asset");
    if (!asset)
        return gltf_fail(g, F034_GLTF_MEMBER, g->json.root,
                         "there is no \"asset\", which says which glTF it is");
    const char *version = gltf_text_of(asset, "version"),
               *least = gltf_text_of(asset, "minVersion");
    if (strncmp(version, "2.", 2) != 0)
        return gltf_fail(g, F017_VERSION, asset,
                         "this is glTF \"%.20s\"; what is read is 2.0: convert it", version);
    if (*least && strcmp(least, "2.0") != 0)
        return gltf_fail(g, F017_VERSION, asset,
                         "it needs a reader of glTF %.20s; this one reads 2.0", least);
    return MESH_OK;
}

// Extensions that are about looks, or about what is no geometry: what is required of those is not missed.
static bool is_about_looks(const char* name)
{
    static const char* const beginnings[] = {
        "KHR_materials_", "EXT_materials_",      "ADOBE_materials_", "KHR_texture_",
        "EXT_texture_",   "MSFT_texture_",       "KHR_lights_",      "EXT_lights_",
        "KHR_animation_", "KHR_node_visibility", "KHR_xmp",          "EXT_mesh_manifold",
        "KHR_audio_",     "CESIUM_primitive_",
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return false;
}

static mesh_status check_extensions(const gltf* g)
{
    const json_value* required = json_member(g->json.root, "extensionsRequired");
    if (required && required->kind != JSON_ARRAY)
        return gltf_fail(g, F034_GLTF_MEMBER, required,
                         "\"extensionsRequired\" is %s, not an array",
                         json_kind_text(required->kind));
    for (const json_value* v = required ? required->first : NULL; v; v = v->next) {
        if (v->kind != JSON_STRING)
            return gltf_fail(g, F034_GLTF_MEMBER, v, "a required extension is %s, not a name",
                             json_kind_text(v->kind));
        if (!is_about_looks(v->text))
            return gltf_fail(g, F019_EXTENSION, v,
                             "it requires %.60s, which is not read: export it without", v->text);
    }
    return MESH_OK;
}

// What is not as it looks in a viewer.
static mesh_status warn(const gltf* g)
{
    if (g->skin_count)
        TRY(reader_warn(
            g->r, F055_UNPOSED, NULL,
            "%zu node%s with a skin: what it covers is read unposed, where its vertices "
            "are",
            g->skin_count, g->skin_count == 1 ? "" : "s"));
    if (g->morph_count)
        TRY(reader_warn(g->r, F055_UNPOSED, NULL,
                        "%zu primitive%s with morph targets: none is applied", g->morph_count,
                        g->morph_count == 1 ? "" : "s"));
    if (g->other_count)
        TRY(reader_warn(g->r, F056_NOT_SHOWN, NULL, "%zu primitive%s of points or lines left out",
                        g->other_count, g->other_count == 1 ? "" : "s"));
    if (!g->nodes.count && g->meshes.count)
        TRY(reader_warn(g->r, F056_NOT_SHOWN, NULL, "no node shows any of its %zu meshes",
                        g->meshes.count));
    return MESH_OK;
}

// -------------------------------------------------------------------------------------------- file

static mesh_status take_all(gltf* g)
{
    if (g->json.root->kind != JSON_OBJECT)
        return gltf_fail(g, F034_GLTF_MEMBER, g->json.root, "the JSON of a glTF file is an object");
    TRY(check_version(g));
    TRY(check_extensions(g));
    TRY(gltf_take_list(g, "buffers", "buffer", &g->buffers));
    TRY(gltf_take_list(g, "bufferViews", "buffer view", &g->views));
    TRY(gltf_take_list(g, "accessors", "accessor", &g->accessors));
    TRY(gltf_take_list(g, "meshes", "mesh", &g->meshes));
    TRY(gltf_take_list(g, "nodes", "node", &g->nodes));
    TRY(reader_may_take(g->r, g->buffers.count * sizeof *g->opened +
                                  g->accessors.count * sizeof *g->vertices +
                                  g->meshes.count * sizeof *g->parts +
                                  g->nodes.count * (sizeof *g->seen + sizeof *g->twins)));
    g->opened = calloc(g->buffers.count + 1, sizeof *g->opened);
    g->vertices = malloc((g->accessors.count + 1) * sizeof *g->vertices);
    g->parts = calloc(g->meshes.count + 1, sizeof *g->parts);
    g->seen = calloc(g->nodes.count + 1, sizeof *g->seen);
    g->twins = calloc(g->nodes.count + 1, sizeof *g->twins);
    if (!g->opened || !g->vertices || !g->parts || !g->seen || !g->twins)
        return reader_no_memory(g->r);
    for (size_t i = 0; i < g->accessors.count; i++)
        g->vertices[i] = SIZE_MAX;
    return MESH_OK;
}

static void release(gltf* g)
{
    gltf_close_buffers(g);
    free(g->buffers.items);
    free(g->views.items);
    free(g->accessors.items);
    free(g->meshes.items);
    free(g->nodes.items);
    free(g->vertices);
    free(g->parts);
    free(g->seen);
    free(g->twins);
    free(g->path);
    json_tree_free(&g->json);
}

// What json_tree.h says is wrong begins with a line: the error has its place.
static mesh_status fail_json(const gltf* g, json_tree_status status, size_t size, const char* why)
{
    int64_t line = 1;
    const char *at = g->text, *end = at + size, *text = why;
    if (status == JSON_TREE_OUT_OF_MEMORY) return reader_no_memory(g->r);
    if (strncmp(why, "line ", 5) == 0) {
        const char* digits = why + 5;
        if (integer_parse(&digits, why + strlen(why), &line) && strncmp(digits, ": ", 2) == 0)
            text = digits + 2;
    }
    const int64_t told = line;
    for (; line > 1 && at != end; at++)
        line -= *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'));
    const fault_code code = status == JSON_TREE_TOO_LARGE ? F006_TOO_LARGE : F033_JSON;
    if (g->r->binary && told > 1)
        return reader_fail_whole(g->r, code, at, "line %zu of its JSON: %s", (size_t)told, text);
    return reader_fail_whole(g->r, code, at, "%s%s", g->r->binary ? "its JSON: " : "", text);
}

static mesh_status read_json(gltf* g, size_t size)
{
    char why[JSON_TREE_WHY];
    const json_tree_status read = json_tree_read(&g->json, g->text, size, why);
    if (read) return fail_json(g, read, size, why);
    mesh_status status = take_all(g);
    if (status != MESH_OK) return gltf_fail_whole(g, status);
    TRY(gltf_visit_scene(g));
    return warn(g);
}

// ------------------------------------------------------------------------------------------ chunks

// What stands behind the length that the header tells.
static mesh_status end_at(reader* r, size_t length)
{
    const size_t size = (size_t)(r->end - r->begin);
    if (length < HEADER_BYTES)
        return reader_fail_whole(r, F038_GLTF_CHUNK, r->begin + 8,
                                 "the header says %zu bytes, and has 12 itself", length);
    if (length > size) {
        const mesh_status status = reader_fail(
            r, F003_TRUNCATED, r->end, "the header says %zu bytes, the file has %zu", length, size);
        return reader_forgive(r, status, "those are read");
    }
    const char* end = r->begin + length;
    if (length == size) return MESH_OK;
    if (is_padding(end, r->end)) {
        TRY(reader_warn(r, F053_BYTES_BEHIND, end, "%zu zeros behind the last chunk are ignored",
                        size - length));
    } else {
        const mesh_status status =
            reader_fail(r, F025_LEFT_OVER, end, "the header says %zu bytes, and %zu more follow",
                        length, size - length);
        TRY(reader_forgive(r, status, "these are ignored"));
    }
    r->end = end;
    return MESH_OK;
}

// The chunk here; the reader moves behind it. One that the file ends in is as long as what is left.
static mesh_status take_chunk(reader* r, uint32_t* type, const char** at, size_t* size)
{
    const size_t left = (size_t)(r->end - r->at);
    if (left < CHUNK_HEADER_BYTES)
        return reader_fail_whole(r, F003_TRUNCATED, r->at, "the file ends where a chunk should be");
    *size = load_u32(r->at, false);
    *type = load_u32(r->at + 4, false);
    *at = r->at + CHUNK_HEADER_BYTES;
    if (*size > left - CHUNK_HEADER_BYTES) {
        const mesh_status status =
            reader_fail(r, F003_TRUNCATED, r->at, "a chunk has %zu bytes, and there are %zu", *size,
                        left - CHUNK_HEADER_BYTES);
        TRY(reader_forgive(r, status, "those are read"));
        *size = left - CHUNK_HEADER_BYTES;
    }
    r->at = *at + *size;
    return MESH_OK;
}

static mesh_status read_binary(gltf* g)
{
    enum { JSON_CHUNK = 0x4E4F534A, BINARY_CHUNK = 0x004E4942 };
    reader* r = g->r;
    uint32_t type = 0;
    const char* at = NULL;
    size_t size = 0;
    r->binary = true;
    if (r->end - r->at < HEADER_BYTES)
        return reader_fail_whole(r, F003_TRUNCATED, r->end,
                                 "a binary glTF file begins with 12 bytes, this one has %zu",
                                 (size_t)(r->end - r->begin));
    const unsigned version = load_u32(r->at + 4, false);
    if (version != 2)
        return reader_fail_whole(r, F017_VERSION, r->at + 4,
                                 "this is binary glTF %u; what is read is 2: convert it", version);
    TRY(end_at(r, load_u32(r->at + 8, false)));
    r->at += HEADER_BYTES;
    TRY(take_chunk(r, &type, &at, &size));
    if (type != JSON_CHUNK)
        return reader_fail_whole(r, F038_GLTF_CHUNK, at - CHUNK_HEADER_BYTES,
                                 "the first chunk is not JSON");
    g->text = at;
    const size_t text_size = size;
    while (!g->chunk && r->at != r->end) {
        TRY(take_chunk(r, &type, &at, &size));
        if (type != BINARY_CHUNK) continue;
        g->chunk = at;
        g->chunk_size = size;
    }
    r->at = g->text;
    return read_json(g, text_size);
}

mesh_status gltf_read(reader* r)
{
    gltf g = {.r = r};
    TRY(reader_need_all(r));
    r->mesh.format = MESH_GLTF;
    r->mesh.unit = 1;
    const bool is_binary = (size_t)(r->end - r->at) >= 4 && memcmp(r->at, "glTF", 4) == 0;
    r->mesh.variant = is_binary ? "binary" : "text";
    mesh_status status = MESH_OK;
    if (is_binary) {
        status = read_binary(&g);
    } else if ((status = reader_end_text(r)) == MESH_OK) {
        g.text = r->at;
        status = read_json(&g, (size_t)(r->end - r->at));
    }
    release(&g);
    return status;
}
