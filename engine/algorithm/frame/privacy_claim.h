#pragma once

#include "engine/algorithm/frame/release_rule.h"

namespace noisy {

/// What every claim begins with: notion and neighbours as asked for, what public facts leave of the
/// guarantee, and why. Figures, release kind and statement are left to the caller.
PrivacyClaim begin_claim(const PlanInput& input);

/// Takes the promise back: the plan reads the data outside of what is accounted.
void mark_leak(PrivacyClaim& claim, std::string reason);

/// The guarantee of a claim in one sentence.
///
/// @param released  what is published: "all 100 noisy gradients"
/// @param first     the first release
std::string claim_sentence(const PrivacyClaim& claim, const std::string& released,
                           const Release& first, Index samples);

/// The same of `steps` vertices, each chosen among `vertices` by the exponential mechanism.
std::string selection_sentence(const PrivacyClaim& claim, Index steps, Index vertices,
                               Index samples);

/// The same of one release of where `steps` hidden exact steps end.
std::string solution_sentence(const PrivacyClaim& claim, Index steps, Index samples);

/// The same of one release of the minimizer of an objective with a random linear term.
std::string minimizer_sentence(const PrivacyClaim& claim, Index samples);

/// What a plan of noisy gradients guarantees, in figures and in one sentence.
PrivacyClaim privacy_claim(const PlanInput& input, const ReleaseRule& rule, Index iterations,
                           Index batch_size);

}  // namespace noisy
