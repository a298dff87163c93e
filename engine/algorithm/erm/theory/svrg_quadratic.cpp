#include "engine/algorithm/erm/theory/svrg_quadratic.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr Index kMostDoublings = 30;

// a^count for |a| < 1, and 1 - a^count without cancellation where a is near 1.
double power_rest(double slope, double count) {
  if (slope < 1.0) return -math::expm1(count * math::log1p(-slope));
  return 1.0 - math::pow(1.0 - slope, count);
}

// What the average of an epoch's m iterates keeps of its start, and its own noise per coordinate.
struct Average {
  double keeps = 0.0;     ///< c_m
  double variance = 0.0;  ///< V_m
};

Average average_of(const SvrgQuadratic& problem, double length) {
  const double slope = problem.step_size * problem.curvature;
  math::CompensatedSum squares;
  for (double step = 1.0; step <= length; step += 1.0) {
    const double rest = power_rest(slope, step);
    squares.add(rest * rest);
  }
  const double scale = problem.curvature * length;
  return {(1.0 - slope) * power_rest(slope, length) / (length * slope),
          problem.noise_variance * squares.value() / (scale * scale)};
}

Result<void> check(const SvrgQuadratic& problem, Index length, Index epochs) {
  const double slope = problem.step_size * problem.curvature;
  if (!(slope > 0.0 && slope < 2.0))
    return fail(ErrorCode::unstable_step, "stepSize", "the step must lie between 0 and 2/h");
  if (length < 1)
    return fail(ErrorCode::invalid_value, "innerIterations", "an epoch has at least one step");
  if (epochs < 1) return fail(ErrorCode::invalid_value, "epochs", "need at least one epoch");
  return {};
}

}  // namespace

Result<std::vector<double>> svrg_quadratic_gaps(const SvrgQuadratic& problem, Index length,
                                                Index epochs) {
  if (auto checked = check(problem, length, epochs); !checked)
    return std::unexpected(checked.error());
  const Average average = average_of(problem, static_cast<double>(length));
  const double noise = static_cast<double>(problem.dimension) * average.variance;
  std::vector<double> gaps = {problem.initial_gap()};
  for (Index epoch = 0; epoch < epochs; ++epoch)
    gaps.push_back(average.keeps * average.keeps * gaps.back() + 0.5 * problem.curvature * noise);
  return gaps;
}

Result<std::vector<double>> svrg_plus_quadratic_gaps(const SvrgQuadratic& problem, Index length,
                                                     Index epochs) {
  if (auto checked = check(problem, length, epochs); !checked)
    return std::unexpected(checked.error());
  if (epochs > kMostDoublings)
    return fail(ErrorCode::limit_exceeded, "epochs", "at most 30: every epoch doubles the work");
  const double p = static_cast<double>(problem.dimension);
  const double slope = problem.step_size * problem.curvature;
  const double kick = problem.step_size * problem.step_size * problem.noise_variance;
  double moment = problem.squared_distance;
  std::vector<double> gaps = {problem.initial_gap()};
  for (Index epoch = 1; epoch <= epochs; ++epoch) {
    const double steps = std::ldexp(static_cast<double>(length), static_cast<int>(epoch));
    const Average average = average_of(problem, steps);
    gaps.push_back(0.5 * problem.curvature *
                   (average.keeps * average.keeps * moment + p * average.variance));
    const double forgotten = power_rest(slope, 2.0 * steps);
    moment = (1.0 - forgotten) * moment + p * kick * forgotten / (slope * (2.0 - slope));
  }
  return gaps;
}

Result<double> descent_quadratic_gap(std::span<const double> curvatures,
                                     std::span<const double> start, double step_size,
                                     double noise_variance, Index iterations) {
  if (curvatures.size() != start.size())
    return fail(ErrorCode::invalid_value, "start", "needs one coordinate for each curvature");
  const double kick = step_size * step_size * noise_variance;
  math::CompensatedSum gap;
  for (std::size_t i = 0; i < curvatures.size(); ++i) {
    const double slope = step_size * curvatures[i];
    if (!(slope >= 0.0 && slope < 2.0))
      return fail(ErrorCode::unstable_step, "stepSize", "the step must lie between 0 and 2/h");
    if (slope == 0.0) continue;
    const double forgotten = power_rest(slope, 2.0 * static_cast<double>(iterations));
    gap.add(0.5 * curvatures[i] *
            ((1.0 - forgotten) * start[i] * start[i] + kick * forgotten / (slope * (2.0 - slope))));
  }
  return gap.value();
}

}  // namespace noisy
