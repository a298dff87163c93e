#include "engine/algorithm/kl/theory/inner_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/kl/theory/gaussian_release.h"
#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

Result<void> check(const InnerSetting& setting, const InnerChoices& choices) {
  if (!(setting.samples >= 1.0) || !std::isfinite(setting.samples) || setting.dimension < 1)
    return fail(ErrorCode::invalid_value, "data", "need at least one record and one dimension");
  if (!is_positive(setting.lipschitz))
    return fail(ErrorCode::invalid_value, "problem.constants",
                "the gradient bound L0 must be positive and finite");
  if (!is_positive(setting.rho))
    return fail(ErrorCode::invalid_budget, "privacy.rho", "rho must be positive and finite");
  if (!(setting.failure_probability > 0.0 && setting.failure_probability < 1.0))
    return fail(ErrorCode::invalid_value, "failureProbability",
                "the failure probability must lie between 0 and 1");
  if (choices.most_iterations < 2)
    return fail(ErrorCode::invalid_value, "innerIterations",
                "the inner solver needs at least 2 iterations");
  return {};
}

/// n^2 rho
double records(const InnerSetting& setting) {
  return setting.samples * setting.samples * setting.rho;
}

double full_length(const InnerSetting& setting, InnerLength length) {
  const double dimension = static_cast<double>(setting.dimension);
  const double logarithm = math::log(2.0 / setting.failure_probability);
  const double factor = length == InnerLength::paper ? logarithm * logarithm : 1.0;
  return std::max(2.0, steady_ceil(records(setting) * factor / dimension));
}

double deviation(const InnerSetting& setting, InnerNoise noise, double iterations) {
  if (noise == InnerNoise::paper)
    return 2.0 * setting.lipschitz * std::sqrt(iterations / records(setting));
  const double each = setting.rho * (1.0 - kBudgetReserve) / (iterations - 1.0);
  return gaussian_release_deviation(setting.adjacency * setting.lipschitz / setting.samples, each);
}

double likely_gap(const InnerSetting& setting, const InnerChoices& choices, double iterations) {
  if (choices.step_rule == InnerStepRule::paper) return std::numeric_limits<double>::infinity();
  const double factor =
      choices.noise == InnerNoise::paper ? 32.0 : 4.0 * setting.adjacency * setting.adjacency;
  const double x = math::log(2.0 / setting.failure_probability);
  const double norm =
      std::sqrt(static_cast<double>(setting.dimension)) + std::sqrt(2.0 * x / iterations);
  return 32.0 / (iterations + 1.0) + factor / records(setting) * (norm * norm + x);
}

}  // namespace

Result<InnerDescent> inner_descent(const InnerSetting& setting, const InnerChoices& choices) {
  if (auto checked = check(setting, choices); !checked) return std::unexpected(checked.error());
  const double full = full_length(setting, choices.length);
  const double iterations = std::min(full, static_cast<double>(choices.most_iterations));
  InnerDescent descent;
  descent.iterations = static_cast<Index>(iterations);
  descent.was_capped = iterations < full;
  descent.noise = deviation(setting, choices.noise, iterations);
  descent.cost =
      (iterations - 1.0) *
      gaussian_release_cost(setting.adjacency * setting.lipschitz / setting.samples, descent.noise);
  descent.likely_gap = likely_gap(setting, choices, iterations);
  const double share = descent.noise / setting.lipschitz;
  const double factor = choices.step_rule == InnerStepRule::paper ? 5.0 : 2.0;
  descent.expected_gap =
      factor / (iterations + 1.0) * (4.0 + static_cast<double>(setting.dimension) * share * share);
  return descent;
}

double inner_step(InnerStepRule rule, double weight, Index iteration) {
  const double t = static_cast<double>(iteration);
  return rule == InnerStepRule::paper ? 1.0 / (weight * t) : 2.0 / (weight * (t + 1.0));
}

double inner_radius(double lipschitz, double weight) {
  return lipschitz / (2.0 * weight);
}

double paper_inner_rate(const InnerSetting& setting) {
  const double dimension = static_cast<double>(setting.dimension);
  const double x = math::log(2.0 / setting.failure_probability);
  const double inside =
      setting.samples * setting.samples * x * x / (dimension * setting.failure_probability);
  return dimension * math::log(inside) / records(setting);
}

}  // namespace noisy
