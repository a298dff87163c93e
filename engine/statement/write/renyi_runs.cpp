#include "engine/statement/write/renyi_runs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/release/hockey_stick_account.h"
#include "engine/privacy/release/noise.h"

namespace noisy {

double RenyiReleases::at(double order) const {
  if (count == 0) return 0;
  const double one = release.form->renyi(release, samples, sensitivity, order);
  return std::isfinite(one) ? count * one : one;
}

double RenyiReleases::hockey_stick(double delta) const {
  if (count == 0) return 0;
  return hockey_stick_epsilon(release, samples, sensitivity, count, delta);
}

void add(RenyiReleases releases, std::vector<RenyiReleases>& list) {
  for (RenyiReleases& some : list) {
    const bool is_same = some.samples == releases.samples && some.order == releases.order &&
                         some.sensitivity == releases.sensitivity &&
                         same_noise(some.release, releases.release);
    if (!is_same) continue;
    some.count += releases.count;
    return;
  }
  list.push_back(releases);
}

StatedFigure together(const std::vector<RenyiReleases>& releases, double rho, double delta) {
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
  if (releases.size() == 1 && rho == 0) {
    const double epsilon = releases.front().hockey_stick(delta);
    if (epsilon < best.value) return {std::string(statement::kHockeyStick), epsilon, delta};
  }
  return {std::string(statement::kRenyi), best.value, delta, {}, best.order};
}

}  // namespace noisy
