#include "engine/algorithm/accelerated/theory/quadratic_bound.h"

#include <algorithm>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kPaperInitialValue = 10.0;

struct Spectrum {
  double smallest;
  double largest;
};

Result<Spectrum> ends(std::span<const double> eigenvalues) {
  if (eigenvalues.empty())
    return fail(ErrorCode::invalid_value, "problem", "a quadratic needs at least one eigenvalue");
  const auto [smallest, largest] = std::minmax_element(eigenvalues.begin(), eigenvalues.end());
  return Spectrum{*smallest, *largest};
}

// What the corrected bound takes of a method on a spectrum, at every t.
struct CorrectedBound {
  double largest;
  double rate;
  double trace;

  QuadraticBound at(double squared_distance, Index t) const {
    const double steps = static_cast<double>(t);
    const double growth = (2.0 * steps + 1.0) * math::pow(rate, steps);
    return {largest * growth * growth * squared_distance, 0.5 * largest * trace};
  }
};

Result<CorrectedBound> corrected_bound(const QuadraticSetting& setting,
                                       std::span<const double> eigenvalues, double noise_variance) {
  if (setting.method == QuadraticMethod::nesterov)
    return fail(ErrorCode::unsupported_option, "method",
                "Theorem 3.5 is for gradient descent and the heavy ball");
  const auto spectrum = ends(eigenvalues);
  if (!spectrum) return std::unexpected(spectrum.error());
  const auto trace = stationary_trace(setting, eigenvalues, noise_variance);
  if (!trace) return std::unexpected(trace.error());
  return CorrectedBound{spectrum->largest,
                        quadratic_rate(setting, spectrum->smallest, spectrum->largest), *trace};
}

}  // namespace

Result<QuadraticBound> quadratic_bound(const QuadraticSetting& setting,
                                       std::span<const double> eigenvalues, double squared_distance,
                                       double noise_variance, Index t) {
  const auto bound = corrected_bound(setting, eigenvalues, noise_variance);
  if (!bound) return std::unexpected(bound.error());
  return bound->at(squared_distance, t);
}

Result<std::vector<QuadraticBound>> quadratic_bound_curve(const QuadraticSetting& setting,
                                                          std::span<const double> eigenvalues,
                                                          double squared_distance,
                                                          double noise_variance, Index iterations) {
  const auto bound = corrected_bound(setting, eigenvalues, noise_variance);
  if (!bound) return std::unexpected(bound.error());
  std::vector<QuadraticBound> curve;
  curve.reserve(static_cast<std::size_t>(iterations) + 1);
  for (Index t = 0; t <= iterations; ++t) curve.push_back(bound->at(squared_distance, t));
  return curve;
}

Result<QuadraticBound> paper_quadratic_bound(double step_size, double momentum,
                                             std::span<const double> eigenvalues,
                                             double noise_variance, Index t) {
  const auto spectrum = ends(eigenvalues);
  if (!spectrum) return std::unexpected(spectrum.error());
  const auto trace = stationary_trace({QuadraticMethod::heavy_ball, step_size, momentum},
                                      eigenvalues, noise_variance);
  if (!trace) return std::unexpected(trace.error());
  const double rate = quadratic_rate({QuadraticMethod::nesterov, step_size, momentum},
                                     spectrum->smallest, spectrum->largest);
  if (!(rate < 1.0))
    return fail(ErrorCode::unstable_step, "stepSize",
                "the method diverges on this quadratic: use a smaller step or less momentum");
  const double value =
      kPaperInitialValue + step_size * step_size * noise_variance / (1.0 - rate * rate);
  const double steps = static_cast<double>(t);
  const double growth = steps * math::pow(rate, steps);
  return QuadraticBound{value * growth * growth, spectrum->largest * *trace};
}

}  // namespace noisy
