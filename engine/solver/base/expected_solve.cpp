#include "engine/solver/base/expected_solve.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// By what an epoch shrinks an expectation (2.7, M4 and 2.8, X4).
constexpr double kMinimizationFactor = 0.5, kSaddleFactor = 0.55;

const SolverEntry& method_for(const Block& block) {
  return *solvers().find(block.is_saddle() ? "svrg-saddle" : "svrg");
}

}  // namespace

Index expected_epochs(bool is_saddle, double ratio) {
  const double doubled = is_saddle ? math::log(2.0) : 0;
  const double digits = doubled + 2 * math::log(ratio) - math::log(ExpectedSolve::kMissProbability);
  const double factor = is_saddle ? kSaddleFactor : kMinimizationFactor;
  return static_cast<Index>(std::max(1.0, std::ceil(digits / -math::log(factor))));
}

double expected_evaluations(bool is_saddle, const SolverCost& cost, Index epochs) {
  const double walks = cost.components;
  // A reference takes a walk for its mean and one for its certificate; of a minimization, whose
  // steps take one evaluation each, the slopes of all components as well.
  const double epoch =
      is_saddle ? 2 * walks + 2 * std::ceil(5 * math::log(4.0) * cost.condition * cost.condition)
                : 3 * walks + std::max(2 * walks, std::ceil(100 * cost.primal_condition + 1));
  return static_cast<double>(epochs) * epoch + 2 * walks;
}

ExpectedSolve::ExpectedSolve(const Block& block, Stream draws, WeightedDistance first,
                             WeightedDistance target)
    : block_(block),
      draws_(draws),
      target_(target),
      epochs_(expected_epochs(block.is_saddle(), first.value / target.value)),
      loop_(block.sum()),
      task_(work()) {
  task_.begin(loop_);
}

Task<> ExpectedSolve::work() {
  // The method asks once an epoch whether it is done.
  SolverWork work(
      loop_, block_, draws_, [this](const Certificate&) { return asked_++ >= epochs_; }, target_);
  Task<> solved = method_for(block_).solve(work);
  co_await loop_.supervise(solved, budget());
  is_solved_ = work.is_accepted() && work.best().point.allFinite();
  if (!is_solved_) co_return;
  solution_.point = work.best().point;
  solution_.residual = work.best().residual;
}

Index ExpectedSolve::budget() const {
  // Four times what the epochs take: only points that are not finite end there.
  const double condition = block_.condition_number();
  const double steps = block_.is_saddle() ? 8 * condition * condition : 101 * condition;
  const double epoch = 4 * static_cast<double>(block_.components()) + 2 * steps + 64;
  return static_cast<Index>(std::min(4 * epoch * static_cast<double>(epochs_ + 2), 0x1p52));
}

Result<CertifiedSolution> ExpectedSolve::result() const {
  if (loop_.failure()) return std::unexpected(*loop_.failure());
  task_.rethrow();
  if (!is_solved_) {
    return fail(ErrorCode::privacy_certificate_failed, "solver",
                "numbers that are not finite: nothing is released");
  }
  CertifiedSolution out = solution_;
  out.evaluations = loop_.evaluations();
  out.attempts = 1;
  return out;
}

}  // namespace noisy
