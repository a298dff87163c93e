#pragma once

#include "engine/solver/base/solver_work.h"

namespace noisy {

/// What solves the inner problems of another method.
using InnerMethod = Task<> (*)(SolverWork&);

Task<> svrg_saddle(SolverWork& work);                 ///< X4
Task<> saga_saddle(SolverWork& work);                 ///< X5
Task<> accelerated_svrg_saddle(SolverWork& work);     ///< X6
Task<> loopless_svr_extragradient(SolverWork& work);  ///< X8

/// Whether the table of X5 fits.
Result<void> check_saga_table(const Block& block);

/// Solves another block over the same sum, on the same loop and with the same draws: the certified
/// point that `is_enough`, or one whose residual is mostly rounding, because no better can be had.
///
/// @param inner, is_enough  must outlive the task. Certificates are in the norm of `inner`.
/// @param hint              of that norm too
Task<Certificate> solve_inner(SolverWork& outer, const Block& inner, InnerMethod method,
                              const Acceptance& is_enough, WeightedDistance hint);

}  // namespace noisy
