#include "engine/experiment/session/run_trial.h"

#include <algorithm>
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
  is_over_ = runs_->advance(pool, math::Deadline::after_seconds(seconds));
  Part steps;
  Part measuring{.seconds = runs_->measuring_seconds()};
  for (const auto& run : runs_->runs()) {
    steps.seconds += run->seconds();
    steps.share += share_of_steps(*run);
    if (!run->measured().empty()) measuring.share += share_of_points(*run, work_.points);
  }
  steps_.take(steps);
  measuring_.take(measuring);
}

void RunTrial::Growth::take(const Part& part) {
  if (part.share > now.share) before = std::exchange(now, part);
}

/// What one whole run takes. Code is slow when it runs for the first time, so that the last part
/// tells more, unless runs came to their end in it.
double RunTrial::Growth::run_seconds(bool is_over) const {
  const double mean = now.seconds / now.share;
  if (is_over) return mean;
  return std::min(mean, (now.seconds - before.seconds) / (now.share - before.share));
}

WorkRates RunTrial::rates(const WorkRates& known) const {
  WorkRates rates{.begin = begin_ / runs(), .steps = known.steps, .measuring = known.measuring};
  if (share() > 0 && work_.steps > 0) rates.steps = steps_.run_seconds(is_over_) / work_.steps;
  if (has_measured() && work_.measuring > 0) {
    rates.measuring = measuring_.run_seconds(is_over_) / work_.measuring;
  }
  return rates;
}

}  // namespace noisy
