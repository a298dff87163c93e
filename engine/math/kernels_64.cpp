#include "engine/math/make_kernel_table.h"

namespace noisy::math {

constinit const KernelTable kKernels64 = make_kernel_table<8>();

}  // namespace noisy::math
