#pragma once

#include <string>
#include <vector>

#include "engine/problem/parameter.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/problem/saddle/score_loss.h"

namespace noisy {

/// Which group a record belongs to, by public rules: how many thresholds lie below its value in one
/// column, and, within that, which label it has.
struct GroupRule {
  bool by_label = true;            ///< each part is one group for targets <= 0 and one for > 0
  std::vector<double> thresholds;  ///< increasing; none: the column is not looked at
  Index column = 0;

  Index count() const;
  /// 0 .. count() - 1: (thresholds below) in the first place, the label in the second.
  Index group_of(const SaddleRecord& record) const;
};

struct GroupRiskParameters {
  double radius = 1;  ///< r > 0: ||w|| <= r
  GroupRule rule;
  /// pi_g > 0 for every group, together 1: public, and not counted in the private data.
  std::vector<double> shares = {0.5, 0.5};
  const ScoreLoss* loss = &kLogisticScores;  ///< l; it outlives the problem
};

/// T7, a linear model for the group that has it worst (Sagawa et al. 2020;
/// bring-your-own-minimax, 5.1): x = w in a ball, y in the simplex over the groups, and with the
/// record's group g and its target t,
///
///     f = y_g l(w.u, t) / pi_g
///
/// whose mean is sum_g y_g times the mean loss of group g, where pi_g are the shares. Convex in w
/// because y_g >= 0 and l is convex, linear in y.
///
/// The constants, for ||u|| <= B and |t| <= T, with pi the smallest share and the bounds of l
/// (ScoreLoss) for M = r B and T:
/// - L = sqrt((B slope)^2 + value^2) / pi, attained.
/// - S_x = gradient_difference / pi: so far apart are two records of one group. Of two groups,
///   y_g / pi_g + y_h / pi_h <= 1 / pi times a gradient's length, which is less.
/// - S_y = value sqrt(1 / pi_g^2 + 1 / pi_h^2) with the two smallest shares, attained. Two of one
///   group are range / pi apart, which is less.
/// - l_xx = B^2 curvature / pi, l_xy = B slope / pi, both attained, and l_yy = 0.
class GroupRiskLoss final : public SaddleLoss {
 public:
  /// @error invalid-value at "radius", "threshold", "share" or "column" when it is out of its
  ///        range, or there is not one share for each group
  static Result<GroupRiskLoss> make(const GroupRiskParameters& parameters);
  /// @error invalid-value when the records have no such column as the rule looks at
  Result<void> check_features(Index features) const override;

  const GroupRiskParameters& parameters() const { return parameters_; }

  Index primal_dimension(Index features) const override { return features; }
  Index dual_dimension(Index) const override { return parameters_.rule.count(); }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override;
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  LinearModel model(Index features) const override { return {.size = features}; }

 private:
  explicit GroupRiskLoss(GroupRiskParameters parameters) : parameters_(std::move(parameters)) {}

  double share_of(Index group) const;  ///< pi_g

  GroupRiskParameters parameters_;
};

/// The groups that group_specs() or column_group_specs() describe, with this loss.
GroupRiskParameters groups_of(const ParameterSet& given, const ScoreLoss& loss);

/// Groups by the label, by a column's values, or by both.
///
/// @param radius_text  what the radius is
std::vector<ParameterSpec> group_specs(std::string radius_text);

/// Groups by a column's values alone, for targets that are no labels.
std::vector<ParameterSpec> column_group_specs(std::string radius_text);

/// Whether groups, thresholds and shares fit together.
///
/// @error as GroupRiskLoss::make; conflicting-fields at "threshold" for a list of them where groups
///        go by the label
Result<void> check_groups(const ParameterSet& given);

}  // namespace noisy
