#include "engine/math/make_kernel_table.h"

namespace noisy::math {

constinit const KernelTable kKernels16 = make_kernel_table<2>();

}  // namespace noisy::math
