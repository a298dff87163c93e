#include "engine/algorithm/frame/execute.h"

#include <cmath>

#include "engine/solver/base/outside_step.h"

namespace noisy {

Execution execute(const FiniteSum& data, GradientOracle& oracle, const AlgorithmPlan& plan,
                  Vector start, ThreadPool& pool,
                  math::FunctionRef<void(Index, const Vector&)> observe) {
  Execution out{.solution = start, .iterations = 0, .stopped = std::nullopt};
  Run run = plan.start(oracle, std::move(start));
  while (true) {
    run.resume();
    if (const Vector* iterate = run.iterate()) {
      if (!iterate->allFinite()) {
        out.stopped = Error{ErrorCode::diverged, "", "the iterates are no longer finite"};
        return out;
      }
      out.solution = *iterate;
      observe(++out.iterations, *iterate);
      continue;
    }
    while (oracle.has_work() && !oracle.advance(pool, Deadline::never())) {
      if (OutsideStep* step = oracle.awaited_step()) decline(*step);
    }
    out.stopped = oracle.refusal();
    if (run.done() || out.stopped) return out;
    if (!oracle.pending().point) continue;
    const PointQuery query = oracle.pending();
    const auto pass = data.begin_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
    oracle.finish();
  }
}

RiskFacts public_facts(const FiniteSum& data, const Regularizer& regularizer, double initial_gap) {
  const double strength = regularizer.smoothness();
  // A loss that is not convex may take away what the regularizer adds.
  const double strong_convexity = data.is_convex() ? strength : 0;
  return {.samples = data.samples(),
          .dimension = data.dimension(),
          .smoothness = data.smoothness_bound() + strength,
          .loss_smoothness = data.smoothness_bound(),
          .smoothness_bound = data.smoothness_bound(),
          .strong_convexity = strong_convexity,
          .pl_constant = strong_convexity,
          .l1_sensitivity = data.gradient_bounds().l1,
          .l2_sensitivity = data.gradient_bounds().l2,
          .linf_sensitivity = data.gradient_bounds().linf,
          .bounds_within = [&data](double radius) { return data.bounds_within(radius); },
          .record_curvature = data.rank_one_curvature(),
          .quadratic = data.quadratic_bounds(),
          .is_convex = data.is_convex(),
          .record_convexity = data.record_convexity(),
          .has_parts = data.has_parts(),
          .saddle = data.saddle() ? std::optional(*data.saddle()) : std::nullopt,
          .queries = data.queries(),
          .summation_error = [&data](Index records) { return data.summation_error(records); },
          .initial_gap = initial_gap};
}

}  // namespace noisy
