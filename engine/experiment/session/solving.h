#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/session/session.h"

namespace noisy {

/// Registers the solvers that an experiment's methods name, `parameters.solver` or a sweep over it,
/// and that nobody has: their steps are made elsewhere, if at all (outside_solver). For programs in
/// which nobody can register one: the fallback answers for them.
///
/// @param experiment  a text that may be none: reading it says so
/// @return their names; none of a name that no solver may have
std::vector<std::string> declare_solvers(std::string_view experiment);

/// Begins to solve the exact objective with a solver of one's choice, without privacy: a
/// minimization, or a saddle problem. The request is {"solver", "tolerance", "gradients", "seed",
/// "primalRegularization", "dualRegularization"}, the `solve` part of a survey's; the report
///
///     {"nonPrivate": true, "solver", "solution", "distanceBound", "gapBound", "gradients",
///      "expectedGradients", "condition", "attempts", "fallback", "complaint", "trace"}
///
/// where ||solution - z*||_2 <= distanceBound, and F(solution) - F*, of a saddle problem the
/// duality gap, is at most gapBound, rounding included. F has its regularizer; of a saddle problem,
/// what the request adds. There, solution is (x, y), and
///
///     "saddle": {"primal": x, "dual": y, "weights": {"primal", "dual"}, "weightedDistanceBound",
///                "distanceBounds": {"primal", "dual"}}
///
/// takes it apart, with the bound R of ||solution - z*||_W, gapBound = R^2 / 2. The trace is of all
/// certificates on the way, that of the start first.
///
/// @error unknown-name at "solve.solver"; what SolvedProblem::make() says
Result<std::unique_ptr<Survey>> begin_solving(std::shared_ptr<Objective> objective,
                                              const Json& request,
                                              std::shared_ptr<math::ThreadPool> threads);

}  // namespace noisy
