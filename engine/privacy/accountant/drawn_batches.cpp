#include <limits>

#include "engine/math/search.h"
#include "engine/privacy/accountant/releases.h"

namespace noisy {

double drawn_batches_epsilon(Releases releases, double delta) {
  // Longer transforms take more memory than a page has beside its data, for little.
  releases.loss_accuracy.most_points = Index{1} << 16;
  const auto bound = releases_epsilon(releases, Accountant::pld, delta);
  return bound ? bound->value : std::numeric_limits<double>::infinity();
}

double less_noise(Releases releases, const PrivacyTarget& target, math::Evaluations* work) {
  constexpr double kStep = 0.94, kLeast = 1e-3, kTolerance = 1e-7, kMostWork = 1e7;
  if (work && work->count() >= kTrialWork) return releases.noise_multiplier;
  math::Evaluations points;
  releases.loss_accuracy.work = &points;
  releases.loss_accuracy.most_work = kMostWork;
  const auto epsilon = [&](double noise_multiplier) {
    if (work) work->add(1);
    releases.noise_multiplier = noise_multiplier;
    return drawn_batches_epsilon(releases, target.delta);
  };
  const double given = releases.noise_multiplier;
  if (epsilon(given) > target.epsilon) return given;
  double share = kStep;
  math::Edge edge{.holds = given, .fails = share * given};
  while (epsilon(edge.fails) <= target.epsilon) {
    share *= share;
    if (share < kLeast) return edge.fails;
    edge = {.holds = edge.fails, .fails = share * given};
  }
  return math::narrow_value(edge, kTolerance, target.epsilon, epsilon).holds;
}

}  // namespace noisy
