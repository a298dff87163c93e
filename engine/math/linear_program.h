#pragma once

#include <Eigen/Core>
#include <optional>

#include "engine/math/vector.h"

namespace noisy::math {

/// minimize cost'x  over  x >= 0,  matrix x = right.
struct LinearProgram {
  Eigen::MatrixXd matrix;
  Vector right;
  Vector cost;
};

struct LinearProgramSolution {
  Vector point;
  double value = 0;
};

/// A vertex solution by the two-phase simplex method on a dense tableau, with Bland's rule, which
/// cannot cycle: for programs with up to some hundred rows and columns. Same bits everywhere.
///
/// @param tolerance  absolute, of what the equations may miss and of a negative reduced cost; scale
///                   the program so that its numbers are near 1
/// @return nothing when no point meets the equations, when the value has no lower bound, or after
///         100000 pivots
std::optional<LinearProgramSolution> solve(const LinearProgram& program, double tolerance);

}  // namespace noisy::math
