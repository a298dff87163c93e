#include "engine/privacy/calibration/variance_reduced_calibration.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/search.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/calibration/calibration_search.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-50;
constexpr double kLargestSquare = 1e100;
constexpr double kLeastScale = 1e-150;  // where a search for a feasible scale gives up
constexpr double kMargin = 4e-12;       // of quadrature and conversion

Result<void> check(const VarianceReducedSchedule& schedule, const PrivacyTarget& target) {
  if (auto checked = check_schedule(schedule); !checked) return checked;
  if (auto checked = check_budget(target.epsilon, "privacy.epsilon"); !checked) return checked;
  return check_delta(target.delta);
}

VarianceReducedNoise step_of(const VarianceReducedSchedule& schedule, double noise) {
  return {.samples = schedule.samples, .batch_size = schedule.batch_size, .noise = noise};
}

/// The run's divergence; the search for the best split goes on from the last one.
class RunDivergence {
 public:
  explicit RunDivergence(const VarianceReducedSchedule& schedule) : schedule_(schedule) {}

  double operator()(double noise, double order) {
    const SplitDivergence step =
        best_variance_reduced_renyi(step_of(schedule_, noise), order, share_);
    share_ = step.share;
    const auto anchored = static_cast<double>(schedule_.anchored_steps);
    const double inner = static_cast<double>(schedule_.steps) - anchored;
    return inner * step.divergence + anchored * anchor_renyi(schedule_.samples, noise, order);
  }

 private:
  VarianceReducedSchedule schedule_;
  double share_ = 2.0 / 3.0;
};

/// The least noise at an order, without a search for the noise: once s = 4G / (b sigma_1) is
/// chosen, the sampled part's cost is known, and what the cap leaves is for the anchor's part.
class LeastNoise {
 public:
  LeastNoise(const VarianceReducedSchedule& schedule, const PrivacyTarget& target,
             math::Evaluations* work)
      : schedule_(schedule),
        target_(target),
        work_(work),
        batch_(static_cast<double>(schedule.batch_size)),
        rate_(batch_ / static_cast<double>(schedule.samples)),
        anchored_(static_cast<double>(schedule.anchored_steps)),
        inner_(static_cast<double>(schedule.steps) - anchored_) {}

  /// sigma^2 / G^2 at an order, and the split that reaches it. Enormous where there is none.
  struct Found {
    double square = kLargestSquare;
    double share = 2.0 / 3.0;
  };

  Found at(double order) {
    const double cap = renyi_cap(order, target_.epsilon, target_.delta);
    if (!(cap > 0)) return {kLargestSquare * (1.0 - cap)};
    const double anchor = anchor_renyi(schedule_.samples, 1.0, order);
    if (rate_ == 1 || inner_ == 0) return {anchor * (inner_ + anchored_) / cap};
    const auto square_at = [&](double t) { return at_shift(order, cap, anchor, math::exp(t)); };
    const double start = std::min(log_shift_, feasible(order, cap));
    const math::Minimum best =
        math::minimize_from(square_at, start, kStride, kLeastShift, kMostShift, kTolerance);
    log_shift_ = best.argument;
    return {best.value, sampled_square(math::exp(best.argument)) / best.value};
  }

 private:
  static constexpr double kStride = 0.1, kTolerance = 1e-4;
  static constexpr double kLeastShift = -40.0, kMostShift = 7.0;  // of ln s

  double sampled_square(double s) const {
    const double sigma = 4.0 / (batch_ * s);
    return sigma * sigma;
  }

  double sampled_cost(double s, double order) const {
    if (work_) work_->add(1);
    return inner_ * sampled_gaussian_renyi(1.0 / s, rate_, order, SampledPair::exchanged);
  }

