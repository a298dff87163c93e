#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/calibration/division.h"

namespace noisy {

/// Rules that choose the heavy ball's momentum from alpha, mu and L (see theory/momentum.h).
enum class MomentumRule { nesterov, critical, polyak };

/// Options that the gradient and accelerated methods share (Kuru et al., sections 3 to 5).
struct AcceleratedParameters {
  Index iterations = 200;           ///< T; more steps mean more noise per step (Remark 4.1)
  std::optional<Index> batch_size;  ///< m; absent: n, every record in every step
  double step_scale = 1;            ///< c in step = c / L, in (0, 1]
  std::optional<double> step_size;  ///< the step itself, instead of c / L
  MomentumRule momentum_rule = MomentumRule::nesterov;
  std::optional<double> momentum;  ///< beta in [0, 1), instead of a rule
  SensitivityRule sensitivity = SensitivityRule::uniform;
  Division division = Division::uniform;
  /// How T' is chosen out of T; absent: all T steps are run.
  std::optional<HorizonMode> horizon = HorizonMode::corrected;
  bool include_sampling_noise = false;  ///< adds (sigma_s^2 / 2) sum_j a_j to the horizon's score
  double stage_exponent = 1;            ///< p of the multi-stage schedule (eq. 33), >= 1
  std::optional<Index> first_stage;     ///< n_1; absent: ceil(2 sqrt(kappa) ln sqrt(kappa))
  bool scale_condition_number = false;  ///< kappa / c instead of kappa in the schedule
};

/// The catalogue's description of the named options, in this order.
/// @param names  camelCase names; `division` and `horizon` get these defaults
std::vector<ParameterSpec> accelerated_parameter_specs(
    std::initializer_list<std::string_view> names, std::string_view default_division = "uniform",
    std::string_view default_horizon = "corrected");

/// Reads options whose types and ranges were already checked against their specs.
///
/// @error conflicting-fields when both stepSize and stepScale are given, or one of them beside the
///        momentum "polyak", which has its own step
/// @error invalid-value when batchSize exceeds n
Result<AcceleratedParameters> read_accelerated_parameters(
    const ParameterSet& given, const RiskFacts& facts,
    Division default_division = Division::uniform,
    std::optional<HorizonMode> default_horizon = HorizonMode::corrected);

/// The step size alpha, in 1 / units of L.
double resolved_step_size(const AcceleratedParameters& parameters, const RiskFacts& facts);

}  // namespace noisy
