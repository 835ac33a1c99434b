// test_cli_picture.c - --picture of check, distance, clash, move, fly and nc: what the file shows where, and what is refused.
#include "support/cli_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

typedef struct picture {
    uint8_t* bytes;  // of the file
    size_t size;
    uint8_t* rows;  // behind the filter of each, its pixels
    size_t width, height;
} picture;

static size_t number_at(const uint8_t* p)
{
    return (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
}

// Return a chunk's bytes, and go on to the next.
static const uint8_t* expect_chunk(const picture* p, size_t* place, const char* name, size_t* size)
{
    assert_true(*place + 12 <= p->size);
    const uint8_t* chunk = p->bytes + *place;
    *size = number_at(chunk);
    assert_true(*size <= p->size - *place - 12);
    assert_memory_equal(chunk + 4, name, 4);
    assert_int_equal(crc32(0, chunk + 4, (uInt)*size + 4), number_at(chunk + 8 + *size));
    *place += 12 + *size;
    return chunk + 8;
}

#define SMALL "--picture-size", "640x480"

static picture read_picture(const char* path)
{
    picture p = {0};
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    p.bytes = malloc((size_t)1 << 24);
    assert_non_null(p.bytes);
    p.size = fread(p.bytes, 1, (size_t)1 << 24, file);
    fclose(file);
    assert_true(p.size > 8);
    assert_memory_equal(p.bytes, "\x89PNG\r\n\x1a\n", 8);
    size_t place = 8, size;
    const uint8_t* header = expect_chunk(&p, &place, "IHDR", &size);
    assert_int_equal(size, 13);
    p.width = number_at(header);
    p.height = number_at(header + 4);
    assert_memory_equal(header + 8, "\x08\x02\0\0\0", 5);
    const uint8_t* packed = expect_chunk(&p, &place, "IDAT", &size);
    const size_t row = 3 * p.width + 1;
    uLongf unpacked = row * p.height;
    p.rows = malloc(unpacked);
    assert_non_null(p.rows);
    assert_int_equal(uncompress(p.rows, &unpacked, packed, size), Z_OK);
    assert_int_equal(unpacked, row * p.height);
    expect_chunk(&p, &place, "IEND", &size);
    assert_int_equal(place, p.size);
    for (size_t y = 0; y < p.height; y++) {
        assert_int_equal(p.rows[y * row], 2);
        for (size_t i = 1; y && i < row; i++)
            p.rows[y * row + i] = (uint8_t)(p.rows[y * row + i] + p.rows[(y - 1) * row + i]);
    }
    return p;
}

static void free_picture(picture* p)
{
    free(p->bytes);
    free(p->rows);
}

static const uint8_t* pixel(const picture* p, size_t x, size_t y)
{
    return p->rows + y * (3 * p->width + 1) + 1 + 3 * x;
}

static bool is_mark(const uint8_t* c)
{
    return c[0] == 196 && c[1] == 0 && c[2] == 78;
}

static size_t count_marks(const picture* p, size_t x0, size_t y0, size_t x1, size_t y1)
{
    size_t count = 0;
    for (size_t y = y0; y < y1; y++)
        for (size_t x = x0; x < x1; x++)
            count += is_mark(pixel(p, x, y));
    return count;
}

// They cross from (1,1,0) to (2,2,0), in an extent of 5 x 5: seen along z, 100 pixels for a unit.
static void shows_where_they_meet(void** state)
{
    (void)state;
    cli_result r = CLI("check", "one.obj", "other.obj", "--picture", "a.png", "--view", "0,0,1",
                       "--picture-size", "748x688");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "");
    cli_expect_text(r.out, "\npicture: a.png, seen from 0,0,1\n");
    cli_free(&r);
    picture p = read_picture("a.png");
    assert_int_equal(p.width, 748);
    assert_int_equal(p.height, 688);
    const size_t left = 374 - 250, bottom = 140 + 24 + 500;
    assert_true(is_mark(pixel(&p, left + 150, bottom - 150)));
    assert_true(is_mark(pixel(&p, left + 120, bottom - 120)));
    assert_true(is_mark(pixel(&p, left + 180, bottom - 180)));
    assert_int_equal(count_marks(&p, 0, 140, left + 90, 688), 0);
    assert_int_equal(count_marks(&p, left + 210, 140, 748, 688), 0);
    const uint8_t* a = pixel(&p, left + 50, bottom - 50);
    assert_true(a[2] > a[0] && a[2] > a[1] + 30);  // blue
    const uint8_t* near = pixel(&p, left + 100, bottom - 118);
    const int plain = a[0];
    assert_true(near[0] > plain + 40);  // with the tint of a triangle in contact
    free_picture(&p);
    r = CLI("check", "one.obj", "other.obj", "--picture", "a.png", "--view", "0,0,1",
            "--picture-size", "748x664", "--no-tint");
    cli_free(&r);
    p = read_picture("a.png");  // its legend has a line less
    near = pixel(&p, left + 100, bottom - 24 - 118);
    assert_true(near[2] > near[1] + 30 && near[0] < plain + 10);
    free_picture(&p);
}

