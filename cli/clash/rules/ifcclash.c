// ifcclash.c - the sets of IfcClash as rules: an array of sets, each with files, selectors and a mode. Their lengths are metres.
#include "clash/rules/ifc.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// Whether names of files are the same but for what follows their last points, as those of a model and of what it was converted to.
static bool is_same_stem(const char* x, const char* y)
{
    const char *x_end = strrchr(x, '.'), *y_end = strrchr(y, '.');
    const size_t length = x_end ? (size_t)(x_end - x) : strlen(x);
    return length == (y_end ? (size_t)(y_end - y) : strlen(y)) && strncmp(x, y, length) == 0;
}

// Mark the objects of a file of the command line. A file of its name counts, else one that differs in the suffix.
static bool mark_file(rules_reader* r, const rules_place* at, const json_value* file,
                      unsigned char* marks)
{
    const clash_result* result = r->result;
    const char* name = rules_file_name(file->text);
    if (strrchr(name, '\\')) name = strrchr(name, '\\') + 1;  // it was written elsewhere
    bool is_there = false;
    for (int by_stem = 0; by_stem < 2 && !is_there; by_stem++)
        for (size_t s = 0; s < result->source_count; s++) {
            const clash_source* source = &result->sources[s];
            const char* own = rules_file_name(source->path);
            if (by_stem ? !is_same_stem(own, name) : strcmp(own, name) != 0) continue;
            is_there = true;
            for (size_t i = 0; i < result->object_count; i++)
                marks[i] |= result->objects[i].source == source;
        }
    return is_there ||
           rules_fail(r, at, file, "'%s' is not among the files that are checked", name);
}

// IfcClash takes elements that are no openings and the like. An object whose class is not known is taken, too.
static bool is_element(const clash_object* o)
{
    const char* class = clash_attribute(o, "class");
    if (!class || !ifc_is_class(class)) return true;
    return ifc_is_a(class, "IfcElement") && !ifc_is_a(class, "IfcFeatureElement");
}

// Keep of the objects of a file what mode and selector say.
static bool keep_selected(rules_reader* r, const rules_place* at, const json_value* mode,
                          const json_value* selector, unsigned char* marks)
{
    const size_t count = r->result->object_count;
    const bool has_selector = selector && *selector->text && mode && strcmp(mode->text, "a") != 0;
    if (has_selector && strcmp(mode->text, "i") == 0)
        return ifc_select(r, &(rules_place){.up = at, .key = "selector"}, selector, marks);
    for (size_t i = 0; i < count; i++)
        marks[i] = marks[i] && is_element(&r->result->objects[i]);
    if (!has_selector) return true;
    unsigned char* selected = malloc(count + 1);
    if (!selected) return say_no_memory();
    memcpy(selected, marks, count);
    const bool fine =
        ifc_select(r, &(rules_place){.up = at, .key = "selector"}, selector, selected);
    for (size_t i = 0; fine && i < count; i++)
        marks[i] = marks[i] && !selected[i];
    free(selected);
    return fine;
}

static bool optional_text(const rules_reader* r, const rules_place* at, const json_value* object,
                          const char* key, const json_value** out)
{
    *out = json_member(object, key);
    return !*out || rules_expect(r, &(rules_place){.up = at, .key = key}, *out, JSON_STRING);
}

static bool take_source(rules_reader* r, const rules_place* at, const json_value* value,
                        unsigned char* marks)
{
    static const char* const keys[] = {"file", "mode", "selector", NULL};
    const json_value *file, *mode, *selector;
    if (!rules_expect(r, at, value, JSON_OBJECT) || !rules_keys(r, at, value, keys) ||
        !rules_member(r, at, value, "file", JSON_STRING, &file) ||
        !optional_text(r, at, value, "mode", &mode) ||
        !optional_text(r, at, value, "selector", &selector))
        return false;
    if (mode && (!*mode->text || !strchr("aei", *mode->text) || mode->text[1]))
        return rules_fail(r, &(rules_place){.up = at, .key = "mode"}, mode,
                          "a, e or i is wanted, not '%s'", mode->text);
    return mark_file(r, &(rules_place){.up = at, .key = "file"}, file, marks) &&
           keep_selected(r, at, mode, selector, marks);
}

