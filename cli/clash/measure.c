// measure.c - how deep, how much, how long: the measures of each row, on all workers.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

bool clash_measure(clash_result* r, progress* p)
{
    (void)r;
    (void)p;
    return true;
}
