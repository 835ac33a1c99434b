// test_see.c - pictures of scenes that are known: colours at places that can be computed by hand. All views
// are along z but where they are chosen, so that a unit of the world is a whole number of pixels.
#include "page.h"
#include "see.h"
#include "support/mesh_alloc.h"

#include <math.h>
#include <string.h>
#include <time.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { MOST = 4096 };

typedef struct shape {
    size_t count;
    double corners[MOST][9];
} shape;

typedef struct contact_list {
    see_contact items[8];
} contact_list;

static shape shapes[3];

static void give_corners(void* user, size_t first, size_t count, double* out)
{
    const shape* s = user;
    assert_true(first <= s->count && count <= s->count - first);
    memcpy(out, s->corners[first], count * sizeof s->corners[0]);
}

static void give_contact(void* user, size_t index, see_contact* out)
{
    const contact_list* list = user;
    *out = list->items[index];
}

static void add(shape* s, const double a[3], const double b[3], const double c[3])
{
    assert_true(s->count < MOST);
    double* to = s->corners[s->count++];
    memcpy(to, a, 3 * sizeof *to);
    memcpy(to + 3, b, 3 * sizeof *to);
    memcpy(to + 6, c, 3 * sizeof *to);
}

// A rectangle across z, cut along one diagonal or the other.
static void add_rectangle(shape* s, double x0, double y0, double x1, double y1, double z, int other)
{
    const double p[4][3] = {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}};
    add(s, p[other], p[1 + other], p[2 + other]);
    add(s, p[other], p[2 + other], p[(3 + other) % 4]);
}

static see_scene scene_of(int part_count)
{
    see_scene scene = {.part_count = part_count, .contact = give_contact, .verdict = "verdict"};
    for (int i = 0; i < part_count; i++)
        scene.parts[i] = (see_part){.label = "a: ",
                                    .name = "name",
                                    .note = ", note",
                                    .colour = i,
                                    .triangle_count = shapes[i].count,
                                    .corners = give_corners,
                                    .user = &shapes[i]};
    return scene;
}

static void clear_shapes(void)
{
    for (int i = 0; i < 3; i++)
        shapes[i].count = 0;
}

static see_image draw(const see_scene* scene, int width, int height)
{
    see_image image = {0};
    const see_options options = {width, height, false, true, {0, 0, 1}};
    assert_int_equal(see_draw(&image, scene, &options), SEE_OK);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    return image;
}

static const uint8_t* at(const see_image* image, int x, int y)
{
    assert_true(x >= 0 && y >= 0 && x < image->width && y < image->height);
    return image->pixels + 3 * (y * image->width + x);
}

static void expect_colour(const see_image* image, int x, int y, const int colour[3])
{
    const uint8_t* found = at(image, x, y);
    if (found[0] == colour[0] && found[1] == colour[1] && found[2] == colour[2]) return;
    fail_msg("at %d, %d: %d %d %d, not %d %d %d", x, y, found[0], found[1], found[2], colour[0],
             colour[1], colour[2]);
}

static bool is_grey(const uint8_t* c)
{
    return abs(c[0] - c[1]) < 8 && abs(c[1] - c[2]) < 8;
}

static bool is_mark(const uint8_t* c)  // where they meet, in front
{
    return c[0] == 196 && c[1] == 0 && c[2] == 78;
}

// Turned to the eye, a face has 25 of 32 shades: this much of its colour is left.
static int lit(int colour)
{
    return colour * (24 + 25) / 55;
}

static const int white[3] = {255, 255, 255};
static int blue[3], amber[3];

static int set_colours(void** state)
{
    (void)state;
    static const int a[3] = {92, 150, 226}, b[3] = {244, 178, 62};
    for (int k = 0; k < 3; k++) {
        blue[k] = lit(a[k]);
        amber[k] = lit(b[k]);
    }
    return 0;
}

