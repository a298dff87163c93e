#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/gallery/gallery_entry.h"
#include "engine/problem/loss/tilt_alone.h"

namespace noisy {
namespace {

/// s h(w), h(w) = ||w||^2 for ||w|| <= 4 D and 8 D ||w|| - 16 D^2 beyond, which joins it with the
/// same slope: convex, so that a lower bound for convex Lipschitz problems may rest on it. With the
/// mean tilt m and w* = -m / (2 s) within the quadratic zone,
/// F(w) - F* = s (||w - w*||^2 - max(0, ||w|| - 4 D)^2).
class HardQuadratic final : public RecordLoss, public TargetFree {
 public:
  HardQuadratic(double distance, double strength) : zone_(4 * distance), strength_(strength) {}

  double value(const Vector& w, double) const override {
    const double norm = math::l2_norm(w);
    return strength_ * (norm <= zone_ ? norm * norm : zone_ * (2 * norm - zone_));
  }
  void gradient(const Vector& w, double, Vector& out) const override {
    const double norm = math::l2_norm(w);
    out = 2 * strength_ * (norm <= zone_ ? 1 : zone_ / norm) * w;
  }
  double slope(const Region& region) const override {
    return 2 * strength_ * std::min(region.radius, zone_);
  }
  double curvature(const Region&) const override { return 2 * strength_; }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!(region.radius <= zone_ * (1 + kSlack))) return std::nullopt;
    return RegionCondition{.exponent = 2, .constant = 1 / (2 * std::sqrt(strength_))};
  }
  std::optional<double> gap(const Vector& w, const RecordMeans& means) const override {
    const auto best = minimizer(w, means);
    if (!best) return std::nullopt;
    const double beyond = std::max(0.0, math::l2_norm(w) - zone_);
    return strength_ * (math::squared_norm(Vector(w - *best)) - beyond * beyond);
  }
  std::optional<Vector> minimizer(const Vector&, const RecordMeans& means) const override {
    Vector best = means.tilt / (-2 * strength_);
    if (!(math::l2_norm(best) <= zone_)) return std::nullopt;
    return best;
  }
  double largest_gap(const Vector& w, const Region& region) const override {
    const double farthest = math::l2_norm(w) + std::min(zone_, region.records.l2 / (2 * strength_));
    return strength_ * farthest * farthest;
  }
  double default_radius() const override { return zone_; }
  Vector default_start(Index dimension) const override { return Vector::Zero(dimension); }

 private:
  /// A region's radius is rounded up.
  static constexpr double kSlack = 1e-9;

  double zone_;
  double strength_;
};

}  // namespace

LossEntry hard_quadratic_entry() {
  return {
      .id = "hard-quadratic",
      .title = "Hard quadratic",
      .description =
          "<u, w> + s ||w||^2, linear beyond ||w|| = 4 D: with few records of random "
          "signs, the instance of the lower bound for convex Lipschitz problems.",
      .form = LossForm::record,
      .parameters = {positive_spec("distance", "Distance", 1,
                                   "D: the optimum is at most that far from 0 where s >= N L_0 "
                                   "/ (2 n D) with N of n records of length L_0, the others 0."),
                     positive_spec("quadratic", "Quadratic factor", 0.005,
                                   "s, the factor of ||w||^2.")},
      .make_record = &make_problem<HardQuadratic, "distance", "quadratic">,
      .records = R"({"kind":"synthetic","name":"hard-signs","samples":1000,"features":10})"};
}

}  // namespace noisy
