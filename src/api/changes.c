// changes.c - as api.c, for models that change.
#include "api/checks.h"
#include "query/edit.h"
#include "query/refit.h"

#include "abut/change.h"

abut_status abut_model_refit(abut_model** out, const abut_model* model, const abut_soup* soup,
                             const abut_host* host, abut_change* change)
{
    if (!out || !model) return ABUT_BAD_ARGUMENT;
    if (model->method != ABUT_METHOD_WIDE && model->method != ABUT_METHOD_BRUTE)
        return ABUT_BAD_COMBINATION;
    TRY(soup_check_present(soup, &model->mesh, NULL));
    return model_refit(out, model, soup, host, change);
}

abut_status abut_model_edit(abut_model** out, const abut_model* model, const abut_edit* edit,
                            const abut_host* host, abut_change* change)
{
    static const abut_soup nothing = {.triangle_count = 0};
    if (!out || !model || !edit || (!edit->removed && edit->removed_count))
        return ABUT_BAD_ARGUMENT;
    if (edit->reserved[0] | edit->reserved[1]) return ABUT_BAD_ARGUMENT;
    abut_edit all = *edit;
    if (!all.inserted) all.inserted = &nothing;
    TRY(soup_check(all.inserted, NULL));
    return model_edit(out, model, &all, host, change);
}
