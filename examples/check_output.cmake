# Run PROGRAM; fail unless it exits with 0 and prints exactly the text of the file EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output ERROR_VARIABLE errors
    RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0 OR NOT output STREQUAL expected)
    message(FATAL_ERROR "exit ${status}, printed:\n${output}${errors}\nexpected exit 0 and:\n${expected}")
endif()
