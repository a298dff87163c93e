#include "engine/random/entropy.h"

#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

namespace noisy {

Result<void> read_entropy(std::span<std::byte> bytes) {
  if (getentropy(bytes.data(), bytes.size()) != 0) {
    return fail(ErrorCode::internal, "run.randomness.mode",
                "the platform gives no cryptographic randomness; use the reproducible mode");
  }
  return {};
}

}  // namespace noisy
