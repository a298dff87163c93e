# GoogleTest from Debian's sources, else from its release; built with the platform's own options.
find_path(NOISY_GOOGLETEST_SOURCE CMakeLists.txt HINTS /usr/src/googletest
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(NOISY_GOOGLETEST_SOURCE)
  add_subdirectory(${NOISY_GOOGLETEST_SOURCE} ${CMAKE_CURRENT_BINARY_DIR}/googletest
                   EXCLUDE_FROM_ALL SYSTEM)
else()
  FetchContent_Declare(googletest
    GIT_REPOSITORY https://github.com/google/googletest.git GIT_TAG release-1.12.1)
  FetchContent_MakeAvailable(googletest)
endif()
foreach(library gtest gmock gtest_main gmock_main)
  noisy_platform_options(${library} PUBLIC)
  target_compile_options(${library} PRIVATE -w -O1)
endforeach()
