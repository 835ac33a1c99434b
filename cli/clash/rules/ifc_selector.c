// ifc_selector.c - the part of IfcOpenShell's selectors that is exact with what the table of a file knows:
//     selector   list {"+" list}                  any list selects it
//     list       facet {"," facet}                from left to right: a class or an id adds, !class and !id take away, and what
//                                                 compares keeps; where a comparison is first, it keeps of all products
//     facet      ["!"] CLASS | ["!"] GLOBALID | KEY COMPARISON VALUE
//     key        Name, GlobalId, Tag, PredefinedType, ObjectType, Description, PSET.PROPERTY; PSET may be quoted
//     comparison = != *= !*=
//     value      a word, "quoted", or NULL
// Everything else is refused by name: type, material, classification, location, group, parent, query, regular expressions,
// comparisons of numbers, TRUE and FALSE.
#include "clash/rules/ifc.h"
#include "say/say.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD_MOST = 256 };

typedef enum facet_kind { FACET_CLASS, FACET_ID, FACET_COMPARES } facet_kind;

typedef struct facet {
    facet_kind kind;
    bool is_not;        // ! before a class, an id or the comparison
    bool is_contained;  // *=
    bool is_null;       // the value NULL
    bool is_quoted;     // the word that was read last
    char key[2 * WORD_MOST], value[WORD_MOST];
} facet;

typedef struct selector {
    rules_reader* reader;
    const rules_place* place;
    const json_value* text;
    const char* at;
    unsigned char* marks;         // which objects are looked at
    unsigned char *list, *found;  // what the list, and what all lists so far select
    bool has_added;               // the list has a class or an id
} selector;

static bool refuse(const selector* s, const char* what)
{
    return rules_fail(s->reader, s->place, s->text, "'%s': %s", s->text->text, what);
}

static void skip_blanks(selector* s)
{
    while (*s->at && strchr(" \t\r\n\f", *s->at))
        s->at++;
}

// ------------------------------------------------------------------------------------------- reading

static bool is_word_end(char c)
{
    return !c || strchr(",.=><*!+ \t\r\n\f", c) != NULL;
}

// Read a word or a quoted text.
static bool read_word(selector* s, char out[WORD_MOST], bool* is_quoted)
{
    size_t length = 0;
    skip_blanks(s);
    *is_quoted = *s->at == '"';
    if (*s->at == '/') return refuse(s, "regular expressions (/.../) are not read");
    s->at += *is_quoted;
    while (*is_quoted ? *s->at && *s->at != '"' : !is_word_end(*s->at)) {
        if (*is_quoted && *s->at == '\\' && s->at[1]) s->at++;
        if (length + 1 == WORD_MOST) return refuse(s, "a word of it is too long");
        out[length++] = *s->at++;
    }
    out[length] = '\0';
    if (*is_quoted && *s->at++ != '"') return refuse(s, "a quote is missing");
    return length || *is_quoted || refuse(s, "a word is missing");
}

static bool read_comparison(selector* s, facet* f)
{
    skip_blanks(s);
    if (*s->at == '<' || *s->at == '>') return refuse(s, "< and > are not read");
    f->is_not = *s->at == '!';
    s->at += f->is_not;
    f->is_contained = *s->at == '*';
    s->at += f->is_contained;
    return *s->at++ == '=' || refuse(s, "=, !=, *= or !*= is missing");
}

static bool read_value(selector* s, facet* f)
{
    bool is_quoted;
    if (!read_word(s, f->value, &is_quoted)) return false;
    f->is_null = !is_quoted && strcmp(f->value, "NULL") == 0;
    if (!is_quoted && (strcmp(f->value, "TRUE") == 0 || strcmp(f->value, "FALSE") == 0))
        return refuse(s, "TRUE and FALSE are not read");
    return !(f->is_null && f->is_contained) || refuse(s, "*= NULL is not read");
}

// The column of a table that holds an attribute of IFC; NULL: it is none that is read.
static const char* column_of(const char* attribute)
{
    static const char* const read[][2] = {{"Name", "name"},
                                          {"GlobalId", "id"},
                                          {"Tag", "tag"},
                                          {"PredefinedType", "predefinedtype"},
                                          {"ObjectType", "objecttype"},
                                          {"Description", "description"}};
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++)
        if (strcmp(read[i][0], attribute) == 0) return read[i][1];
    return NULL;
}

// The name of a column as the tables have it, whatever its case; NULL: no table has it.
static const char* find_column(const clash_result* r, const char* name)
{
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_table* t = &r->sources[i].table;
        for (size_t c = 0; c < t->column_count; c++)
            if (strcasecmp(t->columns[c], name) == 0) return t->columns[c];
    }
    return NULL;
}

