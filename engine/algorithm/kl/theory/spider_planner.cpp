#include "engine/algorithm/kl/theory/spider_planner.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/spider_check.h"
#include "engine/algorithm/kl/theory/spider_ladder.h"
#include "engine/algorithm/kl/theory/spider_rounds.h"

namespace noisy {
namespace {

/// A length to begin with, of the order of the start's distance from the minimizers.
double first_reach(const KlSetting& setting) {
  return setting.gamma * log_power(setting.initial_gap, 1.0 - 1.0 / setting.kappa);
}

/// need(K) of the least K whose target is at most `target`.
Result<double> need_for(const KlSetting& given, double target, double error_fraction,
                        double step_fraction, Index most_steps) {
  if (auto checked = check_spider_setting(given); !checked) return std::unexpected(checked.error());
  if (auto checked = check_spider_fractions(error_fraction, step_fraction); !checked)
    return std::unexpected(checked.error());
  if (!(target > 0.0) || !std::isfinite(target))
    return fail(ErrorCode::invalid_value, "targetGap", "must be positive and finite");
  const KlSetting setting = normalized(given);
  if (target >= setting.initial_gap) return 0.0;
  const SpiderLadder ladder(setting, error_fraction, step_fraction);
  const double rounds = ladder.rounds_to(target);
  if (auto checked = check_spider_size(rounds, rounds, most_steps); !checked)
    return std::unexpected(checked.error());
  SpiderNeed need(setting, error_fraction);
  for (double k = 1.0; k <= rounds; ++k) {
    need.add(ladder.rung(k));
    if (auto checked = check_spider_size(rounds, need.steps(), most_steps); !checked)
      return std::unexpected(checked.error());
  }
  // A little more than what the planner asks for, so that its rounding never loses the last round.
  return need.value() * (1.0 + 2.0 * kBudgetReserve);
}

}  // namespace

Result<ResolvedSchedule> resolve_radius(const KlSetting& setting, double start_norm,
                                        RegionFunction constants_on, ScheduleFunction schedule_of) {
  constexpr int kMostRounds = 60;
  constexpr double kMargin = 1.05;
  double region = start_norm + first_reach(setting);
  for (int round = 0; round < kMostRounds; ++round) {
    const RegionConstants constants = constants_on(region);
    KlSetting known = setting;
    known.lipschitz = constants.lipschitz;
    known.smoothness_risk = constants.smoothness_risk;
    known.smoothness_sample = constants.smoothness_sample;
    auto schedule = schedule_of(known);
    if (!schedule) return std::unexpected(std::move(schedule.error()));
    const double radius = schedule->radius;
    if (start_norm + radius <= region) return ResolvedSchedule{region, known, *std::move(schedule)};
    region = start_norm + kMargin * radius;
  }
  return fail(ErrorCode::no_certificate, "problem.constants",
              "no self-consistent radius: the plan always leaves the region of its constants");
}

Result<double> rho_for_target(const KlSetting& setting, double target, double error_fraction,
                              double step_fraction, Index most_steps) {
  KlSetting any = setting;
  any.rho = 1.0;
  return need_for(any, target, error_fraction, step_fraction, most_steps);
}

Result<double> n_for_target(const KlSetting& setting, double target, double error_fraction,
                            double step_fraction, Index most_steps) {
  KlSetting one = setting;
  one.samples = 1.0;
  const auto need = need_for(one, target, error_fraction, step_fraction, most_steps);
  if (!need) return need;
  return std::max(1.0, std::ceil(std::sqrt(*need / setting.rho)));
}

}  // namespace noisy
