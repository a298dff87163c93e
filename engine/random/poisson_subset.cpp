#include "engine/random/poisson_subset.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/random/distributions.h"

namespace noisy {

std::vector<Index> poisson_subset(Stream& stream, Index samples, Index expected) {
  std::vector<Index> records;
  if (expected >= samples) {
    for (Index record = 0; record < samples; ++record) records.push_back(record);
    return records;
  }
  const double rate = static_cast<double>(expected) / static_cast<double>(samples);
  const double each = math::log1p(-rate);
  for (Index next = 0;; ++next) {
    const double gap = std::floor(math::log(uniform_positive(stream)) / each);
    // As a double, since a gap may be longer than any number of records.
    if (!(gap < static_cast<double>(samples - next))) return records;
    next += static_cast<Index>(gap);
    records.push_back(next);
  }
}

}  // namespace noisy
