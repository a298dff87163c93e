#pragma once

#include <optional>

#include "engine/algorithm/accelerated/theory/step_schedule.h"
#include "engine/math/error.h"

namespace noisy {

/// Parameters of the multi-stage accelerated method's schedule (Kuru et al., eq. 33).
struct MasgParameters {
  Index iterations = 200;         ///< T; the schedule is cut there
  double strong_convexity = 0.0;  ///< mu > 0
  double smoothness = 0.0;        ///< L >= mu
  double step_scale = 1.0;        ///< c in (0, 1]; stage k has step c / (4^k L), stage 1 has c / L
  double stage_exponent = 1.0;  ///< p >= 1: stages have 2^k ceil(sqrt(kappa) ln 2^(p+2)) iterations
  /// n_1 >= 1; by default 2 sqrt(kappa) ln sqrt(kappa), rounded as below, at least 1.
  std::optional<Index> first_stage_length;
  /// Rounding of the default n_1. `down` is what the published Figure 2 used.
  enum class Rounding { up, down } first_stage_rounding = Rounding::up;
  /// Uses kappa / c for kappa in the lengths, because the rate is sqrt(mu alpha) = sqrt(c / kappa).
  /// The paper's runs do not.
  bool scale_kappa_with_step = false;
};

/// The schedule of DP-MASG, each stage with Nesterov's momentum for its step size.
///
/// Stage 1: iterations 1..min(T, n_1), step c / L; stage k = 2, 3, ...: the next
/// 2^k ceil(sqrt(kappa) ln 2^(p+2)) iterations, step c 4^-k / L. Note the drop by 16 at stage 2.
///
/// @error invalid-value at the field unless T >= 1, 0 < mu <= L, 0 < c <= 1, p >= 1 and n_1 >= 1;
///        limit-exceeded at "problem.constants" when a stage would be longer than 2^53
Result<StepSchedule> masg_schedule(const MasgParameters& parameters);

}  // namespace noisy
