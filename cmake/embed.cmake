# Make a C source of a text file: the constants NAME and NAME_size.
#   cmake -DIN=FILE -DOUT=FILE -DNAME=NAME -DHEADER=FILE -P embed.cmake
file(READ ${IN} text)
file(SIZE ${IN} size)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "?" "\\?" text "${text}")  # trigraphs
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
file(WRITE ${OUT} "// Made of ${NAME}'s file by cmake/embed.cmake.
#include \"${HEADER}\"

const char ${NAME}[] =
    \"${text}\";
const size_t ${NAME}_size = sizeof ${NAME} - 1;
_Static_assert(sizeof ${NAME} - 1 == ${size}, \"every byte is there\");
")
