// convert_none.c - in the place of convert.c where no program can run another: in WebAssembly.
#include "clash/sources/sources.h"
#include "say/say.h"

bool clash_convert(clash_source* source, bool quiet)
{
    (void)quiet;
    say(C014_CONVERTER_MISSING,
        "%s: STEP and IFC are read by abut-convert, which cannot be run from WebAssembly: run it, "
        "and give abut what it made",
        source->path);
    return false;
}

void clash_convert_clean(clash_source* source)
{
    (void)source;  // nothing was made
}
