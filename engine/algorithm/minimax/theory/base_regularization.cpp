#include "engine/algorithm/minimax/theory/base_regularization.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "engine/math/elementary.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

/// mu D / L = factor max(1 / sqrt(n / records_factor), noise_factor sqrt(d ln(odds / delta)) /
/// (n epsilon)).
struct PaperFormula {
  double factor, records_factor, noise_factor, odds;
};

PaperFormula formula_of(SolutionMethod method, PhaseSchedule schedule, double phases) {
  if (schedule == PhaseSchedule::geometric) return {1, 1.0 / 6, std::sqrt(65.0), 2.5};
  if (method == SolutionMethod::convex) return {1, 1, 14 * phases, 2.5};
  if (is_one_of_pair(method)) return {1, 4, 13 * phases, 5};
  return {3, 1, 4 * phases, 2.5};
}

/// @param setting  of a phased method that releases x
Result<double> paper_regularization(const SolutionSetting& setting) {
  const SolutionBudget& budget = setting.budget;
  if (auto checked = check_budget(budget.epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_delta(budget.delta); !checked) return std::unexpected(checked.error());
  const bool is_saddle = !is_minimization(setting.method);
  if (is_saddle && setting.schedule == PhaseSchedule::geometric)
    return fail(ErrorCode::unsupported_option, "regularization",
                "the paper has no geometric phases of saddle problems: use \"derived\"");
  const auto blocks = phase_blocks(setting.samples, setting.schedule, setting.phases);
  if (!blocks) return std::unexpected(blocks.error());
  const PaperFormula formula =
      formula_of(setting.method, setting.schedule, static_cast<double>(blocks->size()));
  const double samples = static_cast<double>(setting.samples);
  const Index dimension = is_one_of_pair(setting.method)
                              ? std::max(setting.primal_dimension, setting.dual_dimension)
                              : setting.primal_dimension;
  const double logs = static_cast<double>(dimension) * math::log(formula.odds / budget.delta);
  const double radius =
      is_saddle ? std::max(setting.primal_radius, setting.dual_radius) : setting.primal_radius;
  return formula.factor * setting.lipschitz / radius *
         std::max(std::sqrt(formula.records_factor / samples),
                  formula.noise_factor * std::sqrt(logs) / (samples * budget.epsilon));
}

}  // namespace

Result<double> base_regularization(const SolutionSetting& given, RegularizationRule rule,
                                   double scale) {
  if (!(scale > 0 && std::isfinite(scale)))
    return fail(ErrorCode::invalid_value, "regularizationScale",
                "the scale of the regularization must be positive and finite");
  const auto bound = PhasedBound::create(given);
  if (!bound) return std::unexpected(bound.error());
  if (rule == RegularizationRule::derived_optimal) return scale * bound->best_regularization();
  const auto paper = paper_regularization(releases_dual(given.method) ? mirrored(given) : given);
  if (!paper) return paper;
  return scale * *paper;
}

}  // namespace noisy