// The legend of n parts takes 20 + 24 (n + 1) rows without contacts, 48 more with them, 92 at least. What is drawn leaves
// 24 pixels on the tighter side.

static void places_and_colours(void** state)
{
    (void)state;
    clear_shapes();
    // 920 x 708 less the legend's 92: a field of 920 x 616, of which 568 rows are used: 71 for a unit.
    add_rectangle(&shapes[0], 0, 0, 4, 8, 0, 0);
    add_rectangle(&shapes[1], 5, 0, 8, 2, 0, 0);
    const see_scene scene = scene_of(2);
    see_image image = draw(&scene, 920, 708);
    const int left = 460 - 4 * 71, top = 92 + 24;
    expect_colour(&image, left + 142, top + 284, blue);
    expect_colour(&image, left + 4, top + 4, blue);
    expect_colour(&image, left + 280, top + 564, blue);
    expect_colour(&image, left - 2, top + 284, white);
    expect_colour(&image, left + 286, top + 284, white);
    expect_colour(&image, left + 142, top - 2, white);
    expect_colour(&image, left + 142, top + 570, white);
    // y goes up: the second part stands at the bottom.
    expect_colour(&image, left + 6 * 71, top + 7 * 71, amber);
    expect_colour(&image, left + 6 * 71, top + 5 * 71, white);
    // The outlines are dark.
    assert_true(at(&image, left, top + 284)[2] < blue[2] / 2);
    assert_true(at(&image, left + 142, top)[2] < blue[2] / 2);
    see_image_free(&image);
    assert_null(image.pixels);
}

static void what_is_behind_shows_through(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], 0, 0, 8, 8, 0, 0);
    add_rectangle(&shapes[1], 2, 2, 6, 6, 1, 0);
    const see_scene scene = scene_of(2);
    see_image image = draw(&scene, 920, 708);
    const int left = 460 - 4 * 71, top = 92 + 24;
    int mixed[3];
    for (int k = 0; k < 3; k++)
        mixed[k] = amber[k] + (blue[k] - amber[k]) * 5 / 16;
    expect_colour(&image, left + 4 * 71, top + 4 * 71, mixed);
    expect_colour(&image, left + 71, top + 71, blue);
    see_image_free(&image);

    // From the other side it is the other way round.
    const see_options behind = {920, 708, false, true, {0, 0, -3}};
    assert_int_equal(see_draw(&image, &scene, &behind), SEE_OK);
    for (int k = 0; k < 3; k++)
        mixed[k] = blue[k] + (amber[k] - blue[k]) * 5 / 16;
    expect_colour(&image, left + 4 * 71, top + 4 * 71, mixed);
    see_image_free(&image);
}

static void expect_same_pixels(const see_image* a, const see_image* b)
{
    const size_t size = 3 * (size_t)a->width * (size_t)a->height;
    assert_memory_equal(a->pixels, b->pixels, size);
}

// Fill a strip of a square of 7 with a zigzag between points at random.
static void add_strip(shape* s, double low, double high, int other, uint64_t* seed)
{
    double last[2][3] = {{0, low, 0}, {0, high, 0}};
    for (int i = 1; i <= 150; i++) {
        double next[2][3] = {{0, low, 0}, {0, high, 0}};
        for (int side = 0; side < 2; side++) {
            *seed = *seed * 6364136223846793005u + 1442695040888963407u;
            const double shift = i == 150 ? 0 : (double)(*seed >> 40) / 16777216 - 0.5;
            next[side][0] = 7 * (i + shift * 0.9) / 150;
        }
        add(s, last[0], next[0], other ? next[1] : last[1]);
        add(s, other ? last[0] : next[0], next[1], last[1]);
        memcpy(last, next, sizeof last);
    }
}

