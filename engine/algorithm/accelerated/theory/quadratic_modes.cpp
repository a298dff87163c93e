#include "engine/algorithm/accelerated/theory/quadratic_modes.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

double momentum_of(const QuadraticSetting& setting) {
  return setting.method == QuadraticMethod::gradient_descent ? 0.0 : setting.momentum;
}

}  // namespace

ModeRecursion mode_recursion(const QuadraticSetting& setting, double eigenvalue) {
  const double beta = momentum_of(setting);
  const double kept = 1.0 - setting.step_size * eigenvalue;
  if (setting.method == QuadraticMethod::nesterov) return {(1.0 + beta) * kept, -beta * kept};
  return {kept + beta, -beta};
}

double spectral_radius(const ModeRecursion& mode) {
  const double discriminant = mode.current * mode.current + 4.0 * mode.previous;
  if (discriminant < 0.0) return std::sqrt(-mode.previous);
  return 0.5 * (std::fabs(mode.current) + std::sqrt(discriminant));
}

bool is_stable(const QuadraticSetting& setting, double eigenvalue) {
  const double beta = momentum_of(setting);
  const double reach = setting.step_size * eigenvalue;
  return beta >= 0.0 && beta < 1.0 && reach > 0.0 &&
         reach < largest_stable_step(setting.method, beta, 1.0);
}

double largest_stable_step(QuadraticMethod method, double momentum, double smoothness) {
  switch (method) {
    case QuadraticMethod::heavy_ball:
      return 2.0 * (1.0 + momentum) / smoothness;
    case QuadraticMethod::nesterov:
      return 2.0 * (1.0 + momentum) / ((1.0 + 2.0 * momentum) * smoothness);
    case QuadraticMethod::gradient_descent:
      break;
  }
  return 2.0 / smoothness;
}

double quadratic_rate(const QuadraticSetting& setting, double strong_convexity, double smoothness) {
  return std::max(spectral_radius(mode_recursion(setting, strong_convexity)),
                  spectral_radius(mode_recursion(setting, smoothness)));
}

double rate_optimal_momentum(QuadraticMethod method, double step_size, double strong_convexity) {
  switch (method) {
    case QuadraticMethod::heavy_ball:
      return critical_momentum(step_size, strong_convexity);
    case QuadraticMethod::nesterov:
      return nesterov_momentum(step_size, strong_convexity);
    case QuadraticMethod::gradient_descent:
      break;
  }
  return 0.0;
}

Result<double> stationary_variance(const QuadraticSetting& setting, double eigenvalue,
                                   double noise_variance) {
  const double beta = momentum_of(setting);
  const double alpha = setting.step_size;
  if (auto checked = check_heavy_ball(alpha, beta); !checked)
    return std::unexpected(checked.error());
  if (!(eigenvalue > 0.0) || !std::isfinite(eigenvalue))
    return fail(ErrorCode::invalid_value, "problem", "eigenvalues must be positive and finite");
  if (!is_stable(setting, eigenvalue))
    return fail(ErrorCode::unstable_step, "stepSize",
                "the method diverges on this quadratic: use a smaller step or less momentum");
  const double reach = alpha * eigenvalue;
  if (setting.method == QuadraticMethod::nesterov) {
    const double carried = beta * (1.0 - reach);
    return alpha * noise_variance * (1.0 + carried) /
           (eigenvalue * (1.0 - carried) * (2.0 + 2.0 * beta - reach * (1.0 + 2.0 * beta)));
  }
  return alpha * (1.0 + beta) * noise_variance /
         ((1.0 - beta) * eigenvalue * (2.0 + 2.0 * beta - reach));
}

namespace {

// sum_i weight(lambda_i) * stationary variance, or the first error.
template <typename Weight>
Result<double> weighted_variance(const QuadraticSetting& setting,
                                 std::span<const double> eigenvalues, double noise_variance,
                                 const Weight& weight) {
  math::CompensatedSum sum;
  for (const double eigenvalue : eigenvalues) {
    const auto variance = stationary_variance(setting, eigenvalue, noise_variance);
    if (!variance) return variance;
    sum.add(weight(eigenvalue) * *variance);
  }
  return sum.value();
}

}  // namespace

Result<double> noise_floor(const QuadraticSetting& setting, std::span<const double> eigenvalues,
                           double noise_variance) {
  return weighted_variance(setting, eigenvalues, noise_variance,
                           [](double eigenvalue) { return 0.5 * eigenvalue; });
}

Result<double> stationary_trace(const QuadraticSetting& setting,
                                std::span<const double> eigenvalues, double noise_variance) {
  return weighted_variance(setting, eigenvalues, noise_variance, [](double) { return 1.0; });
}

}  // namespace noisy
