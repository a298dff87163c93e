#include "engine/problem/loss/linear_pass.h"

#include "engine/math/label_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/loss_link.h"

namespace noisy {
namespace {

constexpr LinearLink kLinearLink;

}  // namespace

LossEntry linear_entry() {
  return {.id = "linear",
          .title = "Linear",
          .description =
              "-u.x: the direction that the rows lean to, on a bounded domain; targets are not "
              "used.",
          .ignores_targets = true,
          .make = [](const ParameterSet&) {
            return LinearLoss{.pass = linear_pass(),
                              .link = lasting_link(kLinearLink),
                              .derivative_bound = [](double, double) { return 1.0; },
                              .value = [](double m, double) { return -m; },
                              .derivative = [](double, double) { return -1.0; },
                              .curvature = [](double, double) { return 0.0; }};
          }};
}

}  // namespace noisy
