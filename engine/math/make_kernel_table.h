#pragma once

#include "engine/math/array_kernels.h"
#include "engine/math/kernel_table.h"
#include "engine/math/label_links.h"
#include "engine/math/number_links.h"
#include "engine/math/row_kernel.h"
#include "engine/math/score_kernel.h"

namespace noisy::math {

#define NOISY_PASS(name, Link) table.name = row_kernel::Pass<Link, Width, KernelTable>::run;

/// The functions compiled for code vectors of Width doubles; null for the rare links.
template <int Width>
constexpr KernelTable make_common_kernel_table() {
  KernelTable table{};
  NOISY_COMMON_LINKS(NOISY_PASS)
  table.exp = ArrayKernels<Width>::exp;
  table.log = ArrayKernels<Width>::log;
  table.sin_cos = ArrayKernels<Width>::sin_cos;
  table.advance_scores = ScoreKernel<Width>::advance;
  return table;
}

/// All functions compiled for code vectors of Width doubles.
template <int Width>
constexpr KernelTable make_kernel_table() {
  KernelTable table = make_common_kernel_table<Width>();
  NOISY_RARE_LINKS(NOISY_PASS)
  return table;
}

#undef NOISY_PASS

}  // namespace noisy::math