// What is compared: an attribute, or a property behind a point.
static bool read_key(selector* s, facet* f, const char* word, bool is_quoted)
{
    char why[3 * WORD_MOST];
    f->kind = FACET_COMPARES;
    skip_blanks(s);
    if (*s->at == '.') {
        char property[WORD_MOST];
        s->at++;
        if (!read_word(s, property, &is_quoted)) return false;
        snprintf(f->key, sizeof f->key, "%s.%s", word, property);
    } else {
        const char* column = is_quoted ? NULL : column_of(word);
        snprintf(why, sizeof why, "'%s' is not read", word);
        if (!column) return refuse(s, why);
        snprintf(f->key, sizeof f->key, "%s", column);
    }
    const char* column = find_column(s->reader->result, f->key);
    snprintf(why, sizeof why, "no table of a file tells '%s'", f->key);
    if (!column) return refuse(s, why);
    snprintf(f->key, sizeof f->key, "%s", column);
    return read_comparison(s, f) && read_value(s, f);
}

static bool is_global_id(const char* word)
{
    size_t length = 0;
    while (isalnum((unsigned char)word[length]) || word[length] == '_' || word[length] == '$')
        length++;
    return length == 22 && !word[22] && *word >= '0' && *word <= '3';
}

static bool read_facet(selector* s, facet* f)
{
    char word[WORD_MOST];
    bool is_quoted;
    *f = (facet){0};
    skip_blanks(s);
    if (*s->at == '.')
        return refuse(s, "the old form, with points, is not read: IfcWall, not .IfcWall");
    f->is_not = *s->at == '!';
    s->at += f->is_not;
    if (strncmp(s->at, "query:", 6) == 0) return refuse(s, "'query:' is not read");
    if (!read_word(s, word, &is_quoted)) return false;
    snprintf(f->value, sizeof f->value, "%s", word);
    skip_blanks(s);
    if (!is_quoted && *s->at != '.' && is_global_id(word)) {
        f->kind = FACET_ID;
        return true;
    }
    if (!is_quoted && *s->at != '.' && strncmp(word, "Ifc", 3) == 0) {
        f->kind = FACET_CLASS;
        char why[2 * WORD_MOST];
        snprintf(why, sizeof why, "'%s' is no class of products of IFC", word);
        return ifc_is_class(word) || refuse(s, why);
    }
    return f->is_not ? refuse(s, "! stands before a class, an id or a comparison")
                     : read_key(s, f, word, is_quoted);
}

// -------------------------------------------------------------------------------------------- holding

static bool compares(const facet* f, const clash_object* o)
{
    const char* text = clash_attribute(o, f->key);
    const bool holds = f->is_null        ? !text
                       : !text           ? false
                       : f->is_contained ? strstr(text, f->value) != NULL
                                         : strcmp(text, f->value) == 0;
    return holds != f->is_not;
}

static bool is_of(const facet* f, const clash_object* o)
{
    if (f->kind == FACET_ID) return strcmp(clash_id(o), f->value) == 0;
    const char* class = clash_attribute(o, "class");
    return class && ifc_is_a(class, f->value);
}

static void apply(selector* s, const facet* f)
{
    const clash_result* r = s->reader->result;
    for (size_t i = 0; i < r->object_count; i++) {
        const clash_object* o = &r->objects[i];
        if (!s->marks[i]) continue;
        if (f->kind == FACET_COMPARES)
            s->list[i] = (s->list[i] || !s->has_added) && compares(f, o);
        else if (is_of(f, o))
            s->list[i] = !f->is_not;
    }
    s->has_added = true;
}

static bool select_list(selector* s)
{
    const size_t count = s->reader->result->object_count;
    facet f;
    memset(s->list, 0, count);
    s->has_added = false;
    do {
        if (!read_facet(s, &f)) return false;
        apply(s, &f);
        skip_blanks(s);
    } while (*s->at == ',' && s->at++);
    for (size_t i = 0; i < count; i++)
        s->found[i] |= s->list[i];
    if (*s->at && *s->at != '+') return refuse(s, "a , or + is missing");
    return true;
}

bool ifc_select(rules_reader* r, const rules_place* at, const json_value* text,
                unsigned char* marks)
{
    const size_t count = r->result->object_count;
    selector s = {r,    at, text, text->text, marks, calloc(count + 1, 1), calloc(count + 1, 1),
                  false};
    bool fine = s.list && s.found, is_more = true;
    if (!fine) say_no_memory();
    while (fine && is_more) {
        fine = select_list(&s);
        is_more = fine && *s.at == '+';
        s.at += is_more;
        skip_blanks(&s);
        is_more = is_more && *s.at;  // a + may be the last
    }
    for (size_t i = 0; fine && i < count; i++)
        marks[i] = s.found[i];
    free(s.list);
    free(s.found);
    return fine;
}
