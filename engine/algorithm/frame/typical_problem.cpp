#include "engine/algorithm/frame/typical_problem.h"

#include <algorithm>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kMeanCurvature = 0.1;
constexpr double kTrace = 0.25;
/// Of the gap: each has half the probability of the one before.
constexpr int kGapModes = 16;

/// 1/first + .. + 1/last, within a few percent.
double harmonic(double first, double last) {
  return math::log((last + 0.5) / (first - 0.5));
}

}  // namespace

TypicalProblem::TypicalProblem(const RiskFacts& facts) : smoothness_(facts.loss_smoothness) {
  const double strength = facts.strong_convexity;
  const double gap = facts.typical_gap_share * facts.initial_gap;
  double below = 1;  // probability
  for (int j = 0; j < kGapModes; ++j) {
    const double share = j + 1 < kGapModes ? below / 2 : below;
    const double curved = -kMeanCurvature * smoothness_ * math::log1p(-(below - share / 2));
    modes_.push_back({.curvature = curved + strength, .gap = share * gap});
    below -= share;
  }
  const double dimension = std::max(1.0, static_cast<double>(facts.dimension));
  const double unit = kTrace * smoothness_ / harmonic(1, dimension);
  for (double first = 1; first <= dimension; first *= 2) {
    const double last = std::min(2 * first - 1, dimension);
    const double count = last - first + 1;
    modes_.push_back(
        {.curvature = unit * harmonic(first, last) / count + strength, .coordinates = count});
  }
}

double TypicalProblem::minimized(double added, double deviation) const {
  double sum = 0;
  for (const TypicalMode& mode : modes_) {
    const double square = (mode.curvature + added) * (mode.curvature + added);
    sum += (mode.gap * added * added +
            0.5 * mode.coordinates * mode.curvature * deviation * deviation) /
           square;
  }
  return sum;
}

double TypicalProblem::descended(const TypicalDescent& descent) const {
  double trace = 0;
  for (const TypicalMode& mode : modes_) trace += mode.coordinates * mode.curvature;
  double sum = 0;
  for (const TypicalMode& mode : modes_) {
    const double left = math::exp(-2 * mode.curvature * descent.travel);
    const double sampled = trace > 0 ? descent.sampling * mode.curvature / trace : 0;
    sum += mode.gap * left +
           0.25 * mode.coordinates * descent.step * (descent.variance + sampled) * (1 - left);
  }
  return sum;
}

}  // namespace noisy
