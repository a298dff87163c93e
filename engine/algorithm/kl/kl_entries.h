#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What the catalogue says of all methods of the KL paper.
AlgorithmEntry kl_entry();

/// beta, the chance that the guarantee may fail.
ParameterSpec failure_probability_spec();

/// w_0.
ParameterSpec kl_start_spec(std::string source);

inline constexpr double kFailureProbability = 0.05;

}  // namespace noisy
