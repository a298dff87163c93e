#include "engine/problem/saddle/group_risk.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/derivative_bounds.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {
namespace {

Result<void> check_thresholds(const std::vector<double>& thresholds) {
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    if (!std::isfinite(thresholds[k]) || (k > 0 && !(thresholds[k - 1] < thresholds[k]))) {
      return fail(ErrorCode::invalid_value, "threshold", "use finite numbers, each above the last");
    }
  }
  return {};
}

Result<void> check_shares(const std::vector<double>& shares, Index groups) {
  constexpr double kTolerance = 1e-6;
  if (static_cast<Index>(shares.size()) != groups || groups < 2) {
    return fail(
        ErrorCode::invalid_value, "share",
        "give one share for each of at least two groups; the rule makes " + std::to_string(groups));
  }
  for (const double share : shares) {
    if (auto ok = check_positive(share, "share"); !ok) return ok;
  }
  if (!(std::abs(math::sum(shares) - 1) <= kTolerance)) {
    return fail(ErrorCode::invalid_value, "share", "must add up to 1");
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

namespace {

constexpr const char* kLabel = "label";
constexpr const char* kColumn = "column";
constexpr const char* kLabelAndColumn = "label-and-column";

/// The numbers of a parameter that is one or a list.
std::vector<double> numbers_of(const ParameterSet& given, std::string_view name) {
  if (const auto one = given.number(name)) return {*one};
  return *given.vector(name);
}

/// One share is that of the second of two groups.
std::vector<double> shares_of(const ParameterSet& given) {
  if (const auto second = given.number("share")) return {1 - *second, *second};
  return *given.vector("share");
}

GroupRule rule_of(const ParameterSet& given) {
  const std::string by = given.text("groupBy").value_or(kColumn);
  if (by == kLabel) return {};
  return {.by_label = by == kLabelAndColumn,
          .thresholds = numbers_of(given, "threshold"),
          .column = static_cast<Index>(*given.number("column"))};
}

/// @param when  the column decides
std::vector<ParameterSpec> column_specs(const std::string& when) {
  return {{.name = "column",
           .title = "Column",
           .type = ParameterType::integer,
           .minimum = 0,
           .maximum = 1e6,
           .default_value = 0.0,
           .description = "The column that decides, from 0" + when + "."},
          {.name = "threshold",
           .title = "Thresholds",
           .type = ParameterType::number_or_vector,
           .minimum = -kLargest,
           .maximum = kLargest,
           .default_value = 0.0,
           .description = "Between which the column's values make a group, each above the last; "
                          "a value at one lies below it."},
          {.name = "share",
           .title = "Shares of the groups",
           .type = ParameterType::number_or_vector,
           .minimum = 0.001,
           .maximum = 0.999,
           .default_value = 0.5,
           .description = "Of all records, public priors: that of the second of two groups, or "
                          "of every group, together 1."}};
}

}  // namespace

GroupRiskParameters groups_of(const ParameterSet& given, const ScoreLoss& loss) {
  return {.radius = *given.number("radius"),
          .rule = rule_of(given),
          .shares = shares_of(given),
          .loss = &loss};
}

std::vector<ParameterSpec> group_specs(std::string radius_text) {
  std::vector<ParameterSpec> out = column_specs(", where groups go by one");
  out.insert(
      out.begin(),
      {length_spec("radius", "Radius", 5, std::move(radius_text)),
       {.name = "groupBy",
        .title = "Groups",
        .type = ParameterType::choice,
        .choices = {kLabel, kColumn, kLabelAndColumn},
        .default_value = kLabel,
        .description = "By the label, by the thresholds between which a column's value lies, or by "
                       "both: first the column, then the label, -1 before 1."}});
  return out;
}

std::vector<ParameterSpec> column_group_specs(std::string radius_text) {
  std::vector<ParameterSpec> out = column_specs("");
  out.insert(out.begin(), length_spec("radius", "Radius", 1, std::move(radius_text)));
  return out;
}

Result<void> check_groups(const ParameterSet& given) {
  if (given.text("groupBy") == kLabel && given.vector("threshold")) {
    return fail(ErrorCode::conflicting_fields, "threshold",
                "the groups go by the label alone: leave it out, or set groupBy to \"column\" or "
                "\"label-and-column\"");
  }
  const auto made = GroupRiskLoss::make(groups_of(given, kLogisticScores));
  if (!made) return std::unexpected(made.error());
  return {};
}

namespace {

template <const ScoreLoss& kLoss>
std::shared_ptr<const SaddleLoss> group_risk(const ParameterSet& given) {
  return std::make_shared<GroupRiskLoss>(GroupRiskLoss::make(groups_of(given, kLoss)).value());
}

}  // namespace

LossEntry group_risk_entry() {
  return {.id = "worst-group-logistic",
          .title = "Worst-group logistic",
          .description =
              "log(1 + exp(-t w'u)) of the group that y puts its weight on (group DRO): the model "
              "whose worst group does best.",
          .form = LossForm::saddle,
          .takes_labels = true,
          .parameters = group_specs("r: ||w||_2 <= r."),
          .make_saddle = &group_risk<kLogisticScores>,
          .check = &check_groups};
}

LossEntry group_squared_entry() {
  return {.id = "worst-group-squared",
          .title = "Worst-group least squares",
          .description =
              "(w'u - t)^2 / 2 of the group that y puts its weight on (group DRO), for a numeric "
              "target t: the regression whose worst group does best.",
          .form = LossForm::saddle,
          .parameters = column_group_specs("r: ||w||_2 <= r."),
          .make_saddle = &group_risk<kSquaredScores>,
          .check = &check_groups};
}

}  // namespace noisy