// The set of some sources together; SIZE_MAX after telling what is wrong.
static size_t set_of_sources(rules_reader* r, const rules_place* at, const json_value* list)
{
    const size_t count = r->result->object_count;
    rules_place in = {.up = at};
    if (!rules_expect(r, at, list, JSON_ARRAY)) return SIZE_MAX;
    const size_t set = rules_add_set(r, NULL, list->line);
    unsigned char* marks = set == SIZE_MAX ? NULL : malloc(count + 1);
    if (set != SIZE_MAX && !marks) say_no_memory();
    bool fine = marks != NULL;
    for (const json_value* v = list->first; fine && v; v = v->next, in.index++) {
        memset(marks, 0, count);
        fine = take_source(r, &in, v, marks);
        for (size_t i = 0; fine && i < count; i++)
            r->rules->sets[set].has[i] |= marks[i];
    }
    for (size_t i = 0; fine && i < count; i++)
        r->rules->sets[set].count += r->rules->sets[set].has[i];
    free(marks);
    if (fine && !r->rules->sets[set].count && at->key)
        fine = rules_warn(r, list->line, "no object is in \"%s\"", at->key);
    return fine ? set : SIZE_MAX;
}

// ----------------------------------------------------------------------------------------------- modes

static bool length_member(const rules_reader* r, const rules_place* at, const json_value* set,
                          const char* key, double* out)
{
    const json_value* value;
    return rules_member(r, at, set, key, JSON_NUMBER, &value) &&
           rules_length(r, &(rules_place){.up = at, .key = key}, value, out);
}

// true or false; missing: false.
static bool flag_member(const rules_reader* r, const rules_place* at, const json_value* set,
                        const char* key, bool* out)
{
    const json_value* value = json_member(set, key);
    *out = value && value->kind == JSON_TRUE;
    return !value || *out ||
           rules_expect(r, &(rules_place){.up = at, .key = key}, value, JSON_FALSE);
}

static bool read_mode(const rules_reader* r, const rules_place* at, const json_value* set,
                      clash_demand* d)
{
    const json_value* mode;
    bool is_all, allows_touching;
    if (!rules_member(r, at, set, "mode", JSON_STRING, &mode) ||
        !flag_member(r, at, set, "check_all", &is_all) ||  // all rows have all that is found
        !flag_member(r, at, set, "allow_touching", &allows_touching))
        return false;
    if (strcmp(mode->text, "intersection") == 0) {
        d->asks[CLASH_HARD] = d->asks[CLASH_INSIDE] = true;
        return length_member(r, at, set, "tolerance", &d->hard);
    }
    if (strcmp(mode->text, "collision") == 0) {
        d->asks[CLASH_HARD] = true;
        d->asks[CLASH_TOUCH] = !allows_touching;
        return true;
    }
    if (strcmp(mode->text, "clearance") == 0) {
        d->asks[CLASH_CLEARANCE] = true;
        return length_member(r, at, set, "clearance", &d->clearance);
    }
    return rules_fail(r, &(rules_place){.up = at, .key = "mode"}, mode,
                      "intersection, collision or clearance is wanted, not '%s'", mode->text);
}

static bool read_set(rules_reader* r, const rules_place* at, const json_value* value)
{
    static const char* const keys[] = {"name",      "a",         "b",         "mode",
                                       "tolerance", "check_all", "clearance", "allow_touching",
                                       "clashes",   NULL};  // the last: what IfcClash found
    const json_value *name, *a, *b = json_member(value, "b");
    rule_entry add = {.line = value->line};
    if (!rules_expect(r, at, value, JSON_OBJECT) || !rules_keys(r, at, value, keys) ||
        !rules_member(r, at, value, "name", JSON_STRING, &name) ||
        !rules_member(r, at, value, "a", JSON_ARRAY, &a) || !read_mode(r, at, value, &add.demand))
        return false;
    add.name = name->text;
    add.a = add.b = set_of_sources(r, &(rules_place){.up = at, .key = "a"}, a);
    if (add.a == SIZE_MAX) return false;
    const rules_place of_b = {.up = at, .key = "b"};
    if (b && !rules_expect(r, &of_b, b, JSON_ARRAY)) return false;
    if (b && b->count) add.b = set_of_sources(r, &of_b, b);
    return add.b != SIZE_MAX && rules_add(r, at, value, &add);
}

bool rules_read_ifcclash(rules_reader* r, const json_value* root)
{
    rules_place in = {0};
    r->rules->is_ifcclash = true;
    if (!root->count) return rules_fail(r, NULL, root, "there is no set in it");
    if (!rules_set_unit(r, 1) &&
        !rules_warn(
            r, root->line,
            "lengths are metres in it, but no file says its unit: they are taken as metres, too; "
            "--unit tells"))
        return false;
    for (const json_value* v = root->first; v; v = v->next, in.index++)
        if (!read_set(r, &in, v)) return false;
    return true;
}
