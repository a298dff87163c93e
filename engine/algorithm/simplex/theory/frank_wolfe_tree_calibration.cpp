#include "engine/algorithm/simplex/theory/frank_wolfe_tree_calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/math/elementary.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

double power_of_two(Index exponent) {
  return std::ldexp(1.0, static_cast<int>(exponent));
}

double log2_of(double number) {
  return math::log(number) / math::log(2.0);
}

/// What is less than bounds allow, by experience.
struct Typical {
  double gap = 0.0;        ///< at the start
  double loss = 0.0;       ///< the most that a selection loses
  double deviation = 0.1;  ///< of gradients' coordinates from their mean, of L_0
  double curvature = 0.5;  ///< that a step meets, of L_1
};

Typical typical_of(const TreeSetting& setting) {
  const double trivial = trivial_excess_risk(setting.regularity.lipschitz);
  const double gap = setting.typical_gap;
  if (!(gap > 0.0 && gap < trivial)) return {.gap = trivial, .loss = trivial};
  return {.gap = gap, .loss = std::min(4.0 * gap, trivial), .deviation = 0.03, .curvature = 0.02};
}

/// How far a record of a right child moves scores, times b / 2^j. The largest of a depth is that of
/// the first right child.
double child_change(const SimplexRegularity& regularity, Index phase, Index depth) {
  return 2.0 * tree_difference_clip(regularity, tree_move(phase, depth, 0));
}

/// max(2 L_0, max_s min(4 L_0, 2 L_1 delta_s))
double largest_change(const SimplexRegularity& regularity, Index phase) {
  double largest = 2.0 * regularity.lipschitz;
  for (Index depth = 1; depth <= phase; ++depth)
    largest = std::max(largest, child_change(regularity, phase, depth));
  return largest;
}

/// b lambda for epsilon = 1 of pure DP.
double pure_scale(const SimplexRegularity& regularity, Index phase) {
  return power_of_two(phase) * draw_range(largest_change(regularity, phase));
}

bool is_certified(TreeCalibration calibration) {
  return calibration == TreeCalibration::zcdp || calibration == TreeCalibration::pure;
}

/// b of Asi et al.: n / ln(n)^2.
double printed_root_batch(const TreeSetting& setting) {
  const double samples = static_cast<double>(setting.samples), log_samples = math::log(samples);
  return samples / std::max(1.0, log_samples * log_samples);
}

/// R of Asi et al.
double printed_phases(const TreeSetting& setting, const VertexBudget& budget,
                      TreeCalibration calibration) {
  const SimplexRegularity& known = setting.regularity;
  const double signal = printed_root_batch(setting) * budget.epsilon * known.smoothness * 2.0 /
                        (known.lipschitz * setting.log_dimension);
  if (!(signal > 0.0)) return 1.0;
  if (calibration == TreeCalibration::asi_pure) return steady_floor(0.5 * log2_of(signal));
  const double log_ratio = math::log(static_cast<double>(setting.samples) / budget.delta);
  return steady_floor(2.0 / 3.0 * log2_of(signal / log_ratio));
}

/// The largest multiple of 2^R that is at most Asi et al.'s b and that there are records for.
Index whole_printed_batch(const TreeSetting& setting, Index phases) {
  const double unit = power_of_two(phases);
  const double whole = unit * std::floor(printed_root_batch(setting) / unit);
  return std::min(tree_root_batch(phases, setting.samples), static_cast<Index>(whole));
}

TreePlan printed_plan(const TreeSetting& setting, const VertexBudget& budget,
                      TreeCalibration calibration) {
  const double wanted = printed_phases(setting, budget, calibration);
  Index phases = static_cast<Index>(std::clamp(wanted, 1.0, static_cast<double>(kMostTreePhases)));
  while (phases > 1 && whole_printed_batch(setting, phases) == 0) --phases;
  return {.root_batch = whole_printed_batch(setting, phases),
          .scales = std::vector<double>(phases),
          .is_certified = false};
}

/// The phases whose estimate is least, with scales that privacy asks for.
TreePlan least_estimate_plan(const TreeSetting& setting, const VertexBudget& budget,
                             TreeCalibration calibration) {
  TreePlan best;
  double least = std::numeric_limits<double>::infinity();
  const Index most = setting.regularity.smoothness > 0 ? kMostTreePhases : 1;
  for (Index phases = 1; phases <= most; ++phases) {
    TreePlan plan{.root_batch = tree_root_batch(phases, setting.samples),
                  .scales = std::vector<double>(phases)};
    if (phases > 1 && plan.root_batch == 0) continue;
    for (Index phase = 1; phase <= phases; ++phase)
      plan.scales[phase - 1] = tree_scale(setting, budget, calibration, plan, phase);
    const double estimate = tree_error_estimate(setting, plan);
    if (phases > 1 && !(estimate < least)) continue;
    least = estimate;
    best = std::move(plan);
  }
  return best;
}

