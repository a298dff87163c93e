#include "engine/math/number_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::GemanMcClureLink kGemanMcClureLink;

/// 1 / sqrt(3), where the slope of Geman and McClure's loss is largest, and that slope,
/// 3 sqrt(3) / 8, rounded up.
constexpr double kGemanMcClureSteepest = 0.5773502691896257;
constexpr double kGemanMcClureSlope = 0.6495190528383291;

double geman_mcclure_derivative(double error) {
  return kGemanMcClureLink.evaluate(error, 0.0).derivative;
}

}  // namespace

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

LossEntry geman_mcclure_entry() {
  return {.id = "geman-mcclure",
          .title = "Geman-McClure",
          .description =
              "t^2 / (1 + t^2) with t = u.x - y: bounded, so outliers hardly count; not convex.",
          .make = [](const ParameterSet&) { return geman_mcclure_loss(); }};
}

}  // namespace noisy
