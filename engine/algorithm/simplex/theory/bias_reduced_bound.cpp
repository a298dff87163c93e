#include "engine/algorithm/simplex/theory/bias_reduced_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/algorithm/simplex/theory/bounded_range.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// The least U that is looked at: averages of fewer vertices are far from what they are drawn from.
constexpr double kLeastSteps = 8;

double least_steps(const LevelRule& rule) {
  if (rule.max_level == 0) return std::floor(rule.level_budget);
  return std::max(1.0, expected_steps(rule).least);
}

/// What E|g|^2 is at most.
double second_moment(const BiasReducedSetting& setting, Index max_level) {
  const SimplexRegularity& known = setting.regularity;
  const double gradient = known.lipschitz * known.lipschitz;
  if (max_level == 0) {
    const double weight = level_weight(0, 0, setting.draws.estimator);
    return weight * weight * gradient;
  }
  const double spread = 80 * (static_cast<double>(max_level) + 1) *
                        (1 + math::log(2.0) + setting.log_dimension) * known.smoothness *
                        known.smoothness;
  const bool is_second_order = setting.reduction == BiasReduction::second_order;
  const double third = is_second_order ? known.hessian_lipschitz : 0;
  return 2 * gradient + spread + 576 * third * third;
}

MirrorBoundSetting bound_setting(const BiasReducedSetting& setting, const LevelRule& rule) {
  const bool is_reused = setting.draws.output == 0 && is_proven_bound(setting, rule);
  return {.regularity = setting.regularity,
          .log_dimension = setting.log_dimension,
          .output = is_reused ? MirrorOutput::reused : MirrorOutput::fresh};
}

/// The rule with the batches that all records suffice for.
LevelRule with_batches(const BiasReducedSetting& setting, LevelRule rule) {
  const double samples = static_cast<double>(setting.samples);
  // A little above 1 / B, so that 1 / alpha is rounded up to B whatever its last digits are.
  constexpr double kRounding = 0x1p-20;
  if (setting.batch_divisor) {
    rule.batch_divisor = *setting.batch_divisor;
  } else if (rule.max_level == 0) {
    rule.batch_divisor =
        1 / (std::max(1.0, std::floor(samples / std::floor(rule.level_budget))) - kRounding);
  } else {
    rule.batch_divisor = rule.level_budget / std::max(1.0, samples - rule.level_budget);
  }
  return rule;
}

Result<double> cap_of(const BiasReducedSetting& setting, const LevelRule& rule,
                      const VertexBudget& budget, BiasReducedCalibration calibration) {
  const bool is_known = rule.max_level == 0 && calibration == BiasReducedCalibration::zcdp_schedule;
  if (!is_known) return worst_levels_step_cap(rule, setting.draws, budget, calibration);
  // Of equal steps, each but the last with draws after it.
  const double later = (std::floor(rule.level_budget) - 1) * level_draws(0, setting.draws.output);
  const double move = 2 * level_weight(0, 0, setting.draws.estimator) / rule.batch_size(0);
  return step_of_cost(budget.rho,
                      later * selection_rho(draw_range(move)) * setting.draws.widths.squared());
}

/// The largest U for which n records surely suffice.
double most_level_budget(const BiasReducedSetting& setting, Index max_level) {
  const double samples = static_cast<double>(setting.samples);
  const double divisor = setting.batch_divisor.value_or(std::numeric_limits<double>::infinity());
  if (max_level == 0)
    return std::max(2.0, std::floor(samples / std::max(1.0, std::ceil(1 / divisor))));
  return std::max(level_size(max_level + 1), 0.5 * samples * std::min(1.0, divisor));
}

/// The best parameters of one largest level, and their bounds.
class Search {
 public:
  Search(const BiasReducedSetting& setting, const VertexBudget& budget,
         BiasReducedCalibration calibration)
      : setting_(setting), budget_(budget), calibration_(calibration) {}

