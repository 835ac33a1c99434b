// header.c - the public header is enough by itself: nothing is included before it.
#include "abut/abut.h"

#if __STDC_VERSION__ != EXPECTED_STANDARD
#error "not compiled as the standard that the test is named after"
#endif

int main(void)
{
    const abut_build options = {0};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, NULL, &options);
    return !(abut_version() == ABUT_VERSION && status == ABUT_BAD_ARGUMENT && model == NULL);
}
