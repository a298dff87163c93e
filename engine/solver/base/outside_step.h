#pragma once

#include <optional>
#include <string>

#include "engine/solver/base/block.h"

namespace noisy {

/// What somebody outside the engine answers to an OutsideStep.
struct StepAnswer {
  std::optional<Vector> next;  ///< where to go; none: the solver stops
  std::string failure;         ///< why there is none, where it could not be had; else ""
};

/// A question to a solver outside the engine; a task waits for its answer (SolverLoop::answered).
/// All of it is exact, so it is not private: whoever is asked sees numbers of the data without
/// noise, also where what is solved is released with noise by a private run.
struct OutsideStep {
  const std::string& solver;  ///< its id
  const Block& block;
  const Vector& point;  ///< z, in the domain
  const Vector& value;  ///< A(z)
  const Vector& full;   ///< B(z) = A(z) + W (z - c)
  Index attempt = 0;    ///< how often the solver was asked before to start
  Index number = 0;     ///< of the step in this attempt, from 0
  /// ||z - P(z - e W^-1 B(z))||_W / e with e = 1 / (kappa_w + 1), which costs nothing.
  double residual = 0;
  double target = 0;      ///< where the residual is no larger, z was certified, but not accepted
  Index evaluations = 0;  ///< of components so far
  /// Whoever looks at SolverLoop::awaited_step() sets it, once.
  std::optional<StepAnswer> answer = std::nullopt;
};

/// Answers in the place of a solver that nobody is there to ask: it is given up, and the fallback
/// goes on.
inline void decline(OutsideStep& step) {
  step.answer = StepAnswer{.next = {}, .failure = "nobody is there to make its steps"};
}

}  // namespace noisy
