#include "engine/experiment/file/read_blocks.h"

namespace noisy {
namespace {

/// Above it nothing is promised more often than not.
constexpr double kLargestDelta = 0.5;
/// Below it noise leaves the range of numbers, and no search for its scale would end.
constexpr double kSmallestBudget = 1e-100;
/// Above it nothing is promised, and hardened noise would be finer than its grid.
constexpr double kLargestBudget = 1e6;
/// With a larger part of epsilon the promise is mostly delta: what epsilon adds to it is lost in
/// the rounding of delta, so that two accountants would not agree on it.
constexpr double kLargestPartOfEpsilon = 1.0 / 3;

ParameterSpec budget(std::string name, double maximum, std::string description) {
  return {.name = std::move(name),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = maximum,
          .exclusive_minimum = true,
          .default_rule = "required by some notions",
          .description = std::move(description)};
}

Result<void> store_mechanism(const Json& value, const FieldPlace& at, PrivacySpec& privacy) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  privacy.mechanism = find_word<Mechanism>(std::get<std::string>(*checked));
  return {};
}

const std::vector<Field<PrivacySpec>>& privacy_fields() {
  constexpr ErrorCode kBudget = ErrorCode::invalid_budget;
  static const std::vector<Field<PrivacySpec>> kFields = {
      {{.name = "notion",
        .title = "the kind of guarantee",
        .type = ParameterType::choice,
        .choices = word_ids<Notion>()},
       &store<&PrivacySpec::notion>},
      {budget("epsilon", kLargestBudget, "The most that likelihoods may change by, as e^epsilon."),
       &store<&PrivacySpec::epsilon, kBudget>},
      {budget("delta", kLargestDelta, "The probability that is left out of the promise."),
       &store<&PrivacySpec::delta, kBudget>},
      {budget("rho", kLargestBudget, "The budget of zero-concentrated DP."),
       &store<&PrivacySpec::rho, kBudget>},
      {{.name = "mechanism",
        .type = ParameterType::choice,
        .choices = {"auto", "laplace", "gaussian"},
        .default_value = std::string("auto")},
       &store_mechanism},
      {{.name = "neighbours",
        .type = ParameterType::choice,
        .choices = word_ids<Neighbours>(),
        .default_value = word_for(Neighbours::replace_one)},
       &store<&PrivacySpec::neighbours>},
      {{.name = "calibration",
        .type = ParameterType::choice,
        .choices = word_ids<Calibration>(),
        .default_value = word_for(Calibration::tight)},
       &store<&PrivacySpec::calibration>},
      {{.name = "noiseConstant",
        .type = ParameterType::number,
        .minimum = 0,
        .maximum = kLargest,
        .exclusive_minimum = true,
        .default_rule = "the least that is proven"},
       &store<&PrivacySpec::noise_constant>}};
  return kFields;
}

/// Every budget field that the notion has is there, and no other.
Result<void> check_budget(const Json& block, const std::string& path, Notion notion) {
  const std::vector<std::string> required = budget_fields(notion);
  for (const std::string name : {"epsilon", "delta", "rho"}) {
    const bool is_required = std::ranges::find(required, name) != required.end();
    if (is_required == (block.find(name) != nullptr)) continue;
    const std::string text = "the notion \"" + word_for(notion) + "\" ";
    if (is_required)
      return fail(ErrorCode::missing_field, join_path(path, name), text + "needs it");
    return fail(ErrorCode::conflicting_fields, join_path(path, name), text + "does not have it");
  }
  return {};
}

/// Every budget is large enough to be planned with, and epsilon beside delta.
Result<void> check_sizes(const PrivacySpec& privacy, const std::string& path) {
  const std::pair<const char*, std::optional<double>> budgets[] = {
      {"epsilon", privacy.epsilon}, {"delta", privacy.delta}, {"rho", privacy.rho}};
  for (const auto& [name, value] : budgets) {
    if (value.value_or(1) >= kSmallestBudget) continue;
    return fail(ErrorCode::invalid_budget, join_path(path, name),
                "is " + number_text(*value) +
                    ", but budgets below 1e-100 ask for noise beyond the range of numbers");
  }
  const bool is_approximate = privacy.epsilon && privacy.delta;
  if (!is_approximate || *privacy.delta <= kLargestPartOfEpsilon * *privacy.epsilon) return {};
  return fail(ErrorCode::invalid_budget, join_path(path, "delta"),
              "is " + number_text(*privacy.delta) +
                  ", more than a third of epsilon = " + number_text(*privacy.epsilon) +
                  ": then the promise is mostly delta; give a smaller delta, well below 1/n");
}

}  // namespace

std::vector<std::string> budget_fields(Notion notion) {
  switch (notion) {
    case Notion::pure:
      return {"epsilon"};
    case Notion::approximate:
      return {"epsilon", "delta"};
    case Notion::zcdp:
      return {"rho"};
    case Notion::none:
      break;
  }
  return {};
}

Result<PrivacySpec> read_privacy(const Json& block, const std::string& path) {
  PrivacySpec privacy;
  if (auto read = read_fields(block, path, privacy_fields(), privacy); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check_budget(block, path, privacy.notion); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_sizes(privacy, path); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (privacy.noise_constant && privacy.calibration != Calibration::paper) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "noiseConstant"),
                "is the constant of the calibration \"paper\": choose that, or leave it out");
  }
  return privacy;
}

}  // namespace noisy
