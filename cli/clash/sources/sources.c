// sources.c - from the files of the command line to sources: what must be converted, tables, units.
#include "clash/sources/sources.h"

#include "base/hash.h"
#include "clash/cells.h"
#include "file/system.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// ----------------------------------------------------------------------------------------- hashes

bool clash_hash_file(const char* path, uint64_t* size_of, uint64_t out[2])
{
    enum { BLOCK = 1 << 20 };
    struct stat about;
    if (file_about(path, &about) != 0 || !S_ISREG(about.st_mode)) return true;
    FILE* in = fopen(path, "rb");
    if (!in) return true;
    char* block = malloc(BLOCK);
    uint64_t hash[2] = {0, 0};
    for (size_t size; block && (size = fread(block, 1, BLOCK, in)) > 0;) {
        hash_128(block, size, hash[0] ^ hash[1], hash);
        *size_of += size;
    }
    const bool read = block && !ferror(in);
    fclose(in);
    free(block);
    if (read) memcpy(out, hash, sizeof hash);
    return block ? true : say_no_memory();
}

bool clash_inputs_read(clash_inputs* in, const clash_options* o)
{
    *in = (clash_inputs){.paths = {o->ignore, o->rules, o->baseline, o->approvals, o->frames},
                         .are_known = true};
    for (size_t i = 0; i < CLASH_INPUTS; i++)
        if (in->paths[i] && !clash_hash_file(in->paths[i], &in->sizes[i], in->hashes[i]))
            return false;
    return true;
}

// When a file was written last.
static int64_t modified(const char* path)
{
    struct stat about;
    return file_about(path, &about) == 0 ? (int64_t)about.st_mtime : -1;
}

// ------------------------------------------------------------------------------------- converters

