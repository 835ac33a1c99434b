// fuzz_motion.c - two models of up to four triangles on a small grid that move for up to two pieces: straight, by turns, from pose to
// pose. No answer is wrong by times that are proved in integers (tests/support/sweep_judge.h), and where nothing turns it is exact.
#include "grid.h"
#include "support/method_here.h"
#include "support/sweep_judge.h"

#include "abut/motion.h"

#include <string.h>

enum { MOST = 4, PIECES = 2, BITS = 448 };

typedef struct body_bytes {
    double corners[MOST * 9];
    abut_motion pieces[PIECES];
    abut_pose to[PIECES];
} body_bytes;

static const uint32_t corner_numbers[MOST * 3] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

// The numbers next to 0 need more bits than all others: they are not what this is about.
static void tame(double* x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fabs(x[i]) < 0x1p-100) x[i] = 0;
}

static abut_pose take_pose(byte_source* s)
{
    abut_pose out = grid_pose(s);
    tame(out.translation, 3);
    return out;
}

static double turning(const abut_pose* p)
{
    const double(*m)[3] = p->rotation;
    double sum = 0, any = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
        for (int c = 0; c < 3; c++)
            any += fabs(m[i][c]);
    }
    return any > 0 ? sum : 1;
}

// Of the same scale as the pose before, and a reflection where that is one.
static void take_end(byte_source* s, const abut_pose* before, abut_pose* out)
{
    *out = take_pose(s);
    out->scale = before->scale;
    if (turning(out) * turning(before) > 0) return;
    double any = 0;
    for (int i = 0; i < 9; i++)
        any += fabs(out->rotation[i / 3][i % 3]);
    for (int i = 0; i < 3; i++) {
        if (any <= 0) out->rotation[i][i] = 1;
        out->rotation[i][0] = -out->rotation[i][0];
    }
}

static void take_three(byte_source* s, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = grid_number(s);
    tame(out, 3);
}

static void take_piece(byte_source* s, const abut_pose* before, abut_motion* out, abut_pose* to)
{
    static const double some[] = {90, 180, -90, 360, 45, -30, 720, 1e-3};
    const unsigned how = take_byte(s), angle = take_byte(s);
    memset(out, 0, sizeof *out);
    take_three(s, out->pivot);
    if (how % 4 == 3) {
        take_end(s, before, to);
        out->to = to;
        return;
    }
    if (how % 4 != 1) take_three(s, out->way);
    if (how % 4 == 0) return;
    take_three(s, out->axis);
    for (int i = 0; i < 3; i++)
        if (how >> (2 + i) & 1) out->axis[i] = 0;
    if (fabs(out->axis[0]) + fabs(out->axis[1]) + fabs(out->axis[2]) <= 0) out->axis[2] = 1;
    out->degrees = angle & 128 ? (double)(angle & 127) * 3 - 190 : some[angle % 8];
}

static void take_body(byte_source* s, body_bytes* room, sweep_body* out, size_t pieces)
{
    const unsigned how = take_byte(s);
    out->count = how % MOST + 1;
    out->corners = room->corners;
    for (size_t i = 0; i < out->count; i++)
        grid_triangle(s, room->corners + 9 * i);
    out->pose = take_pose(s);
    tame(room->corners, 9 * out->count);
    out->pieces = how & 16 ? NULL : room->pieces;
    const abut_pose* before = &out->pose;
    for (size_t i = 0; i < pieces && out->pieces; i++) {
        take_piece(s, before, &room->pieces[i], &room->to[i]);
        if (room->pieces[i].to) before = &room->to[i];
    }
}

static abut_model* build(const sweep_body* body, unsigned how)
{
    const abut_build options = {.method = how % 3 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE,
                                .memory = (abut_memory)(how % 3 ? how / 3 % 4 : 0),
                                .leaf_size = how % 3 ? (int)(how / 12 % 5) : 0};
    const abut_soup soup = {.vertices = body->corners,
                            .triangles = corner_numbers,
                            .vertex_count = 3 * body->count,
                            .triangle_count = body->count};
    abut_model* model;
    CHECK(abut_model_build(&model, &soup, &options) == ABUT_OK);
    return model;
}

static abut_motion_ask take_ask(byte_source* s)
{
    const unsigned how = take_byte(s), size = take_byte(s);
    abut_motion_ask ask = {.any = how & 1, .detail = how & 2 ? ABUT_DETAIL_POINTS : 0};
    if (how % 8 / 4) ask.separation = (double)(size & 31) / 16;
    if (how / 8 % 4 == 1) ask.resolution = ldexp(1, -(int)(size % 40));
    if (how / 32 % 4 == 1) ask.budget = 1 + size;
    return ask;
}

// What a budget left.
static void check_early(sweep_judge* j, const sweep_case* c, const abut_first* f)
{
    CHECK(f->t_lo >= 0 && f->t_lo <= f->t_hi && f->t_hi <= (double)c->pieces);
    sweep_seen seen;
    sweep_walk(c, 0, f->t_lo, j->step, &seen);
    if (seen.meets && seen.time < f->t_lo) CHECK(!sweep_judge_time(j, c, seen.time));
}

static void ask_once(sweep_judge* j, sweep_case* c, abut_query* query, const abut_instance at[2],
                     int swapped, const abut_motion_ask* ask)
{
    abut_first f;
    CHECK(abut_first_contact(query, &at[swapped], c->body[swapped].pieces, &at[!swapped],
                             c->body[!swapped].pieces, c->pieces, ask, &f) == ABUT_OK);
    if (swapped) {
        const abut_pair pair = {f.pair.b, f.pair.a};
        f.pair = pair;
    }
    c->separation = ask->separation;
    if (!f.complete) {
        CHECK(ask->budget);
        check_early(j, c, &f);
        return;
    }
    const char* const fault = sweep_judge_fault(j, c, ask, &f);
    if (fault) {
        fprintf(stderr, "%s: state %d, %.17g .. %.17g\n", fault, (int)f.state, f.t_lo, f.t_hi);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static sweep_judge judge;
    if (!judge.place[0].bits) sweep_judge_init(&judge, BITS, 1e-3);
    byte_source s = {data, data + size};
    body_bytes room[2];
    sweep_case c = {.pieces = 1};
    const unsigned how = take_byte(&s), trees = take_byte(&s);
    c.pieces = 1 + how % PIECES;
    for (int side = 0; side < 2; side++)
        take_body(&s, &room[side], &c.body[side], c.pieces);
    abut_query* query;
    CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    abut_model* const model[2] = {build(&c.body[0], trees), build(&c.body[1], trees)};
    const abut_instance at[2] = {{.model = model[0], .pose = c.body[0].pose},
                                 {.model = model[1], .pose = c.body[1].pose}};
    const abut_motion_ask plain = {.separation = 0};
    ask_once(&judge, &c, query, at, 0, &plain);
    for (int i = 0; i < 2; i++) {
        const abut_motion_ask ask = take_ask(&s);
        ask_once(&judge, &c, query, at, i, &ask);
    }
    abut_model_free(model[0]);
    abut_model_free(model[1]);
    abut_query_free(query);
    return 0;
}
