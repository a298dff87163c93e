#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/question/inspect/inspect.h"
#include "source_directory.h"

namespace noisy::testing {

inline const std::filesystem::path kCases = NOISY_SOURCE_DIRECTORY "/tests/data/cases";

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What the doctor says of a text that it gets in pieces of so many bytes.
inline Json inspected(std::string_view text, std::string_view request = "",
                      std::size_t piece = std::size_t{1} << 20) {
  Result<FileDoctor> doctor = FileDoctor::open(request);
  if (!doctor) return Json(doctor.error().field + ": " + doctor.error().message);
  for (std::size_t at = 0; at < text.size(); at += piece) {
    doctor->feed(std::as_bytes(std::span(text.substr(at, piece))));
  }
  return doctor->report(false);
}

inline Json inspected_case(std::string_view name, std::string_view request = "") {
  return inspected(content_of(kCases / name), request);
}

/// The proposed data block, without what is the same of all.
inline Json proposed_block(const Json& report) {
  Json block = report.member("proposal").member("data");
  for (const char* key : {"kind", "name"}) block.erase(key);
  return block;
}

}  // namespace noisy::testing
