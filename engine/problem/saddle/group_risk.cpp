#include "engine/problem/saddle/group_risk.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {
namespace {

Result<void> check_thresholds(const std::vector<double>& thresholds) {
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    if (!std::isfinite(thresholds[k]) || (k > 0 && !(thresholds[k - 1] < thresholds[k]))) {
      return fail(ErrorCode::invalid_value, "thresholds",
                  "use finite numbers, each above the last");
    }
  }
  return {};
}

Result<void> check_shares(const std::vector<double>& shares, Index groups) {
  constexpr double kTolerance = 1e-6;
  if (static_cast<Index>(shares.size()) != groups || groups < 2) {
    return fail(
        ErrorCode::invalid_value, "shares",
        "give one share for each of at least two groups; the rule makes " + std::to_string(groups));
  }
  for (const double share : shares) {
    if (auto ok = check_positive(share, "shares"); !ok) return ok;
  }
  if (!(std::abs(math::sum(shares) - 1) <= kTolerance)) {
    return fail(ErrorCode::invalid_value, "shares", "must add up to 1");
  }
  return {};
}

/// w.u
double score_of(const SaddleRecord& record, const Vector& z) {
  return math::dot(math::view(z).first(record.features.size()), record.features);
}

}  // namespace

Index GroupRule::count() const {
  return (static_cast<Index>(thresholds.size()) + 1) * (by_label ? 2 : 1);
}

Index GroupRule::group_of(const SaddleRecord& record) const {
  Index below = 0;
  for (const double threshold : thresholds) {
    below += threshold < record.at(column);
  }
  return by_label ? 2 * below + (record.target > 0) : below;
}

Result<GroupRiskLoss> GroupRiskLoss::make(const GroupRiskParameters& parameters) {
  if (auto ok = check_positive(parameters.radius, "radius"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_thresholds(parameters.rule.thresholds); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_shares(parameters.shares, parameters.rule.count()); !ok) {
    return std::unexpected(ok.error());
  }
  if (parameters.rule.column < 0) {
    return fail(ErrorCode::invalid_value, "column", "use at least 0");
  }
  return GroupRiskLoss(parameters);
}

Result<void> GroupRiskLoss::check_features(Index features) const {
  const GroupRule& rule = parameters_.rule;
  if (rule.thresholds.empty() || rule.column < features) return {};
  return fail(ErrorCode::invalid_value, "column",
              "the records have only " + std::to_string(features) + " columns");
}

double GroupRiskLoss::share_of(Index group) const {
  return parameters_.shares[static_cast<std::size_t>(group)];
}

Domain GroupRiskLoss::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::l2_ball, .radius = parameters_.radius};
}

Domain GroupRiskLoss::dual_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::simplex};
}

double GroupRiskLoss::value(const SaddleRecord& record, const Vector& z) const {
  const Index g = parameters_.rule.group_of(record);
  const auto d = static_cast<Index>(record.features.size());
  return z[d + g] * parameters_.loss->value(score_of(record, z), record.target) / share_of(g);
}

void GroupRiskLoss::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const Index g = parameters_.rule.group_of(record);
  const auto d = static_cast<Index>(record.features.size());
  const double score = score_of(record, z);
  const double slope = parameters_.loss->slope(score, record.target) * z[d + g] / share_of(g);
  for (Index j = 0; j < d; ++j) out[j] = slope * record.features[static_cast<std::size_t>(j)];
  out.tail(z.size() - d).setZero();
  out[d + g] = -parameters_.loss->value(score, record.target) / share_of(g);
}

