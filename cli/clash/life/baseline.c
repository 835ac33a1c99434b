// baseline.c - a result as its life sees it: of this run, or read from the JSON of an older one, where all that is wrong
// is told with file, line and key.
#include "clash/life/life.h"
#include "file/whole.h"
#include "say/say.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------- both kinds

static bool make_lists(life_result* l, size_t sources, size_t objects, size_t rows)
{
    l->sources = calloc(sources + 1, sizeof *l->sources);
    l->objects = calloc(objects + 1, sizeof *l->objects);
    l->rows = calloc(rows + 1, sizeof *l->rows);
    return (l->sources && l->objects && l->rows) || say_no_memory();
}

static bool add_source(life_result* l, const life_source* source)
{
    const char* name = path_name(source->path);
    const char* suffix = strrchr(name, '.');
    const size_t length = suffix && suffix != name ? (size_t)(suffix - name) : strlen(name);
    life_source* added = &l->sources[l->source_count];
    *added = *source;
    added->stem = say_text("%.*s", (int)length, name);
    l->source_count += added->stem != NULL;
    return added->stem || say_no_memory();
}

void life_free(life_result* l)
{
    for (size_t i = 0; i < l->source_count; i++)
        free(l->sources[i].stem);
    free(l->sources);
    free(l->objects);
    free(l->rows);
    free(l->geometries);
    *l = (life_result){0};
}

// --------------------------------------------------------------------------------------- this run

// Take the geometry of each object, if that is wanted, or if ids and names leave open which is which.
static bool take_geometries(life_result* l, const clash_result* r, bool are_wanted)
{
    for (size_t i = 0; i < l->object_count && !are_wanted; i++)
        are_wanted = l->objects[i].key_number > 0;
    if (!are_wanted) return true;
    l->geometries = calloc(l->object_count + 1, sizeof *l->geometries);
    if (!l->geometries) return say_no_memory();
    for (size_t i = 0; i < l->object_count; i++) {
        life_object* o = &l->objects[i];
        clash_geometry_text(&r->objects[i], l->geometries[i]);
        o->geometry = l->geometries[i];
        o->key_file = o->key_name = NULL;
        o->key_number = 0;
    }
    return life_identify(l);  // once more, with them
}

static void take_row(life_result* l, clash_result* r, size_t i)
{
    clash_row* row = &r->review.rows[i];
    life_key(&l->objects[row->a], &l->objects[row->b], row->key);
    l->rows[i] = (life_row){
        .key = row->key,
        .a = row->a,
        .b = row->b,
        .rule = clash_rule_name(r->review.rules, row->rule),
        .test = row->test,
        .class = row->class,
        .measures = {row->depth, row->gap, row->volume, row->length, row->area},
        .low = {row->low[0], row->low[1], row->low[2]},
        .high = {row->high[0], row->high[1], row->high[2]},
        .match = LIFE_NO_MATCH,
    };
}

bool life_of(life_result* out, clash_result* r, bool wants_geometry)
{
    *out = (life_result){0};
    if (!make_lists(out, r->source_count, r->object_count, r->clashes.count)) return false;
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_source* s = &r->sources[i];
        if (!add_source(out, &(life_source){.path = s->path,
                                            .is_against = s->is_against,
                                            .is_missing = s->is_missing,
                                            .is_partial = s->is_partial}))
            return false;
    }
    for (size_t i = 0; i < r->object_count; i++) {
        const clash_object* o = &r->objects[i];
        out->objects[out->object_count++] = (life_object){
            .id = clash_id(o),
            .name = clash_name(o),
            .geometry = "",
            .source = (size_t)(o->source - r->sources),
            .is_empty = o->triangle_count == 0,
            .match = LIFE_NONE,
        };
    }
    if (!life_identify(out) || !take_geometries(out, r, wants_geometry)) return false;
    for (size_t i = 0; i < r->clashes.count; i++)
        take_row(out, r, i);
    out->row_count = r->clashes.count;
    return true;
}

