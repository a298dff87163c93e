#pragma once

#include <numeric>
#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// 1, 2, ..., last.
inline std::vector<Index> counted(Index last) {
  std::vector<Index> out(static_cast<std::size_t>(last));
  std::iota(out.begin(), out.end(), Index{1});
  return out;
}

}  // namespace noisy
