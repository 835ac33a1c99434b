// rules.c - which test is asked of which pair of objects: --rules, or what the options say.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

struct clash_rules {
    clash_demand demand;  // of the options
};

const char* clash_test_text(clash_test test)
{
    static const char* const texts[CLASH_TESTS] = {"hard", "touch", "clearance", "inside",
                                                   "duplicate"};
    return texts[test];
}

bool clash_rules_open(clash_rules** out, const clash_result* r)
{
    const clash_options* o = r->options;
    if (!(*out = calloc(1, sizeof **out))) {
        say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
        return false;
    }
    (*out)->demand = (clash_demand){.asks = {[CLASH_HARD] = true,
                                             [CLASH_TOUCH] = o->touch == CLASH_TOUCH_KEEP,
                                             [CLASH_CLEARANCE] = o->clearance.is_given,
                                             [CLASH_INSIDE] = true,
                                             [CLASH_DUPLICATE] = true},
                                    .hard = o->hard,
                                    .clearance = o->clearance.distance,
                                    .is_strict = o->clearance.is_strict};
    return true;
}

void clash_rules_free(clash_rules* rules)
{
    free(rules);
}

size_t clash_rules_count(const clash_rules* rules)
{
    (void)rules;
    return 1;
}

const char* clash_rule_name(const clash_rules* rules, int rule)
{
    (void)rules;
    (void)rule;
    return "all";
}

bool clash_rules_ask(const clash_rules* rules, clash_test test)
{
    return rules->demand.asks[test];
}

double clash_rules_duplicate(const clash_rules* rules)
{
    return rules->demand.duplicate;
}

int clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                  const char** why)
{
    (void)a;
    (void)b;
    *demand = rules->demand;
    if (why) *why = NULL;
    return 0;
}

bool clash_judge(clash_result* r)
{
    (void)r;
    return true;
}
