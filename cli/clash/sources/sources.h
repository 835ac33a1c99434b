// sources.h - what the files that make sources share: tables, converters.
#ifndef ABUT_CLI_CLASH_SOURCES_H
#define ABUT_CLI_CLASH_SOURCES_H
#include "clash/clash.h"

// The name of the table beside a file, to be freed: FILE.objects.tsv for FILE.obj. NULL, after telling so: no memory.
char* clash_table_path(const char* path);
// Read a table. name is what errors call it. Returns false after telling what is wrong, with the line. Free it in any case.
bool clash_table_read(clash_table* t, const char* path, const char* name);
void clash_table_free(clash_table* t);
// The number of a column; SIZE_MAX: there is none of this name.
size_t clash_table_column(const clash_table* t, const char* name);
static inline const char* clash_table_cell(const clash_table* t, size_t row, size_t column)
{
    return t->cells[row * t->column_count + column];
}

// The name of a unit, and back; NULL and 0: there is none.
const char* clash_unit_name(double metres);
double clash_unit_metres(const char* name);

// The unit of a file, in metres; 0: it does not say. Returns false, after telling so, if its table says another.
bool clash_source_take_unit(clash_source* source, double metres);

// Give each source a unit, as far as one is known. Returns false, after telling so, if they differ.
bool clash_units_compare(clash_result* r);

// Whether a converter has to read a file: IFC and STEP, by suffix or content.
bool clash_must_convert(const char* path);
// XXH3 of a file's bytes, in blocks: each with the hash of those before it as its seed; and its size. A file that is not there, or
// that is no file, has none: what reads it says so. Returns false after telling that there is no memory.
bool clash_hash_file(const char* path, uint64_t* size, uint64_t out[2]);
// Run abut-convert: source->converted becomes the name of what it made, in a folder of its own. Returns false after telling
// what is wrong.
bool clash_convert(clash_source* source, bool quiet);
// Remove what clash_convert made.
void clash_convert_clean(clash_source* source);

#endif