// However a square is cut into triangles, no pixel is left out.
static void triangles_leave_no_gaps(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], 0, 0, 7, 7, 0, 0);
    see_scene scene = scene_of(1);
    see_image whole = draw(&scene, 640, 480), cut;
    for (int other = 0; other < 2; other++) {
        uint64_t seed = 1;
        clear_shapes();
        for (int strip = 0; strip < 4; strip++)
            add_strip(&shapes[0], 7 * strip / 4.0, 7 * (strip + 1) / 4.0, other, &seed);
        scene = scene_of(1);
        cut = draw(&scene, 640, 480);
        expect_same_pixels(&whole, &cut);
        see_image_free(&cut);
    }
    see_image_free(&whole);
}

// Two plates at a right angle cross along a line; and one part of it is hidden.
static void contacts_are_drawn(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], 0, 0, 8, 8, 0, 0);
    const double p[4][3] = {{4, 1, -2}, {4, 7, -2}, {4, 7, 2}, {4, 1, 2}};
    add(&shapes[1], p[0], p[1], p[2]);
    add(&shapes[1], p[0], p[2], p[3]);
    add_rectangle(&shapes[2], 3, 1, 5, 3, 3, 0);  // hides the line's lower third
    contact_list list = {.items = {{{0, 1}, {0, 0}, 2, {{4, 1, 0}, {4, 4, 0}}},
                                   {{0, 1}, {1, 1}, 2, {{4, 4, 0}, {4, 7, 0}}}}};
    see_scene scene = scene_of(3);
    scene.contact_count = 2;
    scene.user = &list;
    see_image image = draw(&scene, 780, 780);  // 164 rows of legend, then 616
    const int left = 390 - 4 * 71, top = 164 + 24;
    int crossing = 0, hidden = 0;
    for (int x = left; x < left + 568; x++) {
        crossing += is_mark(at(&image, x, top + 3 * 71));
        hidden += is_mark(at(&image, x, top + 6 * 71));
    }
    assert_true(crossing >= 2 && crossing <= 5);
    assert_int_equal(hidden, 0);
    assert_true(is_mark(at(&image, left + 4 * 71, top + 3 * 71)));
    // Paler, but there: much redder than what is around it.
    const uint8_t *pale = at(&image, left + 4 * 71, top + 6 * 71), *by = pale + 3 * 20;
    assert_true(pale[0] - pale[1] > 80 && by[0] - by[1] < 60);
    see_image_free(&image);
}

static int count_marks(const see_image* image, int x0, int y0, int x1, int y1)
{
    int count = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            count += is_mark(at(image, x, y));
    return count;
}

// A single point on a large plate has a ring; in a wide picture also a close-up, from which what hides it is cut
// away.
static void small_contacts_are_ringed_and_enlarged(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], -4, -4, 4, 4, 0, 0);
    add_rectangle(&shapes[1], -1, -1, 1, 1, 3, 0);
    contact_list list = {.items = {{{0, 1}, {0, 0}, 1, {{0, 0, 0}}}}};
    see_scene scene = scene_of(2);
    scene.contact_count = 1;
    scene.user = &list;
    see_image image = draw(&scene, 780, 756);
    int on_ring = 0;
    for (int i = 0; i < 780; i++)
        on_ring += is_mark(at(&image, i, 140 + 308));
    assert_true(on_ring >= 2 && on_ring <= 6);
    assert_true(count_marks(&image, 390 - 40, 140, 390 + 40, 756) > 60);
    assert_int_equal(count_marks(&image, 0, 140, 390 - 40, 756), 0);
    see_image_free(&image);

    image = draw(&scene, 1000, 756);
    const int left = 1000 - 375, top = 140 + 32, x = left + 187, y = top + 292;
    assert_true(is_grey(at(&image, left + 200, top - 4)));        // the title's ground
    assert_true(count_marks(&image, left, top, 1000, 756) > 60);  // ring and point
    expect_colour(&image, x - 100, y - 100, blue);                // the plate, nothing before it
    // In the whole it is covered, and shows through.
    const uint8_t* covered = at(&image, 312 + 30, 140 + 308 + 30);
    assert_true(covered[0] > covered[2]);
    see_image_free(&image);
}