// ----------------------------------------------------------------------------- members of objects

void life_wrong(life_reader* l, const json_value* value, const char* format, ...)
{
    char text[300];
    va_list list;
    if (l->failed) return;  // the first one is told
    l->failed = true;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    say(C010_BASELINE, "%s: line %zu: %s", l->path, value->line, text);
}

const json_value* life_member(life_reader* l, const json_value* object, const char* key,
                              json_kind kind)
{
    const json_value* value = json_member(object, key);
    if (!value) return NULL;
    const bool is_truth = kind == JSON_TRUE && value->kind == JSON_FALSE;
    if (value->kind == kind || is_truth) return value;
    life_wrong(l, value, "\"%s\" of %s is %s, not %s", key, l->where, json_kind_text(value->kind),
               json_kind_text(kind));
    return NULL;
}

const json_value* life_must(life_reader* l, const json_value* object, const char* key,
                            json_kind kind)
{
    const json_value* value = life_member(l, object, key, kind);
    if (!value) life_wrong(l, object, "\"%s\" is missing in %s", key, l->where);
    return value;
}

const char* life_text(life_reader* l, const json_value* object, const char* key)
{
    const json_value* value = life_must(l, object, key, JSON_STRING);
    if (!value) return "";
    if (!*value->text) life_wrong(l, value, "\"%s\" of %s is empty", key, l->where);
    return value->text;
}

// A text that may be empty, or not be there.
static const char* any_text(life_reader* l, const json_value* object, const char* key)
{
    const json_value* value = life_member(l, object, key, JSON_STRING);
    return value ? value->text : "";
}

static bool is_true(life_reader* l, const json_value* object, const char* key)
{
    const json_value* value = life_member(l, object, key, JSON_TRUE);
    return value && value->kind == JSON_TRUE;
}

// A whole number below a limit that must be there.
static size_t index_below(life_reader* l, const json_value* object, const char* key, size_t limit)
{
    const json_value* value = life_must(l, object, key, JSON_NUMBER);
    if (!value) return 0;
    const double n = value->number;
    if (n >= 0 && n < (double)limit && n == floor(n)) return (size_t)n;
    life_wrong(l, value, "\"%s\" of %s is none of 0 to %zu", key, l->where, limit - 1);
    return 0;
}

// Which of some words a text is, which must be there.
static int word_of(life_reader* l, const json_value* object, const char* key, int count,
                   const char* (*text)(int))
{
    const char* word = life_text(l, object, key);
    for (int i = 0; i < count; i++)
        if (strcmp(text(i), word) == 0) return i;
    if (!l->failed)
        life_wrong(l, json_member(object, key), "\"%s\" of %s is '%.80s', which is not known", key,
                   l->where, word);
    return 0;
}

static const char* test_word(int i)
{
    return clash_test_text((clash_test)i);
}

static const char* class_word(int i)
{
    return clash_class_text((clash_class)i);
}

static const char* state_word(int i)
{
    return clash_state_text((clash_state)i);
}

// ---------------------------------------------------------------------------------------- a file

bool life_load(json_tree* out, const char* path, const char* key, const char* what)
{
    char *bytes = NULL, wrong[JSON_TREE_WHY];
    whole_file_why why;
    size_t size = 0;
    if (whole_file_read(strcmp(path, "-") == 0 ? "./-" : path, &bytes, &size, &why) !=
        WHOLE_FILE_OK) {
        say(why.code, "%s: %s", path, why.text);
        return false;
    }
    const json_tree_status status = json_tree_read(out, bytes, size, wrong);
    free(bytes);
    if (status != JSON_TREE_OK) {
        say(C010_BASELINE, "%s: %s", path, wrong);
        return false;
    }
    const json_value* version = json_member(out->root, key);
    if (!version || version->kind != JSON_NUMBER) {
        say(C010_BASELINE, "%s: line %zu: this is not %s: the number \"%s\" is missing", path,
            out->root->line, what, key);
        return false;
    }
    if (version->number == 1) return true;
    say(C010_BASELINE, "%s: line %zu: \"%s\" is %.17g; this program reads 1", path, version->line,
        key, version->number);
    return false;
}

