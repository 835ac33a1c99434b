// footer.h - what a section of docs/notes/papers.md was measured with: the line under it, for people, and the one above it,
// by which a run that was interrupted knows what it has already.
#ifndef ABUT_BENCH_PAPERS_FOOTER_H
#define ABUT_BENCH_PAPERS_FOOTER_H
#include "papers/paper.h"

#include <stdio.h>

// The commit that this program was built of, with a hash of what was changed since: "unknown" without git.
extern const char bench_commit[];

enum { IDENTITY_MOST = 224 };
// Commit, form (full or quick), data and RAPID. Sections of one identity belong together.
void footer_identity(char out[IDENTITY_MOST], const paper* p);
// Processor, instruction set, compiler and flags, commit, data, rounds, load, duration: as one line of text.
void footer_write(FILE* out, const paper* p);

#endif
