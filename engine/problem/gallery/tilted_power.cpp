#include <limits>

#include "engine/math/reduce.h"
#include "engine/problem/gallery/gallery_entry.h"
#include "engine/problem/gallery/power_law.h"

namespace noisy {
namespace {

/// ||w||^p / p. Its Hessian ||w||^(p-2) (I + (p - 2) w w' / ||w||^2) has the eigenvalues
/// ||w||^(p-2) and (p - 1) ||w||^(p-2), which are bounded for p >= 2.
class TiltedPower final : public BalancedLoss {
 public:
  explicit TiltedPower(double power) : power_(power) {}

  double value(const Vector& w, double) const override {
    return math::pow(math::l2_norm(w), power_) / power_;
  }
  void gradient(const Vector& w, double, Vector& out) const override {
    const double norm = math::l2_norm(w);
    if (!(norm > 0)) {
      out.setZero(w.size());
      return;
    }
    out = math::pow(norm, power_ - 1) * (w / norm);
  }
  double slope(const Region& region) const override { return math::pow(region.radius, power_ - 1); }
  double curvature(const Region& region) const override {
    if (power_ == 2) return 1;
    if (power_ < 2) return std::numeric_limits<double>::infinity();
    return (power_ - 1) * math::pow(region.radius, power_ - 2);
  }
  std::optional<RegionCondition> kl(const Region&) const override {
    return RegionCondition{.exponent = power_exponent(power_), .constant = power_constant(power_)};
  }
  double default_radius() const override { return 3.5; }
  Vector default_start(Index dimension) const override { return diagonal_point(dimension, 1); }

 private:
  double power_;
};

}  // namespace

LossEntry tilted_power_entry() {
  return {.id = "tilted-power",
          .title = "Tilted power",
          .description =
              "||w||^p / p + <u, w> with tilts u that add up to 0: convex, and the KL "
              "condition is an equality with kappa = p / (p - 1).",
          .form = LossForm::record,
          .parameters = {power_spec(64, 3)},
          .make_record = &make_problem<TiltedPower, "power">,
          .records = made_records("balanced-tilts", 10)};
}

}  // namespace noisy