// How many pixels below the legend are of a colour.
static size_t count_pixels(const picture* p, int red, int green, int blue)
{
    size_t count = 0;
    for (size_t y = 200; y < p->height; y++) {
        for (size_t x = 0; x < p->width; x++) {
            const uint8_t* c = pixel(p, x, y);
            count += c[0] == red && c[1] == green && c[2] == blue;
        }
    }
    return count;
}

static void expect_way(const char* const* arguments, int status, bool is_met)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) fail_msg("%s%s", r.out, r.err);
    cli_free(&r);
    picture p = read_picture("a.png");
    assert_true(count_pixels(&p, 22, 121, 74) > 10);                // green: free
    assert_true((count_pixels(&p, 122, 130, 144) > 10) == is_met);  // grey: not looked at
    assert_true((count_marks(&p, 0, 200, p.width, p.height) > 0) == is_met);
    free_picture(&p);
}
#define EXPECT_WAY(status, is_met, ...)                                                            \
    expect_way((const char* const[]){__VA_ARGS__, NULL}, status, is_met)

// Where they first touch, and the way of a box about what moves: up to there, and behind it.
static void motions_show_their_way(void** state)
{
    (void)state;
    cli_write_file("b.path", "9 2 0 0 0 0 1\n3 1 0 0 0 0 1\n-3 -1 0 0 0 0 1\n");
    EXPECT_WAY(1, true, "move", "cube.obj", "cube.off", "--move-b", "3,1,0", "--way-b", "-6,-2,0",
               "--picture", "a.png", "--view", "1,2,3");
    EXPECT_WAY(0, false, "move", "cube.obj", "cube.off", "--move-b", "3,1,0", "--way-b", "0,-1,1",
               "--picture", "a.png", "--view", "1,2,3");
    EXPECT_WAY(1, true, "fly", "cube.obj", "cube.off", "--path", "b.path", "--continuous",
               "--picture", "a.png", "--view", "1,2,3");
    cli_result r = CLI("fly", "cube.obj", "cube.off", "--path", "b.path", "--picture", "a.png");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    picture p = read_picture("a.png");
    assert_int_equal(count_pixels(&p, 22, 121, 74), 0);
    free_picture(&p);
}

// From (4,0,0) to (6,0,0), in an extent of 10 x 4: seen along z, 50 pixels for a unit.
static void distance_shows_the_shortest_way(void** state)
{
    (void)state;
    cli_write_file("flag.obj", "v 6 0 0\nv 10 4 0\nv 10 0 0\nf 1 2 3\n");
    cli_result r = CLI("distance", "one.obj", "flag.obj", "--picture", "a.png", "--view", "0,0,1",
                       "--picture-size", "748x688");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\npicture: a.png, seen from 0,0,1\n");
    cli_free(&r);
    picture p = read_picture("a.png");
    const size_t left = 24, wide = 700, bottom = 140 + 24 + 250 + wide / 5;
    for (size_t x = 42; x < 59; x++)
        assert_true(is_mark(pixel(&p, left + wide * x / 100, bottom)));
    assert_int_equal(count_marks(&p, 0, 140, left + wide * 39 / 100, 688), 0);
    assert_int_equal(count_marks(&p, left + wide * 61 / 100, 140, 748, 688), 0);
    free_picture(&p);
    // A search that finds no way draws none.
    r = CLI("distance", "one.obj", "flag.obj", "--picture", "a.png", "--within", "1");
    assert_int_equal(r.status, 0);
    cli_free(&r);
    p = read_picture("a.png");
    assert_int_equal(count_marks(&p, 0, 140, p.width, p.height), 0);
    free_picture(&p);
}

