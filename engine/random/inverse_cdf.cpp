#include "engine/random/inverse_cdf.h"

namespace noisy {

std::size_t draw_by_inverse_cdf(Stream& stream, const math::CumulativeWeights& weights) {
  return weights.find(detail::unit_interval_exact(stream.next_pair()) * weights.total());
}

}  // namespace noisy
