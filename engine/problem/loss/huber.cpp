#include <algorithm>
#include <cmath>

#include "engine/math/number_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/width.h"

namespace noisy {

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

LossEntry huber_entry() {
  return {.id = "huber",
          .title = "Huber",
          .description = "As squared up to |u.x - y| = width, then linear: outliers count less.",
          .parameters = {width_spec()},
          .make = [](const ParameterSet& given) { return huber_loss(*given.number("width")); }};
}

}  // namespace noisy
