#pragma once

#include "engine/math/row_kernel.h"
#include "engine/problem/loss.h"

namespace noisy {

/// A caller's own loss, from a link as in row_links.h, compiled for 16-byte vectors; its bits do
/// not depend on that width.
///
/// @param link              must outlive every risk that uses the loss
/// @param derivative_bound  as in LinearLoss; privacy rests on it being true
/// @param curvature_bound   sup phi''
template <math::RowLossLink Link>
LinearLoss custom_loss(const Link& link, LinearLoss::DerivativeBound derivative_bound,
                       double curvature_bound) {
  return {.pass = math::row_kernel::Pass<Link, 2>::run,
          .link = &link,
          .derivative_bound = derivative_bound,
          .curvature_bound = curvature_bound};
}

}  // namespace noisy
