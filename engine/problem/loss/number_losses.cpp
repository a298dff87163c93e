#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/number_links.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::SquaredLink kSquaredLink;
constexpr math::GemanMcClureLink kGemanMcClureLink;
constexpr math::PolyakExampleLink kPolyakExampleLink;

/// 1 / sqrt(3), where the slope of Geman and McClure's loss is largest, and that slope,
/// 3 sqrt(3) / 8, rounded up.
constexpr double kGemanMcClureSteepest = 0.5773502691896257;
constexpr double kGemanMcClureSlope = 0.6495190528383291;

double geman_mcclure_derivative(double error) {
  return kGemanMcClureLink.evaluate(error, 0.0).derivative;
}

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

LinearLoss squared_loss() {
  return {.pass = math::kernel_table().squared,
          .link = lasting_link(kSquaredLink),
          .derivative_bound = [](double margin, double target) { return margin + target; },
          .curvature_bound = 1,
          .least_curvature = 1,
          .pl_constant = 1,
          .value = [](double m, double y) { return 0.5 * (m - y) * (m - y); },
          .derivative = [](double m, double y) { return m - y; },
          .curvature = [](double, double) { return 1.0; }};
}

LinearLoss huber_loss(double width) {
  return {.pass = math::kernel_table().huber,
          .link = std::make_shared<math::HuberLink>(math::HuberLink{width}),
          .derivative_bound = [width](double margin,
                                      double target) { return std::min(width, margin + target); },
          .curvature_bound = 1,
          .value =
              [width](double m, double y) {
                const double error = std::fabs(m - y);
                return error <= width ? 0.5 * error * error : width * (error - 0.5 * width);
              },
          .derivative = [width](double m, double y) { return std::clamp(m - y, -width, width); }};
}

LinearLoss geman_mcclure_loss() {
  return {.pass = math::kernel_table().geman_mcclure,
          .link = lasting_link(kGemanMcClureLink),
          .derivative_bound =
              [](double margin, double target) {
                const double error = margin + target;
                const bool reaches = !(error < kGemanMcClureSteepest);
                return reaches ? kGemanMcClureSlope : geman_mcclure_derivative(error);
              },
          .curvature_bound = 2,
          .least_curvature = -0.5,
          .value = [](double m, double y) { return kGemanMcClureLink.evaluate(m, y).value; },
          .derivative = [](double m, double y) { return geman_mcclure_derivative(m - y); }};
}

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

}  // namespace noisy
