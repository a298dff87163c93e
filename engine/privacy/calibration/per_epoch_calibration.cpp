#include "engine/privacy/calibration/per_epoch_calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/calibration/calibration_search.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-50;
constexpr double kLargest = 1e100;
constexpr double kMargin = 4e-12;  // of quadrature and conversion

Result<void> check(const PerEpochSchedule& schedule, const PrivacyTarget& target) {
  if (schedule.samples < 1 || schedule.batch_size < 1 || schedule.batch_size > schedule.samples)
    return fail(ErrorCode::invalid_value, "batchSize",
                "the batch must have between 1 and n records");
  if (schedule.epochs < 1)
    return fail(ErrorCode::invalid_value, "epochs", "there must be at least one epoch");
  if (schedule.steps < schedule.epochs)
    return fail(ErrorCode::invalid_value, "innerIterations",
                "every epoch has at least one inner step");
  if (!(schedule.anchor_weight > 0) || !std::isfinite(schedule.anchor_weight))
    return fail(ErrorCode::invalid_value, "anchorWeight", "must be positive and finite");
  if (auto checked = check_budget(target.epsilon, "privacy.epsilon"); !checked) return checked;
  return check_delta(target.delta);
}

VarianceReducedNoise difference_of(const PerEpochSchedule& schedule, double noise) {
  return {.samples = schedule.samples,
          .batch_size = schedule.batch_size,
          .noise = noise,
          .difference = schedule.difference};
}

/// The least sum at an order: once the differences' noise is chosen their cost is known, and what
/// the cap leaves is for the anchors.
class LeastNoise {
 public:
  LeastNoise(const PerEpochSchedule& schedule, const PrivacyTarget& target, math::Evaluations* work)
      : schedule_(schedule),
        target_(target),
        work_(work),
        rate_(static_cast<double>(schedule.batch_size) / static_cast<double>(schedule.samples)),
        epochs_(static_cast<double>(schedule.epochs)),
        steps_(static_cast<double>(schedule.steps)) {}

  struct Found {
    double sum = kLargest;         ///< sigma_1^2 + w sigma_v^2; enormous where there is none
    double difference_square = 0;  ///< sigma_1^2
    double anchor_square = 0;      ///< sigma_v^2
  };

  Found at(double order) {
    const double cap = renyi_cap(order, target_.epsilon, target_.delta);
    if (!(cap > 0)) return {.sum = kLargest * (1.0 - cap)};
    const auto sum_at = [&](double t) { return split(order, cap, t).sum; };
    const double start = std::max(log_noise_, feasible(order, cap));
    const math::Minimum best =
        math::minimize_from(sum_at, start, kStride, start - kReach, start + kReach, kTolerance);
    log_noise_ = best.argument;
    return split(order, cap, best.argument);
  }

 private:
  static constexpr double kStride = 0.1, kTolerance = 1e-5, kReach = 60.0;

  double differences_cost(double log_noise, double order) const {
    if (work_) work_->add(1);
    return steps_ * difference_renyi(difference_of(schedule_, math::exp(log_noise)), order);
  }

  Found split(double order, double cap, double log_noise) const {
    const double cost = differences_cost(log_noise, order), left = cap - cost;
    // Rises also where there is no solution, so that a search finds its way back.
    if (!(left > 0)) return {.sum = kLargest * std::min(cost / cap, kLargest)};
    const double u = math::exp(2 * log_noise);
    const double v = epochs_ * anchor_renyi(schedule_.samples, 1.0, order) / left;
    return {u + schedule_.anchor_weight * v, u, v};
  }

  /// ln sigma_1 at which the differences leave half of the cap or more.
  double feasible(double order, double cap) const {
    const auto batch = static_cast<double>(schedule_.batch_size);
    double noise = 2.0 * schedule_.difference * rate_ / batch * std::sqrt(steps_ * order / cap);
    while (noise < kLargest && !(differences_cost(math::log(noise), order) < 0.5 * cap)) {
      noise *= 1.4;
    }
    return math::log(noise);
  }

