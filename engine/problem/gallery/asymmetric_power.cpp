#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/problem/gallery/gallery_entry.h"
#include "engine/problem/gallery/power_law.h"

namespace noisy {
namespace {

/// a w^p / p for w >= 0 and b |w|^p / p for w < 0, of one coordinate. On either side F / |F'|^kappa
/// = 1 / (p c^(kappa - 1)) with its factor c, largest on the flatter side.
class AsymmetricPower final : public BalancedLoss {
 public:
  AsymmetricPower(double power, double right, double left)
      : power_(power), right_(right), left_(left) {}

  double value(const Vector& w, double) const override {
    return factor(w[0]) * math::pow(std::fabs(w[0]), power_) / power_;
  }
  void gradient(const Vector& w, double, Vector& out) const override {
    out.resize(1);
    const double size = factor(w[0]) * math::pow(std::fabs(w[0]), power_ - 1);
    out[0] = w[0] == 0 ? 0 : std::copysign(size, w[0]);
  }
  std::optional<Index> dimension() const override { return 1; }

  double slope(const Region& region) const override {
    return std::max(right_, left_) * math::pow(region.radius, power_ - 1);
  }
  double curvature(const Region&) const override {
    return power_ == 2 ? std::max(right_, left_) : std::numeric_limits<double>::infinity();
  }
  std::optional<RegionCondition> kl(const Region&) const override {
    const double flatter = math::pow(std::min(right_, left_), -1 / power_);
    return RegionCondition{.exponent = power_exponent(power_),
                           .constant = power_constant(power_) * flatter};
  }
  double default_radius() const override { return 1; }
  Vector default_start(Index) const override { return Vector::Constant(1, 0.5); }

 private:
  double factor(double w) const { return w >= 0 ? right_ : left_; }

  double power_;
  double right_;
  double left_;
};

}  // namespace

LossEntry asymmetric_power_entry() {
  return {
      .id = "asymmetric-power",
      .title = "Asymmetric power",
      .description =
          "a w^p / p right of 0 and b |w|^p / p left of it, + u w, of one "
          "coordinate, 1 < p <= 2, with tilts u that add up to 0: convex, kappa = "
          "p / (p - 1) >= 2.",
      .form = LossForm::record,
      .parameters = {power_spec(2, 1.5), positive_spec("right", "Right", 1, "a, the right factor."),
                     positive_spec("left", "Left", 0.3, "b, the left factor.")},
      .make_record = &make_problem<AsymmetricPower, "power", "right", "left">,
      .records = made_records("balanced-tilts", 1)};
}

}  // namespace noisy
