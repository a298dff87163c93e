#pragma once

#include <string>
#include <vector>

#include "engine/question/trial/trial_point.h"

namespace noisy {

/// What privacy and the error bounds of a problem rest on, one sentence each.
struct KlGround {
  std::vector<std::string> certified;  ///< follows from what the engine enforces
  std::vector<std::string> assumed;    ///< nobody has proven it
};

/// Sorts what is known of a problem. What a file states, what an author outside the engine says of
/// a loss and what is computed from the data are never certified.
KlGround kl_ground(const TrialPoint& point);

}  // namespace noisy
