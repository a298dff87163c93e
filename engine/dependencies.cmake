# Each library comes from the system when it is there, else from its own release.
include(FetchContent)

# Pinned: another Eigen may add in another order.
find_package(Eigen3 3.4.0 EXACT QUIET NO_MODULE)
if(NOT TARGET Eigen3::Eigen)
  FetchContent_Declare(eigen GIT_REPOSITORY https://gitlab.com/libeigen/eigen.git GIT_TAG 3.4.0)
  FetchContent_MakeAvailable(eigen)
endif()

find_package(nlohmann_json 3.11 QUIET)
if(NOT TARGET nlohmann_json::nlohmann_json)
  FetchContent_Declare(nlohmann_json
    GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.2)
  FetchContent_MakeAvailable(nlohmann_json)
endif()