static bool is_white(const uint8_t* c)
{
    return c[0] == 255 && c[1] == 255 && c[2] == 255;
}

static void expect_same_files(const char* path, const char* other)
{
    picture p = read_picture(path), q = read_picture(other);
    assert_int_equal(p.size, q.size);
    assert_memory_equal(p.bytes, q.bytes, p.size);
    free_picture(&p);
    free_picture(&q);
}

static void status_of(int status, cli_result r)
{
    assert_int_equal(r.status, status);
    cli_free(&r);
}

// Two cubes that are apart: boxes tell, so that no triangle is considered; brute tests all.
static void considered_triangles_have_a_colour(void** state)
{
    (void)state;
    for (int brute = 0; brute < 2; brute++) {
        status_of(0, CLI("check", "cube.off", "cube.stl", "--move-b", "3,0,0", "--considered",
                         "--method", brute ? "brute" : "wide", "--picture", "a.png", "--view",
                         "0,0,1", "--quiet", SMALL));
        picture p = read_picture("a.png");
        size_t grey = 0, blue = 0, yellow = 0;
        for (size_t x = 0; x < p.width; x++) {
            const uint8_t* c = pixel(&p, x, p.height - (p.height - 130) / 2);
            grey += c[0] < 200 && c[2] < c[0] + 25 && c[0] < c[2] + 25;
            blue += c[2] > c[0] + 50;
            yellow += c[0] > c[2] + 50;
        }
        assert_true(brute ? blue > 100 && yellow > 100 : grey > 200 && !blue && !yellow);
        free_picture(&p);
        assert_int_equal(unlink("a.png"), 0);
    }
}

// Built or saved, with and without words, however much is searched: one scene, one picture.
static void one_scene_has_one_picture(void** state)
{
    (void)state;
    assert_int_equal(mkdir("saved", 0700), 0);
    status_of(0, CLI("build", "cube.off", "-o", "saved/cube.off", "--quiet"));
    assert_int_equal(chdir("saved"), 0);
    status_of(1, CLI("check", "cube.off", "cube.off", "--move-b", ".5,.25,.125", "--scale-b", "2",
                     "--rotate-b", "1,2,3,40", "--picture", "../s.png", SMALL));
    assert_int_equal(chdir(".."), 0);
    cli_result r = CLI("check", "cube.off", "cube.off", "--move-b", ".5,.25,.125", "--scale-b", "2",
                       "--rotate-b", "1,2,3,40", "--picture", "b.png", SMALL, "--quiet");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
    expect_same_files("b.png", "s.png");
    cJSON* root =
        CLI_JSON(1, "check", "cube.off", "cube.off", "--move-b", ".5,.25,.125", "--scale-b", "2",
                 "--rotate-b", "1,2,3,40", "--picture", "c.png", SMALL, "--json");
    cJSON_Delete(root);
    expect_same_files("b.png", "c.png");
    assert_int_equal(unlink("saved/cube.off"), 0);
    assert_int_equal(rmdir("saved"), 0);
    // The default is large enough for a close-up, and apart is drawn too.
    status_of(0, CLI("check", "cube.off", "cube.stl", "--move-b", "3,0,0", "--picture", "d.png"));
    picture p = read_picture("d.png");
    assert_int_equal(p.width, 1200);
    assert_int_equal(p.height, 900);
    assert_int_equal(count_marks(&p, 0, 0, 1200, 900), 0);
    free_picture(&p);
    // A first contact, and what is inside.
    status_of(1, CLI("check", "one.obj", "other.obj", "--first", "--picture", "e.png", SMALL));
    status_of(1, CLI("check", "cube.off", "cube.stl", "--scale-b", ".5", "--move-b", ".2,.2,.2",
                     "--inside", "--picture", "f.png", SMALL));
    status_of(3, CLI("check", "empty.off", "cube.stl", "--picture", "g.png", SMALL));
    status_of(3, CLI("check", "empty.off", "empty.off", "--picture", "h.png", SMALL));
    static const char* const made[] = {"a.png", "b.png", "c.png", "d.png", "e.png",
                                       "f.png", "g.png", "h.png", "s.png"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        picture q = read_picture(made[i]);
        free_picture(&q);
        assert_int_equal(unlink(made[i]), 0);
    }
}

