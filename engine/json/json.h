#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// A JSON value. Objects keep the order of their members and have no duplicate keys. A non-empty
/// array of numbers is held as doubles, so that inline data and trace columns stay small; every
/// accessor treats it like any other array.
class Json {
 public:
  using Member = std::pair<std::string, Json>;

  Json() = default;  ///< null
  Json(bool value) : value_(value) {}
  Json(double value) : value_(value) {}
  Json(int value) : value_(static_cast<double>(value)) {}
  Json(Index value) : value_(static_cast<double>(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}

  static Json array(std::vector<Json> elements = {});
  static Json numbers(std::vector<double> values);
  static Json texts(std::span<const std::string> values);
  static Json object(std::initializer_list<Member> members = {});

  bool is_null() const { return holds<std::monostate>(); }
  bool is_boolean() const { return holds<bool>(); }
  bool is_number() const { return holds<double>(); }
  bool is_text() const { return holds<std::string>(); }
  bool is_array() const { return holds<Elements>() || holds<std::vector<double>>(); }
  bool is_object() const { return holds<Members>(); }

  /// The value; precondition: the matching is_... is true.
  bool boolean() const { return std::get<bool>(value_); }
  double number() const { return std::get<double>(value_); }
  const std::string& text() const { return std::get<std::string>(value_); }

  /// Number of elements or members; 0 for scalars.
  std::size_t size() const;
  /// Element of an array, by value because a compact array holds no Json.
  Json element(std::size_t position) const;
  /// Replaces an element; precondition: position < size().
  void set_element(std::size_t position, Json value);
  /// The elements of an array that is not compact; empty for anything else.
  std::span<const Json> elements() const;
  /// The doubles of a compact array, or null.
  const std::vector<double>* as_numbers() const {
    return std::get_if<std::vector<double>>(&value_);
  }

  /// Members of an object in order; empty for anything else.
  std::span<const Member> members() const;
  /// The member's value, or null pointer when absent or when this is no object.
  const Json* find(std::string_view key) const;
  Json* find(std::string_view key);
  /// The member's value, or null when absent or when this is no object.
  const Json& member(std::string_view key) const;
  /// Adds or replaces a member. A null value becomes an empty object first.
  Json& set(std::string_view key, Json value);
  void erase(std::string_view key);

  bool operator==(const Json& other) const = default;

 private:
  using Elements = std::vector<Json>;
  using Members = std::vector<Member>;

  template <typename T>
  bool holds() const {
    return std::holds_alternative<T>(value_);
  }

  std::variant<std::monostate, bool, double, std::string, Elements, std::vector<double>, Members>
      value_;
};

/// Caps on a text before it is believed.
struct JsonLimits {
  std::size_t bytes = std::size_t{16} << 20;  ///< of the text
  int depth = 32;                             ///< of nested arrays and objects
  std::size_t members = 256;                  ///< of one object
};

/// Reads one JSON text (RFC 8259: UTF-8, no comments, no NaN).
///
/// @error invalid-json with byte, line and column of the first mistake, a duplicate key included
/// @error limit-exceeded when a cap is passed
Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

enum class JsonLayout {
  compact,  ///< one line without spaces
  pretty    ///< two spaces per level; arrays of scalars on one line
};

/// The text of a value. Numbers are the shortest that read back to the same double; NaN and
/// infinities become null.
std::string write_json(const Json& value, JsonLayout layout = JsonLayout::compact);

/// The shortest text that reads back to the same double; "null" when not finite.
std::string number_text(double value);

}  // namespace noisy
