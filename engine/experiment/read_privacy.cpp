#include "engine/experiment/read_blocks.h"

namespace noisy {
namespace {

constexpr double kBelowOne = 0.999999;
/// Below it noise leaves the range of numbers, and no search for its scale would end.
constexpr double kSmallestBudget = 1e-100;

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
      {budget("epsilon", kLargest, "The most that likelihoods may change by, as e^epsilon."),
       &store<&PrivacySpec::epsilon, kBudget>},
      {budget("delta", kBelowOne, "The probability that is left out of the promise."),
       &store<&PrivacySpec::delta, kBudget>},
      {budget("rho", kLargest, "The budget of zero-concentrated DP."),
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

/// Every budget is large enough to be planned with.
Result<void> check_smallest(const PrivacySpec& privacy, const std::string& path) {
  const std::pair<const char*, std::optional<double>> budgets[] = {
      {"epsilon", privacy.epsilon}, {"delta", privacy.delta}, {"rho", privacy.rho}};
  for (const auto& [name, value] : budgets) {
    if (value.value_or(1) >= kSmallestBudget) continue;
    return fail(ErrorCode::invalid_budget, join_path(path, name),
                "is " + number_text(*value) +
                    ", but budgets below 1e-100 ask for noise beyond the range of numbers");
  }
  return {};
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
  if (auto checked = check_smallest(privacy, path); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (privacy.noise_constant && privacy.calibration != Calibration::paper) {
    return fail(ErrorCode::conflicting_fields, join_path(path, "noiseConstant"),
                "is the constant of the calibration \"paper\": choose that, or leave it out");
  }
  return privacy;
}

}  // namespace noisy
