#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/solver/base/solver_entry.h"

namespace noisy {

/// How one block is solved.
struct CertifiedSolveOptions {
  /// tau: the solution is no further than this from z*, in the norm of W.
  WeightedDistance target{};
  /// A part of the residual at P(c) that will do as well, for those who have no tau; needs an
  /// infinite first_distance. One of both is > 0.
  double relative_target = 0;
  /// What the start P(c) is at most away from z*, in the norm of W: L / sqrt(min lambda). The
  /// fallback's steps are counted from it. Infinite: the certificate at the start is used, so that
  /// their number depends on the data.
  WeightedDistance first_distance{std::numeric_limits<double>::infinity()};
  /// Component evaluations that each attempt may take; 0: as many as the fallback would.
  Index budget = 0;
  /// The solver is asked so often again, from where it came to, unless it gives up.
  int restarts = 3;
  /// Leaves the solver out and takes as many steps as the fallback may need, so that neither time
  /// nor counts depend on the data.
  bool has_fixed_iterations = false;
};

/// A certified solution. All but the point is exact: not private.
struct CertifiedSolution {
  Vector point;               ///< within `residual` of z*, in the norm of W
  WeightedDistance residual;  ///< at most the target
  Index evaluations = 0;      ///< of components, certificates included
  Index attempts = 0;         ///< of the chosen solver; none where P(c) is exact
  bool is_fallback = false;   ///< the chosen solver did not get there
  std::string complaint;      ///< of the chosen solver's last attempt, or why it was not asked
  /// Of every certificate; where the first distance was not given, that of P(c) first.
  std::vector<SolverTracePoint> trace;
};

/// Solves a block to a certified distance, in slices, with any solver (bring-your-own-minimax,
/// 2.6): asks it up to 1 + `restarts` times, believes none of its answers, and ends with a
/// deterministic method whose number of steps is enough for every data set.
class CertifiedSolve {
 public:
  /// @param block, solver  must outlive this
  /// @param draws          the solver's own random numbers: no others
  CertifiedSolve(const Block& block, const SolverEntry& solver, Stream draws,
                 const CertifiedSolveOptions& options);

  /// Works until the deadline; true when finished.
  bool advance(ThreadPool& pool, const Deadline& deadline) { return loop_.advance(pool, deadline); }
  Index evaluations() const { return loop_.evaluations(); }
  /// What a solver outside the engine is asked, where advance() waits for that; else null.
  OutsideStep* awaited_step() const { return loop_.awaited_step(); }
  /// ln of the first over the demanded distance; 0 before the first distance is known.
  double digits() const;

  /// Valid once advance() has returned true.
  ///
  /// @error lipschitz-violation when a record's gradient was longer than allowed;
  ///        certificate-precision when rounding takes over a tenth of the target;
  ///        privacy-certificate-failed when even the fallback's point does not certify
  Result<CertifiedSolution> result() const;

 private:
  Task<> work();
  Task<> ask_solver();
  Task<> ask_once(SolverWork& work);
  Task<> fall_back();
  SolverWork make_work(const Block& block);
  void complain(TaskEnd end, const SolverWork& work);
  void keep(const SolverWork& work);
  void take(const Certificate& certificate);
  Index budget() const;
  /// Steps of the fallback, for what a target leaves of it beside rounding.
  Index last_steps() const;

  Block block_;
  const SolverEntry* solver_;
  Stream draws_;
  CertifiedSolveOptions options_;
  SolverLoop loop_;
  CertifiedSolution solution_;
  std::optional<Error> failure_;  ///< why nothing was begun
  bool is_solved_ = false;
  Task<> task_;
};

}  // namespace noisy
