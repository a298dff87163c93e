#pragma once

#include <string_view>

#include "engine/math/vector.h"

namespace noisy {

/// A step of a variance-reduced method: where it led, and what its differences are taken from.
struct AnchoredStep {
  static constexpr std::string_view kName = "anchored-step";

  const Vector* point = nullptr;   ///< x_t, the inner iterate after the step
  const Vector* anchor = nullptr;  ///< x~_{s-1}
};

/// The same where each epoch is twice as long as the last: what the theorem's potential is made of.
struct DoublingEpochStep {
  static constexpr std::string_view kName = "doubling-epoch-step";

  const Vector* point = nullptr;  ///< x_t
  double step_size = 0;           ///< eta
  Index length = 0;               ///< m_s
};

}  // namespace noisy
