#pragma once

#include <memory>
#include <optional>

#include "engine/privacy/oracle/hidden_work.h"
#include "engine/privacy/oracle/request.h"
#include "engine/privacy/oracle/solve_log.h"
#include "engine/privacy/release/solution_sensitivity.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle_bounds.h"
#include "engine/solver/base/certified_solve.h"

namespace noisy {

/// What of a block's solution is released.
enum class SolutionPart {
  minimizer,  ///< of a minimization, all of it
  saddle,     ///< (x, y)
  primal,     ///< x of a saddle point
  dual        ///< y of a saddle point
};

/// What is known of how near a solution is to the exact one.
enum class SolutionAccuracy {
  certified,  ///< within tau: proven of the point itself, whoever found it
  expected    ///< within tau but for a probability of 2^-100, by a theorem (ExpectedSolve)
};

/// The regularized problem on a block of records whose solution is released; all of it is public.
struct SolveSetting {
  RecordBlock records;
  Index drawn = 0;  ///< m > 0: instead of a block, as many records, drawn without replacement
  double primal_weight = 0;  ///< lambda_x > 0: the modulus of the block's problem in x
  double dual_weight = 0;    ///< lambda_y > 0; of a minimization not read
  /// The parts of the weights that every record's loss has of its own
  /// (FiniteSum::record_convexity, SaddleBounds::primal_modulus); the rest is added to it.
  double primal_convexity = 0;
  double dual_convexity = 0;
  Vector centre;         ///< c of the quadratic terms with these weights
  Domain primal_domain;  ///< with a projection
  Domain dual_domain;    ///< likewise; of a minimization not read
  double distance = 0;   ///< tau, in the norm of W (SolutionBounds)
  const SolverEntry* solver = nullptr;
  /// Expected: the solver is left out for the one of the theorem; blocks of one record, which that
  /// is not for, are solved with fixed iterations and certified.
  SolutionAccuracy accuracy = SolutionAccuracy::certified;
  /// Neither the number of steps nor of gradients depends on the data: the solver is left out.
  bool has_fixed_iterations = false;
};

/// The certified solution of a block, which nobody but the oracle and its kinds of release sees
/// (bring-your-own-minimax, 2.6). Whatever the solver does, the solution is within tau of the exact
/// one, or the run ends; with the accuracy `expected` that holds by a theorem, but for 2^-100.
class HiddenSolve final : public HiddenWork {
 public:
  explicit HiddenSolve(SolveSetting setting);
  ~HiddenSolve() override;

 private:
  friend class CertifiedSolutionForm;
  friend class DrawnSolutionForm;
  friend class SolveReader;  // of diagnostics
  class Attempt;

  std::optional<Error> begin(const Exact& exact) override;
  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  std::optional<Error> failure() const override { return failure_; }
  Index evaluations() const override;
  OutsideStep* awaited_step() const override;
  const SolveReport* report() const override { return solution_ ? &report_ : nullptr; }

  SolveSetting setting_;
  std::unique_ptr<Attempt> attempt_;  ///< while it goes on
  std::optional<CertifiedSolution> solution_;
  std::optional<Error> failure_;
  SolveReport report_;
};

/// The kind of release of a part of a certified solution. Where both parts are released the noise
/// is that of (sqrt(lambda_x) x, sqrt(lambda_y) y).
const ReleaseForm* certified_solution_form(SolutionPart part,
                                           SolutionAccuracy accuracy = SolutionAccuracy::certified);

/// How far one record moves what is released of such a solution: in L2, of both parts together in
/// the norm of W.
double solution_sensitivity(SolutionPart part, const SolutionBounds& bounds);

/// S and its parts by what a problem enforces.
///
/// @param difference  S_2
/// @param saddle      of a saddle problem; of a minimization null, and there is no dual part
void set_differences(double difference, const SaddleBounds* saddle, SolutionBounds& bounds);

/// How many numbers are released.
Index released_numbers(SolutionPart part, Index dimension, const SaddleBounds* saddle);

/// Weights and tau, which a release of these kinds rests on, as its details.
ReleaseDetails details_of(const SolveSetting& setting);

struct CertifiedSolutionRequest : Request {
  const HiddenSolve* solve = nullptr;
};

/// The solution that was found, or a part of it.
CertifiedSolutionRequest certified_solution(const HiddenSolve& solve, const Release& release);

}  // namespace noisy
