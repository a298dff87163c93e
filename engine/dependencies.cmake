# Each library comes from the system when it is there, else from its own release. Eigen and JSON are headers only, so a wasm
# build uses the system's too.
include(FetchContent)

# Pinned: another Eigen may add in another order.
find_package(Eigen3 3.4.0 EXACT QUIET NO_MODULE NO_CMAKE_FIND_ROOT_PATH PATHS /usr)
if(NOT TARGET Eigen3::Eigen)
  FetchContent_Declare(eigen GIT_REPOSITORY https://gitlab.com/libeigen/eigen.git GIT_TAG 3.4.0)
  FetchContent_MakeAvailable(eigen)
endif()

# The native command line reads files that gzip compressed.
if(NOT EMSCRIPTEN)
  find_package(ZLIB QUIET)
endif()

# Only tests use it, as the twin of the engine's own JSON reader.
if(NOISY_BUILD_TESTS)
  if(EMSCRIPTEN)
    # The system's own headers beside it, in /usr/include, must stay unseen: link to this one folder alone.
    find_path(NOISY_JSON_INCLUDE nlohmann/json.hpp HINTS /usr/include NO_CMAKE_FIND_ROOT_PATH)
    if(NOISY_JSON_INCLUDE)
      file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/json)
      file(CREATE_LINK ${NOISY_JSON_INCLUDE}/nlohmann ${PROJECT_BINARY_DIR}/json/nlohmann SYMBOLIC)
      add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
      target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${PROJECT_BINARY_DIR}/json)
    endif()
  else()
    find_package(nlohmann_json 3.11 QUIET)
  endif()
  if(NOT TARGET nlohmann_json::nlohmann_json)
    FetchContent_Declare(nlohmann_json
      GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.2)
    FetchContent_MakeAvailable(nlohmann_json)
  endif()
endif()
