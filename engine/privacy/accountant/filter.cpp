#include "engine/privacy/accountant/filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kRoundUp = 1.0 + 0x1p-50;

bool positive(double value) {
  return value > 0.0 && std::isfinite(value);
}

bool probability(double value) {
  return value > 0.0 && value < 1.0;
}

Result<void> check_cost(double cost) {
  if (cost >= 0.0 && std::isfinite(cost)) return {};
  return fail(ErrorCode::invalid_budget, "cost", "a cost must be finite and at least 0");
}

/// The sum with one more term, rounded up.
double with(const math::CompensatedSum& sum, double term) {
  math::CompensatedSum next = sum;
  next.add(term);
  return next.value();
}

}  // namespace

Result<SumFilter> SumFilter::create(double cap) {
  if (!positive(cap))
    return fail(ErrorCode::invalid_budget, "cap", "the cap must be positive and finite");
  return SumFilter(cap);
}

Result<bool> SumFilter::try_spend(double cost) {
  if (auto checked = check_cost(cost); !checked) return std::unexpected(checked.error());
  if (with(spent_, cost) > cap_) return false;
  spent_.add(cost);
  return true;
}

Result<RenyiFilter> RenyiFilter::create(std::span<const double> orders, double epsilon,
                                        double delta) {
  if (!positive(epsilon))
    return fail(ErrorCode::invalid_budget, "epsilon", "epsilon must be positive and finite");
  if (!probability(delta))
    return fail(ErrorCode::invalid_budget, "delta", "delta must lie between 0 and 1");
  RenyiFilter filter;
  const double share = delta / static_cast<double>(orders.size());
  for (const double order : orders) {
    if (!(order > 1.0) || !std::isfinite(order))
      return fail(ErrorCode::invalid_value, "orders", "every order must be greater than 1");
    const double cap = epsilon - renyi_epsilon_at(order, 0.0, share);
    if (!(cap > 0)) continue;
    filter.orders_.push_back(order);
    filter.caps_.push_back(cap * (1.0 - 0x1p-45));
    filter.spent_.push_back(0.0);
  }
  if (filter.orders_.empty())
    return fail(ErrorCode::invalid_budget, "orders",
                "at none of these orders can anything be spent: give larger ones");
  return filter;
}

bool RenyiFilter::try_spend(const RenyiCurve& curve) {
  std::vector<double> next(spent_);
  bool granted = false;
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    next[i] += curve.at(orders_[i]) * (1.0 + 2e-12);
    granted = granted || next[i] <= caps_[i];
  }
  if (granted) spent_ = std::move(next);
  return granted;
}

double RenyiFilter::spent() const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < orders_.size(); ++i) least = std::min(least, spent_[i] / caps_[i]);
  return least;
}

Result<ApproximateFilter> ApproximateFilter::create(double epsilon, double slack,
                                                    double delta_sum) {
  if (!positive(epsilon))
    return fail(ErrorCode::invalid_budget, "epsilon", "epsilon must be positive and finite");
  if (!probability(slack))
    return fail(ErrorCode::invalid_budget, "slack", "the slack must lie between 0 and 1");
  if (!(delta_sum >= 0.0 && delta_sum < 1.0))
    return fail(ErrorCode::invalid_budget, "delta", "the cap on deltas must lie in [0, 1)");
  return ApproximateFilter(epsilon, slack, delta_sum);
}

double ApproximateFilter::bound(double squares) const {
  if (squares == 0) return 0.0;
  return (std::sqrt(-2.0 * math::log(slack_) * squares) + 0.5 * squares) * kRoundUp;
}

Result<bool> ApproximateFilter::try_spend(double epsilon, double delta) {
  if (auto checked = check_cost(epsilon); !checked) return std::unexpected(checked.error());
  if (auto checked = check_cost(delta); !checked) return std::unexpected(checked.error());
  if (bound(with(squares_, epsilon * epsilon)) > epsilon_) return false;
  if (with(deltas_, delta) > delta_sum_) return false;
  squares_.add(epsilon * epsilon);
  deltas_.add(delta);
  return true;
}

Result<ZcdpOdometer> ZcdpOdometer::create(double first_cap, double delta) {
  if (!positive(first_cap))
    return fail(ErrorCode::invalid_budget, "firstCap", "must be positive and finite");
  if (!probability(delta))
    return fail(ErrorCode::invalid_budget, "delta", "delta must lie between 0 and 1");
  return ZcdpOdometer(first_cap, delta);
}

Result<void> ZcdpOdometer::spend(double rho) {
  if (auto checked = check_cost(rho); !checked) return checked;
  spent_.add(rho);
  return {};
}

double ZcdpOdometer::epsilon() const {
  if (rho() == 0) return 0.0;
  double cap = first_cap_, filter = 1.0;
  for (; cap < rho(); cap *= 2.0) filter += 1.0;
  const double confidence = 6.0 * delta_ / (kPi * kPi * filter * filter) * (1.0 - 0x1p-50);
  return zcdp_epsilon(cap, confidence, ZcdpConversion::optimal);
}

Result<ApproximateOdometer> ApproximateOdometer::create(double tuning, double delta) {
  if (!positive(tuning))
    return fail(ErrorCode::invalid_budget, "tuning", "must be positive and finite");
  if (!probability(delta))
    return fail(ErrorCode::invalid_budget, "delta", "delta must lie between 0 and 1");
  return ApproximateOdometer(tuning, delta);
}

Result<void> ApproximateOdometer::spend(double epsilon) {
  if (auto checked = check_cost(epsilon); !checked) return checked;
  squares_.add(epsilon * epsilon);
  sum_.add(epsilon);
  return {};
}

double ApproximateOdometer::epsilon() const {
  const double squares = squares_.value();
  const double logarithm = 0.5 * math::log1p(squares / tuning_) - math::log(delta_);
  const double bound = std::sqrt(2.0 * (squares + tuning_) * logarithm) + 0.5 * squares;
  return std::min(sum_.value(), bound) * kRoundUp;
}

}  // namespace noisy
