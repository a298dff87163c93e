#include "engine/problem/saddle/sparse_group_risk.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/derivative_bounds.h"

namespace noisy {

Result<SparseGroupRisk> SparseGroupRisk::make(const GroupRiskParameters& parameters) {
  auto groups = GroupRiskLoss::make(parameters);
  if (!groups) return std::unexpected(groups.error());
  return SparseGroupRisk(*std::move(groups));
}

void SparseGroupRisk::each_target(const SaddleRecord& record, TaskTargetVisitor visit) const {
  const GroupRiskParameters& parameters = groups_.parameters();
  const Index group = parameters.rule.group_of(record);
  visit({.task = group,
         .target = record.target,
         .weight = 1 / parameters.shares[static_cast<std::size_t>(group)]});
}

SaddleBounds SparseGroupRisk::bounds(const FeatureBounds& records, Index features) const {
  const FeatureBounds all = with_implied_bounds(records, features);
  std::vector<double> shares = groups_.parameters().shares;
  std::ranges::sort(shares);
  const double weight = 1 / shares[0];
  const double target = largest_target(all);
  const ScoreBounds of = score_bounds(all, target);
  const double two_groups = of.value * length_of(weight, 1 / shares[1]);
  return bounds_of(all, features,
                   {.weight = weight,
                    .target = target,
                    .dual_difference = std::max(weight * of.range, two_groups)});
}

namespace {

template <const ScoreLoss& kLoss>
std::shared_ptr<const SaddleLoss> sparse_group_risk(const ParameterSet& given) {
  return std::make_shared<SparseGroupRisk>(SparseGroupRisk::make(groups_of(given, kLoss)).value());
}

}  // namespace

LossEntry sparse_group_risk_entry() {
  return {.id = "worst-group-sparse",
          .title = "Worst-group logistic, sparse",
          .description =
              "log(1 + exp(-t w'u)) - ln 2 of the group that y puts its weight on, with sparse "
              "weights, ||w||_1 <= r, that x mixes from +-r e_j: for many features, of which few "
              "matter.",
          .form = LossForm::saddle,
          .takes_labels = true,
          .takes_sparse = true,
          .takes_hull = true,
          .parameters = group_specs("r: ||w||_1 <= r."),
          .make_saddle = &sparse_group_risk<kLogisticScoresAboveCoin>,
          .check = &check_groups};
}

LossEntry sparse_group_squared_entry() {
  return {.id = "worst-group-sparse-squared",
          .title = "Worst-group least squares, sparse",
          .description =
              "(w'u - t)^2 / 2 of the group that y puts its weight on, with sparse weights, "
              "||w||_1 <= r, that x mixes from +-r e_j: for many features, of which few matter.",
          .form = LossForm::saddle,
          .takes_sparse = true,
          .takes_hull = true,
          .parameters = column_group_specs("r: ||w||_1 <= r."),
          .make_saddle = &sparse_group_risk<kSquaredScores>,
          .check = &check_groups};
}

}  // namespace noisy
