#include "engine/algorithm/kl/theory/spider_rounds.h"

#include <cmath>

#include "engine/algorithm/kl/theory/gaussian_release.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"

namespace noisy {

SpiderRound round_with_noise(const SpiderRung& rung, double fresh_sensitivity, double deviation) {
  const double differences = rung.steps - 1.0;
  const double fresh_share = fresh_sensitivity / rung.reach;
  SpiderRound round;
  round.target = rung.target;
  round.steps = static_cast<Index>(rung.steps);
  round.step_length = rung.step_length;
  round.fresh_noise = deviation * std::sqrt(fresh_share);
  if (differences > 0.0)
    round.difference_noise = deviation * std::sqrt((1.0 - fresh_share) / differences);
  round.cost = gaussian_release_cost(rung.reach, deviation);
  return round;
}

void add_up_rounds(SpiderSchedule& schedule) {
  math::CompensatedSum cost, radius;
  schedule.total_steps = 0;
  for (const SpiderRound& round : schedule.rounds) {
    cost.add(round.cost);
    radius.add(static_cast<double>(round.steps) * round.step_length);
    schedule.total_steps += round.steps;
  }
  schedule.true_cost = cost.value();
  schedule.radius = radius.value();
}

Result<void> check_spider_size(double rounds, double steps, Index most_steps) {
  if (steps > static_cast<double>(most_steps))
    return fail(ErrorCode::limit_exceeded, "maxTotalSteps",
                "the plan needs at least " + figure_text(steps) + " gradient passes, the cap is " +
                    figure_text(static_cast<double>(most_steps)) +
                    ": raise it, or use a smaller n sqrt(rho)");
  if (rounds > kMostSpiderRounds)
    return fail(ErrorCode::limit_exceeded, "problem.constants.klConstant",
                "the plan needs more than " + figure_text(kMostSpiderRounds) +
                    " rounds, because gamma^2 L1 is large: lower it, or n sqrt(rho)");
  return {};
}

}  // namespace noisy
