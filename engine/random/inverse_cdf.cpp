#include "engine/random/inverse_cdf.h"

#include "engine/random/distributions.h"

namespace noisy {

std::size_t draw_by_inverse_cdf(Stream& stream, const math::CumulativeWeights& weights) {
  const std::uint64_t pair = stream.next_pair();
  const math::DoubleDouble uniform = {detail::unit_interval(pair),
                                      static_cast<double>(pair & 0x7ff) * 0x1p-64};
  return weights.find(uniform * weights.total());
}

}  // namespace noisy
