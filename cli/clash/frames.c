// frames.c - poses of objects, a frame at a time. A line has the number of its frame, the name of an object, and 7 or 12
// numbers, a tab between. What a frame does not name stays as it is in the frame before.
#include "clash/frames.h"

#include "clash/cells.h"
#include "file/whole.h"
#include "path/poses.h"
#include "say/say.h"
#include "text/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A line.
typedef struct entry {
    uint32_t object;
    size_t frame, line;
    abut_pose pose;
} entry;

struct clash_frames {
    entry* entries;  // in the order of the file
    size_t count, capacity, frame_count;
    size_t* first;      // entry of each frame, and behind the last
    size_t* by_object;  // entries by object, then by frame
};

void clash_frames_free(clash_frames* f)
{
    if (!f) return;
    free(f->entries);
    free(f->first);
    free(f->by_object);
    free(f);
}

size_t clash_frames_count(const clash_result* r)
{
    return r->review.frames ? r->review.frames->frame_count : 1;
}

// --------------------------------------------------------------------------------------------- names

typedef struct named {
    const char* name;
    uint32_t object;
} named;

static int compare_named(const void* x, const void* y)
{
    return strcmp(((const named*)x)->name, ((const named*)y)->name);
}

// The objects by name, to be freed; NULL: no memory.
static named* list_names(const clash_result* r)
{
    named* list = malloc((r->object_count + 1) * sizeof *list);
    for (size_t i = 0; list && i < r->object_count; i++)
        list[i] = (named){clash_name(&r->objects[i]), (uint32_t)i};
    if (list && r->object_count) qsort(list, r->object_count, sizeof *list, compare_named);
    return list;
}

// --------------------------------------------------------------------------------------------- lines

typedef struct reader {
    clash_result* result;
    clash_frames* frames;
    const char* path;
    const named* names;
    size_t line;
} reader;

// Find the one object of a name. Returns false after telling what is wrong.
static bool find_object(const reader* k, const char* name, uint32_t* out)
{
    const size_t count = k->result->object_count;
    const named wanted = {.name = name};
    const named* found =
        count ? bsearch(&wanted, k->names, count, sizeof wanted, compare_named) : NULL;
    if (!found) {
        say(C004_NO_OBJECT, "%s: line %zu: there is no object '%s'", k->path, k->line, name);
        return false;
    }
    const bool is_twice = (found > k->names && strcmp(found[-1].name, name) == 0) ||
                          (found + 1 < k->names + count && strcmp(found[1].name, name) == 0);
    if (is_twice) {
        say(C004_NO_OBJECT, "%s: line %zu: there are several objects '%s'", k->path, k->line, name);
        return false;
    }
    *out = found->object;
    return true;
}

static bool read_pose(const reader* k, const char* text, abut_pose* out)
{
    poses p = {0};
    poses_error error = {0};
    const poses_status status = poses_read_memory(&p, text, strlen(text), &error);
    if (status == POSES_OUT_OF_MEMORY) return say_no_memory();
    const bool fits = status == POSES_OK && p.count == 1 &&
                      (p.layout == POSES_QUATERNIONS || p.layout == POSES_ROWS);
    if (fits) *out = p.poses[0];
    poses_free(&p);
    if (fits) return true;
    const char* why = error.line ? strstr(error.text, ": ") : NULL;
    if (status == POSES_BAD_POSE && why)
        say(C005_FRAMES, "%s: line %zu: %s", k->path, k->line, why + 2);
    else
        say(C005_FRAMES,
            "%s: line %zu: a pose has 7 numbers, x y z qx qy qz qw, or 12, the rows of a matrix",
            k->path, k->line);
    return false;
}

// Frames are numbered from 0 on, none is left out.
static bool read_frame(const reader* k, const char* text, size_t* out)
{
    const size_t count = k->frames->frame_count;
    const char* at = text;
    int64_t number = -1;
    if (!integer_parse(&at, text + strlen(text), &number) || *at || number < 0) {
        say(C005_FRAMES,
            "%s: line %zu: a line is a frame's number, an object and its pose, a tab between",
            k->path, k->line);
        return false;
    }
    if ((uint64_t)number > count || (uint64_t)number + 1 < count) {
        say(C005_FRAMES, "%s: line %zu: frame %" PRId64 " where frame %zu %s", k->path, k->line,
            number, count ? count - 1 : 0, count ? "or the next one comes" : "comes");
        return false;
    }
    *out = (size_t)number;
    return true;
}

static bool add_entry(clash_frames* f, const entry* e)
{
    if (f->count == f->capacity) {
        const size_t capacity = f->capacity ? 2 * f->capacity : 64;
        entry* grown = realloc(f->entries, capacity * sizeof *grown);
        if (!grown) return say_no_memory();
        f->entries = grown;
        f->capacity = capacity;
    }
    f->entries[f->count++] = *e;
    f->frame_count = e->frame + 1;
    return true;
}

