#pragma once

#include "engine/math/kernel_table.h"
#include "engine/math/row_kernel.h"

namespace noisy::math {

/// The functions compiled for code vectors of Width doubles.
template <int Width>
constexpr KernelTable make_kernel_table() {
  return {.logistic = row_kernel::Pass<LogisticLink, Width>::run,
          .squared = row_kernel::Pass<SquaredLink, Width>::run};
}

}  // namespace noisy::math