  PerEpochSchedule schedule_;
  PrivacyTarget target_;
  math::Evaluations* work_;
  double rate_;
  double epochs_;
  double steps_;
  double log_noise_ = -std::numeric_limits<double>::infinity();  ///< where the last search ended
};

}  // namespace

Result<PerEpochCalibration> calibrate_per_epoch(const PerEpochSchedule& schedule,
                                                const PrivacyTarget& target,
                                                math::Evaluations* work) {
  if (auto checked = check(schedule, target); !checked) return std::unexpected(checked.error());
  LeastNoise least(schedule, target, work);
  const auto sum = [&](double t) { return least.at(1.0 + math::exp(t)).sum; };
  PerEpochCalibration out;
  out.order = 1.0 + math::exp(least_over_orders_of(target, sum).argument);
  const auto found = LeastNoise(schedule, target, work).at(out.order);
  const double cap = renyi_cap(out.order, target.epsilon, target.delta);
  out.anchor_noise = std::sqrt(found.anchor_square);
  out.difference_noise = std::sqrt(found.difference_square);
  // The cap is met up to rounding, which a little more noise makes up for.
  constexpr int kMostCorrections = 100;
  for (int i = 0; i < kMostCorrections && found.anchor_square > 0; ++i) {
    out.anchor_noise *= kRoundUp;
    out.difference_noise *= kRoundUp;
    out.anchor_cost = anchor_renyi(schedule.samples, out.anchor_noise, out.order);
    out.difference_cost =
        difference_renyi(difference_of(schedule, out.difference_noise), out.order);
    const double cost = static_cast<double>(schedule.epochs) * out.anchor_cost +
                        static_cast<double>(schedule.steps) * out.difference_cost;
    if (cost <= cap * (1.0 - kMargin)) return out;
    const double missing = cost / cap - 1.0 + kMargin;
    out.anchor_noise *= 1.0 + missing;
    out.difference_noise *= 1.0 + missing;
  }
  return fail(ErrorCode::no_certificate, "privacy.epsilon",
              "no Renyi order proves this target: raise epsilon or delta");
}

RenyiBound per_epoch_epsilon(const PerEpochSchedule& schedule, double anchor_noise,
                             double difference_noise, double delta) {
  const auto divergence = [&](double order) {
    return static_cast<double>(schedule.epochs) *
               anchor_renyi(schedule.samples, anchor_noise, order) +
           static_cast<double>(schedule.steps) *
               difference_renyi(difference_of(schedule, difference_noise), order);
  };
  RenyiBound bound =
      renyi_epsilon(RenyiCurve(divergence, std::numeric_limits<double>::infinity()), delta);
  bound.value *= 1.0 + kMargin;
  return bound;
}

Result<Index> smallest_per_epoch_batch(PerEpochSchedule schedule, const PrivacyTarget& target,
                                       math::Evaluations* work) {
  constexpr double kAllowance = 1.15;
  const Index most = std::max<Index>(1, schedule.samples - 1);
  schedule.batch_size = most;
  if (auto checked = check(schedule, target); !checked) return std::unexpected(checked.error());
  const double rho = zcdp_rho(target.epsilon, target.delta, ZcdpConversion::optimal);
  const double differences =
      2.0 * schedule.difference * std::sqrt(static_cast<double>(schedule.steps));
  const double anchors =
      2.0 * std::sqrt(schedule.anchor_weight * static_cast<double>(schedule.epochs));
  const double large =
      (differences + anchors) / (static_cast<double>(schedule.samples) * std::sqrt(2.0 * rho));
  const double wanted = kAllowance * kAllowance * large * large;
  double order = 0;
  const auto reaches = [&](Index batch) {
    schedule.batch_size = batch;
    // The order that another batch found best often proves this one's noise at once.
    if (order > 1 && LeastNoise(schedule, target, work).at(order).sum <= wanted) return true;
    const auto found = calibrate_per_epoch(schedule, target, work);
    if (!found) return false;
    order = found->order;
    return found->difference_noise * found->difference_noise +
               schedule.anchor_weight * found->anchor_noise * found->anchor_noise <=
           wanted;
  };
  return smallest_batch_from(schedule.samples, schedule.steps, target.epsilon, most, reaches);
}

}  // namespace noisy
