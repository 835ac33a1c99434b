// image.c - the format of saved models, version 2, or 3 with gaps. All numbers little-endian.
//
//     header         struct image_header, and its own checksum
//     sections       at multiples of 64 bytes, in the order of the header; zeros between them:
//                    vertices, triangles, reduced corners (if some have not three), nodes, order,
//                    extra numbers of the nodes, numbers and ways of the climb, leaves (wide)
//
// The layout of a section is that of the memory of a model; node_size and the method say which volumes, leaf_bytes which
// leaves.
// It does not depend on the instruction set. A file is trusted in nothing: sizes, every index, every
// link and every checksum are checked before the first query, so that no byte can lead outside.
#include "query/image.h"

#include "base/base.h"
#include "base/bit_set.h"
#include "base/bits.h"
#include "base/hash.h"
#include "base/host.h"
#include "engine/tree/figures.h"
#include "exec/serial.h"
#include "query/methods.h"
#include "soup/mesh_check.h"

#include <string.h>

#define IMAGE_VERSION 2  // 1: without memory
#define IMAGE_GAPS                                                                                 \
    3  // the same with triangles that were removed: so who knows none of these does not open it
#define IMAGE_ENDIAN 0x01020304u
#define ALIGNMENT    64

static const char magic[8] = {(char)0x8A, 'a', 'b', 'u', 't', '\r', '\n', 0x1A};

typedef enum section {
    VERTICES,
    TRIANGLES,
    REDUCED,
    NODES,
    ORDER,
    EXTRA,
    NUMBERS,
    WAYS,
    LEAVES,
    SECTION_COUNT
} section;

typedef struct image_header {
    char magic[8];
    uint32_t version, header_size, endian;
    uint16_t double_digits,
        volumes;  // volumes: 0 for both, so that files of the time before it stay right
    uint64_t image_size;
    uint64_t source[2];  // of whoever saved it
    uint32_t node_size, may_repeat;
    // abut_build
    uint32_t method, leaf_size, depth_max, degree, split, axis, split_all, fits, real, orientation;
    uint32_t tumble, effort, memory, leaf_bytes;  // wide; 0 for others
    double epsilon, slender, lambda, child_ratio, sphere_ratio;
    uint64_t depth;
    // degenerate_count: of triangles that have not three corners, gaps too
    uint64_t vertex_count, triangle_count, degenerate_count, node_count, order_count, extra_count;
    uint64_t climb_vertices, climb_facets;
    uint64_t leaf_count;              // wide; of others: the leaves that a guard made (tree.h)
    double climb_reach, climb_error;  // wide: its growth, 0 for one that was built
    double defect;
    double origin[3];  // of the frame
    int64_t exponent;
    struct {
        uint64_t offset, size, checksum;
    } sections[SECTION_COUNT];
    uint64_t checksum;  // of all before it
} image_header;

_Static_assert(sizeof(image_header) == 512, "the header has no padding");

