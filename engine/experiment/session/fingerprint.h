#pragma once

#include <span>
#include <string>

#include "engine/math/vector.h"
#include "engine/random/sha256.h"

namespace noisy {

/// Proves that a run was replayed bit for bit: SHA-256 over its traced vectors in order (x_0
/// included) and then its final one, as little-endian doubles, every NaN as 0x7ff8000000000000.
class RunFingerprint {
 public:
  void add(const Vector& x);
  Sha256Digest finish() { return hash_.finish(); }

 private:
  Sha256 hash_;
};

/// The fingerprint of an experiment: SHA-256 over the hexadecimal digests of its runs, in their
/// order. So groups that different workers computed can be put together.
std::string combine_fingerprints(std::span<const std::string> digests);

}  // namespace noisy
