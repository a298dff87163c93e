#include <algorithm>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/reduced_steps.h"

namespace noisy {
namespace {

/// @param before  receives the iterate before the last step
void take_steps(ReducedSteps& steps, const DrawnComponents& drawn, Vector& x, Vector& before) {
  const Index last = drawn.size() - 1;
  for (Index k = 0; k < last; ++k) steps.step(drawn.at(k), x);
  before = x;
  steps.step(drawn.at(last), x);
}

/// Loopless SVRG (M5): variance-reduced steps of 1 / (6 l). After each one, with probability 1 / m,
/// the point that it started from becomes the reference. A certificate is asked for after every 2 m
/// steps.
Task<> loopless_svrg(SolverWork& work) {
  const double probability = 1 / static_cast<double>(work.components());
  const Index round = 2 * work.components();
  ReducedSteps steps(work, smooth_step(work, 6), work.components());
  DrawnComponents drawn(work);
  OperatorMean mean;
  Vector x = work.block().start();
  Vector before = x;
  bool has_moved = true;
  for (;;) {
    for (Index done = 0; done < round; done += drawn.size()) {
      if (has_moved) {
        co_await work.operator_at(before, mean);
        Task<> referred = steps.refer_to(before, mean.value);
        co_await referred;
        drawn.set_numbers(steps.slopes());
      }
      has_moved = drawn.draw_until(probability, std::min(kStepsAtOnce, round - done));
      take_steps(steps, drawn, x, before);
      co_await work.spend(drawn.size() * steps.cost());
    }
    if (co_await work.accepts(x)) co_return;
  }
}

}  // namespace

SolverEntry loopless_svrg_solver() {
  return {.id = "loopless-svrg",
          .title = "Loopless SVRG",
          .paper =
              "Kovalev, Horvath and Richtarik 2020: Don't jump through hoops and remove those "
              "loops",
          .summary = "SVRG whose reference changes at random: no length of an epoch to choose.",
          .minimizes = true,
          .least_components = 2,
          .solve = loopless_svrg,
          .cost = [](const SolverCost& of) {
            return (of.components + of.primal_condition) * of.digits;
          }};
}

}  // namespace noisy
