#include "engine/problem/risk/gradient_clip.h"

#include <algorithm>
#include <cmath>

namespace noisy {

GradientBounds clipped(GradientBounds bounds, const GradientClip& clip, Index dimension) {
  const bool l1 = clip.norm == GradientClip::Norm::l1;
  const double root = l1 ? 1 : std::sqrt(static_cast<double>(dimension));
  return {.l1 = std::min(bounds.l1, 2 * clip.bound * root),
          .l2 = std::min(bounds.l2, 2 * clip.bound),
          .linf = std::min(bounds.linf, 2 * clip.bound)};
}

}  // namespace noisy
