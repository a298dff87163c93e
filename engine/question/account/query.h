#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/json/json.h"
#include "engine/question/field/rules.h"

namespace noisy {

/// What an answer holds beside value, method and bound.
struct AnswerField {
  std::string_view name;  ///< dotted in the elements of a list
  std::string_view type;  ///< number, boolean, text, numbers, booleans, objects
  std::string_view meaning;
  bool is_always = true;
};

/// One query: what its reader and the catalogue know of it.
struct AccountQuery {
  std::string_view name;
  std::string_view value;  ///< what the answer's value is
  std::string_view
      answered;  ///< a field that is refused before any other is read: the value itself
  std::span<const FieldRule> rules;
  std::span<const AnswerField> details;  ///< of its answer
  /// Of the table of fields that its reader uses.
  std::vector<ParameterSpec> (*specs)();
  /// Reads its fields and answers.
  Result<Json> (*answer)(const Json& query, const AccountQuery& about);
};

/// All queries, in the order of the documentation.
const std::vector<AccountQuery>& account_query_list();

// Families of queries that share their fields.
std::span<const AccountQuery> gaussian_queries();
std::span<const AccountQuery> sampled_renyi_queries();
std::span<const AccountQuery> zcdp_queries();
std::span<const AccountQuery> laplace_queries();
std::span<const AccountQuery> compose_queries();
std::span<const AccountQuery> exponential_queries();
std::span<const AccountQuery> calibrate_queries();
std::span<const AccountQuery> mechanism_renyi_queries();
std::span<const AccountQuery> renyi_conversion_queries();
std::span<const AccountQuery> filter_queries();
std::span<const AccountQuery> variance_reduced_queries();
std::span<const AccountQuery> small_queries();

/// The fields of a query as the catalogue lists them.
std::vector<ParameterSpec> parameters_of(const AccountQuery& query);

inline constexpr JsonLimits kQueryLimits{.bytes = std::size_t{1} << 20, .depth = 8, .members = 64};

/// What a value is: the exact figure, never less than it, or neither.
inline constexpr std::string_view kExact = "exact";
inline constexpr std::string_view kUpper = "upper";
inline constexpr std::string_view kApproximate = "approximate";

inline Json answer(double value, std::string method, std::string_view bound) {
  return Json::object({{"value", value}, {"method", std::move(method)}, {"bound", bound}});
}

inline constexpr AnswerField kOrderUsed = {"order", "number",
                                           "The Renyi order that gave the value.", false};
inline constexpr AnswerField kOptimistic = {
    "optimistic", "number", "Of a privacy loss distribution: what the truth is not below.", false};

// Specs of fields. One without a default and without a rule is required.

inline constexpr double kLargestNumber = 1e300;
inline constexpr double kLargestCount = 0x1p53;

inline ParameterSpec optional(ParameterSpec spec, std::string rule = "none") {
  spec.default_rule = std::move(rule);
  return spec;
}

inline ParameterSpec number_field(std::string name, std::string title, double minimum,
                                  double maximum = kLargestNumber) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = minimum,
          .maximum = maximum};
}

inline ParameterSpec positive_field(std::string name, std::string title,
                                    double maximum = kLargestNumber) {
  ParameterSpec spec = number_field(std::move(name), std::move(title), 0.0, maximum);
  spec.exclusive_minimum = true;
  return spec;
}

inline ParameterSpec count_field(std::string name, std::string title,
                                 double maximum = kLargestCount) {
  ParameterSpec spec = number_field(std::move(name), std::move(title), 1.0, maximum);
  spec.type = ParameterType::integer;
  return spec;
}

inline ParameterSpec choice_field(std::string name, std::string title,
                                  std::vector<std::string> choices) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::choice,
          .choices = std::move(choices)};
}

inline ParameterSpec numbers_field(std::string name, std::string title, double minimum,
                                   bool exclusive) {
  ParameterSpec spec = number_field(std::move(name), std::move(title), minimum);
  spec.type = ParameterType::number_or_vector;
  spec.exclusive_minimum = exclusive;
  return spec;
}

/// The field "query", which every query has.
template <typename Owner>
Field<Owner> query_field() {
  return {{.name = "query", .type = ParameterType::choice, .maximum = 100},
          [](const Json&, const FieldPlace&, Owner&) -> Result<void> { return {}; }};
}

inline constexpr std::string_view kIsAnswered =
    "is what this query answers: leave it out, or ask another query";

/// Fails when a field that the query itself answers is given.
inline Result<void> refuse_answer(const Json& query, std::string_view field) {
  if (!query.find(field)) return {};
  return fail(ErrorCode::conflicting_fields, std::string(field), std::string(kIsAnswered));
}

/// Reads a query by its table of fields and its rules.
template <typename Question>
Result<void> read_query(const Json& query, const AccountQuery& about,
                        const std::vector<Field<Question>>& table, Question& question) {
  if (!about.answered.empty()) {
    if (auto refused = refuse_answer(query, about.answered); !refused) return refused;
  }
  if (auto done = read_fields(query, "", table, question); !done) return done;
  return check_rules(query, about.rules);
}

}  // namespace noisy
