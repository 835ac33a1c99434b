// threemf.c - 3MF: a ZIP archive with models in XML.
#include "mesh/reader.h"

mesh_status threemf_read(reader* r)
{
    return reader_fail_whole(r, MESH_UNKNOWN_FORMAT, r->at, "not read yet");
}
