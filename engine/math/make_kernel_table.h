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
  KernelTable table{};
#define NOISY_PASS(name, Link) table.name = row_kernel::Pass<Link, Width, KernelTable>::run;
  NOISY_ROW_LINKS(NOISY_PASS)
#undef NOISY_PASS
  table.exp = ArrayKernels<Width>::exp;
  table.log = ArrayKernels<Width>::log;
  table.sin_cos = ArrayKernels<Width>::sin_cos;
  return table;
}

}  // namespace noisy::math
