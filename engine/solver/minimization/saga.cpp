#include <algorithm>
#include <vector>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/drawn_components.h"
#include "engine/solver/base/fused_updates.h"
#include "engine/solver/base/reduced_estimate.h"

namespace noisy {
namespace {

/// Steps of SAGA, and its table g_i: the component's operator where it was drawn last, of linear
/// components one number each.
class SagaSteps {
 public:
  SagaSteps(const SolverWork& work, double eta)
      : work_(&work),
        linear_(work.sum().linear()),
        keep_(1 / (1 + eta)),
        pull_((eta / (1 + eta)) * work.block().centre()),
        eta_(eta),
        fresh_(work.sum().dimension()),
        v_(work.sum().dimension()) {}

  /// g_i = A_i(x) for all i: m evaluations. x must outlive the task.
  Task<> fill(const Vector& x) {
    if (linear_) {
      Task<> computed = compute_slopes(*work_, x, slopes_);
      co_await computed;
    } else {
      table_.resize(x.size(), work_->components());
      for (Index first = 0; first < work_->components(); first += kStepsAtOnce) {
        const Index last = std::min(work_->components(), first + kStepsAtOnce);
        fill_some(x, first, last);
        co_await work_->spend(last - first);
      }
    }
    Task<> summed = refresh_mean();
    co_await summed;
  }

  /// The table's mean from the table: steps only add what they change, and what rounding takes
  /// from them.
  Task<> refresh_mean() {
    mean_.setZero(fresh_.size());
    for (Index first = 0; first < work_->components(); first += kStepsAtOnce) {
      add_some(first, std::min(work_->components(), first + kStepsAtOnce));
      co_await work_->spend(0);
    }
    mean_ /= static_cast<double>(work_->components());
  }

  /// Of linear components, one each; else none.
  std::span<const double> slopes() const { return slopes_; }

  void step(Index i, Vector& x) {
    if (linear_) {
      linear_step(i, x);
    } else {
      general_step(i, x);
    }
  }

 private:
  void fill_some(const Vector& x, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      work_->sum().component_at(i, x, fresh_);
      table_.col(i) = fresh_;
    }
  }

  void add_some(Index first, Index last) {
    for (Index i = first; i < last; ++i) {
      if (linear_) {
        add_scaled(slopes_[static_cast<std::size_t>(i)], linear_->row(i), mean_);
      } else {
        mean_ += table_.col(i);
      }
    }
  }

  void general_step(Index i, Vector& x) {
    work_->sum().component_at(i, x, fresh_);
    v_ = fresh_ - table_.col(i) + mean_;
    work_->block().step(x, v_, eta_);
    mean_ += (fresh_ - table_.col(i)) / static_cast<double>(work_->components());
    table_.col(i) = fresh_;
  }

  void linear_step(Index i, Vector& x) {
    const std::span<const double> row = linear_->row(i);
    double& slope = slopes_[static_cast<std::size_t>(i)];
    const double fresh = linear_->slope(i, row_product(row, x));
    const TableStep step = {.keep = keep_,
                            .size = keep_ * eta_ / work_->block().primal_weight(),
                            .change = fresh - slope,
                            .portion = 1 / static_cast<double>(work_->components())};
    shrink_and_move(x, mean_, step, pull_, row);
    work_->block().project(x);
    slope = fresh;
  }

  const SolverWork* work_;
  const LinearComponents* linear_;
  double keep_;  ///< 1 / (1 + eta)
  Vector pull_;  ///< eta c / (1 + eta)
  double eta_;   ///< in the metric of the block
  Vector mean_;  ///< g
  Vector fresh_, v_;
  std::vector<double> slopes_;  ///< of linear components: g_i = slopes_i u_i
  Eigen::MatrixXd table_;       ///< of others: g_i in column i
};

void take_steps(SagaSteps& steps, const DrawnComponents& drawn, Vector& x) {
  for (Index k = 0; k < drawn.size(); ++k) steps.step(drawn.at(k), x);
}

/// SAGA (M6): v = A_i(x) - g_i + g, x <- prox(x - v / (3 l)), g_i <- A_i(x). The mean g is computed
/// anew after every m steps, and a certificate asked for after every 2 m.
Task<> saga(SolverWork& work) {
  const Index m = work.components();
  SagaSteps steps(work, smooth_step(work, 3));
  DrawnComponents drawn(work);
  Vector x = work.block().start();
  Task<> filled = steps.fill(x);
  co_await filled;
  drawn.set_numbers(steps.slopes());
  for (Index round = 1;; ++round) {
    for (Index done = 0; done < m; done += drawn.size()) {
      drawn.draw(std::min(kStepsAtOnce, m - done));
      take_steps(steps, drawn, x);
      co_await work.spend(drawn.size());
    }
    Task<> refreshed = steps.refresh_mean();
    co_await refreshed;
    if (round % 2 == 0 && co_await work.accepts(x)) co_return;
  }
}

}  // namespace

SolverEntry saga_solver() {
  return {
      .id = "saga",
      .title = "SAGA",
      .paper = "Defazio, Bach and Lacoste-Julien 2014: SAGA, a fast incremental gradient method",
      .summary = "One component a step and a table of the last ones: no reference point.",
      .minimizes = true,
      .least_components = 2,
      .solve = saga,
      .check =
          [](const Block& block) {
            const Index numbers = block.sum().linear() ? 1 : block.dimension();
            return check_table(block, numbers, "SAGA", "loopless-svrg");
          },
      .cost =
          [](const SolverCost& of) { return (of.components + of.primal_condition) * of.digits; }};
}

}  // namespace noisy
