#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/json/json.h"
#include "engine/question/field/rules.h"
#include "engine/record/answers.h"

namespace noisy {

/// Caps of the theory queries: each takes well under a second and gives an answer of a few
/// megabytes at most.
struct TheoryLimits {
  static constexpr std::size_t kTextBytes = std::size_t{1} << 20;
  static constexpr std::size_t kEigenvalues = 1'000;
  static constexpr double kIterations = 100'000;
  static constexpr double kSteppedModes = 1e7;  ///< eigenvalues x iterations, or x cells of a map
  static constexpr double kCells = 40'000;      ///< of a map
  static constexpr double kFigureIterations = 10'000;
  static constexpr double kStages = 12;
  static constexpr double kMomentum = 0.999999;
  static constexpr double kLargest = 1e12;  ///< of every other number
};

/// A question about the theory, asked as JSON: what the catalogue and the reader know of it.
struct TheoryQuery {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view source;
  std::vector<ParameterSpec> parameters;  ///< a nested one has a dotted name
  std::span<const FieldRule> rules;
  std::vector<const record::Table*> records;  ///< of the answer: one of these
  /// From the fields without `query` to the answer without it.
  Result<Json> (*answer)(const Json& fields);
};

/// All queries, in the order of the catalogue.
const std::vector<TheoryQuery>& theory_queries();

TheoryQuery quadratic_lab_query();
TheoryQuery stability_map_query();
TheoryQuery lmi_certificate_query();
TheoryQuery figure_1_query();
TheoryQuery figure_2_query();
TheoryQuery horizon_query();
TheoryQuery exact_division_query();
TheoryQuery svrg_contraction_query();
TheoryQuery erm_bounds_query();
TheoryQuery complexity_tables_query();
TheoryQuery batch_noise_query();
TheoryQuery gaussian_width_query();
TheoryQuery kl_spider_plan_query();
TheoryQuery kl_target_budget_query();
TheoryQuery kl_proximal_plan_query();
TheoryQuery kl_adaptive_bound_query();
TheoryQuery kl_conversions_query();
TheoryQuery certified_plan_query();
TheoryQuery solver_complexity_query();
TheoryQuery bias_variance_query();
TheoryQuery level_schedule_query();

// ---- what the queries' fields have in common --------------------------------------------------

/// A number above 0, required.
ParameterSpec positive_spec(std::string name, std::string title, std::string description);

/// A number of at least 0, required.
ParameterSpec not_negative_spec(std::string name, std::string title, std::string description);

/// A whole number from `minimum` to `maximum`, required.
ParameterSpec whole_spec(std::string name, std::string title, double minimum, double maximum,
                         std::string description);

/// beta in [0, 1), 0 when absent.
ParameterSpec momentum_spec();

/// T, required.
ParameterSpec iterations_spec(double maximum = TheoryLimits::kIterations);

/// One word of a vocabulary, required.
template <typename Value>
ParameterSpec choice_spec(std::string name, std::string title, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::choice,
          .choices = word_ids<Value>(),
          .description = std::move(description)};
}

/// The same spec, which may be left out.
ParameterSpec or_default(ParameterSpec spec, ParameterValue value);
ParameterSpec or_rule(ParameterSpec spec, std::string rule);

/// Reads a question by its table of fields and its rules.
template <typename Question>
Result<Question> read_question(const Json& fields, const std::vector<Field<Question>>& table,
                               std::span<const FieldRule> rules = {},
                               const std::string& path = "") {
  if (auto checked = check_lists(fields, rules); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  Question question;
  if (auto read = read_fields(fields, path, table, question); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check_rules(fields, rules); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  return question;
}

/// @error invalid-value at "strongConvexity" unless mu <= L
Result<void> check_convexity(double strong_convexity, double smoothness);

// ---- what the answers have in common ----------------------------------------------------------

/// One value of each item, as an array.
template <typename Items, typename Value>
Json column(const Items& items, const Value& value) {
  std::vector<double> numbers;
  numbers.reserve(items.size());
  for (const auto& item : items) numbers.push_back(std::invoke(value, item));
  return Json::numbers(std::move(numbers));
}

}  // namespace noisy