// Of large triangles in contact only what is near is tinted; of small ones all.
static void only_what_is_near_is_tinted(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], -4, -4, 4, 4, 0, 0);
    add_rectangle(&shapes[1], -0.0625, -0.0625, 0.0625, 0.0625, 0.5, 0);
    contact_list list = {.items = {{{0, 1}, {0, 0}, 1, {{0.5, -0.5, 0}}}}};
    see_scene scene = scene_of(2);
    scene.contact_count = 1;
    scene.user = &list;
    see_image image = draw(&scene, 780, 756);  // 140 rows of legend, then 616: 71 for a unit
    const int x = 390 + 35, y = 140 + 308 + 35;
    for (int i = 0; i < 2; i++) {
        const uint8_t *near = at(&image, x + (i ? 24 : 0), y + (i ? 0 : 24)),
                      *far = at(&image, x + (i ? 36 : 0), y + (i ? 0 : 36));
        assert_true(near[0] > blue[0] + 40);
        assert_int_equal(far[0], blue[0]);
    }
    expect_colour(&image, 390 + 250, 140 + 308 + 270, blue);
    see_image_free(&image);
    // Or nothing is, and the legend has a line less.
    const see_options untinted = {780, 732, true, true, {0, 0, 1}};
    assert_int_equal(see_draw(&image, &scene, &untinted), SEE_OK);
    expect_colour(&image, x + 24, y - 24, blue);
    see_image_free(&image);
}

static void take_line(void* user, size_t index, see_line* out)
{
    *out = ((const see_line*)user)[index];
}

// How many pixels of a row are green.
static int green_in_row(const see_image* image, int y)
{
    int count = 0;
    for (int x = 0; x < image->width; x++) {
        const uint8_t* c = at(image, x, y);
        count += c[1] > c[0] + 40 && c[1] > c[2] + 20;
    }
    return count;
}

// A bold line is thicker than another, and a spot wider; the legend has a line for their ink.
static void bold_lines_are_thick(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], -4, -4, 4, 4, 0, 0);
    see_line lines[2] = {{{{0, -3, 1}, {0, 3, 1}}, 0, false}, {{{2, 2, 1}, {2, 2, 1}}, 0, true}};
    see_scene scene = scene_of(1);
    scene.line = take_line;
    scene.user = lines;
    scene.line_count = 1;
    scene.inks[0] = "a line";
    int widths[2];
    for (int bold = 0; bold < 2; bold++) {
        lines[0].is_bold = bold;
        see_image image = draw(&scene, 780, 740);
        widths[bold] = green_in_row(&image, 740 - 308);
        see_image_free(&image);
    }
    assert_true(widths[1] > widths[0] && widths[1] >= 2 && widths[1] <= 5);
    scene.line_count = 2;
    see_image image = draw(&scene, 780, 740);
    int spot = 0;
    for (int y = 740 - 616; y < 740; y++) {
        const int green = green_in_row(&image, y);
        if (green > spot) spot = green;
    }
    assert_true(spot > 2 * widths[1] && spot <= widths[1] + 10);
    see_image_free(&image);
}