// The same two triangles as two objects of many: the same scene, drawn in the same place.
static void clash_shows_where_they_meet(void** state)
{
    (void)state;
    static const char* const names[2] = {"a.png", "b.png"};
    for (int i = 0; i < 2; i++)
        status_of(1, CLI("clash", "one.obj", "other.obj", "--picture", names[i], "--view", "0,0,1",
                         "--picture-size", "748x688"));
    expect_same_files("a.png", "b.png");
    picture p = read_picture("a.png");
    const size_t left = 374 - 250, bottom = 140 + 24 + 500;
    for (size_t i = 110; i <= 190; i += 20)
        assert_true(is_mark(pixel(&p, left + i, bottom - i)));
    assert_int_equal(count_marks(&p, 0, 140, left + 90, 688), 0);
    assert_int_equal(count_marks(&p, left + 210, 140, 748, 688), 0);
    const uint8_t* a = pixel(&p, left + 50, bottom - 50);
    assert_true(a[2] > a[0] && a[2] > a[1] + 30);
    // Beyond the long side of the first there is only the edge of the second, seen from its edge.
    assert_true(is_white(pixel(&p, left + 250, bottom - 250)));
    assert_true(is_white(pixel(&p, left - 10, bottom - 200)));
    free_picture(&p);
    // Objects that are apart are drawn, and no contact.
    cli_write_file("far.obj", "v 7 7 -1\nv 7 7 1\nv 9 9 0\nf 1 2 3\n");
    status_of(0, CLI("clash", "one.obj", "far.obj", "--picture", "b.png", SMALL));
    p = read_picture("b.png");
    assert_int_equal(count_marks(&p, 0, 0, 640, 480), 0);
    free_picture(&p);
    // Of those that are too close the shortest way is.
    status_of(1,
              CLI("clash", "one.obj", "far.obj", "--clearance", "9", "--picture", "b.png", SMALL));
    p = read_picture("b.png");
    assert_true(count_marks(&p, 0, 140, 640, 480) > 50);
    free_picture(&p);
    assert_int_equal(unlink("a.png"), 0);
    assert_int_equal(unlink("b.png"), 0);
    assert_int_equal(unlink("far.obj"), 0);
}

