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
  return {.samples = schedule.samples,
          .batch_size = schedule.batch_size,
          .noise = noise,
          .difference = schedule.difference};
}

double count_of(Index steps) {
  return static_cast<double>(steps);
}

/// What full batches need at an order, and large ones nearly: (2G/n) sqrt(N alpha / (2 cap)).
double full_batch_noise(const VarianceReducedSchedule& schedule, double order, double cap) {
  return std::sqrt(count_of(schedule.steps) * anchor_renyi(schedule.samples, 1.0, order) / cap);
}

/// The run's divergence by joint_renyi.
double joint_divergence(const VarianceReducedSchedule& schedule, double noise, double order,
                        math::Evaluations* work) {
  if (work) work->add(1);
  const double anchored = count_of(schedule.anchored_steps);
  const double inner = count_of(schedule.steps) - anchored;
  return inner * joint_variance_reduced_renyi(step_of(schedule, noise), order) +
         anchored * anchor_renyi(schedule.samples, noise, order);
}

struct NoiseAtOrder {
  double noise = 0;
  double order = 0;
};

/// The least noise below this one that joint_renyi proves, and its order; this one where none is.
NoiseAtOrder least_joint_noise(const VarianceReducedSchedule& schedule, const PrivacyTarget& target,
                               double noise, math::Evaluations* work) {
  constexpr double kTolerance = 1e-9;
  NoiseAtOrder best{.noise = noise};
  const auto noise_at = [&](double order) {
    const double cap = renyi_cap(order, target.epsilon, target.delta);
    const auto divergence = [&](double at) { return joint_divergence(schedule, at, order, work); };
    if (!(cap > 0)) return kLargestSquare;
    // An order that is no better says by how much, so that the search finds its way.
    const double part = divergence(best.noise) / cap;
    if (!(part <= 1)) return std::min(kLargestSquare, best.noise * part);
    const double low = full_batch_noise(schedule, order, cap) * (1.0 - kTolerance);
    const double found = math::narrow_value({best.noise, low}, kTolerance, cap, divergence).holds;
    if (found < best.noise) best = {found, order};
    return found;
  };
  least_over_whole_orders_of(target, noise_at);
  if (best.order == 0) return best;
  const double whole = best.noise;
  const auto part = [&](double order) {
    const double cap = renyi_cap(order, target.epsilon, target.delta);
    return cap > 0 ? joint_divergence(schedule, whole, order, work) / cap : kLargestSquare;
  };
  noise_at(least_beside_whole_order(part, {best.order, 1}).argument);
  return best;
}

/// The run's divergence at the best split; the search for that goes on from the last one.
class SplitDivergences {
 public:
  explicit SplitDivergences(const VarianceReducedSchedule& schedule) : schedule_(schedule) {}

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

/// The least noise at an order by splits, without a search for it: once s = 2R / (b sigma_1) is
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
    const double sigma = 2.0 * schedule_.difference / (batch_ * s);
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

/// What large batches reach: full_batch_noise at the best whole order.
double noise_of_large_batches(const VarianceReducedSchedule& schedule,
                              const PrivacyTarget& target) {
  const auto noise_at = [&](double order) {
    const double cap = renyi_cap(order, target.epsilon, target.delta);
    return cap > 0 ? full_batch_noise(schedule, order, cap) : kLargestSquare;
  };
  return least_over_whole_orders_of(target, noise_at).value;
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
  const double order = 1.0 + math::exp(least_over_orders_of(target, square).argument);
  const auto found = least.at(order);
  const double noise = std::sqrt(found.square) * kRoundUp;
  const NoiseAtOrder joint = least_joint_noise(schedule, target, noise, work);
  if (joint.noise < noise) {
    return VarianceReducedCalibration{
        .noise = joint.noise,
        .order = joint.order,
        .share = {},
        .step_cost = joint_variance_reduced_renyi(step_of(schedule, joint.noise), joint.order),
        .anchored_cost = anchor_renyi(schedule.samples, joint.noise, joint.order)};
  }
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
  SplitDivergences divergence(schedule);
  const auto epsilon_at = [&](double order, double spent) {
    const double epsilon = renyi_epsilon_at(order, spent, delta);
    return std::isfinite(epsilon) ? epsilon : kLargestSquare;
  };
  const auto split = [&](double t) {
    const double order = 1.0 + math::exp(t);
    return epsilon_at(order, divergence(noise, order));
  };
  const auto joint = [&](double order) {
    return epsilon_at(order, joint_divergence(schedule, noise, order, nullptr));
  };
  const math::Minimum by_split = least_over_orders(split, kLeast, kMost);
  // A full batch's best order is 1 + sqrt(ln(1/delta) / rho), a smaller batch's is below it.
  const double rho = count_of(schedule.steps) * anchor_renyi(schedule.samples, noise, 1.0);
  const double last = 2.0 * (1.0 + std::sqrt(-math::log(delta) / rho));
  const math::Minimum jointly =
      least_beside_whole_order(joint, least_over_whole_orders(joint, 2.0, last));
  const bool is_joint = jointly.value < by_split.value;
  return {std::max(0.0, std::min(jointly.value, by_split.value) * (1.0 + kMargin)),
          is_joint ? jointly.argument : 1.0 + math::exp(by_split.argument)};
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
  const double sampled =
      2.0 * schedule.difference / b / gaussian_mu_from_log(drawn_epsilon, math::log(drawn_delta));
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
    // Of the cap, what this noise takes.
    const auto part = [&](double at) {
      const double cap = renyi_cap(at, target.epsilon, target.delta);
      if (!(cap > 0)) return kLargestSquare;
      return std::min(kLargestSquare, joint_divergence(schedule, noise, at, work) / cap);
    };
    // The order that another batch found best often proves this one's noise at once.
    if (order > 1 && part(order) <= 1) return true;
    const math::Minimum best = least_over_whole_orders_of(target, part);
    order = best.argument;
    return best.value <= 1;
  };
  return smallest_batch_from(schedule.samples, schedule.steps, target.epsilon, schedule.samples,
                             reaches);
}

}  // namespace noisy
