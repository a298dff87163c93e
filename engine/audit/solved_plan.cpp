#include "engine/audit/solved_plan.h"

#include <algorithm>
#include <iterator>

namespace noisy {

std::vector<RecordBlock> SolvedPlan::blocks_of(const SolutionPlan& plan) {
  std::vector<RecordBlock> out;
  for (const SolutionStep& step : plan.steps()) {
    if (std::ranges::find(out, step.release.block) == out.end()) out.push_back(step.release.block);
  }
  return out;
}

SolvedPlan::SolvedPlan(const SolutionPlan& judged, const RecordBlock& block) : judged_(judged) {
  std::ranges::copy_if(judged.steps(), std::back_inserter(steps_),
                       [&](const SolutionStep& step) { return step.release.block == block; });
}

Result<std::shared_ptr<const SolvedPlan>> SolvedPlan::create(const SolutionPlan& judged,
                                                             const RecordBlock& block,
                                                             const FiniteSum& data,
                                                             const Vector& start,
                                                             const StreamFactory& streams) {
  const std::shared_ptr<SolvedPlan> out(new SolvedPlan(judged, block));
  for (const SolutionStep& step : out->steps_) {
    SolveSetting setting = judged.setting_of(step, start);
    if (step.solver->origin == Origin::outside) setting.has_fixed_iterations = true;
    out->solves_.push_back(std::make_unique<HiddenSolve>(std::move(setting)));
  }
  NonPrivateOracle oracle(data, Regularizer{}, streams);
  ThreadPool here;
  Run run = solve(oracle, *out);
  for (run.resume(); !run.done(); run.resume()) {
    while (oracle.has_work() && !oracle.advance(here, Deadline::never())) {
    }
    if (oracle.refusal()) return std::unexpected(*oracle.refusal());
  }
  return out;
}

Run SolvedPlan::solve(GradientOracle& data, const SolvedPlan& plan) {
  for (const auto& hidden : plan.solves_) co_await data.complete(*hidden);
}

Run SolvedPlan::start(GradientOracle& data, Vector start) const {
  return released(data, *this, std::move(start));
}

Run SolvedPlan::released(GradientOracle& data, const SolvedPlan& plan, Vector z) {
  for (std::size_t k = 0; k < plan.steps_.size(); ++k) {
    const SolutionStep& step = plan.steps_[k];
    const Vector& answer = co_await data.ask(certified_solution(*plan.solves_[k], step.release));
    plan.judged_.take(step, answer, z);
    co_yield Iterate{z};
  }
}

}  // namespace noisy
