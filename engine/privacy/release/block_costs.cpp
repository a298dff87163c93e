#include "engine/privacy/release/block_costs.h"

#include <algorithm>

namespace noisy {

void BlockCosts::Group::add(const Group& next) {
  if (next.cheapest.cost <= cheapest.cost) cheapest = next.cheapest;
  if (next.dearest.cost > dearest.cost) dearest = next.dearest;
}

void BlockCosts::add(BlockCost block) {
  block.number = blocks_ + 1;
  const Group one{.cheapest = block, .dearest = block};
  const bool is_next = blocks_ % width_ == 0;
  if (is_next && 2 * groups_.size() == kMost) halve();
  if (blocks_ % width_ == 0) {
    groups_.push_back(one);
  } else {
    groups_.back().add(one);
  }
  ++blocks_;
}

std::vector<BlockCost> BlockCosts::kept() const {
  std::vector<BlockCost> out;
  for (const Group& group : groups_) {
    const auto [former, latter] = std::minmax(group.cheapest, group.dearest,
                                              [](auto& a, auto& b) { return a.number < b.number; });
    out.push_back(former);
    if (latter.number != former.number) out.push_back(latter);
  }
  return out;
}

/// Joins every two neighbours; kMost / 2 groups are an even number.
void BlockCosts::halve() {
  for (std::size_t k = 0; k < groups_.size() / 2; ++k) {
    groups_[k] = groups_[2 * k];
    groups_[k].add(groups_[2 * k + 1]);
  }
  groups_.resize(groups_.size() / 2);
  width_ *= 2;
}

}  // namespace noisy
