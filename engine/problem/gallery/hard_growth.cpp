#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/problem/gallery/gallery_entry.h"

namespace noisy {
namespace {

/// Of one coordinate, with tau = kappa / (kappa - 1) and a = rho^(kappa - 1) / 2:
/// (1 + y) / 2 h(w) + (1 - y) / 2 h(-w), h(w) = a - w for w <= a and (w - a)^tau beyond. With the
/// mean target m > 0 the least value is (1 - m) a at w = a, and |m| = rho grows like dist^tau
/// within |w| <= 1/2, from which the KL condition follows with gamma = 1.
class HardGrowth final : public RecordLoss {
 public:
  HardGrowth(double exponent, double bias)
      : exponent_(exponent),
        growth_(exponent / (exponent - 1)),
        bias_(bias),
        minimizer_(math::pow(bias, exponent - 1) / 2) {}

  double value(const Vector& w, double target) const override {
    return 0.5 * (1 + target) * half(w[0]) + 0.5 * (1 - target) * half(-w[0]);
  }
  void gradient(const Vector& w, double target, Vector& out) const override {
    out.resize(1);
    out[0] = 0.5 * (1 + target) * half_slope(w[0]) - 0.5 * (1 - target) * half_slope(-w[0]);
  }
  RowUse row_use() const override { return RowUse::none; }
  std::optional<Index> dimension() const override { return 1; }

  double slope(const Region& region) const override {
    return std::max(1.0, half_slope(region.radius));
  }
  double curvature(const Region&) const override { return std::numeric_limits<double>::infinity(); }
  std::optional<RegionCondition> kl(const Region& region) const override {
    if (!(region.radius <= kGrowthRadius)) return std::nullopt;
    return RegionCondition{.exponent = exponent_, .constant = 1};
  }

  std::optional<double> gap(const Vector& w, const RecordMeans& means) const override {
    const double mean = std::fabs(means.target);
    if (!(mean <= 1)) return std::nullopt;
    const double point = means.target < 0 ? -w[0] : w[0];  // the minimizer is on the right
    const double right = point - minimizer_, left = -minimizer_ - point;
    if (right > 0) return 0.5 * (1 + mean) * math::pow(right, growth_) + 0.5 * (1 - mean) * right;
    if (left <= 0) return -mean * right;
    return 2 * minimizer_ * mean + 0.5 * (1 + mean) * left +
           0.5 * (1 - mean) * math::pow(left, growth_);
  }
  std::optional<Vector> minimizer(const Vector& w, const RecordMeans& means) const override {
    if (!(std::fabs(means.target) <= 1)) return std::nullopt;
    const double point = means.target == 0 ? std::clamp(w[0], -minimizer_, minimizer_)
                                           : std::copysign(minimizer_, means.target);
    return Vector(Vector::Constant(1, point));
  }
  double largest_gap(const Vector& w, const Region&) const override {
    return std::max(*gap(w, {.tilt = {}, .target = bias_}),
                    *gap(w, {.tilt = {}, .target = -bias_}));
  }
  double default_radius() const override { return 0.35; }
  Vector default_start(Index) const override { return Vector::Zero(1); }

 private:
  /// Beyond it F - F* < dist^tau, and the rounding of a region's radius.
  static constexpr double kGrowthRadius = 0.5 * (1 + 1e-9);

  double half(double w) const {
    return w <= minimizer_ ? minimizer_ - w : math::pow(w - minimizer_, growth_);
  }
  double half_slope(double w) const {
    return w < minimizer_ ? -1 : growth_ * math::pow(w - minimizer_, growth_ - 1);
  }

  double exponent_;
  double growth_;
  double bias_;
  double minimizer_;
};

}  // namespace

LossEntry hard_growth_entry() {
  return {.id = "hard-growth",
          .title = "Hard growth",
          .description =
              "a - y w near 0 and a power tau = kappa / (kappa - 1) of the distance "
              "beyond a, of one coordinate, y = +1 or -1: the instance of the lower "
              "bound (1/(n epsilon))^kappa / 4 for kappa >= 2.",
          .form = LossForm::record,
          .parameters = {{.name = "exponent",
                          .title = "KL exponent",
                          .type = ParameterType::number,
                          .minimum = 2,
                          .maximum = 64,
                          .default_value = 2.0,
                          .description = "kappa."},
                         positive_spec("bias", "Bias", 0.1,
                                       "rho: the size of the mean target, 1 / (n epsilon) in the "
                                       "lower bound; the optimum is at rho^(kappa - 1) / 2.",
                                       0.5)},
          .make_record = &make_problem<HardGrowth, "exponent", "bias">,
          .records = R"({"kind":"synthetic","name":"biased-signs","samples":1000,"bias":0.1})"};
}

}  // namespace noisy
