#include "engine/audit/exact_solution.h"

#include "engine/privacy/release/solved_answer.h"

namespace noisy {
namespace {

struct Asked {
  const SolutionPlan& plan;
  const SolutionStep& step;
  const FiniteSum& records;
  ExactSolution& out;
};

Run answer_of(GradientOracle& data, Asked asked, HiddenSolve& hidden, Vector z) {
  co_await data.complete(hidden);
  const CertifiedSolutionRequest request = certified_solution(hidden, asked.step.release);
  const Vector& answer = co_await data.ask(request);
  asked.out.answer = answer;
  dynamic_cast<const SolvedAnswer&>(*request.form)
      .equalize(request, asked.records, asked.out.answer);
  asked.plan.take(asked.step, answer, z);
  asked.out.point = z;
}

}  // namespace

Result<ExactSolution> exact_solution(const SolutionPlan& plan, SolutionStep step,
                                     const FiniteSum& records, const Vector& z, double precision) {
  step.release.block = {};
  step.distance *= precision;
  SolveSetting setting = plan.setting_of(step, z);
  if (step.solver->origin == Origin::outside) setting.has_fixed_iterations = true;
  step.release.details = details_of(setting);
  HiddenSolve hidden(std::move(setting));
  NonPrivateOracle oracle(records, Regularizer{},
                          StreamFactory::reproducible({.algorithm = "audit/neighbours"}));
  ExactSolution out;
  ThreadPool here;
  const Asked asked{.plan = plan, .step = step, .records = records, .out = out};
  Run run = answer_of(oracle, asked, hidden, z);
  for (run.resume(); !run.done(); run.resume()) {
    while (oracle.has_work() && !oracle.advance(here, Deadline::never())) {
    }
    if (oracle.refusal()) return std::unexpected(*oracle.refusal());
  }
  return out;
}

}  // namespace noisy
