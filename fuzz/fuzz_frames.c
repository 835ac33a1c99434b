// fuzz_frames.c - poses as bytes: any are poses that the library takes, or it is said why not, and a line of text with the same
// numbers says the same. And journals of "abut batch": what was written is read, and with any bit changed refused.
#include "batch/journal.h"
#include "fuzz.h"
#include "path/frame.h"
#include "path/poses.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The numbers of a frame as a line of text.
static size_t write_line(const frame_form* form, const char* bytes, char* to, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < form->numbers; i++) {
        double value;
        float small;
        memcpy(&value, bytes + 8 * i * !form->is_float, sizeof value);
        memcpy(&small, bytes + 4 * i, sizeof small);
        if (form->is_float) value = (double)small;
        if (!isfinite(value)) return 0;
        used += (size_t)snprintf(to + used, room - used, "%.17g ", value);
    }
    to[used++] = '\n';
    return used;
}

static void check_frame(const frame_form* form, const char* bytes)
{
    char why[FRAME_WHY] = "", text[FRAME_NUMBERS_MOST * 26 + 2];
    abut_pose made[FRAME_BODIES_MOST];
    poses read = {0};
    const bool is_pose = frame_read(form, bytes, made, why);
    for (size_t i = 0; is_pose && i < form->bodies; i++)
        CHECK(abut_pose_check(&made[i]) == ABUT_OK);
    CHECK(is_pose || (memchr(why, '\0', sizeof why) && why[0]));
    const size_t size = write_line(form, bytes, text, sizeof text);
    if (size == 0) {
        CHECK(!is_pose);
        return;
    }
    poses_error error;
    const poses_status status = poses_read_memory(&read, text, size, &error);
    CHECK((status == POSES_OK) == is_pose);
    if (!is_pose) CHECK(strstr(error.text, why));
    if (is_pose) CHECK(memcmp(read.poses, made, form->bodies * sizeof *made) == 0);
    poses_free(&read);
}

static void check_journal(const uint8_t* data, size_t size)
{
    journal j = {.question = ""}, again;
    unsigned char slot[JOURNAL_SLOT];
    memcpy(&j, data, size < sizeof j ? size : sizeof j);
    j.question[JOURNAL_QUESTION - 1] = '\0';
    journal_write(&j, slot);
    CHECK(journal_read(&again, slot) && memcmp(&again, &j, sizeof j) == 0);
    const size_t bit = size * 2654435761U % (8 * sizeof slot);
    slot[bit / 8] ^= (unsigned char)(1U << bit % 8);
    again.sequence = 77;
    CHECK(!journal_read(&again, slot) && again.sequence == 77);
    memset(slot, 0, sizeof slot);
    memcpy(slot, data, size < sizeof slot ? size : sizeof slot);
    (void)journal_read(&again, slot);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size < 1) return 0;
    const frame_form* form = &frame_forms[data[0] % FRAME_FORMS];
    char bytes[FRAME_NUMBERS_MOST * sizeof(double)] = {0};
    const size_t wanted = frame_size(form);
    memcpy(bytes, data + 1, size - 1 < wanted ? size - 1 : wanted);
    check_frame(form, bytes);
    check_journal(data + 1, size - 1);
    return 0;
}
