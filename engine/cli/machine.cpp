#include "engine/cli/machine.h"

#include <unistd.h>

#include <algorithm>

#include "engine/math/thread_pool.h"

namespace noisy::cli {

Limits limits_within(double memory_bytes) {
  Limits limits;
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  limits.memory_bytes =
      memory_bytes > 0 ? memory_bytes : std::max(limits.memory_bytes, 0.75 * bytes);
  return limits;
}

int threads_within(int threads) {
  return threads > 0 ? threads : math::hardware_threads();
}

}  // namespace noisy::cli
