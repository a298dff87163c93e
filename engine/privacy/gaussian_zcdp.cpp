#include "engine/privacy/gaussian_zcdp.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/amplification.h"

namespace noisy {
namespace {

constexpr double kInverseRootTwo = 0.70710678118654752;
constexpr double kRootHalfPi = 1.2533141373155003;
constexpr double kInverseRootTwoPi = 0.39894228040143268;
constexpr int kBisections = 200;

double normal_distribution(double x) {
  return 0.5 * math::erfc(-x * kInverseRootTwo);
}

double normal_density(double x) {
  return kInverseRootTwoPi * math::exp(-0.5 * x * x);
}

// Mills' ratio (1 - Phi(x)) / phi(x) for x >= 0.
double mills_ratio(double x) {
  if (x < 5.0) return kRootHalfPi * math::exp(0.5 * x * x) * math::erfc(x * kInverseRootTwo);
  double fraction = x;  // Laplace's continued fraction, from far inside outwards
  for (int term = 60; term >= 1; --term) fraction = x + term / fraction;
  return 1.0 / fraction;
}

Result<void> check_delta(double delta) {
  if (!(delta > 0.0 && delta < 1.0))
    return fail(ErrorCode::invalid_budget, "privacy.delta", "delta must lie between 0 and 1");
  return {};
}

Result<void> check_positive(double budget, const char* field) {
  if (!(budget > 0.0) || !std::isfinite(budget))
    return fail(ErrorCode::invalid_budget, field, "the privacy budget must be positive and finite");
  return {};
}

// Narrows a bracket in which a predicate holds at the low end and fails at the high one.
struct Bracket {
  double low;
  double high;
};

template <typename Predicate>
Bracket bisect(Bracket bracket, const Predicate& holds) {
  for (int step = 0; step < kBisections; ++step) {
    const double middle = bracket.low + 0.5 * (bracket.high - bracket.low);
    if (!(middle > bracket.low && middle < bracket.high)) break;
    (holds(middle) ? bracket.low : bracket.high) = middle;
  }
  return bracket;
}

// Surely at most delta in exact arithmetic: keeps away by what gaussian_delta may be wrong.
bool surely_within(double mu, double epsilon, double delta) {
  return gaussian_delta(mu, epsilon) <= delta * (1.0 - 1e-13 * (1.0 + 1.0 / mu));
}

}  // namespace

double gaussian_delta(double mu, double epsilon) {
  // e^eps phi(b) = phi(a) for a = -eps/mu + mu/2, b = a - mu: no large exponential is needed.
  const double a = -epsilon / mu + 0.5 * mu;
  const double b = -epsilon / mu - 0.5 * mu;
  double delta;
  if (b > 0.0)
    delta = normal_distribution(a) - math::exp(epsilon) * normal_distribution(b);
  else if (a > 0.0)
    delta = normal_distribution(a) - normal_density(a) * mills_ratio(-b);
  else
    delta = normal_density(a) * (mills_ratio(-a) - mills_ratio(-b));
  return std::clamp(delta, 0.0, 1.0);
}

Result<double> standard_rho(double epsilon, double delta) {
  if (auto checked = check_positive(epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_delta(delta); !checked) return std::unexpected(checked.error());
  const double log_inverse_delta = -math::log(delta);
  const double root =
      epsilon / (std::sqrt(log_inverse_delta + epsilon) + std::sqrt(log_inverse_delta));
  return root * root;
}

Result<double> gaussian_rho(double epsilon, double delta) {
  const auto standard = standard_rho(epsilon, delta);
  if (!standard) return standard;
  const auto holds = [&](double mu) { return surely_within(mu, epsilon, delta); };
  const double low = std::sqrt(2.0 * *standard);
  double high = low;
  while (holds(high)) high *= 2.0;
  const double mu = bisect({low, high}, holds).low;
  return 0.5 * mu * mu * (1.0 - 0x1p-51);
}

Result<double> gaussian_epsilon(double rho, double delta) {
  if (auto checked = check_positive(rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_delta(delta); !checked) return std::unexpected(checked.error());
  const double mu = std::sqrt(2.0 * rho);
  const auto leaks = [&](double epsilon) { return !surely_within(mu, epsilon, delta); };
  if (!leaks(0.0)) return 0.0;
  double high = rho + 2.0 * std::sqrt(rho * -math::log(delta));
  while (leaks(high)) high *= 2.0;
  return bisect({0.0, high}, leaks).high;
}

Result<double> gaussian_scale(double l2_sensitivity, Index batch_size, Index samples,
                              double step_rho) {
  constexpr double kRoundUp = 1.0 + 0x1p-50;
  if (!(l2_sensitivity > 0.0) || !std::isfinite(l2_sensitivity))
    return fail(
        ErrorCode::unbounded_sensitivity, "data.preprocess",
        "a finite L2 gradient sensitivity is required: bound the features or choose another "
        "loss");
  if (auto checked = check_positive(step_rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_sampling(batch_size, samples); !checked)
    return std::unexpected(checked.error());
  if (batch_size < samples)
    return fail(ErrorCode::unsupported_option, "batchSize",
                "Gaussian with subsampling needs the RDP accountant");
  return l2_sensitivity / (static_cast<double>(samples) * std::sqrt(2.0 * step_rho)) * kRoundUp;
}

}  // namespace noisy