static bool take_line(reader* k, char* line)
{
    entry e = {.line = k->line};
    char* name = strchr(line, '\t');
    char* pose = name ? strchr(name + 1, '\t') : NULL;
    if (line[strspn(line, " \t")] == '\0' || *line == '#') return true;
    if (!pose) {
        say(C005_FRAMES,
            "%s: line %zu: a line is a frame's number, an object and its pose, a tab between",
            k->path, k->line);
        return false;
    }
    *name++ = *pose++ = '\0';
    return read_frame(k, line, &e.frame) && find_object(k, name, &e.object) &&
           read_pose(k, pose, &e.pose) && add_entry(k->frames, &e);
}

static bool take_lines(reader* k, char* text, size_t size)
{
    if (memchr(text, '\0', size)) {
        say(C005_FRAMES, "%s: holds a zero byte: this is no text", k->path);
        return false;
    }
    for (char *at = text, *next; at; at = next) {
        next = strchr(at, '\n');
        if (next) *next++ = '\0';
        at[strcspn(at, "\r")] = '\0';
        k->line++;
        if (!take_line(k, at)) return false;
    }
    if (k->frames->count) return true;
    say(C005_FRAMES, "%s: there are no frames", k->path);
    return false;
}

// --------------------------------------------------------------------------------------------- order

// An entry, to be sorted.
typedef struct placed {
    uint32_t object;
    size_t frame, entry;
} placed;

static int compare_placed(const void* x, const void* y)
{
    const placed *a = x, *b = y;
    if (a->object != b->object) return a->object < b->object ? -1 : 1;
    if (a->frame != b->frame) return a->frame < b->frame ? -1 : 1;
    return (a->entry > b->entry) - (a->entry < b->entry);
}

static bool take_order(clash_frames* f, const clash_result* r, const placed* list)
{
    for (size_t i = 0; i < f->count; i++) {
        f->by_object[i] = list[i].entry;
        if (!i || list[i].object != list[i - 1].object || list[i].frame != list[i - 1].frame)
            continue;
        say(C005_FRAMES, "%s: line %zu: a second pose of '%s' in frame %zu", r->options->frames,
            f->entries[list[i].entry].line, clash_name(&r->objects[list[i].object]), list[i].frame);
        return false;
    }
    return true;
}

static bool put_in_order(clash_frames* f, const clash_result* r)
{
    placed* list = malloc(f->count * sizeof *list);
    f->first = calloc(f->frame_count + 1, sizeof *f->first);
    f->by_object = malloc(f->count * sizeof *f->by_object);
    bool fine = (list && f->first && f->by_object) || say_no_memory();
    for (size_t i = 0; fine && i < f->count; i++) {
        list[i] = (placed){f->entries[i].object, f->entries[i].frame, i};
        f->first[f->entries[i].frame + 1] = i + 1;
    }
    if (fine) qsort(list, f->count, sizeof *list, compare_placed);
    fine = fine && take_order(f, r, list);
    free(list);
    return fine;
}

bool clash_frames_open(clash_result* r)
{
    const char* path = r->options->frames;
    char* text = NULL;
    whole_file_why why;
    size_t size = 0;
    if (!path) return true;
    if (whole_file_read(path, &text, &size, &why) != WHOLE_FILE_OK) {
        say(why.code, "%s: %s", path, why.text);
        return false;
    }
    named* names = list_names(r);
    r->review.frames = calloc(1, sizeof *r->review.frames);
    reader k = {.result = r, .frames = r->review.frames, .path = path, .names = names};
    const bool fine = ((names && k.frames) || say_no_memory()) && take_lines(&k, text, size) &&
                      put_in_order(k.frames, r);
    free(names);
    free(text);
    return fine;
}

// --------------------------------------------------------------------------------------------- poses

abut_status clash_frames_move(const clash_result* r, abut_world* w, size_t frame)
{
    const clash_frames* f = r->review.frames;
    abut_status status = ABUT_OK;
    for (size_t i = f->first[frame]; i < f->first[frame + 1] && status == ABUT_OK; i++) {
        uint32_t number;
        if (clash_piece_number(r, f->entries[i].object, &number))
            status = abut_world_move(w, number, &f->entries[i].pose);
    }
    return status;
}

clash_object clash_object_at(const clash_result* r, uint32_t object, size_t frame)
{
    const clash_frames* f = r->review.frames;
    clash_object out = r->objects[object];
    size_t low = 0, high = f ? f->count : 0;
    // The last entry of the object, and of frames up to this one.
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const entry* e = &f->entries[f->by_object[middle]];
        if (e->object < object || (e->object == object && e->frame <= frame))
            low = middle + 1;
        else
            high = middle;
    }
    if (low && f->entries[f->by_object[low - 1]].object == object)
        out.pose = f->entries[f->by_object[low - 1]].pose;
    return out;
}
