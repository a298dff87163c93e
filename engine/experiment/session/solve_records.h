#pragma once

#include "engine/math/vector.h"
#include "engine/record/answers.h"
#include "engine/solver/base/certified_solve.h"

// The record of a solve of the exact objective. It reads the data without noise.

namespace noisy::record {

inline double gap_bound_of(const SolverTracePoint& point) {
  return point.residual * point.residual / 2;
}

inline constexpr Table kSolveTrace{
    "SolveTrace",
    "What was certified on the way, the start first, and after how many gradients.",
    {{"gradients", each<&SolverTracePoint::evaluations>()},
     {"gapBound", each<&gap_bound_of>(kNumbersOrNull)}}};

/// A number of x and one of y.
struct Parts {
  double primal = 0, dual = 0;
};

inline constexpr Table kParts{"SaddleNumbers",
                              "A number of x and one of y.",
                              {{"primal", of<&Parts::primal>()}, {"dual", of<&Parts::dual>()}}};

struct SolvedSaddle {
  std::vector<double> primal, dual;
  Parts weights, distances;
  double weighted_distance = 0;
};

inline constexpr Table kSolvedSaddle{
    "SaddleSolution",
    "The solution of a saddle problem, part by part.",
    {{"primal", of<&SolvedSaddle::primal>(), Seen::nobody, "x"},
     {"dual", of<&SolvedSaddle::dual>(), Seen::nobody, "y"},
     {"weights", in<kParts, &SolvedSaddle::weights>(), Seen::nobody,
      "w_x and w_y: strong convexity in x and concavity in y, the problem's own and what was "
      "added."},
     {"weightedDistanceBound", of<&SolvedSaddle::weighted_distance>(), Seen::nobody,
      "The exact (x, y) is no further in the norm sqrt(w_x |x|^2 + w_y |y|^2): sqrt(2 gapBound)."},
     {"distanceBounds", in<kParts, &SolvedSaddle::distances>(), Seen::nobody,
      "The exact x, and the exact y, is no further in the Euclidean norm."}}};

struct Solved {
  std::string solver;
  CertifiedSolution found;
  std::optional<SolvedSaddle> saddle;
  double least_weight = 0, expected = 0, condition = 0;

  bool is_non_private() const { return true; }
  std::vector<double> solution() const { return {found.point.begin(), found.point.end()}; }
  double distance_bound() const { return found.residual.value / std::sqrt(least_weight); }
  double gap_bound() const { return found.residual.value * found.residual.value / 2; }
};

inline constexpr Table kSolved{
    "SolveReport",
    "A certified minimizer, or saddle point, of the exact objective: it reads the data without "
    "noise, nothing of it is private.",
    {{"nonPrivate", of<&Solved::is_non_private>("true")},
     {"solver", of<&Solved::solver>()},
     {"solution", of<&Solved::solution>(), Seen::nobody,
      "Of a saddle problem z = (x, y), one after the other."},
     {"saddle?", in<kSolvedSaddle, &Solved::saddle>(), Seen::nobody, "Of saddle problems only."},
     {"distanceBound", of<&Solved::distance_bound>(), Seen::nobody,
      "The exact minimizer, or saddle point, is no further from the solution, rounding included."},
     {"gapBound", of<&Solved::gap_bound>(), Seen::nobody,
      "F(solution) - F*, of a saddle problem the duality gap max F(x, .) - min F(., y), is no "
      "larger."},
     {"gradients", of<&Solved::found, &CertifiedSolution::evaluations>(), Seen::nobody,
      "Gradients of records that it took, certificates included."},
     {"expectedGradients", of<&Solved::expected>("number | null"), Seen::nobody,
      "How many theory expects, up to a constant; null where nobody knows."},
     {"condition", of<&Solved::condition>(), Seen::nobody,
      "Smoothness over strong convexity; of a saddle problem that of its operator in the norm of "
      "the weights."},
     {"attempts", of<&Solved::found, &CertifiedSolution::attempts>(), Seen::nobody,
      "How often the solver was asked to start; 0 where the start is the solution."},
     {"fallback", of<&Solved::found, &CertifiedSolution::is_fallback>(), Seen::nobody,
      "Whether a deterministic method had to find the solution because the solver did not."},
     {"complaint", of<&Solved::found, &CertifiedSolution::complaint>(), Seen::nobody,
      "What the solver did wrong in its last attempt; '' for nothing."},
     {"trace", columns<kSolveTrace, &Solved::found, &CertifiedSolution::trace>()}}};

}  // namespace noisy::record
