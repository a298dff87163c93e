# What every object of a wasm build must be compiled with, third-party ones too; nothing natively. All objects may run on threads:
# a program says with noisy_threads or noisy_one_thread whether it has any.
function(noisy_platform_options target visibility)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  set(options -msimd128 -fwasm-exceptions)
  target_compile_options(${target} ${visibility} ${options} -pthread)
  target_link_options(${target} ${visibility} ${options})
endfunction()

# Gives a wasm program COUNT threads, which must exist before C++ asks for them.
function(noisy_threads target count)
  target_link_options(${target} PRIVATE -pthread -sPTHREAD_POOL_SIZE=${count} -sDEFAULT_PTHREAD_STACK_SIZE=1MB
    -Wno-pthreads-mem-growth)
endfunction()

# Gives a wasm program a thread pool without threads, in the place of the engine's own.
function(noisy_one_thread target)
  target_link_libraries(${target} PRIVATE noisy_one_thread)
endfunction()

# noisy_node_program(TARGET [THREADS]): how a wasm program for Node is linked: tests, benchmarks.
function(noisy_node_program target)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  # The project's package.json makes every .js an ES module, which these programs are not.
  set_target_properties(${target} PROPERTIES SUFFIX .cjs)
  target_link_options(${target} PRIVATE -sEXIT_RUNTIME=1 -sENVIRONMENT=node,worker -sNODERAWFS=1
    -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sSTACK_SIZE=1MB)
  if("THREADS" IN_LIST ARGN)
    noisy_threads(${target} 8)
  else()
    noisy_one_thread(${target})
  endif()
endfunction()
