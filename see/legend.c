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
    AXES_HEIGHT = 92,
};

static const uint8_t ink[3] = {24, 24, 28}, paper[3] = {244, 244, 246}, rule[3] = {196, 196, 202};
// Of contacts, and of shortest ways.
static const char* const touched_texts[2] = {"triangles in contact, near it",
                                             "the nearest triangles, near its ends"};
static const char* const hidden_texts[2] = {"contact behind a surface",
                                            "the shortest way, behind a surface"};
static const char close_text[] = "close-up, cut open";

// What is told of contacts; of points on a path that is drawn nothing more.
static int contact_line_count(const see_scene* scene, bool tinted)
{
    return scene->contact_count && !scene->is_way ? 1 + tinted : 0;
}

int legend_height(const see_scene* scene, bool tinted)
{
    int lines = scene->part_count + 1 + contact_line_count(scene, tinted);
    for (int i = 0; i < SEE_INKS; i++)
        lines += scene->inks[i] != NULL;
    const int text = 2 * PAD + LINE * lines;
    return text < AXES_HEIGHT ? AXES_HEIGHT : text;
}

// Cut a text behind so many letters.
static void cut_letters(char* text, int letters)
{
    while (*text && letters-- > 0)
        for (text++; ((unsigned char)*text & 0xc0) == 0x80;)
            text++;
    *text = '\0';
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
    if (cut) cut_letters(out, letters);
    return out;
}

// Mix two colours: so much, of 16, of the second one.
static void mixed(const uint8_t first[3], const uint8_t second[3], int of_16, uint8_t out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (uint8_t)(first[k] + (second[k] - first[k]) * of_16 / 16);
}

static int letters_before_axes(const drawing* d)
{
    return (d->image.width - TEXT_LEFT - AXES) / LETTER_WIDTH;
}

static int line_top(int index)
{
    return PAD + LINE * index;
}

// Write a line, and before it count colours side by side.
static void draw_line(drawing* d, int index, const char* text, const uint8_t* colours, int count)
{
    const int y = line_top(index), inside = SWATCH - 2;
    if (count) paint_box(&d->image, PAD, y, SWATCH, SWATCH, ink);
    for (int i = 0; i < count; i++) {
        const int from = inside * i / count, to = inside * (i + 1) / count;
        paint_box(&d->image, PAD + 1 + from, y + 1, to - from, inside, colours + (size_t)i * 3);
    }
    letters_draw(&d->image, TEXT_LEFT, y - 1, text, ink);
}

// The same of a text of any length, which loses its end before the axes. Returns false without memory.
static bool draw_cut_line(drawing* d, int index, const char* text, const uint8_t* colours,
                          int count)
{
    char* cut = malloc(strlen(text) + 1);
    if (!cut) return false;
    strcpy(cut, text);
    cut_letters(cut, letters_before_axes(d));
    draw_line(d, index, cut, colours, count);
    free(cut);
    return true;
}

// What the colours of contacts are; each as it looks over white, or over the parts.
static void draw_contact_lines(drawing* d, int line)
{
    static const uint8_t white[3] = {255, 255, 255};
    uint8_t tinted[SEE_PARTS_MOST * 3], paler[3];
    for (int part = 0; part < d->scene->part_count; part++)
        mixed(part_colours[d->scene->parts[part].colour], touched_colour, TINT,
              tinted + (size_t)part * 3);
    mixed(white, marks_colour, THROUGH_MARKS, paler);
    if (d->tinted)
        draw_line(d, line++, touched_texts[d->scene->is_apart], tinted, d->scene->part_count);
    draw_line(d, line, hidden_texts[d->scene->is_apart], paler, 1);
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
        letters_draw(&d->image, (int)letter[0] - LETTER_WIDTH / 2, (int)letter[1] - 11, names[k],
                     ink);
    }
}

static void draw_title(drawing* d)
{
    const int left = d->close.left, top = d->whole.top;
    paint_box(&d->image, left, top, d->close.width, TITLE_HEIGHT, paper);
    paint_box(&d->image, left - 1, top, 1, d->whole.height, rule);
    paint_box(&d->image, left, top + TITLE_HEIGHT - 1, d->close.width, 1, rule);
    letters_draw(&d->image, left + PAD, top + 6, close_text, ink);
}

// Add what a text has that is not in a list yet.
static void add_missing(const char* text, char* out, size_t size)
{
    for (const char* name; text && (name = letters_missing(&text));) {
        const size_t length = strlen(out);
        if (!strstr(out, name))
            snprintf(out + length, size - length, "%s%s", length ? ", " : "", name);
    }
}

bool see_missing_letters(const see_scene* scene, char* out, size_t size)
{
    out[0] = '\0';
    for (int i = 0; i < scene->part_count; i++) {
        add_missing(scene->parts[i].label, out, size);
        add_missing(scene->parts[i].name, out, size);
        add_missing(scene->parts[i].note, out, size);
    }
    add_missing(scene->verdict, out, size);
    for (int i = 0; i < SEE_INKS; i++)
        add_missing(scene->inks[i], out, size);
    return out[0] != '\0';
}

bool legend_draw(drawing* d)
{
    const see_scene* scene = d->scene;
    int line = 0;
    paint_box(&d->image, 0, 0, d->image.width, d->whole.top, paper);
    paint_box(&d->image, 0, d->whole.top - 1, d->image.width, 1, rule);
    if (d->close.width) draw_title(d);
    for (; line < scene->part_count; line++) {
        char* text = part_line(&scene->parts[line], letters_before_axes(d));
        if (!text) return false;
        draw_line(d, line, text, part_colours[scene->parts[line].colour], 1);
        free(text);
    }
    if (!draw_cut_line(d, line, scene->verdict, marks_colour, scene->contact_count > 0))
        return false;
    line++;
    const int contact_lines = contact_line_count(scene, d->tinted);
    if (contact_lines) draw_contact_lines(d, line);
    line += contact_lines;
    for (int i = 0; i < SEE_INKS; i++)
        if (scene->inks[i] && !draw_cut_line(d, line++, scene->inks[i], inks[i], 1)) return false;
    draw_axes(d);
    return true;
}