static const json_value* values_of(life_reader* l, const json_value* root, const char* key)
{
    l->where = "the result";
    const json_value* list = life_must(l, root, key, JSON_ARRAY);
    l->where = key;
    return list;
}

// The elements of a list, objects all of them.
static const json_value* next_object(life_reader* l, const json_value* at)
{
    if (at && at->kind != JSON_OBJECT)
        life_wrong(l, at, "%s holds %s, not %s", l->where, json_kind_text(at->kind),
                   json_kind_text(JSON_OBJECT));
    return l->failed ? NULL : at;
}

static bool read_sources(life_result* out, life_reader* l, const json_value* list)
{
    for (const json_value* at = next_object(l, list->first); at; at = next_object(l, at->next)) {
        const life_source source = {.path = life_text(l, at, "file"),
                                    .is_against = is_true(l, at, "against"),
                                    .is_missing = is_true(l, at, "missing"),
                                    .is_partial = is_true(l, at, "partial")};
        if (l->failed || !add_source(out, &source)) return false;
    }
    return !l->failed;
}

static bool read_objects(life_result* out, life_reader* l, const json_value* list)
{
    const size_t sources = out->source_count;
    for (const json_value* at = next_object(l, list->first); at; at = next_object(l, at->next)) {
        const json_value *id = life_must(l, at, "id", JSON_STRING),
                         *group = life_member(l, at, "group", JSON_STRING),
                         *triangles = life_must(l, at, "triangles", JSON_NUMBER);
        const size_t source = index_below(l, at, "source", sources);
        if (l->failed) return false;
        out->objects[out->object_count++] =
            (life_object){.id = id->text,
                          .name = group ? group->text : path_name(out->sources[source].path),
                          .geometry = any_text(l, at, "geometry"),
                          .source = source,
                          .is_empty = triangles->number == 0,
                          .match = LIFE_NONE};
    }
    return !l->failed;
}

// Two numbers; null, which stands for what is not finite, or nothing: not known.
static clash_interval read_interval(life_reader* l, const json_value* row, const char* key)
{
    const clash_interval unknown = {(double)NAN, (double)NAN};
    const json_value* list = life_member(l, row, key, JSON_ARRAY);
    const json_value* lo = list && list->count == 2 ? list->first : NULL;
    const json_value* hi = lo ? lo->next : NULL;
    if (!list) return unknown;
    if (hi && lo->kind == JSON_NUMBER && hi->kind == JSON_NUMBER)
        return (clash_interval){lo->number, hi->number};
    if (!hi || (lo->kind != JSON_NULL && hi->kind != JSON_NULL))
        life_wrong(l, list, "\"%s\" of %s is not two numbers", key, l->where);
    return unknown;
}

// Three numbers, or the same.
static void read_point(life_reader* l, const json_value* box, const char* key, double out[3])
{
    const json_value* list = life_member(l, box, key, JSON_ARRAY);
    const json_value* at = list ? list->first : NULL;
    for (int k = 0; k < 3; k++, at = at ? at->next : NULL) {
        out[k] = at && at->kind == JSON_NUMBER ? at->number : (double)NAN;
    }
    if (list && list->count != 3) life_wrong(l, list, "\"%s\" of a box is not three numbers", key);
}

static void read_measures(life_row* row, life_reader* l, const json_value* at)
{
    static const char* const keys[LIFE_MEASURES] = {"depth", "gap", "volume", "length", "area"};
    for (int m = 0; m < LIFE_MEASURES; m++)
        row->measures[m] = read_interval(l, at, keys[m]);
    const json_value* box = life_member(l, at, "box", JSON_OBJECT);
    read_point(l, box, "low", row->low);
    read_point(l, box, "high", row->high);
}