// A cube of size 1 from above, 500 pixels for a unit. The tool crosses above it at y = 1/4; at y = -1/4 it goes down into
// it, on to x = 1/4 and up again.
static void nc_shows_what_is_cut(void** state)
{
    (void)state;
    static const char* const names[2] = {"a.png", "b.png"};
    cli_write_file("cut.ngc",
                   "G21 G90 G1 Z1 F100\nX2\nG0 Y-0.25\nX-0.25\nG1 Z0.375\nX0.25\nG0 Z2\nM2\n");
    for (int i = 0; i < 2; i++)
        status_of(1, CLI("nc", "cut.ngc", "--part", "cube.off", "--tool", "flat:d=.125", "--start",
                         "-2,.25,2", "--origin", ".5,.5,.5", "--picture", names[i], "--view",
                         "0,0,1", "--picture-size", "748x712"));
    expect_same_files("a.png", "b.png");
    picture p = read_picture("a.png");
    const size_t middle_x = 374, middle_y = 164 + 24 + 250;
    assert_true(is_mark(pixel(&p, middle_x + 125, middle_y + 125)));  // where the cut ends
    const uint8_t* cut = pixel(&p, middle_x, middle_y + 125);         // below the top
    assert_true(cut[0] > cut[1] + 30);
    const uint8_t* above = pixel(&p, 60, middle_y - 125);
    assert_true(above[1] > above[0] && above[1] > above[2]);  // green, beside the part
    const size_t rings = 20;
    assert_int_equal(count_marks(&p, 0, 164, 748, middle_y + 125 - rings), 0);
    assert_int_equal(count_marks(&p, 0, 164, middle_x - 125 - rings, 712), 0);
    assert_int_equal(count_marks(&p, middle_x + 125 + rings, 164, 748, 712), 0);
    assert_true(is_white(pixel(&p, 60, middle_y)));
    free_picture(&p);
    cli_write_file("clean.ngc", "G21 G90 G1 Z1 F100\nX2\nM2\n");
    status_of(0, CLI("nc", "clean.ngc", "--part", "cube.off", "--tool", "flat:d=.125", "--start",
                     "-2,.25,2", "--origin", ".5,.5,.5", "--picture", "b.png", "--view", "0,0,1",
                     SMALL));
    p = read_picture("b.png");
    assert_int_equal(count_marks(&p, 0, 0, 640, 480), 0);
    free_picture(&p);
    static const char* const made[] = {"a.png", "b.png", "cut.ngc", "clean.ngc"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        assert_int_equal(unlink(made[i]), 0);
}

// Names of objects that begin alike differ in a picture's legend: their ends are kept, and letters stay whole.
static void long_names_differ(void** state)
{
    (void)state;
    static const char* const names[2] = {"a.png", "b.png"};
    static const char format[] = "o %s_%d\nv 0 0 0\nv 5 0 0\nv 0 5 0\nf 1 2 3\no floor\nv 0 0 -9\n"
                                 "v 5 0 -9\nv 0 5 -9\nf 4 5 6\n";
    char text[600], name[160];
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < 60; k++)
            memcpy(name + 2 * k, "\xc3\xa4", 3);
        snprintf(text, sizeof text, format, name, i);
        cli_write_file("long.obj", text);
        cli_result r = CLI("clash", "--groups", "long.obj", "--picture", names[i], SMALL);
        assert_int_equal(r.status, 0);
        assert_string_equal(r.err, "");
        cli_free(&r);
    }
    picture p = read_picture("a.png"), q = read_picture("b.png");
    assert_true(p.size != q.size || memcmp(p.bytes, q.bytes, p.size) != 0);
    free_picture(&p);
    free_picture(&q);
    assert_int_equal(unlink("a.png"), 0);
    assert_int_equal(unlink("b.png"), 0);
    assert_int_equal(unlink("long.obj"), 0);
}

// Letters that the font has not are named, in words and in JSON.
static void missing_letters_are_named(void** state)
{
    (void)state;
    static const char name[] = "\xe8\x9e\xba\xe6\xaf\x8d.obj";
    char* text = cli_read_file("one.obj");
    cli_write_file(name, text);
    free(text);
    cli_result r = CLI("check", name, "other.obj", "--picture", "a.png", SMALL);
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "a.png: the letters of pictures are Latin, Greek and Cyrillic: boxes "
                           "stand for Chinese characters [C019]\n");
    cli_free(&r);
    r = CLI("check", name, "other.obj", "--picture", "a.png", SMALL, "--quiet");
    assert_string_equal(r.err, "");
    cli_free(&r);
    cJSON* root = CLI_JSON(1, "check", name, "other.obj", "--picture", "a.png", SMALL, "--json");
    cJSON* warnings = cJSON_GetObjectItem(root, "warnings");
    assert_int_equal(cJSON_GetArraySize(warnings), 1);
    cli_expect_text(cJSON_GetArrayItem(warnings, 0)->valuestring, "Chinese characters");
    cJSON_Delete(root);
    r = CLI("check", name, "other.obj");
    assert_string_equal(r.err, "");
    cli_free(&r);
    assert_int_equal(unlink("a.png"), 0);
    assert_int_equal(unlink(name), 0);
}

