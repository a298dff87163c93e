#pragma once

#include "engine/solver/saddle/operator_steps.h"

namespace noisy {

/// A variance-reduced method without epochs: after every step a coin decides whether the reference
/// point moves.
class LooplessMethod {
 public:
  /// @param probability  of a new reference, at every step
  LooplessMethod(const Block& block, double probability)
      : z_(block.start()), reference_(block.dimension()), probability_(probability) {}
  virtual ~LooplessMethod() = default;

  /// Makes steps, and asks about the current point after every 2 m of them. Must outlive the task.
  Task<> run(SolverWork& work);

 protected:
  /// Moves z_ with two evaluations of component i, which was drawn for it.
  virtual void step(Index i) = 0;
  /// Where the reference moves when the coin falls after a step.
  virtual const Vector& next_reference() const = 0;

  Vector z_;
  OperatorReference reference_;

 private:
  struct Steps {
    Index count = 0;
    bool has_coin_fallen = false;
  };
  Steps make_steps(SolverWork& work, Index most);

  double probability_;
};

}  // namespace noisy
