#include "engine/math/make_kernel_table.h"

namespace noisy::math {

// In the place of the engine's own table, see core_parts.cpp: without the passes of losses that are
// seldom chosen.
constinit const KernelTable kKernels16 = make_common_kernel_table<2>();

}  // namespace noisy::math
