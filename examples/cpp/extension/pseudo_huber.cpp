// A loss of our own in one file: the pseudo-Huber loss of the error t = m - y,
//
//   phi = s^2 (sqrt(1 + (t / s)^2) - 1),   |phi'| = |t| / sqrt(1 + (t / s)^2) < s,   0 < phi''
//   <= 1.
//
// It is squared near 0 and grows like s |t| far out, smoothly in between. A bounded slope is what
// privacy needs: with rows of ||u||_1 <= R, two records' gradients differ by at most 2 s R in L1,
// whatever the targets are. So outliers neither break the fit nor cost privacy.

#include "extensions.h"

#include <cmath>

#include "engine/problem/loss/custom_loss.h"

namespace {

struct PseudoHuberLink {
  double scale = 1;

  template <class V>
  [[gnu::always_inline]] noisy::math::LinkResult<V> evaluate(V margin, V target) const {
    const V error = margin - target;
    const V ratio = error / scale;
    const V root = noisy::math::square_root<V>(1.0 + ratio * ratio);
    return {scale * scale * (root - 1.0), error / root};
  }
};

/// Steepest slope within reach of a margin and a target: growing, and never above the scale.
double slope_bound(double scale, double margin, double target) {
  const double error = margin + target;
  return std::isinf(error) ? scale : error / std::hypot(1, error / scale);
}

noisy::LinearLoss with_scale(double scale) {
  return noisy::custom_loss(
      PseudoHuberLink{scale},
      [scale](double margin, double target) { return slope_bound(scale, margin, target); }, 1);
}

}  // namespace

noisy::LossEntry pseudo_huber() {
  return {
      .id = "pseudo-huber",
      .title = "Pseudo-Huber",
      .description = "As squared near u.x = y, linear far away, and smooth in between.",
      .parameters = {{.name = "scale",
                      .title = "Scale",
                      .minimum = 0,
                      .maximum = 1e6,
                      .exclusive_minimum = true,
                      .default_value = 1.0,
                      .description = "s: the steepest slope, and how far the loss is squared."}},
      .make = [](const noisy::ParameterSet& given) { return with_scale(*given.number("scale")); }};
}
