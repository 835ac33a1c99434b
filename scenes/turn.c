// turn.c - the motion of the DOP-tree benchmark (Zachmann 1998, section 5), and the normalisation that
// it asks for.
#include "angle.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>

void motion_free(motion* m)
{
    free(m->frames);
    *m = (motion){0};
}

int motion_write(const motion* m, FILE* stream)
{
    for (size_t i = 0; i < m->frame_count; i++)
        for (int body = 0; body < 2; body++) {
            const scene_frame* f = m->frames + i;
            for (int axis = 0; axis < 3; axis++)
                fprintf(stream, "%s%.17g", body || axis ? " " : "", f->position[body][axis]);
            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 3; column++)
                    fprintf(stream, " %.17g", f->rotation[body][row][column]);
            if (body == 1) fputc('\n', stream);
        }
    return !ferror(stream);
}

scene_status turn_make(double distance, uint32_t steps, motion* out)
{
    if (!(fabs(distance) < HUGE_VAL) || steps < 1) return SCENE_BAD_VALUE;
    scene_frame* frames = calloc(steps, sizeof *frames);
    if (!frames) return SCENE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < steps; i++) {
        scene_frame* f = frames + i;
        double c, s;
        angle_of_turn(i, steps, &c, &s);
        for (int axis = 0; axis < 3; axis++)
            f->rotation[0][axis][axis] = 1;
        f->position[1][0] = distance;
        f->rotation[1][0][0] = f->rotation[1][1][1] = c;
        f->rotation[1][0][1] = 0.0 - s;
        f->rotation[1][1][0] = s;
        f->rotation[1][2][2] = 1;
    }
    *out = (motion){frames, steps};
    return SCENE_OK;
}

scene_status mesh_fit_cube(mesh* m, double side)
{
    if (!m->vertex_count || !(side > 0 && side < HUGE_VAL)) return SCENE_BAD_VALUE;
    double centre[3], longest = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < m->vertex_count; i++) {
            const double x = m->vertices[3 * i + axis];
            if (!(fabs(x) < HUGE_VAL)) return SCENE_BAD_VALUE;
            low = fmin(low, x), high = fmax(high, x);
        }
        centre[axis] = low / 2 + high / 2;
        longest = fmax(longest, high - low);
    }
    const double scale = side / longest;
    if (!(longest > 0 && longest < HUGE_VAL && scale < HUGE_VAL)) return SCENE_BAD_VALUE;
    for (size_t i = 0; i < m->vertex_count; i++)
        for (size_t axis = 0; axis < 3; axis++)
            m->vertices[3 * i + axis] = (m->vertices[3 * i + axis] - centre[axis]) * scale;
    return SCENE_OK;
}
