// part.c - parts of a clash: not there yet.
#include "clash/cells.h"
#include "say/say.h"

bool clash_part_write(const clash_result* r, const part_head* head, size_t first, size_t last,
                      FILE* out)
{
    (void)r;
    (void)head;
    (void)first;
    (void)last;
    (void)out;
    say("parts of a clash are not there yet");
    return false;
}

int clash_merge(const part_list* list)
{
    (void)list;
    say("parts of a clash are not there yet");
    return EXIT_ERROR;
}
