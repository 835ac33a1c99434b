// gltf.c - glTF 2.0: binary (.glb) and text (.gltf).
#include "mesh/reader.h"

mesh_status gltf_read(reader* r)
{
    return reader_fail_whole(r, MESH_UNKNOWN_FORMAT, r->at, "not read yet");
}
