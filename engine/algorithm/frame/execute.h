#pragma once

#include <optional>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/math/function_ref.h"

namespace noisy {

/// How a run ended, and with what.
struct Execution {
  Vector solution;               ///< the last iterate; the start when there was none
  Index iterations = 0;          ///< iterates that were yielded
  std::optional<Error> stopped;  ///< why it ended early: refused by the oracle, or diverged
};

/// Executes one run to its end on the calling thread and the pool's, one pass over the data for
/// each request. The experiment layer's scheduler does the same for many runs in lockstep. Nobody
/// makes steps of solvers outside the engine: they are declined.
///
/// @param observe  called with the iteration number from 1 and the iterate
Execution execute(const FiniteSum& data, GradientOracle& oracle, const AlgorithmPlan& plan,
                  Vector start, ThreadPool& pool,
                  math::FunctionRef<void(Index, const Vector&)> observe);

/// What a plan may know of a problem from the bounds that the engine enforces: n, d, L, mu, S_1 and
/// S_2.
///
/// @param initial_gap  E_0, a public guess of F(x_0) - F*
RiskFacts public_facts(const FiniteSum& data, const Regularizer& regularizer,
                       double initial_gap = 10);

}  // namespace noisy
