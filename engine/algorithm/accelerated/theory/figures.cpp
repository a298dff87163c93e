#include "engine/algorithm/accelerated/theory/figures.h"

#include <array>
#include <cmath>

#include "engine/algorithm/accelerated/theory/masg_schedule.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/algorithm/accelerated/theory/quadratic_bound.h"
#include "engine/algorithm/accelerated/theory/quadratic_error.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kSmoothness = 1.0;
// The corrected bound starts where the paper's initial value has its meaning: 2 |x_0 - x*|^2 = 10.
constexpr double kSquaredDistance = 5.0;

double strong_convexity_of(Figure1Preset preset) {
  return preset == Figure1Preset::paper_text ? 0.5 : 0.1;
}

QuadraticMethod rate_method_of(Figure1Preset preset) {
  return preset == Figure1Preset::corrected ? QuadraticMethod::heavy_ball
                                            : QuadraticMethod::nesterov;
}

Result<Figure1Curve> figure1_curve(Figure1Preset preset, double step_size, double momentum,
                                   double noise_per_iteration, Index iterations) {
  const std::array<double, 2> eigenvalues = {strong_convexity_of(preset), kSmoothness};
  const QuadraticSetting heavy_ball{QuadraticMethod::heavy_ball, step_size, momentum};
  const bool corrected = preset == Figure1Preset::corrected;
  Figure1Curve curve;
  curve.momentum = momentum;
  curve.heavy_ball_rate = quadratic_rate(heavy_ball, eigenvalues[0], eigenvalues[1]);
  curve.rate =
      quadratic_rate({rate_method_of(preset), step_size, momentum}, eigenvalues[0], eigenvalues[1]);
  std::vector<QuadraticError> unit_noise;
  if (corrected) {
    const double coordinate = std::sqrt(kSquaredDistance / 2.0);
    auto exact = quadratic_error_curve(
        {{eigenvalues[0], eigenvalues[1]}, {coordinate, coordinate}}, QuadraticMethod::heavy_ball,
        {{iterations, step_size, momentum}}, [](Index) { return 1.0; });
    if (!exact) return std::unexpected(exact.error());
    unit_noise = std::move(*exact);
  }
  for (Index t = 1; t <= iterations; ++t) {
    const double deviation = static_cast<double>(t) * noise_per_iteration;
    const double variance = deviation * deviation;
    const auto bound = corrected
                           ? quadratic_bound(heavy_ball, eigenvalues, kSquaredDistance, variance, t)
                           : paper_quadratic_bound(step_size, momentum, eigenvalues, variance, t);
    if (!bound) return std::unexpected(bound.error());
    curve.log_bound.push_back(math::log(bound->total()));
    if (corrected) {
      const QuadraticError& exact = unit_noise[static_cast<std::size_t>(t)];
      curve.log_exact.push_back(math::log(exact.bias + variance * exact.variance));
    }
  }
  return curve;
}

}  // namespace

Result<Figure1Panel> figure1_panel(Figure1Preset preset, double step_size,
                                   double noise_per_iteration, Index iterations) {
  const double strong_convexity = strong_convexity_of(preset);
  Figure1Panel panel;
  panel.step_size = step_size;
  panel.noise_per_iteration = noise_per_iteration;
  for (int hundredth = 0; hundredth < 100; ++hundredth) {
    panel.momenta.push_back(hundredth / 100.0);
    panel.rates.push_back(quadratic_rate({rate_method_of(preset), step_size, hundredth / 100.0},
                                         strong_convexity, kSmoothness));
  }
  for (const double momentum : {0.0, 0.3, 0.7, nesterov_momentum(step_size, strong_convexity)}) {
    auto curve = figure1_curve(preset, step_size, momentum, noise_per_iteration, iterations);
    if (!curve) return std::unexpected(curve.error());
    panel.curves.push_back(std::move(*curve));
  }
  return panel;
}

Result<std::vector<double>> figure2_noise(Figure2Form form, Index stages) {
  if (stages < 1 || stages > 20)
    return fail(ErrorCode::invalid_value, "stages", "the number of stages must be 1 to 20");
  MasgParameters parameters;
  parameters.strong_convexity = 1.0;
  parameters.smoothness = 20.0;
  parameters.first_stage_rounding = MasgParameters::Rounding::down;
  // Stage k has 2^k * 10 iterations after the first one's 13.
  parameters.iterations = 13 + 10 * ((Index{2} << stages) - 4);
  const auto schedule = masg_schedule(parameters);
  if (!schedule) return std::unexpected(schedule.error());
  const auto recursion =
      nesterov_recursion(*schedule, parameters.strong_convexity, parameters.smoothness);
  if (!recursion) return std::unexpected(recursion.error());
  const auto weights = noise_weights(*recursion, parameters.iterations);
  if (!weights) return std::unexpected(weights.error());

  std::vector<double> log_roots;  // ln a_t / 3
  for (std::size_t stage = 0; stage < weights->size(); ++stage) {
    const WeightSegment& segment = (*weights)[stage];
    for (Index offset = 0; offset < segment.count; ++offset)
      log_roots.push_back(
          (segment.first_log_weight + segment.log_weight_increment * static_cast<double>(offset)) /
          3.0);
    if (form == Figure2Form::published && stage + 1 < weights->size())
      log_roots.back() -= math::log(2.0) / 3.0;
  }
  const double log_sum = math::log_sum_exp(log_roots);
  std::vector<double> noise;
  noise.reserve(log_roots.size());
  for (const double log_root : log_roots) noise.push_back(math::exp(log_sum - log_root));
  return noise;
}

}  // namespace noisy
