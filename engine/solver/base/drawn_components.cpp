#include "engine/solver/base/drawn_components.h"

#include "engine/random/distributions.h"

namespace noisy {

void DrawnComponents::draw(Index count) {
  size_ = 0;
  while (size_ < count) append();
}

bool DrawnComponents::draw_until(double probability, Index most) {
  size_ = 0;
  while (size_ < most) {
    append();
    if (uniform(work_->draws()) < probability) return true;
  }
  return false;
}

void DrawnComponents::fetch(Index k) const {
  constexpr std::size_t kLineDoubles = 8;
  const std::span<const double> row = rows_->row(indices_[static_cast<std::size_t>(k)]);
  for (std::size_t j = 0; j < row.size(); j += kLineDoubles) __builtin_prefetch(row.data() + j);
}

}  // namespace noisy
