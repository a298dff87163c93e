# cmake -DNM=nm -DLIBRARY=lib.a [-DEXPECTED=exp,pow] -P check_symbols.cmake
# Fails when an object of the library refers to a transcendental function of the C library. With EXPECTED it fails
# unless exactly these, in alphabetical order, are found.
cmake_minimum_required(VERSION 3.25)
set(functions exp exp2 exp10 expm1 log log2 log10 log1p logb pow cbrt hypot
  sin cos tan asin acos atan atan2 sincos sinh cosh tanh asinh acosh atanh
  erf erfc tgamma lgamma lgamma_r gamma j0 j1 jn y0 y1 yn)
set(forbidden "")
foreach(name IN LISTS functions)
  # Also the variants for float and long double, finite arguments, and vectors.
  list(APPEND forbidden ${name} ${name}f ${name}l __${name}_finite __${name}f_finite)
endforeach()

execute_process(COMMAND ${NM} --undefined-only ${LIBRARY}
  OUTPUT_VARIABLE symbols RESULT_VARIABLE status ERROR_VARIABLE message)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read ${LIBRARY}: ${message}")
endif()
string(REGEX MATCHALL "[^\n]+" lines "${symbols}")

set(object "")
set(found "")
set(places "")
set(objects 0)
foreach(line IN LISTS lines)
  if(line MATCHES "^(.+):$")
    set(object ${CMAKE_MATCH_1})
    math(EXPR objects "${objects} + 1")
  elseif(line MATCHES "U +_?(_ZGV[^_]+_)?([A-Za-z0-9_]+)(@.*)?$")
    set(symbol ${CMAKE_MATCH_2})
    if(symbol IN_LIST forbidden)
      list(APPEND found ${symbol})
      string(APPEND places "\n  ${object} calls ${symbol}")
    endif()
  endif()
endforeach()
if(objects EQUAL 0)
  message(FATAL_ERROR "${LIBRARY} has no objects: nothing was checked")
endif()

list(REMOVE_DUPLICATES found)
list(SORT found)
if(DEFINED EXPECTED)
  string(REPLACE "," ";" EXPECTED "${EXPECTED}")
  if(NOT "${found}" STREQUAL "${EXPECTED}")
    message(FATAL_ERROR "expected ${EXPECTED} to be found, but found '${found}'${places}")
  endif()
elseif(found)
  message(FATAL_ERROR "functions whose last bit depends on the C library:${places}")
endif()
message(STATUS "${objects} objects checked: ${found}")
