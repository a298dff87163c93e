# What every object of a wasm build must be compiled with, third-party ones too; nothing natively.
function(noisy_platform_options target visibility)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  set(options -msimd128 -fwasm-exceptions $<$<BOOL:${NOISY_WASM_THREADS}>:-pthread>)
  target_compile_options(${target} ${visibility} ${options})
  target_link_options(${target} ${visibility} ${options})
endfunction()

# How a wasm program for Node is linked: tests, benchmarks.
function(noisy_node_program target)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  # The project's package.json makes every .js an ES module, which these programs are not.
  set_target_properties(${target} PROPERTIES SUFFIX .cjs)
  target_link_options(${target} PRIVATE -sEXIT_RUNTIME=1 -sENVIRONMENT=node,worker -sNODERAWFS=1
    -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sSTACK_SIZE=1MB)
  if(NOISY_WASM_THREADS)
    target_link_options(${target} PRIVATE -sPTHREAD_POOL_SIZE=8 -sDEFAULT_PTHREAD_STACK_SIZE=1MB
      -Wno-pthreads-mem-growth)
  endif()
endfunction()
