// header.cpp - the public header is enough by itself in C++ too, and its functions have C names.
#include "abut/abut.h"

#if __cplusplus != EXPECTED_STANDARD
#error "not compiled as the standard that the test is named after"
#endif

int main()
{
    const abut_build options = {};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, NULL, &options);
    return abut_version() == ABUT_VERSION && status == ABUT_BAD_ARGUMENT && model == NULL ? 0 : 1;
}
