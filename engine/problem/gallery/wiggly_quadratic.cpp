#include <algorithm>

#include "engine/math/elementary.h"
#include "engine/problem/gallery/gallery_entry.h"

namespace noisy {
namespace {

/// sup |w| (1 + 3 (sin w / w)^2)^(1/2) / |2 w + 3 sin 2w|, at w = 2.20170917..., rounded up.
constexpr double kConstant = 1.687749959074;

/// w^2 + 3 sin^2 w, of one coordinate: its derivative 2 w + 3 sin 2w is 0 at 0 alone, its second
/// one 2 + 6 cos 2w lies within [-4, 8].
class WigglyQuadratic final : public BalancedLoss {
 public:
  double value(const Vector& w, double) const override {
    const double sine = math::sin(w[0]);
    return w[0] * w[0] + 3 * sine * sine;
  }
  void gradient(const Vector& w, double, Vector& out) const override {
    out.resize(1);
    out[0] = 2 * w[0] + 3 * math::sin(2 * w[0]);
  }
  bool is_convex() const override { return false; }
  std::optional<Index> dimension() const override { return 1; }

  double slope(const Region& region) const override {
    return polyak_example_loss().derivative_bound(region.radius, 0);
  }
  double curvature(const Region&) const override { return 8; }
  /// The second derivative falls from 8 at 0 to -4 at pi / 2.
  double weak_convexity(const Region& region) const override {
    constexpr double kLeast = 1.5707963267948966;
    if (!(region.radius < kLeast)) return 4;
    return std::max(0.0, -2 - 6 * math::cos(2 * region.radius));
  }
  std::optional<RegionCondition> kl(const Region&) const override {
    return RegionCondition{.exponent = 2, .constant = kConstant};
  }
  double default_radius() const override { return 4; }
  Vector default_start(Index) const override { return Vector::Constant(1, 3.0); }
};

}  // namespace

LossEntry wiggly_quadratic_entry() {
  return {.id = "wiggly-quadratic",
          .title = "Wiggly quadratic",
          .description =
              "w^2 + 3 sin^2 w + u w of one coordinate, with tilts u that add up to 0: "
              "not convex, yet 0 is the only stationary point, and kappa = 2.",
          .form = LossForm::record,
          .make_record = &make_problem<WigglyQuadratic>,
          .records = made_records("balanced-tilts", 1)};
}

}  // namespace noisy
