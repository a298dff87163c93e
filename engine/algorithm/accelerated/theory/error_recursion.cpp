#include "engine/algorithm/accelerated/theory/error_recursion.h"

#include <cmath>
#include <limits>

#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

Result<void> check_iterations(Index iterations) {
  if (iterations < 1)
    return fail(ErrorCode::invalid_value, "iterations", "at least one iteration is needed");
  return {};
}

double log_of_contraction(double decrease) {
  return decrease < 1.0 ? math::log1p(-decrease) : -std::numeric_limits<double>::infinity();
}

}  // namespace

Index ErrorRecursion::steps() const {
  Index total = 0;
  for (const RecursionSegment& segment : segments) total += segment.count;
  return total;
}

bool ErrorRecursion::reaches_minimum() const {
  return !segments.empty() && !std::isfinite(segments.front().log_contraction);
}

Result<ErrorRecursion> nesterov_recursion(const StepSchedule& schedule, double strong_convexity,
                                          double smoothness) {
  if (auto checked = check_constants(strong_convexity, smoothness); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_iterations(schedule_steps(schedule)); !checked)
    return std::unexpected(checked.error());
  ErrorRecursion recursion;
  recursion.initial_factor = 2.0;
  for (const Stage& stage : schedule) {
    if (auto checked = check_nesterov_step(stage.step_size, smoothness); !checked)
      return std::unexpected(checked.error());
    const double alpha = stage.step_size;
    recursion.segments.push_back({stage.count,
                                  log_of_contraction(std::sqrt(alpha * strong_convexity)),
                                  math::log(alpha * (1.0 + alpha * smoothness)),
                                  recursion.segments.empty() ? 0.0 : math::log(2.0)});
  }
  return recursion;
}

Result<ErrorRecursion> gradient_descent_recursion(Index iterations, double step_size,
                                                  double strong_convexity, double smoothness) {
  if (auto checked = check_constants(strong_convexity, smoothness); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_iterations(iterations); !checked)
    return std::unexpected(checked.error());
  if (!(step_size > 0.0) || !(step_size * smoothness < 2.0))
    return fail(ErrorCode::unstable_step, "stepSize",
                "step size must lie between 0 and 2/L for gradient descent");
  const double decrease = strong_convexity * step_size * (2.0 - smoothness * step_size);
  ErrorRecursion recursion;
  recursion.segments.push_back({iterations, log_of_contraction(decrease),
                                math::log(smoothness * step_size * step_size), 0.0});
  return recursion;
}

Result<ErrorRecursion> heavy_ball_recursion(Index iterations, double step_size, double smoothness,
                                            double contraction_rate) {
  if (auto checked = check_iterations(iterations); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_heavy_ball(step_size, 0.0); !checked)
    return std::unexpected(checked.error());
  if (!(contraction_rate >= 0.0 && contraction_rate < 1.0))
    return fail(ErrorCode::invalid_value, "contractionRate",
                "dividing the noise needs a contraction rate in [0, 1)");
  ErrorRecursion recursion;
  recursion.segments.push_back({iterations,
                                contraction_rate > 0.0 ? 2.0 * math::log(contraction_rate)
                                                       : -std::numeric_limits<double>::infinity(),
                                math::log(smoothness * step_size * step_size), 0.0});
  return recursion;
}

}  // namespace noisy
