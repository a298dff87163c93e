#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/problem/gallery/gallery_entry.h"

namespace noisy {
namespace {

/// sum_j phi(w_j), phi(t) = t^2 / (1 + t^2): phi' = 2 t / (1 + t^2)^2 is largest at 1 / sqrt(3),
/// phi'' = 2 (1 - 3 t^2) / (1 + t^2)^3 falls from 2 at 0 to -1/2 at 1 and rises to 0. Far out both
/// vanish while the gap does not, so nothing holds in all of space; phi = (1 + t^2)^3 phi'^2 / 4
/// gives kappa = 2 with gamma = (1 + R^2)^(3/2) / 2 in a ball.
class BoundedSquares final : public BalancedLoss {
 public:
  double value(const Vector& w, double) const override {
    double sum = 0;
    for (const double t : w) sum += t * t / (1 + t * t);
    return sum;
  }
  void gradient(const Vector& w, double, Vector& out) const override {
    out.resize(w.size());
    for (Index j = 0; j < w.size(); ++j) out[j] = derivative(w[j]);
  }
  bool is_convex() const override { return false; }

  /// phi'(t)^2 is concave in t^2 as long as it rises, so equal coordinates are steepest.
  double slope(const Region& region) const override {
    const double root = std::sqrt(static_cast<double>(region.dimension));
    const double share = std::min(region.radius / root, kSteepest);
    return root * derivative(share);
  }
  double curvature(const Region&) const override { return 2; }
  double weak_convexity(const Region& region) const override {
    const double t = std::min(region.radius, 1.0);
    const double weight = 1 / (1 + t * t);
    return std::max(0.0, -2 * (1 - 3 * t * t) * weight * weight * weight);
  }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!std::isfinite(region.radius)) return std::nullopt;
    const double spread = 1 + region.radius * region.radius;
    return RegionCondition{.exponent = 2, .constant = 0.5 * spread * std::sqrt(spread)};
  }
  double default_radius() const override { return std::numeric_limits<double>::infinity(); }
  Vector default_start(Index dimension) const override { return Vector::Constant(dimension, 3.0); }

 private:
  static constexpr double kSteepest = 0.5773502691896257;  // 1 / sqrt(3)

  static double derivative(double t) {
    const double weight = 1 / (1 + t * t);
    return 2 * t * weight * weight;
  }
};

}  // namespace

LossEntry bounded_squares_entry() {
  return {.id = "bounded-squares",
          .title = "Bounded squares",
          .description =
              "sum_j w_j^2 / (1 + w_j^2) + <u, w> with tilts u that add up to 0: not "
              "convex, and no KL condition holds far from 0.",
          .form = LossForm::record,
          .make_record = &make_problem<BoundedSquares>,
          .records = made_records("balanced-tilts", 20)};
}

}  // namespace noisy
