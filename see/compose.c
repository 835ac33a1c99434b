// compose.c - the layers, one over the other: the nearest part, what is behind it seen through it, outlines,
// and the contacts over all, paler where something hides them.
#include "drawing.h"

#include <math.h>
#include <stdlib.h>

const uint8_t part_colours[SEE_PARTS_MOST][3] = {{92, 150, 226},  {244, 178, 62},  {116, 186, 128},
                                                 {178, 142, 204}, {224, 137, 107}, {88, 184, 192},
                                                 {201, 180, 88},  {163, 170, 182}};
// Of lines: plain, fast, doubtful, wrong.
const uint8_t inks[SEE_INKS][3] = {{22, 121, 74}, {122, 130, 144}, {194, 116, 0}, {196, 0, 78}};
const uint8_t touched_colour[3] = {255, 140, 180}, marks_colour[3] = {196, 0, 78};

#define JUMP 8.0f      // where depth bends by more, in pixels, there is an outline
enum { OUTLINE = 2 };  // how thick it is

static void mix(int c[3], const int with[3], int of_16)
{
    for (int k = 0; k < 3; k++)
        c[k] += (with[k] - c[k]) * of_16 / 16;
}

static void shade(const uint8_t colour[3], int brightness, int out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = colour[k] * (SHADES * 3 / 4 + brightness) / (SHADES * 7 / 4 - 1);
}

// The depth at a place; at the border's for what is beyond: there things go on.
static float depth_at(const layer* l, int x, int y)
{
    x = x < 0 ? 0 : x >= l->width ? l->width - 1 : x;
    y = y < 0 ? 0 : y >= l->height ? l->height - 1 : y;
    return l->depth[(size_t)y * (size_t)l->width + (size_t)x];
}

static bool bends(float before, float at, float behind)
{
    return before + behind - 2 * at < -JUMP;  // at a jump: on its near side
}

// Is this pixel, which the layer covers, at the border of what it shows?
static bool is_outline(const layer* l, int x, int y, float at)
{
    const float left = depth_at(l, x - OUTLINE, y), right = depth_at(l, x + OUTLINE, y);
    const float up = depth_at(l, x, y - OUTLINE), down = depth_at(l, x, y + OUTLINE);
    return bends(left, at, right) || bends(up, at, down);
}

static void compose_touched(const layer* touched, size_t place, float near, int c[3])
{
    int colour[3];
    if (touched->depth[place] == -INFINITY) return;
    shade(touched_colour, touched->shade[place], colour);
    mix(c, colour, touched->depth[place] >= near ? TINT : THROUGH_TOUCHED);
}

// What is drawn over surfaces, paler where one is before it.
static void compose_over(const layer* l, size_t place, float near, const uint8_t colour[3],
                         int through, int c[3])
{
    const int with[3] = {colour[0], colour[1], colour[2]};
    mix(c, with, l->depth[place] >= near ? 16 : through);
}

static void compose_pixel(const pane* d, const see_scene* scene, int x, int y, int c[3])
{
    static const int black[3] = {0, 0, 0};
    const size_t place = (size_t)y * (size_t)d->touched.width + (size_t)x;
    float near = -INFINITY, next = -INFINITY;
    int front = -1, behind = -1;
    for (int part = 0; part < scene->part_count; part++) {
        const float depth = d->parts[part].depth[place];
        if (depth > near) {
            next = near, behind = front;
            near = depth, front = part;
        } else if (depth > next) {
            next = depth, behind = part;
        }
    }
    c[0] = c[1] = c[2] = 255;
    if (front >= 0) {
        shade(part_colours[scene->parts[front].colour], d->parts[front].shade[place], c);
        if (behind >= 0) {
            int colour[3];
            shade(part_colours[scene->parts[behind].colour], d->parts[behind].shade[place], colour);
            mix(c, colour, THROUGH_PART);
            if (is_outline(&d->parts[behind], x, y, next)) mix(c, black, 7);
        }
        if (is_outline(&d->parts[front], x, y, near)) mix(c, black, 11);
        if (is_near(d, place)) compose_touched(&d->touched, place, near, c);
    }
    // Bold lines are over contacts, others under them.
    const bool has_line = scene->line_count && d->lines.depth[place] != -INFINITY,
               is_bold = has_line && d->lines.shade[place] >= SEE_INKS;
    if (has_line && !is_bold)
        compose_over(&d->lines, place, near, inks[d->lines.shade[place]], THROUGH_LINES, c);
    if (d->marks.depth[place] != -INFINITY)
        compose_over(&d->marks, place, near, marks_colour, THROUGH_MARKS, c);
    if (is_bold)
        compose_over(&d->lines, place, near, inks[d->lines.shade[place] - SEE_INKS], THROUGH_MARKS,
                     c);
}

void compose(drawing* d, const pane* from)
{
    for (int y = 0; y < from->height; y++) {
        const size_t row = (size_t)(from->top + y) * (size_t)d->image.width;
        uint8_t* out = d->image.pixels + 3 * (row + (size_t)from->left);
        for (int x = 0; x < from->width; x++) {
            int sum[3] = {0};
            for (int i = 0; i < FINE * FINE; i++) {
                int c[3];
                compose_pixel(from, d->scene, FINE * x + i % FINE, FINE * y + i / FINE, c);
                for (int k = 0; k < 3; k++)
                    sum[k] += c[k];
            }
            for (int k = 0; k < 3; k++)
                *out++ = (uint8_t)(sum[k] / (FINE * FINE));
        }
    }
}
