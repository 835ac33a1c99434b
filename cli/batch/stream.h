// stream.h - poses read, asked about and written at the same time, so that it takes as long as the slowest of the three.
#ifndef ABUT_CLI_BATCH_STREAM_H
#define ABUT_CLI_BATCH_STREAM_H
#include "batch/answer.h"
#include "batch/frames.h"
#include "batch/kept.h"
#include "say/progress.h"

// Answer all poses that are left. out: NULL writes nothing, and ends with the first contact. counts: of what was answered
// before; and then of all. Returns false after telling what is wrong.
bool stream_run(frames* in, const batch_options* o, const model_file sides[2],
                const abut_host* host, kept* out, journal* state, progress* p);

#endif
