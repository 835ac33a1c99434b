// detect.c - what a file is, told by its content: suffixes lie too often ("model.stl" is ASCII or
// binary, "mesh.txt" may be OFF). Where the content tells nothing, suffixes help to say what is wrong with
// a file, or what to convert it with.
#include "file/bytes.h"
#include "mesh/reader.h"
#include "text/end.h"

#include <math.h>
#include <stdio.h>
#include <strings.h>

enum { STL_HEADER = 84, STL_FACET = 50 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool contains(const char* at, const char* end, const char* word)
{
    size_t length = strlen(word);
    for (; (size_t)(end - at) >= length; at++) {
        size_t same = 0;
        while (same < length && lower(at[same]) == word[same])
            same++;
        if (same == length) return true;
    }
    return false;
}

static bool starts_with(const char* bytes, size_t size, const char* magic)
{
    return size >= strlen(magic) && memcmp(bytes, magic, strlen(magic)) == 0;
}

// ------------------------------------------------------------------------------------------ ours

static bool is_whole_binary_stl(const char* bytes, size_t size)
{
    return size >= STL_HEADER && size - STL_HEADER == (uint64_t)load_u32(bytes + 80, false) * 50;
}

// True if there is a zero among the first bytes that does not just pad a text.
static bool has_binary_bytes(const char* bytes, size_t size)
{
    enum { FIRST = 512, FURTHER = 4096 };
    const char* zero = memchr(bytes, '\0', size < FIRST ? size : FIRST);
    if (!zero) return false;
    const char* end = bytes + (size < FURTHER ? size : FURTHER);
    return text_end(zero, end) != zero;
}

// True if most of the first facets' numbers, as far as they are there, are of a size that models have. Of other bytes
// one in five is. Zeros say nothing; where there is nothing else, many of them are no model.
static bool has_plausible_facets(const char* bytes, size_t size)
{
    enum { FACETS = 8, ZEROS_MOST = 12 };
    const uint32_t count = load_u32(bytes + 80, false);
    size_t zeros = 0, others = 0, plausible = 0;
    for (size_t facet = 0; facet < FACETS && (count == 0 || facet < count); facet++) {
        const size_t first = STL_HEADER + 50 * facet;
        for (size_t at = first; at < first + 48 && at + 4 <= size; at += 4) {
            const double value = fabs(load_f32(bytes + at, false));
            zeros += value == 0;
            others += !(value == 0);
            plausible += value > 1e-6 && value < 1e9;
        }
    }
    return others > 0 ? 4 * plausible >= 3 * others : zeros <= ZEROS_MOST;
}

// A binary STL file whose count and size disagree, cut off anywhere or with more behind it. The reader then says what
// is wrong with it. Its header may say "solid", "ply" or anything else.
static bool is_broken_binary_stl(const char* bytes, size_t size)
{
    if (size < STL_HEADER || !has_binary_bytes(bytes, size)) return false;
    const uint64_t needed = STL_HEADER + STL_FACET * (uint64_t)load_u32(bytes + 80, false);
    return (needed / 2 <= size && size / 2 <= needed) || has_plausible_facets(bytes, size);
}

bool looks_like_ascii_stl(const char* bytes, size_t size)
{
    if (is_whole_binary_stl(bytes, size) || is_broken_binary_stl(bytes, size)) return false;
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size};
    skip_space(&r);
    if (!take_word(&r, "solid")) return is_word(&r, "facet");  // which the reader refuses by name
    // Long names and comments may stand before the first facet, but not that long ones.
    const char* end = r.end - r.at > 65536 ? r.at + 65536 : r.end;
    return contains(r.at, end, "facet") || contains(r.at, end, "endsolid") ||
           contains(r.at, end, "end solid");
}

static bool is_off(const char* at, const char* end)
{
    return off_keyword_end(at, end) || off_has_other_dimensions(at, end);
}

// Which is not read, but known.
static bool is_binary_off(const char* bytes, size_t size)
{
    if (!is_off(bytes, bytes + size)) return false;
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size};
    skip_token(&r);
    skip_blanks(&r);
    return is_word(&r, "binary");
}

// The first statements must all be known, and there must be one.
static bool is_obj(reader* r)
{
    size_t statements = 0;
    for (; r->at != r->end && statements < 8; skip_line(r)) {
        skip_blanks(r);
        const char* word = r->at;
        skip_token(r);
        if (r->at == word) continue;
        obj_word kind = obj_classify(word, (size_t)(r->at - word));
        if (kind == OBJ_UNKNOWN) return statements > 0 && r->at == r->end;  // cut off
        bool joined = false;  // the next line may go on with numbers
        for (; r->at != r->end && !is_newline(*r->at); r->at++)
            joined = *r->at == '\\' || (joined && is_blank(*r->at));
        statements += kind == OBJ_STATEMENT;
        if (joined) break;
    }
    return statements > 0;
}