// Letters have soft borders: shares of ink between none and all. Of other scripts there are boxes, which are all the same,
// and the scripts are named.
static void letters_are_smooth_and_known(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], 0, 0, 1, 1, 0, 0);
    see_scene scene = scene_of(1);
    static const char* const names[] = {"Oe", "\xc3\x96\xd0\x91", "\xe8\x9e\xba\xe6\xaf\x8d",
                                        "\xd8\xb9\xd8\xb1", "\xff\xc0"};
    static const char* const missing[] = {"", "", "Chinese characters", "Arabic",
                                          "bytes that are no UTF-8"};
    see_image images[5];
    char text[256];
    for (int i = 0; i < 5; i++) {
        scene.parts[0].name = names[i];
        assert_int_equal(see_missing_letters(&scene, text, sizeof text), missing[i][0] != '\0');
        assert_string_equal(text, missing[i]);
        images[i] = draw(&scene, 640, 480);
    }
    int soft = 0;
    for (int y = 8; y < 32; y++)
        for (int x = 36; x < 200; x++) {
            const int ink = at(&images[0], x, y)[0];
            soft += ink > 60 && ink < 200;
        }
    assert_true(soft > 60);
    expect_same_pixels(&images[2], &images[3]);
    expect_same_pixels(&images[3], &images[4]);
    const size_t size = 3 * (size_t)640 * 40;
    assert_memory_not_equal(images[0].pixels, images[1].pixels, size);
    assert_memory_not_equal(images[1].pixels, images[2].pixels, size);
    for (int i = 0; i < 5; i++)
        see_image_free(&images[i]);
    scene.parts[0].name = "\xe3\x83\x8a \xed\x95\x9c \xe2\x91\xa0 e\xcc\x81 \x01 \xe3\x83\x8a";
    assert_true(see_missing_letters(&scene, text, sizeof text));
    assert_string_equal(text, "Katakana, Hangul, symbols, combining accents, control characters");
}

// A chosen view shows the contacts: here they are on the far side of where one looks from first.
static void chosen_views_show_contacts(void** state)
{
    (void)state;
    clear_shapes();
    // A wall across y, and something small that touches its back.
    const double w[4][3] = {{-4, 0, -4}, {4, 0, -4}, {4, 0, 4}, {-4, 0, 4}};
    const double s[4][3] = {{-1, 0, -1}, {1, 0, -1}, {1, 2, -1}, {-1, 2, -1}};
    for (int i = 0; i < 2; i++) {
        add(&shapes[0], w[0], w[1 + i], w[2 + i]);
        add(&shapes[1], s[0], s[1 + i], s[2 + i]);
    }
    contact_list list = {.items = {{{0, 1}, {0, 0}, 2, {{-1, 0, -1}, {1, 0, -1}}}}};
    see_scene scene = scene_of(2);
    scene.contact_count = 1;
    scene.user = &list;
    see_image image = {0};
    const see_options options = {640, 480, false, false, {0}};
    assert_int_equal(see_draw(&image, &scene, &options), SEE_OK);
    assert_true(image.view[1] > 0);
    assert_true(count_marks(&image, 0, 140, 640, 480) > 40);
    see_image_free(&image);
    scene.contact_count = 0;  // then it is the first of those that show both
    assert_int_equal(see_draw(&image, &scene, &options), SEE_OK);
    see_image_free(&image);
}

static void odd_scenes(void** state)
{
    (void)state;
    clear_shapes();
    see_scene scene = scene_of(2);
    see_image image = draw(&scene, SEE_WIDTH_LEAST, SEE_HEIGHT_LEAST);  // nothing at all
    expect_colour(&image, 160, 200, white);
    see_image_free(&image);
    const see_options options = {320, 240, false, false, {0}};
    const double point[3] = {1, 2, 3};
    add(&shapes[0], point, point, point);
    scene = scene_of(1);
    assert_int_equal(see_draw(&image, &scene, &options), SEE_OK);
    expect_colour(&image, 160, 200, white);
    see_image_free(&image);
    // Far out and tiny, it looks as it does here.
    static const double scales[] = {1, 0x1p-400, 0x1p400};
    see_image first = {0};
    for (int i = 0; i < 3; i++) {
        clear_shapes();
        add_rectangle(&shapes[0], scales[i], 0, 3 * scales[i], 2 * scales[i], scales[i], 0);
        scene = scene_of(1);
        image = draw(&scene, 320, 240);
        expect_colour(&image, 160, 154, blue);
        if (i == 0) {
            first = image;
            continue;
        }
        expect_same_pixels(&image, &first);
        see_image_free(&image);
    }
    see_image_free(&first);
    static const double bad[] = {1e151, -1e151, (double)INFINITY, (double)NAN};
    for (int i = 0; i < 4; i++) {
        clear_shapes();
        add_rectangle(&shapes[0], 0, 0, 1, 1, 0, 0);
        shapes[0].corners[1][4] = bad[i];
        scene = scene_of(1);
        image = (see_image){0};
        assert_int_equal(see_draw(&image, &scene, &options), SEE_TOO_LARGE);
        assert_null(image.pixels);
    }
}

