#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// Where a number has no bound of its own: far from overflow.
inline constexpr double kLargest = 1e300;

/// The value of a parameter in the experiment file.
using ParameterValue = std::variant<double, std::string, bool, std::vector<double>>;

enum class ParameterType {
  integer,
  number,
  choice,            ///< one of `choices`
  number_or_choice,  ///< a number in range, or one of `choices`
  integer_or_choice,
  boolean,
  number_or_vector,  ///< one number for every coordinate, or d numbers
  vectors            ///< a list of vectors of equal length
};

/// What a form begins with where the file has to state a number: public, and sensible for most
/// data.
struct FormStart {
  /// What the value is a part or a multiple of; all of these are public. Of columns it is a list.
  enum class Of {
    one,
    records,  ///< n
    columns,  ///< that share of them, the first ones
    entries,  ///< the largest absolute value that the pipeline lets through
    targets,  ///< likewise of targets
  };
  double value = 1;
  Of of = Of::one;
};

/// One parameter of an algorithm or a loss: the single description from which forms, validation,
/// documentation and types are made.
struct ParameterSpec {
  std::string name;   ///< camelCase, as in the file
  std::string title;  ///< a few words for a form
  ParameterType type = ParameterType::number;
  std::string unit;  ///< "steps", "records", "" for a pure number
  double minimum = 0;
  double maximum = 0;
  bool exclusive_minimum = false;
  std::vector<std::string> choices;
  bool is_open = false;  ///< other programs may have added choices: any text is taken here
  std::optional<ParameterValue> default_value;  ///< absent: `default_rule` says how it is found
  std::string default_rule;                     ///< "n", "the contraction rate of ..."
  std::optional<FormStart> start;               ///< where a number has no default that is one
  std::string description;                      ///< one sentence in the field's words
  std::string source;                           ///< paper and statement
};

/// Checks that no two parameters have the same name, and that each has one: what a registry asks of
/// entries from outside.
///
/// @error invalid-value at "parameters"
Result<void> check_parameters(const std::vector<ParameterSpec>& specs);

/// Parameters as the file gives them, already checked against their specs.
class ParameterSet {
 public:
  void set(std::string name, ParameterValue value) { values_[std::move(name)] = std::move(value); }
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }

  std::optional<double> number(std::string_view name) const { return get<double>(name); }
  std::optional<std::string> text(std::string_view name) const { return get<std::string>(name); }
  std::optional<bool> flag(std::string_view name) const { return get<bool>(name); }
  std::optional<std::vector<double>> vector(std::string_view name) const {
    return get<std::vector<double>>(name);
  }
  const std::map<std::string, ParameterValue, std::less<>>& values() const { return values_; }

 private:
  template <typename T>
  std::optional<T> get(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return std::nullopt;
    if (const T* value = std::get_if<T>(&found->second)) return *value;
    return std::nullopt;
  }

  std::map<std::string, ParameterValue, std::less<>> values_;
};

}  // namespace noisy
