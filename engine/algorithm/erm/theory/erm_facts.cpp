#include "engine/algorithm/erm/theory/erm_facts.h"

#include <algorithm>
#include <cmath>

namespace noisy {
namespace {

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

}  // namespace

double ErmFacts::noise_variance(double releases) const {
  const double share = lipschitz / static_cast<double>(samples);
  return noise_ratio * share * share * releases;
}

double noise_ratio_of_rho(double rho) {
  return 2.0 / rho;
}

Result<void> check_erm_facts(const ErmFacts& facts) {
  if (facts.samples < 1 || facts.dimension < 1)
    return fail(ErrorCode::invalid_value, "data", "need at least one record and one dimension");
  if (!is_positive(facts.lipschitz) || !is_positive(facts.smoothness))
    return fail(ErrorCode::invalid_value, "problem.constants",
                "the gradient bound G and the smoothness L must be positive and finite");
  if (!is_positive(facts.initial_gap))
    return fail(ErrorCode::invalid_value, "problem.constants.initialGap",
                "the guess of the initial gap must be positive and finite");
  if (!is_positive(facts.noise_ratio))
    return fail(ErrorCode::invalid_value, "noise", "the noise must be positive and finite");
  return {};
}

Index whole_steps(double number) {
  constexpr double kMost = 9007199254740992.0;  // 2^53
  if (!(number > 1.0)) return 1;
  return static_cast<Index>(std::min(std::round(number), kMost));
}

}  // namespace noisy
