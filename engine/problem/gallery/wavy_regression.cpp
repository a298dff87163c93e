#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/problem/gallery/gallery_entry.h"
#include "engine/problem/gallery/one_hot_problem.h"
#include "engine/problem/gallery/power_law.h"

namespace noisy {
namespace {

/// |e|^p / p, e = phi(m) - y, phi(m) = m + s sin m, 0 <= s < 1, of the product m = <u, w>. phi
/// rises with a slope within [1 - s, 1 + s], so that every target is met once. With X bounding
/// ||u||, M = X R the products and E = phi(M) + sup|y| the errors:
///
///     ||grad f|| = X |e|^(p-1) |phi'|  <=  X E^(p-1) (1 + s)
///     X^2 ((p - 1) |e|^(p-2) phi'^2 - sign(e) |e|^(p-1) s sin m)    is the curvature along u
///
/// KL of F = (1/d) sum_j |e_j|^p / p on rows A e_j: its gradient has the coordinates
/// (A / d) |e_j|^(p-1) |phi'_j|, at least (1 - s) (A / d) |e_j|^(p-1). With t_j = |e_j|^(p-1) and
/// q = kappa = p / (p - 1), F^(1/q) = p^(-1/q) d^(-1/q) ||t||_q, and ||t||_q <= d^(1/q - 1/2)
/// ||t||_2 for q <= 2, ||t||_q <= ||t||_2 beyond: gamma = p^(-1/q) d^max(1/2, 1/p) / (A (1 - s)),
/// attained at s = 0 where all errors are equal (p >= 2) or one coordinate errs alone.
class WavyRegression final : public OneHotProblem {
 public:
  explicit WavyRegression(double power, double waviness = 0) : power_(power), waviness_(waviness) {}

  bool is_convex() const override { return waviness_ == 0; }

  double slope(const Region& region) const override {
    return region.records.l2 * math::pow(largest_error(region), power_ - 1) * (1 + waviness_);
  }
  double curvature(const Region& region) const override {
    if (power_ < 2) return std::numeric_limits<double>::infinity();
    const double error = largest_error(region), bend = 1 + waviness_;
    const double steep = power_ == 2 ? 1 : (power_ - 1) * math::pow(error, power_ - 2);
    const double length = region.records.l2;
    // Nothing times no bound is nothing.
    const double waves = waviness_ > 0 ? waviness_ * math::pow(error, power_ - 1) : 0;
    return length * length * (steep * bend * bend + waves);
  }
  double weak_convexity(const Region& region) const override {
    if (waviness_ == 0) return 0;
    const double length = region.records.l2;
    return length * length * waviness_ * math::pow(largest_error(region), power_ - 1);
  }
  std::optional<RegionCondition> kl(const Region& region) const override {
    const double share = std::max(0.5, 1 / power_);
    const double spread = math::pow(static_cast<double>(region.dimension), share);
    return RegionCondition{
        .exponent = power_exponent(power_),
        .constant = power_constant(power_) * spread / (region.records.l2 * (1 - waviness_))};
  }
  double default_radius() const override { return waviness_ > 0 ? 24 : 4; }
  Vector default_start(Index dimension) const override {
    return waviness_ > 0 ? diagonal_point(dimension, -3) : Vector(Vector::Zero(dimension));
  }

 private:
  double height(double product, double target) const override {
    return math::pow(std::fabs(phi(product) - target), power_) / power_;
  }
  double derivative(double product, double target) const override {
    const double error = phi(product) - target;
    const double size = math::pow(std::fabs(error), power_ - 1);
    return std::copysign(size, error) * (1 + waviness_ * math::cos(product));
  }
  double root(double, double target) const override {
    double low = target - waviness_, high = target + waviness_;
    while (true) {
      const double middle = low + 0.5 * (high - low);
      if (middle <= low || middle >= high) return middle;
      (phi(middle) < target ? low : high) = middle;
    }
  }

  double phi(double product) const { return product + waviness_ * math::sin(product); }
  double largest_error(const Region& region) const {
    return phi(largest_product(region)) + largest_target(region);
  }

  double power_;
  double waviness_;
};

}  // namespace

LossEntry power_regression_entry() {
  return {.id = "power-regression",
          .title = "Power regression",
          .description =
              "|<u, w> - y|^p / p for one-hot rows u in equal shares and one target y: convex, "
              "kappa = p / (p - 1).",
          .form = LossForm::record,
          .parameters = {power_spec(64, 3)},
          .make_record = &make_problem<WavyRegression, "power">,
          .records = made_records("one-hot", 2)};
}

LossEntry wavy_regression_entry() {
  return {.id = "wavy-regression",
          .title = "Wavy regression",
          .description =
              "|phi(<u, w>) - y|^p / p with phi(m) = m + s sin m, for one-hot rows u in equal "
              "shares and one target y: not convex, yet kappa = p / (p - 1).",
          .form = LossForm::record,
          .parameters = {power_spec(64, 2),
                         positive_spec("waviness", "Waviness", 0.5,
                                       "s: how far phi is from the identity; below 1 it rises "
                                       "everywhere.",
                                       0.99)},
          .make_record = &make_problem<WavyRegression, "power", "waviness">,
          .records = made_records("one-hot", 2)};
}

}  // namespace noisy
