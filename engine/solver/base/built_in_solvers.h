#pragma once

#include "engine/solver/base/solver_entry.h"

namespace noisy {

// Those of the files of solver/minimization and solver/saddle.
SolverEntry gradient_descent_solver();
SolverEntry accelerated_gradient_solver();
SolverEntry sgd_solver();
SolverEntry svrg_solver();
SolverEntry practical_svrg_solver();
SolverEntry loopless_svrg_solver();
SolverEntry saga_solver();
SolverEntry sarah_solver();
SolverEntry katyusha_solver();
SolverEntry extragradient_solver();

}  // namespace noisy
