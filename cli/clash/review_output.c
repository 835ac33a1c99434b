// review_output.c - rows for people, for programs and for tables.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

void clash_review_text(const clash_result* r, FILE* out)
{
    (void)r;
    (void)out;
}

void clash_review_json(const clash_result* r, json* j)
{
    (void)r;
    (void)j;
}

void clash_review_csv(const clash_result* r, FILE* out)
{
    (void)r;
    (void)out;
}
