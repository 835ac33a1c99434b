// part.h - what a part of a clash has in its sections (scale/part.h): for who writes it (part.c) and who reads it (part_read.c, merge.c).
//
//     INPT   the files beside the models, by size and hash
//     SRCS   the unit that lengths of rules were taken in, and of each file of the command line what is known of it
//     OBJS   the part's own objects: in one part of a job each
//     SUMS   counts of all that was asked about, which are added up
//     ROWS   pairs that are listed; an object is named by its source and its place there
//     WARN   warnings, but for those that who has all objects tells
#ifndef ABUT_CLI_CLASH_PART_H
#define ABUT_CLI_CLASH_PART_H
#include "clash/cells.h"

#define PART_INPUTS   "INPT"
#define PART_SOURCES  "SRCS"
#define PART_OBJECTS  "OBJS"
#define PART_SUMS     "SUMS"
#define PART_ROWS     "ROWS"
#define PART_WARNINGS "WARN"

// Flags of a source, of an object, and of all rows.
enum {
    SOURCE_IS_READ = 1,
    SOURCE_IS_MISSING = 2,
    SOURCE_IS_PARTIAL = 4,
    SOURCE_IS_EMPTY = 8,
    SOURCE_HAS_GROUPS = 16
};
enum { OBJECT_HAS_BOX = 1, OBJECT_HAS_GEOMETRY = 2, OBJECT_HAS_CELLS = 4 };
enum { ROWS_HAVE_GAPS = 1, ROWS_ARE_REVIEWED = 2 };
enum { ROW_IS_COMPLETE = 1, ROW_IS_UNDECIDED = 2 };
enum { SUMS_SAY_BAND = 1, SUMS_ARE_UNDECIDED = 2 };

#endif
