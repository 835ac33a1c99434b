// keys.c - what names an object and a pair of them in every run: ids, and where several objects have one id, the file,
// the name and the shape. Never the order of files or of objects in them.
#include "clash/life/life.h"
#include "file/sha1.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// How many of id, stem, path, name and geometry, in this order, two objects have in common.
enum { SAME_NOTHING, SAME_ID, SAME_STEM, SAME_PATH, SAME_NAME, SAME_GEOMETRY };

// An object where it is sorted.
typedef struct place {
    life_object* object;
    const life_source* source;
} place;

static int compare_level(const place* x, const place* y, int* common)
{
    const char* const words[SAME_GEOMETRY][2] = {{x->object->id, y->object->id},
                                                 {x->source->stem, y->source->stem},
                                                 {x->source->path, y->source->path},
                                                 {x->object->name, y->object->name},
                                                 {x->object->geometry, y->object->geometry}};
    for (*common = 0; *common < SAME_GEOMETRY; ++*common) {
        const int order = strcmp(words[*common][0], words[*common][1]);
        if (order) return order;
    }
    return 0;
}

static int compare_places(const void* x, const void* y)
{
    int common;
    const place *p = x, *q = y;
    const int order = compare_level(p, q, &common);
    return order ? order : (p->object > q->object) - (p->object < q->object);
}

// Where the objects end that have so much in common with the first.
static size_t run_end(const place* list, size_t from, size_t end, int level)
{
    int common;
    size_t at = from + 1;
    while (at < end && (compare_level(&list[from], &list[at], &common), common >= level))
        at++;
    return at;
}

// Whether a run, which is sorted, is all of one kind.
static bool is_one(const place* list, size_t from, size_t end, int level)
{
    return run_end(list, from, end, level) == end;
}

// Objects of one id and one file, which has several of them.
static void identify_twins(const place* list, size_t from, size_t end)
{
    const bool has_names = !is_one(list, from, end, SAME_NAME);
    for (size_t i = from, next; i < end; i = next) {
        next = run_end(list, i, end, SAME_NAME);
        for (size_t k = i; k < next; k++) {
            if (has_names) list[k].object->key_name = list[k].object->name;
            if (next - i > 1) list[k].object->key_number = k - i + 1;
        }
    }
}

static void identify_run(const place* list, size_t from, size_t end)
{
    const bool has_files = !is_one(list, from, end, SAME_PATH);
    for (size_t i = from, stem_end; has_files && i < end; i = stem_end) {
        stem_end = run_end(list, i, end, SAME_STEM);
        const bool has_paths = !is_one(list, i, stem_end, SAME_PATH);
        for (size_t k = i; k < stem_end; k++)
            list[k].object->key_file = has_paths ? list[k].source->path : list[k].source->stem;
    }
    for (size_t i = from, next; i < end; i = next) {
        next = run_end(list, i, end, SAME_PATH);
        if (next - i > 1) identify_twins(list, i, next);
    }
}

bool life_identify(life_result* l)
{
    place* list = malloc((l->object_count + 1) * sizeof *list);
    if (!list) return say_no_memory();
    for (size_t i = 0; i < l->object_count; i++)
        list[i] = (place){&l->objects[i], &l->sources[l->objects[i].source]};
    if (l->object_count) qsort(list, l->object_count, sizeof *list, compare_places);
    for (size_t i = 0, next; i < l->object_count; i = next) {
        next = run_end(list, i, l->object_count, SAME_ID);
        if (next - i > 1) identify_run(list, i, next);
    }
    free(list);
    return true;
}

static int compare_words(const char* x, const char* y)
{
    return strcmp(x ? x : "", y ? y : "");
}

int life_order(const life_object* a, const life_object* b)
{
    int order = strcmp(a->id, b->id);
    if (!order) order = compare_words(a->key_file, b->key_file);
    if (!order) order = compare_words(a->key_name, b->key_name);
    return order ? order : (a->key_number > b->key_number) - (a->key_number < b->key_number);
}

// ------------------------------------------------------------------------------------------ UUIDs

void clash_uuid(const char* const* words, size_t count, char out[40])
{
    // Made once by chance. With another one all keys would be others, and all approvals void.
    static const unsigned char space[16] = {0x4A, 0xE6, 0x1A, 0xCE, 0x23, 0x20, 0x4A, 0x1A,
                                            0x8A, 0xDF, 0x24, 0x30, 0x17, 0x8C, 0xCF, 0x4F};
    static const char hex[] = "0123456789abcdef";
    unsigned char bytes[16];
    sha1 h;
    sha1_begin(&h);
    sha1_add(&h, space, sizeof space);
    for (size_t i = 0; i < count; i++)
        sha1_add(&h, words[i],
                 strlen(words[i]) + 1);  // with its zero: no two lists of words are one
    sha1_end_uuid(&h, bytes);
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *out++ = '-';
        *out++ = hex[bytes[i] >> 4];
        *out++ = hex[bytes[i] & 15];
    }
    *out = '\0';
}

void life_key(const life_object* a, const life_object* b, char out[40])
{
    const bool in_order = life_order(a, b) <= 0;
    const life_object* sides[2] = {in_order ? a : b, in_order ? b : a};
    char numbers[2][24];
    const char* words[9] = {"pair"};
    for (int i = 0; i < 2; i++) {
        const life_object* o = sides[i];
        snprintf(numbers[i], sizeof numbers[i], "%zu", o->key_number);
        words[4 * i + 1] = o->id;
        words[4 * i + 2] = o->key_file ? o->key_file : "";
        words[4 * i + 3] = o->key_name ? o->key_name : "";
        words[4 * i + 4] = numbers[i];
    }
    clash_uuid(words, 9, out);
}
