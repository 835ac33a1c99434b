// fuzz_poses.c - paths: any bytes are poses that the library takes, or an error with its place; and what was read,
// written as matrices, reads back bit by bit.
#include "fuzz.h"
#include "path/poses.h"

#include <math.h>
#include <string.h>

static void check_error(const poses_error* e, poses_status status, size_t size)
{
    CHECK(e->status == status && e->line <= size + 1);
    CHECK(memchr(e->text, '\0', sizeof e->text) && e->text[0] != '\0');
}

static void check_poses(const poses* p)
{
    CHECK(p->count > 0 && poses_layout_text(p->layout));
    CHECK(p->bodies == (p->layout == POSES_PAIRS ? 2 : 1));
    CHECK(!p->times == (p->layout != POSES_TIMED));
    for (size_t i = 0; i < p->count * (size_t)p->bodies; i++)
        CHECK(abut_pose_check(&p->poses[i]) == ABUT_OK);
    for (size_t i = 0; p->times && i < p->count; i++)
        CHECK(isfinite(p->times[i]));
}

// Poses with another scale than 1 lose bits in the product.
static void check_again(const poses* p)
{
    enum { MOST = 8, ROOM = 16 * 26 + 2 };
    char text[MOST * ROOM];
    size_t used = 0, count = 0;
    for (; count < MOST && count < p->count * (size_t)p->bodies && p->poses[count].scale == 1;
         count++)
        for (int k = 0; k < 16; k++) {
            const abut_pose* pose = &p->poses[count];
            const int row = k / 4, column = k % 4;
            const double value = row == 3      ? column == 3
                                 : column == 3 ? pose->translation[row]
                                               : pose->rotation[row][column];
            used += (size_t)snprintf(text + used, sizeof text - used, "%.17g%s", value,
                                     k == 15 ? "\r\n"
                                     : k % 3 ? ", "
                                             : "\t");
        }
    if (count == 0) return;
    poses again = {0};
    CHECK(poses_read_memory(&again, text, used, NULL) == POSES_OK);
    CHECK(again.layout == POSES_MATRICES && again.count == count);
    CHECK(memcmp(again.poses, p->poses, count * sizeof *p->poses) == 0);
    poses_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    poses p = {.count = 77};
    poses_error e;
    const poses_status status = poses_read_memory(&p, data, size, &e);
    if (status != POSES_OK) {
        check_error(&e, status, size);
        CHECK(p.count == 77 && !p.poses);
        return 0;
    }
    check_poses(&p);
    check_again(&p);
    poses_free(&p);
    return 0;
}
