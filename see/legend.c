// legend.c - above the picture: the names of the parts and what the colours mean; where x, y and z point.
#include "drawing.h"
#include "letters.h"
#include "paint.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE = 24,
    PAD = 10,
    SWATCH = 16,
    TEXT_LEFT = PAD + SWATCH + 10,
    AXES = 96,  // width of the place for the axes
};

static const uint8_t ink[3] = {24, 24, 28}, paper[3] = {244, 244, 246}, rule[3] = {196, 196, 202};
static const char touched_text[] = "triangles in contact";
static const char close_text[] = "close-up, cut open";
static const char hidden_text[] = "contact behind a surface";

int legend_height(const see_scene* scene)
{
    return 2 * PAD + LINE * (scene->part_count + (scene->contact_count ? 3 : 1));
}

// Return the line of a part, to be freed; NULL without memory.
static char* part_line(const see_part* part, int letters)
{
    static const char dots[] = "...";
    char* out = malloc(strlen(part->label) + sizeof dots + strlen(part->name) + strlen(part->note));
    if (!out) return NULL;
    const char* name = part->name;
    int excess =
        letters_count(part->label) + letters_count(name) + letters_count(part->note) - letters;
    const bool cut = excess > 0;
    if (cut) excess += (int)sizeof dots - 1;
    for (; excess > 0 && *name; excess--)
        for (name++; ((unsigned char)*name & 0xc0) == 0x80;)
            name++;
    strcpy(out, part->label);
    strcat(strcat(strcat(out, cut ? dots : ""), name), part->note);
    return out;
}

static void mixed(const uint8_t colour[3], int of_16, uint8_t out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (uint8_t)(255 + (colour[k] - 255) * of_16 / 16);
}

static void draw_line(drawing* d, int index, const char* text, const uint8_t* colour)
{
    const int y = PAD + LINE * index;
    if (colour) {
        paint_box(&d->image, PAD, y, SWATCH, SWATCH, ink);
        paint_box(&d->image, PAD + 1, y + 1, SWATCH - 2, SWATCH - 2, colour);
    }
    letters_draw(&d->image, TEXT_LEFT, y + 1, text, ink);
}

static void draw_axes(drawing* d)
{
    static const char* const names[3] = {"x", "y", "z"};
    const double reach = 26;
    const double middle[2] = {d->image.width - AXES / 2, d->whole.top / 2.0};
    for (int k = 0; k < 3; k++) {
        double tip[2], letter[2];
        for (int i = 0; i < 2; i++) {
            const double along = d->whole.camera.axes[i][k];
            tip[i] = middle[i] + reach * along;
            letter[i] = middle[i] + (reach + 10) * along;
        }
        paint_segment(&d->image, middle, tip, 1, ink);
        letters_draw(&d->image, (int)letter[0] - 5, (int)letter[1] - 7, names[k], ink);
    }
}

static void draw_title(drawing* d)
{
    const int left = d->close.left, top = d->whole.top;
    paint_box(&d->image, left, top, d->close.width, TITLE_HEIGHT, paper);
    paint_box(&d->image, left - 1, top, 1, d->whole.height, rule);
    paint_box(&d->image, left, top + TITLE_HEIGHT - 1, d->close.width, 1, rule);
    letters_draw(&d->image, left + PAD, top + 8, close_text, ink);
}

bool legend_draw(drawing* d)
{
    const see_scene* scene = d->scene;
    const int letters = (d->image.width - TEXT_LEFT - AXES) / LETTER_WIDTH;
    uint8_t paler[3];
    int line = 0;
    paint_box(&d->image, 0, 0, d->image.width, d->whole.top, paper);
    paint_box(&d->image, 0, d->whole.top - 1, d->image.width, 1, rule);
    if (d->close.width) draw_title(d);
    for (; line < scene->part_count; line++) {
        char* text = part_line(&scene->parts[line], letters);
        if (!text) return false;
        draw_line(d, line, text, part_colours[line]);
        free(text);
    }
    draw_line(d, line++, scene->verdict, scene->contact_count ? marks_colour : NULL);
    if (scene->contact_count) {
        draw_line(d, line++, touched_text, touched_colour);
        mixed(marks_colour, THROUGH_MARKS, paler);
        draw_line(d, line++, hidden_text, paler);
    }
    draw_axes(d);
    return true;
}
