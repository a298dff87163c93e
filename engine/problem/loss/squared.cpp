#include "engine/math/number_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr math::SquaredLink kSquaredLink;

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

LossEntry squared_entry() {
  return {.id = "squared",
          .title = "Squared",
          .description = "(u.x - y)^2 / 2 for a numeric target y: regression.",
          .make = [](const ParameterSet&) { return squared_loss(); }};
}

}  // namespace noisy
