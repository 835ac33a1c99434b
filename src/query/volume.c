// volume.c - see volume.h.
#include "query/volume.h"

abut_status volume_find(const volume_ask* ask, volume_answer* out)
{
    (void)ask;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}

void volume_scratch_free(volume_scratch* scratch, const abut_host* host)
{
    (void)scratch;
    (void)host;
}
