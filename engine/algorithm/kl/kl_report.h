#pragma once

#include <string>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// The field of a request that says how much may be spent.
std::string budget_field(const PrivacyRequest& privacy);

/// Where not even one step fits: begins to say so. What would help follows.
std::string nothing_fits(double start_gap);

/// Takes `certified` away from a plan that costs more than was asked for.
void mark_overspent(double rho, PrivacyClaim& claim);

/// Notes what the KL constants rest on, and warns where they contradict each other.
/// @param setting  the constants that the plan is made from, with the gap that the file gives
void add_kl_note(const KlFacts& kl, const KlSetting& setting, PlanSummary& summary);

/// Warns where gradients are clipped, which no theorem of the paper covers.
void add_clip_warning(const RiskFacts& facts, PlanSummary& summary);

void append(Curve& curve, Index iteration, double value);

}  // namespace noisy
