// sweep_ask.h - the bodies of a case (sweep_walk.h) as models, and questions about them.
#ifndef ABUT_TESTS_SUPPORT_SWEEP_ASK_H
#define ABUT_TESTS_SUPPORT_SWEEP_ASK_H
#include "support/soups.h"
#include "support/sweep_walk.h"

#include <stdio.h>

typedef struct sweep_models {
    abut_query* query;
    abut_model* model[2];
} sweep_models;

static UNUSED abut_model* sweep_model(const sweep_body* body, const abut_build* options)
{
    soup_data s = soup_separate(body->count);
    memcpy(s.vertices, body->corners, 9 * body->count * sizeof *s.vertices);
    const abut_soup soup = soup_of(&s);
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, options), ABUT_OK);
    soup_free(&s);
    return model;
}

static UNUSED sweep_models sweep_models_of(const sweep_case* c, const abut_build* options)
{
    sweep_models out = {NULL, {NULL, NULL}};
    for (int side = 0; side < 2; side++)
        out.model[side] = sweep_model(&c->body[side], options);
    assert_int_equal(abut_query_create(&out.query, options ? options->host : NULL), ABUT_OK);
    return out;
}

static UNUSED void sweep_models_free(sweep_models* m)
{
    abut_model_free(m->model[0]);
    abut_model_free(m->model[1]);
    abut_query_free(m->query);
}

// swapped: b is asked about first.
static UNUSED abut_first sweep_ask(const sweep_models* m, const sweep_case* c, int swapped,
                                   const abut_motion_ask* ask)
{
    const abut_instance at[2] = {{.model = m->model[0], .pose = c->body[0].pose},
                                 {.model = m->model[1], .pose = c->body[1].pose}};
    abut_first out;
    memset(&out, 0xA5, sizeof out);
    assert_int_equal(abut_first_contact(m->query, &at[swapped], c->body[swapped].pieces,
                                        &at[!swapped], c->body[!swapped].pieces, c->pieces, ask,
                                        &out),
                     ABUT_OK);
    return out;
}

// As if a had been asked about first.
static UNUSED abut_first sweep_unswap(abut_first f)
{
    const abut_pair pair = {f.pair.b, f.pair.a};
    const abut_event features = {f.features.b, f.features.a};
    f.pair = pair;
    f.features = features;
    for (int i = 0; i < 3; i++) {
        const double x = f.a_point[i];
        f.a_point[i] = f.b_point[i];
        f.b_point[i] = x;
    }
    return f;
}

static UNUSED void sweep_print(const char* what, const abut_first* f)
{
    fprintf(stderr, "%s: state %d, %.17g .. %.17g, pair %u %u, near %.3g .. %.3g, %llu intervals\n",
            what, (int)f->state, f->t_lo, f->t_hi, f->pair.a, f->pair.b, f->near_lo, f->near_hi,
            (unsigned long long)f->intervals);
}

#endif
