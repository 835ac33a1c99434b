// see.h - pictures of triangles and of where they meet, for people: drawn without a display.
// Nothing here knows models or files: whoever asks for a picture hands over corners and contacts.
#ifndef ABUT_SEE_H
#define ABUT_SEE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    SEE_PARTS_MOST = 8,
    SEE_WIDTH_LEAST = 640,
    SEE_HEIGHT_LEAST = 480,
    SEE_SIZE_MOST = 4096,  // either way
};

// One thing in the picture.
typedef struct see_part {
    // Its line in the legend is all three; where there is no room the beginning of the name is left out.
    const char *label, *name, *note;
    int colour;  // its number, from 0; the last one is grey
    size_t triangle_count;
    // Write the corners of triangles first to first + count - 1 in world coordinates, nine numbers for each.
    void (*corners)(void* user, size_t first, size_t count, double* out);
    void* user;
} see_part;

// Where two triangles meet: a point, a segment, or a convex polygon with its corners in cyclic order.
typedef struct see_contact {
    int part[2];  // -1: of none
    size_t triangle[2];
    int point_count;  // 1 to 6
    double points[6][3];
} see_contact;

// A line that is drawn, of one of a few colours.
enum { SEE_INKS = 4 };
typedef struct see_line {
    double points[2][3];
    int ink;
    bool is_bold;  // thick; a spot where both points are one
} see_line;

typedef struct see_scene {
    see_part parts[SEE_PARTS_MOST];
    int part_count;
    size_t contact_count;
    void (*contact)(void* user, size_t index, see_contact* out);
    size_t line_count;
    void (*line)(void* user, size_t index, see_line* out);
    const char* inks[SEE_INKS];  // what each colour of lines means; NULL: it is not used
    bool is_way;                 // lines are the way of what moves: the legend tells of that alone
    void* user;
    const char* verdict;  // the legend's line about the contacts
    bool is_apart;        // contacts are the shortest ways between triangles that do not meet
} see_scene;

typedef struct see_options {
    int width, height;  // within the limits above
    bool untinted;      // triangles in contact look like others
    bool has_view;
    // From the models towards the eye, of any length but 0; without has_view the direction is chosen that
    // shows the contacts best.
    double view[3];
} see_options;

typedef struct see_image {
    uint8_t* pixels;  // rows from the top, red, green, blue
    int width, height;
    double view[3];  // as it was given or chosen
} see_image;

typedef enum see_status {
    SEE_OK = 0,
    SEE_OUT_OF_MEMORY,
    SEE_TOO_LARGE,      // coordinates beyond 1e150
    SEE_NOT_AVAILABLE,  // built without zlib
} see_status;

// Find the direction that shows the contacts of a scene best, as see_draw does without has_view.
see_status see_choose_view(const see_scene* scene, double out[3]);

// Draw a scene. The pixels are the same on every machine: nothing but operations that are rounded
// correctly goes into them. On failure out is untouched.
// Cost: about 0.4 seconds for a million triangles at 1200 x 900 (test_see time).
see_status see_draw(see_image* out, const see_scene* scene, const see_options* options);
void see_image_free(see_image* image);  // a zeroed image is fine

// Write the names of scripts that the texts of a picture have letters of and its font has not: "Arabic, Thai". Boxes stand for
// these letters. Returns whether there are any.
bool see_missing_letters(const see_scene* scene, char* out, size_t size);

// Write a picture as PNG. Errors of the stream stay in it. The bytes are zlib's: the same wherever that is.
see_status see_write_png(const see_image* image, FILE* out);
// Return whether this build can write PNG.
bool see_can_write(void);

#endif
