// objects.c - "abut build --groups": a model of each object of a file, all in one saved set (models/set.h).
#include "build/build.h"
#include "models/set_build.h"
#include "say/say.h"
#include "text/printable.h"

#include <stdlib.h>

static void tell(const build_command* c, const set_build* b)
{
    FILE* out = build_told(c);
    const size_t objects = b->object_count;
    if (c->quiet) return;
    printable_write(c->output, out);
    fprintf(out, ": %zu object%s, %zu model%s, %zu triangle%s, %llu bytes\n", objects,
            plural(objects), b->model_count, plural(b->model_count), b->triangle_count,
            plural(b->triangle_count), (unsigned long long)b->byte_count);
    fprintf(out, "seconds: %.3f to read, %.3f to build and write\n", b->read_seconds,
            b->build_seconds);
}

int build_objects(const build_command* c, const abut_build* options, const threads* t, output* out,
                  progress* p)
{
    set_build b = {.path = c->path,
                   .name = c->path,
                   .load = c->load,
                   .build = *options,
                   .host = &t->host,
                   .progress = p};
    int status = EXIT_ERROR;
    b.load.keep_places = true;
    bool fine = set_build_read(&b);
    if (fine && !c->quiet) warnings_say(&b.warnings);
    fine = fine && set_build_write(&b, out);
    if (fine) {
        tell(c, &b);
        status = b.triangle_count || c->allow_empty ? EXIT_SUCCESS : EXIT_UNDECIDED;
    }
    set_build_free(&b);
    return status;
}