  double at_shift(double order, double cap, double anchor, double s) const {
    const double cost = sampled_cost(s, order), left = cap - cost;
    // Rises also where there is no solution, so that a search finds its way back.
    if (!(left > 0)) return kLargestSquare * std::min(cost / cap, kLargestSquare);
    // inner a / v + anchored a / (u + v) = left, u = sigma_1^2, v = sigma_2^2: a square equation.
    const double u = sampled_square(s);
    const double half = 0.5 * (left * u - (inner_ + anchored_) * anchor);
    const double product = inner_ * anchor * u;
    const double root = std::sqrt(half * half + left * product);
    const double v = half > 0 ? product / (half + root) : (root - half) / left;
    return u + v;
  }

  /// A ln s at which the sampled part leaves something of the cap.
  double feasible(double order, double cap) const {
    double s = std::sqrt(cap / (inner_ * order)) / rate_;
    while (s > kLeastScale && !(sampled_cost(s, order) < cap)) s *= 0.7;
    return math::log(s);
  }

  VarianceReducedSchedule schedule_;
  PrivacyTarget target_;
  math::Evaluations* work_;
  double batch_;
  double rate_;
  double anchored_;
  double inner_;
  double log_shift_ = kMostShift;  ///< where the last search ended
};

/// What large batches reach: a Gaussian query of sensitivity 6G/n in every step.
double noise_of_large_batches(const VarianceReducedSchedule& schedule,
                              const PrivacyTarget& target) {
  const double rho = zcdp_rho(target.epsilon, target.delta, ZcdpConversion::optimal);
  return 6.0 / static_cast<double>(schedule.samples) *
         std::sqrt(static_cast<double>(schedule.steps) / (2.0 * rho));
}

/// e0 of advanced composition: both terms rise, so the root is where a search for the largest e0
/// that is allowed ends.
double advanced_step_epsilon(double steps, const PrivacyTarget& target) {
  const double slope = std::sqrt(-2.0 * steps * math::log(0.5 * target.delta));
  const auto whole = [&](double e0) { return e0 * slope + steps * e0 * math::expm1(e0); };
  const double high = target.epsilon / slope;
  double low = high;
  while (whole(low) > target.epsilon) low *= 0.5;
  if (low == high) return high;
  return math::narrow_value({low, high}, 1e-14, target.epsilon, whole).holds;
}

}  // namespace

Result<void> check_schedule(const VarianceReducedSchedule& schedule) {
  if (schedule.samples < 1 || schedule.batch_size < 1 || schedule.batch_size > schedule.samples)
    return fail(ErrorCode::invalid_value, "batchSize",
                "the batch must have between 1 and n records");
  if (schedule.steps < 1 || schedule.anchored_steps < 0 || schedule.anchored_steps > schedule.steps)
    return fail(ErrorCode::invalid_value, "innerIterations",
                "there must be at least one inner step, and no more steps at the anchor than that");
  return {};
}

Result<VarianceReducedCalibration> calibrate_variance_reduced(
    const VarianceReducedSchedule& schedule, const PrivacyTarget& target, math::Evaluations* work) {
  if (auto checked = check(schedule, target); !checked) return std::unexpected(checked.error());
  LeastNoise least(schedule, target, work);
  const auto square = [&](double t) { return least.at(1.0 + math::exp(t)).square; };
  const double log_x = least_over_orders_of(target, square).argument;
  const double order = 1.0 + math::exp(log_x);
  const auto found = least.at(order);
  const double noise = std::sqrt(found.square) * kRoundUp;
  return VarianceReducedCalibration{
      .noise = noise,
      .order = order,
      .share = found.share,
      .step_cost = variance_reduced_renyi(step_of(schedule, noise), order, found.share),
      .anchored_cost = anchor_renyi(schedule.samples, noise, order)};
}

