#include <algorithm>

#include "engine/math/label_links.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/width.h"

namespace noisy {

LinearLoss smoothed_hinge_loss(double width) {
  return {
      .pass = math::kernel_table().smoothed_hinge,
      .link = std::make_shared<math::SmoothedHingeLink>(math::SmoothedHingeLink{width}),
      .derivative_bound = [width](double margin,
                                  double) { return 1 + margin > width ? 1 : (1 + margin) / width; },
      .curvature_bound = 1 / width,
      .keeps_sign = true,
      .value =
          [width](double m, double y) {
            const double shortfall = std::max(0.0, 1 - y * m);
            const double slope = std::min(1.0, shortfall / width);
            return slope * (shortfall - 0.5 * width * slope);
          },
      .derivative =
          [width](double m, double y) {
            const double shortfall = std::max(0.0, 1 - y * m);
            return shortfall > width ? -y : -y * (shortfall / width);
          }};
}

LossEntry smoothed_hinge_entry() {
  return {
      .id = "smoothed-hinge",
      .title = "Smoothed hinge",
      .description = "max(0, 1 - y u.x) with its corner rounded off by a parabola of this width.",
      .takes_labels = true,
      .parameters = {width_spec()},
      .make = [](const ParameterSet& given) {
        return smoothed_hinge_loss(*given.number("width"));
      }};
}

}  // namespace noisy
