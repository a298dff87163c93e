#include "engine/cli/error_line.h"

#include <algorithm>

#include "engine/cli/join.h"

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

constexpr std::string_view kRed = "\033[1;31m";
constexpr std::string_view kYellow = "\033[1;33m";
constexpr std::string_view kPlain = "\033[0m";

std::string text_line(std::string_view kind, std::string_view colour, std::string_view message,
                      MessageStyle style) {
  const std::string label =
      style.has_colour ? join({colour, kind, ":", kPlain}) : join({kind, ":"});
  return join({"noisy-descent: ", label, " ", on_one_line(std::string(message))});
}

/// An error, and whose it is where that is said.
std::string error_of(std::string_view code, std::string_view field, std::string_view message,
                     std::string_view label, MessageStyle style) {
  if (style.format == ErrorFormat::json) {
    Json error =
        Json::object({{"kind", "error"}, {"code", code}, {"field", field}, {"message", message}});
    if (!label.empty()) error.set("label", label);
    return write_json(error);
  }
  const std::string left_out = label.empty() ? "" : join({" (left out: ", label, ")"});
  const std::string text =
      join({code, " at ", field.empty() ? "input" : field, ": ", message, left_out});
  return text_line("error", kRed, text, style);
}

}  // namespace

std::string error_line(std::string_view code, std::string_view field, std::string_view message,
                       MessageStyle style) {
  return error_of(code, field, message, "", style);
}

std::string warning_line(std::string_view message, MessageStyle style) {
  if (style.format == ErrorFormat::json) {
    return write_json(Json::object({{"kind", "warning"}, {"message", message}}));
  }
  return text_line("warning", kYellow, message, style);
}

std::vector<std::string> refusal_lines(const Json& report, MessageStyle style) {
  std::vector<std::string> lines;
  for (const Json& refused : report.member("refused").elements()) {
    const Json& error = refused.member("error");
    std::string line = error_of(text_of(error, "code"), text_of(error, "field"),
                                text_of(error, "message"), text_of(refused, "label"), style);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

bool takes_colour(bool is_terminal, std::string_view no_color, std::string_view terminal) {
  return is_terminal && no_color.empty() && terminal != "dumb";
}

}  // namespace noisy::cli
