#include "engine/algorithm/erm/theory/accmd_bound.h"

#include <cmath>

namespace noisy {
namespace {

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

Result<void> check(const AccmdGeometry& geometry) {
  if (is_positive(geometry.gauge_smoothness) && is_positive(geometry.bregman_radius) &&
      is_positive(geometry.dual_noise))
    return {};
  return fail(ErrorCode::invalid_value, "problem.constants",
              "the set's smoothness, Bregman radius and width must be positive and finite");
}

}  // namespace

ErrorBound accmd_bound(const AccmdGeometry& geometry, double noise_variance, Index iteration) {
  const double t = static_cast<double>(iteration);
  const double square = (t + 1.0) * (t + 1.0);
  const double weights = (t + 1.0) * (t + 2.0) * (2.0 * t + 3.0) / 6.0 - 1.0;
  return {
      8.0 * geometry.gauge_smoothness * geometry.bregman_radius / square,
      weights * noise_variance * geometry.dual_noise / (2.0 * geometry.gauge_smoothness * square),
      0.0};
}

Result<std::vector<ErrorBound>> accmd_bound_curve(const AccmdGeometry& geometry,
                                                  double noise_variance, Index iterations) {
  if (auto checked = check(geometry); !checked) return std::unexpected(checked.error());
  std::vector<ErrorBound> curve;
  curve.reserve(static_cast<std::size_t>(iterations) + 1);
  for (Index t = 0; t <= iterations; ++t) curve.push_back(accmd_bound(geometry, noise_variance, t));
  return curve;
}

Result<Index> accmd_iterations(const AccmdGeometry& geometry, const ErmFacts& facts) {
  if (auto checked = check(geometry); !checked) return std::unexpected(checked.error());
  ErmFacts known = facts;
  known.initial_gap = known.smoothness = 1.0;
  if (auto checked = check_erm_facts(known); !checked) return std::unexpected(checked.error());
  const double fourth = 48.0 * geometry.gauge_smoothness * geometry.gauge_smoothness *
                        geometry.bregman_radius / (facts.noise_variance(1.0) * geometry.dual_noise);
  return whole_steps(std::sqrt(std::sqrt(fourth)));
}

double accmd_value(const AccmdGeometry& geometry, const ErmFacts& facts) {
  return 2.0 * std::sqrt(8.0 / 3.0) *
         std::sqrt(geometry.bregman_radius * geometry.dual_noise * facts.noise_variance(1.0) / 2.0);
}

}  // namespace noisy
