// spill.c - a source whose objects do not stay in memory: it becomes a saved set, which is mapped then.
#include "clash/cells.h"
#include "models/set_build.h"
#include "say/say.h"

bool clash_spill(clash_result* r, size_t source, const char* path, bool is_kept, progress* p)
{
    clash_source* s = &r->sources[source];
    set_build b = {.path = s->converted ? s->converted : s->path,
                   .name = s->path,
                   .load = clash_load_options(r, s),
                   .build = r->build,
                   .host = r->host,
                   .progress = p};
    output out;
    b.build.tree = &r->tree;
    const bool fine =
        output_prepare(&out, path, NULL, 0) && set_build_read(&b) && set_build_write(&b, &out);
    output_discard(&out);
    r->read_seconds += b.read_seconds;
    r->build_seconds += b.build_seconds;
    set_build_free(&b);
    s->saved_as = fine ? say_text("%s", path) : NULL;
    s->is_spilled = fine && !is_kept;
    return fine && (s->saved_as || say_no_memory());
}