static int ink_in(const see_image* image, int x0, int x1, int y0, int y1)
{
    int count = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            count += at(image, x, y)[0] < 60;
    return count;
}

// Names that are too long lose their beginning; the note stays, unless it is too long by itself. No text runs
// into the axes, which take 96 pixels on the right.
static void legends_fit(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], 0, 0, 1, 1, 0, 0);
    see_scene scene = scene_of(1);
    see_image images[4];
    images[0] = draw(&scene, 640, 480);
    scene.parts[0].name = "a/very/long/path/to/some/model/in/a/folder.stl";
    images[1] = draw(&scene, 640, 480);
    scene.parts[0].name = "b\xc3\xa9/very/long/path/to/some/model/in/a/folder.stl";  // the same end
    images[2] = draw(&scene, 640, 480);
    scene.parts[0].note = ", in a group with a name that would fill the line and more";
    images[3] = draw(&scene, 640, 480);
    expect_same_pixels(&images[1], &images[2]);
    for (int i = 0; i < 4; i++) {
        assert_true(ink_in(&images[i], 36, 200, 10, 30) > 100);
        assert_true(i == 0 || ink_in(&images[i], 400, 541, 10, 30) > 100);
        assert_int_equal(ink_in(&images[i], 541, 550, 10, 30), 0);
        see_image_free(&images[i]);
    }
}

// The part as a page has it, with each allocation failing once.
static void failing_pages_lose_nothing(void** state)
{
    (void)state;
    clear_shapes();
    for (int i = 0; i < 300; i++)
        add_rectangle(&shapes[0], i, 0, i + 1, 1, 0, 0);
    const see_scene scene = scene_of(1);
    see_frame frame;
    assert_int_equal(see_frame_of(&frame, scene.parts, 1), SEE_OK);
    FILE* out = fopen("/dev/null", "w");
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        const size_t blocks = allocations.blocks;
        allocations_begin(n);
        const see_status status = see_page_part(out, &scene.parts[0], 0, &frame);
        const bool failed = allocations.calls >= n;
        allocations_begin(0);
        assert_int_equal(status, failed ? SEE_OUT_OF_MEMORY : SEE_OK);
        assert_int_equal(allocations.blocks, blocks);
        if (!failed) break;
        failures++;
    }
    assert_true(failures >= 3);
    fclose(out);
}

static void failing_allocations_lose_nothing(void** state)
{
    (void)state;
    clear_shapes();
    add_rectangle(&shapes[0], -4, -4, 4, 4, 0, 0);
    add_rectangle(&shapes[1], -1, -1, 1, 1, 3, 0);
    contact_list list = {.items = {{{0, 1}, {0, 0}, 1, {{0, 0, 0}}}}};
    see_scene scene = scene_of(2);
    scene.contact_count = 1;
    scene.user = &list;
    const see_options options = {800, 240, false, false, {0}};
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        see_image image = {0};
        const size_t blocks = allocations.blocks;
        allocations_begin(n);
        see_status status = see_draw(&image, &scene, &options);
        const bool failed = allocations.calls >= n;
        if (status == SEE_OK) {
            FILE* out = fopen("/dev/null", "w");
            allocations_begin(1);
            assert_int_equal(see_write_png(&image, out), SEE_OUT_OF_MEMORY);
            allocations_begin(0);
            assert_int_equal(see_write_png(&image, out), SEE_OK);
            fclose(out);
        }
        allocations_begin(0);
        assert_int_equal(status, failed ? SEE_OUT_OF_MEMORY : SEE_OK);
        assert_true(failed == !image.pixels);
        see_image_free(&image);
        assert_int_equal(allocations.blocks, blocks);
        if (!failed) break;
        failures++;
    }
    print_message("%zu failed allocations\n", failures);
    assert_true(failures > 15);
}