// Binary PLY has zeros in its data, but a header of its own before them.
static bool is_ply(const char* bytes, size_t size)
{
    if (!starts_with(bytes, size, "ply") || !at_token_end(bytes + 3, bytes + size)) return false;
    if (!has_binary_bytes(bytes, size)) return true;
    reader r = {.begin = bytes, .at = bytes + 3, .end = bytes + size};
    skip_space(&r);
    return is_word(&r, "format") || is_word(&r, "comment") || is_word(&r, "obj_info");
}

// A ZIP archive with a model where 3MF has it: names stand in front of the first files, and at the end of the archive.
static bool is_3mf(const char* bytes, size_t size)
{
    enum { LOOK = 1 << 16 };
    static const char model[] = "3d/3dmodel.model";
    if (!starts_with(bytes, size, "PK\003\004")) return false;
    const size_t look = size < LOOK ? size : LOOK;
    return contains(bytes, bytes + look, model) ||
           contains(bytes + size - look, bytes + size, model);
}

// The text of glTF is JSON, and its "asset" says so; programs write that first, or not far behind.
static bool is_gltf(const char* bytes, size_t size)
{
    if (starts_with(bytes, size, "glTF")) return true;
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size};
    skip_space(&r);
    if (r.at == r.end || *r.at != '{') return false;
    return contains(r.at, r.end - r.at > 65536 ? r.at + 65536 : r.end, "\"asset\"");
}

// What a file is that has the magic of a format of others; NULL: of none.
static const struct foreign_content* foreign_content_of(const char* bytes, size_t size);

mesh_format detect_format(const char* bytes, size_t size)
{
    if (is_whole_binary_stl(bytes, size)) return MESH_STL_BINARY;
    if (is_3mf(bytes, size)) return MESH_3MF;
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size};
    if (is_gltf(bytes, size)) return MESH_GLTF;
    if (is_ply(bytes, size)) return MESH_PLY;
    if (is_binary_off(bytes, size)) return MESH_OFF;
    if (is_broken_binary_stl(bytes, size))
        return foreign_content_of(bytes, size) ? MESH_UNKNOWN : MESH_STL_BINARY;
    if (looks_like_ascii_stl(bytes, size)) return MESH_STL_ASCII;
    skip_space(&r);
    if (is_off(r.at, r.end)) return MESH_OFF;
    obj_skip_counts(&r);
    if (is_obj(&r)) return MESH_OBJ;
    const bool facets = size > STL_HEADER && (size - STL_HEADER) % STL_FACET == 0;
    if (!facets || !has_binary_bytes(bytes, size)) return MESH_UNKNOWN;
    return foreign_content_of(bytes, size) ? MESH_UNKNOWN : MESH_STL_BINARY;
}

// ---------------------------------------------------------------------------------------- theirs

static const char cad[] = "convert it to STL with FreeCAD or gmsh";
static const char part21[] = "convert it with abut-convert; 'abut clash' does so itself";
static const char ifc[] = "convert it to OBJ with IfcConvert (IfcOpenShell)";
static const char scene[] = "convert it to OBJ or PLY with Blender or assimp";
static const char print[] = "convert it to STL with a slicer such as PrusaSlicer";
static const char cloud[] = "a point cloud has no triangles: reconstruct a surface first, for "
                            "example with MeshLab or CloudCompare";
static const char grid[] = "save its surface as STL or PLY with ParaView or meshio";
static const char owner[] = "export it as STL, OBJ or PLY from the program that made it";
static const char materials[] =
    "these are only the materials of an OBJ file, which may lie beside it";
static const char packed[] = "unpack it first";

static const struct {
    const char* suffix;
    const char* advice;
} foreign_suffixes[] = {
    {"step", part21}, {"stp", part21},    {"p21", part21},       {"iges", cad},
    {"igs", cad},     {"brep", cad},      {"brp", cad},          {"fcstd", cad},
    {"ifc", part21},  {"ifczip", ifc},    {"ifcxml", ifc},       {"fbx", scene},
    {"dae", scene},   {"blend", scene},   {"3ds", scene},        {"x3d", scene},
    {"wrl", scene},   {"vrml", scene},    {"usd", scene},        {"usda", scene},
    {"usdc", scene},  {"usdz", scene},    {"dxf", scene},        {"lwo", scene},
    {"ac", scene},    {"abc", scene},     {"amf", print},        {"xyz", cloud},
    {"pcd", cloud},   {"las", cloud},     {"laz", cloud},        {"e57", cloud},
    {"pts", cloud},   {"vtk", grid},      {"vtu", grid},         {"vtp", grid},
    {"msh", grid},    {"mesh", grid},     {"inp", grid},         {"bdf", grid},
    {"nas", grid},    {"sldprt", owner},  {"sldasm", owner},     {"ipt", owner},
    {"iam", owner},   {"catpart", owner}, {"catproduct", owner}, {"prt", owner},
    {"x_t", owner},   {"x_b", owner},     {"sat", owner},        {"jt", owner},
    {"3dm", owner},   {"skp", owner},     {"dwg", owner},        {"max", owner},
    {"c4d", owner},   {"ma", owner},      {"mb", owner},         {"scad", owner},
    {"f3d", owner},   {"zip", packed},    {"mtl", materials},    {"gz", packed},
    {"bz2", packed},  {"xz", packed},     {"zst", packed},       {"7z", packed},
};

