#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/experiment/json.h"

namespace noisy {
namespace {

/// "line 3, column 14" of a byte, both counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return "line " + std::to_string(line) + ", column " +
         std::to_string(before.size() - line_start + 1);
}

/// What the JSON library says, without its own numbering and position.
std::string reason_of(const nlohmann::json::exception& error) {
  const std::string_view what = error.what();
  const std::size_t start = what.find(": ");
  return std::string(start == std::string_view::npos ? what : what.substr(start + 2));
}

/// Builds the tree from the parser's events and enforces the caps while it reads.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  bool null() { return add(Json()); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(true); }
  bool start_array(std::size_t) { return open(false); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    Level& level = levels_.back();
    if (level.value.find(name)) {
      return stop(ErrorCode::invalid_json, "the key \"" + name + "\" appears twice in one object");
    }
    if (level.value.size() == limits_.members) {
      return stop(ErrorCode::limit_exceeded,
                  "an object has more than " + std::to_string(limits_.members) + " members");
    }
    level.key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& error) {
    const std::size_t start = byte > 0 ? byte - 1 : 0;
    error_ = Error{ErrorCode::invalid_json, line_and_column(text_, start),
                   "not JSON at byte " + std::to_string(start) + ": " + reason_of(error)};
    return false;
  }

  Json take() { return std::move(root_); }
  const Error& error() const { return error_; }

 private:
  struct Level {
    Json value;                  ///< the object being filled
    std::vector<Json> elements;  ///< the array being filled
    std::string key;             ///< of the member whose value comes next
    bool is_object = false;
  };

  bool open(bool is_object) {
    if (levels_.size() == static_cast<std::size_t>(limits_.depth)) {
      return stop(ErrorCode::limit_exceeded,
                  "the text nests deeper than " + std::to_string(limits_.depth) + " levels");
    }
    levels_.push_back({.value = is_object ? Json::object() : Json(),
                       .elements = {},
                       .key = {},
                       .is_object = is_object});
    return true;
  }

  bool close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    return add(level.is_object ? std::move(level.value) : Json::array(std::move(level.elements)));
  }

  bool add(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (Level& level = levels_.back(); level.is_object) {
      level.value.set(level.key, std::move(value));
    } else {
      level.elements.push_back(std::move(value));
    }
    return true;
  }

  bool stop(ErrorCode code, std::string message) {
    error_ = Error{code, path(), std::move(message)};
    return false;
  }

  std::string path() const {
    std::string text;
    for (const Level& level : levels_) {
      const std::string part = level.is_object ? level.key : std::to_string(level.elements.size());
      if (!part.empty()) text += (text.empty() ? "" : ".") + part;
    }
    return text;
  }

  std::string_view text_;
  const JsonLimits& limits_;
  Json root_;
  std::vector<Level> levels_;
  Error error_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return fail(ErrorCode::limit_exceeded, "",
                "the text has " + std::to_string(text.size()) + " bytes, more than the cap of " +
                    std::to_string(limits.bytes));
  }
  TreeBuilder builder(text, limits);
  if (!nlohmann::json::sax_parse(text, &builder)) return std::unexpected(builder.error());
  return builder.take();
}

}  // namespace noisy
