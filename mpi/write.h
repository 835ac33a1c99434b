// write.h - one file, written by all ranks side by side (MPI-IO): JSON or CSV of a result that is no review.
#ifndef ABUT_MPI_WRITE_H
#define ABUT_MPI_WRITE_H
#include "clash/clash.h"
#include "output/output.h"
#include "ranks.h"
#include "rows.h"

// Write it into out's temporary file, which rank 0 has prepared and opens. listed: the objects, and on rank 0 all
// warnings; rows: each rank's. The file takes its name when all is written. All ranks call it; it returns false on all after
// telling what is wrong.
bool write_side_by_side(ranks* r, output* to, const clash_result* listed, const rank_rows* rows);

#endif
