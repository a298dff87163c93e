#include "engine/algorithm/erm/theory/svrg_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

// k of Theorem 4.2.
double variance_factor(VarianceLemma lemma) {
  return lemma == VarianceLemma::paper ? 8.0 : 4.0;
}

// A = (start + drift) / m + drift.
struct Terms {
  double start = 0.0;
  double drift = 0.0;
};

Terms terms_of(const SvrgEpoch& epoch) {
  const double slope = variance_factor(epoch.lemma) * epoch.smoothness * epoch.step_size;
  return {1.0 / (epoch.step_size * (1.0 - slope) * epoch.strong_convexity), slope / (1.0 - slope)};
}

double factor_of(const Terms& terms, double length) {
  return terms.start / length + terms.drift * (1.0 + 1.0 / length);
}

std::string words(double number) {
  return significant_text(number, 6);
}

}  // namespace

Result<EpochContraction> epoch_contraction(const SvrgEpoch& epoch) {
  if (!(epoch.strong_convexity > 0.0) || !std::isfinite(epoch.strong_convexity) ||
      !(epoch.smoothness > 0.0) || !std::isfinite(epoch.smoothness))
    return fail(ErrorCode::invalid_value, "problem.constants",
                "mu and L must be positive and finite");
  if (!(epoch.length >= 1.0) || !std::isfinite(epoch.length))
    return fail(ErrorCode::invalid_value, "innerIterations", "an epoch has at least one step");
  const double slope = variance_factor(epoch.lemma) * epoch.smoothness * epoch.step_size;
  if (!(slope > 0.0) || !(slope < 1.0))
    return fail(ErrorCode::unstable_step, "stepSize",
                "the theorem has a bound only for steps between 0 and 1/(" +
                    words(variance_factor(epoch.lemma)) + " L)");
  const double noise = epoch.lemma == VarianceLemma::paper ? 2.0 : 1.0;
  return EpochContraction{factor_of(terms_of(epoch), epoch.length),
                          noise * epoch.step_size / (1.0 - slope)};
}

double largest_svrg_step(VarianceLemma lemma, double smoothness) {
  return 1.0 / (3.0 * variance_factor(lemma) * smoothness);
}

double shortest_epoch(const SvrgEpoch& epoch) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kMost = 9007199254740992.0;  // 2^53
  const Terms terms = terms_of(epoch);
  if (!(terms.drift < 0.5) || !(terms.start > 0.0)) return kInfinity;
  double length = std::floor((terms.start + terms.drift) / (0.5 - terms.drift)) + 1.0;
  // Rounding may have left the quotient a little too small.
  for (double stride = 1.0; length <= kMost; length += stride, stride *= 2.0)
    if (factor_of(terms, length) < 0.5) return length;
  return kInfinity;
}

Result<void> check_epoch(const SvrgEpoch& epoch) {
  const auto contraction = epoch_contraction(epoch);
  if (!contraction) return std::unexpected(contraction.error());
  if (contraction->holds()) return {};
  const double shortest = shortest_epoch(epoch);
  if (!std::isfinite(shortest))
    return fail(ErrorCode::unstable_step, "stepSize",
                "A < 1/2 needs a step below 1/(" + words(3.0 * variance_factor(epoch.lemma)) +
                    " L) = " + words(largest_svrg_step(epoch.lemma, epoch.smoothness)) +
                    "; no epoch length makes up for a larger one");
  return fail(ErrorCode::epoch_too_short, "innerIterations",
              "A is " + words(contraction->factor) + "; A < 1/2 needs epochs of at least " +
                  words(shortest) + " steps");
}

SvrgEpoch theory_epoch(VarianceLemma lemma, double smoothness, double strong_convexity) {
  const bool paper = lemma == VarianceLemma::paper;
  SvrgEpoch epoch{.lemma = lemma,
                  .step_size = 1.0 / ((paper ? 48.0 : 24.0) * smoothness),
                  .smoothness = smoothness,
                  .strong_convexity = strong_convexity};
  const double kappa = smoothness / strong_convexity;
  epoch.length = std::max(std::ceil((paper ? 200.0 : 100.0) * kappa), shortest_epoch(epoch));
  return epoch;
}

Result<Index> svrg_epochs(const ErmFacts& facts, double length) {
  if (auto checked = check_erm_facts(facts); !checked) return std::unexpected(checked.error());
  const double dimension = static_cast<double>(facts.dimension);
  const double noise = dimension * length * facts.noise_variance(1.0) / facts.smoothness;
  const double ln2 = math::log(2.0);
  return whole_steps(std::ceil(math::log(facts.initial_gap * ln2 / noise) / ln2));
}

std::vector<ErrorBound> svrg_bound_curve(const EpochContraction& contraction, const ErmFacts& facts,
                                         double noise_variance, Index epochs) {
  const double noise =
      contraction.noise_gain * static_cast<double>(facts.dimension) * noise_variance;
  std::vector<ErrorBound> curve = {{facts.initial_gap, 0.0, 0.0}};
  curve.reserve(static_cast<std::size_t>(epochs) + 1);
  for (Index epoch = 0; epoch < epochs; ++epoch) {
    const ErrorBound& before = curve.back();
    curve.push_back(
        {contraction.factor * before.initial, contraction.factor * before.privacy + noise, 0.0});
  }
  return curve;
}

std::vector<ErrorBound> svrg_tilted_bound_curve(const EpochContraction& contraction,
                                                double strong_convexity, const ErmFacts& facts,
                                                double step_variance, double anchor_variance,
                                                Index epochs) {
  if (!(contraction.factor < 1.0)) return {};
  const double dimension = static_cast<double>(facts.dimension);
  const double given_up = 0.5 * (1.0 - contraction.factor);  // c
  const double tilt = dimension * anchor_variance / (2.0 * strong_convexity);
  const double noise = contraction.factor * tilt +
                       contraction.noise_gain * dimension * step_variance + tilt / given_up;
  const double factor = contraction.factor / (1.0 - given_up);
  std::vector<ErrorBound> curve = {{facts.initial_gap, 0.0, 0.0}};
  curve.reserve(static_cast<std::size_t>(epochs) + 1);
  for (Index epoch = 0; epoch < epochs; ++epoch) {
    const ErrorBound& before = curve.back();
    curve.push_back(
        {factor * before.initial, factor * before.privacy + noise / (1.0 - given_up), 0.0});
  }
  return curve;
}

double svrg_noise_floor(const EpochContraction& contraction, Index dimension,
                        double noise_variance) {
  if (!(contraction.factor < 1.0)) return std::numeric_limits<double>::infinity();
  return contraction.noise_gain * static_cast<double>(dimension) * noise_variance /
         (1.0 - contraction.factor);
}

Index first_batch_guess(Index samples, double inner_steps, double epsilon) {
  const double records = static_cast<double>(samples);
  const double log_records = std::max(math::log(records), 1.0);
  const double guess = 0.57 * records * std::sqrt(epsilon / (inner_steps * log_records));
  return std::min(samples, whole_steps(std::ceil(guess)));
}

}  // namespace noisy
