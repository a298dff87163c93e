#include "engine/algorithm/erm/theory/svrg_plus_bound.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr Index kMostEpochs = 40;

Result<void> check(const SvrgPlusSetting& setting) {
  if (!(setting.smoothness > 0.0) || !std::isfinite(setting.smoothness) ||
      !(setting.distance >= 0.0) || !std::isfinite(setting.distance))
    return fail(ErrorCode::invalid_value, "problem.constants",
                "the smoothness must be positive, the distance not negative, both finite");
  if (!(setting.length >= 1.0) || !std::isfinite(setting.length))
    return fail(ErrorCode::invalid_value, "innerIterations", "an epoch has at least one step");
  constexpr double kSlack = 1.0 + 1e-12;
  const double largest = svrg_plus_step(setting.lemma, setting.smoothness);
  if (!(setting.step_size > 0.0) || !(setting.step_size <= largest * kSlack))
    return fail(ErrorCode::unstable_step, "stepSize",
                setting.lemma == VarianceLemma::paper
                    ? "the theorem needs a step of at most 1/(13 L)"
                    : "the bound needs a step of at most 1/(7 L)");
  return {};
}

double distance_term(const SvrgPlusSetting& setting) {
  return 3.0 * setting.distance * setting.distance / (4.0 * setting.step_size * setting.length);
}

// c, with which an epoch enters the potential.
double epoch_noise(const SvrgPlusSetting& setting, Index dimension, double noise_variance) {
  const double factor = setting.lemma == VarianceLemma::paper ? 3.0 : 1.5;
  return factor * setting.step_size * static_cast<double>(dimension) * noise_variance /
         (1.0 - setting.step_size * setting.smoothness);
}

std::vector<ErrorBound> halving(double start, double noise, Index epochs) {
  std::vector<ErrorBound> curve = {{start, 0.0, 0.0}};
  curve.reserve(static_cast<std::size_t>(epochs) + 1);
  for (Index epoch = 0; epoch < epochs; ++epoch) {
    const ErrorBound& before = curve.back();
    curve.push_back({before.initial / 2.0, (before.privacy + noise) / 2.0, 0.0});
  }
  return curve;
}

}  // namespace

double svrg_plus_step(VarianceLemma lemma, double smoothness) {
  return 1.0 / ((lemma == VarianceLemma::paper ? 13.0 : 7.0) * smoothness);
}

Index svrg_plus_length(double smoothness, double distance, double gap_scale) {
  return whole_steps(std::ceil(smoothness * distance * distance / gap_scale));
}

double svrg_plus_inner_steps(double length, Index epochs) {
  return (std::ldexp(1.0, static_cast<int>(epochs) + 1) - 2.0) * length;
}

double svrg_plus_start(const SvrgPlusSetting& setting, double initial_gap) {
  return 2.0 * initial_gap + distance_term(setting);
}

Result<Index> svrg_plus_epochs(const SvrgPlusSetting& setting, const ErmFacts& facts) {
  if (auto checked = check_erm_facts(facts); !checked) return std::unexpected(checked.error());
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  const double noise = facts.noise_variance(setting.length) * static_cast<double>(facts.dimension) /
                       (2.0 * setting.smoothness);
  const double start = svrg_plus_start(setting, facts.initial_gap);
  const double epochs = 0.5 * math::log(start / noise) / math::log(2.0);
  return std::min(kMostEpochs, whole_steps(epochs));
}

Result<std::vector<ErrorBound>> svrg_plus_bound_curve(const SvrgPlusSetting& setting,
                                                      const ErmFacts& facts, double noise_variance,
                                                      Index epochs) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  return halving(svrg_plus_start(setting, facts.initial_gap),
                 epoch_noise(setting, facts.dimension, noise_variance), epochs);
}

double svrg_plus_potential(const SvrgPlusState& state) {
  return state.average_gap + 0.75 * state.squared_distance / (state.step_size * state.length) +
         0.5 * state.inner_gap / state.length;
}

Result<std::vector<ErrorBound>> svrg_plus_potential_curve(const SvrgPlusSetting& setting,
                                                          const ErmFacts& facts,
                                                          double noise_variance, Index epochs) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  const double start = facts.initial_gap * (1.0 + 0.5 / setting.length) + distance_term(setting);
  return halving(start, epoch_noise(setting, facts.dimension, noise_variance), epochs);
}

}  // namespace noisy