Result<void> check(const TreeSetting& setting, const VertexBudget& budget,
                   TreeCalibration calibration) {
  if (auto checked = check_simplex_regularity(setting.regularity); !checked) return checked;
  if (!(setting.log_dimension >= math::log(2.0)) || !std::isfinite(setting.log_dimension))
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "each simplex needs at least two vertices");
  if (calibration == TreeCalibration::zcdp) return check_budget(budget.rho, "privacy.rho");
  if (auto checked = check_budget(budget.epsilon, "privacy.epsilon"); !checked) return checked;
  return calibration == TreeCalibration::asi_approximate ? check_delta(budget.delta)
                                                         : Result<void>{};
}

}  // namespace

double tree_difference_clip(const SimplexRegularity& regularity, double move) {
  return std::min(2.0 * regularity.lipschitz, regularity.smoothness * move);
}

double tree_phase_constant(const SimplexRegularity& regularity, Index phase) {
  const double root = 2.0 * regularity.lipschitz;
  double largest = root * root;
  for (Index depth = 1; depth <= phase; ++depth) {
    const double change = child_change(regularity, phase, depth);
    largest = std::max(largest, power_of_two(depth) * change * change);
  }
  return largest;
}

double tree_scale(const TreeSetting& setting, const VertexBudget& budget,
                  TreeCalibration calibration, const TreePlan& shape, Index phase) {
  const double batch = static_cast<double>(shape.root_batch);
  const double lipschitz = setting.regularity.lipschitz;
  switch (calibration) {
    case TreeCalibration::zcdp: {
      const double unit_cost = selection_rho(draw_range(1.0), setting.noise);
      const double cost =
          power_of_two(phase) * tree_phase_constant(setting.regularity, phase) * unit_cost;
      return std::sqrt(cost / budget.rho) / batch * (1.0 + 0x1p-50);
    }
    case TreeCalibration::pure:
      return pure_scale(setting.regularity, phase) / (batch * budget.epsilon) * (1.0 + 0x1p-50);
    case TreeCalibration::asi_pure:
      return 4.0 * lipschitz * power_of_two(phase) / (batch * budget.epsilon);
    case TreeCalibration::asi_approximate:
      break;
  }
  const double growth = std::sqrt(power_of_two(shape.phases()));
  const double log_ratio = math::log(static_cast<double>(setting.samples) / budget.delta);
  return 2.0 * lipschitz * growth * log_ratio / (batch * budget.epsilon);
}

double tree_error_estimate(const TreeSetting& setting, const TreePlan& plan) {
  const SimplexRegularity& known = setting.regularity;
  const double batch = static_cast<double>(plan.root_batch);
  const Typical typical = typical_of(setting);
  double error = typical.gap;
  for (Index phase = 1; phase <= plan.phases(); ++phase) {
    double squares = known.lipschitz * known.lipschitz;
    for (Index depth = 1; depth <= phase; ++depth) {
      const double clip = tree_difference_clip(known, tree_move(phase, depth, 0));
      squares += power_of_two(depth) * clip * clip;
    }
    const double deviation =
        typical.deviation *
        std::sqrt(2.0 * (math::log(2.0) + setting.log_dimension) * squares / batch);
    const double selection =
        std::min(typical.loss, plan.scales[phase - 1] * setting.log_dimension + 2.0 * deviation);
    // kappa (kappa + 1) h rises by at most 2 kappa e + 8 L_1 a step, of L_1 what is typical.
    const double first = power_of_two(phase - 1), steps = power_of_two(phase);
    const double last = first + steps - 1.0;
    const double risen = first * (first - 1.0) * error +
                         (last * (last + 1.0) - first * (first - 1.0)) * selection +
                         8.0 * typical.curvature * known.smoothness * steps;
    error = risen / (last * (last + 1.0));
  }
  return error;
}

Result<TreePlan> tree_plan(const TreeSetting& setting, const VertexBudget& budget,
                           TreeCalibration calibration) {
  if (auto checked = check(setting, budget, calibration); !checked)
    return std::unexpected(checked.error());
  TreePlan plan = is_certified(calibration) ? least_estimate_plan(setting, budget, calibration)
                                            : printed_plan(setting, budget, calibration);
  if (plan.root_batch < 2)
    return fail(ErrorCode::invalid_value, "data",
                "the first phase needs two records for its root and one for its difference, data "
                "set has " +
                    std::to_string(setting.samples) + " in all");
  for (Index phase = 1; phase <= plan.phases(); ++phase)
    plan.scales[phase - 1] = tree_scale(setting, budget, calibration, plan, phase);
  return plan;
}

double tree_rho(const TreeSetting& setting, const TreePlan& plan) {
  double largest = 0.0;
  for (Index phase = 1; phase <= plan.phases(); ++phase) {
    const double range =
        draw_range(1.0) / (static_cast<double>(plan.root_batch) * plan.scales[phase - 1]);
    largest =
        std::max(largest, power_of_two(phase) * tree_phase_constant(setting.regularity, phase) *
                              selection_rho(range, setting.noise));
  }
  return largest;
}

double tree_epsilon(const TreeSetting& setting, const TreePlan& plan) {
  double largest = 0.0;
  for (Index phase = 1; phase <= plan.phases(); ++phase)
    largest =
        std::max(largest, pure_scale(setting.regularity, phase) /
                              (static_cast<double>(plan.root_batch) * plan.scales[phase - 1]));
  return largest;
}

}  // namespace noisy