  Result<void> consider(Index max_level, double level_budget) {
    BiasReducedParameters at;
    at.rule = with_batches(setting_, {.max_level = max_level, .level_budget = level_budget});
    const auto cap = cap_of(setting_, at.rule, budget_, calibration_);
    if (!cap) return std::unexpected(cap.error());
    at.moment_scale = setting_.moment_factor * second_moment(setting_, max_level);
    at.wanted_step =
        std::sqrt(2 * setting_.log_dimension / (5 * at.moment_scale * least_steps(at.rule)));
    at.step_size = std::min(at.wanted_step, *cap);
    const MirrorBound bound = bias_reduced_bound(setting_, at.rule, at.step_size);
    const double scaled = bound.total() - (1 - setting_.moment_factor) * bound.gradients;
    if (best_ && !(scaled < least_)) return {};
    least_ = scaled;
    proven_ = bound.total();
    best_ = at;
    return {};
  }

  const std::optional<BiasReducedParameters>& best() const { return best_; }
  double bound() const { return proven_; }

 private:
  const BiasReducedSetting& setting_;
  const VertexBudget& budget_;
  BiasReducedCalibration calibration_;
  std::optional<BiasReducedParameters> best_;
  double least_ = 0;
  double proven_ = 0;
};

Result<Search> search_level(const BiasReducedSetting& setting, const VertexBudget& budget,
                            BiasReducedCalibration calibration, Index max_level) {
  Search search(setting, budget, calibration);
  if (setting.level_budget) {
    if (auto done = search.consider(max_level, *setting.level_budget); !done)
      return std::unexpected(done.error());
    return search;
  }
  const double most = most_level_budget(setting, max_level);
  const double least = std::min(most, std::max(kLeastSteps, 4 * level_size(max_level)));
  const double ratio = math::pow(2.0, 0.25);
  for (double at = std::floor(least); at <= most; at = std::max(at + 1, std::floor(at * ratio))) {
    if (auto done = search.consider(max_level, at); !done) return std::unexpected(done.error());
  }
  return search;
}

/// The highest level that is looked at: one that some budget suffices for several times.
Index highest_searched(const BiasReducedSetting& setting) {
  const bool is_bounded = setting.reduction == BiasReduction::second_order;
  if (!is_bounded) return 0;
  const double most = setting.level_budget.value_or(0.5 * static_cast<double>(setting.samples));
  Index level = 0;
  while (level < kMostLevel && 4 * level_size(level + 1) <= most) ++level;
  return level;
}

}  // namespace

bool is_proven_bound(const BiasReducedSetting& setting, const LevelRule& rule) {
  return rule.max_level == 0 && setting.draws.estimator == LevelEstimator::plain;
}

MirrorBound bias_reduced_bound(const BiasReducedSetting& setting, const LevelRule& rule,
                               double step_size) {
  const auto draws = static_cast<Index>(2 * level_size(rule.max_level));
  const auto steps = static_cast<Index>(least_steps(rule));
  MirrorBound bound = mirror_bound(bound_setting(setting, rule), steps, draws, step_size);
  bound.gradients = 5 * step_size * second_moment(setting, rule.max_level);
  return bound;
}

Result<BiasReducedParameters> least_bound_bias_reduced(const BiasReducedSetting& setting,
                                                       const VertexBudget& budget,
                                                       BiasReducedCalibration calibration) {
  if (auto checked = check_bias_reduced(setting); !checked) return std::unexpected(checked.error());
  const Index first = setting.max_level.value_or(0);
  const Index last = setting.max_level.value_or(highest_searched(setting));
  std::optional<BiasReducedParameters> best;
  double least = std::numeric_limits<double>::infinity();
  for (Index level = first; level <= last; ++level) {
    const auto found = search_level(setting, budget, calibration, level);
    if (!found) return std::unexpected(found.error());
    const bool is_better =
        found->bound() < std::min(least, trivial_gap(setting.regularity.lipschitz));
    if (best && !is_better) continue;
    best = found->best();
    least = found->bound();
  }
  return *best;
}

}  // namespace noisy
