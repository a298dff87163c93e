#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/problem/gallery/gallery_entry.h"

namespace noisy {
namespace {

/// L ||w||, which grows with slope L from its minimum: F <= F_0 and |F'| = L give every exponent,
/// with gamma = F_0^(1/kappa) / L and F_0 = L R in the region.
class Sharp final : public BalancedLoss {
 public:
  Sharp(double steepness, double exponent) : steepness_(steepness), exponent_(exponent) {}

  double value(const Vector& w, double) const override { return steepness_ * math::l2_norm(w); }
  void gradient(const Vector& w, double, Vector& out) const override {
    const double norm = math::l2_norm(w);
    out.setZero(w.size());
    if (norm > 0) out = steepness_ * (w / norm);
  }
  double slope(const Region&) const override { return steepness_; }
  double curvature(const Region&) const override { return std::numeric_limits<double>::infinity(); }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!std::isfinite(region.radius)) return std::nullopt;
    const double largest = math::pow(steepness_ * region.radius, 1 / exponent_);
    return RegionCondition{.exponent = exponent_, .constant = largest / steepness_};
  }
  double default_radius() const override { return 2; }
  Vector default_start(Index dimension) const override { return diagonal_point(dimension, 1); }

 private:
  double steepness_;
  double exponent_;
};

}  // namespace

LossEntry sharp_entry() {
  return {.id = "sharp",
          .title = "Sharp",
          .description =
              "L ||w|| + <u, w> with tilts u that add up to 0: convex with a sharp "
              "minimum, so that every KL exponent holds in a ball.",
          .form = LossForm::record,
          .parameters = {positive_spec("steepness", "Steepness", 1, "L, the slope everywhere."),
                         {.name = "exponent",
                          .title = "KL exponent",
                          .type = ParameterType::number,
                          .minimum = 1,
                          .maximum = 64,
                          .default_value = 2.0,
                          .description = "kappa: which of all its exponents plans are told."}},
          .make_record = &make_problem<Sharp, "steepness", "exponent">,
          .records = made_records("balanced-tilts", 2)};
}

}  // namespace noisy
