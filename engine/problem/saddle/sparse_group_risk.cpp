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

void SparseGroupRisk::labels_of(const SaddleRecord& record, std::vector<TaskLabel>& out) const {
  const GroupRiskParameters& parameters = groups_.parameters();
  const Index group = parameters.rule.group_of(record);
  out.push_back({.task = group,
                 .label = record.target > 0 ? 1.0 : -1.0,
                 .weight = 1 / parameters.shares[static_cast<std::size_t>(group)]});
}

SaddleBounds SparseGroupRisk::bounds(const FeatureBounds& records, Index features) const {
  const FeatureBounds all = with_implied_bounds(records, features);
  std::vector<double> shares = groups_.parameters().shares;
  std::ranges::sort(shares);
  const double weight = 1 / shares[0];
  const double margin = largest_margin(all);
  const double two_groups = largest_value(margin) * length_of(weight, 1 / shares[1]);
  return bounds_of(all, features,
                   {.weight = weight, .dual_difference = std::max(weight * margin, two_groups)});
}

LossEntry sparse_group_risk_entry() {
  return {
      .id = "worst-group-sparse",
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
      .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
        return std::make_shared<SparseGroupRisk>(SparseGroupRisk::make(two_groups(given)).value());
      }};
}

}  // namespace noisy
