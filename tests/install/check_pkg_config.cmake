# A program is built with what pkg-config says, and runs.
# -DPKG_CONFIG=<pkg-config> -DFOLDER=<of noisy_descent.pc> -DCOMPILER=<C++> -DFLAGS=<of the build> -DSOURCE=<program> -DPROGRAM=<file>
set(ENV{PKG_CONFIG_PATH} ${FOLDER})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs noisy_descent OUTPUT_VARIABLE words COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(words UNIX_COMMAND "${words}")
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
execute_process(COMMAND ${COMPILER} -std=c++23 ${flags} ${SOURCE} ${words} -o ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PKG_CONFIG} --modversion noisy_descent COMMAND_ERROR_IS_FATAL ANY)
