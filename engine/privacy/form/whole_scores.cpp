#include "engine/privacy/form/whole_scores.h"

#include <limits>

#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/vertex.h"

namespace noisy {

void take_off(std::int64_t sign, std::span<const double> sums, std::span<std::int64_t> scores) {
  for (std::size_t j = 0; j < sums.size(); ++j) {
    scores[j] -= sign * static_cast<std::int64_t>(sums[j]);
  }
}

WholeGradient whole_gradient(const FiniteSum& data) {
  return {.largest = largest_coordinate(data),
          .rounding = data.saddle() ? data.summation_error(1) * data.gradient_bounds().l2
                                    : std::numeric_limits<double>::infinity()};
}

double whole_range(Release release, double sensitivity) {
  release.grid = 0;
  return selection_range(release, sensitivity);
}

void WholeDraws::add_counts(std::optional<Stream>& stream, Index draws, std::span<double> out) {
  if (!stream) return add_expected_counts(scores_, steps_, draws, out);
  if (!sampler_) sampler_.emplace(scores_, steps_);
  sampler_->add_counts(*stream, draws, out);
}

}  // namespace noisy
