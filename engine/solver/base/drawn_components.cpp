#include "engine/solver/base/drawn_components.h"

#include <algorithm>

#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// Steps of short rows are over sooner than the memory answers.
Index steps_ahead(Index dimension) {
  constexpr Index kDoubles = 512;
  return std::clamp<Index>(kDoubles / dimension, 4, 32);
}

}  // namespace

DrawnComponents::DrawnComponents(const SolverWork& work)
    : work_(&work), rows_(work.sum().linear()), ahead_(steps_ahead(work.sum().dimension())) {}

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
  const Index i = indices_[static_cast<std::size_t>(k)];
  rows_->fetch(i);
  if (!numbers_.empty()) __builtin_prefetch(numbers_.data() + i);
}

}  // namespace noisy