RenyiBound variance_reduced_epsilon(const VarianceReducedSchedule& schedule, double noise,
                                    double delta) {
  constexpr double kLeast = -16.0, kMost = 14.0;
  RunDivergence divergence(schedule);
  const auto bound = [&](double t) {
    const double order = 1.0 + math::exp(t);
    const double epsilon = renyi_epsilon_at(order, divergence(noise, order), delta);
    return std::isfinite(epsilon) ? epsilon : kLargestSquare;
  };
  const math::Minimum best = least_over_orders(bound, kLeast, kMost);
  return {std::max(0.0, best.value * (1.0 + kMargin)), 1.0 + math::exp(best.argument)};
}

Result<double> advanced_variance_reduced_noise(const VarianceReducedSchedule& schedule,
                                               const PrivacyTarget& target) {
  if (auto checked = check(schedule, target); !checked) return std::unexpected(checked.error());
  const auto n = static_cast<double>(schedule.samples);
  const auto b = static_cast<double>(schedule.batch_size);
  const auto steps = static_cast<double>(schedule.steps);
  const double e0 = advanced_step_epsilon(steps, target);
  const double d0 = 0.5 * target.delta / steps;
  const double drawn_delta = 0.5 * n * d0 / b;
  if (!(drawn_delta < 1))
    return fail(ErrorCode::no_certificate, "batchSize",
                "advanced composition says nothing for so small a batch and so few steps: choose "
                "calibration \"tight\"");
  const double drawn_epsilon = math::log1p(n / b * math::expm1(0.5 * e0));
  const double sampled = 4.0 / b / gaussian_mu_from_log(drawn_epsilon, math::log(drawn_delta));
  const double anchor = 2.0 / n / gaussian_mu_from_log(0.5 * e0, math::log(0.5 * d0));
  return std::sqrt(sampled * sampled + anchor * anchor) * kRoundUp;
}

Result<PaperNoise> paper_variance_reduced_noise(const VarianceReducedSchedule& schedule,
                                                const PrivacyTarget& target, double constant) {
  constexpr double kShare = 0.7535;
  constexpr double kSmall = 0.1;
  constexpr double kProven = 132.0;
  if (auto checked = check(schedule, target); !checked) return std::unexpected(checked.error());
  if (!(constant >= 0) || !std::isfinite(constant))
    return fail(ErrorCode::invalid_value, "privacy.noiseConstant", "must be positive and finite");
  const auto n = static_cast<double>(schedule.samples);
  const auto b = static_cast<double>(schedule.batch_size);
  const double ell = -math::log(target.delta);
  PaperNoise paper;
  paper.least_constant = kProven * (1.0 + 0.5 * target.epsilon / ell);
  const double c = constant > 0 ? constant : paper.least_constant;
  paper.noise = std::sqrt(c * static_cast<double>(schedule.steps) * ell) / (n * target.epsilon);
  const double square = 16.0 / (b * b * kShare * paper.noise * paper.noise);
  const double order = 1.0 + 2.0 * ell / target.epsilon;
  paper.is_large_enough = square <= kSmall;
  paper.is_amplified = order * (b / n) * math::exp((order - 1.0) * square) <= kSmall;
  return paper;
}

Result<Index> smallest_batch(VarianceReducedSchedule schedule, const PrivacyTarget& target,
                             math::Evaluations* work) {
  constexpr double kAllowance = 1.15;
  schedule.batch_size = schedule.samples;
  if (auto checked = check(schedule, target); !checked) return std::unexpected(checked.error());
  const double noise = kAllowance * noise_of_large_batches(schedule, target);
  double order = 0;
  const auto reaches = [&](Index batch) {
    schedule.batch_size = batch;
    // The order that another batch found best often proves this one's noise at once.
    if (order > 1 && LeastNoise(schedule, target, work).at(order).square <= noise * noise)
      return true;
    const auto found = calibrate_variance_reduced(schedule, target, work);
    order = found->order;
    return found->noise <= noise;
  };
  return smallest_batch_from(schedule.samples, schedule.steps, target.epsilon, schedule.samples,
                             reaches);
}

}  // namespace noisy
