#include "engine/random/vertex_sampler.h"

#include <algorithm>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {

VertexSampler::VertexSampler(std::span<const double> scores) : cumulative_(scores.size()) {
  const double largest = *std::ranges::max_element(scores);
  math::CompensatedSum total;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    total.add(math::exp(scores[j] - largest));
    cumulative_[j] = total.value();
  }
}

Index VertexSampler::draw(Stream& stream) const {
  const double position = uniform(stream) * cumulative_.back();
  return std::ranges::upper_bound(cumulative_, position) - cumulative_.begin();
}

void VertexSampler::add_counts(Stream& stream, std::int64_t draws, std::span<double> counts) const {
  for (std::int64_t i = 0; i < draws; ++i) ++counts[static_cast<std::size_t>(draw(stream))];
}

}  // namespace noisy
