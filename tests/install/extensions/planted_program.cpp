// own-noisy-descent, a solver whose steps nobody makes, and three entries that are not what they
// say: a loss that is four times steeper than it states, which audits must refute, an algorithm
// that asks for a quarter of the noise that it pays for, which the oracle must refuse, and a solver
// that says it is done where it starts, whose point must not be taken.

#include "engine/cli/command_line.h"
#include "engine/privacy/form/gradient.h"
#include "engine/solver/base/outside_solver.h"
#include "extensions.h"

namespace {

using namespace noisy;

LossEntry understated() {
  LossEntry entry = pseudo_huber();
  entry.id = "pseudo-huber-understated";
  entry.make = [](const ParameterSet& given) {
    LinearLoss loss = pseudo_huber().linear(given);
    loss.derivative_bound = [bound = loss.derivative_bound](double margin, double target) {
      return bound(margin, target) / 4;
    };
    return loss;
  };
  return entry;
}

/// A plan that is run with less noise than it states.
class CheapPlan final : public AlgorithmPlan {
 public:
  explicit CheapPlan(std::unique_ptr<AlgorithmPlan> honest) : honest_(std::move(honest)) {}

  const PlanSummary& summary() const override { return honest_->summary(); }
  const BudgetRule& rule() const override { return honest_->rule(); }
  Run start(GradientOracle& data, Vector x) const override { return cheap(data, std::move(x)); }

 private:
  Run cheap(GradientOracle& data, Vector x) const {
    Release release = summary().segments.front().first_release;
    release.noise_scale /= 4;
    for (Index t = 1; t <= summary().iterations; ++t) {
      x -= co_await data.ask(gradient_at(x, release));
      co_yield Iterate{x};
    }
  }

  std::unique_ptr<AlgorithmPlan> honest_;
};

AlgorithmEntry cheap() {
  AlgorithmEntry entry = tail_averaging();
  entry.id = "cheap-tail-averaging";
  entry.plan = [](const PlanInput& input) -> Result<std::unique_ptr<AlgorithmPlan>> {
    auto honest = tail_averaging().plan(input);
    if (!honest) return honest;
    return std::make_unique<CheapPlan>(*std::move(honest));
  };
  return entry;
}

SolverEntry lazy() {
  SolverEntry entry = heavy_ball();
  entry.id = "lazy";
  entry.solve = [](SolverWork& work) -> Task<> {
    work.offer(work.block().start());
    co_return;
  };
  return entry;
}

}  // namespace

int main(int count, char** words) {
  const bool registered = register_loss(pseudo_huber()) && register_loss(understated()) &&
                          register_algorithm(tail_averaging()) && register_algorithm(cheap()) &&
                          register_solver(heavy_ball()) && register_solver(lazy()) &&
                          register_solver(outside_solver("unanswered"));
  return registered ? run_command_line(count, words) : 1;
}
