#include "engine/random/alias_table.h"

#include "engine/random/distributions.h"
#include "engine/random/full_range_uniform.h"

namespace noisy {

// What rounding leaves without a partner has a cell to itself: its `other` is itself.
AliasTable::AliasTable(std::span<const double> weights, double total) : cells_(weights.size()) {
  const double scale = static_cast<double>(weights.size()) / total;
  for (std::size_t j = 0; j < cells_.size(); ++j) cells_[j] = {weights[j] * scale, j};
  const auto next = [&](std::size_t from, bool light) {
    while (from < cells_.size() && (weights[from] * scale < 1) != light) ++from;
    return from;
  };
  std::size_t heavy = next(0, false);
  std::size_t light = next(0, true);
  std::size_t open = light;  // the cell that is filled up: the next light one or the last heavy one
  while (heavy < cells_.size() && open < cells_.size()) {
    cells_[open].other = heavy;
    cells_[heavy].own = (cells_[heavy].own + cells_[open].own) - 1;
    if (open == light) light = next(light + 1, true);
    const bool became_light = cells_[heavy].own < 1;
    open = became_light ? heavy : light;
    if (became_light) heavy = next(heavy + 1, false);
  }
}

std::size_t AliasTable::draw(Stream& stream) const {
  const Cell& cell = cells_[bounded_integer(stream, cells_.size())];
  const auto j = static_cast<std::size_t>(&cell - cells_.data());
  return full_range_uniform(stream) < cell.own ? j : cell.other;
}

}  // namespace noisy
