#include "engine/algorithm/simplex/theory/boosting.h"

#include <cmath>
#include <string>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/math/elementary.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

Index ceil_log2(double number) {
  return static_cast<Index>(steady_ceil(math::log(number) / math::log(2.0)));
}

Index share_of(Index samples, double share) {
  return static_cast<Index>(steady_floor(static_cast<double>(samples) * share));
}

Result<void> check_shares(const std::array<double, 4>& shares) {
  double total = 0.0;
  bool is_positive = true;
  for (const double share : shares) {
    is_positive = is_positive && share > 0.0;
    total += share;
  }
  if (is_positive && total <= 1.0 + kRoundingSlack) return {};
  return fail(ErrorCode::invalid_value, "shares",
              "the shares of the four parts must be positive and add up to at most 1");
}

}  // namespace

Result<BoostingCounts> boosting_counts(double failure_probability) {
  if (!(failure_probability > 0.0 && failure_probability < 1.0))
    return fail(ErrorCode::invalid_value, "failureProbability",
                "the failure probability must lie between 0 and 1");
  const Index candidates = ceil_log2(4.0 / failure_probability);
  return BoostingCounts{candidates,
                        ceil_log2(8.0 * static_cast<double>(candidates) / failure_probability)};
}

Result<BoostingBlocks> boosting_blocks(Index samples, const BoostingCounts& counts,
                                       const std::array<double, 4>& shares) {
  constexpr Index kMostCount = 1'000'000;
  if (auto checked = check_schedule_field("candidates", counts.candidates, 1, kMostCount); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_schedule_field("runs", counts.runs, 1, kMostCount); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_shares(shares); !checked) return std::unexpected(checked.error());
  const Index solvers = counts.candidates * counts.runs;
  const BoostingBlocks blocks{.candidate = share_of(samples, shares[0]) / counts.candidates,
                              .response_x = share_of(samples, shares[1]) / solvers,
                              .response_y = share_of(samples, shares[2]) / solvers,
                              .selection = share_of(samples, shares[3])};
  if (blocks.candidate > 0 && blocks.response_x > 0 && blocks.response_y > 0 &&
      blocks.selection > 0)
    return blocks;
  return fail(ErrorCode::invalid_value, "data",
              "boosting needs a record in every block, but the blocks have " +
                  std::to_string(blocks.candidate) + ", " + std::to_string(blocks.response_x) +
                  ", " + std::to_string(blocks.response_y) + " and " +
                  std::to_string(blocks.selection) + " records");
}

double BoostingSelection::excess(Index candidates, double failure_probability) const {
  return math::log(static_cast<double>(candidates) / failure_probability) / coefficient;
}

Result<BoostingSelection> boosting_selection(double low, double high, Index selection_records,
                                             double epsilon) {
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high))
    return fail(ErrorCode::missing_field, "valueBound",
                "the selection needs a finite interval that the loss's values are clipped to");
  if (auto checked = check_budget(epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  if (selection_records < 1)
    return fail(ErrorCode::invalid_value, "data", "the selection needs at least one record");
  const double sensitivity = 2.0 * (high - low) / static_cast<double>(selection_records);
  return BoostingSelection{sensitivity, epsilon / (2.0 * sensitivity)};
}

double boosting_deviation(double low, double high, Index selection_records,
                          double failure_probability) {
  return (high - low) * std::sqrt(math::log(2.0 / failure_probability) /
                                  (2.0 * static_cast<double>(selection_records)));
}

BoostingBound boosting_bound(const BoostingCounts& counts, double failure_probability,
                             double candidate_gap, double answer_excess, double move,
                             const BoostingSelection& selection, Index selection_records) {
  const double candidates = static_cast<double>(counts.candidates);
  const double runs = static_cast<double>(counts.runs);
  const double deviation = boosting_deviation(0, move / 2, selection_records,
                                              failure_probability / (8 * candidates * runs));
  return {.candidates = math::pow(4 / failure_probability, 1 / candidates) * candidate_gap,
          .answers = math::pow(8 * candidates / failure_probability, 1 / runs) * answer_excess,
          .deviation = 4 * deviation,
          .selection = selection.excess(counts.candidates, failure_probability / 4)};
}

}  // namespace noisy
