// options.h - the command line of abut-mpi: that of "abut clash", and what is about ranks.
#ifndef ABUT_MPI_OPTIONS_H
#define ABUT_MPI_OPTIONS_H
#include "clash/clash.h"
#include "main/verb.h"
#include "scale/part.h"

typedef struct mpi_options {
    clash_options clash;
    const char* checkpoint;  // NULL: not given
    bool is_resumed;
    size_t cells;       // 0: not given
    const char** kept;  // arguments of the job
    size_t kept_count;
} mpi_options;

extern const verb verb_mpi_clash;

// Read a command line; arguments[0] is "clash". As clash_options_parse. Release the options in any case.
bool mpi_options_parse(mpi_options* o, int count, char** arguments, int* status);
void mpi_options_free(mpi_options* o);

#endif
