#pragma once

#include <string>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// How a claim's sentence speaks: "Publishing PUBLISHED is (1, 1e-6)-differentially private when
/// one of the n = 100 records is exchanged (n is public), NOISED."
struct ClaimWords {
  std::string published;
  std::string noised;
};

/// Of noisy gradients, all of which are published.
///
/// @param released  "all 100 noisy gradients"
/// @param first     the first release
ClaimWords gradient_words(const std::string& released, const Release& first, Index samples);

/// What a plan promises, in figures and in one sentence: what the rule states for the notion that
/// was asked for, as far as public facts leave a guarantee.
PrivacyClaim privacy_claim(const PlanInput& input, const BudgetRule& rule, const ClaimWords& words);

/// Takes the promise back: the plan reads the data outside of what is accounted.
void mark_leak(PrivacyClaim& claim, std::string reason);

}  // namespace noisy
