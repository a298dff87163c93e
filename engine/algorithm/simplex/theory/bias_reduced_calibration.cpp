#include "engine/algorithm/simplex/theory/bias_reduced_calibration.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/simplex/theory/bounded_range.h"
#include "engine/math/elementary.h"
#include "engine/privacy/calibration/level_account.h"

namespace noisy {
namespace {

/// Delta_r of a player whose width is 1, for a step size of 1.
double unit_score_change(const LevelRule& rule, Index level, LevelEstimator estimator) {
  return 2.0 * level_weight(level, rule.max_level, estimator) / rule.batch_size(level);
}

}  // namespace

Result<double> level_kappa(const VertexBudget& budget, BiasReducedCalibration calibration,
                           Index max_level, const BiasReducedDraws& draws) {
  if (calibration != BiasReducedCalibration::paper) {
    const double weight = worst_level_weight(max_level, draws.estimator);
    return budget.rho / (level_draws(0, draws.output) * weight * weight);
  }
  if (auto checked = check_paper_calibration(budget); !checked)
    return std::unexpected(checked.error());
  return budget.epsilon * budget.epsilon / (-3888.0 * math::log(budget.delta));
}

Result<double> worst_levels_step_cap(const LevelRule& rule, const BiasReducedDraws& draws,
                                     const VertexBudget& budget,
                                     BiasReducedCalibration calibration) {
  if (auto checked = check_level_rule(rule); !checked) return std::unexpected(checked.error());
  if (auto checked = check_player_widths(draws.widths); !checked)
    return std::unexpected(checked.error());
  const auto kappa = level_kappa(budget, calibration, rule.max_level, draws);
  if (!kappa) return kappa;
  const double squared_width = 0.5 * draws.widths.squared();
  return step_of_cost(*kappa,
                      rule.level_budget * rule.batch_divisor * rule.batch_divisor * squared_width);
}

std::vector<double> schedule_batch_rhos(const LevelSchedule& schedule,
                                        const BiasReducedDraws& draws, double step_size) {
  const LevelRule& rule = schedule.rule;
  std::vector<double> rhos(schedule.levels.size());
  double later = 0.0, all = 0.0;
  for (Index step = 1; step < schedule.steps(); ++step) {
    all += level_draws(schedule.levels[step], draws.output);
  }
  for (Index step = schedule.steps() - 1; step >= 0; --step) {
    const Index level = schedule.levels[step];
    const double range = draw_range(step_size * unit_score_change(rule, level, draws.estimator));
    const double growth = step_growth(draws.growth, all, later);
    rhos[step] = growth * growth * later * selection_rho(range) * draws.widths.squared();
    later += level_draws(level, draws.output);
  }
  return rhos;
}

double schedule_rho(const LevelSchedule& schedule, const BiasReducedDraws& draws,
                    double step_size) {
  double largest = 0.0;
  for (const double rho : schedule_batch_rhos(schedule, draws, step_size))
    largest = std::max(largest, rho);
  return largest;
}

Result<double> schedule_step_cap(const LevelSchedule& schedule, const BiasReducedDraws& draws,
                                 const VertexBudget& budget) {
  if (auto checked = check_player_widths(draws.widths); !checked)
    return std::unexpected(checked.error());
  return step_of_cost(budget.rho, schedule_rho(schedule, draws, 1.0));
}

double adaptive_score_change(const LevelRule& rule, Index level, const KnownDifference& known,
                             double step_size) {
  const double weight = level_normalizer(rule.max_level) * level_size(level);
  const double difference = std::min(4.0 * known.width, 2.0 * known.smoothness * known.distance);
  return step_size / rule.batch_size(level) * (weight * difference + 2.0 * known.width);
}

}  // namespace noisy
