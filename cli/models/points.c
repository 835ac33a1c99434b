// points.c - see points.h.
#include "models/points.h"

#include "models/load.h"
#include "say/say.h"

static bool tell(const point_input* in, const point_file_error* error)
{
    say(error->code, "%s: %s", path_name(in->path), error->text);
    return false;
}

static point_input input_of(const char* path, point_file_kind kind, bool drop_bad,
                            warning_list* warnings)
{
    return (point_input){
        .width = point_file_width(kind), .path = path, .drop_bad = drop_bad, .warnings = warnings};
}

bool point_input_open(point_input* in, const char* path, point_file_kind kind, bool drop_bad,
                      warning_list* warnings)
{
    point_file_error error;
    *in = input_of(path, kind, drop_bad, warnings);
    return point_file_open(&in->file, path, kind, &error) == POINT_FILE_OK || tell(in, &error);
}

bool point_input_begin(point_input* in, const char* path, const point_source* source, bool drop_bad,
                       warning_list* warnings)
{
    point_file_error error;
    *in = input_of(path, POINT_FILE_POINTS, drop_bad, warnings);
    return point_file_begin(&in->file, source, POINT_FILE_POINTS, &error) == POINT_FILE_OK ||
           tell(in, &error);
}

// Warn of a line that is left out, as readers of meshes do: of so many.
static bool drop(point_input* in, const point_file_error* error)
{
    return ++in->dropped > MESH_MOST_WARNINGS ||
           warnings_add(in->warnings, error->code, "%s: %s; left out", path_name(in->path),
                        error->text);
}

bool point_input_read(point_input* in, double* points, size_t most, size_t* count)
{
    *count = 0;
    for (;;) {
        point_file_error error;
        size_t more;
        const size_t room = most - *count;
        const point_file_status status =
            point_file_read(in->file, points + in->width * *count, room, &more, &error);
        *count += more;
        if (status == POINT_FILE_OK) return true;
        if (status != POINT_FILE_BAD_LINE || !in->drop_bad) return tell(in, &error);
        if (!drop(in, &error)) return false;
        if (*count == most) return true;
    }
}

bool point_input_close(point_input* in)
{
    const size_t more = in->dropped > MESH_MOST_WARNINGS ? in->dropped - MESH_MOST_WARNINGS : 0;
    point_file_close(in->file);
    in->file = NULL;
    return !more ||
           warnings_add(in->warnings, F013_NOT_KEPT, "%s: and %zu more warning%s, not kept",
                        path_name(in->path), more, plural(more));
}
