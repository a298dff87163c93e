#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/search.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/hockey_stick.h"
#include "engine/privacy/accountant/releases.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMostSteps = 0x1p53;
constexpr double kTolerance = 1e-9;
constexpr double kLossTolerance = 1e-7;  // an evaluation of `pld` is dear

double tolerance(Accountant accountant) {
  const bool dear = accountant == Accountant::pld || accountant == Accountant::tightest;
  return dear ? kLossTolerance : kTolerance;
}

/// Everything that one search asks: epsilon as a function of what is sought.
template <typename Change>
auto epsilon_function(const Releases& releases, Accountant accountant, double delta,
                      const Change& change) {
  return [=](double x) {
    Releases changed = releases;
    change(changed, x);
    const auto epsilon = releases_epsilon(changed, accountant, delta);
    return epsilon ? epsilon->value : kInfinity;
  };
}

/// Fails as the accountant does on these releases.
Result<void> check(const Releases& releases, Accountant accountant, const PrivacyTarget& target) {
  if (!(target.epsilon > 0) || !std::isfinite(target.epsilon))
    return fail(ErrorCode::invalid_budget, "epsilon", "epsilon must be positive and finite");
  const auto epsilon = releases_epsilon(releases, accountant, target.delta);
  if (!epsilon) return std::unexpected(epsilon.error());
  return {};
}

/// ln(1 + (e^eps - 1)/q), rounded down: what one release may cost when the record is in its batch.
double base_epsilon_of(double epsilon, double rate) {
  constexpr double kLarge = 30.0;
  constexpr double kRoundDown = 1.0 - 0x1p-50;
  if (rate == 1) return epsilon;
  if (epsilon > kLarge)
    return (epsilon - math::log(rate) + math::log1p((rate - 1.0) * math::exp(-epsilon))) *
           kRoundDown;
  return math::log1p(math::expm1(epsilon) / rate) * kRoundDown;
}

