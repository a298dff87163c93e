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
SolverEntry gradient_descent_ascent_solver();
SolverEntry extragradient_solver();
SolverEntry optimistic_gradient_solver();
SolverEntry primal_dual_extragradient_solver();
SolverEntry svrg_saddle_solver();
SolverEntry saga_saddle_solver();
SolverEntry loopless_svrg_gda_solver();
SolverEntry loopless_svr_extragradient_solver();
SolverEntry accelerated_svrg_saddle_solver();
SolverEntry accelerated_saga_saddle_solver();
SolverEntry al_svre_solver();
SolverEntry catalyst_acc_svrg_solver();

}  // namespace noisy
