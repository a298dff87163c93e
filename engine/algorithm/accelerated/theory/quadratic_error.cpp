#include "engine/algorithm/accelerated/theory/quadratic_error.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kSmallestWeight = 1e-12;

Result<void> check(const Quadratic& quadratic) {
  const auto positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  const auto finite = [](double value) { return std::isfinite(value); };
  if (quadratic.eigenvalues.empty() || quadratic.eigenvalues.size() != quadratic.start.size() ||
      !std::all_of(quadratic.eigenvalues.begin(), quadratic.eigenvalues.end(), positive) ||
      !std::all_of(quadratic.start.begin(), quadratic.start.end(), finite))
    return fail(ErrorCode::invalid_value, "problem",
                "a quadratic needs positive eigenvalues and one start coordinate for each");
  return {};
}

}  // namespace

Result<QuadraticRun> QuadraticRun::create(const Quadratic& quadratic, QuadraticMethod method) {
  if (auto checked = check(quadratic); !checked) return std::unexpected(checked.error());
  QuadraticRun run;
  run.method_ = method;
  for (std::size_t index = 0; index < quadratic.eigenvalues.size(); ++index)
    run.modes_.push_back({quadratic.eigenvalues[index], quadratic.start[index],
                          quadratic.start[index], 0.0, 0.0, 0.0});
  return run;
}

QuadraticError QuadraticRun::error() const {
  QuadraticError error;
  for (const Mode& mode : modes_) {
    error.bias += 0.5 * mode.eigenvalue * mode.mean * mode.mean;
    error.variance += 0.5 * mode.eigenvalue * mode.variance;
  }
  return error;
}

void QuadraticRun::restart() {
  for (Mode& mode : modes_) {
    mode.previous_mean = mode.mean;
    mode.covariance = mode.previous_variance = mode.variance;
  }
}

void QuadraticRun::step(double step_size, double momentum, double noise_variance) {
  const QuadraticSetting setting{method_, step_size, momentum};
  for (Mode& mode : modes_) {
    const auto [current, previous] = mode_recursion(setting, mode.eigenvalue);
    const double mean = current * mode.mean + previous * mode.previous_mean;
    mode.previous_mean = mode.mean;
    mode.mean = mean;
    const double covariance = current * mode.variance + previous * mode.covariance;
    const double variance =
        current * current * mode.variance + 2.0 * current * previous * mode.covariance +
        previous * previous * mode.previous_variance + step_size * step_size * noise_variance;
    mode.previous_variance = mode.variance;
    mode.covariance = covariance;
    mode.variance = variance;
  }
}

Result<std::vector<WeightSegment>> exact_noise_weights(const Quadratic& quadratic,
                                                       QuadraticMethod method,
                                                       const StepSchedule& schedule) {
  if (auto checked = check(quadratic); !checked) return std::unexpected(checked.error());
  const Index steps = schedule_steps(schedule);
  if (steps < 1)
    return fail(ErrorCode::invalid_value, "iterations", "at least one iteration is needed");
  std::vector<double> weights(static_cast<std::size_t>(steps), 0.0);
  for (const double eigenvalue : quadratic.eigenvalues) {
    double response = 1.0, previous_response = 0.0;  // psi: of e_T to (e_t, e_{t-1})
    std::size_t index = weights.size();
    for (auto stage = schedule.rbegin(); stage != schedule.rend(); ++stage) {
      const double alpha = stage->step_size;
      const auto [current, previous] = mode_recursion({method, alpha, stage->momentum}, eigenvalue);
      for (Index offset = stage->count; offset-- > 0;) {
        weights[--index] += alpha * alpha * eigenvalue * response * response;
        const double carried = response * current + previous_response;
        previous_response = response * previous;
        response = carried;
      }
      response += previous_response;  // the stage began with e_{t-2} = e_{t-1}
      previous_response = 0.0;
    }
  }
  const double largest = *std::max_element(weights.begin(), weights.end());
  if (!std::isfinite(largest))
    return fail(ErrorCode::diverged, "stepSize", "the method diverges on this quadratic");
  std::vector<WeightSegment> segments;
  segments.reserve(weights.size());
  for (const double weight : weights)
    segments.push_back({1, math::log(std::max(weight, kSmallestWeight * largest)), 0.0});
  return segments;
}

}  // namespace noisy
