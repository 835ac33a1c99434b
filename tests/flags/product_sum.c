// product_sum.c - compiled several times under several names (tests/flags/CMakeLists.txt).
#include "flags/product_sum.h"

double PRODUCT_SUM(double a, double b, double c)
{
    return a * b + c;
}
