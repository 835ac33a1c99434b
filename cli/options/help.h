// help.h - the two helps of a verb: a first screen with what most people need, and all there is. Both are made of the
// verb's texts and of the rows of its options, so that nothing stands in one that is not in the other.
#ifndef ABUT_CLI_OPTIONS_HELP_H
#define ABUT_CLI_OPTIONS_HELP_H
#include "options/options.h"

#include <stdio.h>

// Write a help. groups: OPTION_GROUPS_MOST of them. all: everything, not only the first screen, which is for 24 lines of
// 80 columns (tests/check_manuals): it has the rows with first set.
void help_write(const verb* v, const option_group* groups, bool all, FILE* out);

// Write a text in lines that begin with so many blanks. Lines of it that begin with a blank are lists: they stay as they are.
void help_write_text(const char* text, size_t indent, FILE* out);

// Write all that there is to say of one option.
void help_write_row(const option_row* row, FILE* out);

#endif
