#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json/json.h"
#include "engine/json/path.h"
#include "engine/json/vocabulary.h"
#include "engine/math/error.h"

namespace noisy {

/// What a number must be.
enum class NumberRule { positive, not_negative, count, share };

/// Reads members of an object one after another; the first mistake is kept and the rest is empty.
class RecordReader {
 public:
  RecordReader(const Json& object, std::string path, std::optional<Error>& error);

  /// A member, or null after a mistake.
  const Json& required(std::string_view key);
  void require(std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) required(key);
  }
  bool has(std::string_view key) const { return object_.find(key) != nullptr; }
  RecordReader inside(std::string_view key) { return {required(key), at(key), error_}; }

  double number(std::string_view key, NumberRule kind) {
    return checked(required(key), at(key), kind);
  }
  /// null stands for "no bound": infinity.
  double bound(std::string_view key);
  std::string text(std::string_view key);
  bool flag(std::string_view key);

  template <typename Value>
  Value word(std::string_view key) {
    const std::string id = text(key);
    const auto found = find_word<Value>(id);
    if (!found) unknown(key, id);
    return found.value_or(Value{});
  }

  /// Whether the text is the second of two ids.
  bool choice(std::string_view key, std::string_view no, std::string_view yes);

  /// Rows of two numbers, or of up to `most`; the first counts.
  template <typename Row>
  void rows(std::string_view key, std::size_t most, NumberRule kind, const Row& take) {
    const Json& list = required(key);
    if (!list.is_array()) return wrong(ErrorCode::invalid_type, at(key), "must be a list");
    for (std::size_t i = 0; i < list.size() && !error_; ++i) {
      if (const auto numbers = row_of(list.element(i), join_path(at(key), i), most, kind)) {
        take(*numbers);
      }
    }
  }

  /// The elements of a list of objects.
  template <typename Element>
  void objects(std::string_view key, const Element& take) {
    const Json& list = required(key);
    if (!list.is_array()) return wrong(ErrorCode::invalid_type, at(key), "must be a list");
    for (std::size_t i = 0; i < list.size() && !error_; ++i) {
      const Json element = list.element(i);
      take(RecordReader(element, join_path(at(key), i), error_));
    }
  }

  std::string at(std::string_view key) const { return join_path(path_, key); }

  void wrong(ErrorCode code, std::string place, std::string message);
  /// An id that this version does not know.
  void unknown(std::string_view key, const std::string& id);

 private:
  std::optional<std::vector<double>> row_of(const Json& row, const std::string& place,
                                            std::size_t most, NumberRule kind);
  double checked(const Json& value, const std::string& place, NumberRule kind);

  const Json& object_;
  std::string path_;
  std::optional<Error>& error_;
};

}  // namespace noisy