SaddleBounds GroupRiskLoss::bounds(const FeatureBounds& records, Index features) const {
  const auto& [radius, rule, given_shares, loss] = parameters_;
  std::vector<double> shares = given_shares;
  std::sort(shares.begin(), shares.end());
  const double least = shares[0], target = largest_target(records);
  const ScoreBounds of = loss->bounds(radius * records.l2, target);
  const double gradient = records.l2 * of.slope;
  SaddleSmoothness smoothness{.primal = records.l2 * records.l2 * of.curvature / least,
                              .coupling = gradient / least};
  smoothness.joint = joint_smoothness(smoothness.primal, 0, smoothness.coupling);
  return {.primal_dimension = features,
          .dual_dimension = dual_dimension(features),
          .lipschitz = length_of(gradient, of.value) / least,
          .primal_difference = loss->gradient_difference(radius, records.l2, target) / least,
          .dual_difference = of.value * length_of(1 / least, 1 / shares[1]),
          .smoothness = smoothness,
          .primal_radius = radius,
          .dual_radius = 1};
}

GroupRiskParameters two_column_groups(const ParameterSet& given) {
  const double share = *given.number("share");
  return {.radius = *given.number("radius"),
          .rule = {.by_label = false,
                   .thresholds = {*given.number("threshold")},
                   .column = static_cast<Index>(*given.number("column"))},
          .shares = {1 - share, share}};
}

GroupRiskParameters two_groups(const ParameterSet& given) {
  GroupRiskParameters out = two_column_groups(given);
  if (*given.text("groupBy") == "label") out.rule = {};
  return out;
}

namespace {

/// @param which  of the records
/// @param when   the column decides
std::vector<ParameterSpec> column_specs(const std::string& which, const std::string& when) {
  return {{.name = "column",
           .title = "Column",
           .type = ParameterType::integer,
           .minimum = 0,
           .maximum = 1e6,
           .default_value = 0.0,
           .description = "The column that decides, from 0" + when + "."},
          {.name = "threshold",
           .title = "Threshold",
           .type = ParameterType::number,
           .minimum = -kLargest,
           .maximum = kLargest,
           .default_value = 0.0,
           .description = "Records above it are the second group."},
          share_spec("share", "Share of the second group", "Of " + which + ": a public prior.")};
}

}  // namespace

std::vector<ParameterSpec> group_specs(std::string radius_text) {
  std::vector<ParameterSpec> out =
      column_specs("positives, or of records above the threshold", ", where groups go by one");
  out.insert(
      out.begin(),
      {length_spec("radius", "Radius", 5, std::move(radius_text)),
       {.name = "groupBy",
        .title = "Groups",
        .type = ParameterType::choice,
        .choices = {"label", "column"},
        .default_value = "label",
        .description = "Two groups: by the label, or by whether a column is above a threshold."}});
  return out;
}

std::vector<ParameterSpec> column_group_specs(std::string radius_text) {
  std::vector<ParameterSpec> out = column_specs("records above the threshold", "");
  out.insert(out.begin(), length_spec("radius", "Radius", 1, std::move(radius_text)));
  return out;
}

LossEntry group_risk_entry() {
  return {.id = "worst-group-logistic",
          .title = "Worst-group logistic",
          .description =
              "log(1 + exp(-t w'u)) of the group that y puts its weight on (group DRO): the model "
              "whose worse group does best.",
          .form = LossForm::saddle,
          .takes_labels = true,
          .parameters = group_specs("r: ||w||_2 <= r."),
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<GroupRiskLoss>(GroupRiskLoss::make(two_groups(given)).value());
          }};
}

LossEntry group_squared_entry() {
  return {.id = "worst-group-squared",
          .title = "Worst-group least squares",
          .description =
              "(w'u - t)^2 / 2 of the group that y puts its weight on (group DRO), for a numeric "
              "target t: the regression whose worse group does best.",
          .form = LossForm::saddle,
          .parameters = column_group_specs("r: ||w||_2 <= r."),
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            GroupRiskParameters groups = two_column_groups(given);
            groups.loss = &kSquaredScores;
            return std::make_shared<GroupRiskLoss>(GroupRiskLoss::make(groups).value());
          }};
}

}  // namespace noisy
