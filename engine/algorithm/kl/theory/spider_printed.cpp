#include "engine/algorithm/kl/theory/spider_printed.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/theory/gaussian_release.h"
#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/spider_ladder.h"
#include "engine/algorithm/kl/theory/spider_rounds.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// The printed figures that all rounds share.
struct Printed {
  double growth = 0.0;       ///< c - 1
  double share = 0.0;        ///< 1 / (n sqrt(rho))
  double log_bracket = 0.0;  ///< ln F_0 + kappa ln(1 / x), x = gamma L_0 sqrt(d) / (n sqrt(rho))
  double rounds = 0.0;       ///< K, whole
};

Printed printed_of(const KlSetting& setting) {
  Printed printed;
  printed.growth = log_power(setting.initial_gap, (2.0 - setting.kappa) / setting.kappa) /
                   (64.0 * setting.gamma * setting.gamma * setting.smoothness_risk);
  printed.share = 1.0 / (setting.samples * std::sqrt(setting.rho));
  const double x = setting.gamma * setting.lipschitz *
                   std::sqrt(static_cast<double>(setting.dimension)) * printed.share;
  printed.log_bracket = math::log(setting.initial_gap) - setting.kappa * math::log(x);
  printed.rounds = steady_ceil((1.0 + 1.0 / printed.growth) * printed.log_bracket);
  return printed;
}

/// beta' with the ratio held at 1, which it may pass where nothing is promised.
double event_failure_probability(const KlSetting& setting, const Printed& printed) {
  const double ratio = setting.gamma * setting.lipschitz *
                       std::sqrt(printed.rounds * static_cast<double>(setting.dimension)) *
                       printed.share / log_power(setting.initial_gap, 1.0 / setting.kappa);
  return setting.failure_probability / printed.rounds *
         std::min(1.0, log_power(ratio, 2.0 - setting.kappa));
}

double floor_of(const KlSetting& setting, const Printed& printed, double event) {
  const double spread =
      std::sqrt(-printed.rounds * static_cast<double>(setting.dimension) * math::log(event));
  const double root = 32.0 * setting.gamma * setting.lipschitz * printed.share * spread;
  return std::min(setting.initial_gap, log_power(root, setting.kappa));
}

double paper_radius(const KlSetting& setting, const Printed& printed) {
  const double root = log_power(setting.initial_gap, 1.0 / setting.kappa);
  const double rest = log_power(setting.initial_gap, 1.0 - 1.0 / setting.kappa);
  return (root / (4.0 * setting.gamma * setting.smoothness_risk) + 16.0 * setting.gamma * rest) *
         printed.log_bracket;
}

/// One round of the printed algorithm, and what the printed loop spends in it.
struct PrintedRound {
  SpiderRound round;
  double literal_cost = 0.0;
};

PrintedRound printed_round(const KlSetting& setting, const Printed& printed, double target) {
  const double log_ratio = math::log(setting.initial_gap / target);
  const double root = log_power(target, 1.0 / setting.kappa);
  const double length = math::exp((2.0 - setting.kappa) / setting.kappa * log_ratio);  // T_k
  SpiderRound round;
  round.target = target;
  round.steps = static_cast<Index>(spider_round_steps(setting.kappa, log_ratio));
  round.step_length = root / (4.0 * setting.gamma * setting.smoothness_risk);
  round.threshold = 7.0 / 8.0 * root / setting.gamma;
  round.fresh_noise = setting.lipschitz * std::sqrt(printed.rounds) * printed.share;
  round.difference_noise =
      root * std::sqrt(length * printed.rounds) * printed.share / setting.gamma;
  const double fresh = gaussian_release_cost(setting.gradient_sensitivity(), round.fresh_noise);
  const double difference = gaussian_release_cost(
      setting.adjacency * setting.smoothness_sample * round.step_length / setting.samples,
      round.difference_noise);
  round.cost = fresh + static_cast<double>(round.steps - 1) * difference;
  if (round.steps == 1) round.difference_noise = 0.0;
  return {round, fresh + (steady_floor(length) + 1.0) * difference};
}

Result<void> add_rounds(const KlSetting& setting, const Printed& printed, Index most_steps,
                        SpiderSchedule& schedule) {
  math::CompensatedSum literal;
  double target = setting.initial_gap, steps = 0.0;
  for (double k = 0.0; k < printed.rounds; ++k) {
    target = std::max(target / schedule.contraction, schedule.floor);
    steps += spider_round_steps(setting.kappa, math::log(setting.initial_gap / target));
    if (auto checked = check_spider_size(printed.rounds, steps, most_steps); !checked)
      return checked;
    const PrintedRound next = printed_round(setting, printed, target);
    literal.add(next.literal_cost);
    schedule.rounds.push_back(next.round);
  }
  schedule.literal_cost = literal.value();
  add_up_rounds(schedule);
  return {};
}

/// Gives the rounds the noise that costs rho together.
void certify(SpiderSchedule& schedule, double rho) {
  const double share = rho * (1.0 - kBudgetReserve) / schedule.true_cost;
  math::CompensatedSum cost;
  for (SpiderRound& round : schedule.rounds) {
    round.fresh_noise /= std::sqrt(share);
    round.difference_noise /= std::sqrt(share);
    round.cost *= share;
    cost.add(round.cost);
  }
  schedule.true_cost = cost.value();
  schedule.literal_cost *= share;
}

}  // namespace

Result<SpiderSchedule> printed_spider_schedule(const KlSetting& given, SpiderMode mode,
                                               Index most_steps) {
  KlSetting setting = given;
  setting.smoothness_risk = setting.smoothness_sample =
      std::max(given.smoothness_risk, given.smoothness_sample);
  const Printed printed = printed_of(setting);
  SpiderSchedule schedule{.mode = mode,
                          .contraction = 1.0 + printed.growth,
                          .start_gap = setting.initial_gap,
                          .floor = setting.initial_gap,
                          .is_vacuous = true};
  if (!(printed.rounds >= 1.0)) return schedule;
  if (auto checked = check_spider_size(printed.rounds, printed.rounds, most_steps); !checked)
    return std::unexpected(checked.error());
  schedule.event_failure_probability = event_failure_probability(setting, printed);
  schedule.floor = floor_of(setting, printed, schedule.event_failure_probability);
  schedule.is_vacuous = schedule.floor == setting.initial_gap;
  schedule.paper_radius = paper_radius(setting, printed);
  if (auto added = add_rounds(setting, printed, most_steps, schedule); !added)
    return std::unexpected(added.error());
  if (mode == SpiderMode::paper_certified) certify(schedule, setting.rho);
  return schedule;
}

}  // namespace noisy
