# Each library comes from the system when it is there, else from its own release. Eigen and JSON are headers only, so a wasm
# build uses the system's too.
include(FetchContent)

# Eigen 3.4.0, with which results are recorded, unless the machine, or the project that includes this one, has only a newer one:
# that may add in another order, so that results differ in their last bits.
set(recorded_eigen 3.4.0)
if(NOT TARGET Eigen3::Eigen)
  find_package(Eigen3 ${recorded_eigen} EXACT QUIET NO_MODULE NO_CMAKE_FIND_ROOT_PATH PATHS /usr)
endif()
if(NOT TARGET Eigen3::Eigen AND NOT EMSCRIPTEN)
  find_package(Eigen3 QUIET NO_MODULE)
endif()
if(NOT TARGET Eigen3::Eigen)
  FetchContent_Declare(eigen GIT_REPOSITORY https://gitlab.com/libeigen/eigen.git GIT_TAG ${recorded_eigen})
  FetchContent_MakeAvailable(eigen)
  set(Eigen3_VERSION ${recorded_eigen})
endif()
if(Eigen3_VERSION AND Eigen3_VERSION VERSION_LESS 3.4)
  message(FATAL_ERROR "Eigen ${Eigen3_VERSION} is too old: 3.4 or newer is needed")
endif()
set(NOISY_EIGEN_VERSION ${Eigen3_VERSION})

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
