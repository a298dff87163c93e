#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/json/json.h"
#include "source_directory.h"

namespace noisy::testing {

inline constexpr const char* kExamples = NOISY_SOURCE_DIRECTORY "/examples";

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The experiment of examples/<file>.
inline Json example(const std::string& file) {
  return *parse_json(text_of(std::filesystem::path(kExamples) / file));
}

}  // namespace noisy::testing
