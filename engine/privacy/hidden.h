#pragma once

#include "engine/math/vector.h"

namespace noisy {

/// A point and the exact gradient of the empirical risk there, which nobody but the oracle can
/// read. Variance-reduced releases are made with it.
class Anchor {
 public:
  Anchor() = default;
  Anchor(const Anchor&) = delete;
  Anchor& operator=(const Anchor&) = delete;

 private:
  friend class GradientOracle;
  Vector point_;
  Vector gradient_;
};

}  // namespace noisy
