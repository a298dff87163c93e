#include "engine/algorithm/kl/theory/spider_schedule.h"

#include <cmath>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/spider_check.h"
#include "engine/algorithm/kl/theory/spider_ladder.h"
#include "engine/algorithm/kl/theory/spider_printed.h"
#include "engine/algorithm/kl/theory/spider_rounds.h"

namespace noisy {
namespace {

/// The rounds that fit in the budget, and what they need.
struct Feasible {
  double rounds = 0.0;  ///< K
  SpiderNeed need;
};

/// need grows with K, so the first K that does not fit ends the search.
Result<Feasible> feasible_rounds(const KlSetting& setting, const SpiderLadder& ladder,
                                 double error_fraction, Index most_steps) {
  const double budget = setting.rho * (1.0 - kBudgetReserve);
  Feasible best{0.0, SpiderNeed(setting, error_fraction)};
  for (;;) {
    SpiderNeed longer = best.need;
    longer.add(ladder.rung(best.rounds + 1.0));
    if (!(longer.value() <= budget)) return best;
    ++best.rounds;
    if (auto checked = check_spider_size(best.rounds, longer.steps(), most_steps); !checked)
      return std::unexpected(checked.error());
    best.need = longer;
  }
}

Result<SpiderSchedule> driven_schedule(const KlSetting& setting, double error_fraction,
                                       double step_fraction, Index most_steps) {
  const SpiderLadder ladder(setting, error_fraction, step_fraction);
  SpiderSchedule schedule{.mode = SpiderMode::accuracy_driven,
                          .contraction = ladder.contraction(),
                          .start_gap = setting.initial_gap,
                          .is_vacuous = true};
  const auto feasible = feasible_rounds(setting, ladder, error_fraction, most_steps);
  if (!feasible) return std::unexpected(feasible.error());
  if (feasible->rounds == 0.0) return schedule;
  schedule.is_vacuous = false;
  schedule.event_failure_probability = feasible->need.event_failure_probability();
  schedule.chi_radius = feasible->need.chi_radius();
  schedule.need = feasible->need.value();
  // The rest of the budget makes the noise smaller.
  const double scale = std::sqrt(schedule.need / (setting.rho * (1.0 - kBudgetReserve)));
  for (double k = 1.0; k <= feasible->rounds; ++k) {
    const SpiderRung rung = ladder.rung(k);
    const double deviation = scale * error_fraction * rung.gradient / schedule.chi_radius;
    SpiderRound round = round_with_noise(rung, setting.gradient_sensitivity(), deviation);
    round.threshold = (1.0 - error_fraction) * rung.gradient;
    schedule.rounds.push_back(round);
  }
  add_up_rounds(schedule);
  return schedule;
}

}  // namespace

Result<SpiderSchedule> spider_schedule(const KlSetting& given, SpiderMode mode,
                                       double error_fraction, double step_fraction,
                                       Index most_steps) {
  if (auto checked = check_spider_setting(given); !checked) return std::unexpected(checked.error());
  if (auto checked = check_spider_fractions(error_fraction, step_fraction); !checked)
    return std::unexpected(checked.error());
  const KlSetting setting = normalized(given);
  if (setting.initial_gap == 0.0) return SpiderSchedule{.mode = mode};
  auto schedule = mode == SpiderMode::accuracy_driven
                      ? driven_schedule(setting, error_fraction, step_fraction, most_steps)
                      : printed_spider_schedule(setting, mode, most_steps);
  if (schedule) schedule->was_clamped = setting.initial_gap < given.initial_gap;
  return schedule;
}

}  // namespace noisy
