#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/json/json.h"

namespace noisy {

/// A family of queries reads its fields and answers.
using QueryAnswer = Result<Json> (*)(const Json& query, std::string_view name);

Result<Json> answer_gaussian(const Json& query, std::string_view name);
Result<Json> answer_sampled_renyi(const Json& query, std::string_view name);
Result<Json> answer_zcdp(const Json& query, std::string_view name);
Result<Json> answer_laplace(const Json& query, std::string_view name);
Result<Json> answer_compose(const Json& query, std::string_view name);
Result<Json> answer_exponential(const Json& query, std::string_view name);
Result<Json> answer_mechanism_renyi(const Json& query, std::string_view name);
Result<Json> answer_renyi_conversion(const Json& query, std::string_view name);
Result<Json> answer_filter(const Json& query, std::string_view name);
Result<Json> answer_calibrate(const Json& query, std::string_view name);
Result<Json> answer_variance_reduced(const Json& query, std::string_view name);
Result<Json> answer_small(const Json& query, std::string_view name);

inline constexpr JsonLimits kQueryLimits{.bytes = std::size_t{1} << 20, .depth = 8, .members = 64};

/// What a value is: the exact figure, never less than it, or neither.
inline constexpr std::string_view kExact = "exact";
inline constexpr std::string_view kUpper = "upper";
inline constexpr std::string_view kApproximate = "approximate";

inline Json answer(double value, std::string method, std::string_view bound) {
  return Json::object({{"value", value}, {"method", std::move(method)}, {"bound", bound}});
}

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

/// Fails when a field that the query itself answers is given.
inline Result<void> refuse_answer(const Json& query, std::string_view field) {
  if (!query.find(field)) return {};
  return fail(ErrorCode::conflicting_fields, std::string(field),
              "is what this query answers: leave it out, or ask another query");
}

/// Fails when a field that the query needs is absent.
inline Result<void> require_field(const Json& query, std::string_view field,
                                  std::string_view title) {
  if (query.find(field)) return {};
  return fail(ErrorCode::missing_field, std::string(field), "is required: " + std::string(title));
}

}  // namespace noisy