bool clash_must_convert(const char* path)
{
    static const char* const suffixes[] = {".ifc", ".step", ".stp", ".p21"};
    static const char magic[] = "ISO-10303-21";
    char first[64] = "";
    const char* dot = strrchr(path_name(path), '.');
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (strcasecmp(dot, suffixes[i]) == 0) return true;
    struct stat about;  // what is no file, such as a pipe, must not lose its first bytes
    if (file_about(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    FILE* in = fopen(path, "rb");
    if (!in) return false;
    const size_t size = fread(first, 1, sizeof first - 1, in);
    fclose(in);
    const size_t blanks = strspn(first, " \t\r\n");
    return blanks + strlen(magic) <= size && memcmp(first + blanks, magic, strlen(magic)) == 0;
}

// ----------------------------------------------------------------------------------------- tables

// What a converter cost and left out is a warning, so that every output has it.
static bool tell_of_converter(clash_result* r, const clash_source* s)
{
    const clash_table* t = &s->table;
    const char* name = path_name(s->path);
    for (size_t i = 0; i < t->warning_count; i++)
        if (!warnings_add(&r->warnings, C016_CONVERTED, "%s: %s", name, t->warnings[i]))
            return false;
    if (!t->converter) return true;
    const char* unit = clash_unit_name(t->unit);
    if (t->rounding > 0)
        return warnings_add(&r->warnings, C016_CONVERTED,
                            "%s: converted by %s: vertices rounded by up to %.2g%s%s", name,
                            t->converter, t->rounding, unit ? " " : "", unit ? unit : "");
    return warnings_add(&r->warnings, C016_CONVERTED, "%s: converted by %s: vertices in doubles",
                        name, t->converter);
}

// FILE.obj and FILE.glb share the name of their table: it is that of the one that was written last.
static bool is_of_other(const clash_source* s)
{
    const char *suffix = s->table.suffix, *dot = strrchr(s->path, '.');
    return !s->converted && suffix && (!dot || strcasecmp(dot, suffix) != 0);
}

static bool leave_table(clash_result* r, clash_source* s, const char* path)
{
    const bool fine =
        warnings_add(&r->warnings, C007_TABLE_UNFIT,
                     "%s: %s is the table of a file %s, written later: it is not used",
                     path_name(s->path), path_name(path), s->table.suffix);
    clash_table_free(&s->table);
    return fine;
}

static bool tell_of_table(clash_result* r, clash_source* s, const char* path)
{
    if (is_of_other(s)) return leave_table(r, s, path);
    if (!s->converted &&
        !warnings_add(&r->warnings, C027_TABLE_USED, "%s: what its objects are is told by %s",
                      path_name(s->path), path_name(path)))
        return false;
    s->unit = s->table.unit;
    return tell_of_converter(r, s);
}

// Read the table beside a file, or beside what it was converted to, if there is one.
static bool open_table(clash_result* r, clash_source* s)
{
    char* path = clash_table_path(s->converted ? s->converted : s->path);
    if (!path) return false;
    bool fine = true;
    if (access(path, F_OK) == 0) {
        fine = clash_table_read(&s->table, path, s->converted ? path_name(s->path) : path) &&
               tell_of_table(r, s, path);
    }
    free(path);
    return fine;
}

static bool open_source(clash_result* r, clash_source* s, progress* p)
{
    const clash_options* o = r->options;
    if (s->is_missing || !s->is_read || strcmp(s->path, "-") == 0) return true;
    uint64_t size = 0;
    s->modified = modified(s->path);
    if (o->is_review && !clash_hash_file(s->path, &size, s->hash)) return false;
    if (clash_must_convert(s->path)) {
        progress_begin(p, "converting", path_name(s->path));
        const bool converted = clash_convert(s, o->result.quiet);
        r->read_seconds += progress_end(p);
        if (!converted) return false;
        s->has_groups = true;
    }
    return open_table(r, s);
}

bool clash_sources_open(clash_result* r, progress* p)
{
    const clash_options* o = r->options;
    r->sources = calloc(o->path_count + 1, sizeof *r->sources);
    if (!r->sources) return say_no_memory();
    for (size_t i = 0; i < o->path_count; i++)
        r->sources[i] = (clash_source){.path = o->paths[i],
                                       .modified = -1,
                                       .is_against = i >= o->path_count - o->against_count,
                                       .is_missing = clash_source_may_miss(r, o->paths[i])};
    r->source_count = o->path_count;
    if (shard_is_given(&o->shard) && !clash_inputs_read(&r->inputs, o)) return false;
    if (!clash_blocks_choose(r)) return false;
    for (size_t i = 0; i < r->source_count; i++)
        if (!open_source(r, &r->sources[i], p)) return false;
    return true;
}

void clash_sources_close(clash_result* r)
{
    for (size_t i = 0; r->sources && i < r->source_count; i++) {
        clash_convert_clean(&r->sources[i]);
        clash_table_free(&r->sources[i].table);
        if (r->sources[i].set) set_close(r->sources[i].set);
        free(r->sources[i].set);
        free(r->sources[i].saved_as);
    }
    free(r->sources);
    r->sources = NULL;
    r->source_count = 0;
}

// ------------------------------------------------------------------------------- rows of tables

typedef struct row_name {
    const char* name;
    size_t row;
} row_name;

static int compare_names(const void* x, const void* y)
{
    const row_name *a = x, *b = y;
    return strcmp(a->name, b->name);
}

// Find the row of each object of a source; those without one are told of.
static bool find_rows(clash_result* r, const clash_source* s)
{
    const clash_table* t = &s->table;
    if (!t->columns) return true;
    const size_t column = clash_table_column(t, "object");
    row_name* rows = malloc((t->row_count + 1) * sizeof *rows);
    if (!rows) return say_no_memory();
    for (size_t i = 0; i < t->row_count; i++)
        rows[i] = (row_name){clash_table_cell(t, i, column), i};
    qsort(rows, t->row_count, sizeof *rows, compare_names);
    size_t strange = 0, total = 0;
    for (size_t i = 0; i < r->object_count; i++) {
        clash_object* object = &r->objects[i];
        if (object->source != s) continue;
        const row_name wanted = {.name = clash_name(object)};
        const row_name* found = bsearch(&wanted, rows, t->row_count, sizeof *rows, compare_names);
        object->table_row = found ? found->row : SIZE_MAX;
        strange += !found;
        total++;
    }
    free(rows);
    return !strange ||
           warnings_add(&r->warnings, C007_TABLE_UNFIT,
                        "%s: %zu of its %zu objects %s not in its table", path_name(s->path),
                        strange, total, strange == 1 ? "is" : "are");
}

bool clash_units_match(clash_result* r)
{
    for (size_t i = 0; i < r->source_count; i++)
        if (!find_rows(r, &r->sources[i])) return false;
    return clash_units_compare(r);
}

const char* clash_attribute(const clash_object* object, const char* column)
{
    if (object->table_row == SIZE_MAX) return NULL;
    const clash_table* t = &object->source->table;
    const size_t index = clash_table_column(t, column);
    if (index == SIZE_MAX) return NULL;
    const char* cell = clash_table_cell(t, object->table_row, index);
    return *cell ? cell : NULL;
}

const char* clash_id(const clash_object* object)
{
    const char* id = clash_attribute(object, "id");
    if (id) return id;
    return object->id ? object->id : clash_name(object);
}
