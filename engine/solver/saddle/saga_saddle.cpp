#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/inner_methods.h"
#include "engine/solver/saddle/operator_steps.h"

namespace noisy {
namespace {

/// Each component's operator where it was evaluated last, and their mean.
class OperatorTable {
 public:
  explicit OperatorTable(const ComponentSum& sum)
      : sum_(&sum),
        entries_(sum.dimension(), sum.components()),
        mean_(sum.dimension()),
        fresh_(sum.dimension()) {}

  /// Evaluates `count` components from `first` on at z.
  void fill(Index first, Index count, const Vector& z) {
    for (Index i = first; i < first + count; ++i) {
      sum_->component_at(i, z, fresh_);
      entries_.col(i) = fresh_;
    }
  }

  /// Adds the mean up again: that of update() drifts.
  void refresh_mean() {
    mean_.setZero();
    for (Index i = 0; i < entries_.cols(); ++i) mean_ += entries_.col(i);
    mean_ /= static_cast<double>(entries_.cols());
  }

  /// out = A_i(z) - (entry i) + mean, an estimate of A(z); then A_i(z) becomes entry i.
  void estimate(Index i, const Vector& z, Vector& out) {
    sum_->component_at(i, z, fresh_);
    const Vector change = fresh_ - entries_.col(i);
    out = change + mean_;
    mean_ += change / static_cast<double>(entries_.cols());
    entries_.col(i) = fresh_;
  }

 private:
  const ComponentSum* sum_;
  Eigen::MatrixXd entries_;  ///< a column for each component
  Vector mean_;
  Vector fresh_;
};

void make_steps(SolverWork& work, OperatorTable& table, double eta, Index count, Vector& z) {
  Vector estimate(z.size());
  for (Index step = 0; step < count; ++step) {
    table.estimate(work.draw_component(), z, estimate);
    work.block().step(z, estimate, eta);
  }
}

Task<> fill_table(SolverWork& work, OperatorTable& table, const Vector& z) {
  const Index m = work.components();
  for (Index first = 0; first < m; first += kStepsPerSlice) {
    const Index count = std::min(kStepsPerSlice, m - first);
    table.fill(first, count, z);
    co_await work.spend(count);
  }
  table.refresh_mean();
}

/// m steps, and a mean without their rounding errors.
Task<> make_pass(SolverWork& work, OperatorTable& table, double eta, Vector& z) {
  for (Index left = work.components(); left > 0;) {
    const Index count = std::min(left, kStepsPerSlice);
    make_steps(work, table, eta, count, z);
    co_await work.spend(count);
    left -= count;
  }
  table.refresh_mean();
}

}  // namespace

/// z <- prox_W(z - eta W^-1 v, eta) with eta = 1 / max(1.5 m - 1, 4 kappa_w^2) (X5). Asks every
/// 2 m steps.
Task<> saga_saddle(SolverWork& work) {
  const Block& block = work.block();
  const double condition = block.condition_number();
  const auto m = static_cast<double>(work.components());
  const double eta = 1 / std::max(1.5 * m - 1, 4 * condition * condition);
  Vector z = block.start();
  OperatorTable table(work.sum());
  Task<> filled = fill_table(work, table, z);
  co_await filled;
  for (;;) {
    for (int pass = 0; pass < 2; ++pass) {
      Task<> made = make_pass(work, table, eta, z);
      co_await made;
    }
    if (co_await work.accepts(z)) co_return;
  }
}

Result<void> check_saga_table(const Block& block) {
  return check_table(block, block.dimension(), "SAGA", "loopless-svr-extragradient");
}

SolverEntry saga_saddle_solver() {
  return {.id = "saga-saddle",
          .title = "SAGA for saddle problems",
          .paper =
              "Palaniappan and Bach 2016: Stochastic variance reduction methods for "
              "saddle-point problems",
          .summary =
              "One evaluation a step, corrected by a table of every component's last "
              "operator; needs m above the condition number's square.",
          .solves_saddles = true,
          .least_components = 2,
          .solve = saga_saddle,
          .check = check_saga_table,
          .cost = [](const SolverCost& of) {
            return (of.components + of.condition * of.condition) * of.digits;
          }};
}

}  // namespace noisy