static const struct foreign_content {
    const char* magic;
    const char* what;
    const char* advice;
} foreign_contents[] = {
    {"ISO-10303-21", "a STEP file", part21},
    {"Kaydara FBX", "an FBX file", scene},
    {"BLENDER", "a Blender file", scene},
    {"#VRML", "a VRML file", scene},
    {"#X3D", "an X3D file", scene},
    {"PXR-USDC", "a USD file", scene},
    {"# vtk DataFile", "a VTK file", grid},
    {"$MeshFormat", "a gmsh mesh", grid},
    {"# .PCD", "a point cloud", cloud},
    {"LASF", "a point cloud", cloud},
    {"AC10", "a DWG file", owner},
    {"PK\003\004", "a ZIP archive", packed},
    {"\037\213", "a gzip file", packed},
    {"\377\376", "text in UTF-16", "save it as UTF-8 or ASCII"},
    {"\376\377", "text in UTF-16", "save it as UTF-8 or ASCII"},
};

static const char* suffix_of(const char* path)
{
    const char* dot = path ? strrchr(path, '.') : NULL;
    return dot && !strchr(dot, '/') && dot != path && dot[-1] != '/' ? dot + 1 : NULL;
}

static const struct foreign_content* foreign_content_of(const char* bytes, size_t size)
{
    for (size_t i = 0; i < sizeof foreign_contents / sizeof foreign_contents[0]; i++)
        if (starts_with(bytes, size, foreign_contents[i].magic)) return &foreign_contents[i];
    return NULL;
}

mesh_format format_of_name(const char* path, const char* bytes, size_t size)
{
    const char* suffix = suffix_of(path);
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size};
    skip_space(&r);
    if (!suffix || r.at == r.end) return MESH_UNKNOWN;
    if (strcasecmp(suffix, "3mf") == 0) return MESH_3MF;
    if (foreign_content_of(bytes, size)) return MESH_UNKNOWN;
    const bool binary = has_binary_bytes(bytes, size);
    if (strcasecmp(suffix, "stl") == 0)
        return size < STL_HEADER || binary ? MESH_STL_BINARY : MESH_STL_ASCII;
    if (strcasecmp(suffix, "obj") == 0 && !binary) return MESH_OBJ;
    if (strcasecmp(suffix, "ply") == 0) return MESH_PLY;
    if (strcasecmp(suffix, "glb") == 0 || strcasecmp(suffix, "gltf") == 0) return MESH_GLTF;
    return strcasecmp(suffix, "off") == 0 ? MESH_OFF : MESH_UNKNOWN;
}

mesh_status explain_unknown(const char* path, const char* bytes, size_t size, mesh_error* error)
{
    const char* suffix = suffix_of(path);
    for (size_t i = 0; suffix && i < sizeof foreign_suffixes / sizeof foreign_suffixes[0]; i++)
        if (strcasecmp(suffix, foreign_suffixes[i].suffix) == 0)
            return mesh_fail(error, F016_FOREIGN, ".%s files are not read: %s",
                             foreign_suffixes[i].suffix, foreign_suffixes[i].advice);
    if (starts_with(bytes, size, "ISO-10303-21") &&
        contains(bytes, bytes + (size < 8192 ? size : 8192), "'ifc"))
        return mesh_fail(error, F016_FOREIGN, "this is an IFC file: %s", part21);
    const struct foreign_content* foreign = foreign_content_of(bytes, size);
    if (foreign)
        return mesh_fail(error, F016_FOREIGN, "this is %s: %s", foreign->what, foreign->advice);
    // Of a binary STL file that is cut off so early nothing but its header is known.
    if (size < STL_HEADER + STL_FACET && memchr(bytes, '\0', size))
        return mesh_fail(error, F003_TRUNCATED,
                         "the file ends after %zu bytes: a binary STL file has %d before its first "
                         "triangle, and %d of each",
                         size, STL_HEADER, STL_FACET);
    return mesh_fail(error, F001_UNKNOWN_FORMAT,
                     "in no format that is read: export it as STL, OBJ, PLY, OFF, glTF or 3MF");
}
