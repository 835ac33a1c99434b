// first_share.h - the pieces of a long way, shared by the workers of a query's host.
#ifndef ABUT_QUERY_FIRST_SHARE_H
#define ABUT_QUERY_FIRST_SHARE_H
#include "query/first_interval.h"

typedef struct first_team first_team;

// Whether pieces from first on are to be shared: it has taken some time until there.
int first_is_worth_sharing(const first_search* q, size_t first);
// As first_in_pieces for all from first on, which is not 0. Answer and counters are the same. May set the search's status.
int first_share(first_search* q, const abut_motion* a, const abut_motion* b, size_t first);

void first_team_free(first_team* team, const abut_host* host);

#endif
