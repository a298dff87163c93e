#include "engine/algorithm/kl/theory/adaptive_setting.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/theory/gaussian_release.h"
#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/tails.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

Result<void> check(const AdaptiveFacts& facts, const AdaptiveChoices& choices) {
  const auto refuse = [](const char* field, const char* message) {
    return fail(ErrorCode::invalid_value, field, message);
  };
  if (!(facts.samples >= 1.0) || !std::isfinite(facts.samples) || facts.dimension < 1)
    return refuse("data", "need at least one record and one dimension");
  if (!is_positive(facts.lipschitz) || !is_positive(facts.smoothness))
    return refuse("problem.constants",
                  "the gradient bound L0 and the smoothness L1 must be positive and finite");
  if (!is_positive(facts.rho))
    return fail(ErrorCode::invalid_budget, "privacy.rho", "rho must be positive and finite");
  if (!(facts.failure_probability > 0.0 && facts.failure_probability < 1.0))
    return refuse("failureProbability", "the failure probability must lie between 0 and 1");
  if (!(facts.samples * std::sqrt(facts.rho) > facts.failure_probability))
    return fail(ErrorCode::invalid_budget, "privacy.rho",
                "n*sqrt(rho) must exceed the failure probability");
  if (!is_positive(facts.adjacency))
    return refuse("privacy.neighbours", "the adjacency factor must be positive and finite");
  if (!(choices.relative_noise > 0.0 && choices.relative_noise <= 1.0))
    return refuse("relativeNoise", "must be above 0 and at most 1");
  if (choices.most_norm_queries < 0) return refuse("maxNormQueries", "must not be negative");
  return {};
}

/// The zCDP of the printed run at most, for the rho of its formulas.
double printed_cost(double rho, double samples, double adjacency) {
  return adjacency * adjacency / 4.0 * (1.5 * rho + 2.0 * std::sqrt(rho) / samples);
}

AdaptiveSetting printed_setting(const AdaptiveFacts& facts, AdaptiveSetting setting) {
  if (setting.mode == AdaptiveMode::paper_certified)
    setting.formula_rho = certified_paper_rho(facts.rho, facts.samples, facts.adjacency);
  const double root = std::sqrt(setting.formula_rho), records = facts.samples * root;
  setting.log_term = math::log(records / facts.failure_probability);
  setting.norm_noise = facts.lipschitz / std::sqrt(records);
  setting.norm_charge = root / facts.samples;
  setting.norm_cost = gaussian_release_cost(setting.sensitivity, setting.norm_noise);
  setting.noise_per_norm = 1.0 / std::sqrt(static_cast<double>(facts.dimension) * setting.log_term);
  setting.noise_floor = 2.0 * facts.lipschitz / records;
  setting.main_budget = setting.formula_rho / 2.0;
  setting.most_queries = static_cast<Index>(steady_floor(records / 2.0)) + 1;
  setting.relative_noise = 1.0;
  setting.true_cost = printed_cost(setting.formula_rho, facts.samples, facts.adjacency);
  setting.has_assumption = facts.lipschitz * facts.lipschitz * setting.log_term <=
                           root * facts.smoothness * facts.samples;
  return setting;
}

std::unexpected<Error> no_query(const AdaptiveFacts& facts, double share) {
  const double needed = std::ceil(share / std::sqrt(facts.rho));
  return fail(ErrorCode::invalid_value, "data",
              "the budget pays for no norm: with this rho at least " + figure_text(needed) +
                  " records are needed, or set the number of norm queries");
}

Result<AdaptiveSetting> filter_setting(const AdaptiveFacts& facts, const AdaptiveChoices& choices,
                                       AdaptiveSetting setting) {
  const bool keeps_reserve = choices.output == AdaptiveOutput::after_final_step;
  setting.reserve = keeps_reserve ? facts.rho / 2.0 : 0.0;
  setting.main_budget = facts.rho - setting.reserve;
  const double most = static_cast<double>(choices.most_norm_queries);
  setting.norm_cost =
      most > 0.0 ? setting.main_budget / 2.0 / most : std::sqrt(facts.rho) / facts.samples;
  setting.norm_charge = setting.norm_cost;
  const double queries = most > 0.0 ? most : steady_floor(setting.main_budget / setting.norm_cost);
  if (queries < 1.0) return no_query(facts, keeps_reserve ? 2.0 : 1.0);
  setting.most_queries = static_cast<Index>(queries);
  setting.norm_noise = gaussian_release_deviation(setting.sensitivity, setting.norm_cost);
  const double event = facts.failure_probability / (2.0 * queries);
  setting.chi_radius = chi_radius(facts.dimension, event);
  setting.norm_error = normal_radius(event) * setting.norm_noise;
  setting.relative_noise = choices.relative_noise;
  setting.noise_per_norm = choices.relative_noise / setting.chi_radius;
  setting.noise_floor = gaussian_release_deviation(setting.sensitivity, facts.rho / 2.0);
  setting.true_cost = facts.rho;
  return setting;
}

}  // namespace

double AdaptiveSetting::step_noise(double noisy_norm) const {
  return std::max(noise_per_norm * noisy_norm, noise_floor);
}

double certified_paper_rho(double rho, double samples, double adjacency) {
  // 1.5 s^2 + (2/n) s = c for s = sqrt(rho_in), in the form without cancellation.
  const double c = 4.0 * rho / (adjacency * adjacency);
  const double linear = 2.0 / samples;
  const double root = 2.0 * c / (linear + std::sqrt(linear * linear + 6.0 * c));
  return root * root * (1.0 - kBudgetReserve);
}

Result<AdaptiveSetting> adaptive_setting(const AdaptiveFacts& facts,
                                         const AdaptiveChoices& choices) {
  if (auto checked = check(facts, choices); !checked) return std::unexpected(checked.error());
  const AdaptiveSetting setting{.mode = choices.mode,
                                .output = choices.output,
                                .step_size = 0.5 / facts.smoothness,
                                .sensitivity = facts.adjacency * facts.lipschitz / facts.samples,
                                .formula_rho = facts.rho};
  if (choices.mode == AdaptiveMode::filter) return filter_setting(facts, choices, setting);
  return printed_setting(facts, setting);
}

}  // namespace noisy
