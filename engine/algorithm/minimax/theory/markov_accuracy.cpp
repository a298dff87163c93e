#include "engine/algorithm/minimax/theory/markov_accuracy.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// L^2 / (min(weights) m^2), the square of the distance asked for in the norm of W.
double squared_demand(const SolutionPhase& phase, double lipschitz) {
  const double share = lipschitz / static_cast<double>(phase.block.count);
  return share * share / phase.least_weight();
}

}  // namespace

double expected_accuracy(SolutionMethod method, const SolutionPhase& phase, double lipschitz,
                         double delta, MarkovMoment moment) {
  const double demand = squared_demand(phase, lipschitz);
  if (is_minimization(method) && moment == MarkovMoment::paper) return delta * delta * demand / 32;
  const bool are_two = releases_both(method) || is_one_of_pair(method);
  return delta * demand / (are_two ? 16 : 8);
}

Index markov_epochs(const SolutionPhase& phase, double lipschitz, double accuracy, double factor) {
  const double start = lipschitz * lipschitz / (2 * phase.least_weight());
  const double epochs = std::ceil(math::log(start / accuracy) / -math::log(factor));
  return static_cast<Index>(std::max(0.0, epochs));
}

}  // namespace noisy
