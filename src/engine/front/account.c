// account.c - see account.h.
#include "engine/front/account.h"

void account_add(front_account* c, front_way* way, int64_t saved)
{
    const int64_t larger = c->fresh[0] > c->fresh[1] ? c->fresh[0] : c->fresh[1];
    const int64_t allowance = account_allowance(c, way), most = CREDIT_MOST * (larger + COST_FRONT);
    way->credit += saved;
    if (way->credit > most) way->credit = most;
    if (way->credit > 2 * allowance) way->next_closed = CLOSED;
    if (way->credit >= 0) return;
    way->credit = allowance;
    way->closed = way->next_closed;
    if (way->next_closed < CLOSED_MOST) way->next_closed *= 2;
}

static void count_closed(front_account* c, uint32_t questions)
{
    front_way* const ways[2] = {&c->witnesses, &c->front};
    for (int i = 0; i < 2; i++)
        ways[i]->closed -= ways[i]->closed < questions ? ways[i]->closed : questions;
}

// While a way is open that is of no use now, it is to be seen soon when it is.
static uint32_t rest_of(const front_account* c)
{
    const uint32_t witnesses = c->is_first ? c->witnesses.closed : c->front.closed;
    const uint32_t front = c->front.closed, least = witnesses < front ? witnesses : front;
    const uint32_t most = witnesses < front ? front : witnesses;
    return least ? least : most < REST ? most : REST;
}

void account_fresh(front_account* c, int is_contact, int64_t cost)
{
    const int is_known = (c->fresh[0] | c->fresh[1]) != 0;
    int64_t* const mean = &c->fresh[is_contact];
    if (cost < COST_LEAST) cost = COST_LEAST;
    *mean = *mean ? *mean + (cost - *mean) / 4 : cost;
    if (!is_known) {
        c->witnesses = (front_way){account_allowance(c, &c->witnesses), 0, CLOSED};
        c->front = (front_way){account_allowance(c, &c->front), 0, CLOSED};
        return;
    }
    count_closed(c, 1);
    c->rest = rest_of(c);
    count_closed(c, c->rest);
}
