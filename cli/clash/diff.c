// diff.c - "abut clash diff OLD NEW": two results compared.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

int clash_diff(int count, char** arguments)
{
    (void)count;
    (void)arguments;
    say("diff is not there yet");
    return EXIT_ERROR;
}
