#include <algorithm>
#include <array>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/gallery/gallery_entry.h"
#include "engine/problem/gallery/inner_radius.h"

namespace noisy {
namespace {

/// The point with a^2 - b^2 = twice that is nearest to (a, b), neither of which is 0. Where the
/// distance is least, it is (a / (1 + s), b / (1 - s)) with |s| < 1, and the left side falls in s.
std::array<double, 2> nearest_on_branch(double a, double b, double twice) {
  double low = -1, high = 1;
  for (int halvings = 0; halvings < 200; ++halvings) {
    const double s = 0.5 * (low + high);
    const double x = a / (1 + s), y = b / (1 - s);
    (x * x - y * y > twice ? low : high) = s;
  }
  const double s = 0.5 * (low + high);
  const double x = a / (1 + s), y = b / (1 - s);
  // One step of Newton's method: 1 + s and 1 - s lose digits where they are small.
  const double step = (twice - (x * x - y * y)) / (2 * (x * x + y * y));
  return {x + step * x, y - step * y};
}

/// The same for every (a, b). On an axis the point may leave it to either side.
std::array<double, 2> nearest_on_hyperbola(double a, double b, double twice) {
  if (a != 0 && b != 0) return nearest_on_branch(a, b, twice);
  if (a == 0 && twice + b * b / 4 >= 0) return {std::sqrt(twice + b * b / 4), b / 2};
  if (b == 0 && a * a / 4 - twice >= 0) return {a / 2, std::sqrt(a * a / 4 - twice)};
  if (a == 0) return {0, std::copysign(std::sqrt(-twice), b)};
  return {std::copysign(std::sqrt(twice), a), 0};
}

/// (w_1 w_2 - y)^2 / 2, a linear network of two layers. With t = w_1 w_2 its gradient is
/// (t - y) (w_2, w_1), and with D = w_1^2 - w_2^2 its Hessian has the eigenvalues
/// sqrt(D^2 + 4 t^2) / 2 +- sqrt(D^2 / 4 + (2 t - y)^2), extreme where D = 0 and |t| = R^2 / 2.
/// With the mean target m: F - F* = (t - m)^2 / 2 = (||grad F|| / (sqrt(2) ||w||))^2.
class Hyperbola final : public RecordLoss {
 public:
  explicit Hyperbola(double inner_radius) : inner_radius_(inner_radius) {}

  double value(const Vector& w, double target) const override {
    const double residual = w[0] * w[1] - target;
    return 0.5 * residual * residual;
  }
  void gradient(const Vector& w, double target, Vector& out) const override {
    const double residual = w[0] * w[1] - target;
    out.resize(2);
    out[0] = residual * w[1];
    out[1] = residual * w[0];
  }
  RowUse row_use() const override { return RowUse::none; }
  bool is_convex() const override { return false; }
  std::optional<Index> dimension() const override { return 2; }

  double slope(const Region& region) const override {
    return region.radius * (0.5 * region.radius * region.radius + largest_target(region));
  }
  double curvature(const Region& region) const override {
    return 1.5 * region.radius * region.radius + largest_target(region);
  }
  double weak_convexity(const Region& region) const override {
    return 0.5 * region.radius * region.radius + largest_target(region);
  }
  std::optional<RegionCondition> kl(const Region&) const override {
    return RegionCondition{.exponent = 2,
                           .constant = 1 / (std::sqrt(2.0) * inner_radius_),
                           .inner_radius = inner_radius_};
  }
  std::optional<double> gap(const Vector& w, const RecordMeans& means) const override {
    return value(w, means.target);
  }
  std::optional<Vector> minimizer(const Vector& w, const RecordMeans& means) const override {
    const double root = std::sqrt(2.0);
    const auto [a, b] =
        nearest_on_hyperbola((w[0] + w[1]) / root, (w[0] - w[1]) / root, 2 * means.target);
    Vector out(2);
    out << (a + b) / root, (a - b) / root;
    return out;
  }
  double largest_gap(const Vector& w, const Region& region) const override {
    return std::max(value(w, region.records.target_lower), value(w, region.records.target_upper));
  }
  double default_radius() const override { return 2; }
  Vector default_start(Index) const override {
    Vector start(2);
    start << 1.2, -0.4;
    return start;
  }

 private:
  double inner_radius_;
};

}  // namespace

LossEntry hyperbola_entry() {
  return {.id = "hyperbola",
          .title = "Hyperbola",
          .description =
              "(w_1 w_2 - y)^2 / 2, a linear network of two layers: a saddle at 0, both "
              "branches of a hyperbola are optimal, and kappa = 2 away from 0.",
          .form = LossForm::record,
          .parameters = {inner_radius_spec()},
          .make_record = &make_problem<Hyperbola, "innerRadius">,
          .records = made_records("balanced-values", 2)};
}

}  // namespace noisy
