# What the programs and the libraries are made of reads files of strangers: a mistake in that shall end the program, and
# not be of use to anybody. Position independent programs, no lazy binding, guards on the stack, and checks of the sizes
# that the C library knows of. docs/notes/measured.md has what it costs. Sanitizers look for the same and more.
option(ABUT_HARDEN "guards of compiler, linker and C library against what broken files might do" ON)
if(ABUT_HARDEN AND NOT ABUT_SANITIZE)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C)  # lets CMAKE_POSITION_INDEPENDENT_CODE tell the linker, too
    target_compile_options(abut_plain_flags INTERFACE -fstack-protector-strong
        # It needs an optimiser, and some systems define it already.
        $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
    if(UNIX AND NOT APPLE)
        target_link_options(abut_plain_flags INTERFACE LINKER:-z,relro,-z,now)
    endif()
endif()
