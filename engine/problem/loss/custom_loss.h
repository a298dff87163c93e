#pragma once

#include <utility>

#include "engine/math/row_kernel.h"
#include "engine/problem/loss/loss.h"

namespace noisy {

/// A caller's own loss, from a link as in row_links.h (of which it keeps a copy), compiled for
/// 16-byte vectors; its bits do not depend on that width. It counts as convex until
/// `least_curvature` of what is returned is set below 0.
///
/// @param derivative_bound  as in LinearLoss; privacy rests on it being true
/// @param curvature_bound   sup |phi''|
template <math::RowLossLink Link>
LinearLoss custom_loss(const Link& link, LinearLoss::DerivativeBound derivative_bound,
                       double curvature_bound) {
  return {.pass = math::row_kernel::Pass<Link, 2>::run,
          .link = std::make_shared<Link>(link),
          .derivative_bound = std::move(derivative_bound),
          .curvature_bound = curvature_bound,
          .value = [link](double m, double y) { return link.evaluate(m, y).value; },
          .derivative = [link](double m, double y) { return link.evaluate(m, y).derivative; }};
}

}  // namespace noisy
