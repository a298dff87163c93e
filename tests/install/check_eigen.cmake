# No symbol of the library is one that a program's own Eigen has: functions of equal names would be merged.
# -DNM=<nm> -DLIBRARY=<archive>
execute_process(COMMAND ${NM} -C ${LIBRARY} OUTPUT_VARIABLE symbols ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "[^\n]*[^_a-z]Eigen::[^\n]*" shared "${symbols}")
if(shared)
  message(FATAL_ERROR "shared with other Eigens: ${shared}")
endif()
if(NOT symbols MATCHES "noisy_descent_eigen::")
  message(FATAL_ERROR "${LIBRARY} has no Eigen at all: what is checked here?")
endif()
