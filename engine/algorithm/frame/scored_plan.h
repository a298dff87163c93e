#pragma once

#include <memory>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/score/private_score.h"

namespace noisy {

/// A plan whose runs publish a private figure of the rows that are held out, too: what it claims
/// says so. Its figures stay, since the score costs no row more than the plan costs (parallel
/// composition, private_score.h).
///
/// @param score  costs at most what the plan claims
std::unique_ptr<AlgorithmPlan> with_score(std::unique_ptr<AlgorithmPlan> plan,
                                          const PrivateScore& score);

/// What such a figure is, in words: "the accuracy on the 114 rows that are held out".
std::string score_words(const PrivateScore& score);

}  // namespace noisy
