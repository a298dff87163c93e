#pragma once

#include "engine/math/array_kernels.h"
#include "engine/math/kernel_table.h"
#include "engine/math/row_kernel.h"

namespace noisy::math {

/// The functions compiled for code vectors of Width doubles.
template <int Width>
constexpr KernelTable make_kernel_table() {
  return {.logistic = row_kernel::Pass<LogisticLink, Width>::run,
          .squared = row_kernel::Pass<SquaredLink, Width>::run,
          .exp = ArrayKernels<Width>::exp,
          .log = ArrayKernels<Width>::log,
          .sin_cos = ArrayKernels<Width>::sin_cos};
}

}  // namespace noisy::math
