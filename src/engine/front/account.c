// account.c - see account.h.
#include "engine/front/account.h"

// A way is of no use for now.
static void close_way(const front_account* c, front_way* way)
{
    way->credit = account_allowance(c, way);
    way->closed = way->next_closed;
    if (way->next_closed < CLOSED_MOST) way->next_closed *= 2;
}

void account_add(const front_account* c, front_way* way, int64_t saved)
{
    const int64_t allowance = account_allowance(c, way);
    const int64_t most = CREDIT_MOST * (account_largest(c) + COST_FRONT);
    way->credit += saved;
    if (way->credit > most) way->credit = most;
    if (way->credit > 2 * allowance) way->next_closed = CLOSED;
    if (way->credit < 0) close_way(c, way);
}

static void count_closed(front_account* c, uint32_t questions)
{
    front_way* const ways[2] = {&c->witness, &c->front};
    for (int i = 0; i < 2; i++)
        ways[i]->closed -= ways[i]->closed < questions ? ways[i]->closed : questions;
}

// While only the way is open that is of no use now, it is to be seen soon when it is.
static uint32_t rest_of(const front_account* c, int is_contact)
{
    if (!c->is_first) return c->front.closed;
    const uint32_t front = account_has_hope(c) ? c->front.closed : REST;
    const uint32_t now = is_contact ? c->witness.closed : front;
    const uint32_t other = is_contact ? front : c->witness.closed;
    const uint32_t most = other ? other : REST;
    return now < most ? now : most;
}

void account_fresh(front_account* c, int is_contact, int64_t cost)
{
    const int is_known = account_is_known(c);
    int64_t* const mean = &c->fresh[is_contact];
    if (!cost) cost = COST_NOTHING;
    // Questions are asked by themselves where fronts lose, which is where they cost most: what is less counts more.
    *mean = !*mean ? cost : cost < *mean ? (*mean + cost) / 2 : *mean + (cost - *mean) / 4;
    if (!is_known) {
        c->witness = (front_way){account_allowance(c, &c->witness), 0, CLOSED};
        c->front = (front_way){account_allowance(c, &c->front), 0, CLOSED};
        return;
    }
    count_closed(c, 1);
    c->rest = rest_of(c, is_contact);
    c->uses = 0;
    if (c->rest) count_closed(c, c->rest - 1);  // the last of them is told of
}
