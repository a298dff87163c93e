#include "engine/problem/risk/players.h"

#include "engine/problem/saddle_bounds.h"

namespace noisy {

std::span<double> SimplexPlayer::of(Vector& all, Index before) const {
  return {all.data() + before + first, static_cast<std::size_t>(size)};
}

std::vector<SimplexPlayer> simplex_players(const FiniteSum& data) {
  const SaddleBounds* saddle = data.saddle();
  if (!saddle) return {{.first = 0, .size = data.dimension()}};
  const Index split = saddle->primal_dimension;
  return {{.first = 0, .size = split}, {.first = split, .size = data.dimension() - split}};
}

}  // namespace noisy
