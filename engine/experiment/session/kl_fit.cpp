#include "engine/experiment/session/kl_fit.h"

#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {

std::optional<GapLine> fit_gaps(std::span<const GapPoint> points) {
  double mean_x = 0, mean_y = 0;
  for (const GapPoint& point : points) {
    mean_x += math::log(point.gradient_norm) / static_cast<double>(points.size());
    mean_y += math::log(point.gap) / static_cast<double>(points.size());
  }
  double square = 0, product = 0;
  for (const GapPoint& point : points) {
    const double x = math::log(point.gradient_norm) - mean_x;
    square += x * x;
    product += x * (math::log(point.gap) - mean_y);
  }
  // Below it, rounding alone tells the lengths apart.
  constexpr double kLeastSpread = 1e-6;
  if (!(square > kLeastSpread * kLeastSpread * static_cast<double>(points.size()))) {
    return std::nullopt;
  }
  const double exponent = product / square;
  return GapLine{.exponent = exponent, .offset = mean_y - exponent * mean_x};
}

KlConstant least_constant(std::span<const GapPoint> points, double exponent) {
  KlConstant out;
  double worst = -std::numeric_limits<double>::infinity();
  for (const GapPoint& point : points) {
    const double logarithm = math::log(point.gap) / exponent - math::log(point.gradient_norm);
    if (out.place >= 0 && logarithm <= worst) continue;
    worst = logarithm;
    out.place = point.place;
  }
  out.constant = math::exp(worst);
  return out;
}

}  // namespace noisy
