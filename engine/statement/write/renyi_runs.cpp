#include "engine/statement/write/renyi_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace noisy {

double RenyiReleases::at(double order) const {
  if (count == 0) return 0;
  const double one = release.form->renyi(release, samples, sensitivity, order);
  return std::isfinite(one) ? count * one : one;
}

RenyiBound together(const std::vector<RenyiReleases>& releases, double rho, double delta) {
  const auto divergence = [&](double order) {
    double sum = order * rho;
    for (const RenyiReleases& some : releases) sum += some.at(order);
    return sum;
  };
  RenyiBound best =
      renyi_epsilon(RenyiCurve(divergence, std::numeric_limits<double>::infinity()), delta);
  for (const RenyiReleases& some : releases) {
    const double order = some.order;
    const double epsilon = std::max(0.0, renyi_epsilon_at(order, divergence(order), delta));
    if (epsilon < best.value) best = {epsilon, order};
  }
  return best;
}

}  // namespace noisy
