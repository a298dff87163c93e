#pragma once

#include "engine/solver/base/certified_solve.h"

namespace noisy {

/// Epochs after which the solution of a block is within the target but for kMissProbability
/// (bring-your-own-minimax, 2.6 "markov"). With D the squared distance in the norm of W, first^2 at
/// the start, and p that probability, Markov's inequality asks for E D <= p target^2:
///
///     minimization  SVRG halves the expected gap, at first at most first^2 / 2, and D <= 2 gap:
///                   first^2 2^-k <= p target^2
///     saddle point  its SVRG shrinks E D to 0.55 of it, and the step that the point makes after
///                   the last epoch at most doubles D: 2 first^2 0.55^k <= p target^2
///
/// @param ratio  first over target
Index expected_epochs(bool is_saddle, double ratio);

/// Component evaluations of so many epochs, and of the certificate that ends them.
double expected_evaluations(bool is_saddle, const SolverCost& cost, Index epochs);

/// Solves a block by so many epochs of a method whose expected distance a theorem bounds, and looks
/// at no certificate: SVRG with the theorem's steps for a minimization, SVRG for saddle problems
/// else. How many evaluations that takes does not depend on the data. That the solution is near
/// rests on the smoothness that the sum declares, on the draws, and on exact arithmetic.
class ExpectedSolve {
 public:
  /// How likely it is at most that the solution misses the target.
  static constexpr double kMissProbability = 0x1p-100;
  /// SVRG draws from at least two components.
  static constexpr Index kLeastComponents = 2;

  /// @param block   of kLeastComponents or more; must outlive this
  /// @param first   what P(c) is at most away from z*, in the norm of W
  /// @param target  what the solution is at most away from it
  ExpectedSolve(const Block& block, Stream draws, WeightedDistance first, WeightedDistance target);

  /// Works until the deadline; true when finished.
  bool advance(ThreadPool& pool, const Deadline& deadline) { return loop_.advance(pool, deadline); }
  Index evaluations() const { return loop_.evaluations(); }

  /// Valid once advance() has returned true. The residual was not looked at.
  ///
  /// @error lipschitz-violation when a record's gradient was longer than allowed;
  ///        privacy-certificate-failed when a number was not finite
  Result<CertifiedSolution> result() const;

 private:
  Task<> work();
  Index budget() const;

  Block block_;
  Stream draws_;
  WeightedDistance target_;
  Index epochs_;
  Index asked_ = 0;
  SolverLoop loop_;
  CertifiedSolution solution_;
  bool is_solved_ = false;
  Task<> task_;
};

}  // namespace noisy
