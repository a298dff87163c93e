#include "engine/privacy/calibration/subsampled_division.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr int kMaxInnerSteps = 100;
constexpr int kMaxOuterSteps = 100;
constexpr double kInnerTolerance = 4e-16;
constexpr double kOuterTolerance = 1e-13;

// Sum of the steps' costs and its derivative in the shift, each root sought from its neighbour's.
struct CostAndSlope {
  double cost;
  double slope;
};

CostAndSlope total_cost(const GeometricWeights& weights, const SubsampledRule& rule) {
  const SamplingAmplification& sampling = rule.sampling();
  math::CompensatedSum cost, slope;
  double previous_weight = std::numeric_limits<double>::quiet_NaN();
  double log_base = 0.0, step_cost = 0.0, step_slope = 0.0;
  weights.for_each([&](Index step, double log_weight) {
    if (log_weight != previous_weight) {
      if (step == 1)
        log_base = rule.log_base_epsilon(log_weight);
      else
        log_base = rule.log_base_epsilon_near(
            log_weight, log_base + (log_weight - previous_weight) / rule.condition_slope(log_base));
      previous_weight = log_weight;
      const double base = math::exp(log_base);
      step_cost = sampling.amplified(base);
      step_slope = sampling.slope(base) * base / rule.condition_slope(log_base);
    }
    cost.add(step_cost);
    slope.add(step_slope);
  });
  return {cost.value(), slope.value()};
}

double compensated_cost(const GeometricWeights& weights, const SubsampledRule& rule) {
  math::CompensatedSum cost;
  double previous_weight = std::numeric_limits<double>::quiet_NaN();
  double step_cost = 0.0;
  weights.for_each([&](Index, double log_weight) {
    if (log_weight != previous_weight) {
      previous_weight = log_weight;
      step_cost = rule.step_epsilon(log_weight);
    }
    cost.add(step_cost);
  });
  return cost.value();
}

}  // namespace

double SubsampledRule::condition(double log_base_epsilon) const {
  // ln g'(r) = -ln(1 + (n/m - 1) e^-r) = -ln(e^r + n/m - 1) + r, and g' = 1 - complement.
  const double complement = sampling_.slope_complement(math::exp(log_base_epsilon));
  const double log_slope = complement < 0.5
                               ? math::log1p(-complement)
                               : math::log(sampling_.slope(math::exp(log_base_epsilon)));
  return 3.0 * log_base_epsilon + log_slope - shift_;
}

double SubsampledRule::condition_slope(double log_base_epsilon) const {
  const double base = math::exp(log_base_epsilon);
  return 3.0 + base * sampling_.slope_complement(base);
}

double SubsampledRule::log_base_epsilon(double relative_log_weight) const {
  // m/n <= g' <= 1 brackets the root; start at the end that is right for small or for large r.
  const double low = (relative_log_weight + shift_) / 3.0;
  const double high = low - sampling_.log_rate() / 3.0;
  return log_base_epsilon_near(relative_log_weight,
                               math::exp(low) > -sampling_.log_rate() ? low : high);
}

double SubsampledRule::log_base_epsilon_near(double relative_log_weight, double guess) const {
  double low = (relative_log_weight + shift_) / 3.0;
  double high = low - sampling_.log_rate() / 3.0;
  double root = std::clamp(guess, low, high);
  for (int step = 0; step < kMaxInnerSteps; ++step) {
    const double excess = condition(root) - relative_log_weight;
    (excess > 0.0 ? high : low) = root;
    double next = root - excess / condition_slope(root);
    if (!(next >= low && next <= high)) next = low + 0.5 * (high - low);
    const double change = std::fabs(next - root);
    root = next;
    if (change <= kInnerTolerance * std::max(1.0, std::fabs(root))) break;
  }
  return root;
}

double SubsampledRule::step_epsilon(double relative_log_weight) const {
  return sampling_.amplified(math::exp(log_base_epsilon(relative_log_weight)));
}

SubsampledFit fit_subsampled_rule(const GeometricWeights& weights,
                                  const SamplingAmplification& sampling, double top_epsilon_guess,
                                  double epsilon) {
  const SubsampledRule unshifted(sampling, 0.0);
  double shift = unshifted.condition(math::log(sampling.base(top_epsilon_guess)));
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMaxOuterSteps; ++step) {
    const auto [cost, slope] = total_cost(weights, SubsampledRule(sampling, shift));
    const double excess = math::log(cost / epsilon);
    if (std::fabs(excess) <= kOuterTolerance) break;
    (excess > 0.0 ? high : low) = shift;
    double next = shift - excess * cost / slope;
    if (!(next >= low && next <= high)) next = low + 0.5 * (high - low);
    if (next == shift) break;
    shift = next;
  }
  const SubsampledRule rule(sampling, shift);
  return {rule, compensated_cost(weights, rule)};
}

}  // namespace noisy
