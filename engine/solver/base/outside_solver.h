#pragma once

#include <string>

#include "engine/solver/base/solver_entry.h"

namespace noisy {

/// A solver whose steps are made outside the engine, by somebody who answers an OutsideStep at a
/// time: what runs the solver shows it as awaited_step(), and works on once it is answered. Where
/// nobody is there to answer, as in execute(), it is declined, and the fallback answers.
///
/// A step costs m evaluations, for A at the point that it starts from. They say for nothing how far
/// the point is about, so that a certificate, of m evaluations more, is asked for only where it is
/// likely to pass: with v = z - P(z - e W^-1 B(z)), e = 1 / (kappa_w + 1) and J the mean derivative
/// of B, what is certified is ||(I - e W^-1 J) v||_W / e, at most ||v||_W / e for a minimization
/// and sqrt(2) times that for a saddle problem.
///
/// An answer that is no point ends the solver: it is not asked again. It is registered like any
/// other (register_solver).
SolverEntry outside_solver(std::string id);

}  // namespace noisy
