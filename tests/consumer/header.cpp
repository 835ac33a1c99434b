// header.cpp - the installed header from C++.
#include <abut/abut.h>

int main()
{
    return abut_version() == ABUT_VERSION ? 0 : 1;
}
