# Programs for WebAssembly under WASI: with a stack as other systems give one, below all else, so that one that overflows ends
# the program; and with the C library's stand-ins for the number of a process and the processor's clock.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
target_compile_definitions(abut_flags INTERFACE _WASI_EMULATED_GETPID _WASI_EMULATED_PROCESS_CLOCKS)
target_sources(abut_program_flags INTERFACE ${PROJECT_SOURCE_DIR}/cli/system/wasi_clock.c)
target_link_libraries(abut_program_flags INTERFACE wasi-emulated-getpid wasi-emulated-process-clocks)
target_link_options(abut_program_flags INTERFACE -O0 -Wl,--gc-sections,--stack-first -Wl,-z,stack-size=8388608)
