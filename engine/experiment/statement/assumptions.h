#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/experiment/experiment.h"
#include "engine/experiment/sweep.h"

namespace noisy {

/// What must hold for a privacy statement, one sentence each: the public n, what preprocessing
/// enforces with its numbers, clipping, where constants come from, the noise. What does not hold
/// says so. Made from the experiment alone; sentences that sweep points share appear once.
std::vector<std::string> assumption_texts(const Experiment& experiment,
                                          std::span<const SweepPoint> points);

}  // namespace noisy
