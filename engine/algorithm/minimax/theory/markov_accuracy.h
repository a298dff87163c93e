#pragma once

#include "engine/algorithm/minimax/theory/solution_phases.h"

namespace noisy {

/// What Markov's inequality is applied to, to turn an expected accuracy into a probable one.
enum class MarkovMoment {
  paper,  ///< the distance of a minimization, the squared distance of a saddle problem
  square  ///< the squared distance also of a minimization, which asks for less (ER10)
};

/// gamma: the expected gap (function value or duality gap) that the paper asks of a randomized
/// solver that nothing certifies, so that its distance exceeds the paper's (rho = 1) with
/// probability at most delta / 4, or delta / 8 where two releases share the budget:
///
///     Algorithms 1, 2     delta^2 L^2 / (32 lambda m^2); delta L^2 / (8 lambda m^2) by the square
///     Algorithms 3, 4, 5  delta L^2 / (16 min(weights) m^2)
///     C-SC, SC-C          delta L^2 / (8 min(weights) m^2)
///
/// (bring-your-own-minimax, table of 2.6). Only the paper's noise pays for the failures. That
/// noise, and hence privacy, then rests on the solver's own random draws too.
///
/// @param delta  of everything that is released
double expected_accuracy(SolutionMethod method, const SolutionPhase& phase, double lipschitz,
                         double delta, MarkovMoment moment);

/// Epochs after which an expected gap (a minimization's, at first at most L^2 / (2 lambda)) or half
/// of an expected squared distance in the norm of W (a saddle problem's, at first L^2 /
/// min(weights)) is at most gamma: ceil(ln(L^2 / (2 min(weights) gamma)) / -ln(factor)).
///
/// With factor 1/2 and the paper's gamma of Algorithms 1 and 2 that is ceil(4 + 2 log2(m / delta)),
/// by the square ceil(2 + 2 log2(m) + log2(1 / delta)); with 0.55 and Algorithms 3-5
/// ceil(ln(8 m^2 / delta) / 0.598).
///
/// @param factor  by which an epoch shrinks it, in (0, 1)
Index markov_epochs(const SolutionPhase& phase, double lipschitz, double accuracy, double factor);

/// By what an epoch of SVRG shrinks the expected gap of a minimization, as the paper counts. With q
/// inner steps 1 / (20 l) it is 25 l / (lambda q) + (1 + 1/q) / 4 (Xiao and Zhang 2014, Theorem
/// 3.1), at most a half from q = 100 l / lambda + 1 on (bring-your-own-minimax, 10.4).
inline constexpr double kSvrgFactor = 0.5;

/// By what an epoch of the saddle problem's SVRG shrinks the expected squared distance (2.8, X4).
inline constexpr double kSaddleSvrgFactor = 0.55;

}  // namespace noisy