// ------------------------------------------------------------------------------- by hand: how long

enum { GRID = 500 };  // 2 GRID^2 triangles in each of two parts

static double bump(int x, int y)
{
    return (double)((x * 37 + y * 91) % 64) / 64 + (x - GRID / 2) * (y - GRID / 2) / (double)GRID;
}

// A bumpy sheet; user is how high it is.
static void give_sheet(void* user, size_t first, size_t count, double* out)
{
    const double* height = user;
    for (size_t i = 0; i < count; i++) {
        const size_t triangle = first + i;
        const int x = (int)(triangle / 2 % GRID), y = (int)(triangle / 2 / GRID);
        const int odd = triangle % 2;
        const int corners[3][2] = {{x + odd, y + odd}, {x + !odd, y + odd}, {x + odd, y + !odd}};
        for (int k = 0; k < 3; k++) {
            out[9 * i + 3 * (size_t)k] = corners[k][0];
            out[9 * i + 3 * (size_t)k + 1] = corners[k][1];
            out[9 * i + 3 * (size_t)k + 2] = bump(corners[k][0], corners[k][1]) + *height;
        }
    }
}

// Write how many seconds of this processor a million triangles take, in the default size.
static int show_time(void)
{
    double heights[2] = {0, 60};
    contact_list list = {.items = {{{0, 1}, {0, 0}, 2, {{1, 1, 0}, {400, 400, 0}}}}};
    see_scene scene = scene_of(2);
    scene.contact_count = 1;
    scene.user = &list;
    for (int i = 0; i < 2; i++) {
        scene.parts[i].triangle_count = 2 * (size_t)GRID * GRID;
        scene.parts[i].corners = give_sheet;
        scene.parts[i].user = &heights[i];
    }
    const see_options options = {1200, 900, false, false, {0}};
    for (int i = 0; i < 5; i++) {
        see_image image = {0};
        FILE* out = fopen("/dev/null", "w");
        const clock_t start = clock();
        if (see_draw(&image, &scene, &options) != SEE_OK || !out) return 1;
        const clock_t drawn = clock();
        if (see_write_png(&image, out) != SEE_OK) return 1;
        printf("%.3f s to draw, %.3f s to write\n", (double)(drawn - start) / CLOCKS_PER_SEC,
               (double)(clock() - drawn) / CLOCKS_PER_SEC);
        fclose(out);
        see_image_free(&image);
    }
    return 0;
}

int main(int count, char** arguments)
{
    if (count == 2 && strcmp(arguments[1], "time") == 0) return show_time();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_colours),
        cmocka_unit_test(what_is_behind_shows_through),
        cmocka_unit_test(triangles_leave_no_gaps),
        cmocka_unit_test(contacts_are_drawn),
        cmocka_unit_test(small_contacts_are_ringed_and_enlarged),
        cmocka_unit_test(chosen_views_show_contacts),
        cmocka_unit_test(only_what_is_near_is_tinted),
        cmocka_unit_test(bold_lines_are_thick),
        cmocka_unit_test(letters_are_smooth_and_known),
        cmocka_unit_test(odd_scenes),
        cmocka_unit_test(legends_fit),
        cmocka_unit_test(failing_allocations_lose_nothing),
        cmocka_unit_test(failing_pages_lose_nothing),
    };
    return cmocka_run_group_tests(tests, set_colours, NULL);
}
