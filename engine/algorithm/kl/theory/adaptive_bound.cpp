#include "engine/algorithm/kl/theory/adaptive_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/kl/theory/kl_setting.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

Result<void> check(const AdaptiveChoices& choices, const AdaptiveRisk& risk) {
  if (!(risk.kappa >= 1.0 && risk.kappa <= 2.0))
    return fail(ErrorCode::invalid_value, "problem.constants.klExponent",
                "the bound needs 1 <= kappa <= 2");
  if (!is_positive(risk.gamma))
    return fail(ErrorCode::invalid_value, "problem.constants.klConstant",
                "the constant gamma must be positive and finite");
  if (!is_positive(risk.initial_gap))
    return fail(ErrorCode::invalid_value, "problem.constants.initialGap",
                "the bound on the initial gap must be positive and finite");
  if (choices.mode != AdaptiveMode::filter)
    return fail(ErrorCode::unsupported_option, "mode", "only mode filter has a proven bound");
  if (choices.relative_noise != 0.5)
    return fail(ErrorCode::unsupported_option, "relativeNoise",
                "the bound is proven for the noise ratio 1/2");
  return {};
}

double query_cap(const AdaptiveRisk& risk, double slowness, double queries) {
  if (risk.kappa == 2.0)
    return risk.initial_gap * math::pow(std::max(0.0, 1.0 - 1.0 / slowness), queries);
  const double flat = 2.0 - risk.kappa;
  return log_power(slowness * risk.kappa / (flat * queries), risk.kappa / flat);
}

}  // namespace

double AdaptiveBound::gap() const {
  return std::max({norm_noise, gradient_budget, noise_floor, query_cap});
}

Result<AdaptiveBound> adaptive_bound(const AdaptiveFacts& facts, const AdaptiveChoices& choices,
                                     const AdaptiveRisk& given) {
  if (auto checked = check(choices, given); !checked) return std::unexpected(checked.error());
  const auto setting = adaptive_setting(facts, choices);
  if (!setting) return std::unexpected(setting.error());
  const AdaptiveRisk risk = given;
  const double kappa = risk.kappa, gamma = risk.gamma, smoothness = facts.smoothness;
  const double squared = gamma * gamma, nu = setting->norm_error;
  const double noise = setting->chi_radius * setting->noise_floor;
  const double reach = setting->sensitivity * setting->chi_radius;
  AdaptiveBound bound;
  bound.norm_noise = log_power(std::sqrt(2.0) * gamma * nu, kappa) + nu * nu / (8.0 * smoothness);
  bound.gradient_budget = log_power(1026.0 * kappa / (4.0 - kappa) * squared * squared *
                                        smoothness * reach * reach / setting->main_budget,
                                    kappa / (4.0 - kappa));
  bound.noise_floor = log_power(gamma * (2.0 * noise + nu), kappa);
  if (choices.output == AdaptiveOutput::after_final_step)
    bound.noise_floor += noise * noise / (6.0 * smoothness);
  const double queries =
      static_cast<double>(setting->most_queries) / (choices.most_norm_queries > 0 ? 1.0 : 2.0);
  bound.query_cap = query_cap(risk, 16.0 * squared * smoothness, queries);
  return bound;
}

double paper_adaptive_rate(const AdaptiveFacts& facts, const AdaptiveRisk& risk) {
  const double records = facts.samples * std::sqrt(facts.rho), kappa = risk.kappa;
  const double squared = risk.gamma * risk.gamma, exponent = 2.0 * kappa / (4.0 - kappa);
  const double ell = math::log(records / facts.failure_probability);
  const double phases = (1.0 + 8.0 * squared * facts.smoothness) *
                        (math::log(risk.initial_gap) +
                         exponent * math::log(records / (risk.gamma * facts.lipschitz)));
  if (!(ell > 0.0 && phases > 0.0)) return std::numeric_limits<double>::infinity();
  const double spread = std::sqrt(static_cast<double>(facts.dimension) * ell * phases);
  const double gradients = log_power(risk.gamma * facts.lipschitz * spread / records, exponent);
  const double norms = log_power(std::max(squared, 1.0) * facts.lipschitz * facts.lipschitz * ell /
                                     (std::min(facts.smoothness, 1.0) * records),
                                 kappa / 2.0);
  const double steps = kappa < 2.0 ? log_power(phases / records, kappa / (2.0 - kappa)) : 0.0;
  return gradients + norms + steps;
}

double stationarity_bound(const AdaptiveSetting& setting, double initial_gap, Index steps) {
  const double smoothness = 0.5 / setting.step_size;
  const double made = static_cast<double>(std::max<Index>(steps, 1));
  return std::sqrt(8.0 * smoothness * initial_gap / made + setting.norm_error * setting.norm_error);
}

double IterateSelection::excess(Index steps, double failure_probability) const {
  return math::log((static_cast<double>(steps) + 1.0) / failure_probability) / coefficient;
}

IterateSelection paper_selection(const AdaptiveFacts& facts) {
  const double coefficient = facts.samples * std::sqrt(facts.rho) / (2.0 * facts.lipschitz);
  const double range = 2.0 * coefficient * facts.adjacency * facts.lipschitz / facts.samples;
  return {coefficient, range * range / 8.0};
}

IterateSelection selection_of_cost(double sensitivity, double rho) {
  return {std::sqrt(2.0 * rho) / sensitivity, rho};
}

double paper_stationarity_rate(const AdaptiveFacts& facts, double initial_gap, Index steps) {
  const double records = facts.samples * std::sqrt(facts.rho);
  const double descent = initial_gap * facts.smoothness;
  const double ell = math::log(records / facts.failure_probability);
  const double noise = std::sqrt(
      facts.lipschitz * std::sqrt(descent * static_cast<double>(facts.dimension)) / records);
  return std::min(std::sqrt(descent / static_cast<double>(std::max<Index>(steps, 1))), noise) +
         facts.lipschitz * std::sqrt(ell / records);
}

}  // namespace noisy
