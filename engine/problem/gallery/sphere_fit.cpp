#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/gallery/gallery_entry.h"
#include "engine/problem/gallery/inner_radius.h"

namespace noisy {
namespace {

/// (||w||^2 - y)^2 / 4, whose gradient is (||w||^2 - y) w and whose Hessian has the eigenvalues
/// ||w||^2 - y and 3 ||w||^2 - y (alone for d = 1). With the mean target m > 0 all of the sphere
/// ||w||^2 = m is optimal, and F - F* = (||w||^2 - m)^2 / 4 = (||grad F|| / (2 ||w||))^2.
class SphereFit final : public RecordLoss {
 public:
  explicit SphereFit(double inner_radius) : inner_radius_(inner_radius) {}

  double value(const Vector& w, double target) const override {
    const double residual = math::squared_norm(w) - target;
    return 0.25 * residual * residual;
  }
  void gradient(const Vector& w, double target, Vector& out) const override {
    out = (math::squared_norm(w) - target) * w;
  }
  RowUse row_use() const override { return RowUse::none; }
  bool is_convex() const override { return false; }

  /// |r (r^2 - y)| is largest at r = R, or, for y > 0, at its extremum r^2 = y / 3.
  double slope(const Region& region) const override {
    const double most = region.records.target_upper;
    const double square = region.radius * region.radius;
    const double at_edge =
        region.radius *
        std::max(std::fabs(square - most), std::fabs(square - region.records.target_lower));
    const double extremum = std::sqrt(std::max(0.0, most) / 3);
    return extremum < region.radius ? std::max(at_edge, extremum * 2 * most / 3) : at_edge;
  }
  double curvature(const Region& region) const override {
    return std::max(3 * region.radius * region.radius - region.records.target_lower,
                    region.records.target_upper);
  }
  double weak_convexity(const Region& region) const override {
    return std::max(0.0, region.records.target_upper);
  }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!(region.records.target_upper > 0)) return std::nullopt;
    return RegionCondition{
        .exponent = 2, .constant = 1 / (2 * inner_radius_), .inner_radius = inner_radius_};
  }
  std::optional<double> gap(const Vector& w, const RecordMeans& means) const override {
    const double square = math::squared_norm(w);
    if (means.target <= 0) return 0.25 * square * (square - 2 * means.target);
    return 0.25 * (square - means.target) * (square - means.target);
  }
  std::optional<Vector> minimizer(const Vector& w, const RecordMeans& means) const override {
    if (means.target <= 0) return Vector(Vector::Zero(w.size()));
    const double norm = math::l2_norm(w);
    if (norm > 0) return Vector(std::sqrt(means.target) / norm * w);
    Vector somewhere = Vector::Zero(w.size());
    somewhere[0] = std::sqrt(means.target);
    return somewhere;
  }
  /// The gap is convex in the mean target, on either side of 0 and across it.
  double largest_gap(const Vector& w, const Region& region) const override {
    const double least = *gap(w, {.tilt = {}, .target = region.records.target_lower});
    return std::max(least, *gap(w, {.tilt = {}, .target = region.records.target_upper}));
  }
  double default_radius() const override { return 2; }
  Vector default_start(Index dimension) const override {
    Vector start = Vector::Zero(dimension);
    start[0] = 1.6;
    return start;
  }

 private:
  double inner_radius_;
};

}  // namespace

LossEntry sphere_fit_entry() {
  return {.id = "sphere-fit",
          .title = "Sphere fit",
          .description =
              "(||w||^2 - y)^2 / 4: not convex; with a positive mean target all of a "
              "sphere is optimal, and kappa = 2 away from 0.",
          .form = LossForm::record,
          .parameters = {inner_radius_spec()},
          .make_record = &make_problem<SphereFit, "innerRadius">,
          .records = made_records("balanced-values", 2)};
}

}  // namespace noisy
