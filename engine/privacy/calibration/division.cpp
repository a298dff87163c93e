#include "engine/privacy/calibration/division.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/checks.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {
namespace {

// Left unspent, relative: larger than every rounding error between here and the noise.
constexpr double kUnspent = 0x1p-48;
// Below this a share leaves the range in which later formulas keep their relative accuracy.
constexpr double kSmallestShare = 1e-290;

}  // namespace

double BudgetDivision::share(double relative_log_weight) const {
  if (subsampled_) return multiplier_ * subsampled_->step_epsilon(relative_log_weight);
  return multiplier_ * math::exp(power_ * relative_log_weight);
}

Result<BudgetDivision> BudgetDivision::checked() && {
  if (!(smallest_share() >= kSmallestShare))
    return fail(ErrorCode::limit_exceeded, "iterations",
                "the first steps would get no budget and infinite noise: select the horizon or use "
                "fewer iterations");
  return std::move(*this);
}

Result<BudgetDivision> BudgetDivision::power_rule(std::span<const WeightSegment> segments,
                                                  double power, double total, double sum_power) {
  auto weights = GeometricWeights::create(segments);
  if (!weights) return std::unexpected(weights.error());
  BudgetDivision division;
  division.power_ = power;
  division.multiplier_ = total * (1.0 - kUnspent) / weights->sum_of_powers(sum_power);
  division.weights_ = std::move(*weights);
  return division;
}

Result<BudgetDivision> divide_pure_budget(Division division,
                                          std::span<const WeightSegment> segments, double epsilon,
                                          Index batch_size, Index samples) {
  if (auto checked = check_budget(epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  const auto sampling = SamplingAmplification::create(batch_size, samples);
  if (!sampling) return std::unexpected(sampling.error());
  const double power = division == Division::uniform ? 0.0 : 1.0 / 3.0;
  auto shares = BudgetDivision::power_rule(segments, power, epsilon, power);
  if (!shares) return shares;
  if (division == Division::exact_subsampled && !sampling->full_batch()) {
    // The power rule is the starting point; its own limit is also the exact rule's.
    auto start = std::move(*shares).checked();
    if (!start) return start;
    shares = std::move(start);
    const double total = epsilon * (1.0 - kUnspent);
    const auto fit = fit_subsampled_rule(shares->weights_, *sampling, shares->share(0.0), total);
    shares->subsampled_ = fit.rule;
    shares->multiplier_ = total / fit.sum;
  }
  return std::move(*shares).checked();
}

Result<BudgetDivision> divide_zcdp_budget_for_laplace(std::span<const WeightSegment> segments,
                                                      double rho) {
  if (auto checked = check_budget(rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  auto squares = BudgetDivision::power_rule(segments, 0.25, 2.0 * rho, 0.5);
  if (!squares) return squares;
  squares->multiplier_ = std::sqrt(squares->multiplier_);
  return std::move(*squares).checked();
}

Result<RhoDivision> divide_zcdp_budget_for_gaussian(std::span<const WeightSegment> segments,
                                                    double rho) {
  if (auto checked = check_budget(rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  auto shares = BudgetDivision::power_rule(segments, 0.5, rho, 0.5);
  if (!shares) return std::unexpected(shares.error());
  auto checked = std::move(*shares).checked();
  if (!checked) return std::unexpected(checked.error());
  RhoDivision division;
  division.shares_ = std::move(*checked);
  return division;
}

}  // namespace noisy
