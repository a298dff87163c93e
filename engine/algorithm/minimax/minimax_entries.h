#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// An entry with what the methods of "Bring Your Own Algorithm for Optimal Differentially Private
/// Stochastic Minimax Optimization" share: paper, relation, Gaussian noise, columns.
AlgorithmEntry minimax_entry();

/// The usual solvers' ids, of blocks that are not small.
inline constexpr const char* kUsualMinimizer = "svrg-practical";
inline constexpr const char* kUsualSaddleSolver = "loopless-svr-extragradient";

}  // namespace noisy
