#include "engine/algorithm/simplex/theory/vertex_averages.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/problem/saddle/bias_stress.h"

namespace noisy {
namespace {

double squared(double x) {
  return x * x;
}

/// Probabilities of a binomial number from `first` on; those outside are negligible.
struct BinomialLaw {
  Index first = 0;
  std::vector<double> weights;

  Index size() const { return static_cast<Index>(weights.size()); }
};

/// Probabilities relative to the mode's that are left out.
constexpr double kNegligible = 1e-20;

/// From the mode outwards by the ratios of neighbours, which are exact to rounding.
BinomialLaw binomial_law(Index trials, double probability) {
  if (probability <= 0.0) return {0, {1.0}};
  if (probability >= 1.0) return {trials, {1.0}};
  const double odds = probability / (1.0 - probability);
  const double n = static_cast<double>(trials);
  const auto mode = std::min(trials, static_cast<Index>((n + 1.0) * probability));
  std::vector<double> below;
  double weight = 1.0;
  for (Index k = mode; k > 0; --k) {
    const double at = static_cast<double>(k);
    weight *= at / ((n - at + 1.0) * odds);
    if (weight < kNegligible) break;
    below.push_back(weight);
  }
  BinomialLaw law{mode - static_cast<Index>(below.size()), {below.rbegin(), below.rend()}};
  law.weights.push_back(1.0);
  weight = 1.0;
  for (Index k = mode; k < trials; ++k) {
    const double at = static_cast<double>(k);
    weight *= (n - at) * odds / (at + 1.0);
    if (weight < kNegligible) break;
    law.weights.push_back(weight);
  }
  double sum = 0.0;
  for (const double one : law.weights) sum += one;
  for (double& one : law.weights) one /= sum;
  return law;
}

/// phi' at 0/K, 1/K, ..., K/K.
std::vector<double> slopes(const CoordinateLoss& loss, Index draws) {
  std::vector<double> out(static_cast<std::size_t>(draws + 1));
  for (Index k = 0; k <= draws; ++k)
    out[static_cast<std::size_t>(k)] =
        loss.slope(static_cast<double>(k) / static_cast<double>(draws));
  return out;
}

BiasStress stress_of(const CoordinateLoss& loss) {
  return BiasStress({.curvature = loss.curvature, .minimizer = loss.minimizer});
}

}  // namespace

double CoordinateLoss::value(double weight) const {
  if (shape == CoordinateShape::exponential) return stress_of(*this).phi(weight);
  const double from = weight - minimizer;
  return shape == CoordinateShape::kinked && from < 0.0 ? 0.0 : 0.5 * curvature * from * from;
}

double CoordinateLoss::slope(double weight) const {
  if (shape == CoordinateShape::exponential) return stress_of(*this).slope(weight);
  const double from = weight - minimizer;
  return shape == CoordinateShape::kinked && from < 0.0 ? 0.0 : curvature * from;
}

SimplexRegularity CoordinateLoss::regularity() const {
  SimplexRegularity out{.lipschitz = std::max(std::fabs(slope(0.0)), std::fabs(slope(1.0))),
                        .smoothness = curvature,
                        .hessian_lipschitz = 0.0};
  if (shape == CoordinateShape::exponential) out.hessian_lipschitz = squared(curvature);
  if (shape == CoordinateShape::kinked)
    out.hessian_lipschitz = std::numeric_limits<double>::infinity();
  return out;
}

double plateau(const CoordinateLoss& loss, Index draws) {
  if (loss.shape == CoordinateShape::kinked) return 0.0;
  if (loss.shape == CoordinateShape::quadratic) return loss.minimizer;
  const double rate = loss.curvature / static_cast<double>(draws);
  return math::exp(rate * (loss.minimizer - 1.0)) * math::expm1(-rate * loss.minimizer) /
         math::expm1(-rate);
}

AverageError average_error(const CoordinateLoss& loss, double weight, Index draws) {
  const BinomialLaw law = binomial_law(draws, weight);
  const double slope = loss.slope(weight), value = loss.value(weight);
  AverageError out;
  for (Index i = 0; i < law.size(); ++i) {
    const double at = static_cast<double>(law.first + i) / static_cast<double>(draws);
    const double probability = law.weights[static_cast<std::size_t>(i)];
    const double off = loss.slope(at) - slope;
    out.slope_bias += probability * off;
    out.mean_square += probability * off * off;
    // The linear part has the mean 0.
    out.value_bias += probability * (loss.value(at) - value - slope * (at - weight));
  }
  // Exactly: a linear function of an average whose mean is the point.
  if (loss.shape == CoordinateShape::quadratic) out.slope_bias = 0.0;
  return out;
}

AverageBounds average_bounds(const SimplexRegularity& regularity, double vertices, Index draws) {
  const double k = static_cast<double>(draws);
  const double l1 = regularity.smoothness, l2 = regularity.hessian_lipschitz;
  const double first_order = 4.0 * l1 / std::sqrt(k);
  return {
      .slope_bias = 2.0 * l2 / k,
      .first_order_slope_bias = first_order,
      .mean_square = 16.0 * squared(l2 / k) + 16.0 * squared(l1) * (4.0 + math::log(vertices)) / k,
      .first_order_mean_square =
          4.0 * squared(l1) * (1.0 + math::log(2.0 * vertices)) / k + 2.0 * squared(first_order),
      .value_bias = 2.0 * l1 / k};
}

LevelMoments::LevelMoments(const CoordinateLoss& loss, double weight, Index most_level)
    : first_square_(weight * squared(loss.slope(1.0)) + (1.0 - weight) * squared(loss.slope(0.0))) {
  for (Index level = 0; level <= most_level; ++level)
    levels_.push_back(level_of(loss, weight, level));
}

LevelMoments::Level LevelMoments::level_of(const CoordinateLoss& loss, double weight, Index level) {
  const Index half = Index{1} << level;
  const std::vector<double> at_half = slopes(loss, half), at_plus = slopes(loss, 2 * half);
  const BinomialLaw rest = binomial_law(half - 1, weight), second = binomial_law(half, weight);
  Level out;
  for (const Index first : {0, 1}) {
    const double of_first = first == 1 ? weight : 1.0 - weight;
    const double own = loss.slope(static_cast<double>(first));
    for (Index i = 0; i < rest.size(); ++i) {
      const Index minus = first + rest.first + i;
      const double so_far = of_first * rest.weights[static_cast<std::size_t>(i)];
      const double low = at_half[static_cast<std::size_t>(minus)];
      for (Index j = 0; j < second.size(); ++j) {
        const Index other = second.first + j;
        const double probability = so_far * second.weights[static_cast<std::size_t>(j)];
        const double plus = at_plus[static_cast<std::size_t>(minus + other)];
        const double both = 0.5 * (low + at_half[static_cast<std::size_t>(other)]);
        out.plain.add(probability, plus - low, own);
        out.antithetic.add(probability, plus - both, own);
      }
    }
  }
  return out;
}

double LevelMoments::second_moment(Index max_level, LevelEstimator estimator) const {
  const double normalizer = level_normalizer(max_level);
  double sum = first_square_;
  for (Index level = 0; level <= max_level; ++level) {
    const Level& both = levels_[static_cast<std::size_t>(level)];
    const Difference& one = estimator == LevelEstimator::plain ? both.plain : both.antithetic;
    // P[N] (C_M 2^N)^2 = C_M 2^N, and P[N] 2 C_M 2^N = 2.
    sum += normalizer * level_size(level) * one.square + 2.0 * one.cross;
  }
  return sum;
}

double second_moment_bound(const SimplexRegularity& regularity, double vertices, Index max_level) {
  const double levels = static_cast<double>(max_level) + 1.0;
  return 2.0 * squared(regularity.lipschitz) +
         80.0 * levels * (1.0 + math::log(4.0 * vertices)) * squared(regularity.smoothness) +
         576.0 * squared(regularity.hessian_lipschitz);
}

double even_draws_cost(double draws) {
  return 4.0 * (draws + 1.0);
}

double leveled_draws_cost(Index max_level, LevelEstimator estimator) {
  const double size = expected_level_size(max_level);
  return squared(worst_level_weight(max_level, estimator) * size) * (2.0 * size + 1.0);
}

}  // namespace noisy