static life_row read_row(life_reader* l, const json_value* at)
{
    life_row row = {
        .key = life_text(l, at, "key"),
        .rule = any_text(l, at, "rule"),
        .test = (clash_test)word_of(l, at, "test", CLASH_TESTS, test_word),
        .class = (clash_class)word_of(l, at, "class", CLASH_CLASSES, class_word),
        .state = (clash_state)word_of(l, at, "state", CLASH_STATES, state_word),
        .value = at,
        .match = LIFE_NO_MATCH,
    };
    if (!l->failed && strlen(row.key) != 36)
        life_wrong(l, json_member(at, "key"), "\"key\" of %s is no UUID", l->where);
    read_measures(&row, l, at);
    return row;
}

static bool read_rows(life_result* out, life_reader* l, const json_value* list, size_t objects)
{
    for (const json_value* at = next_object(l, list->first); at; at = next_object(l, at->next)) {
        life_row row = read_row(l, at);
        row.a = (uint32_t)index_below(l, at, "a", objects);
        row.b = (uint32_t)index_below(l, at, "b", objects);
        out->rows[out->row_count++] = row;
    }
    return !l->failed;
}

// An object that was not there itself: only a pair that was gone tells of it.
static uint32_t read_side(life_result* out, life_reader* l, const json_value* side,
                          const char* name)
{
    const char *file = "", *id = "";
    side = next_object(l, side);
    if (side) file = life_text(l, side, "file");
    const json_value* value = side ? life_must(l, side, "id", JSON_STRING) : NULL;
    if (value) id = value->text;
    const life_source source = {.path = file, .is_missing = true};
    if (l->failed || !add_source(out, &source)) {
        l->failed = true;
        return 0;
    }
    out->objects[out->object_count] = (life_object){.id = id,
                                                    .name = name,
                                                    .geometry = any_text(l, side, "geometry"),
                                                    .source = out->source_count - 1,
                                                    .match = LIFE_NONE,
                                                    .is_extra = true};
    return (uint32_t)out->object_count++;
}

static bool read_gone(life_result* out, life_reader* l, const json_value* list)
{
    for (const json_value* at = next_object(l, list->first); at; at = next_object(l, at->next)) {
        life_row row = read_row(l, at);
        const json_value* sides = life_must(l, at, "sides", JSON_ARRAY);
        if (sides && sides->count != 2) life_wrong(l, sides, "\"sides\" of gone are not two");
        if (l->failed) return false;
        row.is_gone = true;
        row.why = any_text(l, at, "why");
        row.a = read_side(out, l, sides->first, any_text(l, at, "a"));
        row.b = read_side(out, l, sides->first->next, any_text(l, at, "b"));
        out->rows[out->row_count++] = row;
    }
    return !l->failed;
}

bool life_read(life_result* out, const json_tree* tree, const char* path)
{
    *out = (life_result){.path = path};
    life_reader l = {.path = path};
    const json_value* root = tree->root;
    const json_value *sources = values_of(&l, root, "sources"),
                     *objects = values_of(&l, root, "objects"),
                     *rows = values_of(&l, root, "clashes"), *gone = values_of(&l, root, "gone");
    out->rules = values_of(&l, root, "rules");
    if (l.failed || !make_lists(out, sources->count + 2 * gone->count,
                                objects->count + 2 * gone->count, rows->count + gone->count))
        return false;
    l.where = "sources";
    if (!read_sources(out, &l, sources)) return false;
    l.where = "objects";
    if (!read_objects(out, &l, objects)) return false;
    l.where = "clashes";
    if (!read_rows(out, &l, rows, out->object_count)) return false;
    l.where = "gone";
    return read_gone(out, &l, gone);
}
