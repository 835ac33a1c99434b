// node.c - nodes, which show meshes of a file at places: what glTF and 3MF have in common.
#include "mesh/reader.h"

mesh_status reader_add_node(reader* r, const reader_node* node)
{
    (void)node;
    return reader_no_memory(r);
}

void reader_compose(mesh_matrix* out, double* error, const mesh_matrix* outer,
                    const mesh_matrix* inner)
{
    (void)inner;
    *out = *outer;
    *error = 0;
}

mesh_status reader_finish_nodes(reader* r)
{
    (void)r;
    return MESH_OK;
}
