#include "engine/problem/risk/linear_risk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/data/dense_data.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Covers the rounding of a few operations where a bound must not be missed.
constexpr double kRoundingMargin = 1 - 1e-14;

/// ||row||, also where squares overflow or vanish: there the row is scaled by a power of two.
double row_norm(std::span<double> row, GradientClip::Norm norm) {
  if (norm == GradientClip::Norm::l1) return math::l1_norm(row);
  const double largest = math::linf_norm(row);
  const double factor = largest > 0x1p400 ? 0x1p-700 : largest < 0x1p-400 ? 0x1p700 : 1;
  if (factor != 1) {
    for (double& value : row) value *= factor;
  }
  return math::l2_norm(row) / factor;
}

/// a * b where either may be infinite; 0 * infinity is infinity here: nothing is known.
double bound_product(double a, double b) {
  const double product = a * b;
  return std::isnan(product) ? std::numeric_limits<double>::infinity() : product;
}

}  // namespace

double residual_cap(std::span<double> row, const GradientClip& clip) {
  const double norm = row_norm(row, clip.norm);
  return norm > 0 ? clip.bound / norm * kRoundingMargin : std::numeric_limits<double>::infinity();
}

std::vector<double> row_caps(const DenseData& data, const GradientClip& clip) {
  std::vector<double> caps;
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  for (Index i = 0; i < data.samples(); ++i) {
    data.copy_row(i, row);
    caps.push_back(residual_cap(row, clip));
  }
  return caps;
}

LinearRisk::LinearRisk(const FeatureBounds& bounds, const LinearLoss& loss,
                       const std::optional<GradientClip>& clip, const Domain& domain,
                       Index features)
    : bounds_(bounds),
      loss_(loss),
      clip_(clip),
      domain_(domain),
      slope_(slope_bound(loss, bounds, clip ? Domain{} : domain, features)),
      features_(features) {}

GradientBounds LinearRisk::gradient_bounds() const {
  const GradientBounds bounds{.l1 = 2 * bound_product(slope_.value, bounds_.l1),
                              .l2 = 2 * bound_product(slope_.value, bounds_.l2),
                              .linf = 2 * bound_product(slope_.value, bounds_.linf)};
  return clip_ ? clipped(bounds, *clip_, features_) : bounds;
}

bool LinearRisk::is_allowed(const Vector& point) const {
  return slope_.needs_domain ? domain_.contains(point) : point.allFinite();
}

double LinearRisk::l1_sensitivity_at(const Vector& point) const {
  const double margin = bound_product(bounds_.l1, point.lpNorm<Eigen::Infinity>());
  const double slope = loss_.derivative_bound(margin, target_bound());
  return std::min(gradient_bounds().l1, 2 * bound_product(slope, bounds_.l1) / kRoundingMargin);
}

bool LinearRisk::has_finite_sums() const {
  // Margins of at most sup||u||_1 * kLargestCoordinate are finite, and so are sums of gradients.
  // Where features have no bound, clipping turns whatever the margin is into a bounded gradient.
  constexpr double kLargestFeature = 0x1p400;
  constexpr double kLargestGradient = 0x1p800;
  return (clip_ || bounds_.l1 <= kLargestFeature) && gradient_bounds().l1 <= kLargestGradient;
}

double LinearRisk::smoothness_bound() const {
  return bound_product(loss_.curvature_bound, bounds_.l2 * bounds_.l2);
}

RegionBounds LinearRisk::bounds_within(double) const {
  const double apart = gradient_bounds().l2;
  // A clipped gradient keeps its direction, too.
  const double change = loss_.keeps_sign ? apart / 2 : apart;
  return {.gradient_l2 = apart,
          .record_smoothness = smoothness_bound(),
          .record_gradient = apart / 2,
          .record_change = change};
}

double LinearRisk::rank_one_curvature() const {
  const bool is_known = loss_.is_convex() && !clip_;
  return is_known ? smoothness_bound() : std::numeric_limits<double>::infinity();
}

QuadraticBounds LinearRisk::quadratic_bounds() const {
  if (clip_ || loss_.least_curvature != loss_.curvature_bound) return {};
  const double slope = loss_.derivative_bound(0, target_bound());
  return {.curvature = smoothness_bound(), .slope = bound_product(slope, bounds_.l2)};
}

double LinearRisk::allowed_radius() const {
  if (!slope_.needs_domain || domain_.kind == Domain::Kind::all) {
    return std::numeric_limits<double>::infinity();
  }
  return domain_.kind == Domain::Kind::l2_ball ? domain_.radius : 0;
}

double LinearRisk::target_bound() const {
  return std::max(std::fabs(bounds_.target_lower), std::fabs(bounds_.target_upper));
}

}  // namespace noisy
