#include "engine/experiment/session/run_trial.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace noisy {

double share_of_steps(const ActiveRun& run) {
  if (run.is_over()) return 1;
  const AlgorithmPlan& plan = *run.setup().plan;
  const PlanSummary& summary = plan.summary();
  // What ends a run of open length is its budget, or its plan.
  const bool is_open = plan.rule().length() == RunLength::open && run.setup().is_private;
  const double cap = is_open ? run.ledger().cap().value : 0;
  const double spent = cap > 0 ? run.ledger().spent().value / cap : 0;
  const double planned = std::max(1.0, static_cast<double>(summary.iterations));
  const double iterations = std::min(1.0, static_cast<double>(run.iteration()) / planned);
  const double hidden = run.hidden_evaluations();
  const double evaluations = run.gradient_evaluations() + hidden;
  if (evaluations == 0 || summary.gradient_evaluations == 0) return std::max(spent, iterations);
  const double computed = std::min(1.0, evaluations / summary.gradient_evaluations);
  if (iterations == 0) return std::max(spent, computed);
  // How much a solver computes until it is sure is a guess; and what reads its records at once may
  // have long steps before it.
  const double share = hidden > 0 ? std::max(iterations, computed) : std::min(iterations, computed);
  return std::max(spent, share);
}

double share_of_points(const ActiveRun& run, double points) {
  const auto& measured = run.measured();
  // A run that has ended has no more points to come.
  if (measured.empty() || (run.is_over() && run.traced_points().empty())) return 1;
  return std::min(1.0, static_cast<double>(measured.front().points()) / std::max(1.0, points));
}

RunTrial::RunTrial(std::unique_ptr<LockstepGroup> runs, const RunWork& work, double begin)
    : runs_(std::move(runs)), work_(work), begin_(begin) {
  runs_->measure_at_once();
}

void RunTrial::advance(math::ThreadPool& pool, double seconds) {
  before_ = tally();
  const auto began = ActiveRun::Clock::now();
  is_over_ = runs_->advance(pool, math::Deadline::after_seconds(seconds));
  seconds_ += std::chrono::duration<double>(ActiveRun::Clock::now() - began).count();
}

RunTrial::Tally RunTrial::tally() const {
  Tally tally{.seconds = seconds_, .measuring = std::min(seconds_, runs_->measuring_seconds())};
  for (const auto& run : runs_->runs()) {
    tally.steps += share_of_steps(*run);
    if (!run->measured().empty()) tally.points += share_of_points(*run, work_.points);
  }
  return tally;
}

double RunTrial::share() const {
  return tally().steps / runs();
}

WorkRates RunTrial::rates(const WorkRates& known) const {
  const Tally all = tally();
  /// What one whole run takes. Code is slow when it runs for the first time, so that the last part
  /// tells more, unless runs came to their end in it.
  const auto of_run = [&](double seconds, double shares, double last_seconds, double last_shares) {
    const double mean = seconds / shares;
    return is_over_ || last_shares <= 0 ? mean : std::min(mean, last_seconds / last_shares);
  };
  WorkRates rates{.begin = begin_ / runs(), .steps = known.steps, .measuring = known.measuring};
  if (all.steps > 0 && work_.steps > 0) {
    rates.steps = of_run(all.seconds - all.measuring, all.steps,
                         (all.seconds - all.measuring) - (before_.seconds - before_.measuring),
                         all.steps - before_.steps) /
                  work_.steps;
  }
  if (all.points > 0 && work_.measuring > 0) {
    rates.measuring = of_run(all.measuring, all.points, all.measuring - before_.measuring,
                             all.points - before_.points) /
                      work_.measuring;
  }
  return rates;
}

}  // namespace noisy
