#pragma once

#include <memory>
#include <optional>

#include "engine/experiment/plan/objective.h"
#include "engine/solver/lifted_sum.h"

namespace noisy {

/// Finds the reference optimum of an objective in slices: first, for few features and where it
/// helps, the spectrum, which gives tight constants; then the solver. Newton's method for smooth
/// problems of few features, proximal gradients where there is a domain or a regularizer without
/// gradient (over a hull, by its vertices' weights), Nesterov's method for the rest.
class ReferenceSearch {
 public:
  explicit ReferenceSearch(Objective& objective);

  /// Fills in `objective.reference`; true when finished.
  ///
  /// A problem of the gallery has a closed form with the records that it is made for.
  ///
  /// The reference is an error, no-reference, for losses that are not convex (nobody knows their
  /// optimum), for domains without a projection, and where a solver fails.
  bool advance(math::ThreadPool& pool, const math::Deadline& deadline);

  /// Per-record gradients computed so far.
  double evaluations() const;

  /// Whether Newton's method will do it: about ten passes and Hessians.
  static bool uses_newton(const Objective& objective);

 private:
  bool wants_spectrum() const;
  Result<ReferenceOptimum> closed_form(math::ThreadPool& pool) const;
  std::optional<Error> begin_solver();
  std::optional<Error> begin_composite(double smoothness, double convexity);
  Result<ReferenceOptimum> take_result() const;

  Objective& objective_;
  bool uses_newton_;
  std::optional<SpectrumSearch> spectrum_;
  std::unique_ptr<LiftedSum> lifted_;  ///< over the weights of a hull's vertices
  std::unique_ptr<OptimumSolver> solver_;
};

}  // namespace noisy
