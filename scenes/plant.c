// plant.c - a plant of pipes on supports on racks, by objects: which of them touch, and which overlap, is known.
#include "maker.h"

#include <stdlib.h>

// A bay has a rack, then pipes along it, each followed by the two supports that it lies on. Lengths are sixteenths: exact.
enum {
    PIPES = 4,              // on a rack
    BAY = 1 + 3 * PIPES,    // objects
    LEVELS = 4,             // racks one above the other
    LONG = 128,             // a rack, along x
    WIDE = 16,              // the place of a pipe, along y
    THICK = 4,              // a rack, along z
    FOOT = 4,               // a support's sides
    TALL = 12,              // a support
    RADIUS = 4,             // a pipe, to its flat sides
    BETWEEN_X = LONG + 16,  // bays, from one to the next
    BETWEEN_Y = PIPES * WIDE + 32,
    BETWEEN_Z = 96,
    NAME_MOST = 40,
};

static void vertex(maker* k, const int32_t at[3])
{
    maker_vertex(k, at[0] / 16.0, at[1] / 16.0, at[2] / 16.0);
}

static void box(maker* k, const int32_t low[3], const int32_t size[3])
{
    static const unsigned char quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                              {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const uint32_t first = (uint32_t)k->m.vertex_count;
    for (int i = 0; i < 8; i++)
        vertex(k, (const int32_t[3]){low[0] + (i & 1 ? size[0] : 0), low[1] + (i & 2 ? size[1] : 0),
                                     low[2] + (i & 4 ? size[2] : 0)});
    for (int i = 0; i < 6; i++)
        maker_quad(k, first + quads[i][0], first + quads[i][1], first + quads[i][2],
                   first + quads[i][3]);
}

// Along x, eight sides, of which one lies flat: axis is the beginning of its middle line.
static void pipe(maker* k, const int32_t axis[3], int32_t length)
{
    static const signed char ring[8][2] = {{4, -2}, {4, 2},   {2, 4},   {-2, 4},
                                           {-4, 2}, {-4, -2}, {-2, -4}, {2, -4}};
    const uint32_t first = (uint32_t)k->m.vertex_count;
    for (int i = 0; i < 16; i++)
        vertex(k, (const int32_t[3]){axis[0] + (i & 1 ? length : 0), axis[1] + ring[i / 2][0],
                                     axis[2] + ring[i / 2][1]});
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t here = first + 2 * i, next = first + 2 * ((i + 1) % 8);
        maker_quad(k, here, next, next + 1, here + 1);
        if (i == 0 || i == 7) continue;  // the lids are fans about corner 0
        maker_triangle(k, first, next, here);
        maker_triangle(k, first + 1, here + 1, next + 1);
    }
}

// Where a bay begins. side: so many bays stand along x.
static void place(uint32_t bay, uint32_t side, int32_t out[3])
{
    const uint32_t column = bay / LEVELS;
    out[0] = (int32_t)(column % side) * BETWEEN_X;
    out[1] = (int32_t)(column / side) * BETWEEN_Y;
    out[2] = (int32_t)(bay % LEVELS) * BETWEEN_Z;
}

// How tall the first support of a pipe is: clash i is that of pipe i * pipes / clashes. Every other one ends within the
// pipe, the others go through it.
static int32_t height(uint64_t number, uint64_t pipes, uint32_t clashes)
{
    const uint64_t i = clashes ? (number * clashes + pipes - 1) / pipes : 0;
    if (!clashes || i >= clashes || i * pipes / clashes != number) return TALL;
    return i % 2 ? TALL + 3 * RADIUS : TALL + 1;
}

// Which pipe of its bay a part is, or lies under.
static uint32_t pipe_of(uint32_t part)
{
    return part ? (part - 1) / 3 : 0;
}

// A part of a bay: 0 is the rack, then each pipe with its two supports.
static void object(maker* k, const int32_t at[3], uint32_t part, int32_t tall)
{
    const int32_t middle = at[1] + (int32_t)pipe_of(part) * WIDE + WIDE / 2;
    if (part == 0) {
        box(k, at, (const int32_t[3]){LONG, PIPES * WIDE, THICK});
    } else if (part % 3 == 1) {
        pipe(k, (const int32_t[3]){at[0], middle, at[2] + THICK + TALL + RADIUS}, LONG);
    } else {
        const int32_t along = part % 3 == 2 ? LONG / 8 : LONG - LONG / 8;
        box(k, (const int32_t[3]){at[0] + along - FOOT / 2, middle - FOOT / 2, at[2] + THICK},
            (const int32_t[3]){FOOT, FOOT, tall});
    }
}

static void begin_group(maker* k, uint32_t bay, uint32_t part)
{
    char* name = malloc(NAME_MOST);
    if (!name) {
        k->status = SCENE_OUT_OF_MEMORY;
        return;
    }
    if (part == 0)
        snprintf(name, NAME_MOST, "rack_%u", bay);
    else
        snprintf(name, NAME_MOST, "%s_%u_%u%s", part % 3 == 1 ? "pipe" : "support", bay,
                 pipe_of(part),
                 part % 3 == 1   ? ""
                 : part % 3 == 2 ? "_a"
                                 : "_b");
    k->m.groups[k->m.group_count++] =
        (mesh_group){.name = name, .kind = 'o', .first_triangle = k->m.triangle_count};
}

// So many bays along x that the plant is about as long as wide.
static uint32_t side_of(uint32_t count)
{
    const uint32_t columns = count / (BAY * LEVELS) + 1;
    uint32_t side = 1;
    while ((uint64_t)side * side * BETWEEN_X < (uint64_t)columns * BETWEEN_Y)
        side++;
    return side;
}

void plant_count(uint32_t count, uint32_t clashes, plant_pairs* out)
{
    const uint32_t rest = count % BAY;
    // Of each pipe and its supports that are there.
    out->pipes = (uint64_t)count / BAY * PIPES + (rest + 1) / 3;
    out->first_supports = (uint64_t)count / BAY * PIPES + rest / 3;
    const uint64_t supports = count - out->pipes - (count + BAY - 1) / BAY;
    out->cross = clashes;
    out->touch = 2 * supports - clashes;
}

scene_status plant_make(uint32_t count, uint32_t clashes, mesh* out)
{
    plant_pairs pairs;
    plant_count(count, clashes, &pairs);
    if (count < 1 || clashes > pairs.first_supports) return SCENE_BAD_VALUE;
    const uint32_t side = side_of(count);
    maker k;
    maker_start(&k, 16 * (uint64_t)count, 28 * (uint64_t)count);
    if (k.status == SCENE_OK && !(k.m.groups = malloc(count * sizeof *k.m.groups)))
        k.status = SCENE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && k.status == SCENE_OK; i++) {
        const uint32_t bay = i / BAY, part = i % BAY;
        const uint64_t number = (uint64_t)bay * PIPES + pipe_of(part);
        int32_t at[3];
        place(bay, side, at);
        begin_group(&k, bay, part);
        if (k.status != SCENE_OK) break;
        object(&k, at, part, part % 3 == 2 ? height(number, pairs.first_supports, clashes) : TALL);
        mesh_group* g = &k.m.groups[i];
        g->triangle_count = k.m.triangle_count - g->first_triangle;
    }
    return maker_finish(&k, out);
}
