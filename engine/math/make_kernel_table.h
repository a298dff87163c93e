#pragma once

#include "engine/math/array_kernels.h"
#include "engine/math/kernel_table.h"
#include "engine/math/label_links.h"
#include "engine/math/number_links.h"
#include "engine/math/row_kernel.h"

namespace noisy::math {

/// The functions compiled for code vectors of Width doubles.
template <int Width>
constexpr KernelTable make_kernel_table() {
  return {.logistic = row_kernel::Pass<LogisticLink, Width, KernelTable>::run,
          .squared = row_kernel::Pass<SquaredLink, Width, KernelTable>::run,
          .logistic_literal = row_kernel::Pass<LogisticLiteralLink, Width, KernelTable>::run,
          .smoothed_hinge = row_kernel::Pass<SmoothedHingeLink, Width, KernelTable>::run,
          .sigmoid_loss = row_kernel::Pass<SigmoidLossLink, Width, KernelTable>::run,
          .huber = row_kernel::Pass<HuberLink, Width, KernelTable>::run,
          .geman_mcclure = row_kernel::Pass<GemanMcClureLink, Width, KernelTable>::run,
          .polyak_example = row_kernel::Pass<PolyakExampleLink, Width, KernelTable>::run,
          .exp = ArrayKernels<Width>::exp,
          .log = ArrayKernels<Width>::log,
          .sin_cos = ArrayKernels<Width>::sin_cos};
}

}  // namespace noisy::math
