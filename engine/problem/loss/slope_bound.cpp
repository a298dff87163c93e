#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/problem/loss/loss.h"

namespace noisy {

SlopeBound slope_bound(const LinearLoss& loss, const FeatureBounds& bounds, const Domain& domain,
                       Index dimension) {
  const double target = std::max(std::fabs(bounds.target_lower), std::fabs(bounds.target_upper));
  const double everywhere = loss.derivative_bound(std::numeric_limits<double>::infinity(), target);
  if (std::isfinite(everywhere) || !domain.is_bounded()) return {everywhere, false};
  return {loss.derivative_bound(domain.margin_bound(bounds, dimension), target), true};
}

}  // namespace noisy
