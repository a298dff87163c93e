#include "engine/algorithm/accelerated/theory/masg_schedule.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kMaxLength = 0x1p53;

Result<void> check(const MasgParameters& parameters) {
  if (parameters.iterations < 1)
    return fail(ErrorCode::invalid_value, "iterations", "at least one iteration is needed");
  if (auto constants = check_constants(parameters.strong_convexity, parameters.smoothness);
      !constants)
    return constants;
  if (!(parameters.step_scale > 0.0 && parameters.step_scale <= 1.0))
    return fail(ErrorCode::invalid_value, "stepScale", "the step scale must lie in (0, 1]");
  if (!(parameters.stage_exponent >= 1.0) || !std::isfinite(parameters.stage_exponent))
    return fail(ErrorCode::invalid_value, "stageExponent", "the stage exponent must be at least 1");
  if (parameters.first_stage_length && *parameters.first_stage_length < 1)
    return fail(ErrorCode::invalid_value, "firstStage",
                "the first stage needs at least one iteration");
  return {};
}

double default_first_stage(const MasgParameters& parameters, double root_kappa) {
  const double length = 2.0 * root_kappa * math::log(root_kappa);
  const bool up = parameters.first_stage_rounding == MasgParameters::Rounding::up;
  return std::max(1.0, up ? std::ceil(length) : std::floor(length));
}

}  // namespace

Result<StepSchedule> masg_schedule(const MasgParameters& parameters) {
  if (auto checked = check(parameters); !checked) return std::unexpected(checked.error());
  const double kappa = parameters.smoothness / parameters.strong_convexity;
  const double root_kappa =
      std::sqrt(parameters.scale_kappa_with_step ? kappa / parameters.step_scale : kappa);
  const double unit = std::ceil(root_kappa * ((parameters.stage_exponent + 2.0) * math::log(2.0)));
  const double first = parameters.first_stage_length
                           ? static_cast<double>(*parameters.first_stage_length)
                           : default_first_stage(parameters, root_kappa);
  if (!(unit <= kMaxLength) || !(first <= kMaxLength))
    return fail(ErrorCode::limit_exceeded, "problem.constants",
                "the condition number makes the stages longer than 2^53 iterations");

  StepSchedule schedule;
  double step_size = parameters.step_scale / parameters.smoothness;
  double length = first;
  double growth = 4.0;  // 2^k of the next stage
  double shrink = 1.0 / 16.0;
  for (Index left = parameters.iterations; left > 0;) {
    const Index count = static_cast<Index>(std::min(length, static_cast<double>(left)));
    schedule.push_back(
        {count, step_size, nesterov_momentum(step_size, parameters.strong_convexity)});
    left -= count;
    length = growth * unit;
    growth *= 2.0;
    step_size = parameters.step_scale / parameters.smoothness * shrink;
    shrink *= 0.25;
  }
  return schedule;
}

}  // namespace noisy
