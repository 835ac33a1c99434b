// milling.c - how deep a ball end mill cuts into a part along a move, and by how much it would have to be lifted.
#include <abut/abut.h>
#include <abut/milling.h>
#include <stdio.h>

int main(void)
{
    // A ridge along y, 1 high.
    const double vertices[] = {-4, 0, 0, 0, 0, 1, 4, 0, 0, -4, 20, 0, 0, 20, 1, 4, 20, 0};
    const uint32_t triangles[] = {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 6, .triangles = triangles, .triangle_count = 4};
    // A ball end of radius 3, and a cylinder of 5 above its middle.
    const abut_turned cutter = {.rings = {{0, 3, 3}, {3, 8, 0}}, .ring_count = 2};
    const double from[3] = {0, 2, 0.75}, to[3] = {0, 18, 1.25};

    abut_model* part;
    abut_status status = abut_model_build(&part, &soup, NULL);
    if (status != ABUT_OK) {
        fprintf(stderr, "%s\n", abut_status_text(status));
        return 1;
    }
    abut_depth depth;
    double low = 0, lift = 0;
    status = abut_turned_depth(part, &cutter, from, to, NULL, &depth);
    if (status == ABUT_OK) status = abut_turned_lift(part, &cutter, from, to, 1e-6, &low, &lift);
    if (status == ABUT_OK) {
        printf("cut by %.3f to %.3f, in triangle %u, at %.2f of the move\n", depth.lo, depth.hi,
               depth.triangle, depth.time);
        printf("at (%.3f, %.3f, %.3f); out of it when lifted by %.3f\n", depth.point[0],
               depth.point[1], depth.point[2], lift);
    }
    abut_model_free(part);
    return status != ABUT_OK;
}