static void refuse(const char* text, cli_result r)
{
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_expect_text(r.err, text);
    cli_free(&r);
}

#define CHECK(...) CLI("check", "one.obj", "other.obj", __VA_ARGS__)

static void options_that_are_wrong(void** state)
{
    (void)state;
    const int files = cli_count_files();
    static const char* const sizes[] = {"",         "800",      "800x",           "x600",
                                        "800X600",  "800x600x", "639x480",        "640x479",
                                        "4097x600", "600x4097", "-800x600",       "+800x600",
                                        "800x 600", "8e2x600",  "99999999999x600"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        refuse("WIDTHxHEIGHT", CHECK("--picture", "p.png", "--picture-size", sizes[i]));
    refuse("is no direction", CHECK("--picture", "p.png", "--view", "0,0,-0"));
    refuse("3 numbers needed", CHECK("--picture", "p.png", "--view", "1,2"));
    refuse("not a finite number", CHECK("--picture", "p.png", "--view", "1,2,inf"));
    refuse("given twice", CHECK("--picture", "p.png", "--view", "1,2,3", "--view", "1,2,3"));
    refuse("given twice", CHECK("--picture", "p.png", "--picture", "q.png"));
    refuse("needs a value", CHECK("--picture"));
    refuse("option --view has no effect without --picture", CHECK("--view", "1,2,3"));
    refuse("option --no-tint has no effect without --picture", CHECK("--no-tint"));
    refuse("option --picture-size has no effect without --picture",
           CHECK("--picture-size", "800x600"));
    refuse("not to standard output", CHECK("--picture", "-"));
    assert_int_equal(cli_count_files(), files);
}

static void files_that_cannot_be(void** state)
{
    (void)state;
    assert_int_equal(symlink("one.obj", "input"), 0);
    const int files = cli_count_files();
    refuse("none/p.png: cannot write: the folder none: No such file",
           CHECK("--picture", "none/p.png"));
    refuse(".: cannot write: Is a directory", CHECK("--picture", "."));
    refuse("cannot write: No such file", CHECK("--picture", ""));
    refuse("is an input too", CHECK("--picture", "input"));
    refuse("/dev/full: cannot write: No space left", CHECK("--picture", "/dev/full"));
    refuse("two outputs cannot go to one file", CHECK("--picture", "p.png", "-o", "p.png"));
    refuse("two outputs cannot go to one file", CHECK("--picture", "./p.png", "-o", "p.png"));
    cli_write_file("p.png", "kept");
    assert_int_equal(symlink("p.png", "link"), 0);
    refuse("two outputs cannot go to one file", CHECK("--picture", "link", "-o", "p.png"));
    // What fails leaves the old file alone.
    refuse("coordinates are beyond 1e150", CHECK("--picture", "p.png", "--move-b", "1e200,0,0"));
    char* kept = cli_read_file("p.png");
    assert_string_equal(kept, "kept");
    free(kept);
    // Links are followed.
    status_of(1, CHECK("--picture", "link", SMALL));
    picture p = read_picture("p.png");
    free_picture(&p);
    assert_int_equal(unlink("link"), 0);
    assert_int_equal(unlink("p.png"), 0);
    assert_int_equal(cli_count_files(), files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_where_they_meet),
        cmocka_unit_test(one_scene_has_one_picture),
        cmocka_unit_test(clash_shows_where_they_meet),
        cmocka_unit_test(nc_shows_what_is_cut),
        cmocka_unit_test(considered_triangles_have_a_colour),
        cmocka_unit_test(missing_letters_are_named),
        cmocka_unit_test(long_names_differ),
        cmocka_unit_test(motions_show_their_way),
        cmocka_unit_test(distance_shows_the_shortest_way),
        cmocka_unit_test(options_that_are_wrong),
        cmocka_unit_test(files_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
