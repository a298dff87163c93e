#include "engine/privacy/form/averaged_draws.h"

#include <numeric>

#include "engine/random/distributions.h"

namespace noisy {

AveragedDraws::AveragedDraws(std::span<const Index> ends, Index draws, Stream& stream)
    : draws_(draws) {
  const std::size_t count = ends.size() * static_cast<std::size_t>(draws);
  drawn_.reserve(count);
  ends_.assign(static_cast<std::size_t>(ends.back()) + 1, 0);
  for (const Index end : ends) {
    for (Index k = 0; k < draws; ++k) {
      const std::uint64_t step = 1 + bounded_integer(stream, static_cast<std::uint64_t>(end));
      drawn_.push_back(static_cast<std::uint32_t>(step));
      ++ends_[step];
    }
  }
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  places_.resize(count);
  std::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);
  for (std::size_t place = 0; place < count; ++place) {
    places_[next[drawn_[place] - 1]++] = static_cast<std::uint32_t>(place);
  }
}

void AveragedDraws::draw_at(Index step, std::span<const std::int64_t> scores, std::uint64_t steps,
                            Stream& stream) {
  const auto at = static_cast<std::size_t>(step);
  const std::span here = std::span(places_).subspan(ends_[at - 1], ends_[at] - ends_[at - 1]);
  if (here.empty()) return;
  const ExactSoftmax law(scores, steps);
  for (const std::uint32_t place : here) {
    drawn_[place] = static_cast<std::uint32_t>(law.draw(stream));
  }
}

void AveragedDraws::add_counts(Index release, std::span<double> counts) const {
  const auto draws = static_cast<std::size_t>(draws_);
  const auto first = static_cast<std::size_t>(release) * draws;
  for (const std::uint32_t vertex : std::span(drawn_).subspan(first, draws)) ++counts[vertex];
}

}  // namespace noisy