/// The least noise where the accountant has a closed form, else NaN.
double closed_form_noise(const Releases& releases, Accountant accountant,
                         const PrivacyTarget& target) {
  constexpr double kRoundUp = 1.0 + 0x1p-50;
  const double rate = releases.sampling_rate, steps = releases.steps, delta = target.delta;
  const bool tightest = accountant == Accountant::tightest;
  if (rate == 0 || delta >= 1) return 0.0;
  if (releases.mechanism == Mechanism::laplace) {
    if (accountant == Accountant::pure || (tightest && delta == 0))
      return kRoundUp / base_epsilon_of(target.epsilon / steps * (1.0 - 0x1p-49), rate);
    if (steps == 1 && (tightest || accountant == Accountant::analytic))
      return delta >= rate ? 0.0
                           : kRoundUp / (base_epsilon_of(target.epsilon, rate) -
                                         2.0 * math::log1p(-delta / rate));
  } else if (tightest || accountant == Accountant::analytic) {
    if (rate == 1)
      return std::sqrt(steps) * kRoundUp / gaussian_mu_from_log(target.epsilon, math::log(delta));
    if (steps == 1)
      return delta >= rate ? 0.0
                           : kRoundUp / gaussian_mu_from_log(base_epsilon_of(target.epsilon, rate),
                                                             math::log(delta / rate));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// Counts what the loss distributions of a search take, and refuses what takes the most: there the
/// search only saw that no grid was made any more.
template <typename Search>
Result<double> within_limit(Releases releases, const Search& search) {
  math::Evaluations points;
  releases.loss_accuracy.work = &points;
  Result<double> found = search(releases);
  if (releases.loss_accuracy.is_exhausted())
    return std::unexpected(exhausted(releases.loss_accuracy));
  return found;
}

Result<double> search_noise(Releases releases, Accountant accountant, const PrivacyTarget& target,
                            math::Evaluations* work) {
  constexpr double kLeast = 1e-6, kMost = 1e30;
  releases.noise_multiplier = 1.0;
  if (auto checked = check(releases, accountant, target); !checked)
    return std::unexpected(checked.error());
  const double closed = closed_form_noise(releases, accountant, target);
  if (!std::isnan(closed)) return closed;
  const auto epsilon =
      epsilon_function(releases, accountant, target.delta, [work](Releases& changed, double x) {
        if (work) work->add(1);
        changed.noise_multiplier = x;
      });
  double low = 1.0, high = 1.0;
  while (epsilon(high) > target.epsilon) {
    low = high;
    high *= 4.0;
    if (high > kMost)
      return fail(ErrorCode::limit_exceeded, "epsilon", "no noise below 1e30 is enough");
  }
  while (low == high || epsilon(low) <= target.epsilon) {
    low /= 4.0;
    if (low < kLeast) return epsilon(low) == 0 ? 0.0 : 4.0 * low;
  }
  return math::narrow_value({high, low}, tolerance(accountant), target.epsilon, epsilon).holds;
}

Result<double> search_steps(Releases releases, Accountant accountant, const PrivacyTarget& target) {
  // Two steps: an accountant for one release only is not a help here.
  releases.steps = 2.0;
  if (auto checked = check(releases, accountant, target); !checked)
    return std::unexpected(checked.error());
  const auto epsilon = epsilon_function(releases, accountant, target.delta,
                                        [](Releases& changed, double x) { changed.steps = x; });
  return math::largest_whole(1.0, kMostSteps,
                             [&](double steps) { return epsilon(steps) <= target.epsilon; });
}

Result<double> search_rate(Releases releases, Accountant accountant, const PrivacyTarget& target) {
  constexpr double kLeast = 1e-15;
  releases.sampling_rate = 0.5;
  if (auto checked = check(releases, accountant, target); !checked)
    return std::unexpected(checked.error());
  const auto epsilon =
      epsilon_function(releases, accountant, target.delta,
                       [](Releases& changed, double x) { changed.sampling_rate = x; });
  if (epsilon(1.0) <= target.epsilon) return 1.0;
  double low = 0.25, high = 1.0;
  for (; epsilon(low) > target.epsilon; low /= 8.0) {
    high = low;
    if (low < kLeast) return 0.0;
  }
  return math::narrow_value({low, high}, tolerance(accountant), target.epsilon, epsilon).holds;
}

Result<double> search_samples(Releases releases, Accountant accountant, const PrivacyTarget& target,
                              double batch_size) {
  releases.sampling_rate = 0.5;
  if (auto checked = check(releases, accountant, target); !checked)
    return std::unexpected(checked.error());
  const auto epsilon = epsilon_function(
      releases, accountant, target.delta, [batch_size](Releases& changed, double n) {
        changed.sampling_rate = std::fmin(1.0, batch_size / n * (1.0 + 0x1p-52));
      });
  const double largest_failing = math::largest_whole(
      batch_size, kMostSteps, [&](double n) { return epsilon(n) > target.epsilon; });
  if (largest_failing < kMostSteps) return largest_failing + 1.0;
  return fail(ErrorCode::no_certificate, "samples",
              "no n is large enough for this noise and these steps: add noise or take fewer steps");
}

}  // namespace

Result<double> least_noise(Releases releases, Accountant accountant, const PrivacyTarget& target,
                           math::Evaluations* work) {
  return within_limit(releases, [&](const Releases& counted) {
    return search_noise(counted, accountant, target, work);
  });
}

Result<double> most_steps(Releases releases, Accountant accountant, const PrivacyTarget& target) {
  return within_limit(
      releases, [&](const Releases& counted) { return search_steps(counted, accountant, target); });
}

Result<double> largest_rate(Releases releases, Accountant accountant, const PrivacyTarget& target) {
  return within_limit(
      releases, [&](const Releases& counted) { return search_rate(counted, accountant, target); });
}

Result<double> smallest_samples(Releases releases, Accountant accountant,
                                const PrivacyTarget& target, double batch_size) {
  return within_limit(releases, [&](const Releases& counted) {
    return search_samples(counted, accountant, target, batch_size);
  });
}

}  // namespace noisy
