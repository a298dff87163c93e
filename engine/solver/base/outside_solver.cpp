#include "engine/solver/base/outside_solver.h"

#include <utility>

#include "engine/solver/base/outside_step.h"

namespace noisy {
namespace {

double forward_residual(const Block& block, const Vector& z, const Vector& full) {
  const double step = 1 / (block.condition_number() + 1);
  Vector next = z;
  block.descend(next, full, step);
  block.project(next);
  return block.norm(z - next) / step;
}

/// Why an answer gives no point; "" where it does, or where the solver stops.
std::string fault_of(const StepAnswer& answer, const Block& block) {
  if (!answer.failure.empty()) return answer.failure;
  return answer.next ? fault_of(*answer.next, block) : "";
}

Task<> ask_for_steps(SolverWork& work, const std::string& solver) {
  const Block& block = work.block();
  Vector z = block.start();
  Vector full(z.size());
  OperatorMean mean;
  for (Index number = 0;; ++number) {
    co_await work.operator_at(z, mean);
    block.add_regularizer(z, mean.value, full);
    work.offer(z);  // from where the next attempt starts
    const double residual = forward_residual(block, z, full);
    if (work.is_near(residual) && co_await work.accepts(z, mean.value)) co_return;
    OutsideStep step{.solver = solver,
                     .block = block,
                     .point = z,
                     .value = mean.value,
                     .full = full,
                     .attempt = work.attempt(),
                     .number = number,
                     .residual = residual,
                     .target = work.hint().value,
                     .evaluations = work.evaluations()};
    co_await work.answered(step);
    const std::string fault = fault_of(*step.answer, block);
    if (!fault.empty()) {
      work.give_up("step " + std::to_string(number) + ": " + fault);
      co_return;
    }
    if (!step.answer->next) co_return;
    z = *step.answer->next;
    block.project(z);
  }
}

}  // namespace

SolverEntry outside_solver(std::string id) {
  SolverEntry entry;
  entry.id = std::move(id);
  entry.title = entry.id;
  entry.summary = "Steps that are made outside the engine: m evaluations each.";
  entry.minimizes = true;
  entry.solves_saddles = true;
  // The id outlives the task: whoever runs a solver holds its entry.
  entry.solve = [id = entry.id](SolverWork& work) { return ask_for_steps(work, id); };
  return entry;
}

}  // namespace noisy
