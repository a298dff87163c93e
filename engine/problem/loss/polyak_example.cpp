#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/number_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::PolyakExampleLink kPolyakExampleLink;

/// sup of |2 s + 3 sin 2s| over |s| <= t: at t, or at the last local maximum before it.
double polyak_example_bound(double t) {
  constexpr double kFirstMaximum = 0.9553166181245093;  // arccos(-1/3) / 2
  constexpr double kPi = 3.141592653589793;
  constexpr double kRise = 2.8284271247461903;  // 3 sin(arccos(-1/3)) = 2 sqrt(2)
  constexpr double kRoundingMargin = 1 + 1e-14;
  if (!(t <= 0x1p20)) return 2 * t + 3;
  double bound = 2 * t + 3 * math::sin(2 * t);
  if (t >= kFirstMaximum) {
    const double turns = std::floor((t - kFirstMaximum) / kPi);
    bound = std::max(bound, 2 * (kFirstMaximum + turns * kPi) + kRise);
  }
  return bound * kRoundingMargin;
}

}  // namespace

LinearLoss polyak_example_loss() {
  return {.pass = math::kernel_table().polyak_example,
          .link = lasting_link(kPolyakExampleLink),
          .derivative_bound = [](double margin,
                                 double target) { return polyak_example_bound(margin + target); },
          .curvature_bound = 8,
          .least_curvature = -4,
          .pl_constant = 1.0 / 32,
          .value = [](double m, double y) { return kPolyakExampleLink.evaluate(m, y).value; },
          .derivative = [](double m,
                           double y) { return kPolyakExampleLink.evaluate(m, y).derivative; }};
}

LossEntry polyak_example_entry() {
  return {
      .id = "pl-example",
      .title = "PL example",
      .description =
          "t^2 + 3 sin^2 t with t = u.x - y: not convex, yet every stationary point is optimal.",
      .make = [](const ParameterSet&) { return polyak_example_loss(); }};
}

}  // namespace noisy
