#include "engine/algorithm/simplex/theory/anytime_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

Result<void> check(const AnytimeRuleSetting& setting) {
  if (auto checked = check_simplex_regularity(setting.bound.regularity); !checked) return checked;
  if (setting.samples < 1)
    return fail(ErrorCode::invalid_value, "data", "need at least one record");
  return {};
}

double wanted_steps(const AnytimeRuleSetting& setting, const VertexBudget& budget,
                    AnytimeRate rate) {
  const double signal = static_cast<double>(setting.samples) * budget.strength();
  const double log_dimension = setting.bound.log_dimension;
  return rate == AnytimeRate::first_order ? math::pow(signal, 0.8) / math::pow(log_dimension, 0.4)
                                          : signal / log_dimension;
}

/// tau of the theorem for whole T, K and q.
double theorem_step_size(const AnytimeBoundSetting& setting, const AnytimeParameters& parameters,
                         AnytimeRate rate) {
  const SimplexRegularity& known = setting.regularity;
  const double draws = static_cast<double>(parameters.draws);
  const double period = static_cast<double>(parameters.period), ell = setting.log_dimension;
  const double slope = known.lipschitz * known.lipschitz;
  const double curve = known.smoothness * known.smoothness;
  const double bend = known.hessian_lipschitz * known.hessian_lipschitz;
  const double moment =
      rate == AnytimeRate::first_order
          ? slope + (slope + curve) * period * std::sqrt(ell / draws) +
                curve * period / (std::sqrt(ell) * draws * std::sqrt(draws))
          : slope + curve * period * ell / draws + bend * period / (draws * draws);
  return std::sqrt(ell / (moment * static_cast<double>(parameters.steps)));
}

/// Sets the step size to what is wanted, within the caps of utility and privacy.
Result<void> cap_step_size(AnytimeParameters& parameters, const AnytimeRuleSetting& setting,
                           const VertexBudget& budget, double wanted) {
  const double lipschitz = setting.bound.regularity.lipschitz;
  const auto cap = anytime_step_cap(parameters.schedule(lipschitz), budget, setting.calibration);
  if (!cap) return std::unexpected(cap.error());
  parameters.step_cap = *cap;
  parameters.step_size =
      std::min({wanted, anytime_utility_cap(parameters.period, lipschitz), *cap});
  return {};
}

}  // namespace

Result<AnytimeParameters> paper_scaled_anytime(const AnytimeRuleSetting& setting,
                                               const VertexBudget& budget, AnytimeRate rate,
                                               const ScalingConstants& constants) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  if (auto checked = check_scaling_constants(constants); !checked)
    return std::unexpected(checked.error());
  const double ell = setting.bound.log_dimension;
  const double steps = std::min(static_cast<double>(setting.samples),
                                constants.steps * wanted_steps(setting, budget, rate));
  const StepBatches batches = step_batches(setting.samples, steps);
  const bool is_first = rate == AnytimeRate::first_order;
  const double draws = is_first ? steps / ell : std::sqrt(steps * ell);
  const double period = is_first ? std::sqrt(steps) / ell : std::sqrt(steps / ell);
  AnytimeParameters parameters{.steps = batches.steps,
                               .draws = rounded_count(constants.draws * draws),
                               .period = std::min(batches.steps, rounded_count(period)),
                               .batch_size = batches.batch_size};
  const double wanted = constants.step_size * theorem_step_size(setting.bound, parameters, rate);
  if (auto capped = cap_step_size(parameters, setting, budget, wanted); !capped)
    return std::unexpected(capped.error());
  return parameters;
}

Result<AnytimeParameters> bound_optimal_anytime(const AnytimeRuleSetting& setting,
                                                const VertexBudget& budget) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  const double batch_ratio = math::pow(2.0, 0.25), ratio = std::sqrt(2.0);
  double least = std::numeric_limits<double>::infinity();
  Result<AnytimeParameters> best;
  const auto consider = [&](AnytimeParameters parameters) {
    if (!best) return;
    const Index steps = parameters.steps, draws = parameters.draws, period = parameters.period;
    const double wanted = anytime_bound_step_size(setting.bound, steps, draws, period);
    if (auto capped = cap_step_size(parameters, setting, budget, wanted); !capped) {
      best = std::unexpected(capped.error());
      return;
    }
    const double bound =
        anytime_bound(setting.bound, steps, draws, period, parameters.step_size).total();
    if (!(bound < least)) return;
    least = bound;
    best = parameters;
  };
  visit_geometric_grid(setting.samples, batch_ratio, [&](Index batch_size) {
    const Index steps = setting.samples / batch_size;
    visit_geometric_grid(setting.samples, ratio, [&](Index draws) {
      visit_geometric_grid(steps, ratio, [&](Index period) {
        consider({.steps = steps, .draws = draws, .period = period, .batch_size = batch_size});
      });
    });
  });
  return best;
}

}  // namespace noisy
