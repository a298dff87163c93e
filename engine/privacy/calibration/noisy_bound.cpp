#include "engine/privacy/calibration/noisy_bound.h"

#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/random/distributions.h"

namespace noisy {

Result<NoisyBound> release_bound(double exact, BoundSide side, const NumberRelease& release,
                                 Stream stream) {
  if (!(release.failure > 0 && release.failure <= 0.5)) {
    return fail(ErrorCode::invalid_value, "failure", "must be above 0 and at most 0.5");
  }
  const auto scale = gaussian_scale(release.range, release.samples, release.samples, release.rho);
  if (!scale) return std::unexpected(scale.error());
  NoisyBound out{.released = exact + normal(stream, *scale), .scale = *scale};
  const double margin = -normal_quantile(release.failure) * *scale;
  out.bound = side == BoundSide::below ? out.released - margin : out.released + margin;
  return out;
}

}  // namespace noisy
