#include "engine/privacy/release/release.h"

namespace noisy {

bool same_noise(const Release& a, const Release& b) {
  return a.form == b.form && a.batch_size == b.batch_size && a.mechanism == b.mechanism &&
         a.noise_scale == b.noise_scale && a.sensitivity == b.sensitivity && a.grid == b.grid &&
         a.details == b.details && a.block == b.block;
}

}  // namespace noisy
