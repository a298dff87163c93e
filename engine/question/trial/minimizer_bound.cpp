#include "engine/question/trial/minimizer_bound.h"

#include <cmath>
#include <limits>

#include "engine/algorithm/kl/theory/kl_condition.h"

namespace noisy {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// Whether the loss at the start is F_0 at most, and no loss below 0.
bool is_certain(GapSource source) {
  return source == GapSource::start;
}

}  // namespace

MinimizerBound minimizer_bound(const ProblemSpec& problem, const ProblemFacts& facts) {
  const RiskFacts& risk = facts.risk;
  const double gap = facts.gap.value;
  const double convexity = risk.is_convex ? risk.strong_convexity : 0;
  const double strength = problem.regularizer.strong_convexity();
  if (convexity >= strength && convexity > 0) {
    return {std::sqrt(2 * gap / convexity), is_certain(facts.gap.source),
            "F0 and the strong convexity"};
  }
  if (strength > 0) {
    return {std::sqrt(2 * gap / strength), is_certain(facts.gap.source), "F0 and the regularizer"};
  }
  const double kappa = risk.kl.exponent;
  if (!risk.kl.is_known() || !(kappa > 1)) return {kUnknown, false, ""};
  return {kl_distance({.exponent = kappa, .constant = risk.kl.constant}, gap), false,
          "F0 and the KL condition"};
}

}  // namespace noisy
