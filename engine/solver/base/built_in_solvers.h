#pragma once

#include "engine/solver/base/solver_entry.h"

namespace noisy {

// One for each file of solver/minimization and solver/saddle.
SolverEntry gradient_descent_solver();
SolverEntry extragradient_solver();

}  // namespace noisy
