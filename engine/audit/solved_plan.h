#pragma once

#include <memory>
#include <vector>

#include "engine/algorithm/minimax/solution_plan.h"

namespace noisy {

/// What a plan of certified solutions releases of one block of records, on a data set whose
/// solutions were found once: what is left of every run is its noise.
///
/// No other block holds the record that two neighbours differ in. Given what earlier blocks
/// released, theirs is all that depends on it, so that an attacker may as well choose where the
/// path stands before: the guarantee holds for any centre. With the solver's own random numbers
/// fixed the claim must hold as well: whatever it answers is certified.
class SolvedPlan final : public AlgorithmPlan {
 public:
  /// Solves the block's problems on this data set, as the plan's own runs do. A solver from outside
  /// the engine is left out: the method that they fall back on answers, and the claim is the same.
  ///
  /// @param judged  must outlive this
  /// @param block   one of blocks_of()
  /// @param start   where the released path stands before the block
  /// @error what ends such a run: a loss whose gradients are longer than it states, a certificate
  ///        that cannot be had
  static Result<std::shared_ptr<const SolvedPlan>> create(const SolutionPlan& judged,
                                                          const RecordBlock& block,
                                                          const FiniteSum& data,
                                                          const Vector& start,
                                                          const StreamFactory& streams);

  /// The blocks that a plan's releases are of, each once; or all records.
  static std::vector<RecordBlock> blocks_of(const SolutionPlan& plan);

  /// The releases, in order.
  const std::vector<SolutionStep>& steps() const { return steps_; }

  const PlanSummary& summary() const override { return judged_.summary(); }
  const BudgetRule& rule() const override { return judged_.rule(); }
  bool adds_regularizer() const override { return false; }

  /// Releases what was solved, with fresh noise. Safe to start from several threads.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  SolvedPlan(const SolutionPlan& judged, const RecordBlock& block);

  static Run solve(GradientOracle& data, const SolvedPlan& plan);
  static Run released(GradientOracle& data, const SolvedPlan& plan, Vector z);

  const SolutionPlan& judged_;
  std::vector<SolutionStep> steps_;
  std::vector<std::unique_ptr<HiddenSolve>> solves_;
};

}  // namespace noisy
