#include "engine/math/make_kernel_table.h"

namespace noisy::math {

constinit const KernelTable kKernels32 = make_kernel_table<4>();

}  // namespace noisy::math
