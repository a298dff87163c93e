#include <algorithm>
#include <optional>

#include "engine/data/text_lines.h"
#include "engine/json/json.h"
#include "engine/json/json_text.h"

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

/// Builds the tree and enforces the caps while it reads.
class TreeReader {
 public:
  TreeReader(std::string_view text, const JsonLimits& limits)
      : text_(text), limits_(limits), in_(text) {}

  Result<Json> read() {
    Json root;
    in_.skip_space();
    if (!value(root)) return std::unexpected(error());
    in_.skip_space();
    if (in_.at_end()) return root;
    in_.wrong("something follows the value");
    return std::unexpected(error());
  }

 private:
  /// A key, or a position in an array, on the way to the value being read.
  struct Step {
    std::string key;
    std::size_t position = 0;
  };

  bool value(Json& out) {
    switch (in_.peek()) {
      case '{':
        return nested(&TreeReader::object, out);
      case '[':
        return nested(&TreeReader::array, out);
      case '"': {
        std::string text;
        if (!in_.text(text)) return false;
        out = std::move(text);
        return true;
      }
      case 't':
        out = true;
        return in_.word("true");
      case 'f':
        out = false;
        return in_.word("false");
      case 'n':
        out = Json();
        return in_.word("null");
      default:
        return number(out);
    }
  }

  bool number(Json& out) {
    const char next = in_.peek();
    if (next != '-' && (next < '0' || next > '9')) return in_.expected("a value");
    double value = 0;
    if (!in_.number(value)) return false;
    out = value;
    return true;
  }

  bool nested(bool (TreeReader::*content)(Json&), Json& out) {
    if (steps_.size() == static_cast<std::size_t>(limits_.depth)) {
      return stop(ErrorCode::limit_exceeded,
                  "the text nests deeper than " + std::to_string(limits_.depth) + " levels");
    }
    steps_.emplace_back();
    if (!(this->*content)(out)) return false;
    steps_.pop_back();
    return true;
  }

  bool object(Json& out) {
    out = Json::object();
    in_.accept('{');
    in_.skip_space();
    if (in_.accept('}')) return true;
    do {
      in_.skip_space();
      if (!member(out)) return false;
      in_.skip_space();
    } while (in_.accept(','));
    return in_.accept('}') || in_.expected("',' or '}'");
  }

  bool member(Json& object) {
    std::string key;
    if (!in_.text(key)) return false;
    steps_.back().key = key;
    if (object.find(key)) {
      return stop(ErrorCode::invalid_json,
                  "the key " + quoted(key) + " appears twice in one object");
    }
    if (object.size() == limits_.members) {
      return stop(ErrorCode::limit_exceeded,
                  "an object has more than " + std::to_string(limits_.members) + " members");
    }
    in_.skip_space();
    if (!in_.accept(':')) return in_.expected("':'");
    in_.skip_space();
    Json content;
    if (!value(content)) return false;
    object.set(key, std::move(content));
    return true;
  }

  bool array(Json& out) {
    std::vector<Json> elements;
    std::vector<double> numbers;
    out = Json::array();
    in_.accept('[');
    in_.skip_space();
    if (in_.accept(']')) return true;
    do {
      in_.skip_space();
      Json element;
      if (!value(element)) return false;
      ++steps_.back().position;
      if (elements.empty() && element.is_number()) {
        numbers.push_back(element.number());
      } else {
        // The first one that is no number: those before it join the others.
        elements.insert(elements.end(), numbers.begin(), numbers.end());
        numbers.clear();
        elements.push_back(std::move(element));
      }
      in_.skip_space();
    } while (in_.accept(','));
    out = elements.empty() ? Json::numbers(std::move(numbers)) : Json::array(std::move(elements));
    return in_.accept(']') || in_.expected("',' or ']'");
  }

  bool stop(ErrorCode code, std::string message) {
    refusal_ = Error{code, path(), std::move(message)};
    return false;
  }

  std::string path() const {
    std::string path;
    for (const Step& step : steps_) {
      if (!path.empty()) path += '.';
      path += step.key.empty() ? std::to_string(step.position) : shortened(step.key);
    }
    return path;
  }

  Error error() const {
    if (refusal_) return *refusal_;
    return {ErrorCode::invalid_json, line_and_column(text_, in_.position()),
            "not JSON at byte " + std::to_string(in_.position()) + ": " + in_.reason()};
  }

  std::string_view text_;
  const JsonLimits& limits_;
  JsonText in_;
  std::vector<Step> steps_;
  std::optional<Error> refusal_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return fail(ErrorCode::limit_exceeded, "",
                "the text has " + std::to_string(text.size()) + " bytes, more than the cap of " +
                    std::to_string(limits.bytes));
  }
  return TreeReader(text, limits).read();
}

}  // namespace noisy
