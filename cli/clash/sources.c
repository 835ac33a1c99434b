// sources.c - from the files of the command line to sources: what must be converted, tables, units.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

bool clash_sources_open(clash_result* r, progress* p)
{
    const clash_options* o = r->options;
    (void)p;
    r->sources = calloc(o->path_count + 1, sizeof *r->sources);
    if (!r->sources) {
        say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
        return false;
    }
    for (size_t i = 0; i < o->path_count; i++)
        r->sources[i] = (clash_source){.path = o->paths[i],
                                       .is_against = i >= o->path_count - o->against_count,
                                       .is_missing = clash_source_may_miss(r, o->paths[i])};
    r->source_count = o->path_count;
    return true;
}

bool clash_units_match(clash_result* r)
{
    (void)r;
    return true;
}

void clash_sources_close(clash_result* r)
{
    free(r->sources);
    r->sources = NULL;
}

const char* clash_attribute(const clash_object* object, const char* column)
{
    (void)object;
    (void)column;
    return NULL;
}

const char* clash_id(const clash_object* object)
{
    return object->id ? object->id : clash_name(object);
}
