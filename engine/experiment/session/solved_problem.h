#pragma once

#include <memory>
#include <optional>

#include "engine/experiment/plan/objective.h"
#include "engine/solver/base/block.h"
#include "engine/solver/problem/less_convex_sum.h"
#include "engine/solver/problem/record_sum.h"

namespace noisy {

/// The strong convexity that is added to a saddle problem, where its own is not enough.
struct AddedRegularization {
  std::optional<double> primal;  ///< (primal / 2) ||x||^2
  std::optional<double> dual;    ///< - (dual / 2) ||y||^2
};

/// An exact objective as what base solvers work on. Of a minimization the weight is that of its l2
/// regularizer; of a saddle problem, in each part, its own modulus and what is added to it.
class SolvedProblem {
 public:
  /// @error unsupported-option at "problem.loss" for a minimization of no margin;
  ///        unsupported-regularizer unless that has an l2 regularizer with a strength;
  ///        unsupported-domain without a projection; needs-convexity; unbounded-sensitivity where
  ///        nothing bounds a record's gradient, of a saddle problem at "data.preprocess";
  ///        invalid-value at "solve.primalRegularization" or "solve.dualRegularization" where a
  ///        part of a saddle problem is not strongly convex; unsupported-option there for what is
  ///        added to a minimization
  static Result<std::unique_ptr<SolvedProblem>> make(std::shared_ptr<Objective> objective,
                                                     const AddedRegularization& added);

  const Block& block() const { return *block_; }

 private:
  explicit SolvedProblem(std::shared_ptr<Objective> objective) : objective_(std::move(objective)) {}
  Result<void> make_minimization();
  Result<void> make_saddle(const AddedRegularization& added);
  Result<void> take(Result<Block> block);

  std::shared_ptr<Objective> objective_;
  std::unique_ptr<RecordSum> records_;
  std::unique_ptr<LessConvexSum> less_convex_;  ///< the records without their own moduli
  std::optional<Block> block_;
};

}  // namespace noisy
