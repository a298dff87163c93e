#include "engine/algorithm/kl/theory/fixed_round_schedule.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/spider_check.h"
#include "engine/algorithm/kl/theory/spider_rounds.h"
#include "engine/math/search.h"

namespace noisy {
namespace {

/// Equal rounds that lead to a gradient of norm G.
struct EqualRounds {
  SpiderRung rung;
  double rounds = 0.0;  ///< K
  SpiderNeed need;
};

class Planner {
 public:
  Planner(const KlSetting& setting, double error_fraction, double step_fraction)
      : setting_(setting), error_fraction_(error_fraction), step_fraction_(step_fraction) {}

  EqualRounds rounds_to(double gradient) const {
    const SpiderRung single = spider_rung(setting_, step_fraction_, gradient, 1.0);
    // K (D_0 + (N - 1) D)^2 with K N fixed is least at N = D_0 / D - 1.
    const double balance = single.reach / single.difference_sensitivity - 1.0;
    const double decrease = spider_decrease(error_fraction_, step_fraction_) * gradient * gradient /
                            setting_.smoothness_risk;
    const double total = std::max(1.0, std::ceil(setting_.initial_gap / decrease));
    const double steps = std::clamp(std::round(balance), 1.0, total);
    EqualRounds equal{spider_rung(setting_, step_fraction_, gradient, steps),
                      std::ceil(total / steps), SpiderNeed(setting_, error_fraction_)};
    equal.need.add(equal.rung, equal.rounds);
    return equal;
  }

  /// The least norm whose rounds fit; none when that of L_0 does not.
  std::optional<EqualRounds> best(double most_steps) const {
    const auto fits = [&](double gradient) {
      const EqualRounds equal = rounds_to(gradient);
      return equal.need.steps() <= most_steps && equal.rounds <= kMostSpiderRounds &&
             equal.need.value() <= setting_.rho * (1.0 - kBudgetReserve);
    };
    math::Edge edge{setting_.lipschitz, setting_.lipschitz};
    while (fits(edge.fails)) edge = {edge.fails, edge.fails / 2.0};
    if (edge.holds == edge.fails) return std::nullopt;
    return rounds_to(math::narrow(edge, 1e-9, fits).holds);
  }

 private:
  KlSetting setting_;
  double error_fraction_;
  double step_fraction_;
};

}  // namespace

Result<SpiderSchedule> fixed_round_schedule(const KlSetting& given, double error_fraction,
                                            double step_fraction, Index most_steps) {
  if (auto checked = check_spider_setting(given); !checked) return std::unexpected(checked.error());
  if (auto checked = check_spider_fractions(error_fraction, step_fraction); !checked)
    return std::unexpected(checked.error());
  const KlSetting setting = normalized(given);
  SpiderSchedule schedule{.mode = SpiderMode::accuracy_driven,
                          .contraction = 1.0,
                          .start_gap = setting.initial_gap,
                          .is_vacuous = true,
                          .was_clamped = setting.initial_gap < given.initial_gap};
  if (setting.initial_gap == 0.0) return schedule;
  const auto best =
      Planner(setting, error_fraction, step_fraction).best(static_cast<double>(most_steps));
  if (!best) return schedule;
  schedule.is_vacuous = false;
  schedule.event_failure_probability = best->need.event_failure_probability();
  schedule.chi_radius = best->need.chi_radius();
  schedule.need = best->need.value();
  const double scale = std::sqrt(schedule.need / (setting.rho * (1.0 - kBudgetReserve)));
  const double deviation = scale * error_fraction * best->rung.gradient / schedule.chi_radius;
  schedule.rounds.assign(static_cast<std::size_t>(best->rounds),
                         round_with_noise(best->rung, setting.gradient_sensitivity(), deviation));
  add_up_rounds(schedule);
  return schedule;
}

}  // namespace noisy