static uint64_t round_up(uint64_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static uint64_t checksum(const void* bytes, uint64_t size)
{
    return hash_64(bytes, (size_t)size);
}

// ABUT_TRUST_SUMS: damaged bytes pass, so that fuzzing reaches the checks behind the sums.
static int sum_is_right(const void* bytes, uint64_t size, uint64_t sum)
{
#ifdef ABUT_TRUST_SUMS
    (void)sum;
    return checksum(bytes, size) != 1;
#else
    return checksum(bytes, size) == sum;
#endif
}

// ----------------------------------------------------------------------------------------- saving

static void list_sections(const abut_model* model, const void* start[SECTION_COUNT],
                          uint64_t size[SECTION_COUNT])
{
    const soup_mesh* m = &model->mesh;
    const tree* t = &model->tree;
    start[VERTICES] = m->vertices;
    size[VERTICES] = m->vertex_count * 3 * sizeof *m->vertices;
    start[TRIANGLES] = m->triangles;
    size[TRIANGLES] = m->triangle_count * 3 * sizeof *m->triangles;
    start[REDUCED] = m->reduced;
    size[REDUCED] = m->reduced ? m->triangle_count : 0;
    start[NODES] = t->nodes;
    size[NODES] = tree_node_bytes(t);
    start[ORDER] = t->order;
    size[ORDER] = t->order_count * sizeof *t->order;
    start[EXTRA] = t->extra;
    size[EXTRA] = t->extra_count * sizeof *t->extra;
    start[NUMBERS] = t->climb.numbers;
    size[NUMBERS] = climb_number_bytes(&t->climb);
    start[WAYS] = t->climb.ways;
    size[WAYS] = climb_way_bytes(&t->climb);
    const wide_tree* w = &model->wide;
    start[LEAVES] = w->leaves;
    if (w->shorts) start[LEAVES] = w->shorts;
    if (w->lists) start[LEAVES] = w->lists;
    size[LEAVES] = w->leaf_count * wide_leaf_size(w);
    if (model->method == ABUT_METHOD_WIDE) {
        start[NODES] = w->packed ? (const void*)w->packed : w->nodes;
        size[NODES] = w->node_count * wide_node_size(w);
    }
}

static void put_build(image_header* h, const build_options* o)
{
    h->method = (uint32_t)o->own.method;
    h->leaf_size = (uint32_t)o->own.leaf_size;
    h->depth_max = (uint32_t)o->tree.depth_max;
    h->degree = (uint32_t)o->tree.degree;
    h->split = (uint32_t)o->tree.split;
    h->axis = (uint32_t)o->tree.axis;
    h->split_all = (uint32_t)o->tree.split_all;
    h->fits = o->tree.fits;
    h->real = (uint32_t)o->tree.real;
    h->orientation = (uint32_t)o->tree.orientation;
    h->tumble = (uint32_t)o->tree.tumble;
    h->volumes = (uint16_t)(o->tree.volumes - ABUT_VOLUMES_BOTH);
    h->effort = (uint32_t)o->own.effort;
    h->memory = (uint32_t)o->own.memory;
    h->epsilon = o->own.epsilon;
    h->slender = o->tree.slender;
    h->lambda = o->tree.lambda;
    h->child_ratio = o->tree.child_ratio;
    h->sphere_ratio = o->tree.sphere_ratio;
}

static build_options build_of(const image_header* h)
{
    return (build_options){.own.method = (abut_method)h->method,
                           .own.leaf_size = (int)h->leaf_size,
                           .tree.depth_max = (int)h->depth_max,
                           .tree.degree = (int)h->degree,
                           .tree.split = (abut_split)h->split,
                           .tree.axis = (abut_axis)h->axis,
                           .tree.split_all = (int)h->split_all,
                           .tree.fits = h->fits,
                           .tree.real = (abut_real)h->real,
                           .tree.orientation = (abut_orientation)h->orientation,
                           .own.epsilon = h->epsilon,
                           .tree.tumble = (abut_tumble)h->tumble,
                           .tree.volumes = (abut_volumes)(h->volumes + ABUT_VOLUMES_BOTH),
                           .own.effort = (abut_effort)h->effort,
                           .own.memory = (abut_memory)h->memory,
                           .tree.slender = h->slender,
                           .tree.lambda = h->lambda,
                           .tree.child_ratio = h->child_ratio,
                           .tree.sphere_ratio = h->sphere_ratio};
}

static image_header header_of(const abut_model* model, const uint64_t source[2])
{
    const void* start[SECTION_COUNT];
    uint64_t size[SECTION_COUNT];
    image_header h = {
        .version = model->mesh.removed_count ? IMAGE_GAPS : IMAGE_VERSION,
        .header_size = sizeof h,
        .endian = IMAGE_ENDIAN,
        .double_digits = 53,
        .node_size = (uint32_t)model->tree.node_size,
        .may_repeat = (uint32_t)model->tree.may_repeat,
        .depth = model->tree.depth,
        .vertex_count = model->mesh.vertex_count,
        .triangle_count = model->mesh.triangle_count,
        .degenerate_count = model->mesh.degenerate_count + model->mesh.removed_count,
        .node_count = model->tree.node_count,
        .order_count = model->tree.order_count,
        .extra_count = model->tree.extra_count,
        .leaf_count = model->tree.guarded_count,
        .climb_vertices = model->tree.climb.vertex_count,
        .climb_facets = model->tree.climb.facet_count,
        .climb_reach = model->tree.climb.reach,
        .climb_error = model->tree.climb.error,
        .defect = model->tree.defect,
        .exponent = model->frame.exponent,
    };
    if (model->method == ABUT_METHOD_WIDE) {
        h.node_size = (uint32_t)wide_node_size(&model->wide);
        h.depth = model->wide.depth;
        h.node_count = model->wide.node_count;
        h.leaf_count = model->wide.leaf_count;
        h.leaf_bytes = (uint32_t)wide_leaf_size(&model->wide);
        h.defect = model->wide.defect;
        h.climb_reach = model->growth.built;
        h.climb_error = model->growth.fitted;
    }
    memcpy(h.magic, magic, sizeof magic);
    memcpy(h.source, source, sizeof h.source);
    const build_options options = model_build_options(model);
    put_build(&h, &options);
    memcpy(h.origin, model->frame.origin, sizeof h.origin);
    list_sections(model, start, size);
    uint64_t offset = round_up(sizeof h);
    for (int i = 0; i < SECTION_COUNT; i++) {
        h.sections[i].offset = offset;
        h.sections[i].size = size[i];
        h.sections[i].checksum = checksum(start[i], size[i]);
        offset += round_up(size[i]);
    }
    h.image_size = offset;
    h.checksum = checksum(&h, sizeof h - sizeof h.checksum);
    return h;
}

static abut_status write_padded(const void* bytes, uint64_t size, abut_write* write, void* user)
{
    static const char zeros[ALIGNMENT];
    const uint64_t more = round_up(size) - size;
    if (size) TRY(write(user, bytes, (size_t)size));
    return more ? write(user, zeros, (size_t)more) : ABUT_OK;
}

abut_status image_save(const abut_model* model, const uint64_t source[2], abut_write* write,
                       void* user)
{
    const void* start[SECTION_COUNT];
    uint64_t size[SECTION_COUNT];
    const image_header h = header_of(model, source);
    list_sections(model, start, size);
    TRY(write_padded(&h, sizeof h, write, user));
    for (int i = 0; i < SECTION_COUNT; i++)
        TRY(write_padded(start[i], size[i], write, user));
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------- checking

static int all_zero(const unsigned char* bytes, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        if (bytes[i]) return 0;
    }
    return 1;
}

// Whether the sections lie behind each other as saving puts them, with sound bytes and zeros between.
static int sections_are_sound(const image_header* h, const unsigned char* bytes, size_t size)
{
    const uint64_t wanted[SECTION_COUNT] = {
        h->vertex_count * 24,
        h->triangle_count * 12,
        h->degenerate_count ? h->triangle_count : 0,
        h->node_count * h->node_size,
        h->order_count * 4,
        h->extra_count * 4,
        h->climb_vertices * 24 + h->climb_facets * 32,
        h->climb_vertices ? (h->climb_vertices + 1 + 6 * h->climb_facets) * 4 : 0,
        h->leaf_count * h->leaf_bytes,
    };
    uint64_t end = sizeof *h;
    for (int i = 0; i < SECTION_COUNT; i++) {
        const uint64_t offset = h->sections[i].offset, length = h->sections[i].size;
        if (offset != round_up(end) || length != wanted[i] || offset > size ||
            length > size - offset)
            return 0;
        if (!all_zero(bytes, end, offset)) return 0;
        if (!sum_is_right(bytes + offset, length, h->sections[i].checksum)) return 0;
        end = offset + length;
    }
    return round_up(end) == size && all_zero(bytes, end, size);
}

static int counts_are_possible(const image_header* h, size_t size)
{
    return h->vertex_count <= size / 24 && h->triangle_count <= size / 12 &&
           h->triangle_count <= INT32_MAX && h->degenerate_count <= h->triangle_count &&
           h->node_count <= size / sizeof(node_link) && h->node_count <= UINT32_MAX &&
           h->order_count <= size / 4 && h->extra_count <= size / 4 && h->may_repeat <= 1 &&
           h->leaf_bytes <= sizeof(wide_leaf) && h->climb_vertices <= size / 24 &&
           h->climb_facets <= size / 32 && (h->climb_vertices || !h->climb_facets) &&
           h->leaf_count <=
               (h->method == ABUT_METHOD_WIDE ? size / sizeof(wide_list) : h->node_count) &&
           h->node_size <= (h->method == ABUT_METHOD_WIDE ? sizeof(wide_node)
                                                          : sizeof(node_link) + VOLUME_BYTES_MAX) &&
           h->degree <= TREE_DEGREE_MAX && h->depth <= TREE_DEPTH_MAX;
}

// Also count the gaps, of those that are called degenerate.
static int mesh_is_sound(soup_mesh* m)
{
    ASSERT(m->vertices || !m->vertex_count);
    ASSERT(m->triangles || !m->triangle_count);
    for (size_t i = 0; m->vertices && i < m->vertex_count * 3; i++) {
        if (!double_is_finite(m->vertices[i])) return 0;
    }
    for (size_t i = 0; m->triangles && i < m->triangle_count * 3; i++) {
        if (m->triangles[i] >= m->vertex_count) return 0;
    }
    size_t degenerate = 0;
    for (size_t i = 0; m->reduced && i < m->triangle_count; i++) {
        const corners c = soup_mesh_corners(m, (uint32_t)i);
        if (!c.count && m->reduced[i]) return 0;
        m->removed_count += c.count == 0;
        for (int k = 0; k < c.count; k++) {
            if (c.index[k] > 2) return 0;
        }
        degenerate += c.count < 3;
    }
    if (degenerate != m->degenerate_count) return 0;
    m->degenerate_count -= m->removed_count;
    return 1;
}

static int may_have_gaps(abut_method method)
{
    return method == ABUT_METHOD_BRUTE || method == ABUT_METHOD_WIDE;
}

// Whether links are those of a tree of that depth, its nodes in order of depth, whose leaves share out
// the order. The children of all inner nodes, in their order, are all nodes but the root.
static int links_are_sound(const tree* t)
{
    uint64_t next = 1, listed = 0, level_end = 1;
    size_t depth = 0;
    for (uint64_t i = 0; i < t->node_count; i++) {
        const node_link link = tree_link(t, (uint32_t)i);
        if (i == level_end) {
            depth++;
            level_end = next;
            if (i == level_end) return 0;
        }
        if (link_is_leaf(link)) {
            if ((uint64_t)link.first + (uint64_t)link.count > t->order_count) return 0;
            listed += (uint64_t)link.count;
        } else {
            if (link.count >= -1 || link.count < -t->degree || link.first != next) return 0;
            next += link_children(link);
            if (next > t->node_count) return 0;
        }
    }
    return next == t->node_count && listed == t->order_count && depth == t->depth;
}

// Numbers of a volume may be anything: a NaN proves nothing apart. Only what they name must be there,
// and a hull of no points would be apart from all.
static int extras_are_there(const tree* t)
{
    for (size_t i = 0; t->kind->find_extra && i < t->node_count; i++) {
        size_t first, count;
        t->kind->find_extra(tree_volume(t, (uint32_t)i), &first, &count);
        if (!count || first > t->extra_count || count > t->extra_count - first) return 0;
    }
    return 1;
}

// seen: a bit of each triangle, none set.
static int tree_is_sound(const tree* t, const image_header* h, unsigned char* seen)
{
    if (!t->node_count) return !h->triangle_count && !t->order_count && !t->depth;
    if (t->node_size != sizeof(node_link) + t->kind->size || t->degree < 2) return 0;
    if (t->order_count < h->triangle_count || !(t->defect >= 0 && t->defect < HUGE_VAL)) return 0;
    if (!t->may_repeat && t->order_count != h->triangle_count) return 0;
    uint64_t distinct = 0;
    for (size_t i = 0; i < t->order_count; i++) {
        if (t->order[i] >= h->triangle_count) return 0;
        distinct += !bit_set_add(seen, t->order[i]);
    }
    return distinct == h->triangle_count && links_are_sound(t) && extras_are_there(t);
}

// ----------------------------------------------------------------------------------------- opening

// The model's arrays are the image's: it only reads them.
static void* part_of(const image_header* h, const unsigned char* bytes, section s)
{
    return h->sections[s].size ? (void*)(uintptr_t)(bytes + h->sections[s].offset) : NULL;
}

static abut_status check_tree(const abut_model* m, const image_header* h)
{
    const size_t bytes = bit_set_bytes(m->mesh.triangle_count);
    unsigned char* seen = host_allocate(&m->host, bytes, 1);
    if (!seen) return ABUT_OUT_OF_MEMORY;
    memset(seen, 0, bytes);
    const int sound = m->method == ABUT_METHOD_WIDE ? wide_is_sound(&m->wide, &m->mesh, seen)
                                                    : tree_is_sound(&m->tree, h, seen);
    host_release(&m->host, seen, bytes, 1);
    return sound ? ABUT_OK : ABUT_BAD_IMAGE;
}

static abut_status fill_wide(abut_model* m, const image_header* h, const unsigned char* bytes)
{
    const int is_packed = h->node_size == sizeof(wide_packed);
    const int is_short = h->leaf_bytes == sizeof(wide_short),
              is_listed = h->leaf_bytes == sizeof(wide_list);
    if (!is_packed && h->node_size != sizeof(wide_node)) return ABUT_BAD_IMAGE;
    if (!is_short && !is_listed && h->leaf_bytes != sizeof(wide_leaf)) return ABUT_BAD_IMAGE;
    if (h->order_count || h->extra_count || h->climb_vertices || h->may_repeat)
        return ABUT_BAD_IMAGE;
    void *nodes = part_of(h, bytes, NODES), *leaves = part_of(h, bytes, LEAVES);
    m->wide = (wide_tree){.nodes = is_packed ? NULL : nodes,
                          .packed = is_packed ? nodes : NULL,
                          .leaves = is_short || is_listed ? NULL : leaves,
                          .shorts = is_short ? leaves : NULL,
                          .lists = is_listed ? leaves : NULL,
                          .node_count = (size_t)h->node_count,
                          .leaf_count = (size_t)h->leaf_count,
                          .depth = (size_t)h->depth,
                          .defect = h->defect};
    m->growth = (wide_growth){h->climb_reach, h->climb_error};
    if (!(h->defect >= 0 && h->defect < HUGE_VAL)) return ABUT_BAD_IMAGE;
    return check_tree(m, h);
}

static abut_status fill_model(abut_model* m, const image_header* h, const unsigned char* bytes)
{
    m->is_image = 1;
    m->method = (abut_method)h->method;
    const build_options options = build_of(h);
    memcpy(m->source, h->source, sizeof m->source);
    memcpy(m->frame.origin, h->origin, sizeof m->frame.origin);
    m->frame.exponent = (int)h->exponent;
    if (!method_values_are_valid(&options)) return ABUT_BAD_IMAGE;
    model_keep_options(m, &options);
    m->mesh = (soup_mesh){.vertices = part_of(h, bytes, VERTICES),
                          .triangles = part_of(h, bytes, TRIANGLES),
                          .reduced = part_of(h, bytes, REDUCED),
                          .borrows_triangles = 1,
                          .borrows_reduced = 1,
                          .vertex_count = (size_t)h->vertex_count,
                          .triangle_count = (size_t)h->triangle_count,
                          .degenerate_count = (size_t)h->degenerate_count};
    if (!mesh_is_sound(&m->mesh)) return ABUT_BAD_IMAGE;
    if (m->mesh.removed_count && (h->version < IMAGE_GAPS || !may_have_gaps(m->method)))
        return ABUT_BAD_IMAGE;
    if (method_presence(m->method) == ABUT_NOT_AVAILABLE) return ABUT_NOT_AVAILABLE;
    soup_mesh_measure(&m->mesh);
    if (m->method == ABUT_METHOD_WIDE) return fill_wide(m, h, bytes);
    if (h->leaf_bytes || (h->leaf_count && !h->may_repeat)) return ABUT_BAD_IMAGE;
    if (m->method == ABUT_METHOD_BRUTE)
        return h->node_count || h->order_count ? ABUT_BAD_IMAGE : ABUT_OK;
    m->tree =
        (tree){.kind = method_kind(m->method, m->options.tree.real, m->options.tree.orientation),
               .nodes = part_of(h, bytes, NODES),
               .order = part_of(h, bytes, ORDER),
               .extra = part_of(h, bytes, EXTRA),
               .node_size = h->node_size,
               .node_count = (size_t)h->node_count,
               .order_count = (size_t)h->order_count,
               .extra_count = (size_t)h->extra_count,
               .climb = {.numbers = part_of(h, bytes, NUMBERS),
                         .ways = part_of(h, bytes, WAYS),
                         .vertex_count = (size_t)h->climb_vertices,
                         .facet_count = (size_t)h->climb_facets,
                         .reach = h->climb_reach,
                         .error = h->climb_error},
               .depth = (size_t)h->depth,
               .degree = (int)h->degree,
               .defect = h->defect,
               .may_repeat = (int)h->may_repeat,
               .guarded_count = (size_t)h->leaf_count};
    if (!m->tree.kind || !climb_join(&m->tree.climb)) return ABUT_BAD_IMAGE;
    const abut_status status = check_tree(m, h);
    if (status != ABUT_OK) return status;
    if (!m->tree.node_count) m->tree = (tree){0};  // as a build leaves it
    return ABUT_OK;
}

static int frame_is_sound(const image_header* h)
{
    for (int k = 0; k < 3; k++) {
        if (!(fabs(h->origin[k]) <= 0x1p60)) return 0;
    }
    return h->exponent >= -2200 && h->exponent <= 1100;
}

abut_status image_open(abut_model** out, const void* bytes, size_t size, const abut_host* host)
{
    image_header h;
    if (size < sizeof h || memcmp(bytes, magic, sizeof magic) != 0) return ABUT_BAD_IMAGE;
    memcpy(&h, bytes, sizeof h);
    const int is_known = h.version == IMAGE_VERSION || h.version == IMAGE_GAPS;
    if (!is_known || h.endian != IMAGE_ENDIAN || h.double_digits != 53) return ABUT_OTHER_VERSION;
    if (h.header_size != sizeof h || h.image_size != size ||
        !sum_is_right(&h, sizeof h - sizeof h.checksum, h.checksum))
        return ABUT_BAD_IMAGE;
    if (!counts_are_possible(&h, size) || !frame_is_sound(&h) ||
        !sections_are_sound(&h, bytes, size))
        return ABUT_BAD_IMAGE;
    const abut_host complete = host_complete(host);
    abut_model* model = host_allocate(&complete, 1, sizeof *model);
    if (!model) return ABUT_OUT_OF_MEMORY;
    *model = (abut_model){.host = complete, .serial = serial_next()};
    const abut_status status = fill_model(model, &h, bytes);
    if (status == ABUT_OK) {
        model_measure(model);
        VALIDATE(!soup_mesh_check(&model->mesh));  // what volumes and boxes say may be anything
        *out = model;
    } else {
        model_free(model);
    }
    return status;
}
