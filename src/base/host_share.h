// host_share.h - a host for a part of a long call: what the part tells of its progress is a share of the whole.
#ifndef ABUT_BASE_HOST_SHARE_H
#define ABUT_BASE_HOST_SHARE_H
#include "base/host.h"

typedef struct host_share {
    abut_host host;        // for the part
    const abut_host* own;  // complete. Borrowed
    double from, to;       // of the whole: the part begins and ends there
} host_share;

// Prepare it; it must stay where it is while its host is used. Memory of its host is memory of own.
void host_share_begin(host_share* out, const abut_host* own);

#endif
