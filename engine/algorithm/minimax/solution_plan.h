#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/minimax/solution_inputs.h"

namespace noisy {

/// One hidden solve and what is released of it.
struct SolutionStep {
  Release release;
  SolutionPart part = SolutionPart::minimizer;
  const SolverEntry* solver = nullptr;
  double primal_weight = 0;  ///< of the block
  double dual_weight = 0;
  double primal_convexity = 0;  ///< the parts of the weights that every record has of its own
  double dual_convexity = 0;
  /// The block's centre: this part of where the released path stands, in x and in y.
  double primal_pull = 0;
  double dual_pull = 0;
  double distance = 0;        ///< tau
  double regularization = 0;  ///< mu_k, for people
  double noise = 0;           ///< standard deviation of a released number; of (x, y) of x's
  double dual_noise = 0;      ///< of (x, y): of y's numbers
};

/// Where x and y lie.
struct SolutionSpace {
  Index primal_dimension = 0;
  Index dual_dimension = 0;  ///< 0 of a minimization
  Domain primal_domain;
  Domain dual_domain;
};

/// Releases of certified solutions of blocks of records, one after the other, each centred at what
/// the ones before it released (Algorithms 1 to 5 of Zhang, Thekumparampil, Oh, He).
class SolutionPlan final : public AlgorithmPlan {
 public:
  SolutionPlan(SolutionSpace space, std::vector<SolutionStep> steps,
               std::shared_ptr<const ScheduledRule> rule, PlanSummary summary)
      : space_(std::move(space)),
        steps_(std::move(steps)),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const SolutionSpace& space() const { return space_; }
  const std::vector<SolutionStep>& steps() const { return steps_; }
  bool projects() const { return projects_; }
  bool has_fixed_iterations() const { return has_fixed_iterations_; }
  SolutionAccuracy accuracy() const { return accuracy_; }
  void set_options(const SolutionOptions& options) {
    projects_ = options.projects;
    has_fixed_iterations_ = options.has_fixed_iterations;
    accuracy_ = options.accuracy;
  }

  /// What is solved in a step, where the released path stands at z.
  SolveSetting setting_of(const SolutionStep& step, const Vector& z) const;
  /// Puts what a step has released into the path.
  void take(const SolutionStep& step, const Vector& released, Vector& z) const;

  const PlanSummary& summary() const override { return summary_; }
  bool adds_regularizer() const override { return false; }
  const BudgetRule& rule() const override { return *rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  SolutionSpace space_;
  std::vector<SolutionStep> steps_;
  std::shared_ptr<const ScheduledRule> rule_;
  PlanSummary summary_;
  bool projects_ = true;
  bool has_fixed_iterations_ = false;
  SolutionAccuracy accuracy_ = SolutionAccuracy::certified;
};

/// Yields every released point: x~_1, x~_2, ... or z~.
Run released_solutions(GradientOracle& data, const SolutionPlan& plan, Vector z);

}  // namespace noisy
