# Writes a C++ file that defines NAME as the text of a file: cmake -DINPUT=... -DNAME=... -DOUTPUT=... -P
# A raw string literal compiles in no time, unlike an array of numbers.
file(READ "${INPUT}" text)
if(text MATCHES "[)]csv\"")
  message(FATAL_ERROR "${INPUT} contains the end of the raw string literal")
endif()
file(WRITE "${OUTPUT}" "#include \"engine/data/embedded_text.h\"

namespace noisy {

const std::string_view ${NAME} = R\"csv(${text})csv\";

}  // namespace noisy
")
