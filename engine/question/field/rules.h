#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/json/json.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// What a question asks of one of its fields beside what the table of fields says, always or where
/// another field says so. The reader checks it, and the catalogue and the client's types are made
/// from it.
struct FieldRule {
  enum class Kind {
    needed,   ///< it is there
    refused,  ///< it is not
    listed    ///< it is a list of 1 to `most` numbers, where it is there
  };

  std::string_view field;  ///< `list[].field` is a field of every element of a list
  Kind kind = Kind::needed;
  ErrorCode code = ErrorCode::missing_field;
  std::string_view message;  ///< where it is broken; {} stands for the word that decides
  std::string_view decider;  ///< the field that decides; empty: always
  /// Words of the decider for which the rule holds, with spaces between them: kAbsent where the
  /// decider is left out, kGiven for any value.
  std::string_view words;
  std::size_t most = 0;

  static constexpr std::string_view kAbsent = "-";
  static constexpr std::string_view kGiven = "*";

  bool is_always() const { return decider.empty(); }
};

constexpr FieldRule needs(std::string_view field, std::string_view message,
                          std::string_view decider = "", std::string_view words = "") {
  return {field, FieldRule::Kind::needed, ErrorCode::missing_field, message, decider, words};
}

constexpr FieldRule refuses(std::string_view field, ErrorCode code, std::string_view message,
                            std::string_view decider = "", std::string_view words = "") {
  return {field, FieldRule::Kind::refused, code, message, decider, words};
}

constexpr FieldRule lists(std::string_view field, std::size_t most) {
  return {.field = field, .kind = FieldRule::Kind::listed, .most = most};
}

/// The words of a rule, one by one.
std::vector<std::string_view> words_of(const FieldRule& rule);

/// Checks what must be lists, before the fields are read: a field that takes a number alone, too,
/// says nothing of how many there may be.
///
/// @error invalid-type, invalid-value where a list is empty, limit-exceeded where it is too long
Result<void> check_lists(const Json& query, std::span<const FieldRule> rules);

/// Checks the other rules in their order.
///
/// @param query  an object whose fields were read by their table
/// @error the first broken rule's, at its field
Result<void> check_rules(const Json& query, std::span<const FieldRule> rules);

/// The fields as a question has them: without what is always refused, and without a default for
/// what is always needed.
std::vector<ParameterSpec> under_rules(std::vector<ParameterSpec> specs,
                                       std::span<const FieldRule> rules);

/// The specs of a table of fields.
template <typename Owner>
std::vector<ParameterSpec> specs_of(const std::vector<Field<Owner>>& table) {
  std::vector<ParameterSpec> specs;
  for (const Field<Owner>& field : table) specs.push_back(field.spec);
  return specs;
}

/// Adds the fields of a block under dotted names.
///
/// @param block  `name` of a block, `name[]` of a list of blocks
void add_nested(std::vector<ParameterSpec>& specs, std::string_view block,
                std::vector<ParameterSpec> fields);

}  // namespace noisy
