#pragma once

#include <string_view>

#include "engine/math/vector.h"

namespace noisy {

class Geometry;

/// One step of accelerated mirror descent, as its key lemma sees it.
struct MirrorStep {
  static constexpr std::string_view kName = "mirror-step";

  const Geometry* geometry = nullptr;
  double smoothness = 0;                 ///< L_C
  double weight = 0;                     ///< alpha_{k+1}
  const Vector* query = nullptr;         ///< x_{k+1}, where the gradient was asked for
  const Vector* gradient = nullptr;      ///< g, as released
  const Vector* state_before = nullptr;  ///< z_k, as the geometry keeps it
  const Vector* state = nullptr;         ///< z_{k+1}
};

}  // namespace noisy
