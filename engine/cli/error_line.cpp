#include "engine/cli/error_line.h"

#include <algorithm>

namespace noisy::cli {
namespace {

std::string text_of(const Json& object, std::string_view name) {
  const Json& value = object.member(name);
  return value.is_text() ? value.text() : "";
}

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

}  // namespace

std::string error_line(std::string_view code, std::string_view field, std::string_view message) {
  return on_one_line("noisy-descent: error: " + std::string(code) + " at " +
                     std::string(field.empty() ? "input" : field) + ": " + std::string(message));
}

std::vector<std::string> refusal_lines(const Json& report) {
  std::vector<std::string> lines;
  for (const Json& refused : report.member("refused").elements()) {
    const Json& error = refused.member("error");
    const std::string message =
        text_of(error, "message") + " (left out: " + text_of(refused, "label") + ")";
    std::string line = error_line(text_of(error, "code"), text_of(error, "field"), message);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace noisy::cli
