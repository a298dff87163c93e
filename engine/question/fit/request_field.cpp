#include "engine/question/fit/request_field.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace noisy {
namespace {

/// Fields that a request has under another path.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kMoved = {
    {{"data.positive", "positive"},
     {"data.target", "target"},
     {"data.delimiter", "delimiter"},
     {"data.decimal", "decimal"},
     {"data.encoding", "encoding"},
     {"data.header", "header"},
     {"privacy.epsilon", "epsilon"},
     {"privacy.delta", "delta"},
     {"algorithms.0.id", "method"}}};

/// The element of a list that the path goes into, and the rest of the path.
struct Place {
  Json element;
  std::string rest;  ///< with the dot before it
};

std::optional<Place> place_in(const Json& data, std::string_view list, std::string_view path) {
  const std::string before = "data." + std::string(list) + ".";
  if (!path.starts_with(before)) return std::nullopt;
  path.remove_prefix(before.size());
  std::size_t at = 0;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), at);
  if (error != std::errc() || at >= data.member(list).size()) return std::nullopt;
  return Place{data.member(list).element(at), std::string(end, path.data() + path.size())};
}

}  // namespace

Error at_request_field(Error error, const Json& data) {
  for (const auto& [before, after] : kMoved) {
    if (error.field == before) error.field = after;
  }
  if (const auto column = place_in(data, "columns", error.field)) {
    const Json& name = column->element.member("name");
    const bool is_name = column->rest == ".name";
    if (name.is_text()) error.field = "columns." + name.text() + (is_name ? "" : column->rest);
  }
  if (const auto step = place_in(data, "preprocess", error.field); step && step->rest == ".share") {
    const Json& kind = step->element.member("kind");
    if (kind == Json("hold-out")) error.field = "holdOut";
    if (kind == Json("private-ranges")) error.field = "rangesShare";
  }
  return error;
}

}  // namespace noisy
