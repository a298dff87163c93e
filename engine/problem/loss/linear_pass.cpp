#include "engine/problem/loss/linear_pass.h"

#include "engine/math/row_kernel.h"

namespace noisy {

math::BlockPass linear_pass() {
  return math::row_kernel::Pass<LinearLink, 2>::run;
}

}  // namespace noisy
