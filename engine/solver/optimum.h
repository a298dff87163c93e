#pragma once

#include "engine/math/error.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// The non-private optimum that sub-optimality is measured from.
struct ReferenceOptimum {
  Vector solution;
  Vector weights;    ///< over a hull: of the vertices whose combination it is
  double value = 0;  ///< F at the solution
  /// F(solution) - F* <= certificate; infinity where nothing is proven
  double certificate = 0;
  Index iterations = 0;  ///< each reads all records about once
};

/// A solver that minimizes in slices. It reads the data exactly: everything it gives is not
/// private.
class OptimumSolver {
 public:
  virtual ~OptimumSolver() = default;

  /// Works until the deadline; true when finished.
  virtual bool advance(ThreadPool& pool, const Deadline& deadline) = 0;

  /// Valid once advance() has returned true.
  /// @error no-reference when the solver did not reach its tolerance
  virtual Result<ReferenceOptimum> result() const = 0;
};

}  // namespace noisy
