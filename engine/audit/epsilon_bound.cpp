#include "engine/audit/epsilon_bound.h"

#include <algorithm>

#include "engine/math/binomial.h"
#include "engine/math/elementary.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr double kMostEpsilon = 700;
constexpr int kBisections = 60;

}  // namespace

RateBounds rate_bounds(const AttackCounts& counts, double error) {
  return {.hit = proportion_lower_bound(counts.hits, counts.rounds, 0.5 * error),
          .false_hit = proportion_upper_bound(counts.false_hits, counts.false_rounds, 0.5 * error)};
}

double epsilon_needed(double probability, double other_probability, double delta) {
  if (!(probability - delta > other_probability)) return 0;
  return math::log((probability - delta) / other_probability);
}

double epsilon_lower_bound(const AttackCounts& counts, double delta, double error) {
  const RateBounds rates = rate_bounds(counts, error);
  return epsilon_needed(rates.hit, rates.false_hit, delta);
}

double gaussian_mu_needed(const RateBounds& rates) {
  if (!(rates.hit > rates.false_hit)) return 0;
  return normal_quantile(rates.hit) - normal_quantile(rates.false_hit);
}

double gaussian_epsilon_of(double mu, double delta) {
  if (!(mu > 0)) return 0;
  return gaussian_epsilon(0.5 * mu * mu, delta).value_or(0);
}

double one_run_tail(Index canaries, Index guesses, Index correct, double epsilon, double delta) {
  const double accuracy = math::sigmoid(epsilon);
  const double beta = binomial_upper_tail(correct, guesses, accuracy);
  if (!(delta > 0)) return beta;
  double largest = 0;
  for (Index i = 1; i <= correct; ++i) {
    const double wider = binomial_upper_tail(correct - i, guesses, accuracy);
    largest = std::max(largest, (wider - beta) / static_cast<double>(i));
    // Nothing later can be larger: the numerator is at most 1 - beta.
    if (1 - beta <= largest * static_cast<double>(i + 1)) break;
  }
  return std::min(1.0, beta + 2 * static_cast<double>(canaries) * delta * largest);
}

double one_run_epsilon(Index canaries, Index guesses, Index correct, double delta, double error) {
  double low = 0;
  double high = kMostEpsilon;
  if (one_run_tail(canaries, guesses, correct, low, delta) > error) return 0;
  for (int step = 0; step < kBisections; ++step) {
    const double middle = 0.5 * (low + high);
    const bool refuted = one_run_tail(canaries, guesses, correct, middle, delta) <= error;
    (refuted ? low : high) = middle;
  }
  return low;
}

}  // namespace noisy
