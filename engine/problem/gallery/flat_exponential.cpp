#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/problem/gallery/gallery_entry.h"

namespace noisy {
namespace {

/// (3 - sqrt(3)) / 6 and (3 + sqrt(3)) / 6, where the radial second derivative is largest and
/// least.
constexpr double kMostBent = 0.21132486540518713;
constexpr double kLeastBent = 0.7886751345948128;

/// e^(-1/r) (1 - 2 r) / r^4, the second derivative of e^(-1/r): it rises to r = kMostBent, falls to
/// kLeastBent and rises to 0. The other eigenvalue e^(-1/r) / r^3 is never above its maximum.
double second_derivative(double r) {
  return math::exp(-1 / r) * (1 - 2 * r) / (r * r * r * r);
}

/// e^(-1/||w||): smooth, and flatter at 0 than every power. Its derivative in r = ||w|| is
/// e^(-1/r) / r^2, so that it is r^2 times that: kappa = 1 with gamma = R^2.
class FlatExponential final : public BalancedLoss {
 public:
  double value(const Vector& w, double) const override {
    const double norm = math::l2_norm(w);
    return norm > 0 ? math::exp(-1 / norm) : 0;
  }
  void gradient(const Vector& w, double target, Vector& out) const override {
    const double norm = math::l2_norm(w);
    const double height = value(w, target);
    out.setZero(w.size());
    if (height > 0) out = height / (norm * norm * norm) * w;
  }
  bool is_convex() const override { return false; }

  double slope(const Region& region) const override {
    const double steepest = std::min(region.radius, 0.5);
    return math::exp(-1 / steepest) / (steepest * steepest);
  }
  double curvature(const Region& region) const override {
    return second_derivative(std::min(region.radius, kMostBent));
  }
  double weak_convexity(const Region& region) const override {
    if (region.radius <= 0.5) return 0;
    return -second_derivative(std::min(region.radius, kLeastBent));
  }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!std::isfinite(region.radius)) return std::nullopt;
    return RegionCondition{.exponent = 1, .constant = region.radius * region.radius};
  }
  double default_radius() const override { return 1; }
  Vector default_start(Index dimension) const override { return diagonal_point(dimension, 0.8); }
};

}  // namespace

LossEntry flat_exponential_entry() {
  return {.id = "flat-exponential",
          .title = "Flat exponential",
          .description =
              "e^(-1/||w||) + <u, w> with tilts u that add up to 0: smooth and flatter "
              "at 0 than every power, convex within ||w|| <= 1/2 only; kappa = 1.",
          .form = LossForm::record,
          .make_record = &make_problem<FlatExponential>,
          .records = made_records("balanced-tilts", 2)};
}

}  // namespace noisy
